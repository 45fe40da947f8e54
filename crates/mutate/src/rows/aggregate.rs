//! Variables that become one: fields of a record, elements of an array, lanes of a vector, bit-fields. And the reverse.

use super::scene::Scene;
use crate::subject;
use ir::{
    BlockId, ExprId, ExprKind, Field, Init, InitId, InitItem, IntKind, Program, RecordKind, Stmt, StmtId,
    Storage, Ty, TypeKind, VarId, visit,
};
use reduce::edit::Edit;
use reduce::rebuild::rebuild;

pub fn split(s: &mut Scene) -> Option<Program> {
    match s.ch.below("split", 5) {
        0 => apart(s),
        1 => together(s, Form::Array),
        2 => together(s, Form::Bits),
        3 => together(s, Form::Lanes),
        _ => together(s, Form::Record),
    }
}

// --- apart ---

/// More parts than this stay together.
const MOST_PARTS: usize = 12;

/// A variable for each part of one that is never used as a whole.
fn apart(s: &mut Scene) -> Option<Program> {
    let p = s.program;
    let all: Vec<VarId> = visit::variables(p)
        .into_iter()
        .filter(|v| matches!(p.types.kind(p.vars[*v].ty), TypeKind::Record(_) | TypeKind::Array(..)))
        .collect();
    let var = *s.ch.pick("split-variable", &all)?;
    let parts = parts(p, var)?;
    rebuild(p, &[Edit::Split(var, parts)]).ok()
}

fn parts(p: &Program, var: VarId) -> Option<Vec<u32>> {
    let (mut parts, mut mentions) = (Vec::new(), 0);
    for e in visit::expressions(p).into_iter().chain(visit::global_expressions(p)) {
        match p.exprs[e].kind {
            ExprKind::Var(v) if v == var => mentions += 1,
            ExprKind::Member { base, field } if p.exprs[base].kind == ExprKind::Var(var) => parts.push(field),
            ExprKind::Index { base, index } => {
                if let ExprKind::Decay(array) = p.exprs[base].kind
                    && p.exprs[array].kind == ExprKind::Var(var)
                {
                    parts.push(ir::constant::int_value(p, index).and_then(|n| u32::try_from(n).ok())?);
                }
            }
            _ => {}
        }
    }
    let whole = mentions != parts.len();
    parts.sort_unstable();
    parts.dedup();
    (mentions > 0 && !whole && parts.len() <= MOST_PARTS).then_some(parts)
}

// --- together ---

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Record,
    Array,
    Bits,
    /// Of a vector: as many as a power of two.
    Lanes,
}

/// Up to so many variables become one.
const MOST: usize = 4;

/// Scalars of one scope become parts of one variable.
fn together(s: &mut Scene, form: Form) -> Option<Program> {
    let mut p = s.program.clone();
    let group = group(s, form)?;
    let ty = match form {
        Form::Array => {
            let element = p.types.canonical(p.vars[group[0]].ty).unqualified();
            p.types.array(element, group.len() as u64)
        }
        Form::Lanes => {
            let element = p.types.canonical(p.vars[group[0]].ty).unqualified();
            p.types.vector(element, group.len() as u32)
        }
        Form::Record => record(&mut p, &group, |_, _| None),
        Form::Bits => {
            let widths: Vec<u8> = group.iter().map(|_| s.ch.between("gathered-bits", 20, 32) as u8).collect();
            record(&mut p, &group, move |p, n| {
                let _ = p;
                Some(widths[n])
            })
        }
    };
    let name = subject::fresh(&p, "gathered");
    let init = gathered_init(&mut p, &group, form)?;
    let owner = p.vars[group[0]].owner;
    let storage = p.vars[group[0]].storage;
    let var = match owner {
        None => p.add_global(&name, ty, storage, init),
        Some(func) => {
            let var = p.add_local(&name, ty, storage, func);
            p.vars[var].init = init;
            var
        }
    };
    p.globals.retain(|v| !group.contains(v));
    declare(&mut p, &group, var)?;
    replace(&mut p, &group, var, form)?;
    Some(p)
}

/// Variables of the same scope and storage, with constants for initialisers; of the same type for an array.
fn group(s: &mut Scene, form: Form) -> Option<Vec<VarId>> {
    let p = s.program;
    let fits = |v: &VarId| {
        let var = &p.vars[*v];
        let quals = p.types.canonical(var.ty).quals();
        let plain =
            if form == Form::Record { p.types.is_arithmetic(var.ty) } else { is_int(p, var.ty, form) };
        plain
            && quals.is_empty()
            && var.aligned.is_none()
            && matches!(var.storage, Storage::Global | Storage::Static | Storage::Auto)
            && var.init.is_none_or(|init| subject::is_constant_init(p, init))
            && (!matches!(form, Form::Bits | Form::Lanes) || !has_address(p, *v))
    };
    let all: Vec<VarId> = scalars(p).into_iter().filter(fits).collect();
    let first = *s.ch.pick("gathered", &all)?;
    let beside = |v: &VarId| {
        let (a, b) = (&p.vars[first], &p.vars[*v]);
        a.owner == b.owner
            && a.storage == b.storage
            && (!matches!(form, Form::Array | Form::Lanes) || p.types.same_unqualified(a.ty, b.ty))
            && (a.storage != Storage::Auto || block_of(p, first) == block_of(p, *v))
    };
    let mut group: Vec<VarId> = all.into_iter().filter(beside).take(MOST).collect();
    group.dedup();
    if form == Form::Lanes {
        group.truncate(1 << group.len().max(1).ilog2());
    }
    (group.len() >= 2).then_some(group)
}

fn is_int(p: &Program, ty: Ty, form: Form) -> bool {
    match (p.types.kind(ty), form) {
        (TypeKind::Int(kind), Form::Bits) => matches!(kind, IntKind::Int | IntKind::UInt),
        (TypeKind::Int(kind), Form::Lanes) => {
            !matches!(kind, IntKind::Bool | IntKind::Int128 | IntKind::UInt128)
        }
        (TypeKind::Int(_), Form::Record | Form::Array) => true,
        _ => false,
    }
}

fn scalars(p: &Program) -> Vec<VarId> {
    let params: Vec<VarId> = p.funcs.iter().flat_map(|(_, f)| f.params.clone()).collect();
    visit::variables(p).into_iter().filter(|v| !params.contains(v)).collect()
}

fn has_address(p: &Program, var: VarId) -> bool {
    let all = visit::expressions(p).into_iter().chain(visit::global_expressions(p));
    all.into_iter()
        .any(|e| matches!(p.exprs[e].kind, ExprKind::AddrOf(of) if p.exprs[of].kind == ExprKind::Var(var)))
}

fn block_of(p: &Program, var: VarId) -> Option<BlockId> {
    p.blocks
        .iter()
        .find(|(_, list)| list.iter().any(|s| p.stmts[*s] == Stmt::Decl(var)))
        .map(|(block, _)| block)
}

fn record(p: &mut Program, group: &[VarId], bits: impl Fn(&Program, usize) -> Option<u8>) -> Ty {
    let tag = subject::fresh(p, "Gathered");
    let tag = p.names.intern(&tag);
    let id = p.types.declare_record(tag, RecordKind::Struct);
    let mut fields = Vec::new();
    for (n, var) in group.iter().enumerate() {
        let ty = p.types.canonical(p.vars[*var].ty).unqualified();
        let name = p.names.intern(&format!("part_{n}"));
        fields.push(Field { name: Some(name), ty, bits: bits(p, n) });
    }
    p.types.complete_record(id, fields);
    p.types.record_type(id)
}

/// A list of what the variables began with; nothing if none had a value.
fn gathered_init(p: &mut Program, group: &[VarId], form: Form) -> Option<Option<InitId>> {
    let mut items = Vec::new();
    for (n, var) in group.iter().enumerate() {
        if form == Form::Lanes && p.vars[*var].init.is_none() {
            // Lanes have no designators.
            let zero = p.int_const(0, p.vars[*var].ty);
            p.vars[*var].init = Some(p.push_init(Init::Expr(zero)));
        }
        if let Some(init) = p.vars[*var].init {
            let Init::Expr(_) = p.inits[init] else { return None };
            items.push(InitItem { place: n as u32, init, designated: form != Form::Lanes });
        }
    }
    Some((!items.is_empty()).then(|| p.push_init(Init::List(items))))
}

/// The one stands where the first of the others was declared. A loop that comes there again gives all of them their values.
fn declare(p: &mut Program, group: &[VarId], var: VarId) -> Option<()> {
    if p.vars[var].owner.is_none() {
        return Some(());
    }
    let decls: Vec<StmtId> = visit::statements(p)
        .into_iter()
        .map(|site| site.stmt)
        .filter(|s| matches!(p.stmts[*s], Stmt::Decl(v) if group.contains(&v)))
        .collect();
    let (first, others) = decls.split_first()?;
    p.stmts[*first] = Stmt::Decl(var);
    for other in others {
        p.stmts[*other] = Stmt::Empty;
    }
    Some(())
}

fn replace(p: &mut Program, group: &[VarId], var: VarId, form: Form) -> Option<()> {
    for e in p.exprs.ids().collect::<Vec<ExprId>>() {
        let ExprKind::Var(v) = p.exprs[e].kind else { continue };
        let Some(n) = group.iter().position(|one| *one == v) else { continue };
        let whole = p.var(var);
        let part = match form {
            Form::Array | Form::Lanes => {
                let index = p.int_lit(n as u64, IntKind::Int);
                p.index(whole, index).ok()?
            }
            Form::Record | Form::Bits => p.member(whole, n as u32).ok()?,
        };
        let (kind, ty) = (p.exprs[part].kind, p.ty(part));
        p.set_expr(e, kind, ty);
    }
    Some(())
}
