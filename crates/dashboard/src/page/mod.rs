//! Pages as people see them: what is on a page, and how it is laid out. What it says comes from `model`.

mod bars;
pub mod bug;
pub mod bugs;
pub mod code;
pub mod compare;
pub mod corpus;
pub mod frame;
pub mod overview;
pub mod test;
pub mod words;
pub mod workers;
