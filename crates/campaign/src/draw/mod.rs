//! What a test draws: its seed, its configurations by weight, and by which odds. Nothing here asks a compiler.

pub mod configuration;
pub mod flags;
pub mod learn;
pub mod recipe;
pub mod seed;
pub mod selection;
pub mod wanted;
