//! Nodes of any type, and places. Each evaluates its operands and hands them to the function that knows the rules.

use super::pointers::designated;
use super::{Cx, Halt, Run};
use crate::access::Intent;
use crate::bytecode::{Kind, Node, NodeId, PlainField, Pointee, Sort};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::sequence::{Kind as Access, Region};
use crate::outcome::Stop;
use crate::tree::eval::is_dropped_doubt;
use crate::ub::Ub;
use crate::value::{Place, Pointer, Value};
use ir::{ExprId, ExprKind, VarId};

impl<G: Grow> Machine<G> {
    /// The value of a node.
    pub(super) fn val(&mut self, cx: Cx, n: NodeId) -> Run<Value> {
        let node = &cx.code.nodes[n as usize];
        if node.sort == Sort::Int {
            return Ok(Value::Int(self.int(cx, n)?));
        }
        self.count(node.cost)?;
        self.val_counted(cx, node)
    }

    /// Evaluates for effects only: a function need not return the value it promised.
    pub(super) fn effect(&mut self, cx: Cx, n: NodeId) -> Run<()> {
        let node = &cx.code.nodes[n as usize];
        match node.kind {
            Kind::Call(call) => {
                self.count(node.cost)?;
                self.call_node(cx, node.id, call).map(drop)
            }
            _ if node.sort == Sort::Int => {
                let value = self.int(cx, n);
                self.dropped(node.id, value)
            }
            _ => self.val(cx, n).map(drop),
        }
    }

    /// The value of a node that is not used: it need not be specified.
    #[inline]
    pub(super) fn dropped<T>(&mut self, id: ExprId, value: Run<T>) -> Run<()> {
        match value {
            Ok(_) => Ok(()),
            Err(Halt) => match self.stopped() {
                Stop::Ub(found) if is_dropped_doubt(self.program(), &found, id) => Ok(()),
                stop => self.halt(stop),
            },
        }
    }

    /// The same for a node whose steps have been counted, and which [`Machine::int`] has no short way for.
    pub(super) fn val_counted(&mut self, cx: Cx, node: &Node) -> Run<Value> {
        let id = node.id;
        match node.kind {
            Kind::VarValue(var) => self.var_value(id, var),
            Kind::PointerVar(var) => self.pointer_var(id, var).map(Value::Pointer),
            Kind::NullPointer => Ok(Value::Pointer(Pointer::NULL)),
            Kind::QuietPointer(var) => self.quiet_var(id, var).map(Value::Pointer),
            Kind::QuietRestrict(var) => self.restrict_var(id, var).map(Value::Pointer),
            Kind::SetPointer(place, rhs) => self.set_pointer(cx, id, place, rhs).map(Value::Pointer),
            Kind::LoadPointer(place) => self.pointer_load(cx, id, place).map(Value::Pointer),
            Kind::Load(place) => {
                let place = self.place_of(cx, place)?;
                let read = self.read(id, place, self.program().ty(id));
                self.lift(read)
            }
            Kind::Convert(a) => {
                let value = self.val(cx, a)?;
                let converted = self.convert_node_value(id, value);
                self.lift(converted)
            }
            Kind::UnaryValue(a) => {
                let value = self.val(cx, a)?;
                let result = self.unary_value(id, value);
                self.lift(result)
            }
            Kind::Pair(a, b) => {
                let x = self.val(cx, a)?;
                let y = self.val(cx, b)?;
                let result = self.binary_values(id, x, y);
                self.lift(result)
            }
            Kind::AddrOf(place) => {
                let place = self.place_of(cx, place)?;
                let address = self.address_at(id, place);
                self.lift(address)
            }
            Kind::AddrElement(base, index) => {
                let pointer = self.val(cx, base)?;
                let index = self.val(cx, index)?;
                let address = self.address_of_element(id, pointer, index);
                self.lift(address)
            }
            Kind::Decay(place) => {
                let place = self.place_of(cx, place)?;
                Ok(self.decayed(id, place))
            }
            Kind::Cond(cond, then, els) => {
                let chosen = if self.chooses(cx, cond)? { then } else { els };
                self.val(cx, chosen)
            }
            Kind::CondVoid(cond, then, els) => {
                let chosen = if self.chooses(cx, cond)? { then } else { els };
                self.effect(cx, chosen)?;
                Ok(Value::Void)
            }
            Kind::Comma(a, b) => {
                self.first_of_comma(cx, a)?;
                self.val(cx, b)
            }
            Kind::CommaVoid(a, b) => {
                self.first_of_comma(cx, a)?;
                self.effect(cx, b)?;
                Ok(Value::Void)
            }
            Kind::SetPlace(..) | Kind::WatchedSet(..) => self.set_place(cx, node),
            Kind::ChangePlace(..) | Kind::WatchedChange(..) => self.change_place(cx, node),
            Kind::StepPlace(place) => {
                let place = self.place_of(cx, place)?;
                let ExprKind::IncDec(op, lhs) = self.program().exprs[id].kind else {
                    return self.not_made(id);
                };
                let done = self.inc_dec_at(id, op, lhs, place);
                self.lift(done)
            }
            Kind::Call(call) => {
                let value = self.call_node(cx, id, call)?;
                let ty = self.program().ty(id);
                let checked = self.check_returned(id, value, ty);
                self.lift(checked)?;
                Ok(value)
            }
            Kind::Tree => {
                let value = self.value(id);
                self.lift(value)
            }
            _ => self.not_made(id),
        }
    }

    /// A node that does not fit the expression it was made from.
    #[cold]
    pub(super) fn not_made<T>(&mut self, id: ExprId) -> Run<T> {
        unreachable!("no such node is made from {:?}", self.program().exprs[id].kind)
    }

    fn var_value(&mut self, id: ExprId, var: VarId) -> Run<Value> {
        let ty = self.program().ty(id);
        if let Some(value) = self.quick_read(var, ty) {
            return Ok(value);
        }
        let read = self.var_place(id, var).and_then(|place| self.read(id, place, ty));
        self.lift(read)
    }

    // --- assignments ---

    /// The place on the left and the value on the right. Naming a variable does nothing that the right side could see, so that
    /// the value comes first then.
    fn sides(&mut self, cx: Cx, place: NodeId, rhs: NodeId) -> Run<(Place, Value)> {
        let node = &cx.code.nodes[place as usize];
        if let Kind::VarPlace(var) = node.kind {
            self.count(node.cost)?;
            let value = self.val(cx, rhs)?;
            return Ok((self.var_place_of(node.id, var)?, value));
        }
        let place = self.place_of(cx, place)?;
        Ok((place, self.val(cx, rhs)?))
    }

    /// Ends the record of two sides whose conflicts were looked for.
    fn settle_sides(&mut self, id: ExprId, lhs: ExprId, place: Place, regions: (Region, Region)) -> Run<()> {
        let ty = self.program().ty(lhs);
        let checked =
            self.compare(id, regions.0, regions.1).and_then(|()| self.check_store(id, regions.0, place, ty));
        self.lift(checked)?;
        self.seq.close(regions.0);
        Ok(())
    }

    fn set_place(&mut self, cx: Cx, node: &Node) -> Run<Value> {
        let id = node.id;
        let ExprKind::Assign { lhs, .. } = self.program().exprs[id].kind else { return self.not_made(id) };
        let (place, value) = match node.kind {
            Kind::WatchedSet(place, rhs) => {
                let region = self.seq.open(self.depth);
                let place = self.place_of(cx, place)?;
                let split = self.seq.split();
                let value = self.val(cx, rhs);
                let doubt = self.stop_of_doubt(id, &value)?;
                self.settle_sides(id, lhs, place, (region, split))?;
                match (value, doubt) {
                    (Ok(value), _) => (place, value),
                    (Err(Halt), Some(stop)) => {
                        self.codes.stop = Some(stop);
                        return self.set_doubtful(id, place).map(Value::Int);
                    }
                    (Err(Halt), None) => return Err(Halt),
                }
            }
            Kind::SetPlace(place, rhs) => self.sides(cx, place, rhs)?,
            _ => return self.not_made(id),
        };
        let ty = self.program().ty(lhs);
        let done = self.finish_assign(id, place, ty, value);
        self.lift(done)
    }

    /// Why the right side of an assignment has no value, if it is a character to be stored all the same.
    fn stop_of_doubt(&mut self, id: ExprId, value: &Run<Value>) -> Run<Option<Stop>> {
        if value.is_ok() {
            return Ok(None);
        }
        let stop = self.stopped();
        match self.program().exprs[id].kind {
            ExprKind::Assign { lhs, rhs } if self.is_doubtful_copy(self.program().ty(lhs), rhs, &stop) => {
                Ok(Some(stop))
            }
            _ => self.halt(stop),
        }
    }

    fn change_place(&mut self, cx: Cx, node: &Node) -> Run<Value> {
        let id = node.id;
        let ExprKind::AssignOp { op, lhs, rhs, calc } = self.program().exprs[id].kind else {
            return self.not_made(id);
        };
        let (place, value) = match node.kind {
            Kind::WatchedChange(place, rhs) => {
                let region = self.seq.open(self.depth);
                let place = self.place_of(cx, place)?;
                let size = self.access_size(lhs);
                self.note_access(place, size, Access::Read);
                let split = self.seq.split();
                let value = self.val(cx, rhs)?;
                self.settle_sides(id, lhs, place, (region, split))?;
                (place, value)
            }
            Kind::ChangePlace(place, rhs) => self.sides(cx, place, rhs)?,
            _ => return self.not_made(id),
        };
        let done = self.combine_and_assign(id, op, place, value, (lhs, rhs, calc));
        self.lift(done)
    }

    /// Initialises a variable in memory that was just declared.
    pub(super) fn init_declared(&mut self, cx: Cx, var: VarId, n: NodeId) -> Run<()> {
        let value = match self.val(cx, n) {
            Ok(value) => value,
            Err(Halt) => return self.init_doubtful(var, cx.code.nodes[n as usize].id),
        };
        let object = self.mem.bound(var).expect("it was just declared");
        if let Value::Pointer(pointer) = value
            && self.quick_init(object, pointer)
        {
            return Ok(());
        }
        let place = Place::at(self.mem.pointer_to(object), None);
        let ty = self.program().types.canonical(self.program().vars[var].ty);
        let site = cx.code.nodes[n as usize].id;
        let done = self.write(site, place, ty, value, Intent::Initialise);
        self.lift(done)
    }

    #[cold]
    fn init_doubtful(&mut self, var: VarId, value: ExprId) -> Run<()> {
        let stop = self.stopped();
        let ty = self.program().types.canonical(self.program().vars[var].ty);
        let Some(object) = self.mem.bound(var).filter(|_| self.is_doubtful_copy(ty, value, &stop)) else {
            return self.halt(stop);
        };
        let place = Place::at(self.mem.pointer_to(object), None);
        let done = self.store_doubtful(value, place, ty, Intent::Initialise);
        self.lift(done)
    }

    // --- places ---

    pub(super) fn place_of(&mut self, cx: Cx, n: NodeId) -> Run<Place> {
        let node = &cx.code.nodes[n as usize];
        self.count(node.cost)?;
        let id = node.id;
        match node.kind {
            Kind::VarPlace(var) => self.var_place_of(id, var),
            Kind::Subobject(part) => self.part_place(cx, part),
            Kind::ElementPlace(array, index, element) => self.element_place(cx, id, array, index, element),
            Kind::PointerElement(base, index, pointee) => {
                self.pointer_element(cx, id, (base, index), cx.code.pointees[pointee as usize])
            }
            Kind::FieldPlace(base, field) => {
                let place = self.place_of(cx, base)?;
                Ok(self.plain_field(place, id, cx.code.fields[field as usize]))
            }
            Kind::DerefPlace(pointer, pointee) => {
                let value = self.pointer(cx, pointer)?;
                self.dereference(id, value, cx.code.pointees[pointee as usize])
            }
            Kind::ArrowPlace(base, pointee, field) => {
                let p = self.pointer(cx, base)?;
                let (field, to) = (cx.code.fields[field as usize], cx.code.pointees[pointee as usize]);
                if field.is_none() || !self.can_dereference(p, to) {
                    return self.dereference_slowly(id, Value::Pointer(p));
                }
                Ok(self.plain_field(designated(p, to), id, field))
            }
            Kind::RecordPlace(record) => match self.val(cx, record)? {
                Value::Record(pointer) => {
                    let temporary = self.as_temporary(id, pointer);
                    Ok(Place::at(self.lift(temporary)?, None))
                }
                _ => self.halt(self.ub(id, Ub::MissingReturn)),
            },
            Kind::TreePlace => {
                let place = self.place(id);
                self.lift(place)
            }
            _ => self.not_made(id),
        }
    }

    #[inline]
    pub(super) fn var_place_of(&mut self, id: ExprId, var: VarId) -> Run<Place> {
        match self.mem.bound(var) {
            Some(object) => Ok(Place::at(self.mem.pointer_to(object), None)),
            None => {
                let place = self.var_place(id, var);
                self.lift(place)
            }
        }
    }

    /// What a pointer designates, by all the rules.
    pub(super) fn dereference_slowly(&mut self, id: ExprId, value: Value) -> Run<Place> {
        let e = self.program().exprs[id];
        let place = match e.kind {
            ExprKind::Deref(pointer) => self.deref_place(id, pointer, value, e.ty, None),
            ExprKind::Arrow { base, field } => self.arrow_place(id, base, value, field),
            _ => return self.not_made(id),
        };
        self.lift(place)
    }

    fn pointer_element(
        &mut self,
        cx: Cx,
        id: ExprId,
        (base, index): (NodeId, NodeId),
        to: Pointee,
    ) -> Run<Place> {
        let p = self.pointer(cx, base)?;
        let i = self.int(cx, index)?;
        if (0..=i64::from(u32::MAX)).contains(&i) {
            let offset = u64::from(p.offset) + i as u64 * u64::from(to.size);
            let moved = Pointer { offset: u32::try_from(offset).unwrap_or(u32::MAX), ..p };
            if offset < u64::from(u32::MAX) && self.can_dereference(moved, to) {
                return Ok(designated(moved, to));
            }
        }
        let e = self.program().exprs[id];
        let ExprKind::Index { base, index } = e.kind else { return self.not_made(id) };
        let place = self.index_pointer(id, base, Value::Pointer(p), index, Value::Int(i), e.ty);
        self.lift(place)
    }

    #[inline]
    fn plain_field(&mut self, mut place: Place, id: ExprId, field: Option<PlainField>) -> Place {
        let Some(field) = field else {
            let p = self.program();
            return match p.exprs[id].kind {
                ExprKind::Member { base, field } => self.field_of(place, p.ty(base), field),
                _ => place,
            };
        };
        let start = place.pointer.offset + field.offset;
        place.pointer = place.pointer.part(start, start, place.pointer.high.min(start + field.size));
        place.bit = 0;
        place.width = 0;
        place
    }

    fn element_place(
        &mut self,
        cx: Cx,
        id: ExprId,
        array: NodeId,
        index: NodeId,
        element: u32,
    ) -> Run<Place> {
        let mut place = self.place_of(cx, array)?;
        let i = self.int(cx, index)?;
        let known = cx.code.elements[element as usize];
        // A negative index is a large one.
        if (i as u64) < u64::from(known.len) {
            let Pointer { offset: start, high, .. } = place.pointer;
            let high = high.min(start + known.len * known.size);
            place.pointer = place.pointer.part(start + i as u32 * known.size, start, high);
            return Ok(place);
        }
        let e = self.program().exprs[id];
        let ExprKind::Index { base, index } = e.kind else { return self.not_made(id) };
        let ExprKind::Decay(array) = self.program().exprs[base].kind else { return self.not_made(id) };
        let place = self.element(id, place, array, index, Value::Int(i), e.ty);
        self.lift(place)
    }
}
