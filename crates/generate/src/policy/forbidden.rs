//! What a program does without because the user said so (`--no-division`); see [`crate::state::forbidden`].

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forbidden {
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    /// `x += y` and its like.
    Compound,
    /// Also as part of repairs.
    Comma,
    /// Assignments within expressions, also as part of repairs.
    Assign,
    Const,
    /// `p + n`.
    Offset,
    /// A whole record that is volatile, as one value.
    VolatileCopy,
    /// Functions of the standard library, also as part of repairs.
    Library,
}
