//! Which operation of a reduced program goes wrong: the first one whose right value, had from elsewhere, mends the program.
//! Where no pass of the compiler is guilty, the bucket is named by it, since one bug shows in programs that have different
//! things around it.

use emit::{Looks, Options, Std};
use ir::validate::validate;
use ir::visit;
use ir::{ExprId, ExprKind, FuncId, Init, Program, Quals, Storage, TypeKind};
use machine::{Config, Outcome, Value};
use std::collections::HashSet;

/// How many operations are tried at most.
const MOST: usize = 24;

/// The operation that goes wrong, if one alone does. `mends` says whether the compiler gets a program right that differs
/// from the failing one only by one value.
pub(crate) fn of(p: &Program, std: Std, mends: &mut dyn FnMut(String) -> bool) -> Option<ExprId> {
    let (outcome, machine) = machine::run(p, Config { record_values: true, ..Config::default() });
    let Outcome::Finished { exit_code } = outcome else { return None };
    let right = (exit_code, machine.output().to_vec());
    let value = |e: ExprId| machine.observed.seen(e).and_then(|seen| seen.constant());
    let options = Options { std, looks: Looks::Compact, ..Options::default() };
    let candidates = in_order(p).into_iter().filter(|e| p.is_pure(*e) && !is_literal(p, *e));
    for e in candidates.take(MOST) {
        let Some(other) = value(e).and_then(|value| with_value(p, e, value)) else { continue };
        let (outcome, mut again) = machine::run(&other, Config::default());
        let Outcome::Finished { exit_code } = outcome else { continue };
        if (exit_code, again.take_output()) != right {
            continue;
        }
        let Ok(printed) = emit::print(&other, &options) else { continue };
        if mends(printed.text()) {
            return Some(e);
        }
    }
    None
}

/// The program with a value that no compiler knows in the place of an expression; `None` if that cannot be written.
fn with_value(p: &Program, e: ExprId, value: Value) -> Option<Program> {
    let mut p = p.clone();
    let ty = p.types.canonical(p.ty(e)).unqualified();
    let known = match (value, p.types.int_type(ty)) {
        (value, Some(int)) => p.int_const(value.wide(int)?, ty),
        (Value::Float(value), None) => match p.types.kind(ty) {
            TypeKind::Float(kind) if value.is_finite() => p.float_const(kind, value),
            _ => return None,
        },
        _ => return None,
    };
    let init = p.push_init(Init::Expr(known));
    let qualified = p.types.qualify(ty, Quals::VOLATILE);
    let var = p.add_global("value", qualified, Storage::Global, Some(init));
    p.set_expr(e, ExprKind::Var(var), qualified);
    for site in visit::statements(&p) {
        visit::roots(&p, site.stmt).into_iter().for_each(|root| p.refresh_effects(root));
    }
    validate(&p).is_empty().then_some(p)
}

fn is_literal(p: &Program, e: ExprId) -> bool {
    matches!(
        p.exprs[e].kind,
        ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) | ExprKind::Str(_)
    )
}

/// All expressions, about as they are evaluated: operands first, and those of a function where it is first called.
fn in_order(p: &Program) -> Vec<ExprId> {
    let mut order = Order { p, called: HashSet::new(), all: Vec::new() };
    if let Some(main) = p.main() {
        order.function(main);
    }
    order.all
}

struct Order<'p> {
    p: &'p Program,
    called: HashSet<FuncId>,
    all: Vec<ExprId>,
}

impl Order<'_> {
    fn function(&mut self, func: FuncId) {
        if self.called.insert(func) {
            for site in visit::statements_of(self.p, func) {
                visit::roots(self.p, site.stmt).into_iter().for_each(|root| self.expression(root));
            }
        }
    }

    fn expression(&mut self, e: ExprId) {
        let p = self.p;
        p.for_each_child(e, |child| self.expression(child));
        if let ExprKind::Call { callee, .. } = p.exprs[e].kind
            && let ExprKind::Func(func) = p.exprs[callee].kind
        {
            self.function(func);
        }
        self.all.push(e);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::fingerprint::operations;
    use ir::Target;

    /// What goes wrong in a program by a compiler that fails on each text for which `fails` says so.
    fn culprit(text: &str, fails: impl Fn(&str) -> bool) -> Option<String> {
        let program = read::read(text, Target::LP64).expect("it is C").program;
        let culprit = of(&program, Std::C11, &mut |text| !fails(&text))?;
        operations::of_expression(&program, culprit)
    }

    #[test]
    fn one_bug_has_one_name_whatever_is_around_it() {
        let rows = [
            "long a; int main(void) { signed char b = -1; a = (unsigned short)b; if (a != 65535) __builtin_abort(); }",
            "signed char a; int main(void) { a = -1; if (0 + (unsigned short)a != 65535) __builtin_abort(); }",
            "int main(void) { signed char a = -1; if ((unsigned short)a >> 0 != 65535) __builtin_abort(); }",
            "signed char b; int a; int main(void) { b = -1; a = (unsigned short)b; a++; 0 % a; }",
        ];
        let casts = ["a", "b", "value"].map(|name| format!("(unsigned short){name}"));
        for text in rows {
            let name = culprit(text, |text| casts.iter().any(|cast| text.contains(cast)));
            assert_eq!(name.as_deref(), Some("extension of signed"), "{text}");
        }
    }

    #[test]
    fn the_first_wrong_value_counts() {
        let text = "int a = 5; double d; int f(int b) { return b - 1; }\n\
                    int main(void) { d = 0.0 - (double)(a << 1); a = f(3 * a); return a != 14; }";
        let rows = [("<<", "<<"), ("3 *", "*"), ("- 1", "-"), ("0.0 -", "- float")];
        for (operation, name) in rows {
            assert_eq!(culprit(text, |text| text.contains(operation)).as_deref(), Some(name));
        }
    }

    #[test]
    fn a_condition_is_told_from_a_value() {
        let rows = [
            ("if (a < 5) a = 1;", "< signed, branch"),
            ("a = a < 5;", "< signed"),
            ("!a ? a = 1 : 2;", "==, branch"),
        ];
        for (body, name) in rows {
            let text = format!("int a; int main(void) {{ {body} return a - 1; }}");
            assert_eq!(
                culprit(&text, |text| text.contains("< 5") || text.contains("!")).as_deref(),
                Some(name)
            );
        }
    }

    #[test]
    fn what_no_value_mends_has_no_culprit() {
        let text = "int a; int main(void) { a = 3; return a - 3; }";
        assert_eq!(culprit(text, |_| true), None);
    }
}
