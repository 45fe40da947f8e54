//! Names of types that a standard lacks. `__extension__ typedef __int128 int128;` is accepted
//! under `-pedantic-errors`, and its name can be used freely afterwards.

use super::out::Out;
use crate::names::{fresh, short_name};
use crate::options::Std;
use ir::{AliasId, IntKind, Program, TypeKind};

/// The words by which the language knows a type.
pub(super) fn keyword(kind: IntKind, std: Std) -> &'static str {
    match kind {
        IntKind::Bool if std.is_cxx() => "bool",
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn is_extension(kind: IntKind, std: Std) -> bool {
    match kind {
        IntKind::Int128 | IntKind::UInt128 => true,
        IntKind::Bool | IntKind::LongLong | IntKind::ULongLong => std == Std::C89,
        IntKind::Char
        | IntKind::SChar
        | IntKind::UChar
        | IntKind::Short
        | IntKind::UShort
        | IntKind::Int
        | IntKind::UInt
        | IntKind::Long
        | IntKind::ULong => false,
    }
}

enum Spelling {
    Keyword,
    Extension { name: String },
}

/// How each integer type is written, and which extensions were.
pub(super) struct Spellings {
    rows: Vec<Spelling>,
    claimed: Vec<(AliasId, IntKind)>,
    std: Std,
    used: [bool; IntKind::ALL.len()],
}

impl Spellings {
    pub fn new(p: &Program, std: Std) -> Self {
        let mut claimed = Vec::new();
        let rows = IntKind::ALL.into_iter().map(|kind| Self::row(p, std, kind, &mut claimed)).collect();
        Spellings { rows, claimed, std, used: [false; IntKind::ALL.len()] }
    }

    fn row(p: &Program, std: Std, kind: IntKind, claimed: &mut Vec<(AliasId, IntKind)>) -> Spelling {
        if !is_extension(kind, std) {
            return Spelling::Keyword;
        }
        let own = p.types.aliases.iter().find(|(_, a)| {
            a.header.is_none() && a.ty.quals().is_empty() && p.types.spelled(a.ty) == TypeKind::Int(kind)
        });
        match own {
            // The program's own name for the type will do, as in a program that was read back.
            Some((id, alias)) => {
                claimed.push((id, kind));
                Spelling::Extension { name: p.name(alias.name).to_owned() }
            }
            None => Spelling::Extension { name: fresh(p, short_name(kind)) },
        }
    }

    /// The name of a type, which counts as used from now on.
    #[inline]
    pub fn name(&mut self, kind: IntKind) -> &str {
        match &self.rows[kind as usize] {
            Spelling::Keyword => keyword(kind, self.std),
            Spelling::Extension { name } => {
                self.used[kind as usize] = true;
                name
            }
        }
    }

    /// Whether the alias is what an extension is called, so that it is defined here. If so, it is used now.
    pub fn claims(&mut self, alias: AliasId) -> bool {
        let kind = self.claimed.iter().find(|(id, _)| *id == alias).map(|(_, kind)| *kind);
        if let Some(kind) = kind {
            self.used[kind as usize] = true;
        }
        kind.is_some()
    }

    /// Defines the names of the extensions that were used.
    pub fn define(&self, out: &mut Out) {
        for kind in IntKind::ALL {
            if let (Spelling::Extension { name }, true) =
                (&self.rows[kind as usize], self.used[kind as usize])
            {
                out.fmt(format_args!("__extension__ typedef {} {name};\n", keyword(kind, self.std)));
            }
        }
    }
}
