//! What can be learnt of an execution without taking part in it: what ran and with which values, final values, how much a
//! result depends on rounding.

pub(crate) mod finals;
pub(crate) mod noise;
pub(crate) mod partial;
pub(crate) mod record;
pub(crate) mod stable;
