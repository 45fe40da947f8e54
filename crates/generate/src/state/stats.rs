//! What is counted while a program grows.

use crate::state::census::RepairKind;
use std::collections::BTreeMap;

/// What is counted, for censuses and budgets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Repairs by kind.
    pub repairs: BTreeMap<RepairKind, u32>,
    /// How many statements of each kind there are.
    pub statements: BTreeMap<&'static str, u32>,
    /// Contexts, kinds of constants, leaves and targets, by name.
    pub policies: BTreeMap<&'static str, u32>,
    /// Statements that were drawn, whether or not they could be made.
    pub drawn: BTreeMap<&'static str, u32>,
    /// Draws from Csmith's tables of expressions and of scopes, where the policy asks for them.
    pub expressions: BTreeMap<&'static str, u32>,
    /// How many times each scope was drawn.
    pub scopes: BTreeMap<&'static str, u32>,
}

impl Stats {
    /// Counts a repair.
    pub fn repair(&mut self, kind: RepairKind) {
        *self.repairs.entry(kind).or_default() += 1;
    }

    /// Counts a context, a kind of constant, a leaf or a target.
    pub fn policy(&mut self, kind: &'static str) {
        *self.policies.entry(kind).or_default() += 1;
    }
}
