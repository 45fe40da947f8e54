//! How fast the printer is. Run with `cargo test --release -p assay-emit --test speed -- --ignored --nocapture`.

mod zoo;

use assay_emit as emit;
use emit::Options;
use ir::{BinaryOp, ExprId, ExprKind, GuardStyle, IntKind, Program, Storage, Target, Ty};
use std::io::Write;
use std::time::Instant;

fn tree(p: &mut Program, vars: &[ir::VarId], n: &mut usize, depth: usize) -> ExprId {
    *n += 1;
    if depth == 0 {
        return if n.is_multiple_of(3) {
            p.int_lit(*n as u64 * 77, IntKind::Int)
        } else {
            p.var(vars[*n % vars.len()])
        };
    }
    let (a, b) = (tree(p, vars, n, depth - 1), tree(p, vars, n, depth - 1));
    let raw = p.binary(BinaryOp::ALL[*n % 10], a, b).expect("typed");
    if !n.is_multiple_of(7) {
        return raw;
    }
    let ty = p.value_type(raw);
    p.push_expr(ExprKind::Guard(raw, GuardStyle::Inline), ty)
}

/// Roughly what a compiler's lexer would count.
fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut word = false;
    for b in text.bytes() {
        let is_word = b.is_ascii_alphanumeric() || b == b'_';
        count += usize::from(!(b.is_ascii_whitespace() || is_word && word));
        word = is_word;
    }
    count
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    let mut p = Program::new(Target::LP64);
    let vars: Vec<_> =
        (0..50).map(|i| p.add_global(&format!("g_{i}"), Ty::INT, Storage::Global, None)).collect();
    let mut n = 0;
    for f in 0..200 {
        let (f, body) = zoo::function(&mut p, &format!("func_{f}"), Ty::VOID, &[]);
        for i in 0..50 {
            let value = tree(&mut p, &vars, &mut n, 1 + i % 5);
            let to = p.var(vars[i]);
            let e = p.assign(to, value).expect("typed");
            p.expr_stmt(body, e);
        }
        let _ = f;
    }
    let text = emit::print(&p, &Options::default()).expect("it prints").text();
    let start = Instant::now();
    let rounds = 20;
    for _ in 0..rounds {
        std::hint::black_box(emit::print(&p, &Options::default()).expect("it prints"));
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(rounds);
    let per_second = tokens(&text) as f64 / seconds / 1e6;
    writeln!(
        std::io::stderr(),
        "{} bytes, {} tokens, {per_second:.1} million tokens/s",
        text.len(),
        tokens(&text)
    )
    .expect("stderr is open");
}
