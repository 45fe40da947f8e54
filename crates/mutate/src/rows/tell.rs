//! What compilers are told: attributes, promises that the run makes true, and barriers.

use super::scene::{Scene, insert};
use ir::{
    Asm, AsmOperand, Attrs, BinaryOp, Builtin, ExprId, ExprKind, FuncId, IntKind, Program, Quals, Stmt,
    StmtId, Storage, Ty, VarId, visit,
};

// --- attributes ---

pub fn decorate(s: &mut Scene) -> Option<Program> {
    s.at_sites(decorate_one)
}

fn decorate_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    match s.ch.below("decorated", 6) {
        0 => variable(p, s),
        1 => restrict(p, s),
        _ => function(p, s),
    }
}

const ATTRIBUTES: [Attrs; 4] = [Attrs::NOINLINE, Attrs::NOIPA, Attrs::COLD, Attrs::HOT];

fn function(p: &mut Program, s: &mut Scene) -> Option<()> {
    let all: Vec<FuncId> = p.funcs.iter().filter(|(_, f)| f.body.is_some()).map(|(id, _)| id).collect();
    let func = *s.ch.pick("decorated", &all)?;
    let f = &mut p.funcs[func];
    match s.ch.below("function-decoration", 6) {
        0 => f.is_static = !f.is_static,
        1 if f.is_static && f.attrs.is_empty() => f.inline = !f.inline,
        2 if f.is_static => {
            f.attrs = f.attrs.without(Attrs::NOINLINE).without(Attrs::NOIPA).with(Attrs::ALWAYS_INLINE);
            f.inline = true;
        }
        _ => {
            let attribute = ATTRIBUTES[s.ch.below("attribute", ATTRIBUTES.len())];
            let clash = match attribute {
                Attrs::COLD => f.attrs.has(Attrs::HOT),
                Attrs::HOT => f.attrs.has(Attrs::COLD),
                _ => f.attrs.has(Attrs::ALWAYS_INLINE) || f.inline,
            };
            if clash {
                return None;
            }
            f.attrs = f.attrs.with(attribute);
        }
    }
    Some(())
}

fn variable(p: &mut Program, s: &mut Scene) -> Option<()> {
    let all: Vec<VarId> = visit::variables(p)
        .into_iter()
        .filter(|v| !matches!(p.vars[*v].storage, Storage::Param | Storage::Register | Storage::Extern))
        .collect();
    let var = *s.ch.pick("aligned-variable", &all)?;
    let align = 1u64 << s.ch.between("alignment", 3, 6);
    let own = p.types.align(p.vars[var].ty);
    p.vars[var].aligned = Some(align.max(own));
    Some(())
}

/// A pointer promises that nobody else comes to what it points to; where that does not hold in the run, the mutation is undone.
fn restrict(p: &mut Program, s: &mut Scene) -> Option<()> {
    let is_one = |v: &VarId| {
        let ty = p.types.canonical(p.vars[*v].ty);
        let to = p.types.pointee(ty);
        to.is_some_and(|to| !p.types.is_function(to))
            && !ty.quals().has(Quals::RESTRICT)
            && p.vars[*v].storage != Storage::Extern
    };
    let params = p.funcs.iter().filter(|(_, f)| f.body.is_some()).flat_map(|(_, f)| f.params.clone());
    let all: Vec<VarId> = params.filter(is_one).collect();
    let var = *s.ch.pick("restricted", &all)?;
    p.vars[var].ty = p.types.qualify(p.vars[var].ty, Quals::RESTRICT);
    for e in visit::expressions(p) {
        if p.exprs[e].kind == ExprKind::Var(var) {
            let ty = p.types.canonical(p.vars[var].ty);
            p.set_expr(e, ExprKind::Var(var), ty);
        }
    }
    Some(())
}

// --- promises ---

/// `if (x < least || x > most) __builtin_unreachable();` before a statement that reads x, with the limits of its run. Where
/// that does not hold whenever execution comes by, the mutation is undone.
pub fn promise(s: &mut Scene) -> Option<Program> {
    s.at_sites(promise_one)
}

fn promise_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot = s.statement(|p, stmt| !read_by(p, stmt).is_empty())?;
    let seen: Vec<(VarId, i64, i64)> = read_by(s.program, spot.stmt)
        .into_iter()
        .filter_map(|(e, var)| s.ran.record.seen(e).map(|seen| (var, seen.min, seen.max)))
        .filter(|(_, min, max)| min <= max)
        .collect();
    let (var, min, max) = *s.ch.pick("promised", &seen)?;
    let outside = if min == max {
        let (x, value) = (p.var(var), constant(p, var, min)?);
        p.binary(BinaryOp::Ne, x, value).ok()?
    } else {
        let (x, least) = (p.var(var), constant(p, var, min)?);
        let below = p.binary(BinaryOp::Lt, x, least).ok()?;
        let (x, most) = (p.var(var), constant(p, var, max)?);
        let above = p.binary(BinaryOp::Gt, x, most).ok()?;
        p.logic(ir::LogicOp::Or, below, above).ok()?
    };
    let unreachable = p.builtin(Builtin::BuiltinUnreachable);
    let call = p.call_func(unreachable, &[]).ok()?;
    let call = p.push_stmt(Stmt::Expr(call));
    let then = p.push_block(vec![call]);
    insert(p, spot, 0, Stmt::If { cond: outside, then, els: None }).map(|_| ())
}

/// A constant of the variable's type after promotion.
fn constant(p: &mut Program, var: VarId, value: i64) -> Option<ExprId> {
    let x = p.var(var);
    let kind = p.types.int_kind(p.promoted_type(x))?;
    let t = p.target().int_type(kind);
    let value = ir::arith::int::wrap(t, i128::from(value));
    Some(p.int_const(value, Ty::int(kind)))
}

/// The integer variables that a statement's own expressions read, but for those of loops, which are read again and again.
fn read_by(p: &Program, stmt: StmtId) -> Vec<(ExprId, VarId)> {
    let own =
        matches!(p.stmts[stmt], Stmt::Expr(_) | Stmt::If { .. } | Stmt::Switch { .. } | Stmt::Return(_));
    let mut all = Vec::new();
    if !own {
        return all;
    }
    for root in visit::roots(p, stmt) {
        visit::tree(p, root, &mut |e| {
            if let ExprKind::Var(var) = p.exprs[e].kind
                && p.types.is_integer(p.vars[var].ty)
                && p.types.size(p.vars[var].ty) <= 8
                && !p.types.canonical(p.vars[var].ty).quals().is_volatile()
            {
                all.push((e, var));
            }
        });
    }
    all
}

// --- barriers ---

pub fn barrier(s: &mut Scene) -> Option<Program> {
    s.at_sites(barrier_one)
}

fn barrier_one(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot =
        s.statement(|p, stmt| !matches!(p.stmts[stmt], Stmt::Case(_) | Stmt::Default | Stmt::Label(_)))?;
    let read = read_by(s.program, spot.stmt);
    let known = s.ch.pick("barrier-variable", &read).copied();
    let (operands, values) = match known {
        // `asm volatile ("" : "+r" (x));`
        Some((_, var)) if s.ch.chance("barrier-value", 60) && is_writable(p, var) => {
            let operand = AsmOperand { constraint: "+r".to_owned(), name: None };
            (vec![operand], vec![p.var(var)])
        }
        _ => (Vec::new(), Vec::new()),
    };
    let clobbers = if operands.is_empty() { vec!["memory".to_owned()] } else { Vec::new() };
    let asm = Asm {
        template: String::new(),
        volatile: true,
        outputs: operands.len(),
        operands,
        clobbers,
        labels: Vec::new(),
    };
    let e = p.assembly(asm, &values);
    insert(p, spot, 0, Stmt::Expr(e)).map(|_| ())
}

fn is_writable(p: &Program, var: VarId) -> bool {
    let ty = p.types.canonical(p.vars[var].ty);
    !ty.quals().is_const() && !matches!(p.types.int_kind(ty), Some(IntKind::Bool) | None)
}
