//! Integer arithmetic that is about to be undefined: flipped, given a constant, guarded, or rewritten by a table.

use crate::expr::guard;
use crate::repair::site::{Operand, Site};
use crate::repair::{orange_int, site, yarpgen};
use crate::state::census::RepairKind;
use crate::state::{Gen, sites};
use crate::types::constants;
use ir::arith::int;
use ir::{BinaryOp, ExprId, ExprKind, IncDec, IntType, Ty, UnaryOp};
use machine::{Ub, Value, View};

/// Whether the site is repaired in Orange's ways.
pub fn by_orange(g: &mut Gen, view: &View, site: ExprId) -> bool {
    let share = g.policy.repairs.orange;
    share > 0 && site::is_fresh(g, view, site) && g.ch.chance("by-orange", share)
}

/// What is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// Another operator.
    Flip,
    /// A constant, added to an operand.
    Insert,
    Guard,
    /// YARPGen's table of rewrites.
    YarpgenTable,
}

const STRATEGIES: [Strategy; 4] = [Strategy::Flip, Strategy::Insert, Strategy::Guard, Strategy::YarpgenTable];

/// Only a site without a history may become something else for values that do not fail.
fn draw_strategy(g: &mut Gen, view: &View, id: ExprId) -> Strategy {
    let first = site::is_fresh(g, view, id);
    let fresh = first && !g.is_rewritten(id);
    let r = &g.policy.repairs;
    let weights = [r.flip, r.insert, r.guard.max(u32::from(r.table == 0)), r.table];
    let only_table = weights[..3].iter().sum::<u32>() == 0;
    match (fresh, first && only_table) {
        (true, _) => {
            let drawn = g.ch.weighted("repair", weights.into_iter());
            drawn.map_or(Strategy::Guard, |i| STRATEGIES[i])
        }
        // The table may have more than one line for a site: a count, and then the value.
        (false, true) => Strategy::YarpgenTable,
        (false, false) => Strategy::Guard,
    }
}

pub fn repair(g: &mut Gen, view: &View, id: ExprId, ub: &Ub, held: &[(ExprId, Value)]) -> Option<RepairKind> {
    let site = Site::of(g, id, ub, held);
    if by_orange(g, view, id)
        && let Some(kind) = site.as_ref().and_then(|site| orange_int::repair(g, site))
    {
        return Some(kind);
    }
    let strategy = draw_strategy(g, view, id);
    g.set_rewritten(id);
    if strategy == Strategy::YarpgenTable
        && let Some(kind) = site.as_ref().and_then(|site| yarpgen::rewrite(g, site))
    {
        return Some(kind);
    }
    match g.p.exprs[id].kind {
        ExprKind::Binary(op, a, b) => match strategy {
            Strategy::Flip => flip_divisor(g, id, op, ub, a, b)
                .or_else(|| flip(g, id, op, ub, a, b))
                .or_else(|| guard::guard(g, id)),
            Strategy::Insert => site.and_then(|site| insert(g, &site)).or_else(|| guard::guard(g, id)),
            Strategy::Guard | Strategy::YarpgenTable => guard::guard(g, id),
        },
        ExprKind::Unary(UnaryOp::Neg, a) => negation(g, id, a, strategy).or_else(|| guard::guard(g, id)),
        ExprKind::AssignOp { op, lhs, rhs, calc } => {
            let flipped = if strategy == Strategy::Flip { flip_compound(g, id, op, ub) } else { None };
            flipped.or_else(|| guard::guard_compound(g, id, op, lhs, rhs, calc))
        }
        ExprKind::IncDec(op, lhs) => {
            turned(g, id, op, lhs, strategy).or_else(|| guard::guard_increment(g, id, op, lhs))
        }
        _ => None,
    }
}

/// Whether the operator may change: where flipping is off, insertion has nothing for one operand either.
fn may_flip(g: &Gen, strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Flip | Strategy::Insert) && g.policy.repairs.flip > 0
}

/// `-a` for the least value: `+a` or `~a`.
fn negation(g: &mut Gen, id: ExprId, a: ExprId, strategy: Strategy) -> Option<RepairKind> {
    if !may_flip(g, strategy) {
        return None;
    }
    let ty = g.p.ty(id);
    let op = if strategy == Strategy::Flip { UnaryOp::Plus } else { UnaryOp::BitNot };
    g.p.set_expr(id, ExprKind::Unary(op, a), ty);
    Some(RepairKind::FlipNegation)
}

/// A comparison, under the conversions around it.
pub fn comparison_in(g: &Gen, e: ExprId) -> Option<(ExprId, BinaryOp, ExprId, ExprId)> {
    match g.p.exprs[e].kind {
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => comparison_in(g, inner),
        ExprKind::Binary(op, a, b) if op.is_comparison() => Some((e, op, a, b)),
        _ => None,
    }
}

/// A divisor that is a comparison and gives 0 is turned around, and gives 1.
pub fn flip_divisor(
    g: &mut Gen,
    site: ExprId,
    op: BinaryOp,
    ub: &Ub,
    a: ExprId,
    b: ExprId,
) -> Option<RepairKind> {
    if !matches!(ub, Ub::DivideByZero { .. }) || !g.p.is_pure(b) || comparison_in(g, b).is_none() {
        return None;
    }
    // A copy, because the value of this one has been computed already.
    let b = sites::copy(g, b);
    set_operands(g, site, op, a, b);
    let (e, op, x, y) = comparison_in(g, b)?;
    let other = match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    };
    g.p.set_expr(e, ExprKind::Binary(other, x, y), Ty::INT);
    Some(RepairKind::FlipDivisor)
}

/// The operator that YARPGen's table puts in place of one that fails.
fn flipped(op: BinaryOp, ub: &Ub) -> Option<BinaryOp> {
    Some(match (op, ub) {
        (BinaryOp::Add, _) => BinaryOp::Sub,
        (BinaryOp::Sub, _) => BinaryOp::Add,
        (BinaryOp::Mul, Ub::SignedOverflow { a, b, .. }) if *b == -1 || *a == -1 => BinaryOp::Sub,
        (BinaryOp::Mul, _) => BinaryOp::Div,
        (BinaryOp::Div | BinaryOp::Rem, Ub::DivideByZero { .. }) => BinaryOp::Mul,
        (BinaryOp::Div | BinaryOp::Rem, _) => BinaryOp::Sub,
        _ => return None,
    })
}

fn flip(g: &mut Gen, site: ExprId, op: BinaryOp, ub: &Ub, a: ExprId, b: ExprId) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let ty = g.p.ty(site);
    g.p.set_expr(site, ExprKind::Binary(op, a, b), ty);
    Some(RepairKind::Flip)
}

fn flip_compound(g: &mut Gen, site: ExprId, op: BinaryOp, ub: &Ub) -> Option<RepairKind> {
    let op = flipped(op, ub)?;
    let e = g.p.exprs[site];
    let ExprKind::AssignOp { lhs, rhs, calc, .. } = e.kind else { return None };
    g.p.set_expr(site, ExprKind::AssignOp { op, lhs, rhs, calc }, e.ty);
    Some(RepairKind::FlipCompound)
}

/// Changes one operand by a constant, so that this evaluation is defined.
fn insert(g: &mut Gen, site: &Site) -> Option<RepairKind> {
    let Site { id, op, ub, a, b } = *site;
    let op = op?;
    match ub {
        Ub::SignedOverflow { .. } if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) => {
            let aim = g.ch.below("insert-aim", 2) as i128;
            let new = add_constant(g, a, aim)?;
            set_operands(g, id, op, new, b.e);
            Some(RepairKind::InsertLeft)
        }
        Ub::DivideByZero { .. } | Ub::DivideOverflow { .. } => {
            let aim = g.ch.between("insert-divisor", 1, g.policy.amounts.max_divisor) as i128;
            let new = add_constant(g, b, aim)?;
            set_operands(g, id, op, a.e, new);
            Some(RepairKind::InsertDivisor)
        }
        Ub::ShiftCount { width, .. } => {
            let left = op == BinaryOp::Shl && a.ty.signed;
            let room = if left { shift_room(a.value, a.ty)? } else { u32::from(width) };
            let aim = g.ch.below("insert-count", room as usize) as i128;
            let new = add_constant(g, b, aim)?;
            set_operands(g, id, op, a.e, new);
            Some(RepairKind::InsertCount)
        }
        Ub::ShiftNegative { .. } | Ub::ShiftOverflow { .. } => {
            let count = u32::try_from(b.value).ok()?;
            let bits = u32::from(a.ty.bits).checked_sub(count + 1).filter(|n| *n > 0)?;
            let mask = i128::MAX >> (127 - bits);
            let kind = g.p.types.int_kind(g.p.ty(a.e))?;
            let mask = constants::literal(g, mask, kind);
            let ty = g.p.value_type(a.e);
            let new = g.p.push_expr(ExprKind::Binary(BinaryOp::And, a.e, mask), ty);
            set_operands(g, id, op, new, b.e);
            Some(RepairKind::ShrinkLeft)
        }
        _ => None,
    }
}

/// How far a signed value can be shifted to the left.
pub fn shift_room(x: i128, t: IntType) -> Option<u32> {
    if x < 0 {
        return None;
    }
    let used = 128 - x.leading_zeros();
    Some(u32::from(t.bits) - used).filter(|n| *n > 0)
}

/// `e + c`, where the sum is the aim now.
fn add_constant(g: &mut Gen, Operand { e, value, ty: t }: Operand, aim: i128) -> Option<ExprId> {
    let c = aim.checked_sub(value)?;
    let c = if t.signed {
        if c < int::min::<i128>(t) + 1 || c > int::max::<i128>(t) {
            return None;
        }
        c
    } else {
        int::wrap(t, c)
    };
    let ty = g.p.value_type(e);
    let kind = g.p.types.int_kind(ty)?;
    let c = constants::literal(g, c, kind);
    Some(g.p.push_expr(ExprKind::Binary(BinaryOp::Add, e, c), ty))
}

pub fn set_operands(g: &mut Gen, site: ExprId, op: BinaryOp, a: ExprId, b: ExprId) {
    let ty = g.p.ty(site);
    g.p.set_expr(site, ExprKind::Binary(op, a, b), ty);
}

/// `x++` at the limit: the other direction.
fn turned(g: &mut Gen, id: ExprId, op: IncDec, lhs: ExprId, strategy: Strategy) -> Option<RepairKind> {
    if !may_flip(g, strategy) {
        return None;
    }
    let other = match op {
        IncDec::PreInc => IncDec::PreDec,
        IncDec::PreDec => IncDec::PreInc,
        IncDec::PostInc => IncDec::PostDec,
        IncDec::PostDec => IncDec::PostInc,
    };
    let ty = g.p.ty(id);
    g.p.set_expr(id, ExprKind::IncDec(other, lhs), ty);
    Some(RepairKind::FlipIncrement)
}

/// The rule of repairs, for all operands of 4 bits: a site that is evaluated for the first time is defined afterwards for the
/// values that it has; a guard changes nothing for operands that did not fail.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Choice, Stream};
    use crate::policy::Policy;
    use crate::state::Gen;
    use crate::state::scopes::VarInfo;
    use ir::arith::int::ShiftRules;
    use ir::{Init, Program, Storage, Target};
    use machine::ops;

    const OPS: [BinaryOp; 7] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
    ];

    fn generator(seed: u64, policy: Policy) -> Gen {
        let grammar = crate::expr::grammar(&policy);
        let ch = Choice::new(seed, Stream::Program, 0);
        Gen::new(Program::new(Target::LP64), ch, policy, grammar)
    }

    fn variable(g: &mut Gen, name: &str) -> ExprId {
        let var = g.p.add_global(name, Ty::INT, Storage::Global, None);
        g.set_info(var, VarInfo::at(0));
        g.p.var(var)
    }

    fn apply(op: BinaryOp, a: (i128, IntType), b: (i128, IntType)) -> Result<i128, Ub> {
        let (x, y) = (Value::Int(a.0 as i64), Value::Int(b.0 as i64));
        match ops::int_binary(op, a.1, b.1, x, y, ShiftRules::Portable)? {
            Value::Int(v) => Ok(int::widen(a.1, v)),
            other => panic!("{other:?} is no integer of 4 bits"),
        }
    }

    /// The two operands, with values and types of 4 bits.
    struct Operands {
        a: Operand,
        b: Operand,
    }

    impl Operands {
        /// What the expression gives; nodes that are no operands are of the type.
        fn value(&self, g: &Gen, e: ExprId, t: IntType) -> Result<i128, Ub> {
            if let Some(operand) = [self.a, self.b].iter().find(|operand| operand.e == e) {
                return Ok(operand.value);
            }
            let p = &g.p;
            match p.exprs[e].kind {
                ExprKind::Int { value, .. } => Ok(int::wrap(t, value as i128)),
                ExprKind::Var(var) => match p.vars[var].init.map(|init| &p.inits[init]) {
                    Some(Init::Expr(e)) => self.value(g, *e, t),
                    other => panic!("{other:?} is no constant"),
                },
                ExprKind::Cast(a) | ExprKind::Convert(a) => {
                    let from = if self.is_right(g, a) { self.b.ty } else { t };
                    self.value(g, a, from).map(|v| int::wrap(t, v))
                }
                ExprKind::Unary(UnaryOp::Plus, a) => self.value(g, a, t),
                // Only of literals, the least value among them.
                ExprKind::Unary(UnaryOp::Neg, a) => self.value(g, a, t).map(|v| int::wrap(t, -v)),
                ExprKind::Binary(op, a, b) => {
                    let count = if op.is_shift() { self.b.ty } else { t };
                    apply(op, (self.value(g, a, t)?, t), (self.value(g, b, count)?, count))
                }
                ExprKind::Guard(inner, _) => match (self.value(g, inner, t), p.exprs[inner].kind) {
                    (Err(_), ExprKind::Binary(_, a, _)) => self.value(g, a, t),
                    (value, _) => value,
                },
                other => panic!("{other:?} is not made by repairs of arithmetic"),
            }
        }

        /// Whether the expression is the right operand, or that with a constant.
        fn is_right(&self, g: &Gen, e: ExprId) -> bool {
            match g.p.exprs[e].kind {
                ExprKind::Binary(_, a, _) => self.is_right(g, a),
                _ => e == self.b.e,
            }
        }

        /// The site as it is now, if it is undefined.
        fn site(&self, g: &Gen, id: ExprId) -> Option<Site> {
            let ub = self.value(g, id, self.a.ty).err()?;
            let ExprKind::Binary(op, a, b) = g.p.exprs[id].kind else { return None };
            let count = if op.is_shift() { self.b.ty } else { self.a.ty };
            let operand = |e, ty| Some(Operand { e, value: self.value(g, e, ty).ok()?, ty });
            Some(Site { id, op: Some(op), ub, a: operand(a, self.a.ty)?, b: operand(b, count)? })
        }
    }

    /// Calls with each operation of 4 bits, and says whether it is undefined.
    fn each(g: &mut Gen, mut f: impl FnMut(&mut Gen, ExprId, BinaryOp, &Operands, bool)) {
        let types = [IntType { bits: 4, signed: true }, IntType { bits: 4, signed: false }];
        let (left, right) = (variable(g, "a"), variable(g, "b"));
        let values = |t: IntType| int::min::<i128>(t)..=int::max::<i128>(t);
        for op in OPS {
            for ta in types {
                for tb in types.into_iter().filter(|tb| op.is_shift() || *tb == ta) {
                    for (x, y) in values(ta).flat_map(|x| values(tb).map(move |y| (x, y))) {
                        let id = g.p.push_expr(ExprKind::Binary(op, left, right), Ty::INT);
                        let a = Operand { e: left, value: x, ty: ta };
                        let b = Operand { e: right, value: y, ty: tb };
                        f(g, id, op, &Operands { a, b }, apply(op, (x, ta), (y, tb)).is_err());
                    }
                }
            }
        }
    }

    type Repairing = fn(&mut Gen, &Site) -> Option<RepairKind>;

    /// Repairs each undefined operation until it is defined, and tells how many had to be guarded in the end.
    fn repaired(seed: u64, policy: Policy, by: Repairing) -> (usize, usize) {
        let (mut sites, mut guarded) = (0, 0);
        each(&mut generator(seed, policy), |g, id, op, operands, undefined| {
            if !undefined {
                return;
            }
            sites += 1;
            // A count, then the value, and then the count once more.
            for _ in 0..4 {
                match operands.site(g, id) {
                    Some(site) if by(g, &site).is_some() => {}
                    _ => break,
                }
            }
            if operands.site(g, id).is_some() {
                guarded += 1;
                guard::guard(g, id);
            }
            let value = operands.value(g, id, operands.a.ty);
            let (x, y) = (operands.a.value, operands.b.value);
            assert!(value.is_ok(), "{op:?} of {x} and {y} became {:?}: {value:?}", g.p.exprs[id].kind);
        });
        (sites, guarded)
    }

    #[test]
    fn flips_are_defined_for_the_values_at_hand() {
        let flipping: Repairing = |g, s| flip(g, s.id, s.op?, &s.ub, s.a.e, s.b.e);
        let (sites, guarded) = repaired(1, Policy::default(), flipping);
        // There is no flip for shifts, and each of the others is enough.
        let mut shifts = 0;
        each(&mut generator(1, Policy::default()), |_, _, op, _, undefined| {
            shifts += usize::from(undefined && op.is_shift());
        });
        assert!(sites > shifts && guarded == shifts, "{guarded} of {sites} guarded, {shifts} shifts");
    }

    #[test]
    fn insertions_and_tables_are_defined_for_the_values_at_hand() {
        for seed in 0..4 {
            let (sites, guarded) = repaired(seed, Policy::default(), insert);
            assert!(guarded * 2 < sites, "{guarded} of {sites} insertions did not do");
            assert_eq!(repaired(seed, Policy::default(), yarpgen::rewrite).1, 0, "YARPGen's table");
            for flip in [0, 100] {
                let mut policy = Policy::default();
                policy.repairs.flip = flip;
                let (sites, guarded) = repaired(seed, policy, orange_int::repair);
                assert!(guarded * 2 < sites, "{guarded} of {sites} are not in Orange's table");
            }
        }
    }

    #[test]
    fn guards_change_nothing_that_did_not_fail() {
        each(&mut generator(1, Policy::default()), |g, id, op, operands, undefined| {
            let before = operands.value(g, id, operands.a.ty);
            assert_eq!(before.is_err(), undefined);
            assert_eq!(guard::guard(g, id), Some(RepairKind::Guard));
            let (x, y) = (operands.a.value, operands.b.value);
            let after = operands.value(g, id, operands.a.ty);
            assert_eq!(after, before.or(Ok(x)), "{op:?} of {x} and {y}");
        });
    }
}
