//! The expression under construction: what it may still do, and what it has mentioned.

use crate::state::Run;
use ir::{BlockId, ExprId, ExprKind, VarId};

/// What the expression under construction may still do.
pub struct Cx {
    pub block: BlockId,
    /// Tokens it may still have, roughly.
    pub budget: i32,
    /// Operators are restricted to one of YARPGen's contexts.
    pub context: Option<usize>,
    /// Leaves that are constants, in per cent; the policy decides where it is `None`.
    pub constant_leaves: Option<u32>,
    /// Assignments and increments may occur.
    pub effects: bool,
    /// What is written is read before, as by `+=`.
    pub updates: bool,
    /// A volatile object is accessed already: a second access would have no defined order.
    pub volatile: bool,
    /// The variables mentioned so far, and whether they are written.
    pub used: Vec<(VarId, bool)>,
    /// How many of those lead to the place that is assigned to, which must not change meanwhile.
    pub place: usize,
    /// What is assigned to stays where it is, whatever calls within the expression do.
    pub steady: bool,
    /// Operations around what is made now.
    pub depth: u32,
    /// There may be a call, so that only what no call can reach may be read.
    pub private: bool,
    /// A call may be made here.
    pub calls: bool,
    /// A variable can be declared before the statement.
    pub declare: bool,
}

impl Cx {
    pub fn new(m: &mut Run, block: BlockId) -> Self {
        let typical = m.grow.policy.shape.expression_tokens.max(2);
        let budget = m.grow.ch.between("expression-budget", 1, typical * 2) as i32;
        Cx {
            block,
            budget,
            context: m.grow.block(block).context,
            constant_leaves: None,
            effects: true,
            updates: false,
            volatile: false,
            used: Vec::new(),
            place: 0,
            steady: true,
            depth: 0,
            private: false,
            calls: false,
            declare: true,
        }
    }

    /// The value will go to this place.
    pub fn towards(&mut self, m: &Run, place: ExprId) {
        self.place = self.used.len();
        self.steady = is_fixed(m, place);
    }

    /// Whether a conflict with what was mentioned before is left to the repair: that needs a place that stays where it is.
    pub fn is_loose(&self, m: &mut Run) -> bool {
        let share = m.grow.policy.repairs.unsequenced;
        self.effects && self.steady && !m.grow.dead && m.grow.ch.chance("unsequenced", share)
    }

    /// For conditions and arguments: nothing but a value.
    pub fn pure(m: &mut Run, block: BlockId) -> Self {
        Cx { effects: false, ..Cx::new(m, block) }
    }
}

/// Whether finding the place that an lvalue designates reads nothing.
pub fn is_fixed(m: &Run, e: ExprId) -> bool {
    match m.grow.p.exprs[e].kind {
        ExprKind::Var(_) => true,
        ExprKind::Member { base, .. } | ExprKind::Decay(base) => is_fixed(m, base),
        ExprKind::Index { base, index } => {
            matches!(m.grow.p.exprs[base].kind, ExprKind::Decay(_))
                && is_fixed(m, base)
                && matches!(m.grow.p.exprs[index].kind, ExprKind::Int { .. })
        }
        _ => false,
    }
}
