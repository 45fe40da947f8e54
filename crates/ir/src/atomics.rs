//! GNU's functions on atomic objects: their names, and their types for an object of a type. Each is a function of its own for each
//! type of object. What they do is in the machine, which has one thread.

use crate::decl::Builtin;
use crate::ids::FuncId;
use crate::program::Program;
use crate::types::{FnType, Ty};

/// An operation on the old value and an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// The complement of `&`.
    Nand,
}

/// What such a function takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicForm {
    /// `T f(T *, int)`
    Load,
    /// `void f(T *, T, int)`
    Store,
    /// `T f(T *, T, int)`: the value before.
    Old,
    /// `T f(T *, T, int)`: the value behind.
    New,
    /// `_Bool f(T *, T *, T, _Bool, int, int)`
    CompareExchange,
    /// `T f(T *, T)`: the value before.
    SyncOld,
    /// `T f(T *, T)`: the value behind.
    SyncNew,
    /// `_Bool f(T *, T, T)`
    SyncBool,
    /// `T f(T *, T, T)`
    SyncVal,
}

macro_rules! functions {
    ($($variant:ident $name:literal $form:ident, $op:expr;)*) => {
        /// A function on atomic objects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum AtomicFn {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl AtomicFn {
            /// All of them.
            pub const ALL: &'static [AtomicFn] = &[$(AtomicFn::$variant,)*];

            /// The name by which a program calls it.
            pub fn name(self) -> &'static str {
                match self {
                    $(AtomicFn::$variant => $name,)*
                }
            }

            /// What it takes and gives.
            pub fn form(self) -> AtomicForm {
                match self {
                    $(AtomicFn::$variant => AtomicForm::$form,)*
                }
            }

            /// What becomes of the old value; `None` where it is replaced, or only read.
            pub fn op(self) -> Option<AtomicOp> {
                match self {
                    $(AtomicFn::$variant => $op,)*
                }
            }
        }
    };
}

functions! {
    Load "__atomic_load_n" Load, None;
    Store "__atomic_store_n" Store, None;
    Exchange "__atomic_exchange_n" Old, None;
    CompareExchange "__atomic_compare_exchange_n" CompareExchange, None;
    FetchAdd "__atomic_fetch_add" Old, Some(AtomicOp::Add);
    FetchSub "__atomic_fetch_sub" Old, Some(AtomicOp::Sub);
    FetchAnd "__atomic_fetch_and" Old, Some(AtomicOp::And);
    FetchOr "__atomic_fetch_or" Old, Some(AtomicOp::Or);
    FetchXor "__atomic_fetch_xor" Old, Some(AtomicOp::Xor);
    FetchNand "__atomic_fetch_nand" Old, Some(AtomicOp::Nand);
    AddFetch "__atomic_add_fetch" New, Some(AtomicOp::Add);
    SubFetch "__atomic_sub_fetch" New, Some(AtomicOp::Sub);
    AndFetch "__atomic_and_fetch" New, Some(AtomicOp::And);
    OrFetch "__atomic_or_fetch" New, Some(AtomicOp::Or);
    XorFetch "__atomic_xor_fetch" New, Some(AtomicOp::Xor);
    NandFetch "__atomic_nand_fetch" New, Some(AtomicOp::Nand);
    SyncFetchAdd "__sync_fetch_and_add" SyncOld, Some(AtomicOp::Add);
    SyncFetchSub "__sync_fetch_and_sub" SyncOld, Some(AtomicOp::Sub);
    SyncFetchAnd "__sync_fetch_and_and" SyncOld, Some(AtomicOp::And);
    SyncFetchOr "__sync_fetch_and_or" SyncOld, Some(AtomicOp::Or);
    SyncFetchXor "__sync_fetch_and_xor" SyncOld, Some(AtomicOp::Xor);
    SyncFetchNand "__sync_fetch_and_nand" SyncOld, Some(AtomicOp::Nand);
    SyncAddFetch "__sync_add_and_fetch" SyncNew, Some(AtomicOp::Add);
    SyncSubFetch "__sync_sub_and_fetch" SyncNew, Some(AtomicOp::Sub);
    SyncAndFetch "__sync_and_and_fetch" SyncNew, Some(AtomicOp::And);
    SyncOrFetch "__sync_or_and_fetch" SyncNew, Some(AtomicOp::Or);
    SyncXorFetch "__sync_xor_and_fetch" SyncNew, Some(AtomicOp::Xor);
    SyncNandFetch "__sync_nand_and_fetch" SyncNew, Some(AtomicOp::Nand);
    SyncBool "__sync_bool_compare_and_swap" SyncBool, None;
    SyncVal "__sync_val_compare_and_swap" SyncVal, None;
}

impl AtomicFn {
    /// The function that a name means.
    pub fn from_name(name: &str) -> Option<AtomicFn> {
        Self::ALL.iter().copied().find(|f| f.name() == name)
    }
}

impl Program {
    /// The function for objects that a pointer of the type leads to, made at most once; `None` if those are no integers.
    pub fn atomic(&mut self, function: AtomicFn, pointer: Ty) -> Option<FuncId> {
        let pointer = self.types.canonical(pointer).unqualified();
        let object = self.types.pointee(pointer)?;
        let ty = self.types.canonical(object).unqualified();
        if !self.types.is_integer(ty) || ty == Ty::BOOL {
            return None;
        }
        let expected = self.types.pointer(ty);
        let (ret, rest) = match function.form() {
            AtomicForm::Load => (ty, vec![Ty::INT]),
            AtomicForm::Store => (Ty::VOID, vec![ty, Ty::INT]),
            AtomicForm::Old | AtomicForm::New => (ty, vec![ty, Ty::INT]),
            AtomicForm::CompareExchange => (Ty::BOOL, vec![expected, ty, Ty::BOOL, Ty::INT, Ty::INT]),
            AtomicForm::SyncOld | AtomicForm::SyncNew => (ty, vec![ty]),
            AtomicForm::SyncBool => (Ty::BOOL, vec![ty, ty]),
            AtomicForm::SyncVal => (ty, vec![ty, ty]),
        };
        let params = std::iter::once(pointer).chain(rest).collect();
        let ty = self.types.function(FnType { ret, params, variadic: false, prototype: true });
        let builtin = Some(Builtin::Atomic(function));
        if let Some((id, _)) = self.funcs.iter().find(|(_, f)| f.builtin == builtin && f.ty == ty) {
            return Some(id);
        }
        let func = self.add_func(function.name(), ty, &[]);
        self.funcs[func].builtin = builtin;
        Some(func)
    }
}
