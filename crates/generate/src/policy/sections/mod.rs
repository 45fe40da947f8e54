//! The rows of the policy, by section.

pub mod amounts;
pub mod arithmetic;
pub mod csmith;
pub mod expressions;
pub mod extensions;
pub mod loops;
pub mod menus;
pub mod mutations;
pub mod odds;
pub mod programs;
pub mod repairs;
pub mod statements;
pub mod types;
