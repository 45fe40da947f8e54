//! Guards: an operation that gives its left operand where the operation would be undefined. Each is
//! printed in place, as a call of a helper function, or as a macro. What "undefined" means is a table of
//! conditions, one row per operator; the conditions themselves are defined for all operand values.

use super::Printer;
use super::expr::prec;
use super::spell::{fresh, short_name};
use crate::options::EmitError;
use ir::{
    BinaryOp, ExprId, ExprKind, FloatFormat, FloatKind, GuardStyle, IntKind, LitStyle, Ty, TypeKind, UnaryOp,
};

/// An operand is written in place several times if it has no more nodes than this.
const MAX_REPEATED_NODES: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GuardOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Neg,
    /// From a floating type to an integer type.
    Cast,
}

impl GuardOp {
    const COUNT: usize = 9;

    fn of(op: BinaryOp) -> Option<GuardOp> {
        match op {
            BinaryOp::Add => Some(GuardOp::Add),
            BinaryOp::Sub => Some(GuardOp::Sub),
            BinaryOp::Mul => Some(GuardOp::Mul),
            BinaryOp::Div => Some(GuardOp::Div),
            BinaryOp::Rem => Some(GuardOp::Rem),
            BinaryOp::Shl => Some(GuardOp::Shl),
            BinaryOp::Shr => Some(GuardOp::Shr),
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => None,
        }
    }

    fn is_shift(self) -> bool {
        matches!(self, GuardOp::Shl | GuardOp::Shr)
    }
}

/// One operator: its parts of a helper's name, the operation, and when it is undefined.
struct Row {
    op: GuardOp,
    name: &'static str,
    raw: &'static str,
    signed: Option<&'static str>,
    unsigned: Option<&'static str>,
    float: Option<&'static str>,
}

/// In the templates, `$a` and `$b` are the operands, `$M` and `$m` the limits of the type of `$a`, and `$n` says that `$b`
/// is no count to shift `$a` by. Operands bind as tightly as a cast.
const ROWS: [Row; GuardOp::COUNT] = [
    Row {
        op: GuardOp::Add,
        name: "add",
        raw: "$a + $b",
        // C17 6.5p5: the result is not in the range of its type.
        signed: Some("$b > 0 ? $a > $M - $b : $a < $m - $b"),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Sub,
        name: "sub",
        raw: "$a - $b",
        signed: Some("$b > 0 ? $a < $m + $b : $a > $M + $b"),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Mul,
        name: "mul",
        raw: "$a * $b",
        signed: Some(
            "$a > 0 ? $b > 0 ? $a > $M / $b : $b < $m / $a : $b > 0 ? $a < $m / $b : $a != 0 && $b < $M / $a",
        ),
        unsigned: None,
        float: None,
    },
    Row {
        op: GuardOp::Div,
        name: "div",
        raw: "$a / $b",
        // C17 6.5.5p5, 6.5.5p6.
        signed: Some("$b == 0 || ($a == $m && $b == -1)"),
        unsigned: Some("$b == 0"),
        float: Some("$b == 0"),
    },
    Row {
        op: GuardOp::Rem,
        name: "rem",
        raw: "$a % $b",
        signed: Some("$b == 0 || ($a == $m && $b == -1)"),
        unsigned: Some("$b == 0"),
        float: None,
    },
    Row {
        op: GuardOp::Shl,
        name: "shl",
        raw: "$a << $b",
        // C17 6.5.7p3, 6.5.7p4.
        signed: Some("$n || $a < 0 || $a > $M >> $b"),
        unsigned: Some("$n"),
        float: None,
    },
    Row {
        op: GuardOp::Shr,
        name: "shr",
        raw: "$a >> $b",
        // The result for a negative value is implementation-defined (C17 6.5.7p5), and so not undefined.
        signed: Some("$n"),
        unsigned: Some("$n"),
        float: None,
    },
    Row { op: GuardOp::Neg, name: "neg", raw: "-$a", signed: Some("$a == $m"), unsigned: None, float: None },
    // The condition depends on two types, and is made by `in_range`.
    Row { op: GuardOp::Cast, name: "to", raw: "", signed: None, unsigned: None, float: None },
];

fn row(op: GuardOp) -> &'static Row {
    let row = &ROWS[op as usize];
    debug_assert_eq!(row.op, op);
    row
}

/// An arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arith {
    Int(IntKind),
    Float(FloatKind),
}

impl Arith {
    const COUNT: usize = IntKind::ALL.len() + 3;

    fn index(self) -> usize {
        match self {
            Arith::Int(kind) => kind as usize,
            Arith::Float(kind) => IntKind::ALL.len() + kind as usize,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Arith::Int(kind) => short_name(kind),
            Arith::Float(FloatKind::Float) => "float",
            Arith::Float(FloatKind::Double) => "double",
            Arith::Float(FloatKind::LongDouble) => "ldouble",
        }
    }

    fn ty(self) -> Ty {
        match self {
            Arith::Int(kind) => Ty::int(kind),
            Arith::Float(kind) => Ty::float(kind),
        }
    }
}

/// An operator with the types of its operands; for a cast, `right` is the type it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    op: GuardOp,
    left: Arith,
    right: Arith,
}

impl Key {
    fn index(self) -> usize {
        (self.op as usize * Arith::COUNT + self.left.index()) * Arith::COUNT + self.right.index()
    }

    fn is_unary(self) -> bool {
        matches!(self.op, GuardOp::Neg | GuardOp::Cast)
    }

    fn result(self) -> Arith {
        if self.op == GuardOp::Cast { self.right } else { self.left }
    }

    /// `add_int`, `shl_long_uint`, `double_to_int`
    fn name(self) -> String {
        let (op, left, right) = (row(self.op).name, self.left.name(), self.right.name());
        match self.op {
            GuardOp::Cast => format!("{left}_{op}_{right}"),
            GuardOp::Shl | GuardOp::Shr => format!("{op}_{left}_{right}"),
            GuardOp::Add | GuardOp::Sub | GuardOp::Mul | GuardOp::Div | GuardOp::Rem | GuardOp::Neg => {
                format!("{op}_{left}")
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HelperKind {
    Function,
    Macro,
}

struct Helper {
    key: Key,
    kind: HelperKind,
    name: String,
}

/// The helpers that a file needs, in the order of their first use.
#[derive(Default)]
pub(super) struct Helpers {
    list: Vec<Helper>,
    /// By kind and key: the place in the list and one more, or zero.
    known: Vec<u16>,
}

impl Helpers {
    fn name(&mut self, p: &ir::Program, key: Key, kind: HelperKind) -> &str {
        const KEYS: usize = GuardOp::COUNT * Arith::COUNT * Arith::COUNT;
        if self.known.is_empty() {
            self.known = vec![0; 2 * KEYS];
        }
        let slot = &mut self.known[kind as usize * KEYS + key.index()];
        if *slot == 0 {
            let name = match kind {
                HelperKind::Function => format!("guard_{}", key.name()),
                HelperKind::Macro => format!("GUARD_{}", key.name().to_uppercase()),
            };
            self.list.push(Helper { key, kind, name: fresh(p, &name) });
            *slot = self.list.len() as u16;
        }
        &self.list[usize::from(*slot) - 1].name
    }
}

/// How a guard is written in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The operation is never undefined.
    Raw,
    Inline,
    Function,
    Macro,
}

/// What stands for an operand in a template.
#[derive(Clone, Copy)]
enum Operand {
    Text(&'static str),
    /// In the type of the operation, with a cast if it would have another by itself.
    Expr(ExprId),
}

#[derive(Clone, Copy)]
struct Site {
    key: Key,
    a: Operand,
    b: Operand,
}

impl Printer<'_> {
    pub(super) fn guard_level(&self, raw: ExprId, style: GuardStyle) -> u8 {
        match self.guard_form(raw, style) {
            Form::Raw => prec::COMMA,
            Form::Inline if matches!(self.p.exprs[raw].kind, ExprKind::Cast(_)) => prec::CAST,
            Form::Inline => prec::COND,
            Form::Function | Form::Macro => prec::POSTFIX,
        }
    }

    /// Whether nothing is printed for the guard itself.
    pub(super) fn is_idle_guard(&self, raw: ExprId, style: GuardStyle) -> bool {
        self.guard_form(raw, style) == Form::Raw
    }

    fn guard_form(&self, raw: ExprId, style: GuardStyle) -> Form {
        let Some(key) = self.guard_key(raw) else {
            return if self.is_guardable(raw) { Form::Raw } else { Form::Function };
        };
        if style == GuardStyle::Function {
            return Form::Function;
        }
        if key.op != GuardOp::Cast && self.template(key).is_none() {
            return Form::Raw;
        }
        let (a, b) = self.operands(raw);
        let repeatable = self.is_repeatable(a) && self.is_repeatable(b);
        match style {
            GuardStyle::Inline if repeatable => Form::Inline,
            GuardStyle::Macro if repeatable => Form::Macro,
            GuardStyle::Inline | GuardStyle::Macro | GuardStyle::Function => Form::Function,
        }
    }

    fn is_repeatable(&self, e: ExprId) -> bool {
        self.p.exprs[e].effects.is_pure() && self.count_nodes(e, MAX_REPEATED_NODES).is_some()
    }

    /// What is left of the limit, if the expression stays within it. A guard would repeat its own operands in turn.
    fn count_nodes(&self, e: ExprId, limit: usize) -> Option<usize> {
        let e = self.written(e);
        if matches!(self.p.exprs[e].kind, ExprKind::Guard(..)) {
            return None;
        }
        let mut left = Some(limit.checked_sub(1)?);
        self.p.for_each_child(e, |child| {
            left = left.and_then(|left| self.count_nodes(child, left));
        });
        left
    }

    /// What is guarded, or nothing if it is never undefined.
    fn guard_key(&self, raw: ExprId) -> Option<Key> {
        let ir::Expr { kind, ty, .. } = self.p.exprs[raw];
        match kind {
            ExprKind::Binary(op, a, b) => {
                let op = GuardOp::of(op)?;
                let left = self.arith_of(a)?;
                let right = if op.is_shift() { self.arith_of(b)? } else { left };
                Some(Key { op, left, right })
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let left = self.arith_of(a)?;
                Some(Key { op: GuardOp::Neg, left, right: left })
            }
            ExprKind::Cast(a) => {
                let (left, right) = (self.arith_of(a)?, self.arith(ty)?);
                // Any value converts to `_Bool` (C17 6.3.1.2).
                let undefined =
                    matches!((left, right), (Arith::Float(_), Arith::Int(to)) if to != IntKind::Bool);
                undefined.then_some(Key { op: GuardOp::Cast, left, right })
            }
            _ => None,
        }
    }

    fn arith_of(&self, e: ExprId) -> Option<Arith> {
        self.arith(self.p.exprs[e].ty)
    }

    fn arith(&self, ty: Ty) -> Option<Arith> {
        match self.p.types.kind(ty) {
            TypeKind::Int(kind) => Some(Arith::Int(kind)),
            TypeKind::Float(kind) => Some(Arith::Float(kind)),
            TypeKind::Enum(id) => Some(Arith::Int(self.p.types.enums[id].repr)),
            TypeKind::Void
            | TypeKind::VaList
            | TypeKind::Pointer(_)
            | TypeKind::Array(..)
            | TypeKind::Function(_)
            | TypeKind::Record(_)
            | TypeKind::Alias(_) => None,
        }
    }

    fn template(&self, key: Key) -> Option<&'static str> {
        let row = row(key.op);
        match key.left {
            Arith::Int(kind) if self.p.target().is_signed(kind) => row.signed,
            Arith::Int(_) => row.unsigned,
            Arith::Float(_) => row.float,
        }
    }

    // --- at the place of use ---

    pub(super) fn guard(&mut self, raw: ExprId, style: GuardStyle) {
        let Some(key) = self.guard_key(raw) else {
            return self.fail(EmitError::NotGuardable);
        };
        match self.guard_form(raw, style) {
            Form::Raw => self.expr(raw),
            Form::Inline => self.inline_guard(raw, key),
            Form::Function => self.helper_call(raw, key, HelperKind::Function),
            Form::Macro => self.helper_call(raw, key, HelperKind::Macro),
        }
    }

    /// Bounds of pointers cannot be asked for.
    fn is_guardable(&self, raw: ExprId) -> bool {
        match self.p.exprs[raw].kind {
            ExprKind::Binary(_, a, b) => [a, b].iter().all(|e| self.arith_of(*e).is_some()),
            kind => matches!(kind, ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Cast(_)),
        }
    }

    fn operands(&self, raw: ExprId) -> (ExprId, ExprId) {
        let mut operands = [raw; 2];
        let mut n = 0;
        self.p.exprs[raw].kind.for_each_operand(|e| {
            operands[n.min(1)] = e;
            n += 1;
        });
        if n == 1 { (operands[0], operands[0]) } else { (operands[0], operands[1]) }
    }

    fn inline_guard(&mut self, raw: ExprId, key: Key) {
        let (a, b) = self.operands(raw);
        let site = Site { key, a: Operand::Expr(a), b: Operand::Expr(b) };
        if key.op == GuardOp::Cast {
            let to = self.p.exprs[raw].ty;
            return self.checked_cast(site, to);
        }
        self.condition(site);
        self.out.str(" ? ");
        self.operand(a, prec::COND);
        self.out.str(" : ");
        self.operand(raw, prec::COND);
    }

    fn helper_call(&mut self, raw: ExprId, key: Key, kind: HelperKind) {
        let (a, b) = self.operands(raw);
        let name = self.uses.helpers.name(self.p, key, kind);
        self.out.str(name);
        self.out.byte(b'(');
        self.argument(a, key.left, kind);
        if !key.is_unary() {
            self.out.str(", ");
            self.argument(b, key.right, kind);
        }
        self.out.byte(b')');
    }

    /// A function converts its arguments; a macro does not.
    fn argument(&mut self, e: ExprId, ty: Arith, kind: HelperKind) {
        match kind {
            HelperKind::Function => self.assignment(e),
            HelperKind::Macro => self.typed_operand(e, ty),
        }
    }

    /// The operand in the type of the operation: `b == -1` means something else for an `unsigned` that is still
    /// to become a `long`.
    fn typed_operand(&mut self, e: ExprId, ty: Arith) {
        let shown = self.p.promoted_type(self.written(e));
        if self.arith(shown) == Some(ty) { self.operand(e, prec::CAST) } else { self.cast(ty.ty(), e) }
    }

    // --- conditions ---

    fn condition(&mut self, site: Site) {
        self.out.byte(b'(');
        if let Some(template) = self.template(site.key) {
            self.expand(template, site);
        }
        self.out.byte(b')');
    }

    fn expand(&mut self, template: &'static str, site: Site) {
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            self.out.str(&rest[..at]);
            match rest.as_bytes()[at + 1] {
                b'a' => self.place(site.a, site.key.left),
                b'b' => self.place(site.b, site.key.right),
                b'M' => self.limit(site.key.left, Limit::Max),
                b'm' => self.limit(site.key.left, Limit::Min),
                b'n' => self.bad_count(site),
                other => unreachable!("no placeholder ${}", other as char),
            }
            rest = &rest[at + 2..];
        }
        self.out.str(rest);
    }

    fn place(&mut self, operand: Operand, ty: Arith) {
        match operand {
            Operand::Text(text) => self.out.str(text),
            Operand::Expr(e) => self.typed_operand(e, ty),
        }
    }

    fn bad_count(&mut self, site: Site) {
        let (Arith::Int(left), Arith::Int(right)) = (site.key.left, site.key.right) else {
            return self.fail(EmitError::NotGuardable);
        };
        if self.p.target().is_signed(right) {
            self.expand("$b < 0 || ", site);
        }
        self.expand("$b >= ", site);
        let width = self.p.target().int_type(left).bits;
        self.out.decimal(u64::from(width));
    }

    fn limit(&mut self, ty: Arith, limit: Limit) {
        let Arith::Int(kind) = ty else {
            return self.fail(EmitError::NotGuardable);
        };
        match limit {
            Limit::Max => self.max(kind),
            Limit::Min => {
                self.out.str("(-");
                self.max(kind);
                self.out.str(" - 1)");
            }
        }
    }

    fn max(&mut self, kind: IntKind) {
        let bits = self.p.target().int_type(kind).bits;
        if bits <= 64 {
            return self.int((1 << (bits - 1)) - 1, LitStyle::DECIMAL, Ty::int(kind));
        }
        // No constant has 128 bits.
        self.out.str("(");
        self.out.byte(b'(');
        self.type_name(Ty::int(kind));
        self.out.str(")(~(");
        self.type_name(Ty::int(kind.to_unsigned()));
        self.out.str(")0 >> 1))");
    }

    // --- casts ---

    /// `(int)(x > -2147483649.0 && x < 2147483648.0 ? x : 0)`: so its type is that of the cast, also where that is
    /// narrower than `int`. A value converts if its integral part is in range (C17 6.3.1.4p1).
    fn checked_cast(&mut self, site: Site, to: Ty) {
        self.out.byte(b'(');
        self.type_name(to);
        self.out.str(")(");
        self.in_range(site);
        self.out.str(" ? ");
        self.place(site.a, site.key.left);
        self.out.str(" : 0)");
    }

    fn in_range(&mut self, site: Site) {
        let (Arith::Float(from), Arith::Int(to)) = (site.key.left, site.key.right) else {
            return self.fail(EmitError::NotGuardable);
        };
        let t = self.p.target().int_type(to);
        let (precision, max_exponent) = self.float_limits(from);
        self.place(site.a, site.key.left);
        if !t.signed {
            self.out.str(" > -1");
        } else if u32::from(t.bits) <= precision {
            self.out.str(" > -");
            self.power_of_two(t.bits - 1, 1, from);
        } else {
            // The value below the least one is not representable, and so neither is anything between the two.
            self.out.str(" >= -");
            self.power_of_two(t.bits - 1, 0, from);
        }
        let top = t.bits - u8::from(t.signed);
        // `float` ends before `unsigned __int128` does.
        if u32::from(top) <= max_exponent {
            self.out.str(" && ");
            self.place(site.a, site.key.left);
            self.out.str(" < ");
            self.power_of_two(top, 0, from);
        }
    }

    /// Bits of precision, and the exponent of the largest power of two.
    fn float_limits(&self, kind: FloatKind) -> (u32, u32) {
        match self.p.target().float_format(kind) {
            FloatFormat::Single => (24, 127),
            FloatFormat::Double => (53, 1023),
            FloatFormat::X87 => (64, 16383),
            FloatFormat::Quad => (113, 16383),
        }
    }

    fn power_of_two(&mut self, exponent: u8, plus: u128, kind: FloatKind) {
        match 1u128.checked_shl(u32::from(exponent)) {
            Some(power) => self.out.fmt(format_args!("{}.0", power + plus)),
            None => self.out.str("340282366920938463463374607431768211456.0"),
        }
        self.out.str(match kind {
            FloatKind::Float => "f",
            FloatKind::Double => "",
            FloatKind::LongDouble => "L",
        });
    }

    // --- helpers ---

    /// Defines the helpers that were used since the file began.
    pub(super) fn helper_definitions(&mut self) {
        let helpers = std::mem::take(&mut self.uses.helpers);
        for helper in &helpers.list {
            match helper.kind {
                HelperKind::Function => self.helper_function(helper),
                HelperKind::Macro => self.helper_macro(helper),
            }
        }
    }

    fn helper_function(&mut self, helper: &Helper) {
        let key = helper.key;
        self.out.blank();
        self.out.str("static ");
        self.type_name(key.result().ty());
        self.out.fmt(format_args!(" {}(", helper.name));
        self.declare(key.left.ty(), "a");
        if !key.is_unary() {
            self.out.str(", ");
            self.declare(key.right.ty(), "b");
        }
        self.out.str(")\n{\n    return ");
        self.helper_body(Site { key, a: Operand::Text("a"), b: Operand::Text("b") });
        self.out.str(";\n}\n");
    }

    fn helper_macro(&mut self, helper: &Helper) {
        let params = if helper.key.is_unary() { "a" } else { "a, b" };
        self.out.fmt(format_args!("#define {}({params}) (", helper.name));
        self.helper_body(Site { key: helper.key, a: Operand::Text("(a)"), b: Operand::Text("(b)") });
        self.out.str(")\n");
    }

    fn helper_body(&mut self, site: Site) {
        if site.key.op == GuardOp::Cast {
            return self.checked_cast(site, site.key.right.ty());
        }
        if self.template(site.key).is_some() {
            self.condition(site);
            self.out.str(" ? ");
            self.place(site.a, site.key.left);
            self.out.str(" : ");
        }
        self.expand(row(site.key.op).raw, site);
    }
}

#[derive(Clone, Copy)]
enum Limit {
    Max,
    Min,
}

const _: () = assert!(FloatKind::LongDouble as usize == 2);
