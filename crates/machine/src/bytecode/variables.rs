//! What is known of a program's variables before it runs: to which of them pointers can be, and which are written to by name within
//! expressions.

use ir::{ExprId, ExprKind, Id, Program, Stmt, VarId};

/// What is known of the variables of a program, by their numbers.
pub(crate) struct Variables {
    /// Whether pointers can be to it.
    pub addressed: Vec<bool>,
    /// Whether it is assigned to by name within an expression; not if that is always the whole statement.
    pub written_within: Vec<bool>,
}

impl Variables {
    pub fn of(p: &Program) -> Self {
        // Where an array is only indexed, no pointer is kept.
        let mut indexed = vec![false; p.exprs.len()];
        let mut whole = vec![false; p.exprs.len()];
        for (_, e) in p.exprs.iter() {
            if let ExprKind::Index { base, .. } = e.kind {
                indexed[base.index()] = true;
            }
        }
        for (_, stmt) in p.stmts.iter() {
            if let Stmt::Expr(e) | Stmt::For { step: Some(e), .. } = stmt {
                whole[e.index()] = true;
            }
        }
        let none = vec![false; p.vars.len()];
        let mut known = Variables { addressed: none.clone(), written_within: none };
        for (id, e) in p.exprs.iter() {
            let (place, found) = match e.kind {
                ExprKind::AddrOf(place) => (place, &mut known.addressed),
                ExprKind::Decay(place) if !indexed[id.index()] => (place, &mut known.addressed),
                ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } | ExprKind::IncDec(_, lhs)
                    if !whole[id.index()] =>
                {
                    (lhs, &mut known.written_within)
                }
                _ => continue,
            };
            if let Some(var) = root(p, place) {
                found[var.index()] = true;
            }
        }
        known
    }
}

/// The variable that a place is part of, if it is named.
pub(crate) fn root(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, .. } => root(p, base),
        ExprKind::Index { base, .. } => match p.exprs[base].kind {
            ExprKind::Decay(array) => root(p, array),
            _ => None,
        },
        _ => None,
    }
}
