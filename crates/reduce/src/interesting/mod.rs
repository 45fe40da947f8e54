//! The interestingness test: whether a candidate is C, defined, and fails as the first program did.

pub(crate) mod expected;
pub(crate) mod facts;
pub(crate) mod flags;
pub(crate) mod goal;
pub(crate) mod judge;
pub(crate) mod narrow;
