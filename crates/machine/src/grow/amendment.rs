//! What the generator may change behind the program's back. Each change is to the past: afterwards memory is as if the
//! program, as it reads now, had been executed from the start. No rule is checked and nothing is recorded. The generator
//! asks for a change, and the machine makes it when its question is answered; until then a [`View`](super::View) shows new
//! static variables as they will be. A finished program has no such changes: making them does not compile.

use ir::{Ty, VarId};

/// A change to the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amendment {
    /// A static variable that is new has always had its object, with the value of its initialiser.
    AddStatic(VarId),
    /// A variable that was declared just now, before the statement under execution, has its object.
    Declare(VarId),
    /// The object of a local stays for good, where it is and as it is, because the variable has become static. Only for one
    /// that [`can_be_permanent`](super::View::can_be_permanent).
    MakePermanent(VarId),
    /// Every byte of a variable's objects that has no value is zero, in all calls under way: as if its declaration had
    /// always had an initialiser of zeros.
    ZeroUninitialised(VarId),
    /// A static integer of this type has this value: for counters that start as if they had always been there.
    SetInt(VarId, Ty, i64),
    /// A pointer variable is null: as if something had always seen to it.
    SetNull(VarId),
    /// Statements were added or moved: what is known of where labels and cases are is found out again.
    ForgetPaths,
}
