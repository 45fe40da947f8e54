//! Attributes and qualifiers by which functions and parameters promise something, made in the hope that it holds.
//!
//! Functions that are to be pure or const grow *quietly*: they write nothing that they do not own. A compiler may call such
//! a function where the program does not, so it must not trap either: there is no division, no loop but by a counter, and
//! no pointer is dereferenced.

use crate::policy::FunctionAttribute;
use crate::state::Gen;
use crate::state::access::Quiet;
use crate::types::functions;
use ir::{Attrs, FuncId, Quals};

/// Whether a new function is to grow quietly; it must have something to return.
pub fn draw_quiet(g: &mut Gen) -> Quiet {
    let p = &g.policy.promises;
    let (pure, constant) = (p.pure, p.r#const);
    match g.ch.below("quiet", 100) as u32 {
        n if n < pure => Quiet::Pure,
        n if n < pure + constant => Quiet::Const,
        _ => Quiet::No,
    }
}

/// The attributes of a new function that are promises.
pub fn attributes(g: &mut Gen, func: FuncId, quiet: Quiet) -> Attrs {
    let p = &g.policy.promises;
    let (nonnull, returns, malloc, aligned) = (p.nonnull, p.returns_nonnull, p.malloc, p.aligned);
    let mut attrs = match quiet {
        Quiet::No => Attrs::NONE,
        Quiet::Pure => Attrs::PURE,
        Quiet::Const => Attrs::CONST,
    };
    let params = &g.p.funcs[func].params;
    let takes = params.iter().any(|v| g.p.types.is_pointer(g.p.vars[*v].ty));
    let gives = g.p.types.is_pointer(functions::return_type(g, func));
    if takes && g.ch.chance("nonnull", nonnull) {
        attrs = attrs.with(Attrs::NONNULL);
    }
    if gives && g.ch.chance("returns-nonnull", returns) {
        attrs = attrs.with(Attrs::RETURNS_NONNULL);
    }
    if gives && g.ch.chance("malloc", malloc) {
        attrs = attrs.with(Attrs::MALLOC);
    }
    if gives && g.ch.chance("aligned-result", aligned) {
        attrs = attrs.with(alignment(g));
    }
    attrs
}

/// The attributes of a function that allocates memory.
pub fn of_allocator(g: &mut Gen) -> Attrs {
    let p = &g.policy.promises;
    let any = [p.malloc, p.returns_nonnull, p.aligned];
    let drawn = g.policy.odds.allocator_promise;
    let mut attrs = Attrs::NONE;
    for (name, share, attr) in [
        ("allocator-malloc", any[0], Attrs::MALLOC),
        ("allocator-nonnull", any[1], Attrs::RETURNS_NONNULL),
        ("allocator-aligned", any[2], alignment(g)),
    ] {
        if share > 0 && g.ch.chance(name, drawn) {
            attrs = attrs.with(attr);
        }
    }
    attrs
}

/// Gives some functions attributes that say how they are compiled, now that it is known who calls whom.
pub fn tune(g: &mut Gen) {
    let share = g.policy.barriers.tuned;
    for index in 1..g.funcs.len() {
        if !g.ch.chance("tuned", share) {
            continue;
        }
        let Some(drawn) = g.policy.barriers.attributes.draw(&mut g.ch, "function-attribute") else {
            continue;
        };
        let func = g.funcs[index].id;
        let attrs = g.p.funcs[func].attrs;
        let shown = !g.p.funcs[func].is_static && !g.p.funcs[func].inline;
        let apart = attrs.has(Attrs::NOINLINE) || attrs.has(Attrs::NOIPA);
        // What calls itself, or takes variable arguments, is never inlined as a whole.
        let whole = !apart && !g.is_recursive(index) && g.funcs[index].variable.is_empty();
        let attr = match drawn {
            FunctionAttribute::AlwaysInline if whole => {
                (g.p.funcs[func].is_static, g.p.funcs[func].inline) = (true, true);
                Attrs::ALWAYS_INLINE
            }
            FunctionAttribute::Flatten | FunctionAttribute::AlwaysInline => Attrs::FLATTEN,
            FunctionAttribute::Cold => Attrs::COLD,
            FunctionAttribute::Hot => Attrs::HOT,
            FunctionAttribute::Weak if shown => Attrs::WEAK,
            FunctionAttribute::Hidden if shown => Attrs::HIDDEN,
            FunctionAttribute::Used | FunctionAttribute::Weak | FunctionAttribute::Hidden => Attrs::USED,
            FunctionAttribute::Nothrow => Attrs::NOTHROW,
        };
        g.p.funcs[func].attrs = attrs.with(attr);
    }
}

/// That a result is aligned.
pub fn alignment(g: &mut Gen) -> Attrs {
    g.ch.pick("result-alignment", &Attrs::ALIGNMENTS).map_or(Attrs::NONE, |(_, attr)| *attr)
}

/// Makes some of the pointers that a function takes lead to a number of elements at least.
pub fn at_least(g: &mut Gen, func: FuncId) {
    let (share, most) = (g.policy.promises.at_least, g.policy.promises.max_at_least.max(1));
    for v in g.p.funcs[func].params.clone() {
        let ty = g.p.vars[v].ty;
        let object =
            g.p.types.pointee(ty).is_some_and(|to| !g.p.types.is_void(to) && !g.p.types.is_function(to));
        if object && g.ch.chance("at-least", share) {
            // One is the most frequent number of elements that there are.
            let n = g.ch.between("elements", 1, most * 2);
            g.p.vars[v].at_least = if n > most { 1 } else { n };
        }
    }
}

/// Makes some of the pointers that a function takes restrict; nothing writes those.
pub fn restrict(g: &mut Gen, func: FuncId) {
    let share = g.policy.promises.restrict;
    for v in g.p.funcs[func].params.clone() {
        let to = g.p.types.pointee(g.p.vars[v].ty);
        let plain = to.is_some_and(|to| !g.p.types.is_pointer(to) && !g.p.types.is_function(to));
        if plain && g.ch.chance("restrict", share) {
            g.p.vars[v].ty = g.p.types.qualify(g.p.vars[v].ty, Quals::RESTRICT);
            g.info_mut(v).pinned = true;
        }
    }
}
