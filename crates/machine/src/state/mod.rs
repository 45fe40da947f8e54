//! What a run keeps beside memory: calls under way, jumps, promises, streams. Data with its own rules; what is done with it, and
//! when, is of the folders above.

pub(crate) mod calls;
pub(crate) mod frame;
pub(crate) mod images;
pub(crate) mod jumps;
pub(crate) mod promises;
pub(crate) mod random;
pub(crate) mod restrict;
pub(crate) mod streams;
