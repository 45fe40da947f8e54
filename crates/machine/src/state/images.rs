//! What lists of constants have made of their objects, so that the next time it is copied.

use crate::memory::Image;
use crate::value::Pointer;
use ir::VarId;

/// What a list of constants made of its object.
pub(crate) struct InitImage {
    pub image: Image,
    /// The pointers in it that are different each time, by their distance from the object's start.
    pub links: Vec<(u32, Link)>,
    pub steps: u64,
}

/// A pointer into the object that an automatic variable names at the time.
pub(crate) struct Link {
    pub var: VarId,
    pub part: Pointer,
}
