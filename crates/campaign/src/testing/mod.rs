//! One test: its program, grown or of others, what compilers make of it, and what they were asked beforehand.

pub(crate) mod first_wrong_variable;
pub mod foreign;
pub(crate) mod grown;
pub mod probes;
pub(crate) mod test_run;
pub mod well_defined;
