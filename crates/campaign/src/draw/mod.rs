//! What a test draws: its seed, its configurations by weight, and by which odds.

pub mod flags;

pub mod learn;
pub mod recipe;
pub mod roster;
pub mod seed;
pub mod weigh;
