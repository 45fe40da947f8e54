//! How variables are written in C++, where it has more than one way. The generator decides; a variable without
//! a row is written as in C, and so is one whose uses do not allow what was wished for.

use ir::VarId;
use std::collections::BTreeMap;

/// What an array becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum ArrayForm {
    /// An array of the language.
    #[default]
    Plain,
    /// `std::array`
    Array,
    /// `std::vector`
    Vector,
    /// `std::valarray`
    Valarray,
}

impl ArrayForm {
    /// All of them.
    pub const ALL: [ArrayForm; 4] =
        [ArrayForm::Plain, ArrayForm::Array, ArrayForm::Vector, ArrayForm::Valarray];
}

/// How the elements of a container are reached; `std::valarray` has `[]` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Access {
    /// `a[i]`
    #[default]
    Subscript,
    /// `.at(i)`
    At,
    /// One and the other, alternately.
    Both,
}

/// How one variable is written in C++.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct VarForm {
    /// As which kind of array.
    pub array: ArrayForm,
    /// By which kind of access.
    pub access: Access,
    /// A global is a static member of the class with this number.
    pub class: Option<u8>,
}

/// The forms of a program's variables.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Lowering {
    /// The variables that are not written as in C.
    pub forms: BTreeMap<VarId, VarForm>,
}
