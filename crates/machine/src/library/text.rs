//! Characters and numbers in text: `ctype.h` in the C locale, `atoi` and `strtol`.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::Values;
use crate::value::{Place, Pointer, Value};
use ir::{Builtin, ExprId, ExprList, Ty};

/// Whether a character is in a class; nothing for functions that are no class.
fn is_in_class(builtin: Builtin, c: u8) -> Option<bool> {
    use Builtin as B;
    Some(match builtin {
        B::Isalnum => c.is_ascii_alphanumeric(),
        B::Isalpha => c.is_ascii_alphabetic(),
        B::Iscntrl => c.is_ascii_control(),
        B::Isdigit => c.is_ascii_digit(),
        B::Isgraph => c.is_ascii_graphic(),
        B::Islower => c.is_ascii_lowercase(),
        B::Isprint => c.is_ascii_graphic() || c == b' ',
        B::Ispunct => c.is_ascii_punctuation(),
        B::Isspace => is_space(c),
        B::Isupper => c.is_ascii_uppercase(),
        B::Isxdigit => c.is_ascii_hexdigit(),
        _ => return None,
    })
}

fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// A number at the start of a text, and how many bytes it takes; nothing if there is none.
fn number(text: &[u8], base: u32) -> Option<(bool, Option<u64>, usize)> {
    let mut at = text.iter().take_while(|c| is_space(**c)).count();
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(negative || text.get(at) == Some(&b'+'));
    let prefix = |at: usize| {
        text.get(at) == Some(&b'0')
            && matches!(text.get(at + 1), Some(b'x' | b'X'))
            && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit)
    };
    let base = match base {
        0 if prefix(at) => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    at += if base == 16 && prefix(at) { 2 } else { 0 };
    let digits: Vec<u32> = text[at..].iter().map_while(|c| char::from(*c).to_digit(base)).collect();
    if digits.is_empty() {
        return None;
    }
    let step = |sum: u64, d: &u32| sum.checked_mul(u64::from(base))?.checked_add(u64::from(*d));
    Some((negative, digits.iter().try_fold(0, step), at + digits.len()))
}

impl<G: Grow> Machine<G> {
    /// A function of one character, which is an `unsigned char` or `EOF` (C17 7.4p1). A class says yes with any number but zero: one
    /// that compares it with another cannot tell which.
    pub(super) fn character(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        let c = self.int_arg(values, 0);
        if !(-1..=255).contains(&c) {
            return Err(self.ub(id, Ub::CallType));
        }
        let byte = u8::try_from(c).ok();
        if let Some(inside) = byte.map_or(Some(false), |b| is_in_class(builtin, b)) {
            return Ok(Value::from_bool(inside));
        }
        let changed = byte.map(|b| match builtin {
            Builtin::Toupper => b.to_ascii_uppercase(),
            _ => b.to_ascii_lowercase(),
        });
        Ok(Value::Int(changed.map_or(c, i64::from)))
    }

    /// `atoi`, `atol`: a result that does not fit is undefined (C17 7.22.1p1).
    pub(super) fn number_of(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        let text = self.string(id, self.pointer_arg(id, values, 0)?)?;
        let (negative, size, _) = number(&text, 10).unwrap_or((false, Some(0), 0));
        let value = size.map(|v| if negative { -i128::from(v) } else { i128::from(v) });
        let ty = if builtin == Builtin::Atoi { Ty::INT } else { Ty::LONG };
        let t = self.program().types.int_type(ty);
        match (value, t) {
            (Some(v), Some(t)) if ir::arith::int::fits(t, v) => Ok(Value::Int(v as i64)),
            _ => Err(self.ub(id, Ub::CallType)),
        }
    }

    /// `strtol`, `strtoul`; one whose result does not fit sets `errno`, which is not known here.
    pub(super) fn strtol(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let (pointer, end) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let text = self.string(id, pointer)?;
        let base = self.int_arg(values, 2);
        if base != 0 && !(2..=36).contains(&base) {
            return Err(self.ub(id, Ub::CallType));
        }
        let (negative, size, len) = number(&text, base as u32).unwrap_or((false, Some(0), 0));
        if !end.is_null() {
            let behind = Pointer { offset: pointer.offset + len as u32, ..pointer };
            let p = self.program();
            let ty = p.types.pointee(p.ty(p.args(args)[1])).unwrap_or(Ty::VOID);
            self.write(id, Place::at(end, None), ty, Value::Pointer(behind), Intent::Write)?;
        }
        let signed = builtin == Builtin::Strtol;
        let t = self.program().types.int_type(if signed { Ty::LONG } else { Ty::int(ir::IntKind::ULong) });
        let value = size.map(|v| if negative && signed { -i128::from(v) } else { i128::from(v) });
        match (value, t) {
            (Some(v), Some(t)) if ir::arith::int::fits(t, v) => {
                let v = if negative && !signed { ir::arith::int::wrap(t, -v) } else { v };
                Ok(Value::Int(v as i64))
            }
            _ => Err(self.unsupported(Missing::Errno, Some(id))),
        }
    }
}
