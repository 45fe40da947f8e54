//! The library's functions on strings and bytes that search, append or duplicate.

use super::Overlap;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::sequence::Kind;
use crate::outcome::Eval;
use crate::value::Values;
use crate::value::{Pointer, Value};
use ir::{Builtin, ExprId};

/// A pointer further on in the same array.
fn ahead(pointer: Pointer, by: u64) -> Value {
    Value::Pointer(Pointer { offset: pointer.offset + by as u32, ..pointer })
}

impl<G: Grow> Machine<G> {
    pub(super) fn string_function(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        use Builtin as B;
        match builtin {
            B::Memchr => self.memchr(id, values),
            B::Mempcpy => {
                let end = ahead(self.pointer_arg(id, values, 0)?, self.size_arg(values, 2));
                self.memcpy(id, values, Overlap::Undefined).map(|_| end)
            }
            B::Bcopy => {
                let turned = Values::from_slice(&[values[1], values[0], values[2]]);
                self.memcpy(id, &turned, Overlap::Defined).map(|_| Value::Void)
            }
            B::Bzero => {
                let zeroed = Values::from_slice(&[values[0], Value::Int(0), values[1]]);
                self.memset(id, &zeroed).map(|_| Value::Void)
            }
            B::Strncat => self.strncat(id, values),
            B::Strstr => self.strstr(id, values),
            B::Strspn => self.span(id, values, Span::Of).map(|n| Value::Int(n as i64)),
            B::Strcspn => self.span(id, values, Span::Without).map(|n| Value::Int(n as i64)),
            B::Strpbrk => self.strpbrk(id, values),
            B::Stpcpy => {
                let len = self.string(id, self.pointer_arg(id, values, 1)?)?.len() as u64;
                let end = ahead(self.pointer_arg(id, values, 0)?, len);
                self.strcpy(id, values, 0).map(|_| end)
            }
            B::Stpncpy => {
                let most = self.size_arg(values, 2);
                let len = self.string_up_to(id, self.pointer_arg(id, values, 1)?, most)?.len() as u64;
                let end = ahead(self.pointer_arg(id, values, 0)?, len);
                self.strncpy(id, values).map(|_| end)
            }
            B::Strnlen => {
                let text =
                    self.string_up_to(id, self.pointer_arg(id, values, 0)?, self.size_arg(values, 1))?;
                Ok(Value::Int(text.len() as i64))
            }
            B::Strdup => self.duplicate(id, values, u64::MAX),
            _ => self.duplicate(id, values, self.size_arg(values, 1)),
        }
    }

    fn memchr(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let pointer = self.pointer_arg(id, values, 0)?;
        let wanted = self.int_arg(values, 1) as u8;
        for i in 0..self.size_arg(values, 2) {
            // As if one character after the other were read (C17 7.24.5.1p2).
            let pos = self.bytes(id, pointer, i + 1, Kind::Read)? + i as u32;
            if self.byte(id, pointer, pos)? == wanted {
                return Ok(ahead(pointer, i));
            }
        }
        Ok(Value::Pointer(Pointer::NULL))
    }

    /// Appends at most so many characters, and a zero.
    fn strncat(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (to, from) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let most = self.size_arg(values, 2);
        let skip = self.string(id, to)?.len() as u64;
        let text = self.string_up_to(id, from, most)?;
        let target = self.bytes(id, to, skip + text.len() as u64 + 1, Kind::Write)? + skip as u32;
        let read = (text.len() as u64 + 1).min(most);
        let end = Pointer { offset: to.offset + skip as u32, ..to };
        self.check_apart(id, (end, text.len() as u64 + 1), (from, read))?;
        self.put(target, &text);
        self.mem.store(target + text.len() as u32, 1, 0);
        Ok(values[0])
    }

    fn strstr(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (pointer, wanted) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let (text, wanted) = (self.string(id, pointer)?, self.string(id, wanted)?);
        let at = (0..=text.len()).find(|i| text[*i..].starts_with(&wanted));
        Ok(at.map_or(Value::Pointer(Pointer::NULL), |at| ahead(pointer, at as u64)))
    }

    /// How many characters a string begins with that are in the other, or are not.
    fn span(&mut self, id: ExprId, values: &Values, span: Span) -> Eval<u64> {
        let (pointer, set) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let (text, set) = (self.string(id, pointer)?, self.string(id, set)?);
        let len = text.iter().take_while(|c| set.contains(c) == (span == Span::Of)).count();
        Ok(len as u64)
    }

    fn strpbrk(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let pointer = self.pointer_arg(id, values, 0)?;
        let (len, at) = (self.string(id, pointer)?.len() as u64, self.span(id, values, Span::Without)?);
        Ok(if at == len { Value::Pointer(Pointer::NULL) } else { ahead(pointer, at) })
    }

    fn duplicate(&mut self, id: ExprId, values: &Values, most: u64) -> Eval<Value> {
        let text = self.string_up_to(id, self.pointer_arg(id, values, 0)?, most)?;
        let copy = self.malloc(id, text.len() as u64 + 1)?;
        if let Value::Pointer(pointer) = copy {
            let target = self.bytes(id, pointer, text.len() as u64 + 1, Kind::Write)?;
            self.put(target, &text);
            self.mem.store(target + text.len() as u32, 1, 0);
        }
        Ok(copy)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Span {
    Of,
    Without,
}
