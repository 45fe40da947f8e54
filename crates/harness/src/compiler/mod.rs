//! A compiler: how it is called, what it makes of a program, and what it says.

pub mod command;
pub mod compile;
pub mod excerpt;
pub(crate) mod headers;
pub mod headline;
pub mod inquire;
pub(crate) mod messages;
pub mod remarks;
pub mod signature;
pub mod toolchain;
