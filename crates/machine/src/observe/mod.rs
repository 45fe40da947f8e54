//! What can be learnt of an execution without taking part in it: what ran and with which values, final values, how much a
//! result depends on rounding.

pub(crate) mod may_be_undefined;
pub(crate) mod noise;
pub(crate) mod observations;
