//! The expression under construction: what it may still do, and what it has mentioned.

use crate::state::Gen;
use crate::state::operator_context::OperatorContext;
use ir::{BlockId, ExprId, ExprKind, VarId};

/// Whether assignments and increments may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideEffects {
    None,
    Allowed,
}

/// What becomes of the lvalue that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Written,
    /// It is read before, as by `+=`.
    Updated,
}

/// Whether a volatile object is accessed already: a second access would have no defined order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volatile {
    Untouched,
    Accessed,
}

/// Whether what is assigned to stays where it is, whatever calls within the expression do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Steady,
    Moving,
}

/// What may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    All,
    /// There may be a call in the expression: only what no call can reach.
    Private,
}

/// Whether a call may be made here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    None,
    One,
}

/// Where a variable that the expression needs can be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declare {
    BeforeStatement,
    Nowhere,
}

/// What the expression under construction may still do.
pub struct Cx {
    pub block: BlockId,
    /// Tokens it may still have, roughly.
    pub budget: i32,
    /// Operators are restricted to one of YARPGen's contexts.
    pub context: Option<OperatorContext>,
    /// Leaves that are constants, in per cent; the policy decides where it is `None`.
    pub constant_leaves: Option<u32>,
    pub effects: SideEffects,
    target: Target,
    pub volatile: Volatile,
    /// The variables mentioned so far, and whether they are written.
    pub used: Vec<(VarId, bool)>,
    /// How many of those lead to the place that is assigned to, which must not change meanwhile.
    pub to_place: usize,
    pub place: Place,
    /// Operations around what is made now.
    pub depth: u32,
    pub reads: Reads,
    pub calls: Calls,
    pub declare: Declare,
}

impl Cx {
    pub fn new(g: &mut Gen, block: BlockId) -> Self {
        let typical = g.policy.shape.expression_tokens.max(2);
        let budget = g.ch.between("expression-budget", 1, typical * 2) as i32;
        Cx {
            block,
            budget,
            context: g.block(block).context,
            constant_leaves: None,
            effects: SideEffects::Allowed,
            target: Target::Written,
            volatile: Volatile::Untouched,
            used: Vec::new(),
            to_place: 0,
            place: Place::Steady,
            depth: 0,
            reads: Reads::All,
            calls: Calls::None,
            declare: Declare::BeforeStatement,
        }
    }

    /// The value will go to this place.
    pub fn towards(&mut self, g: &Gen, place: ExprId) {
        self.to_place = self.used.len();
        self.place = if is_fixed(g, place) { Place::Steady } else { Place::Moving };
    }

    /// Whether a conflict with what was mentioned before is left to the repair: that needs a place that stays where it is.
    pub fn is_loose(&self, g: &mut Gen) -> bool {
        let share = g.policy.repairs.unsequenced;
        let movable = self.effects == SideEffects::Allowed && self.place == Place::Steady;
        movable && !g.dead && g.ch.chance("unsequenced", share)
    }

    /// Whether only what no call can reach may be read.
    pub fn is_private(&self) -> bool {
        self.reads == Reads::Private
    }

    /// Whether what is written is read before.
    pub fn is_update(&self) -> bool {
        self.target == Target::Updated
    }

    /// Makes a part that assigns nothing.
    pub fn without_effects<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.effects, SideEffects::None);
        let made = make(self);
        self.effects = outer;
        made
    }

    /// Makes an lvalue that is read before it is written.
    pub fn updating<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.target, Target::Updated);
        let made = make(self);
        self.target = outer;
        made
    }

    /// Makes a part that a call cannot change, whatever it mentions.
    pub fn reading_all<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.reads, Reads::All);
        let made = make(self);
        self.reads = outer;
        made
    }

    /// For conditions and arguments: nothing but a value.
    pub fn pure(g: &mut Gen, block: BlockId) -> Self {
        Cx { effects: SideEffects::None, ..Cx::new(g, block) }
    }
}

/// Whether finding the place that an lvalue designates reads nothing.
pub fn is_fixed(g: &Gen, e: ExprId) -> bool {
    match g.p.exprs[e].kind {
        ExprKind::Var(_) => true,
        ExprKind::Member { base, .. } | ExprKind::Decay(base) => is_fixed(g, base),
        ExprKind::Index { base, index } => {
            matches!(g.p.exprs[base].kind, ExprKind::Decay(_))
                && is_fixed(g, base)
                && matches!(g.p.exprs[index].kind, ExprKind::Int { .. })
        }
        _ => false,
    }
}
