//! Searches in strings, and strings that are put together in a local array that has room for them.

use crate::policy::forbidden::Forbidden;
use crate::state::cx::Cx;
use crate::state::{Gen, forbidden, grammar, tokens};
use crate::stmt::library::{plus, sign};
use crate::stmt::{blocks, calls};
use crate::types::{strings, variables};
use ir::{BinaryOp, BlockId, Builtin, ExprId, Init, IntKind, Stmt, Ty, VarId};
use machine::View;

/// What a search gives.
#[derive(Clone, Copy)]
enum Gives {
    /// A number of characters.
    Length,
    /// A place in the string, or null.
    Place,
}

/// What it looks for.
#[derive(Clone, Copy)]
enum For {
    Character,
    CharacterWithin,
    Text,
}

const SEARCHES: [(Builtin, For, Gives); 7] = [
    (Builtin::Strchr, For::Character, Gives::Place),
    (Builtin::Strrchr, For::Character, Gives::Place),
    (Builtin::Memchr, For::CharacterWithin, Gives::Place),
    (Builtin::Strstr, For::Text, Gives::Place),
    (Builtin::Strpbrk, For::Text, Gives::Place),
    (Builtin::Strspn, For::Text, Gives::Length),
    (Builtin::Strcspn, For::Text, Gives::Length),
];

/// A search in a text that is known; a place becomes a truth value, or how far it is from the start if it is there.
pub fn search(g: &mut Gen, _: &View, _cx: &mut Cx) -> Option<ExprId> {
    let (builtin, wanted, gives) = *g.ch.pick("search", &SEARCHES)?;
    let array = strings::text_array(g);
    let characters = strings::characters(g, array);
    let found = !characters.is_empty() && g.ch.chance("found", g.policy.odds.found);
    let mut args = vec![g.p.var(array)];
    match wanted {
        For::Character | For::CharacterWithin => args.push(character(g, &characters, found)),
        For::Text => args.push(piece(g, &characters, found)),
    }
    if matches!(wanted, For::CharacterWithin) {
        let n = if found { characters.len() } else { g.ch.below("searched-bytes", characters.len() + 1) };
        args.push(g.p.int_lit(n as u64, g.p.target().size_t));
    }
    let call = strings::library(g, builtin, &args)?;
    match gives {
        Gives::Length => Some(call),
        Gives::Place if found && !forbidden::is(g, Forbidden::Offset) => {
            let start = g.p.var(array);
            g.p.binary(BinaryOp::Sub, call, start).ok()
        }
        Gives::Place => {
            let zero = g.p.int_lit(0, IntKind::Int);
            g.p.binary(BinaryOp::Ne, call, zero).ok()
        }
    }
}

/// A character of the text, or any.
fn character(g: &mut Gen, characters: &[u8], found: bool) -> ExprId {
    let c = if found {
        characters[g.ch.below("found-character", characters.len())]
    } else {
        strings::text(g, 1)[0]
    };
    g.p.int_lit(u64::from(c), IntKind::Int)
}

/// A piece of the text, or any other text.
fn piece(g: &mut Gen, characters: &[u8], found: bool) -> ExprId {
    if !found {
        return strings::literal(g).0;
    }
    let from = g.ch.below("piece-start", characters.len());
    let len = 1 + g.ch.below("piece-length", characters.len() - from);
    g.p.str_lit(&characters[from..from + len])
}

/// `char l_1[n] = "abc";`: a new local with so much room.
fn buffer(g: &mut Gen, block: BlockId, text: &[u8], room: u64) -> VarId {
    let mark = g.mark();
    let ty = g.p.types.array(Ty::CHAR, room);
    let var = variables::new_local(g, block, ty);
    let e = g.p.str_lit(text);
    g.p.vars[var].init = Some(g.p.push_init(Init::Expr(e)));
    g.tokens += tokens::of_local(&g.p, var);
    blocks::finish(g, block, mark, Stmt::Decl(var), None);
    g.block_mut(block).vars.push(var);
    var
}

/// The calls that make a string longer, or another one.
const APPENDS: [Builtin; 6] =
    [Builtin::Strcat, Builtin::Strncat, Builtin::Strcpy, Builtin::Strncpy, Builtin::Stpcpy, Builtin::Stpncpy];

/// An array with a text, calls that change it, and a look at what came of it.
pub fn append(g: &mut Gen, _: &View, block: BlockId) -> Option<()> {
    let most = g.policy.types.max_string_len.max(1);
    let len = g.ch.between("string-len", 0, most);
    let first = strings::text(g, len as usize);
    let count = u64::from(g.ch.between("appended", 1, g.policy.amounts.max_appended));
    // However often something is appended, it has room, and so has the zero behind it.
    let room = (count + 1) * u64::from(most) + 1;
    let var = buffer(g, block, &first, room);
    let mut len = u64::from(len);
    for _ in 0..count {
        len = change(g, block, var, len)?;
    }
    let mark = g.mark();
    let e = g.p.var(var);
    if g.ch.chance("compared-text", g.policy.odds.compared_text) {
        let (other, _) = strings::string(g);
        let call = strings::library(g, Builtin::Strcmp, &[e, other])?;
        let e = sign(g, call)?;
        return calls::keep_result(g, block, mark, e, Ty::INT);
    }
    let e = strings::library(g, Builtin::Strlen, &[e])?;
    let ty = g.p.ty(e);
    calls::keep_result(g, block, mark, e, ty)
}

/// One of the calls; where what the array has held ends afterwards.
fn change(g: &mut Gen, block: BlockId, var: VarId, len: u64) -> Option<u64> {
    let mark = g.mark();
    let usual = if g.policy.odds.builtin_spelling > 0 { APPENDS.len() } else { APPENDS.len() - 2 };
    let builtin = *g.ch.pick("append", &APPENDS[..usual])?;
    let (from, more) = strings::string(g);
    let to = g.p.var(var);
    let n = g.ch.below("bounded-length", more as usize + 2) as u64;
    let bound = g.p.int_lit(n, g.p.target().size_t);
    let (args, after) = match builtin {
        Builtin::Strcat => (vec![to, from], len + more),
        Builtin::Strncat => (vec![to, from, bound], len + more.min(n)),
        Builtin::Strcpy | Builtin::Stpcpy => {
            // Behind what stays.
            let at = g.ch.below("text-start", len as usize + 1) as u64;
            let place = if at == 0 { to } else { plus(g, to, at)? };
            (vec![place, from], at + more)
        }
        _ => (vec![to, from, bound], n),
    };
    let call = strings::library(g, builtin, &args)?;
    blocks::finish(g, block, mark, Stmt::Expr(call), None);
    // Behind a zero, what was there goes on, and may be shown again by the next call.
    Some(after.max(len))
}

/// A conversion of integers: the kind it takes, and how its length is written.
const LENGTHS: [(IntKind, &str); 8] = [
    (IntKind::Int, ""),
    (IntKind::UInt, ""),
    (IntKind::Long, "l"),
    (IntKind::ULong, "l"),
    (IntKind::LongLong, "ll"),
    (IntKind::Short, "h"),
    (IntKind::UChar, "hh"),
    (IntKind::SChar, "hh"),
];

const FLAGS: [&str; 6] = ["", "", "-", "+", "0", "#"];

/// The most characters that one conversion makes: 64 bits in octal with a sign, and what may stand before them.
const CONVERTED: u64 = 26;

/// `sprintf` or `snprintf` into an array that is large enough; the number of characters is kept.
pub fn format(g: &mut Gen, view: &View, block: BlockId) -> Option<()> {
    let most = u64::from(g.policy.types.max_string_len.max(1));
    let count = u64::from(g.ch.between("conversions", 1, g.policy.amounts.max_conversions));
    let room = (count + 1) * most.max(CONVERTED) + count * most + 1;
    let var = buffer(g, block, b"", room);
    let mark = g.mark();
    let mut cx = Cx::pure(g, block);
    let (mut format, mut given) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let len = g.ch.between("string-len", 0, most as u32);
        format.extend(strings::text(g, len as usize));
        given.push(conversion(g, view, &mut cx, &mut format)?);
    }
    let (to, format) = (g.p.var(var), g.p.str_lit(&format));
    let mut args = vec![to];
    let builtin = if g.ch.chance("bounded-format", g.policy.odds.bounded_format) {
        let n = g.ch.below("format-size", (room as usize).min(40)) as u64;
        args.push(g.p.int_lit(n, g.p.target().size_t));
        Builtin::Snprintf
    } else {
        Builtin::Sprintf
    };
    args.push(format);
    args.extend(given);
    let call = strings::library(g, builtin, &args)?;
    calls::keep_result(g, block, mark, call, Ty::INT)
}

/// One conversion at the end of the format, and what it is given.
fn conversion(g: &mut Gen, view: &View, cx: &mut Cx, format: &mut Vec<u8>) -> Option<ExprId> {
    format.push(b'%');
    let form = g.ch.below("conversion", 10);
    if form == 0 {
        format.push(b's');
        return Some(strings::string(g).0);
    }
    cx.budget = cx.budget.max(4);
    let value = grammar::int(g, view, cx);
    if form == 1 {
        format.push(b'c');
        // Any character but the one that would end the string.
        let mask = g.p.int_lit(63, IntKind::Int);
        let bits = g.p.cast(value, Ty::INT).ok()?;
        let bits = g.p.binary(BinaryOp::And, bits, mask).ok()?;
        let first = g.p.int_lit(32, IntKind::Int);
        return g.p.binary(BinaryOp::Add, bits, first).ok();
    }
    let fit: Vec<(IntKind, &str)> =
        LENGTHS.into_iter().filter(|(kind, _)| variables::is_on(g, *kind)).collect();
    let (kind, length) = *g.ch.pick("conversion-kind", &fit)?;
    let signed = g.p.target().int_type(kind).signed;
    let letters: &[u8] = if signed { b"di" } else { b"uxXo" };
    let letter = *g.ch.pick("conversion-letter", letters)?;
    let flag = *g.ch.pick("conversion-flag", &FLAGS)?;
    // `#` is for other bases, `+` for signed values.
    let fits = match flag {
        "#" => matches!(letter, b'x' | b'X' | b'o'),
        "+" => signed,
        _ => true,
    };
    format.extend(if fits { flag } else { "" }.bytes());
    if g.ch.chance("conversion-width", g.policy.odds.conversion_width) {
        format.extend(g.ch.between("width", 1, CONVERTED as u32 - 2).to_string().bytes());
    }
    format.extend(length.bytes());
    format.push(letter);
    g.p.cast(value, Ty::int(kind)).ok()
}
