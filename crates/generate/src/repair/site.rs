//! The site that is about to be undefined, and integer operations with the values of their operands.

use crate::state::Gen;
use crate::state::sites::Owner;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, IntType, UnaryOp};
use machine::{Ub, Value, View};

/// An operand with the value that it has now.
#[derive(Clone, Copy)]
pub struct Operand {
    pub e: ExprId,
    pub value: i128,
    pub ty: IntType,
}

impl Operand {
    pub fn of(g: &Gen, e: ExprId, held: &[(ExprId, Value)]) -> Option<Operand> {
        let ty = g.p.types.int_type(g.p.ty(e))?;
        let value = held.iter().find(|(h, _)| *h == e).and_then(|(_, v)| v.wide(ty))?;
        Some(Operand { e, value, ty })
    }
}

/// An integer operation that is about to be undefined, with the values of its operands. A negation has its operand twice.
pub struct Site {
    pub id: ExprId,
    /// `None` for a negation.
    pub op: Option<BinaryOp>,
    pub ub: Ub,
    pub a: Operand,
    pub b: Operand,
}

impl Site {
    pub fn of(g: &Gen, id: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<Site> {
        let (op, a, b) = match g.p.exprs[id].kind {
            ExprKind::Unary(UnaryOp::Neg, a) => (None, a, a),
            ExprKind::Binary(op, a, b) => (Some(op), a, b),
            _ => return None,
        };
        Some(Site { id, op, ub: *ub, a: Operand::of(g, a, held)?, b: Operand::of(g, b, held)? })
    }

    pub fn width(&self) -> i128 {
        i128::from(self.a.ty.bits)
    }

    pub fn left_is_min(&self) -> bool {
        self.a.ty.signed && self.a.value == int::min::<i128>(self.a.ty)
    }

    /// The one division that overflows.
    pub fn min_by_minus_one(&self) -> bool {
        self.left_is_min() && self.b.value == -1
    }

    pub fn count_is_min(&self) -> bool {
        self.b.ty.signed && self.b.value == int::min::<i128>(self.b.ty)
    }

    pub fn count_is_negative(&self) -> bool {
        self.b.value < 0 && !self.count_is_min()
    }

    pub fn count_is_large(&self) -> bool {
        self.b.value >= self.width()
    }

    pub fn count_is_good(&self) -> bool {
        (0..self.width()).contains(&self.b.value)
    }

    /// Counts are below this: for a signed value to the left, so that its highest bit stays below the sign.
    pub fn room(&self) -> i128 {
        let keeps_bits = self.op == Some(BinaryOp::Shl) && self.a.ty.signed && self.a.value >= 0;
        let used = if keeps_bits { 128 - self.a.value.leading_zeros() } else { 0 };
        self.width() - i128::from(used)
    }
}

/// Whether the site is evaluated for the first time, so that nothing depends on what it did before.
pub fn is_fresh(g: &Gen, view: &View, site: ExprId) -> bool {
    let Some(Owner { stmt, body }) = g.owner(site) else { return false };
    view.observed.runs(stmt) == 1 && body.is_none_or(|b| view.observed.entries(b) == 0)
}

/// The site dereferences another pointer from now on.
pub fn set_pointer(g: &mut Gen, site: ExprId, new: ExprId) -> Option<()> {
    let e = g.p.exprs[site];
    let kind = match e.kind {
        ExprKind::Deref(_) => ExprKind::Deref(new),
        ExprKind::Arrow { field, .. } => ExprKind::Arrow { base: new, field },
        ExprKind::Index { index, .. } => ExprKind::Index { base: new, index },
        _ => return None,
    };
    g.p.set_expr(site, kind, e.ty);
    Some(())
}

#[cfg(test)]
mod tests {
    use crate::choice::{Choice, Stream};
    use crate::policy::Policy;
    use crate::state::Gen;
    use ir::{IntKind, Program, Stmt, Target};

    /// A loop's condition is made before what jumps into the loop and what is in it, and the loop is finished last.
    #[test]
    fn nodes_belong_to_the_statement_that_they_stand_in_whichever_is_finished_last() {
        let policy = Policy::default();
        let grammar = crate::expr::grammar(&policy);
        let mut g = Gen::new(Program::new(Target::LP64), Choice::new(1, Stream::Program, 0), policy, grammar);
        let outer_mark = g.mark();
        let cond = g.p.int_lit(0, IntKind::Int);
        let inner_mark = g.mark();
        let e = g.p.int_lit(1, IntKind::Int);
        let inner = g.p.push_stmt(Stmt::Expr(e));
        g.own(inner_mark, inner, None);
        let body = g.p.push_block(vec![inner]);
        let outer = g.p.push_stmt(Stmt::DoWhile { body, cond });
        let loose = g.p.int_lit(2, IntKind::Int);
        g.own(outer_mark, outer, Some(body));
        let owner = |e| g.owner(e).map(|owner| (owner.stmt, owner.body));
        assert_eq!(owner(e), Some((inner, None)));
        assert_eq!(owner(cond), Some((outer, Some(body))));
        assert_eq!(owner(loose), Some((outer, Some(body))));
    }
}
