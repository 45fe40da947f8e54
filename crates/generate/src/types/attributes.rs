//! Attributes and qualifiers by which functions and parameters promise something, made in the hope that it holds.
//!
//! Functions that are to be pure or const grow *quietly*: they write nothing that they do not own. A compiler may call such
//! a function where the program does not, so it must not trap either: there is no division, no loop but by a counter, and
//! no pointer is followed.

use crate::state::Run;
use crate::state::access::Quiet;
use crate::types::functions;
use ir::{Attrs, FuncId, Quals};

/// Whether a new function is to grow quietly; it must have something to return.
pub fn draw_quiet(m: &mut Run) -> Quiet {
    let p = &m.grow.policy.promises;
    let (pure, constant) = (p.pure, p.r#const);
    match m.grow.ch.below("quiet", 100) as u32 {
        n if n < pure => Quiet::Pure,
        n if n < pure + constant => Quiet::Const,
        _ => Quiet::No,
    }
}

/// The attributes of a new function that are promises.
pub fn attributes(m: &mut Run, func: FuncId, quiet: Quiet) -> Attrs {
    let p = &m.grow.policy.promises;
    let (nonnull, returns, malloc, aligned) = (p.nonnull, p.returns_nonnull, p.malloc, p.aligned);
    let mut attrs = match quiet {
        Quiet::No => Attrs::NONE,
        Quiet::Pure => Attrs::PURE,
        Quiet::Const => Attrs::CONST,
    };
    let params = &m.grow.p.funcs[func].params;
    let takes = params.iter().any(|v| m.grow.p.types.is_pointer(m.grow.p.vars[*v].ty));
    let gives = m.grow.p.types.is_pointer(functions::return_type(m, func));
    if takes && m.grow.ch.chance("nonnull", nonnull) {
        attrs = attrs.with(Attrs::NONNULL);
    }
    if gives && m.grow.ch.chance("returns-nonnull", returns) {
        attrs = attrs.with(Attrs::RETURNS_NONNULL);
    }
    if gives && m.grow.ch.chance("malloc", malloc) {
        attrs = attrs.with(Attrs::MALLOC);
    }
    if gives && m.grow.ch.chance("aligned-result", aligned) {
        attrs = attrs.with(alignment(m));
    }
    attrs
}

/// The attributes of a function that allocates memory.
pub fn of_allocator(m: &mut Run) -> Attrs {
    let p = &m.grow.policy.promises;
    let any = [p.malloc, p.returns_nonnull, p.aligned];
    let drawn = m.grow.policy.odds.allocator_promise;
    let mut attrs = Attrs::NONE;
    for (name, share, attr) in [
        ("allocator-malloc", any[0], Attrs::MALLOC),
        ("allocator-nonnull", any[1], Attrs::RETURNS_NONNULL),
        ("allocator-aligned", any[2], alignment(m)),
    ] {
        if share > 0 && m.grow.ch.chance(name, drawn) {
            attrs = attrs.with(attr);
        }
    }
    attrs
}

/// That a result is aligned.
pub fn alignment(m: &mut Run) -> Attrs {
    m.grow.ch.pick("result-alignment", &Attrs::ALIGNMENTS).map_or(Attrs::NONE, |(_, attr)| *attr)
}

/// Makes some of the pointers that a function takes lead to a number of elements at least.
pub fn at_least(m: &mut Run, func: FuncId) {
    let (share, most) = (m.grow.policy.promises.at_least, m.grow.policy.promises.max_at_least.max(1));
    for v in m.grow.p.funcs[func].params.clone() {
        let ty = m.grow.p.vars[v].ty;
        let object = m
            .grow
            .p
            .types
            .pointee(ty)
            .is_some_and(|to| !m.grow.p.types.is_void(to) && !m.grow.p.types.is_function(to));
        if object && m.grow.ch.chance("at-least", share) {
            // One is the most frequent number of elements that there are.
            let n = m.grow.ch.between("elements", 1, most * 2);
            m.grow.p.vars[v].at_least = if n > most { 1 } else { n };
        }
    }
}

/// Makes some of the pointers that a function takes restrict; nothing writes those.
pub fn restrict(m: &mut Run, func: FuncId) {
    let share = m.grow.policy.promises.restrict;
    for v in m.grow.p.funcs[func].params.clone() {
        let to = m.grow.p.types.pointee(m.grow.p.vars[v].ty);
        let plain = to.is_some_and(|to| !m.grow.p.types.is_pointer(to) && !m.grow.p.types.is_function(to));
        if plain && m.grow.ch.chance("restrict", share) {
            m.grow.p.vars[v].ty = m.grow.p.types.qualify(m.grow.p.vars[v].ty, Quals::RESTRICT);
            m.grow.info_mut(v).pinned = true;
        }
    }
}
