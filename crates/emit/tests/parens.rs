//! Random expressions mean the same with as few parentheses as C needs and with all of them.

mod gcc;

use assay_emit as emit;
use emit::{Options, Parens, Std, check};
use ir::{
    BinaryOp, ExprId, ExprKind, FuncId, IncDec, IntKind, LogicOp, Program, Storage, Target, Ty, UnaryOp,
    VarId,
};

const EXPRESSIONS: u64 = 400;
const KINDS: [IntKind; 5] = [IntKind::UChar, IntKind::Short, IntKind::UInt, IntKind::ULong, IntKind::UShort];

/// A sequence that is the same everywhere; the crate itself never sees a random number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

struct Trees {
    p: Program,
    dice: Dice,
    vars: Vec<VarId>,
    /// Each is assigned to at most once in the program, so no two assignments meet.
    fresh: u64,
    square: FuncId,
}

impl Trees {
    fn new(seed: u64) -> Self {
        let mut p = Program::new(Target::LP64);
        let mut vars = Vec::new();
        for (i, kind) in KINDS.into_iter().enumerate() {
            let value = p.int_const(77 + 3 * i as i128, Ty::INT);
            let value = p.convert(value, Ty::int(kind));
            let init = p.push_init(ir::Init::Expr(value));
            vars.push(p.add_global(&format!("v{i}"), Ty::int(kind), Storage::Global, Some(init)));
        }
        let square = square(&mut p);
        Trees { p, dice: Dice(seed), vars, fresh: 0, square }
    }

    fn leaf(&mut self) -> ExprId {
        if self.dice.below(3) == 0 {
            let value = self.dice.below(200);
            return self.p.int_lit(value, IntKind::Int);
        }
        let n = self.dice.below(self.vars.len() as u64) as usize;
        self.p.var(self.vars[n])
    }

    fn unsigned(&mut self, e: ExprId) -> ExprId {
        self.p.cast(e, Ty::ULONG).expect("typed")
    }

    fn lvalue(&mut self) -> ExprId {
        let name = format!("t{}", self.fresh);
        self.fresh += 1;
        let var = self.p.add_global(&name, Ty::UINT, Storage::Global, None);
        self.p.var(var)
    }

    fn tree(&mut self, depth: u64) -> ExprId {
        if depth == 0 {
            return self.leaf();
        }
        let a = self.tree(depth - 1);
        match self.dice.below(16) {
            0..=4 => self.arithmetic(a, depth),
            5 => {
                let op = [LogicOp::And, LogicOp::Or][self.dice.below(2) as usize];
                let b = self.tree(depth - 1);
                self.p.logic(op, a, b).expect("typed")
            }
            6 => {
                let (b, c) = (self.tree(depth - 1), self.tree(depth - 1));
                self.p.cond(a, b, c).expect("typed")
            }
            7 => {
                let b = self.tree(depth - 1);
                self.p.comma(a, b)
            }
            8 => {
                let to = self.lvalue();
                self.p.assign(to, a).expect("typed")
            }
            9 => {
                let to = self.lvalue();
                let op = [BinaryOp::Add, BinaryOp::Xor, BinaryOp::Mul][self.dice.below(3) as usize];
                let a = self.unsigned(a);
                self.p.assign_op(op, to, a).expect("typed")
            }
            10 | 11 => {
                let op = UnaryOp::ALL[self.dice.below(4) as usize];
                let a = self.unsigned(a);
                self.p.unary(op, a).expect("typed")
            }
            12 => {
                let op = UnaryOp::ALL[self.dice.below(2) as usize];
                let to = self.lvalue();
                let inc = IncDec::ALL[self.dice.below(4) as usize];
                let inc = self.p.inc_dec(inc, to).expect("typed");
                self.p.unary(op, inc).expect("typed")
            }
            13 => {
                let ty = Ty::int(KINDS[self.dice.below(KINDS.len() as u64) as usize]);
                self.p.cast(a, ty).expect("typed")
            }
            14 => {
                let to = self.lvalue();
                let address = self.p.addr_of(to).expect("typed");
                let object = self.p.deref(address).expect("typed");
                self.p.assign(object, a).expect("typed")
            }
            _ => self.p.call_func(self.square, &[a]).expect("typed"),
        }
    }

    /// Operands are unsigned, divisors odd and counts small, so everything is defined.
    fn arithmetic(&mut self, a: ExprId, depth: u64) -> ExprId {
        let op = BinaryOp::ALL[self.dice.below(16) as usize];
        let b = self.tree(depth - 1);
        let (a, mut b) = (self.unsigned(a), b);
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let one = self.p.int_lit(1, IntKind::Int);
            b = self.unsigned(b);
            b = self.p.binary(BinaryOp::Or, b, one).expect("typed");
        } else if op.is_shift() {
            let mask = self.p.int_lit(31, IntKind::Int);
            b = self.unsigned(b);
            b = self.p.binary(BinaryOp::And, b, mask).expect("typed");
        }
        self.p.binary(op, a, b).expect("typed")
    }
}

fn square(p: &mut Program) -> FuncId {
    let ty = p.fn_type(Ty::UINT, &[Ty::UINT]);
    let f = p.add_func("square", ty, &["x"]);
    let body = p.push_block(Vec::new());
    p.funcs[f].body = Some(body);
    let var = p.params(f)[0];
    let (a, b) = (p.var(var), p.var(var));
    let product = p.binary(BinaryOp::Mul, a, b).expect("typed");
    p.return_value(body, f, product).expect("typed");
    f
}

fn program(seed: u64) -> Program {
    let mut trees = Trees::new(seed);
    let array = trees.p.types.array(Ty::ULONG, EXPRESSIONS);
    let results = trees.p.add_global("r", array, Storage::Global, None);
    let ty = trees.p.fn_type(Ty::VOID, &[]);
    let entry = trees.p.add_func("func_1", ty, &[]);
    let body = trees.p.push_block(Vec::new());
    trees.p.funcs[entry].body = Some(body);
    for i in 0..EXPRESSIONS {
        let depth = 1 + i % 5;
        let value = trees.tree(depth);
        let (base, index) = (trees.p.var(results), trees.p.int_lit(i, IntKind::Int));
        let to = trees.p.index(base, index).expect("typed");
        let assign = trees.p.assign(to, value).expect("typed");
        trees.p.expr_stmt(body, assign);
    }
    check::add_print(&mut trees.p, entry, &check::no_unions, check::Helpers::OutOfLine);
    trees.p
}

#[test]
fn minimal_and_full_parentheses_agree() {
    for seed in 0..3 {
        let p = program(seed);
        let outputs = [Parens::Minimal, Parens::Full].map(|parens| {
            let out = emit::print(&p, &Options { parens, ..Options::default() }).expect("it prints");
            (gcc::run(Std::C11, &["-w"], &out, &["verbose"]), out.text().matches('(').count())
        });
        assert_eq!(outputs[0].0, outputs[1].0);
        assert!(outputs[0].1 < outputs[1].1);
    }
}

/// Signs that stand side by side are not run together.
#[test]
fn signs_do_not_run_together() {
    let mut p = Program::new(Target::LP64);
    let x = p.add_global("x", Ty::INT, Storage::Global, None);
    let ty = p.fn_type(Ty::VOID, &[]);
    let f = p.add_func("f", ty, &[]);
    let body = p.push_block(Vec::new());
    p.funcs[f].body = Some(body);
    for (op, inc) in [(UnaryOp::Neg, IncDec::PreDec), (UnaryOp::Plus, IncDec::PreInc)] {
        let v = p.var(x);
        let once = p.unary(op, v).expect("typed");
        let twice = p.unary(op, once).expect("typed");
        let v = p.var(x);
        let sum = p.binary(BinaryOp::Sub, v, twice).expect("typed");
        p.expr_stmt(body, sum);
        let v = p.var(x);
        let inner = p.inc_dec(inc, v).expect("typed");
        let outer = p.unary(op, inner).expect("typed");
        p.expr_stmt(body, outer);
        let v = p.var(x);
        let once = p.unary(op, v).expect("typed");
        let guarded = p.push_expr(ExprKind::Guard(once, ir::GuardStyle::Inline), Ty::INT);
        let outer = p.unary(op, guarded);
        if op == UnaryOp::Neg {
            p.expr_stmt(body, outer.expect("typed"));
        }
    }
    let text = emit::print(&p, &Options::default()).expect("it prints").text();
    for line in ["x - - -x;", "- --x;", "x - + +x;", "+ ++x;", "-(x == -2147483647 - 1 ? x : -x);"] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

/// clang refuses comparisons of comparisons without parentheses, from version 21 on.
#[test]
fn comparisons_of_comparisons_have_parentheses() {
    let rows = [
        (BinaryOp::Lt, BinaryOp::Ge, "(v0 < v1) >= v2", "v0 >= (v1 < v2)"),
        (BinaryOp::Lt, BinaryOp::Eq, "(v0 < v1) == v2", "v0 == (v1 < v2)"),
        (BinaryOp::Ne, BinaryOp::Eq, "(v0 != v1) == v2", "v0 == (v1 != v2)"),
        (BinaryOp::Ne, BinaryOp::Gt, "(v0 != v1) > v2", "v0 > (v1 != v2)"),
        (BinaryOp::Lt, BinaryOp::And, "v0 < v1 & v2", "v0 & v1 < v2"),
        (BinaryOp::Shl, BinaryOp::Lt, "v0 << v1 < v2", "v0 < v1 << v2"),
    ];
    for (inner, outer, left, right) in rows {
        let mut trees = Trees::new(1);
        let [a, b, c] = [0, 1, 2].map(|n| trees.p.var(trees.vars[n]));
        let ab = trees.p.binary(inner, a, b).expect("typed");
        let on_the_left = trees.p.binary(outer, ab, c).expect("typed");
        let bc = trees.p.binary(inner, b, c).expect("typed");
        let on_the_right = trees.p.binary(outer, a, bc).expect("typed");
        for (e, text) in [(on_the_left, left), (on_the_right, right)] {
            let mut p = trees.p.clone();
            let init = p.push_init(ir::Init::Expr(e));
            p.add_global("result", Ty::INT, Storage::Global, Some(init));
            let printed =
                emit::print(&p, &Options { std: Std::C11, ..Options::default() }).expect("C").text();
            assert!(printed.contains(&format!("result = {text};")), "{text}:\n{printed}");
        }
    }
}
