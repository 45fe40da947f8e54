//! (being written)

pub mod format;
