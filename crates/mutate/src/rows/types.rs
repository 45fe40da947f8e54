//! Types, qualifiers and storage of variables, fields and results, by the edits of the reducer, which derive all conversions
//! anew.

use super::scene::Scene;
use crate::subject;
use ir::{ExprKind, FuncId, IntKind, Program, Quals, Stmt, Storage, Ty, TypeKind, VarId, visit};
use reduce::edit::{Edit, Whole};
use reduce::rebuild::rebuild;

const KINDS: [IntKind; 11] = [
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
];

// --- types ---

pub fn retype(s: &mut Scene) -> Option<Program> {
    let mut edits = Vec::new();
    for _ in 0..s.sites() {
        edits.extend(other_type(s));
    }
    if edits.is_empty() {
        return None;
    }
    rebuild(s.program, &edits).ok()
}

fn other_type(s: &mut Scene) -> Option<Edit> {
    let p = s.program;
    let ty = Ty::int(KINDS[s.ch.below("other-type", KINDS.len())]);
    match s.ch.below("retyped", 6) {
        0 => {
            let func = function(s, |p, ret| p.types.is_integer(ret))?;
            Some(Edit::Returns(func, ty))
        }
        1 => {
            let fields: Vec<(ir::RecordId, u32)> = fields(p);
            let (record, field) = *s.ch.pick("retyped-field", &fields)?;
            Some(Edit::RetypeField(record, field, ty))
        }
        _ => {
            let var = variable(s, |p, ty| p.types.is_integer(p.types.leaf(ty)))?;
            let from = p.vars[var].ty;
            let ty = p.types.canonical(from).quals();
            let quals = if ty.is_volatile() { Quals::VOLATILE } else { Quals::NONE };
            let kind = KINDS[s.ch.below("other-type-of-variable", KINDS.len())];
            let mut types = p.types.clone();
            let to = types.qualify(Ty::int(kind), quals);
            let scalar = p.types.is_integer(from);
            Some(if scalar { Edit::Retype(var, to) } else { Edit::RetypeLeaf(var, Ty::int(kind)) })
        }
    }
}

fn fields(p: &Program) -> Vec<(ir::RecordId, u32)> {
    let records = p.types.records.iter();
    records
        .flat_map(|(id, r)| r.fields.iter().enumerate().map(move |(n, f)| (id, n as u32, f)))
        .filter(|(_, _, f)| f.name.is_some() && f.bits.is_none() && p.types.is_integer(f.ty))
        .map(|(id, n, _)| (id, n))
        .collect()
}

fn function(s: &mut Scene, fits: impl Fn(&Program, Ty) -> bool) -> Option<FuncId> {
    let p = s.program;
    let all: Vec<FuncId> = p
        .funcs
        .iter()
        .filter(|(_, f)| f.body.is_some() && p.types.fn_type(f.ty).is_some_and(|t| fits(p, t.ret)))
        .map(|(id, _)| id)
        .collect();
    s.ch.pick("mutated-function", &all).copied()
}

fn variable(s: &mut Scene, fits: impl Fn(&Program, Ty) -> bool) -> Option<VarId> {
    let p = s.program;
    let all: Vec<VarId> = visit::variables(p)
        .into_iter()
        .filter(|v| p.vars[*v].storage != Storage::Extern && fits(p, p.vars[*v].ty))
        .collect();
    s.ch.pick("mutated-variable", &all).copied()
}

// --- lengths ---

/// The run looks whether anything reached behind the new end.
pub fn length(s: &mut Scene) -> Option<Program> {
    let var = variable(s, |p, ty| matches!(p.types.kind(ty), TypeKind::Array(_, Some(_))))?;
    let (_, len) = s.program.types.element(s.program.vars[var].ty)?;
    let len = len?;
    let changed = match s.ch.below("other-length", 4) {
        0 => len + 1,
        1 => len.saturating_sub(1),
        2 => len.next_power_of_two(),
        _ => len.saturating_mul(2),
    };
    if changed == len || changed == 0 || changed > 4096 {
        return None;
    }
    rebuild(s.program, &[Edit::Length(var, changed)]).ok()
}

// --- qualifiers ---

pub fn qualify(s: &mut Scene) -> Option<Program> {
    let p = s.program;
    if s.ch.chance("fewer-qualifiers", 25) {
        let all = [Whole::NoVolatile, Whole::NoConst, Whole::NoRestrict];
        let which = all[s.ch.below("dropped-qualifier", all.len())];
        return rebuild(p, &[Edit::Whole(which)]).ok();
    }
    let mut edits = Vec::new();
    for _ in 0..s.sites() {
        let Some(var) = variable(s, |p, ty| p.types.is_arithmetic(p.types.leaf(ty))) else { continue };
        let leaf = p.types.canonical(p.types.leaf(p.vars[var].ty));
        // Only built-in types are the same in the copy.
        if !matches!(p.types.spelled(leaf.unqualified()), TypeKind::Int(_) | TypeKind::Float(_)) {
            continue;
        }
        let quals = if s.ch.chance("const-variable", 30) { Quals::CONST } else { Quals::VOLATILE };
        let mut types = p.types.clone();
        let to = types.qualify(leaf, quals);
        let scalar = p.types.is_arithmetic(p.vars[var].ty);
        edits.push(if scalar { Edit::Retype(var, to) } else { Edit::RetypeLeaf(var, to) });
    }
    if edits.is_empty() {
        return None;
    }
    rebuild(p, &edits).ok()
}

// --- storage ---

pub fn storage(s: &mut Scene) -> Option<Program> {
    match s.ch.below("storage", 5) {
        0 => local_global(s),
        1 => {
            let var = variable(s, |_, _| true)?;
            rebuild(s.program, &[Edit::PlainVar(var)]).ok()
        }
        2 => linkage(s),
        3 => global_local(s),
        _ => local_class(s),
    }
}

/// A global that only one function mentions becomes a local of it.
fn local_global(s: &mut Scene) -> Option<Program> {
    let p = s.program;
    let var = *s.ch.pick("global", &p.globals)?;
    let mut of: Vec<FuncId> = Vec::new();
    for func in p.funcs.ids() {
        let mentions = visit::statements_of(p, func).into_iter().any(|site| {
            visit::roots(p, site.stmt).into_iter().any(|root| {
                let mut found = false;
                visit::tree(p, root, &mut |e| found |= p.exprs[e].kind == ExprKind::Var(var));
                found
            })
        });
        if mentions {
            of.push(func);
        }
    }
    let [only] = of.as_slice() else { return None };
    rebuild(p, &[Edit::LocalGlobal(var, *only)]).ok()
}

/// Internal linkage becomes external, and the reverse.
fn linkage(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let var = *s.ch.pick("linkage", &s.program.globals)?;
    p.vars[var].storage = match p.vars[var].storage {
        Storage::Global => Storage::Static,
        Storage::Static => Storage::Global,
        Storage::Extern | Storage::Auto | Storage::Register | Storage::Param => return None,
    };
    Some(p)
}

/// A local without an address becomes static, or a register one.
fn local_class(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let locals = declarations(&p);
    let (_, var) = *s.ch.pick("local-class", &locals)?;
    let constant = p.vars[var].init.is_none_or(|init| subject::is_constant_init(&p, init));
    p.vars[var].storage = match p.vars[var].storage {
        Storage::Auto if constant && s.ch.chance("static-local", 60) => Storage::Static,
        Storage::Auto => Storage::Register,
        Storage::Register => Storage::Auto,
        Storage::Static => Storage::Auto,
        Storage::Extern | Storage::Global | Storage::Param => return None,
    };
    Some(p)
}

/// A local scalar becomes a global, which its declaration assigns to.
fn global_local(s: &mut Scene) -> Option<Program> {
    let mut p = s.program.clone();
    let locals = declarations(&p);
    let (stmt, var) = *s.ch.pick("local-to-global", &locals)?;
    let v = p.vars[var].clone();
    if v.storage.is_static() || p.types.canonical(v.ty).quals().is_const() {
        return None;
    }
    p.stmts[stmt] = match v.init.map(|init| p.inits[init].clone()) {
        None => Stmt::Empty,
        Some(ir::Init::Expr(e)) if !p.types.is_array(v.ty) => {
            let lhs = p.var(var);
            Stmt::Expr(p.assign(lhs, e).ok()?)
        }
        Some(_) => return None,
    };
    let name = subject::fresh(&p, p.name(v.name).to_owned().as_str());
    let name = p.names.intern(&name);
    let shared = &mut p.vars[var];
    (shared.name, shared.storage, shared.owner, shared.init) = (name, Storage::Global, None, None);
    p.globals.push(var);
    Some(p)
}

fn declarations(p: &Program) -> Vec<(ir::StmtId, VarId)> {
    let sites = visit::statements(p).into_iter();
    sites
        .filter_map(|site| match p.stmts[site.stmt] {
            Stmt::Decl(var) => Some((site.stmt, var)),
            _ => None,
        })
        .collect()
}
