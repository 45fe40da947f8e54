//! What a reduced program is made of, as far as that tells bugs apart: where no pass of the compiler is guilty, the
//! bucket is named by it. In a program from which nothing can be taken away, what is computed is what goes wrong, and all
//! else carries values. So operations count before accesses, and accesses before stores. Of the types only what makes
//! another operation of it counts, so that one bug has few names.

use std::collections::BTreeSet;

use ir::visit;
use ir::{BinaryOp, BlockId, Builtin, ExprId, ExprKind, Init, Program, Stmt, StmtId, Ty, UnaryOp};

/// As in `>> signed`, `< signed, branch`, `extension of signed` or `store`.
pub fn of(p: &Program) -> String {
    let mut found = Found::default();
    for site in visit::statements(p) {
        found.statement(p, site.stmt);
    }
    let list = [found.operations, found.accesses, found.stores].into_iter().find(|list| !list.is_empty());
    list.map_or("constants".to_owned(), |list| list.into_iter().collect::<Vec<_>>().join(", "))
}

/// The name of one expression by itself, and whether it decides about what is executed; `None` for one that only gets or puts
/// a value.
pub(crate) fn of_expression(p: &Program, e: ExprId) -> Option<String> {
    let mut found = Found::default();
    found.expression(p, e);
    let first = found.operations.into_iter().chain(found.accesses).next();
    let names: Vec<String> = first.into_iter().chain(decides(p, e).then(|| "branch".to_owned())).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether an expression is a condition, the check of a result aside.
fn decides(p: &Program, e: ExprId) -> bool {
    visit::statements(p).into_iter().any(|site| {
        let decides = match p.stmts[site.stmt] {
            Stmt::If { then, .. } if aborts(p, then) => false,
            Stmt::If { cond, .. }
            | Stmt::While { cond, .. }
            | Stmt::DoWhile { cond, .. }
            | Stmt::Switch { on: cond, .. }
            | Stmt::For { cond: Some(cond), .. } => is_within(p, cond, e),
            _ => false,
        };
        let mut chooses = false;
        for root in visit::roots(p, site.stmt) {
            visit::tree(p, root, &mut |inner| match p.exprs[inner].kind {
                ExprKind::Logic(_, cond, _) | ExprKind::Cond { cond, .. } => chooses |= is_within(p, cond, e),
                _ => {}
            });
        }
        decides || chooses
    })
}

/// Whether a condition is the expression, but for what makes a truth value of it.
fn is_within(p: &Program, cond: ExprId, e: ExprId) -> bool {
    cond == e
        || match p.exprs[cond].kind {
            ExprKind::Convert(inner) | ExprKind::Unary(UnaryOp::Not, inner) => is_within(p, inner, e),
            _ => false,
        }
}

#[derive(Default)]
struct Found {
    operations: BTreeSet<String>,
    /// What values go through on their way.
    accesses: BTreeSet<String>,
    stores: BTreeSet<String>,
}

impl Found {
    fn statement(&mut self, p: &Program, stmt: StmtId) {
        match p.stmts[stmt] {
            Stmt::If { cond, then, .. } if aborts(p, then) => return self.checked(p, cond),
            Stmt::If { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::DoWhile { .. }
            | Stmt::Switch { .. } => self.operation("branch"),
            Stmt::Decl(var) => {
                let copied = p.vars[var].init.is_some_and(|init| matches!(p.inits[init], Init::Expr(_)));
                if copied && p.types.record(p.vars[var].ty).is_some() {
                    self.operation("copy of a record");
                }
            }
            Stmt::Empty
            | Stmt::Hole
            | Stmt::Expr(_)
            | Stmt::Block(_)
            | Stmt::Case(_)
            | Stmt::Default
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Return(_) => {}
        }
        for root in visit::roots(p, stmt) {
            visit::tree(p, root, &mut |e| self.expression(p, e));
        }
    }

    /// The comparison of a result with what it should be is ours.
    fn checked(&mut self, p: &Program, cond: ExprId) {
        let mut all = |e: ExprId| visit::tree(p, e, &mut |e| self.expression(p, e));
        match p.exprs[cond].kind {
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => [a, b].into_iter().for_each(all),
            ExprKind::Convert(inner) => self.checked(p, inner),
            _ => all(cond),
        }
    }

    fn expression(&mut self, p: &Program, e: ExprId) {
        let ty = p.ty(e);
        match p.exprs[e].kind {
            ExprKind::Binary(op, a, _) => self.binary(p, op, p.ty(a)),
            ExprKind::AssignOp { op, lhs, calc, .. } => {
                self.binary(p, op, calc);
                self.store(p, lhs);
            }
            ExprKind::IncDec(op, lhs) => {
                self.binary(p, if op.is_inc() { BinaryOp::Add } else { BinaryOp::Sub }, p.ty(lhs));
                self.store(p, lhs);
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Plus, a) if is_constant(p, a) => {}
            ExprKind::Unary(UnaryOp::Not, a) => self.binary(p, BinaryOp::Eq, p.ty(a)),
            ExprKind::Unary(op, a) => self.operation(&format!("unary {}{}", op.token(), class(p, p.ty(a)))),
            ExprKind::Logic(..) | ExprKind::Cond { .. } => self.operation("branch"),
            ExprKind::Cast(a) | ExprKind::Convert(a) => self.conversion(p, a, ty),
            ExprKind::Assign { lhs, .. } => self.store(p, lhs),
            ExprKind::Call { callee, .. } => self.call(p, callee),
            _ => {}
        }
    }

    fn operation(&mut self, name: &str) {
        self.operations.insert(name.to_owned());
    }

    /// `a < b` and `b >= a` are one operation to a compiler.
    fn binary(&mut self, p: &Program, op: BinaryOp, ty: Ty) {
        let (token, by_sign) = match op {
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => ("<", true),
            BinaryOp::Eq | BinaryOp::Ne => ("==", false),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr => (op.token(), true),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Shl
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => (op.token(), false),
        };
        let sign = if by_sign { sign(p, ty) } else { "" };
        self.operation(&format!("{token}{}{sign}", class(p, ty)));
    }

    fn conversion(&mut self, p: &Program, from: ExprId, to: Ty) {
        let types = &p.types;
        let from_ty = p.ty(from);
        if is_constant(p, from) {
            return;
        }
        match (types.int_type(from_ty), types.int_type(to)) {
            (Some(a), Some(b)) if a.bits < b.bits => {
                self.accesses.insert(format!("extension of{}", sign(p, from_ty)));
            }
            (Some(a), Some(b)) if a.bits > b.bits => drop(self.accesses.insert("truncation".to_owned())),
            (Some(_), None) if types.is_float(to) => {
                self.operation(&format!("to float of{}", sign(p, from_ty)))
            }
            (None, Some(_)) if types.is_float(from_ty) => self.operation(&format!("float to{}", sign(p, to))),
            (None, None) if types.is_float(from_ty) && types.is_float(to) && from_ty != to => {
                self.operation("float to float")
            }
            _ => {}
        }
    }

    fn store(&mut self, p: &Program, lhs: ExprId) {
        if p.bit_field_width(lhs).is_some() {
            self.operation("store to a bit-field");
        } else if p.types.record(p.ty(lhs)).is_some() {
            self.operation("copy of a record");
        } else {
            self.stores.insert("store".to_owned());
        }
    }

    fn call(&mut self, p: &Program, callee: ExprId) {
        let builtin = match p.exprs[callee].kind {
            ExprKind::Func(func) => p.funcs[func].builtin,
            _ => None,
        };
        match builtin {
            Some(Builtin::Printf | Builtin::BuiltinPrintf | Builtin::Abort | Builtin::BuiltinAbort) => {}
            Some(other) => self.operation(other.name()),
            None => drop(self.accesses.insert("call".to_owned())),
        }
    }
}

/// Whether a block does nothing but end the program because a result is wrong.
fn aborts(p: &Program, block: BlockId) -> bool {
    let [only] = p.blocks[block][..] else { return false };
    let Stmt::Expr(e) = p.stmts[only] else { return false };
    let ExprKind::Call { callee, .. } = p.exprs[e].kind else { return false };
    let ExprKind::Func(func) = p.exprs[callee].kind else { return false };
    matches!(p.funcs[func].builtin, Some(Builtin::Abort | Builtin::BuiltinAbort))
}

fn is_constant(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) => true,
        ExprKind::Convert(inner) | ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => is_constant(p, inner),
        _ => false,
    }
}

/// The kinds of values that compilers compute with in different ways.
fn class(p: &Program, ty: Ty) -> &'static str {
    const WORD: u8 = 64;
    match p.types.int_type(ty) {
        Some(int) if int.bits > WORD => " wide",
        Some(_) => "",
        None if p.types.is_float(ty) => " float",
        None => " pointer",
    }
}

fn sign(p: &Program, ty: Ty) -> &'static str {
    match p.types.int_type(ty) {
        Some(int) if int.signed => " signed",
        Some(_) => " unsigned",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Target;

    fn ingredients(declared: &str, body: &str) -> String {
        let text = format!("int printf(const char *, ...); {declared} int main(void) {{ {body} return 0; }}");
        of(&read::read(&text, Target::LP64).expect("it is C").program)
    }

    #[test]
    fn what_is_computed_counts_first() {
        let rows = [
            ("int a = -5, b;", "b = a >> 1; printf(\"%d\", b);", ">> signed"),
            ("int a = -5;", "if (a >> 1 != -3) __builtin_abort();", ">> signed"),
            ("int a = -5;", "a >>= 1; printf(\"%d\", a);", ">> signed"),
            ("unsigned a = 5;", "printf(\"%u\", a >> 1);", ">> unsigned"),
            ("char a = -5;", "printf(\"%d\", a);", "extension of signed"),
            ("int a;", "a = -5; printf(\"%d\", a);", "store"),
            ("int a, b;", "if (a > b) a = 1; printf(\"%d\", a);", "< signed, branch"),
            ("int a, b;", "while (a <= b) a++; printf(\"%d\", a);", "+, < signed, branch"),
            ("struct { int a : 3; } s;", "s.a = 1; printf(\"%d\", s.a);", "store to a bit-field"),
            ("struct s { int a; } s, t;", "s = t; printf(\"%d\", s.a);", "copy of a record"),
            (
                "double d; int a;",
                "printf(\"%d\", 0.0 - (double)a == d);",
                "- float, == float, to float of signed",
            ),
            ("", "printf(\"%d\", 1);", "constants"),
        ];
        for (declared, body, expected) in rows {
            assert_eq!(ingredients(declared, body), expected, "{declared} {body}");
        }
    }
}
