//! Inline assembly without instructions, which keeps a compiler from knowing values, and prefetches.

use crate::expr::lvalue;
use crate::policy::Barrier;
use crate::state::access::Use;
use crate::state::cx::Cx;
use crate::state::scopes::Ahead;
use crate::state::{Gen, grammar};
use crate::stmt::blocks;
use crate::types::strings;
use ir::{Asm, AsmOperand, BlockId, Builtin, ExprId, ExprKind, IntKind, LabelId, Stmt, Storage, Ty};
use machine::View;

/// `asm ("" : "+r" (x));` and its like.
pub fn barrier(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let mark = g.mark();
    let form = g.policy.weights.barriers.draw(&mut g.ch, "barrier")?;
    let e = match form {
        Barrier::Jump => return jump(g, view, block),
        Barrier::Value => value(g, view, block)?,
        Barrier::Object => object(g, view, block)?,
        Barrier::Memory => assembly(g, &[], &[], Clobber::Memory, None),
        Barrier::Address => address(g, view, block)?,
        Barrier::Copy => copy(g, view, block)?,
        Barrier::Prefetch => prefetch(g, view, block)?,
    };
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    Some(())
}

/// Whether all memory is among what is clobbered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clobber {
    Drawn,
    Memory,
}

/// An `asm` statement with these operands, outputs first.
fn assembly(
    g: &mut Gen,
    outputs: &[(&str, ExprId)],
    inputs: &[(&str, ExprId)],
    clobber: Clobber,
    label: Option<LabelId>,
) -> ExprId {
    let all = outputs.iter().chain(inputs);
    let operands = all.clone().map(|(c, _)| AsmOperand { constraint: (*c).to_owned(), name: None }).collect();
    let nodes: Vec<ExprId> = all.map(|(_, e)| *e).collect();
    let memory = clobber == Clobber::Memory || g.ch.chance("clobber", g.policy.odds.clobber);
    let asm = Asm {
        template: String::new(),
        volatile: label.is_none() && g.ch.chance("volatile-asm", g.policy.odds.volatile_asm),
        outputs: outputs.len(),
        operands,
        clobbers: if memory { vec!["memory".to_owned()] } else { Vec::new() },
        labels: label.into_iter().collect(),
    };
    g.p.assembly(asm, &nodes)
}

/// Whether a register takes a value of the type on every processor.
fn fits_register(g: &Gen, ty: Ty) -> bool {
    let types = &g.p.types;
    let narrow = types.int_type(ty).is_some_and(|t| t.bits <= 64) && types.size(ty) <= types.size(Ty::LONG);
    narrow || types.is_pointer(ty)
}

fn place(g: &mut Gen, view: &View, cx: &mut Cx, wanted: impl Fn(&Gen, Ty) -> bool + Copy) -> Option<ExprId> {
    let e = cx.updating(|cx| lvalue::lvalue(g, view, cx, Use::Write, wanted))?;
    (g.p.bit_field_width(e).is_none() && !g.p.is_lane(e)).then_some(e)
}

/// One or two values that pass through.
fn value(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    // A pointer that is written has a reach; this one keeps its value.
    let fits = |g: &Gen, ty: Ty| fits_register(g, ty) && g.p.types.is_integer(ty);
    let x = place(g, view, &mut cx, fits)?;
    let mut outputs = vec![("+r", x)];
    if g.ch.chance("second-operand", g.policy.odds.second_operand)
        && let Some(y) = place(g, view, &mut cx, fits)
    {
        outputs.push(("+r", y));
    }
    Some(assembly(g, &outputs, &[], Clobber::Drawn, None))
}

/// An object of any type in memory.
fn object(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    let fits = |g: &Gen, ty: Ty| g.p.types.is_scalar(ty) || g.p.types.is_record(ty);
    let x = place(g, view, &mut cx, fits)?;
    if matches!(g.p.exprs[x].kind, ExprKind::Var(v) if g.p.vars[v].storage == Storage::Register) {
        return None;
    }
    Some(assembly(g, &[("+m", x)], &[], Clobber::Drawn, None))
}

/// An address, and all memory behind it.
fn address(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    let x = lvalue::lvalue(g, view, &mut cx, Use::Address, |_, _| true)?;
    let x = g.p.addr_of(x).ok()?;
    Some(assembly(g, &[], &[("r", x)], Clobber::Memory, None))
}

/// `x = e`, by way of a register.
fn copy(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    let fits = |g: &Gen, ty: Ty| fits_register(g, ty) && g.p.types.int_type(ty).is_some_and(|t| t.bits > 1);
    let x = lvalue::lvalue(g, view, &mut cx, Use::Write, fits)?;
    if g.p.bit_field_width(x).is_some() {
        return None;
    }
    cx.towards(g, x);
    let ty = g.p.value_type(x);
    let e = grammar::int(g, view, &mut cx);
    let e = g.p.cast(e, ty).ok()?;
    Some(assembly(g, &[("=r", x)], &[("0", e)], Clobber::Drawn, None))
}

/// `asm goto`: a compiler must expect the jump, and the empty template never makes it. Its label comes right behind it, or behind
/// what grows next.
fn jump(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let info = g.block(block).clone();
    if info.ahead.is_some() {
        return None;
    }
    let mark = g.mark();
    let func = g.funcs[info.func].id;
    let label = g.new_label(func);
    let mut cx = Cx::pure(g, block);
    let input = lvalue::int_lvalue(g, view, &mut cx, Use::Read).filter(|e| fits_register(g, g.p.ty(*e)));
    let inputs: Vec<(&str, ExprId)> = input.into_iter().map(|e| ("r", e)).collect();
    let e = assembly(g, &[], &inputs, Clobber::Drawn, Some(label));
    blocks::finish(g, block, mark, Stmt::Expr(e), None);
    g.insert(block, Stmt::Label(label));
    g.tokens += 3;
    // Not every language lets a jump pass declarations.
    if g.policy.statements.goto_over > 0 {
        let most = g.policy.shape.max_block_statements.max(1);
        let left = g.ch.between("passed-statements", 1, most);
        g.block_mut(block).ahead = Some(Ahead { entries: view.observed.entries(block), left });
    }
    Some(())
}

/// `__builtin_prefetch(&x, 1, 3);`
fn prefetch(g: &mut Gen, view: &View, block: BlockId) -> Option<ExprId> {
    let mut cx = Cx::pure(g, block);
    let x = lvalue::lvalue(g, view, &mut cx, Use::Address, |_, _| true)?;
    let x = g.p.addr_of(x).ok()?;
    let (write, near) = (g.ch.below("prefetch-write", 2) as u64, g.ch.below("prefetch-locality", 4) as u64);
    let (write, near) = (g.p.int_lit(write, IntKind::Int), g.p.int_lit(near, IntKind::Int));
    strings::library(g, Builtin::Prefetch, &[x, write, near])
}
