//! Expressions that only compute with integers, as a list of operations on registers with jumps. Nothing can be seen of a int_expr before it
//! is done: one that meets anything undefined gives up, and nodes evaluate the expression instead and tell what is wrong.

use crate::ops;
use ir::arith::int::{self, ShiftRules};
use ir::{BinaryOp, Class, ExprId, ExprKind, IntType, LogicOp, Program, UnaryOp, VarId};

/// A power of two, so that every number of a register can be made one that there is.
pub(crate) const REGISTERS: usize = 16;
type Register = u8;

pub(crate) struct IntExpr {
    ops: Vec<Insn>,
}

#[derive(Clone, Copy)]
struct Insn {
    kind: InsnKind,
    /// How many nodes are evaluated by it.
    cost: u32,
}

#[derive(Clone, Copy)]
enum InsnKind {
    Set(Register, i64),
    Copy(Register, Register),
    Wrap(IntType, Register, Register),
    Binary(BinaryOp, IntType, Register, Register, Register),
    /// With a constant on the right.
    BinaryBy(BinaryOp, IntType, Register, Register, i64),
    /// Jumps if the first is less than the second, or if it is not.
    Less(Register, Register, bool, u16),
    LessThan(Register, i64, bool, u16),
    Equal(Register, Register, bool, u16),
    EqualTo(Register, i64, bool, u16),
    Jump(u16),
    Done(Register),
}

/// An operand that needs no computing any more.
#[derive(Clone, Copy)]
enum Operand {
    Register(Register),
    Constant(i64),
}

impl IntExpr {
    /// The value for arguments that are in the first registers, and the number of nodes evaluated.
    #[inline]
    pub(crate) fn value(&self, registers: &mut [i64; REGISTERS], rules: ShiftRules) -> Option<(i64, u64)> {
        let mut steps = 0;
        let mut next = 0;
        let at = |register: Register| usize::from(register) % REGISTERS;
        loop {
            let op = &self.ops[next];
            next += 1;
            steps += u64::from(op.cost);
            match op.kind {
                InsnKind::Set(to, value) => registers[at(to)] = value,
                InsnKind::Copy(to, a) => registers[at(to)] = registers[at(a)],
                InsnKind::Wrap(t, to, a) => registers[at(to)] = int::wrap(t, registers[at(a)]),
                InsnKind::Binary(op, t, to, a, b) => {
                    registers[at(to)] =
                        ops::word_binary(op, t, registers[at(a)], registers[at(b)], rules).ok()?;
                }
                InsnKind::BinaryBy(op, t, to, a, b) => {
                    registers[at(to)] = ops::word_binary(op, t, registers[at(a)], b, rules).ok()?;
                }
                InsnKind::Less(a, b, when, to) => {
                    if (registers[at(a)] < registers[at(b)]) == when {
                        next = usize::from(to);
                    }
                }
                InsnKind::LessThan(a, b, when, to) => {
                    if (registers[at(a)] < b) == when {
                        next = usize::from(to);
                    }
                }
                InsnKind::Equal(a, b, when, to) => {
                    if (registers[at(a)] == registers[at(b)]) == when {
                        next = usize::from(to);
                    }
                }
                InsnKind::EqualTo(a, b, when, to) => {
                    if (registers[at(a)] == b) == when {
                        next = usize::from(to);
                    }
                }
                InsnKind::Jump(to) => next = usize::from(to),
                InsnKind::Done(a) => return Some((registers[at(a)], steps)),
            }
        }
    }
}

/// The int_expr for an expression that is made of integers and of these parameters; `None` if it is too long.
pub(crate) fn int_expr(p: &Program, params: &[VarId], e: ExprId) -> Option<IntExpr> {
    let first = u8::try_from(params.len()).ok()?;
    let mut maker = Maker { p, params, ops: Vec::new(), cost: 0, free: first, entry: 0 };
    let result = maker.register()?;
    maker.compute(e, result)?;
    maker.emit(InsnKind::Done(result));
    let short = maker.ops.len() < usize::from(u16::MAX) && usize::from(first) < REGISTERS;
    short.then_some(IntExpr { ops: maker.ops })
}

struct Maker<'a> {
    p: &'a Program,
    params: &'a [VarId],
    ops: Vec<Insn>,
    /// What the next operation counts for nodes that need none.
    cost: u32,
    free: Register,
    /// The last operation that is jumped to.
    entry: usize,
}

impl Maker<'_> {
    fn int_type(&self, e: ExprId) -> Option<IntType> {
        match self.p.types.class(self.p.ty(e)) {
            Class::Int(t) if t.bits <= 64 => Some(t),
            _ => None,
        }
    }

    fn register(&mut self) -> Option<Register> {
        let register = self.free;
        self.free += 1;
        (usize::from(register) < REGISTERS).then_some(register)
    }

    fn emit(&mut self, kind: InsnKind) -> usize {
        let cost = std::mem::take(&mut self.cost);
        self.ops.push(Insn { kind, cost });
        self.ops.len() - 1
    }

    /// A place that is jumped to. What was counted on the way that does not jump stays there.
    fn here(&mut self) -> u16 {
        if self.cost > 0 {
            let follows = self.entry < self.ops.len();
            match self.ops.last_mut() {
                Some(op) if follows && !op.kind.jumps() => op.cost += std::mem::take(&mut self.cost),
                _ => {
                    self.emit(InsnKind::Copy(0, 0));
                }
            }
        }
        self.entry = self.ops.len();
        self.entry as u16
    }

    fn patch(&mut self, jumps: &[usize], to: u16) {
        for at in jumps {
            match &mut self.ops[*at].kind {
                InsnKind::Less(.., target)
                | InsnKind::LessThan(.., target)
                | InsnKind::Equal(.., target)
                | InsnKind::EqualTo(.., target)
                | InsnKind::Jump(target) => *target = to,
                _ => unreachable!("only jumps are patched"),
            }
        }
    }

    /// Where the value of an expression is, once it is computed.
    fn operand(&mut self, e: ExprId) -> Option<Operand> {
        let constant = match self.p.exprs[e].kind {
            ExprKind::Int { value, .. } => value as i64,
            ExprKind::EnumConst(id, n) => self.p.types.enums[id].constants[n as usize].1 as i64,
            ExprKind::SizeofType(ty) => self.p.types.size(ty) as i64,
            ExprKind::Var(var) => {
                self.cost += 1;
                let at = self.params.iter().position(|param| *param == var)?;
                return Some(Operand::Register(at as Register));
            }
            ExprKind::Cast(inner) | ExprKind::Convert(inner)
                if is_same_value(self.int_type(inner)?, self.int_type(e)?) =>
            {
                self.cost += 1;
                return self.operand(inner);
            }
            _ => {
                let to = self.register()?;
                self.compute(e, to)?;
                return Some(Operand::Register(to));
            }
        };
        self.cost += 1;
        Some(Operand::Constant(constant))
    }

    fn in_register(&mut self, operand: Operand) -> Option<Register> {
        match operand {
            Operand::Register(register) => Some(register),
            Operand::Constant(value) => {
                let to = self.register()?;
                self.emit(InsnKind::Set(to, value));
                Some(to)
            }
        }
    }

    /// Computes an expression.
    fn compute(&mut self, e: ExprId, to: Register) -> Option<()> {
        let free = self.free;
        match self.p.exprs[e].kind {
            ExprKind::Binary(op, a, b) => {
                self.cost += 1;
                self.binary(op, self.int_type(a)?, to, a, b)?;
            }
            ExprKind::Unary(UnaryOp::Plus, a) => {
                self.cost += 1;
                self.compute(a, to)?;
            }
            ExprKind::Unary(op, a) => {
                self.cost += 1;
                self.unary(op, self.int_type(a)?, to, a)?;
            }
            ExprKind::Cast(a) | ExprKind::Convert(a) => {
                self.cost += 1;
                let (from, t) = (self.int_type(a)?, self.int_type(e)?);
                let operand = self.operand(a)?;
                let a = self.in_register(operand)?;
                let kind = if is_same_value(from, t) {
                    InsnKind::Copy(to, a)
                } else if t.is_bool() {
                    InsnKind::BinaryBy(BinaryOp::Ne, from, to, a, 0)
                } else {
                    InsnKind::Wrap(t, to, a)
                };
                self.emit(kind);
            }
            ExprKind::Logic(..) => {
                let jumps = self.branch(e, false)?;
                self.either(
                    jumps,
                    |maker| {
                        maker.emit(InsnKind::Set(to, 1));
                        Some(())
                    },
                    |maker| {
                        maker.emit(InsnKind::Set(to, 0));
                        Some(())
                    },
                )?;
            }
            ExprKind::Cond { cond, then, els } => {
                self.cost += 1;
                let jumps = self.branch(cond, false)?;
                self.either(jumps, |m| m.compute(then, to), |m| m.compute(els, to))?;
            }
            _ => match self.operand(e)? {
                Operand::Register(a) => {
                    self.emit(InsnKind::Copy(to, a));
                }
                Operand::Constant(value) => {
                    self.emit(InsnKind::Set(to, value));
                }
            },
        }
        self.free = free;
        Some(())
    }

    /// One of two parts; the jumps are to the second.
    fn either(
        &mut self,
        jumps: Vec<usize>,
        then: impl FnOnce(&mut Self) -> Option<()>,
        els: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        then(self)?;
        let over = self.emit(InsnKind::Jump(0));
        let here = self.here();
        self.patch(&jumps, here);
        els(self)?;
        let here = self.here();
        self.patch(&[over], here);
        Some(())
    }

    fn binary(&mut self, op: BinaryOp, t: IntType, to: Register, a: ExprId, b: ExprId) -> Option<()> {
        let x = self.operand(a)?;
        let x = self.in_register(x)?;
        match self.operand(b)? {
            Operand::Register(y) => self.emit(InsnKind::Binary(op, t, to, x, y)),
            Operand::Constant(y) => self.emit(InsnKind::BinaryBy(op, t, to, x, y)),
        };
        Some(())
    }

    fn unary(&mut self, op: UnaryOp, t: IntType, to: Register, a: ExprId) -> Option<()> {
        let operand = self.operand(a)?;
        let x = self.in_register(operand)?;
        match op {
            UnaryOp::Neg => {
                let zero = self.register()?;
                self.emit(InsnKind::Set(zero, 0));
                self.emit(InsnKind::Binary(BinaryOp::Sub, t, to, zero, x));
            }
            UnaryOp::BitNot => {
                self.emit(InsnKind::BinaryBy(BinaryOp::Xor, t, to, x, int::wrap(t, -1)));
            }
            UnaryOp::Not | UnaryOp::Plus => {
                self.emit(InsnKind::BinaryBy(BinaryOp::Eq, t, to, x, 0));
            }
        }
        Some(())
    }

    /// Jumps if a comparison holds, or if it does not. All words are in the order of their values, unless they are unsigned and
    /// fill the word.
    fn compare(
        &mut self,
        op: BinaryOp,
        t: IntType,
        (x, y): (Register, Operand),
        when: bool,
    ) -> Option<usize> {
        let ordered = t.signed || t.bits < 64;
        let kind = match (op, y) {
            (BinaryOp::Eq | BinaryOp::Ne, Operand::Register(y)) => {
                InsnKind::Equal(x, y, when == (op == BinaryOp::Eq), 0)
            }
            (BinaryOp::Eq | BinaryOp::Ne, Operand::Constant(y)) => {
                InsnKind::EqualTo(x, y, when == (op == BinaryOp::Eq), 0)
            }
            (BinaryOp::Lt | BinaryOp::Ge, Operand::Constant(y)) if ordered => {
                InsnKind::LessThan(x, y, when == (op == BinaryOp::Lt), 0)
            }
            _ if ordered => {
                let y = self.in_register(y)?;
                match op {
                    BinaryOp::Lt | BinaryOp::Ge => InsnKind::Less(x, y, when == (op == BinaryOp::Lt), 0),
                    _ => InsnKind::Less(y, x, when == (op == BinaryOp::Gt), 0),
                }
            }
            _ => {
                let y = self.in_register(y)?;
                let truth = self.register()?;
                self.emit(InsnKind::Binary(op, t, truth, x, y));
                InsnKind::EqualTo(truth, 0, !when, 0)
            }
        };
        Some(self.emit(kind))
    }

    /// Jumps if an expression is true, or if it is not. Gives the jumps, whose target is not known yet.
    fn branch(&mut self, e: ExprId, when: bool) -> Option<Vec<usize>> {
        let free = self.free;
        let jumps = match self.p.exprs[e].kind {
            ExprKind::Logic(op, a, b) => {
                self.cost += 1;
                // Where the first operand decides.
                let decides = op == LogicOp::Or;
                if decides == when {
                    let mut jumps = self.branch(a, when)?;
                    jumps.extend(self.branch(b, when)?);
                    jumps
                } else {
                    let over = self.branch(a, decides)?;
                    let jumps = self.branch(b, when)?;
                    let here = self.here();
                    self.patch(&over, here);
                    jumps
                }
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                self.cost += 1;
                self.branch(a, !when)?
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                self.cost += 1;
                let (t, x) = (self.int_type(a)?, self.operand(a)?);
                let x = self.in_register(x)?;
                let y = self.operand(b)?;
                vec![self.compare(op, t, (x, y), when)?]
            }
            _ => {
                let x = self.operand(e)?;
                let x = self.in_register(x)?;
                vec![self.emit(InsnKind::EqualTo(x, 0, !when, 0))]
            }
        };
        self.free = free;
        Some(jumps)
    }
}

impl InsnKind {
    fn jumps(self) -> bool {
        matches!(
            self,
            InsnKind::Less(..)
                | InsnKind::LessThan(..)
                | InsnKind::Equal(..)
                | InsnKind::EqualTo(..)
                | InsnKind::Jump(_)
        )
    }
}

/// Whether every value of one type is kept in the same way as the other type's.
pub(crate) fn is_same_value(from: IntType, to: IntType) -> bool {
    if to.is_bool() {
        return from.is_bool();
    }
    // A type that fills the word keeps every word.
    to.bits == 64 || (from.signed == to.signed && from.bits <= to.bits) || (to.signed && from.bits < to.bits)
}
