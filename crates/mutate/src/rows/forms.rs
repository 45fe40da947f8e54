//! Other forms of loops and branches, with the same meaning.

use super::scene::{Scene, Spot, has_jumps};
use ir::{BlockId, ExprId, ExprKind, FuncId, Program, Stmt, StmtId, UnaryOp};

// --- loops ---

pub fn of_loop(s: &mut Scene) -> Option<Program> {
    s.at_sites(other_loop)
}

fn other_loop(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot = s.statement(|p, stmt| {
        matches!(p.stmts[stmt], Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. })
    })?;
    let way = s.ch.below("loop-form", 3);
    let made = match (p.stmts[spot.stmt], way) {
        (Stmt::While { cond, body }, 0) => {
            let init = p.push_block(Vec::new());
            Stmt::For { init, cond: Some(cond), step: None, body }
        }
        (Stmt::While { cond, body }, _) => guarded_do(p, cond, body)?,
        (Stmt::DoWhile { cond, body }, _) => endless(p, cond, body)?,
        (Stmt::For { init, cond, step, body }, 0) => by_jumps(p, spot.func, init, cond, step, body)?,
        (Stmt::For { init, cond, step, body }, _) => as_while(p, init, cond, step, body)?,
        _ => return None,
    };
    p.stmts[spot.stmt] = made;
    Some(())
}

/// `if (c) do … while (c);`
fn guarded_do(p: &mut Program, cond: ExprId, body: BlockId) -> Option<Stmt> {
    let again = copied(p, cond)?;
    let turn = p.push_stmt(Stmt::DoWhile { body, cond: again });
    let then = p.push_block(vec![turn]);
    Some(Stmt::If { cond, then, els: None })
}

/// `for (;;) { … if (!c) break; }`
fn endless(p: &mut Program, cond: ExprId, body: BlockId) -> Option<Stmt> {
    if continues(p, body) {
        return None;
    }
    let not = p.unary(UnaryOp::Not, cond).ok()?;
    let leave = p.push_stmt(Stmt::Break);
    let then = p.push_block(vec![leave]);
    let check = p.push_stmt(Stmt::If { cond: not, then, els: None });
    // In a block of its own: the condition does not see what the body declares.
    let inner = p.push_stmt(Stmt::Block(body));
    let body = p.push_block(vec![inner, check]);
    let init = p.push_block(Vec::new());
    Some(Stmt::For { init, cond: None, step: None, body })
}

/// `{ init; while (c) { { … } step; } }`
fn as_while(
    p: &mut Program,
    init: BlockId,
    cond: Option<ExprId>,
    step: Option<ExprId>,
    body: BlockId,
) -> Option<Stmt> {
    if step.is_some() && continues(p, body) {
        return None;
    }
    let cond = cond.unwrap_or_else(|| p.int_lit(1, ir::IntKind::Int));
    let body = match step {
        None => body,
        Some(step) => {
            let inner = p.push_stmt(Stmt::Block(body));
            let step = p.push_stmt(Stmt::Expr(step));
            p.push_block(vec![inner, step])
        }
    };
    let turn = p.push_stmt(Stmt::While { cond, body });
    let mut all = p.blocks[init].clone();
    all.push(turn);
    Some(Stmt::Block(p.push_block(all)))
}

/// `{ init; again: if (c) { { … } step; goto again; } }`
fn by_jumps(
    p: &mut Program,
    func: FuncId,
    init: BlockId,
    cond: Option<ExprId>,
    step: Option<ExprId>,
    body: BlockId,
) -> Option<Stmt> {
    let jumps = p.blocks[body].iter().any(|s| has_jumps(p, *s));
    if jumps {
        return None;
    }
    let name = crate::subject::fresh(p, "again");
    let label = p.push_label(&name, func);
    let cond = cond.unwrap_or_else(|| p.int_lit(1, ir::IntKind::Int));
    let mut turn = vec![p.push_stmt(Stmt::Block(body))];
    if let Some(step) = step {
        turn.push(p.push_stmt(Stmt::Expr(step)));
    }
    turn.push(p.push_stmt(Stmt::Goto(label)));
    let then = p.push_block(turn);
    let check = p.push_stmt(Stmt::If { cond, then, els: None });
    let here = p.push_stmt(Stmt::Label(label));
    let mut all = p.blocks[init].clone();
    all.extend([here, check]);
    Some(Stmt::Block(p.push_block(all)))
}

/// Whether a `continue` in the block is its loop's.
fn continues(p: &Program, block: BlockId) -> bool {
    p.blocks[block].iter().any(|s| match p.stmts[*s] {
        Stmt::Continue => true,
        Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => false,
        other => {
            let mut found = false;
            other.for_each_block(|b| found |= continues(p, b));
            found
        }
    })
}

/// A copy of a condition, if it can be copied.
fn copied(p: &mut Program, e: ExprId) -> Option<ExprId> {
    super::copying::is_copyable(p, e).then(|| p.copy_expr(e))
}

// --- branches ---

pub fn of_branch(s: &mut Scene) -> Option<Program> {
    s.at_sites(other_branch)
}

fn other_branch(p: &mut Program, s: &mut Scene) -> Option<()> {
    let spot = s.statement(|p, stmt| match p.stmts[stmt] {
        Stmt::If { .. } => true,
        Stmt::Expr(e) => conditional(p, e).is_some(),
        _ => false,
    })?;
    match p.stmts[spot.stmt] {
        Stmt::If { cond, then, els } => {
            let way = s.ch.below("branch-form", 5);
            other_if(p, spot, (cond, then, els), way)
        }
        Stmt::Expr(e) => as_if(p, spot.stmt, e),
        _ => None,
    }
}

fn other_if(
    p: &mut Program,
    spot: Spot,
    (cond, then, els): (ExprId, BlockId, Option<BlockId>),
    way: usize,
) -> Option<()> {
    let made = match way {
        0 => swapped(p, cond, then, els)?,
        1 => nested(p, cond, then, els)?,
        2 => as_switch(p, cond, then, els)?,
        3 => over(p, spot, cond, then, els)?,
        _ => as_conditional(p, cond, then, els)?,
    };
    p.stmts[spot.stmt] = made;
    Some(())
}

/// `if (!c) else-part else then-part`
fn swapped(p: &mut Program, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<Stmt> {
    let not = p.unary(UnaryOp::Not, cond).ok()?;
    let other = els.unwrap_or_else(|| p.push_block(Vec::new()));
    Some(Stmt::If { cond: not, then: other, els: Some(then) })
}

/// `if (a && b) …` is `if (a) if (b) …`
fn nested(p: &mut Program, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<Stmt> {
    let ExprKind::Logic(ir::LogicOp::And, a, b) = p.exprs[cond].kind else { return None };
    if els.is_some() {
        return None;
    }
    let inner = p.push_stmt(Stmt::If { cond: b, then, els: None });
    let then = p.push_block(vec![inner]);
    Some(Stmt::If { cond: a, then, els: None })
}

/// `switch (c != 0) { case 0: … break; default: … }`
fn as_switch(p: &mut Program, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<Stmt> {
    let jumps = |block: BlockId| p.blocks[block].iter().any(|s| has_jumps(p, *s));
    if jumps(then) || els.is_some_and(jumps) {
        return None;
    }
    let not = p.unary(UnaryOp::Not, cond).ok()?;
    let zero = p.int_lit(0, ir::IntKind::Int);
    let mut list = vec![p.push_stmt(Stmt::Case(zero)), p.push_stmt(Stmt::Block(then))];
    if let Some(els) = els {
        list.push(p.push_stmt(Stmt::Break));
        list.push(p.push_stmt(Stmt::Default));
        list.push(p.push_stmt(Stmt::Block(els)));
    }
    let body = p.push_block(list);
    Some(Stmt::Switch { on: not, body })
}

/// `{ if (!c) goto behind; { … } behind: ; }`
fn over(p: &mut Program, spot: Spot, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<Stmt> {
    if els.is_some() {
        return None;
    }
    let name = crate::subject::fresh(p, "behind");
    let label = p.push_label(&name, spot.func);
    let not = p.unary(UnaryOp::Not, cond).ok()?;
    let leave = p.push_stmt(Stmt::Goto(label));
    let leave = p.push_block(vec![leave]);
    let check = p.push_stmt(Stmt::If { cond: not, then: leave, els: None });
    let list = vec![
        check,
        p.push_stmt(Stmt::Block(then)),
        p.push_stmt(Stmt::Label(label)),
        p.push_stmt(Stmt::Empty),
    ];
    Some(Stmt::Block(p.push_block(list)))
}

/// `c ? (a, 0) : (b, 0);` of two expression statements, or `x = c ? a : b;` where both assign to the same variable.
fn as_conditional(p: &mut Program, cond: ExprId, then: BlockId, els: Option<BlockId>) -> Option<Stmt> {
    let (a, b) = (only(p, then)?, only(p, els?)?);
    let (ExprKind::Assign { lhs: la, rhs: ra }, ExprKind::Assign { lhs: lb, rhs: rb }) =
        (p.exprs[a].kind, p.exprs[b].kind)
    else {
        return None;
    };
    let (ExprKind::Var(x), ExprKind::Var(y)) = (p.exprs[la].kind, p.exprs[lb].kind) else { return None };
    if x != y {
        return None;
    }
    let value = p.cond(cond, ra, rb).ok()?;
    Some(Stmt::Expr(p.assign(la, value).ok()?))
}

fn only(p: &Program, block: BlockId) -> Option<ExprId> {
    let [stmt] = p.blocks[block].as_slice() else { return None };
    match p.stmts[*stmt] {
        Stmt::Expr(e) => Some(e),
        _ => None,
    }
}

/// `x = c ? a : b;`
fn conditional(p: &Program, e: ExprId) -> Option<(ExprId, [ExprId; 3])> {
    let ExprKind::Assign { lhs, rhs } = p.exprs[e].kind else { return None };
    let rhs = match p.exprs[rhs].kind {
        ExprKind::Convert(inner) => inner,
        _ => rhs,
    };
    let ExprKind::Cond { cond, then, els } = p.exprs[rhs].kind else { return None };
    matches!(p.exprs[lhs].kind, ExprKind::Var(_)).then_some((lhs, [cond, then, els]))
}

/// `if (c) x = a; else x = b;`
fn as_if(p: &mut Program, stmt: StmtId, e: ExprId) -> Option<()> {
    let (lhs, [cond, then, els]) = conditional(p, e)?;
    let again = p.copy_expr(lhs);
    // Both values have been converted to the type of the whole.
    let (a, b) = (p.assign(lhs, then).ok()?, p.assign(again, els).ok()?);
    let (a, b) = (p.push_stmt(Stmt::Expr(a)), p.push_stmt(Stmt::Expr(b)));
    let (then, els) = (p.push_block(vec![a]), p.push_block(vec![b]));
    p.stmts[stmt] = Stmt::If { cond, then, els: Some(els) };
    Some(())
}
