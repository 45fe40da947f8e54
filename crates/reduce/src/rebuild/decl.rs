//! Variables, initialisers and functions of the copy.

use super::table::{StandIn, VarEdit};
use super::{Made, Rebuild, Refused};
use crate::edit::{Lit, Whole};
use ir::visit;
use ir::{
    Attrs, ExprId, ExprKind, FuncId, Init, InitId, InitItem, Stmt, StmtId, Storage, Ty, TypeKind, VarId,
};

impl Rebuild<'_> {
    /// The functions with a body, in the order of the text; or each after those it calls.
    pub(super) fn function_order(&self) -> Vec<FuncId> {
        let kept = |f: &FuncId| self.src.funcs[*f].body.is_some() && !self.table.dropped_funcs.contains(f);
        if !self.table.whole(Whole::CalleesFirst) {
            return self.src.funcs.ids().filter(kept).collect();
        }
        let mut order = Vec::new();
        for func in self.src.funcs.ids() {
            self.callees_first(func, &mut order, &mut Vec::new());
        }
        order.retain(kept);
        order
    }

    fn callees_first(&self, func: FuncId, order: &mut Vec<FuncId>, above: &mut Vec<FuncId>) {
        if order.contains(&func) || above.contains(&func) {
            return;
        }
        above.push(func);
        for callee in visit::mentioned_funcs(self.src, func) {
            self.callees_first(callee, order, above);
        }
        above.pop();
        order.push(func);
    }

    /// A name that nothing else has.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut n = 1;
        while !self.taken.insert(unique.clone()) {
            n += 1;
            unique = format!("{name}_{n}");
        }
        unique
    }

    /// The name of something that only another program in the copy can have the name of.
    pub(super) fn own_name(&mut self, name: &str) -> String {
        if self.beside && !name.is_empty() { self.unique(name) } else { name.to_owned() }
    }

    // --- functions ---

    pub(super) fn declare_function(&mut self, func: FuncId) -> Made<()> {
        let ty = self.func_type(func)?;
        let f = self.src.funcs[func].clone();
        let name = self.own_name(self.src.name(f.name));
        let copy = self.out.add_func(&name, ty, &[]);
        if !self.table.plain_funcs.contains(&func) {
            let out = &mut self.out.funcs[copy];
            (out.is_static, out.inline, out.attrs) = (f.is_static, f.inline, f.attrs);
        }
        self.funcs.insert(func, copy);
        for param in self.kept_params(func) {
            let ty = self.var_type(param)?;
            let name = self.unique(self.src.name(self.src.vars[param].name));
            let var = self.out.add_local(&name, ty, Storage::Param, copy);
            if !self.table.plain_vars.contains(&param) && self.out.types.is_pointer(ty) {
                self.out.vars[var].at_least = self.src.vars[param].at_least;
            }
            self.out.funcs[copy].params.push(var);
            self.vars.insert(param, var);
        }
        Ok(())
    }

    /// The parameters that are still some.
    pub(super) fn kept_params(&self, func: FuncId) -> Vec<VarId> {
        let params = &self.src.funcs[func].params;
        params.iter().copied().filter(|v| !self.table.is_no_param(*v)).collect()
    }

    /// A function that is called: one of ours, the library's, or an external one.
    pub(super) fn function(&mut self, func: FuncId) -> Made<FuncId> {
        if let Some(known) = self.funcs.get(&func) {
            return Ok(*known);
        }
        let f = &self.src.funcs[func];
        if self.table.dropped_funcs.contains(&func) || f.body.is_some() {
            return Err(Refused);
        }
        let copy = match f.builtin {
            Some(ir::Builtin::Printf) if self.table.whole(Whole::BuiltinPrintf) => {
                self.out.builtin(ir::Builtin::BuiltinPrintf)
            }
            Some(ir::Builtin::Atomic(function)) => {
                let ty = self.func_type(func)?;
                let pointer = self.out.types.fn_type(ty).and_then(|f| f.params.first().copied());
                pointer.and_then(|pointer| self.out.atomic(function, pointer)).ok_or(Refused)?
            }
            Some(builtin) => {
                let copy = self.out.builtin(builtin);
                if matches!(builtin, ir::Builtin::Math(..)) {
                    // By the compiler's name, it needs no library.
                    let name = self.src.name(f.name).to_owned();
                    self.out.funcs[copy].name = self.out.names.intern(&name);
                }
                copy
            }
            None => {
                let ty = self.func_type(func)?;
                let name = self.src.name(self.src.funcs[func].name);
                let known =
                    self.out.funcs.iter().find(|(_, f)| self.out.name(f.name) == name).map(|(id, _)| id);
                match known {
                    // Both programs declare the same external function.
                    Some(id) if self.beside && self.out.types.same(self.out.funcs[id].ty, ty) => id,
                    Some(_) if self.beside => return Err(Refused),
                    _ => {
                        let copy = self.out.add_func(name, ty, &[]);
                        self.out.funcs[copy].attrs = Attrs::NONE;
                        copy
                    }
                }
            }
        };
        self.funcs.insert(func, copy);
        Ok(copy)
    }

    pub(super) fn function_body(&mut self, func: FuncId) -> Made<()> {
        let Some(body) = self.src.funcs[func].body else { return Ok(()) };
        self.from = Some(func);
        self.into = self.funcs.get(&func).copied();
        let mut stmts = self.local_params(func)?;
        stmts.extend(self.local_globals(func)?);
        stmts.extend(self.stmts(body)?);
        let copy = self.into.ok_or(Refused)?;
        let block = self.block_of(stmts);
        self.out.funcs[copy].body = Some(block);
        (self.from, self.into) = (None, None);
        Ok(())
    }

    /// Declarations of parameters that have become local variables.
    fn local_params(&mut self, func: FuncId) -> Made<Vec<StmtId>> {
        let mut stmts = Vec::new();
        for param in self.src.funcs[func].params.clone() {
            if let Some(VarEdit::Local(lit)) = self.table.vars.get(&param) {
                let value = self.literal(*lit)?;
                stmts.push(self.declare_with(param, Some(value))?);
            }
        }
        Ok(stmts)
    }

    /// Declarations of globals that have become local variables of the function.
    fn local_globals(&mut self, func: FuncId) -> Made<Vec<StmtId>> {
        let mut stmts = Vec::new();
        for var in self.src.globals.clone() {
            if self.table.local_to.get(&var) != Some(&func) {
                continue;
            }
            stmts.extend(self.declare_local(var)?);
            if let Some(copy) = self.vars.get(&var).copied()
                && self.out.vars[copy].init.is_none()
                && self.out.types.is_scalar(self.out.vars[copy].ty)
            {
                // A global starts as zero (C17 6.7.9p10).
                let zero = self.literal(Lit::ZERO)?;
                let zero = self.out.assign_convert(zero, self.out.vars[copy].ty)?;
                self.out.vars[copy].init = Some(self.out.push_init(Init::Expr(zero)));
            }
        }
        Ok(stmts)
    }

    /// Declares a variable as a local one with an initial value.
    pub(super) fn declare_with(&mut self, var: VarId, value: Option<ExprId>) -> Made<StmtId> {
        let ty = self.var_type(var)?;
        let copy = self.local(var, ty, Storage::Auto)?;
        if let Some(value) = value {
            let value = self.out.assign_convert(value, ty)?;
            self.out.vars[copy].init = Some(self.out.push_init(Init::Expr(value)));
        }
        Ok(self.out.push_stmt(Stmt::Decl(copy)))
    }

    // --- variables ---

    pub(super) fn declare_global(&mut self, var: VarId) -> Made<()> {
        if let Some(VarEdit::Split(parts)) = self.table.vars.get(&var).cloned() {
            return self.declare_global_parts(var, &parts);
        }
        let ty = self.var_type(var)?;
        let storage = self.global_storage(var);
        let v = &self.src.vars[var];
        let aligned = v.aligned.filter(|_| !self.table.plain_vars.contains(&var));
        let thread = v.thread && !self.table.plain_vars.contains(&var);
        let name = self.unique(self.src.name(v.name));
        let copy = self.out.add_global(&name, ty, storage, None);
        self.out.vars[copy].aligned = aligned;
        self.out.vars[copy].thread = thread;
        self.vars.insert(var, copy);
        Ok(())
    }

    pub(super) fn global_storage(&self, var: VarId) -> Storage {
        match self.src.vars[var].storage {
            Storage::Static if self.table.plain_vars.contains(&var) => Storage::Global,
            other => other,
        }
    }

    pub(super) fn local(&mut self, var: VarId, ty: Ty, storage: Storage) -> Made<VarId> {
        let name = self.unique(self.src.name(self.src.vars[var].name));
        let owner = self.into.ok_or(Refused)?;
        let copy = self.out.add_local(&name, ty, storage, owner);
        self.vars.insert(var, copy);
        Ok(copy)
    }

    /// The statements that declare a local variable; nothing if it is gone.
    pub(super) fn declare_local(&mut self, var: VarId) -> Made<Vec<StmtId>> {
        if self.table.is_gone(var) {
            return self.rest_of_decl(var);
        }
        if let Some(VarEdit::Split(parts)) = self.table.vars.get(&var).cloned() {
            return self.declare_local_parts(var, &parts);
        }
        let ty = self.var_type(var)?;
        let v = &self.src.vars[var];
        let plain = self.table.plain_vars.contains(&var);
        let storage = if plain || self.table.local_to.contains_key(&var) { Storage::Auto } else { v.storage };
        let aligned = v.aligned.filter(|_| !plain);
        let thread = v.thread && storage.is_static();
        let copy = self.local(var, ty, storage)?;
        self.out.vars[copy].thread = thread;
        if let Some(size) = self.src.vars[var].array_size.and_then(|size| self.vars.get(&size).copied()) {
            self.out.vars[copy].array_size = Some(size);
            self.out.vars[size].size_of = Some(copy);
        }
        self.out.vars[copy].aligned = aligned;
        self.init_var(var)?;
        Ok(vec![self.out.push_stmt(Stmt::Decl(copy))])
    }

    /// What initialised a variable that is gone may have done more than that.
    fn rest_of_decl(&mut self, var: VarId) -> Made<Vec<StmtId>> {
        let init = self.src.vars[var].init.map(|init| self.src.inits[init].clone());
        let dropped = matches!(self.table.vars.get(&var), Some(VarEdit::Drop(StandIn::Lit(_))));
        match init {
            Some(Init::Expr(e)) if dropped && !self.src.exprs[e].effects.is_pure() => {
                Ok(self.expr_stmt(e)?.into_iter().collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn var(&self, var: VarId) -> Made<VarId> {
        match self.table.vars.get(&var) {
            Some(VarEdit::Drop(_)) => Err(Refused),
            Some(VarEdit::Merge(into)) if !self.table.is_gone(*into) => {
                self.vars.get(into).copied().ok_or(Refused)
            }
            Some(VarEdit::Merge(_)) => Err(Refused),
            _ => self.vars.get(&var).copied().ok_or(Refused),
        }
    }

    // --- initialisers ---

    pub(super) fn init_var(&mut self, var: VarId) -> Made<()> {
        let Some(init) = self.src.vars[var].init else { return Ok(()) };
        if self.table.no_init.contains(&var) {
            return Ok(());
        }
        if let Some(VarEdit::Split(parts)) = self.table.vars.get(&var).cloned() {
            return self.init_parts(var, init, &parts);
        }
        let copy = self.vars.get(&var).copied().ok_or(Refused)?;
        let (from, into) = (self.src.vars[var].ty, self.out.vars[copy].ty);
        let init = match self.table.vars.get(&var) {
            Some(VarEdit::OnlyField(n) | VarEdit::AnyField(n)) => self.item(init, *n),
            Some(VarEdit::Element) => self.item(init, 0),
            _ => Some(init),
        };
        let from = match self.table.vars.get(&var) {
            Some(VarEdit::OnlyField(n) | VarEdit::AnyField(n)) => self.part_type(from, *n)?,
            Some(VarEdit::Element) => self.part_type(from, 0)?,
            _ => from,
        };
        if let Some(init) = init {
            let made = self.init(init, from, into)?;
            self.out.vars[copy].init = made;
        }
        Ok(())
    }

    /// What a list has at a place.
    pub(super) fn item(&self, init: InitId, place: u32) -> Option<InitId> {
        match &self.src.inits[init] {
            Init::List(items) => items.iter().find(|item| item.place == place).map(|item| item.init),
            Init::Expr(_) => None,
        }
    }

    pub(super) fn init(&mut self, init: InitId, from: Ty, into: Ty) -> Made<Option<InitId>> {
        if let Some(n) = self.src.types.record(from).and_then(|id| self.table.unrecorded.get(&id).copied())
            && matches!(self.src.inits[init], Init::List(_))
        {
            let Some(item) = self.item(init, n) else { return Ok(None) };
            return self.init(item, self.part_type(from, n)?, into);
        }
        let value = match self.src.inits[init].clone() {
            Init::Expr(e) if self.out.types.is_array(into) => {
                let is_text = matches!(self.src.exprs[e].kind, ExprKind::Str(_));
                if !is_text {
                    return Err(Refused);
                }
                self.expr(e)?
            }
            // What used to be an array of characters.
            Init::Expr(_) if self.src.types.is_array(from) => return Ok(None),
            Init::Expr(e) => {
                let value = self.expr(e)?;
                self.out.assign_convert(value, into)?
            }
            Init::List(items) if self.out.types.is_scalar(into) => {
                let Some(first) = items.first() else { return Ok(None) };
                let part = self.part_type(from, first.place)?;
                return self.init(first.init, part, into);
            }
            Init::List(items) => return self.list(init, &items, from, into).map(Some),
        };
        Ok(Some(self.out.push_init(Init::Expr(value))))
    }

    pub(super) fn part_type(&self, ty: Ty, place: u32) -> Made<Ty> {
        match self.src.types.kind(ty) {
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => Ok(element),
            TypeKind::Record(id) => {
                self.src.types.records[id].fields.get(place as usize).map(|f| f.ty).ok_or(Refused)
            }
            _ => Err(Refused),
        }
    }

    fn list(&mut self, init: InitId, items: &[InitItem], from: Ty, into: Ty) -> Made<InitId> {
        let mut copies = Vec::new();
        for item in items {
            if self.table.items.contains(&(init, item.place)) {
                continue;
            }
            let Some((place, part)) = self.place_in(item.place, from, into)? else { continue };
            let src_part = self.part_type(from, item.place)?;
            if let Some(copy) = self.init(item.init, src_part, part)? {
                copies.push(InitItem { place, init: copy, designated: item.designated });
            }
        }
        if copies.is_empty() {
            // Braces around nothing are not C before C23: zero is the same.
            return self.zero_list(into);
        }
        Ok(self.out.push_init(Init::List(copies)))
    }

    /// Where an item goes; nowhere if its place is gone.
    fn place_in(&self, place: u32, from: Ty, into: Ty) -> Made<Option<(u32, Ty)>> {
        match (self.src.types.kind(from), self.out.types.kind(into)) {
            (TypeKind::Array(..), TypeKind::Array(element, len)) => {
                Ok(len.is_none_or(|len| u64::from(place) < len).then_some((place, element)))
            }
            (TypeKind::Vector(..), TypeKind::Vector(element, lanes)) => {
                Ok((place < lanes).then_some((place, element)))
            }
            (TypeKind::Record(src), TypeKind::Record(copy)) => match self.field_index(src, place) {
                Ok(n) => Ok(Some((n, self.out.types.records[copy].fields[n as usize].ty))),
                Err(Refused) => Ok(None),
            },
            _ => Err(Refused),
        }
    }

    fn zero_list(&mut self, into: Ty) -> Made<InitId> {
        let (place, part) = match self.out.types.kind(into) {
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => (0, element),
            TypeKind::Record(id) => {
                let fields = &self.out.types.records[id].fields;
                let n = fields.iter().position(|f| f.name.is_some()).ok_or(Refused)?;
                (n as u32, fields[n].ty)
            }
            _ => return Err(Refused),
        };
        let inner = if self.out.types.is_scalar(part) {
            let zero = self.literal(Lit::ZERO)?;
            let zero = self.out.assign_convert(zero, part)?;
            self.out.push_init(Init::Expr(zero))
        } else {
            self.zero_list(part)?
        };
        Ok(self.out.push_init(Init::List(vec![InitItem { place, init: inner, designated: false }])))
    }
}
