//! One test: its program, grown or of others, what compilers make of it, and what they were asked beforehand.

pub mod features;
pub mod foreign;
pub(crate) mod grown;
pub mod inspect;
pub mod language;
pub mod smoke;
pub mod target;
pub(crate) mod test;
pub(crate) mod variable;
