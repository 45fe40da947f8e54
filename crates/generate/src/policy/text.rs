//! A policy as text: TOML with a comment above each knob, and back. What is read lies over a policy that is there already, so that
//! a file of one line changes one knob of a profile.

use super::Policy;
use super::knob::{Kind, Row, Slot, Visitor, join};
use crate::policy::forbidden::Forbidden;
use crate::policy::swarm::Odds;
use std::fmt::Write as _;
use thiserror::Error;
use toml::{Table, Value};

/// Why a text is not a policy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAPolicy {
    /// It is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// There is no knob with the name.
    #[error("there is no `{name}`{}", like.as_ref().map_or(String::new(), |like| format!("; did you mean `{like}`?")))]
    Unknown {
        /// The name.
        name: String,
        /// One that is nearly the same.
        like: Option<String>,
    },
    /// The knob does not take such a value.
    #[error("`{name}` takes {takes}")]
    Value {
        /// The knob.
        name: String,
        /// What it takes.
        takes: &'static str,
    },
    /// The value is larger than the knob can have.
    #[error("{name} is {value}, and can be {most} at most")]
    TooLarge {
        /// The knob.
        name: String,
        /// The value that it was given.
        value: u32,
        /// The largest one that it can have.
        most: u32,
    },
}

/// The keys beside the sections, with what they take.
const DRAWN: (&str, &str) = ("drawn", "a number");
const LEFT_OUT: (&str, &str) = ("left_out", "a list of names");
const LEARNED: (&str, &str) = ("learned", "tables of odds in per cent");

impl Policy {
    /// TOML that [`Policy::overlay`] reads back, with what each knob is for above it.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        if let Some(drawn) = self.drawn {
            let _ = writeln!(text, "{} = {drawn}", DRAWN.0);
        }
        let left_out = Value::try_from(&self.left_out).unwrap_or(Value::Array(Vec::new()));
        let _ = writeln!(text, "{} = {left_out}", LEFT_OUT.0);
        let mut writer = Writer { sections: Vec::new() };
        self.clone().visit(&mut writer);
        text.extend(writer.sections.into_iter().map(|(_, text)| text));
        for (draw, options) in &self.learned {
            let _ = writeln!(text, "\n[{}.{}]", LEARNED.0, Value::from(draw.as_str()));
            options.iter().for_each(|(option, odds)| {
                let _ = writeln!(text, "{option} = {odds}");
            });
        }
        text
    }

    /// The same, a line for each section and without comments.
    pub fn to_lines(&self) -> String {
        let mut writer = Lines { text: String::new() };
        self.clone().visit(&mut writer);
        writer.text.trim_start().to_owned() + "\n"
    }

    /// Changes what the text names, and leaves the rest.
    pub fn overlay(&mut self, text: &str) -> Result<(), NotAPolicy> {
        let mut given: Table =
            text.parse().map_err(|error: toml::de::Error| NotAPolicy::Syntax(error.message().to_owned()))?;
        if let Some(value) = given.remove(DRAWN.0) {
            self.drawn = Some(read(value, DRAWN)?);
        }
        if let Some(value) = given.remove(LEFT_OUT.0) {
            self.left_out = read::<Vec<Forbidden>>(value, LEFT_OUT)?;
        }
        if let Some(value) = given.remove(LEARNED.0) {
            self.learned = read::<Odds>(value, LEARNED)?;
        }
        let mut reader = Reader { given, names: Vec::new(), wrong: None };
        self.visit(&mut reader);
        if let Some(wrong) = reader.wrong {
            return Err(wrong);
        }
        if let Some(name) = first_left("", &reader.given, &reader.names) {
            if reader.names.contains(&name) {
                return Err(NotAPolicy::Value { name, takes: "a table" });
            }
            let like = nearest(&name, &reader.names);
            return Err(NotAPolicy::Unknown { name, like });
        }
        match self.too_large() {
            Some(it) => Err(NotAPolicy::TooLarge { name: it.name, value: it.value, most: it.most }),
            None => Ok(()),
        }
    }
}

fn read<T: serde::de::DeserializeOwned>(
    value: Value,
    (name, takes): (&str, &'static str),
) -> Result<T, NotAPolicy> {
    let told = |error: toml::de::Error| format!("{}: {name} takes {takes}", error.message());
    value.try_into().map_err(|error| NotAPolicy::Syntax(told(error)))
}

/// What is written of each section, those within others after them.
struct Writer {
    sections: Vec<(String, String)>,
}

impl Visitor for Writer {
    fn section(&mut self, path: &str, row: &Row) {
        let text = format!("\n# {}\n[{path}]\n", row.doc());
        self.sections.push((path.to_owned(), text));
    }

    fn knob(&mut self, section: &str, row: &Row, slot: Slot) {
        let Some((_, text)) = self.sections.iter_mut().find(|(path, _)| path == section) else { return };
        let _ = writeln!(text, "# {}{}\n{} = {}", row.doc(), unit(row.kind), row.name, shown(&slot));
    }
}

/// What is said of a knob's kind behind its doc.
fn unit(kind: Kind) -> String {
    match kind {
        Kind::Percent => " (per cent)".to_owned(),
        Kind::Weight => " (weight)".to_owned(),
        Kind::Number(Some(most)) => format!(" (at most {most})"),
        Kind::Range => " (least and most)".to_owned(),
        Kind::Number(None) | Kind::Switch | Kind::Table => String::new(),
    }
}

pub(super) fn shown(slot: &Slot) -> String {
    match slot {
        Slot::Number(number) => number.to_string(),
        Slot::Range([least, most]) => format!("[{least}, {most}]"),
        Slot::Switch(on) => on.to_string(),
    }
}

/// A line for each section.
struct Lines {
    text: String,
}

impl Visitor for Lines {
    fn section(&mut self, path: &str, _: &Row) {
        let _ = write!(self.text, "\n{path}:");
    }

    fn knob(&mut self, _: &str, row: &Row, slot: Slot) {
        let _ = write!(self.text, " {}={}", row.name, shown(&slot).replace(", ", ".."));
    }
}

/// Takes the values of knobs out of what is given.
struct Reader {
    given: Table,
    /// All there is, for those who mistype.
    names: Vec<String>,
    wrong: Option<NotAPolicy>,
}

impl Visitor for Reader {
    fn section(&mut self, path: &str, _: &Row) {
        self.names.push(path.to_owned());
    }

    fn knob(&mut self, section: &str, row: &Row, slot: Slot) {
        let name = join(section, row.name);
        let value = taken(&mut self.given, section, row.name);
        if let Some(takes) = value.and_then(|value| set(slot, &value).err()) {
            self.wrong.get_or_insert(NotAPolicy::Value { name: name.clone(), takes });
        }
        self.names.push(name);
    }
}

/// The value of a name in a section, which is taken out of the table.
fn taken(given: &mut Table, section: &str, name: &str) -> Option<Value> {
    let table = section.split('.').try_fold(given, |table, part| table.get_mut(part)?.as_table_mut())?;
    table.remove(name)
}

/// Gives a knob its value; or says what it takes.
fn set(slot: Slot, value: &Value) -> Result<(), &'static str> {
    let number = |value: &Value| value.as_integer().and_then(|n| u32::try_from(n).ok());
    match slot {
        Slot::Number(place) => *place = number(value).ok_or("a whole number that is not negative")?,
        Slot::Switch(place) => *place = value.as_bool().ok_or("true or false")?,
        Slot::Range(place) => {
            let pair: Vec<u32> = value.as_array().into_iter().flatten().filter_map(number).collect();
            let pair = <[u32; 2]>::try_from(pair).ok().filter(|[least, most]| least <= most);
            *place = pair.ok_or("the least and the most, as in [2, 8]")?;
        }
    }
    Ok(())
}

/// The first name that is left. Of the sections that there are, those that are empty by now are none.
fn first_left(path: &str, table: &Table, names: &[String]) -> Option<String> {
    table.iter().find_map(|(name, value)| match (join(path, name), value) {
        (here, Value::Table(inner)) if !inner.is_empty() => first_left(&here, inner, names),
        (here, Value::Table(_)) if names.contains(&here) => None,
        (here, _) => Some(here),
    })
}

/// The name that differs least, if that is little; or one of the same last part in another section.
fn nearest(name: &str, names: &[String]) -> Option<String> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let near = names.iter().map(|known| (distance(name, known), known)).min()?;
    if near.0 <= 2.max(last(name).len() / 3) {
        return Some(near.1.clone());
    }
    let same = names.iter().find(|known| last(known) == last(name));
    same.cloned()
}

/// How many characters must be put in, left out or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut policy = Policy { drawn: Some(3), left_out: vec![Forbidden::Mul], ..Policy::default() };
        policy.loops.forms.goto = 17;
        policy.arrays.len = [1, 9];
        policy.relax.repair = false;
        let row = [("none".to_owned(), 40)].into_iter().collect();
        policy.learned.insert("statements.goto_back".to_owned(), row);
        let mut read = Policy::default();
        read.overlay(&policy.to_toml()).unwrap();
        assert_eq!(read, policy);
    }

    #[test]
    fn a_line_changes_one_knob_of_what_is_there() {
        let mut policy = Policy::default();
        policy.shape.live = 33;
        let mut wanted = policy.clone();
        wanted.loops.forms.goto = 4;
        policy.overlay("[loops.forms]\ngoto = 4").unwrap();
        assert_eq!(policy, wanted);
    }

    #[test]
    fn mistakes_are_told() {
        for (text, told) in [
            ("[shape]\nsiez = 3", "there is no `shape.siez`; did you mean `shape.size`?"),
            ("size = 3", "there is no `size`; did you mean `shape.size`?"),
            ("[statement]\nassign = 3", "there is no `statement.assign`; did you mean `statements.assign`?"),
            ("[shape]\nzzzzzz = 3", "there is no `shape.zzzzzz`"),
            ("[shape]\nsize = -3", "`shape.size` takes a whole number that is not negative"),
            ("[arrays]\nlen = [3, 2]", "`arrays.len` takes the least and the most, as in [2, 8]"),
            ("[dead]\nno_empty_blocks = 1", "`dead.no_empty_blocks` takes true or false"),
            ("[types]\nmax_dims = 11", "types.max_dims is 11, and can be 10 at most"),
            ("shape = 3", "`shape` takes a table"),
            ("[shap]", "there is no `shap`; did you mean `shape`?"),
            ("drawn = true", "invalid type: boolean `true`, expected u32: drawn takes a number"),
        ] {
            assert_eq!(Policy::default().overlay(text).unwrap_err().to_string(), told, "{text}");
        }
    }
}
