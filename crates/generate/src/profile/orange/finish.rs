//! After the run: which variables are local, how the results are looked at, and the cold run.

use crate::driver::attempt;
use crate::driver::attempt::{Attempt, Check, GrowError, Values};
use crate::driver::growing::Run;
use crate::profile::orange::variables::Variables;
use crate::state::Gen;
use emit::check;
use emit::check::{Oracle, Scalar};
use ir::arith::float;
use ir::{FuncId, IntKind, IntType, PathStep, Program, Stmt, Storage, Ty, VarId};

pub fn finish(mut m: Run, entry: FuncId, v: &Variables, check: Check) -> Result<Attempt, GrowError> {
    let local = draw_locals(&mut m.grow, v, check);
    let (mut program, mut ended) = attempt::end(&mut m);
    localise(&mut program, entry, &local);
    let values = Values { finals: &ended.finals, types: &m.grow.policy.types };
    let helpers = m.grow.policy.barriers.helpers();
    let checked = match check {
        Check::Orange => {
            check::add_marks(&mut program, entry, &v.results, &values, helpers);
            Vec::new()
        }
        Check::Print => {
            publish(&mut program, entry, v);
            let readable = |var: VarId, path: &[PathStep]| values.is_readable(var, path);
            check::add_print(&mut program, entry, &readable, helpers).names
        }
        Check::Assert => {
            let copies = publish(&mut program, entry, v);
            check::add_assert(&mut program, entry, &Published { copies, values }, helpers).names
        }
        Check::None => {
            check::add_none(&mut program, entry);
            Vec::new()
        }
    };
    ended.finals.retain(|f| program.vars[f.path.var].owner.is_none());
    let mut attempt = attempt::conclude(m, program, &ended)?;
    if let Attempt::Grown(grown) = &mut attempt {
        grown.checked = checked;
    }
    Ok(attempt)
}

/// The variables that are to be local, with their class. Orange compares values, by which zeros have no sign; the other
/// checks look at the bits of globals, so that floating results are local there, and published as integers.
fn draw_locals(g: &mut Gen, v: &Variables, check: Check) -> Vec<(VarId, Storage)> {
    let (share, is_static) = (g.policy.arithmetic.local, g.policy.statements.static_local);
    let all: Vec<VarId> = v.all().chain(g.inserted.iter().copied()).collect();
    let mut local = Vec::new();
    for var in all {
        let by_value = check != Check::Orange && g.p.types.is_float(g.p.vars[var].ty);
        if g.ch.chance("local", share) || by_value && v.results.contains(&var) {
            let class = if g.ch.chance("static-local", is_static) { Storage::Static } else { Storage::Auto };
            local.push((var, class));
        }
    }
    local
}

/// Moves their declarations into the function.
fn localise(p: &mut Program, entry: FuncId, local: &[(VarId, Storage)]) {
    let Some(body) = p.funcs[entry].body else { return };
    let mut declarations = Vec::new();
    for (var, class) in local {
        p.vars[*var].storage = *class;
        p.vars[*var].owner = Some(entry);
        declarations.push(p.push_stmt(Stmt::Decl(*var)));
    }
    let vars = &p.vars;
    p.globals.retain(|var| vars[*var].owner.is_none());
    p.blocks[body].splice(0..0, declarations);
}

/// Copies local results to globals, where every check finds them: `r0 = t0;`. Floating ones are whole numbers, which
/// `long long` has all of.
fn publish(p: &mut Program, entry: FuncId, v: &Variables) -> Vec<(VarId, VarId)> {
    let Some(body) = p.funcs[entry].body else { return Vec::new() };
    let wide = Ty::int(p.target().exact(64, true).unwrap_or(IntKind::LongLong));
    let mut copies = Vec::new();
    for (i, result) in v.results.iter().enumerate() {
        if p.vars[*result].owner.is_none() {
            continue;
        }
        let ty = p.types.canonical(p.vars[*result].ty).unqualified();
        let ty = if p.types.is_float(ty) { wide } else { ty };
        let copy = p.add_global(&format!("r{i}"), ty, Storage::Global, None);
        let (to, from) = (p.var(copy), p.var(*result));
        let Ok(assign) = p.assign(to, from) else { continue };
        p.append(body, Stmt::Expr(assign));
        copies.push((copy, *result));
    }
    copies
}

/// Expected values, where copies have those of what they are copies of.
struct Published<'m> {
    copies: Vec<(VarId, VarId)>,
    values: Values<'m>,
}

impl Published<'_> {
    /// The integer that a floating result is.
    fn whole(&self, var: VarId) -> Option<Scalar> {
        let machine::Scalar::Float(f) = self.values.finals.value(var, &[])? else { return None };
        float::to_int(f, IntType::signed(64)).ok().map(Scalar::Int)
    }
}

impl Oracle for Published<'_> {
    fn scalar(&self, var: VarId, path: &[PathStep]) -> Option<Scalar> {
        let of =
            self.copies.binary_search_by_key(&var, |(copy, _)| *copy).map_or(var, |at| self.copies[at].1);
        match self.values.scalar(of, path)? {
            Scalar::Float(_) if of != var => self.whole(of),
            other => Some(other),
        }
    }
}
