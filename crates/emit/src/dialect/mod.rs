//! C++ in place of C, where one has an operator that the other lacks: C++ has no compound assignment and no `++` for
//! enumerated types, and no `++` and `--` for `bool`. They become assignments before the program is printed; the
//! printer's own differences are in `c/cxx.rs`, and jumps that C++ forbids in `jumps.rs`. The nodes of what is written twice are shared, which a printer does not mind.

pub(crate) mod forms;
mod jumps;

use crate::options::{EmitError, Std};
use ir::{
    BinaryOp, Effects, Expr, ExprId, ExprKind, IncDec, IntKind, LogicOp, Program, Stmt, Ty, TypeKind, UnaryOp,
};

/// The program in C++'s operators, or nothing if it has no others.
pub(crate) fn lower(p: &Program, std: Std) -> Result<Option<Program>, EmitError> {
    if jumps::past_initialiser(p) {
        return Err(EmitError::NotInStandard { feature: "jump past an initialiser", std });
    }
    let sites: Vec<ExprId> = p.exprs.ids().filter(|e| is_foreign(p, *e)).collect();
    if sites.is_empty() {
        return Ok(None);
    }
    let mut p = p.clone();
    forget_unused_values(&mut p);
    for site in sites {
        if !rewrite(&mut p, site) {
            let feature = "such an assignment to an enumeration or bool whose place has side effects";
            return Err(EmitError::NotInStandard { feature, std });
        }
    }
    Ok(Some(p))
}

fn is_enum(p: &Program, e: ExprId) -> bool {
    matches!(p.types.kind(p.ty(e)), TypeKind::Enum(_))
}

fn is_bool(p: &Program, e: ExprId) -> bool {
    p.types.kind(p.ty(e)) == TypeKind::Int(IntKind::Bool)
}

fn is_foreign(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::AssignOp { lhs, .. } => is_enum(p, lhs),
        ExprKind::IncDec(_, lhs) => is_enum(p, lhs) || is_bool(p, lhs),
        _ => false,
    }
}

/// `e++;` is `++e;` where the value is not used.
fn forget_unused_values(p: &mut Program) {
    let statements: Vec<ExprId> = p
        .stmts
        .iter()
        .filter_map(|(_, stmt)| match stmt {
            Stmt::Expr(e) => Some(*e),
            Stmt::For { step, .. } => *step,
            _ => None,
        })
        .collect();
    for e in statements {
        let Expr { kind, ty, .. } = p.exprs[e];
        let kind = match kind {
            ExprKind::IncDec(IncDec::PostInc, lhs) => ExprKind::IncDec(IncDec::PreInc, lhs),
            ExprKind::IncDec(IncDec::PostDec, lhs) => ExprKind::IncDec(IncDec::PreDec, lhs),
            _ => continue,
        };
        p.set_expr(e, kind, ty);
    }
}

/// False if the place would have to be evaluated twice and has side effects.
fn rewrite(p: &mut Program, site: ExprId) -> bool {
    let ty = p.ty(site);
    match p.exprs[site].kind {
        ExprKind::AssignOp { op, lhs, rhs, calc } => {
            if !is_repeatable(p, lhs) {
                return false;
            }
            let kind = assignment(p, op, lhs, rhs, calc);
            p.set_expr(site, kind, ty);
        }
        ExprKind::IncDec(op, lhs) if is_bool(p, lhs) => return rewrite_bool(p, site, op, lhs),
        ExprKind::IncDec(op, lhs) => {
            if !is_repeatable(p, lhs) {
                return false;
            }
            let calc = p.promoted_type(lhs);
            let (there, back) =
                if op.is_inc() { (BinaryOp::Add, BinaryOp::Sub) } else { (BinaryOp::Sub, BinaryOp::Add) };
            let one = p.int_lit(1, IntKind::Int);
            let kind = assignment(p, there, lhs, one, calc);
            if !op.is_post() {
                p.set_expr(site, kind, ty);
                return true;
            }
            let new = p.push_expr(kind, ty);
            let new = p.convert(new, calc);
            let old = p.push_expr(ExprKind::Binary(back, new, one), calc);
            p.set_expr(site, ExprKind::Cast(old), ty);
        }
        _ => {}
    }
    true
}

/// Evaluating it twice is as good as once: reading a volatile object is, since nothing else writes it.
fn is_repeatable(p: &Program, lhs: ExprId) -> bool {
    let effects = p.exprs[lhs].effects;
    !effects.has(Effects::WRITE) && !effects.has(Effects::CALL)
}

/// `x = (E)(x op y)`
fn assignment(p: &mut Program, op: BinaryOp, lhs: ExprId, rhs: ExprId, calc: Ty) -> ExprKind {
    let ty = p.value_type(lhs);
    let left = p.convert(lhs, calc);
    let value = p.push_expr(ExprKind::Binary(op, left, rhs), calc);
    let rhs = p.push_expr(ExprKind::Cast(value), ty);
    ExprKind::Assign { lhs, rhs }
}

/// `b++` makes b true, `b--` makes it what it was not.
fn rewrite_bool(p: &mut Program, site: ExprId, op: IncDec, lhs: ExprId) -> bool {
    let ty = p.ty(site);
    let one = p.int_lit(1, IntKind::Int);
    let step = |op| ExprKind::AssignOp { op, lhs, rhs: one, calc: Ty::INT };
    let kind = match op {
        IncDec::PreInc => step(BinaryOp::Add),
        IncDec::PreDec => step(BinaryOp::Sub),
        IncDec::PostDec => {
            let new = p.push_expr(step(BinaryOp::Sub), ty);
            ExprKind::Unary(UnaryOp::Not, new)
        }
        // `b || !(b += 1)`: if it was not, it is now, and that is not what it was.
        IncDec::PostInc if is_repeatable(p, lhs) => {
            let new = p.push_expr(step(BinaryOp::Add), ty);
            let old = p.push_expr(ExprKind::Unary(UnaryOp::Not, new), Ty::INT);
            ExprKind::Logic(LogicOp::Or, lhs, old)
        }
        IncDec::PostInc => return false,
    };
    p.set_expr(site, kind, ty);
    true
}
