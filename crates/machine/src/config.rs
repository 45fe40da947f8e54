//! What a run may use, and by which rules it goes: how strict the machine is where C and its compilers leave a choice.

use crate::memory::addresses::Addresses;
use ir::arith::int::ShiftRules;

/// What a run may use, and by which rules it goes.
#[derive(Clone, Debug)]
pub struct Config {
    /// Node evaluations.
    pub max_steps: u64,
    /// Nested calls.
    pub max_depth: u32,
    /// Bytes of all objects together.
    pub max_memory: usize,
    /// Bytes that the program may print.
    pub max_output: usize,
    /// Which shifts of signed values are defined.
    pub shift_rules: ShiftRules,
    /// What to do where the order of evaluation matters.
    pub order: Order,
    /// What to do about pointers that are not aligned.
    pub alignment: Alignment,
    /// What to do about accesses through other types.
    pub aliasing: Aliasing,
    /// What to do about restrict pointers.
    pub restrict: Restrict,
    /// What to do about functions that end without a value.
    pub endings: Endings,
    /// What to do about floating results that are not exact.
    pub floats: FloatMode,
    /// How finished functions are executed.
    pub engine: Engine,
    /// What to do when a pointer is converted to an integer.
    pub addresses: Addresses,
    /// Record the values of every expression.
    pub record_values: bool,
    /// Record every volatile access.
    pub record_volatile: bool,
    /// The arguments of `main` after the program's name.
    pub args: Vec<String>,
}

/// What to do when a result depends on an order of evaluation that C leaves unspecified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Report it.
    Strict,
    /// Go on, from left to right. Unsequenced accesses are reported all the same.
    LeftToRight,
}

/// What to do about pointers that are not aligned for what they point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Report them, as C has it (6.3.2.3p7).
    Strict,
    /// Go on: for programs that take addresses of packed members, which GCC allows and x86 forgives.
    Any,
}

/// What to do about accesses through a type that the object does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aliasing {
    /// Report them (C17 6.5p7). A pointer to a union's member may only read what was stored in that member, or GCC and clang
    /// may read something older.
    Strict,
    /// Go on: the dialect of `-fno-strict-aliasing`.
    Any,
}

/// What to do about restrict pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restrict {
    /// Report what C forbids (6.7.3.1p4).
    Strict,
    /// Go on: for programs whose restrict qualifiers are wrong.
    Any,
}

/// What to do about a function that ends without the value that it should return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endings {
    /// Report it if the caller uses the value (C17 6.9.1p12).
    InC,
    /// Report it, as in C++ and as clang's MSan has it.
    InCpp,
}

/// What to do about a floating result that is no whole number within the mantissa, which others may round differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatMode {
    /// Go on with what IEEE 754 has.
    Ieee,
    /// Report it.
    Exact,
    /// Go on with a value that is a little off. The number tells the kinds of noise apart.
    Perturbed(u64),
}

/// How finished functions are executed. Both ways do the same: one is fast, the other says what is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// As `crate::bytecode`; by the tree where values are recorded.
    Bytecode,
    /// Node by node, as programs that grow.
    Tree,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            max_steps: u64::MAX,
            max_depth: 10_000,
            max_memory: 1 << 28,
            max_output: 1 << 26,
            shift_rules: ShiftRules::Classic,
            order: Order::Strict,
            alignment: Alignment::Strict,
            aliasing: Aliasing::Strict,
            restrict: Restrict::Strict,
            endings: Endings::InC,
            floats: FloatMode::Ieee,
            engine: Engine::Bytecode,
            addresses: Addresses::Unknown,
            record_values: false,
            record_volatile: false,
            args: Vec::new(),
        }
    }
}
