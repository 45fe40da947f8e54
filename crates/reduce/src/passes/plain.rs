//! Qualifiers, storage classes, attributes; of the whole program, then one by one.

use super::Group;
use crate::edit::{Edit, Whole};
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{Program, Quals, StmtId, Storage, Ty, VarId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    let whole = [
        Whole::NoVolatile,
        Whole::NoConst,
        Whole::NoRestrict,
        Whole::PlainTypes,
        Whole::BuiltinPrintf,
        Whole::Unguarded,
        Whole::CalleesFirst,
    ];
    let mut groups: Vec<Group> = whole.into_iter().map(|what| vec![Edit::Whole(what)]).collect();
    let vars = visit::variables(p).into_iter().filter(|var| is_special(p, *var));
    groups.extend(vars.map(|var| vec![Edit::PlainVar(var)]));
    let marked = |s: &StmtId| p.unrolls.contains_key(s) || p.case_ends.contains_key(s);
    let stmts = visit::statements(p).into_iter().map(|site| site.stmt).filter(marked);
    groups.extend(stmts.map(|stmt| vec![Edit::PlainStmt(stmt)]));
    let funcs = p.funcs.iter().filter(|(_, f)| f.is_static || f.inline || !f.attrs.is_empty());
    groups.extend(funcs.map(|(func, _)| vec![Edit::PlainFunc(func)]));
    groups
}

fn is_special(p: &Program, var: VarId) -> bool {
    let v = &p.vars[var];
    matches!(v.storage, Storage::Static | Storage::Register)
        || v.aligned.is_some()
        || v.thread
        || v.at_least > 0
        || !quals(p, v.ty).is_empty()
}

/// The qualifiers of the object; an array's are its elements'.
fn quals(p: &Program, mut ty: Ty) -> Quals {
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
    }
    p.types.canonical(ty).quals()
}
