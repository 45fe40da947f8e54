//! The search: which edits are tried in which order, several at a time, until nothing gets smaller.

pub(crate) mod engine;
pub(crate) mod grain;
pub(crate) mod orange;
pub(crate) mod pass_queue;
pub(crate) mod pump;
pub(crate) mod speculation;
pub(crate) mod timeouts;
