//! One program run and judged: what it did, what it should have done, and whether it does so every time.

pub mod confirm;
pub mod execute;
pub mod oracle;
pub mod trial;
pub mod verdict;
