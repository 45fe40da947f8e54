//! Calls: arguments, frames, returns, and variable argument lists.

use crate::access::Intent;
use crate::access::restrict::takes_restrict;
use crate::config::{Endings, Order};
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::sequence::Suspended;
use crate::outcome::{Eval, Limit, Missing, Stop};
use crate::state::calls::{VaList, VaPlace};
use crate::ub::{Death, Promise, Ub};
use crate::value::{Place, Value, Values};
use ir::{Attrs, Builtin, Effects, ExprId, ExprKind, ExprList, FuncId, LastParam, Ty, VarId};

impl<G: Grow> Machine<G> {
    /// A call: the callee and all arguments are evaluated, in no particular order, then the function runs.
    pub(crate) fn call(&mut self, id: ExprId, callee: ExprId, args: ExprList) -> Eval<Value> {
        let since = self.begin_sequence();
        let direct = match self.program().exprs[callee].kind {
            ExprKind::Func(func) => Some(func),
            _ => None,
        };
        let (pointer, values) = self
            .callee_and_args(id, direct.is_none().then_some(callee), args)
            .map_err(|stop| self.as_double_free(id, direct, args, stop))?;
        self.sequence_point(since);
        self.invoke(id, direct, pointer, args, &values)
    }

    /// A call whose callee and arguments have been evaluated.
    pub(crate) fn invoke(
        &mut self,
        id: ExprId,
        direct: Option<FuncId>,
        pointer: Option<Value>,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        let since = self.begin_sequence();
        let func = match (direct, pointer) {
            (Some(func), _) => func,
            (None, Some(value)) => self.callee(id, value)?,
            (None, None) => unreachable!("an indirect callee was evaluated"),
        };
        let result = match self.program().funcs[func].builtin {
            // A promise that is broken can be withdrawn.
            Some(ir::Builtin::BuiltinUnreachable) => self.repair_site(id, Ub::Unreachable, &[]),
            Some(ir::Builtin::BuiltinAssume) if values.first() == Some(&Value::Int(0)) => {
                self.repair_site(id, Ub::BrokenPromise { promise: Promise::Assumed, func, param: None }, &[])
            }
            // While a program grows, a call that does not return is not made.
            _ if !G::FINISHED && self.program().funcs[func].attrs.has(Attrs::NORETURN) => {
                self.repair_site(id, Ub::NoreturnReturned, &[])
            }
            Some(builtin) if self.program().funcs[func].body.is_none() => {
                if direct.is_none() {
                    self.check_library_args(id, func, args, values)?;
                }
                self.call_builtin(id, builtin, args, values)
            }
            _ => self.call_apart(func, values, (id, args)),
        };
        self.sequence_point(since);
        result
    }

    /// Runs a function. What it does has an order with respect to the rest of the expression, so that only the rules about
    /// an unspecified order want a record of it.
    fn call_apart(&mut self, func: FuncId, values: &[Value], site: (ExprId, ExprList)) -> Eval<Value> {
        let suspended = self.suspend_for_call();
        let result = self.call_function(func, values, Some(site));
        if let Some(suspended) = suspended {
            self.seq.resume(suspended);
        }
        result
    }

    #[inline]
    pub(crate) fn suspend_for_call(&mut self) -> Option<Suspended> {
        let apart = self.config.order == Order::LeftToRight && self.seq.is_watching();
        apart.then(|| self.seq.suspend())
    }

    /// Reading a pointer to freed memory in order to free it again is better known by another name.
    pub(crate) fn as_double_free(
        &self,
        id: ExprId,
        direct: Option<FuncId>,
        args: ExprList,
        stop: Stop,
    ) -> Stop {
        let p = self.program();
        let builtin = direct.and_then(|f| p.funcs[f].builtin);
        let frees = matches!(builtin, Some(Builtin::Free | Builtin::BuiltinFree | Builtin::Realloc));
        match stop {
            Stop::Ub(mut found) if frees && found.ub == (Ub::DanglingRead { death: Death::Freed }) => {
                let mut arg = p.args(args)[0];
                while let ExprKind::Convert(inner) | ExprKind::Cast(inner) = p.exprs[arg].kind {
                    arg = inner;
                }
                if found.expr == Some(arg) {
                    found.ub = Ub::DoubleFree;
                    found.expr = Some(id);
                }
                Stop::Ub(found)
            }
            other => other,
        }
    }

    fn callee_and_args(
        &mut self,
        id: ExprId,
        callee: Option<ExprId>,
        args: ExprList,
    ) -> Eval<(Option<Value>, Values)> {
        let mut values = Values::new();
        let count = args.len() + usize::from(callee.is_some());
        let acting = if count > 1 { self.args_effects(callee, args) } else { Effects::NONE };
        let watch = match self.config.order {
            Order::Strict => !acting.is_pure(),
            Order::LeftToRight => acting.has(Effects::WRITE),
        };
        // Where a later argument may change a record, it is copied; otherwise the parameter is the first copy.
        let settle = self.config.order == Order::LeftToRight && !acting.is_pure();
        let others = if watch { self.other_orders_of_call(id, callee, args) } else { None };
        let printed = self.output.len();
        let mut open = None;
        let first = watch.then(|| self.seq.open(self.depth));
        let pointer = match callee {
            Some(callee) => Some(self.value(callee)?),
            None => None,
        };
        for i in 0..args.len() {
            let arg = self.program().args(args)[i];
            let this = first.map(|_| self.seq.split());
            let value = self.value(arg)?;
            values.push(if settle { self.settled(arg, value)? } else { value });
            if let (Some(first), Some(this)) = (first, this) {
                match self.compare(id, first, this) {
                    Err(stop) if others.is_some() && stop.is_open_order() => open = open.or(Some(stop)),
                    Err(stop) => return Err(stop),
                    Ok(()) => {}
                }
            }
        }
        if let Some(stop) = open {
            let all: Vec<Value> = pointer.iter().chain(&values).copied().collect();
            if !self.is_order_idle(&stop, others, &all, printed) {
                return Err(stop);
            }
        }
        if let Some(first) = first {
            self.seq.close(first);
        }
        Ok((pointer, values))
    }

    fn args_effects(&self, callee: Option<ExprId>, args: ExprList) -> Effects {
        let p = self.program();
        let operands = callee.iter().chain(p.args(args));
        operands.fold(Effects::NONE, |sum, e| sum.with(p.exprs[*e].effects))
    }

    /// The function that a pointer is to; its type must fit the call (C17 6.5.2.2p9).
    fn callee(&self, id: ExprId, value: Value) -> Eval<FuncId> {
        let Value::Pointer(pointer) = value else { return Err(self.ub(id, Ub::MissingReturn)) };
        if pointer.is_null() {
            return Err(self.ub(id, Ub::CalledNull));
        }
        let Some(func) = pointer.as_function() else {
            return Err(self.ub_about(id, Ub::CalledObject, pointer));
        };
        let p = self.program();
        let ExprKind::Call { callee, .. } = p.exprs[id].kind else { unreachable!("a call") };
        let called = p.types.pointee(p.ty(callee)).unwrap_or(Ty::VOID);
        if p.compatible(called, p.funcs[func].ty) { Ok(func) } else { Err(self.ub(id, Ub::CallType)) }
    }

    /// Runs a function with argument values that have the parameters' types already. `site` is the call in the
    /// program; `main` and entry functions have none.
    pub fn call_function(
        &mut self,
        func: FuncId,
        values: &[Value],
        site: Option<(ExprId, ExprList)>,
    ) -> Eval<Value> {
        if let Some(code) = self.code_of(func) {
            return self.call_code(func, &code, values, site);
        }
        let p = self.grow.program();
        let f = &p.funcs[func];
        let Some(body) = f.body else {
            let name = p.name(f.name).to_owned();
            return Err(self.unsupported(Missing::Function(name), site.map(|(id, _)| id)));
        };
        if self.depth >= self.config.max_depth {
            return Err(Stop::Budget(Limit::Depth));
        }
        let noreturn = f.attrs.has(Attrs::NORETURN);
        let promises = promises(p, func);
        let extra = self.extra_args(func, values, site)?;
        let mark = self.scopes.len();
        self.depth += 1;
        let frame = self.new_frame(func, extra);
        self.frames.push(frame);
        if promises && takes_restrict(self.program(), func) {
            self.begin_restrict_call();
        }
        self.bind_params(func, values, site)?;
        if let (true, Some((id, _))) = (promises, site) {
            self.pledge(func, values, id)?;
        }
        self.returned = None;
        let flow = self.block(body)?;
        let value = match flow {
            crate::tree::exec::Flow::Return => self.returned.take(),
            _ => None,
        };
        if let (true, Some((id, _))) = (promises, site) {
            self.redeem(func, value, id)?;
        }
        self.check_va_ends()?;
        self.leave_scopes(mark);
        self.pop_frame();
        self.depth -= 1;
        self.end_restrict_blocks(self.depth, usize::MAX);
        match site {
            Some((id, _)) if noreturn => Err(self.ub(id, Ub::NoreturnReturned)),
            Some((id, _)) if value.is_none() && self.asks_for_value(func) => {
                Err(self.ub(id, Ub::MissingReturn))
            }
            _ => Ok(value.unwrap_or(Value::Void)),
        }
    }

    /// Whether a function may not end without a value, even if that is not used.
    fn asks_for_value(&self, func: FuncId) -> bool {
        self.config.endings == Endings::InCpp && self.program().gives_value(func)
    }

    /// The arguments of a variadic call that have no parameter; otherwise the counts must agree.
    pub(crate) fn extra_args(
        &mut self,
        func: FuncId,
        values: &[Value],
        site: Option<(ExprId, ExprList)>,
    ) -> Eval<Vec<(Value, Ty)>> {
        let p = self.program();
        let params = p.funcs[func].params.len();
        let variadic = p.types.fn_type(p.funcs[func].ty).is_some_and(|f| f.variadic);
        if values.len() == params {
            return Ok(Vec::new());
        }
        let Some((id, args)) = site else { return Ok(Vec::new()) };
        if values.len() < params || !variadic {
            return Err(self.ub(id, Ub::CallType));
        }
        let mut extra = Vec::with_capacity(values.len() - params);
        for (i, value) in values.iter().enumerate().skip(params) {
            let arg = self.program().args(args)[i];
            let ty = self.program().value_type(arg);
            extra.push((self.settled(arg, *value)?, ty));
        }
        Ok(extra)
    }

    /// A record that something may change before it is used becomes a temporary; other values are what they are.
    pub(crate) fn settled(&mut self, arg: ExprId, value: Value) -> Eval<Value> {
        if !matches!(value, Value::Record(_)) {
            return Ok(value);
        }
        let (value, copy) = self.copied(arg, value, self.depth)?;
        self.temps.extend(copy);
        Ok(value)
    }

    fn bind_params(&mut self, func: FuncId, values: &[Value], site: Option<(ExprId, ExprList)>) -> Eval<()> {
        for (i, value) in values.iter().enumerate() {
            let Some(param) = self.program().funcs[func].params.get(i).copied() else { break };
            if let Some((id, args)) = site {
                let ty = self.program().types.canonical(self.program().vars[param].ty);
                self.check_unprototyped(id, args, (i, *value), ty)?;
            }
            let site = site.map_or(ir::Id::from_index(0), |(id, _)| id);
            self.bind_in_memory(param, site, *value)?;
        }
        Ok(())
    }

    /// Makes a parameter with the value of its argument.
    pub(crate) fn bind_in_memory(&mut self, param: VarId, site: ExprId, value: Value) -> Eval<()> {
        self.declare_auto(param)?;
        let object = self.mem.bound(param).expect("it was just declared");
        let pointer = self.mem.pointer_to(object);
        let ty = self.program().types.canonical(self.program().vars[param].ty);
        self.write(site, Place::at(pointer, None), ty, value, Intent::Initialise)
    }

    /// A call without a prototype converts nothing, so the promoted argument must have the parameter's type, or be a value
    /// that means the same there (C17 6.5.2.2p6).
    pub(crate) fn check_unprototyped(
        &self,
        id: ExprId,
        args: ExprList,
        (i, value): (usize, Value),
        ty: Ty,
    ) -> Eval<()> {
        let p = self.program();
        let given = p.value_type(p.args(args)[i]);
        if given == ty || self.va_types_fit(value, given, ty) || self.are_pointers_alike(given, ty) {
            return Ok(());
        }
        Err(self.ub(id, Ub::CallType))
    }

    /// Pointers to objects: C has them pass for each other if they are to characters or void, and every target passes all of
    /// them alike.
    fn are_pointers_alike(&self, a: Ty, b: Ty) -> bool {
        let types = &self.program().types;
        let objects = |ty| types.pointee(ty).is_some_and(|to| !types.is_function(to));
        objects(a) && objects(b)
    }

    /// The same for a function of the library that is called through a pointer without prototype.
    fn check_library_args(&self, id: ExprId, func: FuncId, args: ExprList, values: &Values) -> Eval<()> {
        let p = self.program();
        let Some(f) = p.types.fn_type(p.funcs[func].ty).filter(|f| f.prototype && !f.variadic) else {
            return Ok(());
        };
        if values.len() != f.params.len() {
            return Err(self.ub(id, Ub::CallType));
        }
        for (i, (value, ty)) in values.iter().zip(&f.params).enumerate() {
            self.check_unprototyped(id, args, (i, *value), p.types.canonical(*ty))?;
        }
        Ok(())
    }

    /// Calls `main`, with the arguments that the configuration gives.
    pub(crate) fn call_main(&mut self) -> Eval<i32> {
        let Some(main) = self.program().main() else { return Err(self.unsupported(Missing::NoMain, None)) };
        let values = match self.program().funcs[main].params.len() {
            0 => Vec::new(),
            _ => self.main_args()?,
        };
        let values = &values[..self.program().funcs[main].params.len().min(values.len())];
        Ok(match self.call_function(main, values, None)? {
            Value::Int(code) => code as i32,
            // Reaching the end of main returns 0 (C17 5.1.2.2.3p1).
            _ => 0,
        })
    }

    fn main_args(&mut self) -> Eval<Vec<Value>> {
        let mut args = vec![String::from("./a.out")];
        args.extend(self.config.args.iter().cloned());
        let size = self.program().target().pointer.size;
        let argv = self.allocate_heap((args.len() as u64 + 1) * size)?;
        let base = self.mem.object(argv.object).base;
        for (i, arg) in args.iter().enumerate() {
            let text = self.allocate_heap(arg.len() as u64 + 1)?;
            let at = self.mem.object(text.object).base;
            for (j, byte) in arg.bytes().chain([0]).enumerate() {
                self.mem.store(at + j as u32, 1, u64::from(byte));
            }
            self.mem.store_pointer(base + i as u32 * size as u32, text);
        }
        self.mem.store(base + args.len() as u32 * size as u32, size as u32, 0);
        // Programs have no input, so the environment is empty.
        let environment = self.allocate_heap(size)?;
        let base = self.mem.object(environment.object).base;
        self.mem.store(base, size as u32, 0);
        Ok(vec![Value::Int(args.len() as i64), Value::Pointer(argv), Value::Pointer(environment)])
    }

    // --- variable arguments ---

    pub(crate) fn va_start(&mut self, id: ExprId, ap: ExprId) -> Eval<Value> {
        let frame = self.frames.last().map_or(0, |f| f.serial);
        if !self.is_last_plain() {
            return Err(self.ub(id, Ub::VaStart));
        }
        self.new_va_list(id, ap, frame, 0)
    }

    /// Whether the last parameter is one that `va_start` can name: arguments are passed as its type says (C17 7.16.1.4p4).
    fn is_last_plain(&self) -> bool {
        let p = self.program();
        let Some(func) = self.frames.last().map(|f| &p.funcs[f.func]) else { return true };
        let promoted = func.params.last().is_some_and(|v| p.types.default_promoted(p.vars[*v].ty).is_some());
        func.last == LastParam::Plain && !promoted
    }

    fn new_va_list(&mut self, id: ExprId, ap: ExprId, frame: u64, next: usize) -> Eval<Value> {
        let place = self.place(ap)?;
        let home = va_place(place);
        if self.va_lists.iter().any(|l| l.started && l.home == home) {
            return Err(self.ub(id, Ub::VaStartTwice));
        }
        let owner = self.frames.last().map_or(0, |f| f.serial);
        let list = VaList { frame, next, started: true, owner, start: id, home, used: (home, 0) };
        let ended = self.va_lists.iter().position(|l| !l.started);
        let number = match ended {
            Some(number) => {
                self.va_lists[number] = list;
                number
            }
            None => {
                self.va_lists.push(list);
                self.va_lists.len() - 1
            }
        };
        self.write(id, place, Ty::VA_LIST, Value::VaList(number as u32), Intent::Write)?;
        Ok(Value::Void)
    }

    /// The list, which the function that started it may use until it has passed it to another one that used it: then it can
    /// only be ended (C17 7.16p3).
    fn va_number(&mut self, id: ExprId, ap: ExprId, usage: Usage) -> Eval<usize> {
        let place = self.place(ap)?;
        let number = match self.read(id, place, Ty::VA_LIST)? {
            Value::VaList(n) if self.va_lists.get(n as usize).is_some_and(|l| l.started) => n as usize,
            _ => return Err(self.ub(id, Ub::VaList)),
        };
        let (at, depth) = (va_place(place), self.mem.object(place.pointer.object).depth);
        let list = &mut self.va_lists[number];
        let usable = match usage {
            Usage::End => list.home == at && Some(list.owner) == self.frames.last().map(|f| f.serial),
            Usage::Read => at == list.used.0 || depth > list.used.1,
        };
        if !usable {
            return Err(self.ub(id, Ub::VaList));
        }
        list.used = (at, depth);
        Ok(number)
    }

    /// A function that returns has ended all that it started (C17 7.16.1p1).
    #[inline]
    pub(crate) fn check_va_ends(&self) -> Eval<()> {
        if self.va_lists.is_empty() { Ok(()) } else { self.no_va_open() }
    }

    #[cold]
    fn no_va_open(&self) -> Eval<()> {
        let serial = self.frames.last().map_or(0, |f| f.serial);
        match self.va_lists.iter().find(|l| l.started && l.owner == serial) {
            Some(open) => Err(self.ub(open.start, Ub::VaEndMissing)),
            None => Ok(()),
        }
    }

    pub(crate) fn va_arg(&mut self, id: ExprId, ap: ExprId, ty: Ty) -> Eval<Value> {
        let number = self.va_number(id, ap, Usage::Read)?;
        let VaList { frame, next, .. } = self.va_lists[number];
        let Some(frame) = self.frames.iter().rev().find(|f| f.serial == frame) else {
            return Err(self.ub(id, Ub::VaList));
        };
        let Some((value, passed)) = frame.extra.get(next).copied() else {
            return Err(self.ub(id, Ub::VaArgMissing));
        };
        if !self.va_types_fit(value, passed, ty) {
            return Err(self.ub(id, Ub::VaArgType { passed }));
        }
        self.va_lists[number].next += 1;
        self.changes += 1;
        Ok(value)
    }

    /// The arguments that are left of a list that a function of the library takes. What the list is afterwards is open (C17 7.16p3):
    /// it can only be ended.
    pub(crate) fn va_rest(&mut self, id: ExprId, list: Value) -> Eval<Vec<(Value, Ty)>> {
        let number = match list {
            Value::VaList(n) if self.va_lists.get(n as usize).is_some_and(|l| l.started) => n as usize,
            _ => return Err(self.ub(id, Ub::VaList)),
        };
        let VaList { frame, next, home, .. } = self.va_lists[number];
        let Some(frame) = self.frames.iter().rev().find(|f| f.serial == frame) else {
            return Err(self.ub(id, Ub::VaList));
        };
        let rest = frame.extra.get(next..).unwrap_or_default().to_vec();
        self.va_lists[number].used = ((u32::MAX, home.1, u32::MAX), u32::MAX);
        Ok(rest)
    }

    /// The same type, or signed and unsigned of one with a value that both have, or `void *` and a character
    /// pointer (C17 7.16.1.1p2).
    fn va_types_fit(&self, value: Value, passed: Ty, wanted: Ty) -> bool {
        let p = self.program();
        if p.compatible(passed, wanted) {
            return true;
        }
        match (p.types.int_kind(passed), p.types.int_kind(wanted)) {
            (Some(a), Some(b)) if a.to_unsigned() == b.to_unsigned() => p
                .types
                .int_type(passed)
                .and_then(|t| value.wide(t))
                .is_some_and(|v| p.types.int_type(wanted).is_some_and(|t| ir::arith::int::fits(t, v))),
            _ => match (p.types.pointee(passed), p.types.pointee(wanted)) {
                (Some(a), Some(b)) => {
                    let loose = |t| p.types.is_void(t) || p.types.is_character(t);
                    loose(a) && loose(b)
                }
                _ => false,
            },
        }
    }

    pub(crate) fn va_end(&mut self, id: ExprId, ap: ExprId) -> Eval<Value> {
        let number = self.va_number(id, ap, Usage::End)?;
        self.va_lists[number].started = false;
        Ok(Value::Void)
    }

    pub(crate) fn va_copy(&mut self, id: ExprId, to: ExprId, from: ExprId) -> Eval<Value> {
        let number = self.va_number(id, from, Usage::Read)?;
        let VaList { frame, next, .. } = self.va_lists[number];
        self.new_va_list(id, to, frame, next)
    }
}

/// What is done with a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    Read,
    End,
}

fn va_place(place: Place) -> VaPlace {
    (place.pointer.object, place.pointer.generation, place.pointer.offset)
}

/// Attributes that change nothing that could be checked in a call.
const HINTS: Attrs = Attrs::NOINLINE
    .with(Attrs::NOIPA)
    .with(Attrs::NORETURN)
    .with(Attrs::ALWAYS_INLINE)
    .with(Attrs::COLD)
    .with(Attrs::HOT)
    .with(Attrs::FLATTEN)
    .with(Attrs::WEAK)
    .with(Attrs::HIDDEN)
    .with(Attrs::NOTHROW)
    .with(Attrs::USED);

/// Whether calls of the function promise something that is checked while they run.
pub(crate) fn promises(p: &ir::Program, func: FuncId) -> bool {
    let f = &p.funcs[func];
    let promising = |v: &VarId| p.vars[*v].at_least > 0;
    !f.attrs.without(HINTS).is_empty() || f.params.iter().any(promising) || takes_restrict(p, func)
}
