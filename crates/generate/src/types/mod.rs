//! What a program is made of before it does anything: types, constants, variables with their initialisers.

pub mod attributes;
pub mod constants;
pub mod enums;
pub mod floats;
pub mod function_pointers;
pub mod functions;
pub mod inexact;
pub mod qualifiers;
pub mod roles;
pub mod strings;
pub mod variables;
pub mod variadic;
pub mod vectors;
