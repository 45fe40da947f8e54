//! The largest numbers that make sense in a policy: with larger ones a program would not fit into the machine's memory, or
//! would never be done.

use super::Policy;

/// A number of a policy that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    pub name: &'static str,
    pub value: u32,
    pub most: u32,
}

struct Row {
    name: &'static str,
    value: fn(&Policy) -> u32,
    most: u32,
}

const fn row(name: &'static str, value: fn(&Policy) -> u32, most: u32) -> Row {
    Row { name, value, most }
}

const ROWS: [Row; 10] = [
    row("shape.size", |p| p.shape.size, 1_000_000),
    row("shape.entries", |p| p.shape.entries, 1000),
    row("types.max_array_len", |p| p.types.max_array_len, 1000),
    row("types.max_dims", |p| p.types.max_dims, 10),
    row("types.max_enum_constants", |p| p.types.max_enum_constants, 1000),
    row("manner.max_union_fields", |p| p.manner.max_union_fields, 1000),
    row("types.max_fields", |p| p.types.max_fields, 1000),
    row("arrays.depth", |p| p.arrays.depth, 10),
    row("amounts.max_elements", |p| p.amounts.max_elements, 20_000),
    row("amounts.max_cases", |p| p.amounts.max_cases, 1000),
];

impl Policy {
    /// The first number that is too large, if any is.
    pub fn too_large(&self) -> Option<TooLarge> {
        let row = ROWS.iter().find(|row| (row.value)(self) > row.most)?;
        Some(TooLarge { name: row.name, value: (row.value)(self), most: row.most })
    }
}
