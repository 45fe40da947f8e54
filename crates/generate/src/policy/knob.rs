//! A knob is one row: its doc, its kind with a bound, its default, and whether swarm moves it. `section!` makes of rows a struct, its
//! `Default` and a way to go through all knobs, from which everything else comes: TOML, limits, swarm's list, docs/policy.md.
//! `menu!` is a section of weights, one for each variant of an enum, of which one is drawn.

/// What the number of a knob means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As heavy as this beside the other weights of the same draw; zero for never.
    Weight,
    /// A probability, in per cent.
    Percent,
    /// A number; the largest that makes sense, where there is one.
    Number(Option<u32>),
    /// The least and the most.
    Range,
    Switch,
    /// Knobs of its own.
    Table,
}

/// Whether programs draw their own values of the knob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    BySwarm,
    Never,
}

/// All that is known of a knob but its value.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    /// Its lines, as they are written in the code.
    pub doc: &'static [&'static str],
    pub kind: Kind,
    pub moved: Moved,
}

impl Row {
    pub fn doc(&self) -> String {
        self.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    }
}

/// The value of a knob.
pub enum Slot<'p> {
    Number(&'p mut u32),
    Range(&'p mut [u32; 2]),
    Switch(&'p mut bool),
}

/// Is shown every section, and then its knobs. Paths are TOML's: `loops.forms`.
pub trait Visitor {
    fn section(&mut self, _path: &str, _row: &Row) {}

    fn knob(&mut self, section: &str, row: &Row, slot: Slot);
}

/// A function that looks at knobs only.
impl<F: FnMut(&str, &Row, Slot)> Visitor for F {
    fn knob(&mut self, section: &str, row: &Row, slot: Slot) {
        self(section, row, slot);
    }
}

/// A knob, or a section of them.
pub trait Knobs {
    /// `path` is that of the section it is in.
    fn visit(&mut self, path: &str, row: &Row, visitor: &mut dyn Visitor);

    /// The same with zero for all knobs of a kind that are not in tables of their own.
    fn without(mut self, kind: Kind) -> Self
    where
        Self: Sized,
    {
        let row = Row { name: "", doc: &[], kind: Kind::Table, moved: Moved::Never };
        self.visit("", &row, &mut |section: &str, row: &Row, slot: Slot| {
            if let (true, Slot::Number(number)) = (section.is_empty() && row.kind == kind, slot) {
                *number = 0;
            }
        });
        self
    }
}

impl Knobs for u32 {
    fn visit(&mut self, path: &str, row: &Row, visitor: &mut dyn Visitor) {
        visitor.knob(path, row, Slot::Number(self));
    }
}

impl Knobs for [u32; 2] {
    fn visit(&mut self, path: &str, row: &Row, visitor: &mut dyn Visitor) {
        visitor.knob(path, row, Slot::Range(self));
    }
}

impl Knobs for bool {
    fn visit(&mut self, path: &str, row: &Row, visitor: &mut dyn Visitor) {
        visitor.knob(path, row, Slot::Switch(self));
    }
}

/// The path of what has this name in a section.
pub fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

macro_rules! knob_type {
    (switch) => {
        bool
    };
    (range) => {
        [u32; 2]
    };
    (table ($table:ty)) => {
        $table
    };
    ($kind:ident $(($most:tt))?) => {
        u32
    };
}

macro_rules! knob_kind {
    (weight) => {
        Kind::Weight
    };
    (percent) => {
        Kind::Percent
    };
    (number) => {
        Kind::Number(None)
    };
    (number ($most:literal)) => {
        Kind::Number(Some($most))
    };
    (range) => {
        Kind::Range
    };
    (switch) => {
        Kind::Switch
    };
    (table ($table:ty)) => {
        Kind::Table
    };
}

macro_rules! knob_default {
    (table ($table:ident)) => {
        $table::default()
    };
    ($kind:ident $(($most:tt))? = $default:expr) => {
        $default
    };
}

macro_rules! knob_moved {
    ($within:expr) => {
        $within
    };
    ($within:expr, swarm) => {
        Moved::BySwarm
    };
}

/// A struct of knobs: `/// What it is.`, then `name: kind = default;`, with `, swarm` behind the kind if programs draw their own.
macro_rules! section {
    ($(#[doc = $about:literal])+ $section:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $kind:ident $(($arg:tt))? $(, $swarm:ident)? $(= $default:expr)?;)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $section {
            $($(#[doc = $doc])+ pub $name: knob_type!($kind $(($arg))?),)+
        }

        impl Default for $section {
            fn default() -> Self {
                $section { $($name: knob_default!($kind $(($arg))? $(= $default)?),)+ }
            }
        }

        impl $crate::policy::knob::Knobs for $section {
            fn visit(&mut self, path: &str, row: &$crate::policy::knob::Row, visitor: &mut dyn $crate::policy::knob::Visitor) {
                #[allow(unused_imports)]
                use $crate::policy::knob::{Kind, Knobs, Moved, Row, join};
                let here = join(path, row.name);
                visitor.section(&here, row);
                $({
                    let name = stringify!($name).trim_start_matches("r#");
                    let moved = knob_moved!(row.moved $(, $swarm)?);
                    let row = Row { name, doc: &[$($doc),+], kind: knob_kind!($kind $(($arg))?), moved };
                    self.$name.visit(&here, &row, visitor);
                })+
            }
        }
    };
}

/// A section of weights that an alternative is drawn by: `name: Variant = weight;`. The enum is made, if it says so.
macro_rules! menu {
    ($(#[doc = $about:literal])+ $menu:ident draws enum $choice:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $variant:ident = $weight:literal;)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $choice {
            $($(#[doc = $doc])+ $variant,)+
        }

        menu! { $(#[doc = $about])+ $menu draws $choice { $($(#[doc = $doc])+ $name: $variant = $weight;)+ } }
    };
    ($(#[doc = $about:literal])+ $menu:ident draws $choice:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $variant:ident = $weight:literal;)+
    }) => {
        section! { $(#[doc = $about])+ $menu { $($(#[doc = $doc])+ $name: weight = $weight;)+ } }

        impl $menu {
            /// The alternatives with their weights.
            pub fn rows(&self) -> impl Iterator<Item = ($choice, u32)> + Clone {
                [$(($choice::$variant, self.$name)),+].into_iter()
            }

            /// One of the alternatives; `None` if none has a weight.
            #[allow(dead_code)]
            pub fn draw(&self, ch: &mut $crate::choice::Choice, draw: &'static str) -> Option<$choice> {
                let drawn = ch.weighted(draw, self.rows().map(|(_, weight)| weight))?;
                self.rows().nth(drawn).map(|(choice, _)| choice)
            }
        }
    };
}

pub(crate) use {knob_default, knob_kind, knob_moved, knob_type, menu, section};
