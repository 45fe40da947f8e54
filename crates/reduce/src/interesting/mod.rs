//! The interestingness test: whether a candidate is C, defined, and fails as the first program did.

pub mod accesses;
pub(crate) mod expected;
pub(crate) mod failure;
pub(crate) mod flags;
pub(crate) mod interestingness;
pub(crate) mod isolate_variable;
pub(crate) mod trace;
