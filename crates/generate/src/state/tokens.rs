//! How many tokens of C a piece of the program will be, counted without printing it. An estimate for budgets: parentheses
//! are guessed.

use ir::{BinaryOp, ExprId, ExprKind, Init, InitId, Program, TypeKind, VarId};

/// Tokens of an expression.
pub fn of_expr(p: &Program, e: ExprId) -> u32 {
    let mut sum = own_tokens(p, e);
    p.for_each_child(e, |child| sum += of_expr(p, child));
    if let ExprKind::CompoundLit(var) = p.exprs[e].kind {
        sum += p.vars[var].init.map_or(0, |i| of_init(p, i)) + 4;
    }
    sum
}

fn own_tokens(p: &Program, e: ExprId) -> u32 {
    match p.exprs[e].kind {
        ExprKind::Convert(_) | ExprKind::Decay(_) => 0,
        ExprKind::Int { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::EnumConst(..)
        | ExprKind::Var(_)
        | ExprKind::Func(_) => 1,
        ExprKind::CompoundLit(_) => 2,
        ExprKind::Member { .. } | ExprKind::Arrow { .. } | ExprKind::Index { .. } => 2,
        ExprKind::Deref(_) | ExprKind::AddrOf(_) | ExprKind::Unary(..) | ExprKind::IncDec(..) => 1,
        // About half of them stand in parentheses.
        ExprKind::Binary(op, ..) => {
            if matches!(op, BinaryOp::Mul | BinaryOp::Add) {
                2
            } else {
                3
            }
        }
        ExprKind::Logic(..) => 2,
        ExprKind::Comma(..) | ExprKind::Cond { .. } => 4,
        ExprKind::Assign { .. } | ExprKind::AssignOp { .. } => 2,
        ExprKind::Cast(_) | ExprKind::ConvertLanes(_) => 4,
        ExprKind::Guard(..) => 6,
        ExprKind::Stmts(_) => 8,
        ExprKind::Asm { operands, .. } => 5 + 4 * operands.len() as u32,
        ExprKind::Call { args, .. } => 2 + args.len().saturating_sub(1) as u32,
        ExprKind::SizeofType(_) | ExprKind::AlignofType(_) | ExprKind::Offsetof(..) => 4,
        ExprKind::SizeofExpr(_) => 3,
        ExprKind::VaStart(_) | ExprKind::VaArg(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy { .. } => 6,
    }
}

fn of_init(p: &Program, init: InitId) -> u32 {
    match &p.inits[init] {
        Init::Expr(e) => of_expr(p, *e),
        Init::List(items) => 2 + items.iter().map(|i| 1 + of_init(p, i.init)).sum::<u32>(),
    }
}

/// Tokens of a declaration, and of what the check does with the variable.
pub fn of_global(p: &Program, var: VarId) -> u32 {
    let v = &p.vars[var];
    let check = match p.types.kind(v.ty) {
        TypeKind::Array(..) => 40,
        TypeKind::Record(_) => 60,
        _ => 14,
    };
    of_local(p, var) + check
}

pub fn of_local(p: &Program, var: VarId) -> u32 {
    let v = &p.vars[var];
    4 + v.init.map_or(0, |i| 1 + of_init(p, i))
}
