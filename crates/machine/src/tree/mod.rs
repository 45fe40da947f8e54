//! The reference: programs executed node by node, as they are written and as they grow.

mod amend;
mod ask;
pub(crate) mod assembly;
pub(crate) mod call;
pub(crate) mod eval;
pub(crate) mod exec;
pub(crate) mod init;
pub(crate) mod place;
