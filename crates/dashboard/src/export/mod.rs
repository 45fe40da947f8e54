//! What other programs read in forms of their own.

pub mod feed;
pub mod metrics;
