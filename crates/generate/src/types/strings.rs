//! String literals, arrays that hold a text, and calls of the library.

use crate::state::scopes::VarInfo;
use crate::state::{Run, tokens};
use ir::{Builtin, ExprId, Init, InitId, Quals, Storage, Ty, VarId};

/// A call of a library function.
pub fn library(m: &mut Run, builtin: Builtin, args: &[ExprId]) -> Option<ExprId> {
    let func = m.grow.p.builtin(builtin);
    m.grow.p.call_func(func, args).ok()
}

/// Letters and digits, which mean the same in every character set and type.
pub fn text(m: &mut Run, len: usize) -> Vec<u8> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 _";
    (0..len).map(|_| LETTERS[m.grow.ch.below("letter", LETTERS.len())]).collect()
}

pub fn literal(m: &mut Run) -> (ExprId, u64) {
    let most = m.grow.policy.types.max_string_len.max(1);
    let len = m.grow.ch.between("string-len", 0, most);
    let bytes = text(m, len as usize);
    (m.grow.p.str_lit(&bytes), u64::from(len))
}

/// An initialiser for an array of characters, if the policy wants a string there.
pub fn init(m: &mut Run, element: Ty, len: u64) -> Option<InitId> {
    let share = m.grow.policy.types.string_init;
    if !m.grow.p.types.is_character(element) || !m.grow.ch.chance("string-init", share) {
        return None;
    }
    let used = m.grow.ch.below("string-used", len as usize);
    let bytes = text(m, used);
    let e = m.grow.p.str_lit(&bytes);
    Some(m.grow.p.push_init(Init::Expr(e)))
}

/// A literal for a pointer to constant characters.
pub fn value(m: &mut Run, pointer: Ty) -> Option<ExprId> {
    let to = m.grow.p.types.canonical(m.grow.p.types.pointee(pointer)?);
    let share = m.grow.policy.types.string_pointer;
    if to.unqualified() != Ty::CHAR || !to.quals().is_const() || !m.grow.ch.chance("string-pointer", share) {
        return None;
    }
    let (e, _) = literal(m);
    m.grow.p.assign_convert(e, pointer).ok()
}

/// A string: a literal, or an array that holds a text for ever.
pub fn string(m: &mut Run) -> (ExprId, u64) {
    if m.grow.ch.chance("string-literal", m.grow.policy.odds.string_literal) {
        return literal(m);
    }
    let known = m.grow.texts.clone();
    let var = match m.grow.ch.pick("text", &known) {
        Some(var) if known.len() > 3 || m.grow.ch.chance("known-text", m.grow.policy.odds.known_text) => *var,
        _ => new_text(m),
    };
    let len = match m.grow.p.vars[var].init.map(|i| &m.grow.p.inits[i]) {
        Some(Init::Expr(e)) => m.grow.p.types.size(m.grow.p.ty(*e)) - 1,
        _ => 0,
    };
    (m.grow.p.var(var), len)
}

/// `static const char g_4[12] = "abc";`
fn new_text(m: &mut Run) -> VarId {
    let (e, len) = literal(m);
    let extra = m.grow.ch.below("text-extra", m.grow.policy.amounts.text_extra as usize) as u64;
    let element = m.grow.p.types.qualify(Ty::CHAR, Quals::CONST);
    let ty = m.grow.p.types.array(element, len + 1 + extra);
    let init = m.grow.p.push_init(Init::Expr(e));
    let number = m.grow.number();
    let var = m.grow.p.add_global(&format!("g_{number}"), ty, Storage::Static, Some(init));
    m.grow.set_info(var, VarInfo::at(0));
    m.grow.texts.push(var);
    let (decl, all) = (tokens::of_local(&m.grow.p, var), tokens::of_global(&m.grow.p, var));
    m.grow.tokens += decl;
    m.grow.check_tokens += all - decl;
    let _ = m.amend().add_static(var);
    var
}
