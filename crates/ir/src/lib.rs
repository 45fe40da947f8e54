//! What a program is: types, target model, expressions, statements, and the rules that make them C.
//! Nothing here executes, prints or chooses.
//!
//! ```
//! use assay_ir::{BinaryOp, Program, Storage, Target, Ty, validate::validate};
//!
//! let mut program = Program::new(Target::LP64);
//! let x = program.add_global("x", Ty::INT, Storage::Global, None);
//! let (read, one) = (program.var(x), program.int_const(1, Ty::LONG));
//! let sum = program.binary(BinaryOp::Add, read, one)?;
//! assert_eq!(program.ty(sum), Ty::LONG);
//! assert!(validate(&program).is_empty());
//! # Ok::<(), assay_ir::build::TypeError>(())
//! ```

#![warn(missing_docs)]

pub mod arith;
pub mod asm;
mod atomics;
pub mod build;
pub mod constant;
pub mod decl;
pub mod expr;
pub mod ids;
pub mod layout;
pub mod library;
pub mod mathematics;
mod path;
pub mod program;
pub mod stmt;
pub mod target;
pub mod types;
pub mod validate;
pub mod visit;

pub use asm::{Asm, AsmOperand};
pub use atomics::{AtomicFn, AtomicForm, AtomicOp};
pub use decl::{Attrs, Builtin, Func, Init, InitItem, Label, LastParam, Storage, Var};
pub use expr::{
    Base, BinaryOp, Effects, Expr, ExprKind, ExprList, GuardStyle, IncDec, LitStyle, LogicOp, UnaryOp,
};
pub use ids::{
    AliasId, Arena, AsmId, BlockId, EnumId, ExprId, FloatId, FnTypeId, FuncId, Id, InitId, LabelId, RecordId,
    StmtId, StrId, Symbol, VarId,
};
pub use layout::{FieldPlace, Layout};
pub use mathematics::MathFn;
pub use path::{ObjectPath, PathStep, PathSteps, name_of};
pub use program::{FloatLit, Names, Nodes, Program, StrLit};
pub use stmt::{LONGEST_RANGE, Stmt};
pub use target::{Endian, FloatFormat, FloatKind, IntKind, IntType, SizeAlign, Target};
pub use types::{
    Alias, Class, Enum, Field, FnType, Header, Placing, Quals, Record, RecordKind, Ty, TypeKind, Types,
};
