//! What a program is made of before it does anything: types, constants, variables with their initialisers.

pub mod constants;
pub mod enums;
pub mod qualifiers;
pub mod roles;
pub mod variables;
