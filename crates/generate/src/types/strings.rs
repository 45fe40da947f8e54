//! String literals, arrays that hold a text, and calls of the library.

use crate::state::scopes::VarInfo;
use crate::state::{Gen, tokens};
use ir::{Builtin, ExprId, ExprKind, Init, InitId, Quals, Storage, Ty, VarId};
use machine::Amendment;

/// A call of a library function.
pub fn library(g: &mut Gen, builtin: Builtin, args: &[ExprId]) -> Option<ExprId> {
    let func = g.p.builtin(builtin);
    g.p.call_func(func, args).ok()
}

/// Letters and digits, which mean the same in every character set and type.
pub fn text(g: &mut Gen, len: usize) -> Vec<u8> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 _";
    (0..len).map(|_| LETTERS[g.ch.below("letter", LETTERS.len())]).collect()
}

pub fn literal(g: &mut Gen) -> (ExprId, u64) {
    let most = g.policy.types.max_string_len.max(1);
    let len = g.ch.between("string-len", 0, most);
    let bytes = text(g, len as usize);
    (g.p.str_lit(&bytes), u64::from(len))
}

/// An initialiser for an array of characters, if the policy wants a string there.
pub fn init(g: &mut Gen, element: Ty, len: u64) -> Option<InitId> {
    let share = g.policy.types.string_init;
    if !g.p.types.is_character(element) || !g.ch.chance("string-init", share) {
        return None;
    }
    let used = g.ch.below("string-used", len as usize);
    let bytes = text(g, used);
    let e = g.p.str_lit(&bytes);
    Some(g.p.push_init(Init::Expr(e)))
}

/// A literal for a pointer to constant characters.
pub fn value(g: &mut Gen, pointer: Ty) -> Option<ExprId> {
    let to = g.p.types.canonical(g.p.types.pointee(pointer)?);
    let share = g.policy.types.string_pointer;
    if to.unqualified() != Ty::CHAR || !to.quals().is_const() || !g.ch.chance("string-pointer", share) {
        return None;
    }
    let (e, _) = literal(g);
    g.p.assign_convert(e, pointer).ok()
}

/// An array that holds a text for ever.
pub fn text_array(g: &mut Gen) -> VarId {
    let known = g.texts.clone();
    match g.ch.pick("text", &known) {
        Some(var) if known.len() > 3 || g.ch.chance("known-text", g.policy.odds.known_text) => *var,
        _ => new_text(g),
    }
}

/// The characters of such an array.
pub fn characters(g: &Gen, var: VarId) -> Vec<u8> {
    match g.p.vars[var].init.map(|i| &g.p.inits[i]) {
        Some(Init::Expr(e)) => match g.p.exprs[*e].kind {
            ExprKind::Str(id) => g.p.strings[id].bytes.clone(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A string: a literal, or an array that holds a text for ever.
pub fn string(g: &mut Gen) -> (ExprId, u64) {
    if g.ch.chance("string-literal", g.policy.odds.string_literal) {
        return literal(g);
    }
    let var = text_array(g);
    let len = match g.p.vars[var].init.map(|i| &g.p.inits[i]) {
        Some(Init::Expr(e)) => g.p.types.size(g.p.ty(*e)) - 1,
        _ => 0,
    };
    (g.p.var(var), len)
}

/// `static const char g_4[12] = "abc";`
fn new_text(g: &mut Gen) -> VarId {
    let (e, len) = literal(g);
    let extra = g.ch.below("text-extra", g.policy.amounts.text_extra as usize) as u64;
    let element = g.p.types.qualify(Ty::CHAR, Quals::CONST);
    let ty = g.p.types.array(element, len + 1 + extra);
    let init = g.p.push_init(Init::Expr(e));
    let number = g.number();
    let var = g.p.add_global(&format!("g_{number}"), ty, Storage::Static, Some(init));
    g.set_info(var, VarInfo::at(0));
    g.texts.push(var);
    let (decl, all) = (tokens::of_local(&g.p, var), tokens::of_global(&g.p, var));
    g.tokens += decl;
    g.check_tokens += all - decl;
    g.amend(Amendment::AddStatic(var));
    var
}
