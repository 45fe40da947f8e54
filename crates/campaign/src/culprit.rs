//! Which operation of a reduced program goes wrong. Every operation gets a copy of the program's that prints its result, and
//! the compiler's results are compared with the machine's: an operation whose operands are right and whose result is not is
//! the culprit. What else the program needs, so that the bug shows, does not count any more: one bug has one name.
//!
//! Printing changes the program. If the bug is gone then, or is not in an operation, [`crate::ingredients`] has to do.

use std::collections::{BTreeMap, BTreeSet};

use emit::Options;
use harness::{Execution, Language, Source};
use ir::{Builtin, ExprId, ExprKind, Program, Stmt, Storage, Ty, VarId};
use machine::{Config, Order, Outcome};
use reduce::walk;

use crate::ingredients;
use crate::triage::suspect::Suspect;

/// A program with more is not small, and prints too much.
const MOST_SITES: usize = 100;

/// Prints come in loops, too.
const MOST_STEPS: u64 = 1 << 22;

/// Bytes of a value that are printed; the others of a `long double` are padding.
const MOST_BYTES: u64 = 10;

/// The operation, in the words of [`ingredients`]; `None` if it cannot be told.
pub(crate) fn of(suspect: &Suspect, program: &Program, flags: &[String]) -> Option<String> {
    if suspect.language() == Language::Cxx {
        return None;
    }
    let traced = Traced::new(program)?;
    let config = Config { order: Order::LeftToRight, max_steps: MOST_STEPS, ..Config::default() };
    let expected = machine::on_deep_stack(|| {
        let (outcome, mut machine) = machine::run(&traced.program, config);
        matches!(outcome, Outcome::Finished { .. }).then(|| machine.take_output())
    })?;
    let text = emit::print(&traced.program, &Options::default()).ok()?.text();
    let source = Source { name: "test.c".to_owned(), text };
    let trial = suspect.setup.test(&suspect.toolchain, flags, &[source], None).ok()?;
    let Execution::Finished(actual) = trial.executed?.result else { return None };
    let names: BTreeSet<Option<&String>> =
        guilty(&traced.sites, &results(&expected), &results(&actual.stdout)).into_iter().collect();
    match names.into_iter().collect::<Vec<_>>().as_slice() {
        [Some(only)] => Some((*only).clone()),
        _ => None,
    }
}

/// Results by the number of the operation, in the order in which they were printed.
type Results = BTreeMap<usize, Vec<String>>;

fn results(output: &[u8]) -> Results {
    let mut all = Results::new();
    for line in String::from_utf8_lossy(output).lines() {
        let Some((number, value)) = line.strip_prefix(MARK).and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        if let Ok(number) = number.parse() {
            all.entry(number).or_default().push(value.to_owned());
        }
    }
    all
}

const MARK: &str = "@#";

/// The names of sites that are wrong at a time when nothing below them is.
fn guilty<'a>(sites: &'a [Place], expected: &Results, actual: &Results) -> Vec<Option<&'a String>> {
    let first_wrong = |site: usize| {
        let (right, is) = (expected.get(&site)?, actual.get(&site)?);
        right.iter().zip(is).position(|(right, is)| right != is)
    };
    let is_guilty = |site: &usize| {
        let Some(when) = first_wrong(*site) else { return false };
        sites[*site].below.iter().all(|inner| first_wrong(*inner).is_none_or(|wrong| wrong > when))
    };
    (0..sites.len()).filter(is_guilty).map(|site| sites[site].name.as_ref()).collect()
}

/// An expression whose value is printed.
struct Place {
    e: ExprId,
    /// `None` for a plain read of an object: if that is wrong, so was a store.
    name: Option<String>,
    /// Those that its value is made of.
    below: Vec<usize>,
}

struct Traced {
    program: Program,
    /// Each after those below it.
    sites: Vec<Place>,
}

impl Traced {
    fn new(p: &Program) -> Option<Traced> {
        let mut sites = Vec::new();
        for site in walk::statements(p) {
            let is_static = matches!(p.stmts[site.stmt], Stmt::Decl(var) if p.vars[var].storage.is_static());
            if is_static || p.funcs[site.func].is_macro {
                continue;
            }
            for root in walk::roots(p, site.stmt) {
                visit(p, root, Want::Value, &mut sites);
            }
        }
        if sites.is_empty() || sites.len() > MOST_SITES {
            return None;
        }
        let mut program = p.clone();
        for (number, site) in sites.iter().enumerate() {
            print_value(&mut program, number, site.e)?;
        }
        refresh(&mut program);
        Some(Traced { program, sites })
    }
}

/// What is done with an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Value,
    /// Its place: it is stored to, or its address is taken.
    Place,
}

/// Notes what is to be printed; the topmost of it.
fn visit(p: &Program, e: ExprId, want: Want, sites: &mut Vec<Place>) -> Vec<usize> {
    let mut below = Vec::new();
    let mut inner = |e: ExprId, want: Want, sites: &mut Vec<Place>| below.extend(visit(p, e, want, sites));
    match p.exprs[e].kind {
        ExprKind::SizeofExpr(_) | ExprKind::CompoundLit(_) => return Vec::new(),
        ExprKind::AddrOf(of) | ExprKind::Decay(of) => inner(of, Want::Place, sites),
        ExprKind::Member { base, .. } => inner(base, Want::Place, sites),
        ExprKind::IncDec(_, lhs) => inner(lhs, Want::Place, sites),
        ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. } => {
            inner(lhs, Want::Place, sites);
            inner(rhs, Want::Value, sites);
        }
        ExprKind::Call { callee, args } => {
            inner(callee, Want::Place, sites);
            p.args(args).iter().for_each(|arg| inner(*arg, Want::Value, sites));
        }
        _ => p.for_each_child(e, |child| inner(child, Want::Value, sites)),
    }
    let is_read = p.is_lvalue(e) && want == Want::Value;
    if !p.types.is_arithmetic(p.ty(e)) || !(is_read || is_operation(p, e)) || ingredients::is_constant(p, e) {
        return below;
    }
    let name = if is_read { None } else { ingredients::of_node(p, e) };
    sites.push(Place { e, name, below });
    vec![sites.len() - 1]
}

fn is_operation(p: &Program, e: ExprId) -> bool {
    matches!(
        p.exprs[e].kind,
        ExprKind::Binary(..)
            | ExprKind::Unary(..)
            | ExprKind::Convert(_)
            | ExprKind::Cast(_)
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec(..)
    )
}

/// `e` becomes `(t = e, printf("@#7 %x %x\n", bytes of t), t)`.
fn print_value(p: &mut Program, number: usize, e: ExprId) -> Option<()> {
    let ty = p.types.canonical(p.value_type(e)).unqualified();
    let kind = match p.exprs[e].kind {
        // What goes without saying may be other for what now stands there.
        ExprKind::Convert(inner) => ExprKind::Cast(inner),
        kind => kind,
    };
    let own = p.ty(e);
    let value = p.push_expr(kind, own);
    let var = p.add_global(&format!("assay_trace_{number}"), ty, Storage::Static, None);
    let to = p.var(var);
    let kept = p.assign(to, value).ok()?;
    let printed = print_bytes(p, number, var, ty)?;
    let result = p.var(var);
    let after = p.comma(printed, result);
    p.set_expr(e, ExprKind::Comma(kept, after), ty);
    Some(())
}

fn print_bytes(p: &mut Program, number: usize, var: VarId, ty: Ty) -> Option<ExprId> {
    let bytes = p.types.size(ty).min(MOST_BYTES);
    let format = format!("{MARK}{number} {}\n", vec!["%x"; bytes as usize].join(" "));
    let mut args = vec![p.str_lit(format.as_bytes())];
    let pointer = p.types.pointer(Ty::UCHAR);
    for at in 0..bytes {
        let object = p.var(var);
        let address = p.addr_of(object).ok()?;
        let bytes = p.cast(address, pointer).ok()?;
        let at = p.int_const(i128::from(at), Ty::INT);
        let byte = p.index(bytes, at).ok()?;
        args.push(p.cast(byte, Ty::UINT).ok()?);
    }
    let printf = p.builtin(Builtin::Printf);
    p.call_func(printf, &args).ok()
}

/// Effects of nodes are those of what is below them, which has changed.
fn refresh(p: &mut Program) {
    for e in walk::expressions(p).into_iter().rev() {
        let ir::Expr { kind, ty, .. } = p.exprs[e];
        p.set_expr(e, kind, ty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Target;

    fn read(declared: &str, body: &str) -> Program {
        let text = format!("int printf(const char *, ...); {declared} int main(void) {{ {body} return 0; }}");
        read::read(&text, Target::LP64).expect("it is C").program
    }

    /// What all operations give, as the machine prints it, with some results changed: those of operations that are wrong,
    /// and of what depends on them.
    fn names(declared: &str, body: &str, wrong: &[&str]) -> Vec<Option<String>> {
        let p = read(declared, body);
        let traced = Traced::new(&p).expect("there is something to print");
        let config = Config { order: Order::LeftToRight, ..Config::default() };
        let (outcome, mut machine) = machine::run(&traced.program, config);
        assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
        let expected = results(&machine.take_output());
        let mut actual = expected.clone();
        for (number, site) in traced.sites.iter().enumerate() {
            let is_wrong = |number: usize| {
                traced.sites[number].name.as_deref().is_some_and(|name| wrong.contains(&name))
            };
            if is_wrong(number) || site.below.iter().any(|&inner| actual[&inner] != expected[&inner]) {
                actual.get_mut(&number).expect("it was printed").iter_mut().for_each(|value| value.push('!'));
            }
        }
        guilty(&traced.sites, &expected, &actual).into_iter().map(Option::<&String>::cloned).collect()
    }

    #[test]
    fn an_operation_is_guilty_if_its_operands_are_right() {
        let declared = "int a = -9; double d = 2; long double e = 3;";
        let body = "int b = (d * a < e) + (a >> 1); if (b) printf(\"%d\\n\", b * 2);";
        let rows = ["< float", "* float", "+", ">> signed", "to float of signed"];
        for name in rows {
            assert_eq!(names(declared, body, &[name]), [Some(name.to_owned())], "{name}");
        }
        assert_eq!(names(declared, body, &[">> signed", "< float"]).len(), 2);
        assert!(names(declared, body, &[]).is_empty());
    }

    #[test]
    fn the_program_means_the_same() {
        let declared = "struct { unsigned a : 3; signed char c; } s = {5, -3}; unsigned short u = 65535; float f = 1.5f;";
        let body = "int i, n = 0; for (i = 0; i < 3; i++) n += s.a - 10 < 0 ? u * 2 : s.c--; s.a ^= 1; \
             printf(\"%d %d %f\\n\", n, s.a, f + i);";
        let p = read(declared, body);
        let run = |p: &Program| {
            let config = Config { order: Order::LeftToRight, ..Config::default() };
            let (outcome, mut machine) = machine::run(p, config);
            assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
            String::from_utf8(machine.take_output()).expect("text")
        };
        let traced = Traced::new(&p).expect("there is something to print").program;
        let text = emit::print(&traced, &Options::default()).expect("C").text();
        let own: String = run(&traced).lines().filter(|line| !line.starts_with(MARK)).collect();
        assert_eq!(own, run(&p).trim_end());
        // As a compiler sees it.
        let again =
            read::read(&text.replace("#include <stdio.h>", "int printf(const char *, ...);"), Target::LP64)
                .unwrap_or_else(|error| panic!("{error}:\n{text}"));
        assert_eq!(run(&again.program), run(&traced), "{text}");
    }
}
