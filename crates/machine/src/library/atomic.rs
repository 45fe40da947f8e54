//! GNU's functions on atomic objects, in one thread: a read, an operation and a store that nothing comes between.

use crate::access::Intent;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::outcome::Eval;
use crate::ub::Ub;
use crate::value::{Place, Value, Values};
use ir::arith::int;
use ir::{AtomicFn, AtomicForm, AtomicOp, Class, ExprId, ExprList, IntType, Ty};

/// An integer object, where it is and what it holds.
struct Object {
    place: Place,
    ty: Ty,
    t: IntType,
}

impl<G: Grow> Machine<G> {
    pub(super) fn atomic(
        &mut self,
        id: ExprId,
        function: AtomicFn,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let object = self.object_of(id, args, values, 0)?;
        let given = |at: usize| values.get(at).and_then(|v| v.wide(object.t)).unwrap_or(0);
        let form = function.form();
        if form == AtomicForm::Store {
            self.hold(id, &object, given(1))?;
            return Ok(Value::Void);
        }
        let old = self.held(id, &object)?;
        let result = match form {
            AtomicForm::Load => old,
            AtomicForm::CompareExchange => return self.compare_exchange(id, &object, old, args, values),
            AtomicForm::SyncBool | AtomicForm::SyncVal => {
                if old == given(1) {
                    self.hold(id, &object, given(2))?;
                }
                if form == AtomicForm::SyncBool {
                    return Ok(Value::from_bool(old == given(1)));
                }
                old
            }
            AtomicForm::Old | AtomicForm::New | AtomicForm::SyncOld | AtomicForm::SyncNew => {
                let new = changed(function.op(), object.t, old, given(1));
                self.hold(id, &object, new)?;
                if matches!(form, AtomicForm::Old | AtomicForm::SyncOld) { old } else { new }
            }
            AtomicForm::Store => return Ok(Value::Void),
        };
        Ok(Value::from_wide(object.t, result))
    }

    /// Stores the third argument if the object holds what the second leads to, and else what it holds there.
    fn compare_exchange(
        &mut self,
        id: ExprId,
        object: &Object,
        old: i128,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let expected = self.object_of(id, args, values, 1)?;
        let same = self.held(id, &expected)? == old;
        let wanted = values.get(2).and_then(|v| v.wide(object.t)).unwrap_or(0);
        if same {
            self.hold(id, object, wanted)?;
        } else {
            self.hold(id, &expected, old)?;
        }
        Ok(Value::from_bool(same))
    }

    fn object_of(&mut self, id: ExprId, args: ExprList, values: &Values, at: usize) -> Eval<Object> {
        let p = self.program();
        let to = p.args(args).get(at).copied();
        let ty = to.and_then(|to| p.types.pointee(p.ty(to))).map(|ty| p.types.canonical(ty));
        let (Some(to), Some(ty), Some(pointer)) = (to, ty, values.get(at).copied()) else {
            return Err(self.ub(id, Ub::CallType));
        };
        let Class::Int(t) = p.types.class(ty) else { return Err(self.ub(id, Ub::CallType)) };
        let place = self.deref_place(id, to, pointer, ty, None)?;
        Ok(Object { place, ty, t })
    }

    fn held(&mut self, id: ExprId, object: &Object) -> Eval<i128> {
        let value = self.read(id, object.place, object.ty)?;
        value.wide(object.t).ok_or_else(|| self.ub(id, Ub::CallType))
    }

    fn hold(&mut self, id: ExprId, object: &Object, value: i128) -> Eval<()> {
        self.changes += 1;
        let value = Value::from_wide(object.t, int::wrap(object.t, value));
        self.write(id, object.place, object.ty, value, Intent::Write).map(drop)
    }
}

/// These wrap, also where signed arithmetic would overflow.
fn changed(op: Option<AtomicOp>, t: IntType, old: i128, by: i128) -> i128 {
    let value = match op {
        None => by,
        Some(AtomicOp::Add) => old.wrapping_add(by),
        Some(AtomicOp::Sub) => old.wrapping_sub(by),
        Some(AtomicOp::And) => old & by,
        Some(AtomicOp::Or) => old | by,
        Some(AtomicOp::Xor) => old ^ by,
        Some(AtomicOp::Nand) => !(old & by),
    };
    int::wrap(t, value)
}
