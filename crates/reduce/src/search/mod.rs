//! The search: which edits are tried in which order, several at a time, until nothing gets smaller.

pub(crate) mod ahead;
pub(crate) mod engine;
pub(crate) mod excursion;
pub(crate) mod grain;
pub(crate) mod menu;
pub(crate) mod orange;
pub(crate) mod patience;
