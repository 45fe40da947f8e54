//! `qsort` and `bsearch`, which call a comparison of the program's.

use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::sequence::Kind;
use crate::outcome::{Eval, Missing};
use crate::ub::Ub;
use crate::value::Values;
use crate::value::{Pointer, Value};
use ir::{ExprId, FuncId, Quals, Ty};
use std::cmp::Ordering;

/// An array with its comparison.
struct Elements {
    first: Pointer,
    count: u64,
    size: u64,
    compare: FuncId,
}

impl Elements {
    fn at(&self, i: u64) -> Pointer {
        let offset = self.first.offset + (i * self.size) as u32;
        Pointer { offset, ..self.first }
    }
}

impl<G: Grow> Machine<G> {
    fn elements(&mut self, id: ExprId, values: &Values, first: usize) -> Eval<Elements> {
        let pointer = self.pointer_arg(id, values, first)?;
        let (count, size) = (self.size_arg(values, first + 1), self.size_arg(values, first + 2));
        let compare = self.pointer_arg(id, values, first + 3)?.as_function();
        let Some(compare) = compare else { return Err(self.ub(id, Ub::CalledObject)) };
        if !self.is_comparison(compare) {
            return Err(self.ub(id, Ub::CallType));
        }
        Ok(Elements { first: pointer, count, size, compare })
    }

    /// `int (const void *, const void *)`
    fn is_comparison(&self, func: FuncId) -> bool {
        let p = self.program();
        let Some(f) = p.types.fn_type(p.funcs[func].ty) else { return false };
        let item = |ty: &Ty| {
            p.types.pointee(*ty).is_some_and(|to| {
                let to = p.types.canonical(to);
                p.types.is_void(to) && to.quals() == Quals::CONST
            })
        };
        let params = f.params.len() == 2 && f.params.iter().all(item);
        p.types.same(f.ret, Ty::INT) && params && !f.variadic
    }

    fn order(&mut self, id: ExprId, by: FuncId, a: Pointer, b: Pointer) -> Eval<Ordering> {
        // All bytes of an element may be looked at, wherever the pointer came from.
        let values = [Value::Pointer(a), Value::Pointer(b)];
        match self.call_function(by, &values, None)? {
            Value::Int(v) => Ok(v.cmp(&0)),
            _ => Err(self.ub(id, Ub::MissingReturn)),
        }
    }

    /// Sorts by insertion, which is stable as glibc's is; the order of what compares equal is unspecified (C17 7.22.5.2p4), so that
    /// two elements which compare equal and differ are not supported.
    pub(super) fn qsort(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let all = self.elements(id, values, 0)?;
        let len = all.count.saturating_mul(all.size);
        if all.count > 0 {
            self.bytes(id, all.first, len, Kind::Write)?;
        }
        for i in 1..all.count {
            let mut at = i;
            while at > 0 {
                match self.order(id, all.compare, all.at(at - 1), all.at(at))? {
                    Ordering::Greater => self.swap_elements(id, &all, at)?,
                    Ordering::Equal if !self.same_bytes(id, &all, at)? => {
                        return Err(self.unsupported(Missing::UnstableSort, Some(id)));
                    }
                    Ordering::Equal | Ordering::Less => break,
                }
                at -= 1;
            }
        }
        Ok(Value::Void)
    }

    fn swap_elements(&mut self, id: ExprId, all: &Elements, at: u64) -> Eval<()> {
        let size = all.size as u32;
        let (left, right) = (all.at(at - 1), all.at(at));
        let spare = self.allocate_heap(all.size)?;
        for (to, from) in [(spare, left), (left, right), (right, spare)] {
            let source = self.bytes(id, from, all.size, Kind::Read)?;
            let target = self.bytes(id, to, all.size, Kind::Write)?;
            self.mem.copy(target, source, size);
            self.copy_effective_types(to, from, size);
        }
        self.mem.free(spare.object, id);
        Ok(())
    }

    fn same_bytes(&mut self, id: ExprId, all: &Elements, at: u64) -> Eval<bool> {
        let (a, b) = (all.at(at - 1), all.at(at));
        let x = self.bytes(id, a, all.size, Kind::Read)?;
        let y = self.bytes(id, b, all.size, Kind::Read)?;
        for i in 0..all.size as u32 {
            if self.mem.load(x + i, 1).ok() != self.mem.load(y + i, 1).ok() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Any element that compares equal may be found, so there must be only one.
    pub(super) fn bsearch(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let key = self.pointer_arg(id, values, 0)?;
        let all = self.elements(id, values, 1)?;
        let (mut low, mut high) = (0, all.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.order(id, all.compare, key, all.at(middle))? {
                Ordering::Less => high = middle,
                Ordering::Greater => low = middle + 1,
                Ordering::Equal => {
                    self.check_only(id, &all, key, middle)?;
                    return Ok(Value::Pointer(all.at(middle)));
                }
            }
        }
        Ok(Value::Pointer(Pointer::NULL))
    }

    fn check_only(&mut self, id: ExprId, all: &Elements, key: Pointer, found: u64) -> Eval<()> {
        let beside = [found.checked_sub(1), Some(found + 1).filter(|n| *n < all.count)];
        for other in beside.into_iter().flatten() {
            if self.order(id, all.compare, key, all.at(other))? == Ordering::Equal {
                return Err(self.unsupported(Missing::UnstableSort, Some(id)));
            }
        }
        Ok(())
    }
}
