//! What a program is: types, target model, expressions, statements, and the rules that make them C.
//! Nothing here executes, prints or chooses.

pub mod arith;
pub mod build;
pub mod constant;
pub mod decl;
pub mod expr;
pub mod ids;
pub mod layout;
pub mod library;
pub mod program;
pub mod stmt;
pub mod target;
pub mod types;
pub mod validate;

pub use decl::{Attrs, Builtin, Func, Init, InitItem, Label, LastParam, Storage, Var};
pub use expr::{
    Base, BinaryOp, Effects, Expr, ExprKind, ExprList, GuardStyle, IncDec, LitStyle, LogicOp, UnaryOp,
};
pub use ids::{
    AliasId, Arena, BlockId, EnumId, ExprId, FloatId, FnTypeId, FuncId, Id, InitId, LabelId, RecordId,
    StmtId, StrId, Symbol, VarId,
};
pub use layout::{FieldPlace, Layout};
pub use program::{FloatLit, Names, Program, StrLit};
pub use stmt::Stmt;
pub use target::{Endian, FloatFormat, FloatKind, IntKind, IntType, SizeAlign, Target};
pub use types::{Alias, Class, Enum, Field, FnType, Header, Quals, Record, RecordKind, Ty, TypeKind, Types};
