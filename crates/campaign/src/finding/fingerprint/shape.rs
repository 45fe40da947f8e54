//! The pattern of a program's expressions: operators and types, but neither values nor names. Of two reduced programs with
//! the same pattern one is, as a first guess, enough; that is how Orange counts its findings. It says little about
//! programs that are not reduced.

use ir::{BlockId, ExprId, ExprKind, FloatKind, Init, IntKind, Program, Quals, Stmt, Ty, TypeKind};

/// The trees of all operations, in the order of the text, as in `(= unsigned (/ (- unsigned) int))`. Empty if nothing
/// is computed.
pub fn of(p: &Program) -> String {
    let mut trees = Vec::new();
    for (_, func) in p.funcs.iter() {
        if let Some(body) = func.body {
            in_block(p, body, &mut trees);
        }
    }
    trees.join(" ")
}

fn in_block(p: &Program, block: BlockId, trees: &mut Vec<String>) {
    for stmt in &p.blocks[block] {
        let stmt = &p.stmts[*stmt];
        stmt.for_each_expr(|e| computed(p, e, trees));
        if let Stmt::Decl(var) = *stmt
            && let Some(init) = p.vars[var].init
            && let Init::Expr(e) = p.inits[init]
            && is_operation(p, e)
        {
            trees.push(format!("(= {} {})", name(p, p.vars[var].ty), tree(p, e)));
        }
        stmt.for_each_block(|inner| in_block(p, inner, trees));
    }
}

/// What a full expression computes: of a call, what its arguments compute.
fn computed(p: &Program, e: ExprId, trees: &mut Vec<String>) {
    match p.exprs[e].kind {
        ExprKind::Call { args, .. } => p.args(args).iter().for_each(|arg| computed(p, *arg, trees)),
        ExprKind::Convert(inner) => computed(p, inner, trees),
        ExprKind::Assign { rhs, .. } if !is_operation(p, rhs) => computed(p, rhs, trees),
        _ if is_operation(p, e) => trees.push(tree(p, e)),
        _ => {}
    }
}

/// Whether anything is computed; the sign of a constant is none.
fn is_operation(p: &Program, e: ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Convert(inner) => is_operation(p, inner),
        ExprKind::Unary(_, inner) => !is_constant(p, inner),
        ExprKind::Binary(..)
        | ExprKind::Logic(..)
        | ExprKind::Cast(_)
        | ExprKind::Cond { .. }
        | ExprKind::Comma(..)
        | ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec(..)
        | ExprKind::Guard(..) => true,
        _ => false,
    }
}

fn is_constant(p: &Program, e: ExprId) -> bool {
    matches!(p.exprs[e].kind, ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..))
}

fn tree(p: &Program, e: ExprId) -> String {
    let node = p.exprs[e];
    let of = |operands: &[ExprId]| operands.iter().map(|e| tree(p, *e)).collect::<Vec<_>>().join(" ");
    match node.kind {
        ExprKind::Convert(inner) | ExprKind::Guard(inner, _) => tree(p, inner),
        ExprKind::Unary(op, a) if !is_constant(p, a) => format!("({} {})", op.token(), of(&[a])),
        ExprKind::Binary(op, a, b) => format!("({} {})", op.token(), of(&[a, b])),
        ExprKind::Logic(op, a, b) => format!("({} {})", op.token(), of(&[a, b])),
        ExprKind::Cast(a) => format!("(({}) {})", name(p, node.ty), of(&[a])),
        ExprKind::Cond { cond, then, els } => format!("(? {})", of(&[cond, then, els])),
        ExprKind::Comma(a, b) => format!("(, {})", of(&[a, b])),
        ExprKind::Assign { lhs, rhs } => format!("(= {})", of(&[lhs, rhs])),
        ExprKind::AssignOp { op, lhs, rhs, .. } => format!("({}= {})", op.token(), of(&[lhs, rhs])),
        ExprKind::IncDec(op, lhs) => format!("({} {})", if op.is_inc() { "++" } else { "--" }, of(&[lhs])),
        ExprKind::Call { args, .. } => format!("(call {})", of(p.args(args))),
        // A variable, a part of one, or a constant.
        _ => name(p, node.ty),
    }
}

/// In the order of [`IntKind::ALL`].
const INTEGERS: [&str; 14] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
];

fn name(p: &Program, ty: Ty) -> String {
    let plain = match p.types.kind(ty) {
        TypeKind::Int(kind) => INTEGERS[IntKind::ALL.iter().position(|k| *k == kind).unwrap_or(6)],
        TypeKind::Float(FloatKind::Float) => "float",
        TypeKind::Float(FloatKind::Double) => "double",
        TypeKind::Float(FloatKind::LongDouble) => "long double",
        TypeKind::Enum(_) => "enum",
        TypeKind::Pointer(_) => "pointer",
        TypeKind::Record(_) => "record",
        TypeKind::Vector(..) => "vector",
        TypeKind::Array(..) => "array",
        TypeKind::Function(_) => "function",
        TypeKind::Void => "void",
        TypeKind::VaList | TypeKind::Alias(_) => "other",
    };
    let quals = p.types.canonical(ty).quals();
    let constant = if quals.has(Quals::CONST) { "const " } else { "" };
    let volatile = if quals.has(Quals::VOLATILE) { "volatile " } else { "" };
    format!("{constant}{volatile}{plain}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Triage, naming};
    use generate::BucketSource;
    use ir::Target;

    fn pattern(text: &str) -> String {
        of(&read::read(text, Target::LP64).expect("it is C").program)
    }

    #[test]
    fn values_and_names_do_not_count() {
        let one = "int main(void) { unsigned x = 2U; unsigned t = (unsigned)-(x / 2) / 2; return t != 7; }";
        let other =
            "int main(void) { unsigned a = 900U; unsigned b = (unsigned)-(a / 3) / 5; return b != 1; }";
        assert_eq!(pattern(one), pattern(other));
        assert_eq!(
            pattern(one),
            "(= unsigned int (/ ((unsigned int) (- (/ unsigned int int))) int)) (!= unsigned int int)"
        );
    }

    #[test]
    fn operators_and_types_do() {
        let with = |declared: &str, op: &str| {
            pattern(&format!("{declared} x; int t; int main(void) {{ t = x {op} 2; return 0; }}"))
        };
        assert_eq!(with("int", "+"), "(= int (+ int int))");
        assert_ne!(with("int", "+"), with("int", "-"));
        assert_ne!(with("int", "+"), with("long", "+"));
        assert_ne!(with("int", "+"), with("volatile int", "+"));
    }

    /// A finding of Orange's whose reduced program this is.
    fn found(compiler: &str, text: &str, finished: bool) -> String {
        let finding = serde_json::json!({
            "id": "1-cc", "kind": "wrong-code", "test": 1, "seed": 1, "origin": "orange", "compiler": compiler,
            "version": "", "bucket": "", "class": "class", "title": "", "variable": null, "wrong": [], "right": [],
            "validated_by": [], "known": null, "found": 0,
            "host": { "system": "", "cpu": "", "cores": 1, "memory_mib": 1 },
        });
        let reduced = serde_json::json!({
            "lines": 1, "bytes": 1, "compile": "", "flags": [], "expected": "", "actual": "", "exit_code": 0,
            "verdict": "", "tests": 1, "seconds": 1.0, "finished": finished, "pattern": pattern(text),
        });
        let (finding, reduced) = (serde_json::from_value(finding), serde_json::from_value(reduced));
        let (finding, reduced) = (finding.expect("a finding"), reduced.expect("a reduction"));
        naming::reduced(BucketSource::Shape, &finding, &reduced, &Triage::default()).to_string()
    }

    #[test]
    fn findings_with_one_pattern_are_one_bug() {
        let sum = |values: [i32; 2], op: &str, ty: &str| {
            let [a, b] = values;
            format!("{ty} x = {a}, t; int main(void) {{ t = x {op} {b}; return t != {a}; }}")
        };
        let one = found("gcc-12", &sum([3, 4], ">>", "int"), true);
        assert_eq!(one, "wrong-code gcc: (= int (>> int int)) (!= int int)");
        assert_eq!(one, found("gcc-12", &sum([-70, 2], ">>", "int"), true), "values do not count");
        assert_ne!(one, found("gcc-12", &sum([3, 4], "<<", "int"), true), "operators do");
        assert_ne!(one, found("gcc-12", &sum([3, 4], ">>", "long"), true), "types do");
        assert_ne!(one, found("clang-16", &sum([3, 4], ">>", "int"), true), "compilers do");
        assert_eq!(found("gcc-12", &sum([3, 4], ">>", "int"), false), "class", "not yet small");
    }
}
