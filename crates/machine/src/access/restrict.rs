//! Restrict pointers (C17 6.7.3.1). What is read from one is *based* on it, and so is what is computed from that, wherever it
//! is kept meanwhile. While the block that declares a restrict pointer is executed, an object that is accessed through a
//! pointer based on it, and modified, is not accessed in any other way. The check is C's, byte by byte, in programs that are
//! read, that grow, and that are reduced alike; a program that grows withdraws the qualifier instead.
//!
//! While such a block is under way, all accesses take the long way, which leads here. Otherwise there is nothing to do.

use crate::access::{Intent, quals_within};
use crate::config::Restrict;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::{Object, Traits};
use crate::outcome::Eval;
use crate::state::restrict::history::{Access, Broken};
use crate::state::restrict::sets::{Began, Open, PROGRAM, Spot};
use crate::state::restrict::{FEW_ALIASES, Restricts};
use crate::ub::{Breach, Culprit, Ub};
use crate::value::{Place, Pointer};
use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, FuncId, Program, Quals, Stmt, Storage, Ty, TypeKind, Types, Var,
    VarId,
};
use smallvec::SmallVec;

/// Whether a declaration of the type leads to a restrict pointer: by members, elements, and pointers on the way.
pub(crate) fn leads_to_restrict(types: &Types, ty: Ty) -> bool {
    fn search(types: &Types, ty: Ty, records: &mut SmallVec<[ir::RecordId; 4]>) -> bool {
        let ty = types.canonical(ty);
        if ty.quals().has(Quals::RESTRICT) {
            return true;
        }
        match types.kind(ty) {
            TypeKind::Pointer(to) | TypeKind::Array(to, _) => search(types, to, records),
            TypeKind::Record(id) if !records.contains(&id) => {
                records.push(id);
                types.records[id].fields.iter().any(|field| search(types, field.ty, records))
            }
            _ => false,
        }
    }
    search(types, ty, &mut SmallVec::new())
}

/// Whether a restrict pointer that the variable leads to is associated with `main`. GCC takes one that is static in a function
/// for one at file scope, where C asks for less.
fn is_static(var: &Var) -> bool {
    match var.storage {
        Storage::Global | Storage::Static | Storage::Extern => true,
        Storage::Auto | Storage::Register | Storage::Param => false,
    }
}

/// Whether the block declares something that leads to a restrict pointer.
pub(crate) fn declares_restrict(p: &Program, block: BlockId) -> bool {
    p.blocks[block].iter().any(|stmt| match p.stmts[*stmt] {
        Stmt::Decl(var) => !is_static(&p.vars[var]) && leads_to_restrict(&p.types, p.vars[var].ty),
        _ => false,
    })
}

/// Whether a parameter of the function does.
pub(crate) fn takes_restrict(p: &Program, func: FuncId) -> bool {
    p.funcs[func].params.iter().any(|param| leads_to_restrict(&p.types, p.vars[*param].ty))
}

impl<G: Grow> Machine<G> {
    // --- blocks ---

    /// Finds out which blocks declare restrict pointers.
    pub(crate) fn find_restrict(&mut self) {
        let p = self.grow.program();
        if self.config.restrict == Restrict::Any {
            return;
        }
        let leading = |(_, v): &(VarId, &Var)| leads_to_restrict(&p.types, v.ty);
        let (statics, locals): (Vec<_>, Vec<_>) =
            p.vars.iter().filter(leading).partition(|(_, v)| is_static(v));
        self.restricts.at_file_scope = !statics.is_empty();
        if G::FINISHED && !locals.is_empty() {
            let blocks = p.blocks.iter().map(|(block, _)| block);
            self.restricts.declaring = blocks.filter(|block| declares_restrict(p, *block)).collect();
        }
        self.set_outside();
    }

    /// A call begins of a function whose parameters lead to restrict pointers.
    pub(crate) fn begin_restrict_call(&mut self) {
        self.restricts.clock += 1;
        self.open_restrict(self.restricts.clock);
    }

    /// A block begins that declares something that leads to restrict pointers. That of a function is also the one that its
    /// parameters are associated with.
    pub(crate) fn begin_restrict_block(&mut self, block: BlockId) {
        let func = self.frames.last().map(|frame| frame.func);
        let is_body = func.is_some_and(|func| self.program().funcs[func].body == Some(block));
        let call = self.restricts.sets.open.last().filter(|open| is_body && open.depth == self.depth);
        let began = call.map(|open| open.began);
        self.restricts.clock += u64::from(began.is_none());
        self.open_restrict(began.unwrap_or(self.restricts.clock));
    }

    fn open_restrict(&mut self, began: Began) {
        if self.config.restrict == Restrict::Strict {
            let (depth, marks) = (self.depth, self.codes.marks());
            self.restricts.sets.open.push(Open { began, depth, marks });
            self.set_outside();
        }
    }

    /// The same for the tree, which asks before every block; true if one begins.
    #[inline]
    pub(crate) fn may_begin_restrict_block(&mut self, block: BlockId) -> bool {
        let begins = !self.restricts.declaring.is_empty() && self.restricts.declaring.contains(&block);
        if begins {
            self.begin_restrict_block(block);
        }
        begins
    }

    pub(crate) fn end_restrict_block(&mut self) {
        self.restricts.sets.open.pop();
        self.ended_restrict();
    }

    /// Ends the blocks of the calls from this depth on, and those of this depth with more marks than there are.
    #[inline]
    pub(crate) fn end_restrict_blocks(&mut self, depth: u32, marks: usize) {
        if !self.restricts.sets.open.is_empty() {
            self.close_restrict(depth, marks);
        }
    }

    fn close_restrict(&mut self, depth: u32, marks: usize) {
        let open = &mut self.restricts.sets.open;
        let before = open.len();
        while open.last().is_some_and(|o| o.depth > depth || (o.depth == depth && o.marks > marks)) {
            open.pop();
        }
        if open.len() < before {
            self.ended_restrict();
        }
    }

    fn ended_restrict(&mut self) {
        self.set_outside();
        if !self.restricts.is_watching() {
            self.restricts.history.forget();
        }
        if self.mem.aliases() >= self.restricts.enough {
            self.sweep_restrict();
        }
    }

    /// Gives up what is known of restrict pointers that are gone, so that memory does not grow with the steps run.
    #[cold]
    fn sweep_restrict(&mut self) {
        let Restricts { sets, history, .. } = &mut self.restricts;
        let live = sets.all_live(&self.mem);
        let mut now = |set: u32| live.get(set as usize).copied().unwrap_or(set);
        self.mem.sweep_aliases(&mut now);
        history.sweep(&mut now);
        sets.sweep(&self.mem);
        self.restricts.enough = (2 * self.mem.aliases()).max(self.mem.pointer_room() / 4).max(FEW_ALIASES);
    }

    /// A variable is declared: its restrict pointers are associated with the block that began last.
    #[inline]
    pub(crate) fn declared_restrict(&mut self, var: VarId, object: u32) {
        if self.restricts.is_watching() {
            self.declare_restrict(var, object);
        }
    }

    fn declare_restrict(&mut self, var: VarId, object: u32) {
        let p = self.grow.program();
        if let Some(open) = self.restricts.sets.open.last()
            && leads_to_restrict(&p.types, p.vars[var].ty)
        {
            self.restricts.begun.insert(object, open.began);
        }
    }

    // --- pointers ---

    /// A pointer that was read: based on where it was, if that is a restrict pointer.
    pub(crate) fn read_restrict(&mut self, id: ExprId, place: Place, ty: Ty, pointer: Pointer) -> Pointer {
        if !pointer.is_object() {
            return pointer;
        }
        if !self.is_restrict(place.pointer, ty) {
            return self.still_based(pointer);
        }
        let to_const = self.program().types.pointee(ty).is_some_and(|to| self.is_const(to));
        let number = self.restricted(place.pointer, to_const);
        if let Some(block) = self.block_of(id, place.pointer) {
            self.restricts.sets.associate(number, block);
        }
        let found = self.restricts.sets.get(number).last;
        if let Some((object, generation, based)) = found
            && (object, generation) == (pointer.object, pointer.generation)
        {
            return Pointer { generation: based, ..pointer };
        }
        let still = self.still_based(pointer);
        let set = self.restricts.sets.with(self.mem.basis(still), number);
        let based = self.mem.based(still, set);
        self.restricts.sets.get_mut(number).last =
            Some((pointer.object, pointer.generation, based.generation));
        based
    }

    /// The pointer without restrict pointers that are gone.
    fn still_based(&mut self, pointer: Pointer) -> Pointer {
        match self.mem.basis(pointer) {
            0 => pointer,
            set => {
                let set = self.restricts.sets.live(set, &self.mem);
                self.mem.based(pointer, set)
            }
        }
    }

    fn is_const(&self, ty: Ty) -> bool {
        self.program().types.canonical(ty).quals().is_const()
    }

    /// Whether the pointer object at a place is restrict: by its declaration, or by the lvalue's type.
    fn is_restrict(&self, at: Pointer, ty: Ty) -> bool {
        let object = self.mem.object(at.object);
        let withdrawn = matches!(object.origin, Culprit::Var(var) if self.restricts.withdrawn.contains(&var));
        if withdrawn {
            return false;
        }
        ty.quals().has(Quals::RESTRICT)
            || (object.traits.has(Traits::HAS_RESTRICT) && self.is_declared_restrict(object, at.offset))
    }

    fn is_declared_restrict(&self, object: &Object, offset: u32) -> bool {
        let (start, size) = (u64::from(offset) * 8, u64::from(self.mem.pointer_size()) * 8);
        quals_within(&self.program().types, object.ty, (start, start + size)).has(Quals::RESTRICT)
    }

    fn spot(&self, at: Pointer) -> Spot {
        (at.object, self.mem.plain(at).generation, at.offset)
    }

    fn restricted(&mut self, at: Pointer, to_const: bool) -> u32 {
        let var = match self.mem.origin(at) {
            Some(Culprit::Var(var)) => Some(var),
            _ => None,
        };
        let spot = self.spot(at);
        self.restricts.sets.restricted(spot, var, to_const)
    }

    /// The block under way that the restrict pointer at a place is associated with (C17 6.7.3.1p1): its variable's, or that
    /// of the variable through which it was reached.
    fn block_of(&self, id: ExprId, at: Pointer) -> Option<Began> {
        let object = self.mem.object(at.object);
        match object.origin {
            Culprit::Var(var) if self.is_declared_restrict(object, at.offset) => {
                self.block_of_var(var, at.object)
            }
            _ => {
                let var = root(self.program(), id)?;
                self.block_of_var(var, self.mem.bound(var)?)
            }
        }
    }

    fn block_of_var(&self, var: VarId, object: u32) -> Option<Began> {
        let v = &self.program().vars[var];
        if is_static(v) { Some(PROGRAM) } else { self.restricts.begun.get(&object).copied() }
    }

    /// A pointer is stored in a restrict pointer: it may be based on those of blocks that began before, or that have ended
    /// (C17 6.7.3.1p4).
    pub(crate) fn write_restrict(&mut self, id: ExprId, place: Place, ty: Ty, value: Pointer) -> Eval<()> {
        let set = self.mem.basis(value);
        if set == 0 || !self.is_restrict(place.pointer, ty) {
            return Ok(());
        }
        let Some(block) = self.block_of(id, place.pointer) else { return Ok(()) };
        let own = self.restricts.sets.find(self.spot(place.pointer));
        let sets = &self.restricts.sets;
        let inner = |r: u32| Some(r) != own && sets.began(r).is_some_and(|began| began >= block);
        let Some(other) = sets.members(set).iter().copied().find(|r| inner(*r)) else { return Ok(()) };
        self.breach(id, other, Breach::Assigned, place.pointer)
    }

    /// Bytes were copied from one place to another. The pointers among them are based on where they were.
    pub(crate) fn copied_restrict(&mut self, to: Pointer, from: Pointer, len: u32) {
        if !self.restricts.is_watching() {
            return;
        }
        let (source, target) = (*self.mem.object(from.object), self.mem.object(to.object).base + to.offset);
        for (at, pointer) in self.mem.whole_pointers(target, len) {
            let spot = Pointer { offset: from.offset + at, ..from };
            let declared =
                source.traits.has(Traits::HAS_RESTRICT) && self.is_declared_restrict(&source, spot.offset);
            if !declared && !source.traits.has(Traits::HEAP) {
                continue;
            }
            let number = self.restricted(spot, false);
            if let (true, Culprit::Var(var)) = (declared, source.origin)
                && let Some(block) = self.block_of_var(var, from.object)
            {
                self.restricts.sets.associate(number, block);
            }
            let set = self.restricts.sets.with(self.mem.basis(pointer), number);
            let based = self.mem.based(pointer, set);
            self.mem.store_pointer(target + at, based);
        }
    }

    /// Memory has been moved by `realloc`, and the restrict pointers in it with it: each is the one that it was.
    pub(crate) fn moved_restrict(&mut self, to: Pointer, from: Pointer, len: u32) {
        if self.restricts.is_watching() {
            for offset in 0..len {
                let spot = self.spot(Pointer { offset, ..to });
                self.restricts.sets.relocate(self.spot(Pointer { offset, ..from }), spot);
            }
        }
    }

    // --- accesses ---

    /// An access while a block is under way that leads to restrict pointers.
    pub(crate) fn access_restrict(&mut self, id: ExprId, at: Pointer, len: u32, intent: Intent) -> Eval<()> {
        // What an object is initialised with is there from the beginning.
        if intent == Intent::Initialise || !self.restricts.is_watching() {
            return Ok(());
        }
        let access = self.access_of(at, len, intent);
        loop {
            let Restricts { sets, history, .. } = &mut self.restricts;
            let broken = history.note(access, sets, &self.mem).or_else(|| self.modify_restrict(access));
            // Where the promise is withdrawn, there may be others.
            match broken {
                None => return Ok(()),
                Some(Broken::Shared(r)) => self.breach(id, r, Breach::Shared, at)?,
                Some(Broken::Const(r)) => self.breach(id, r, Breach::Const, at)?,
            }
        }
    }

    fn access_of(&self, at: Pointer, len: u32, intent: Intent) -> Access {
        let Pointer { object, offset, .. } = at;
        let generation = self.mem.object(object).generation;
        let (set, write, now) = (self.mem.basis(at), intent == Intent::Write, self.restricts.clock);
        Access { object, generation, offset, len, set, write, now }
    }

    /// The same for an access that takes a short way; false if it needs a closer look, at promises of functions too.
    #[inline(never)]
    pub(crate) fn note_restrict(&mut self, at: Pointer, len: u32, intent: Intent) -> bool {
        if !self.promises_in_force.is_empty() {
            return false;
        }
        let access = self.access_of(at, len, intent);
        let Restricts { sets, history, .. } = &mut self.restricts;
        history.note_plainly(access, sets) && self.modify_restrict(access).is_none()
    }

    /// The value of a restrict pointer that is a variable which no pointer leads to, so that accesses to itself break nothing.
    pub(crate) fn quiet_restrict(&mut self, id: ExprId, var: VarId) -> Option<Pointer> {
        let number = self.mem.bound(var).filter(|_| self.restricts.is_watching())?;
        let at = self.mem.pointer_to(number);
        let object = self.mem.object(number);
        let pointer = self.mem.load_pointer(object.base).ok().filter(|_| object.depth >= self.pledged)?;
        if pointer.is_object() && self.mem.alive(pointer).is_err() {
            return None;
        }
        let ty = self.program().ty(id);
        Some(self.read_restrict(id, Place::at(at, None), ty, pointer))
    }

    /// What modifies an object also counts as modifying the restrict pointers through which it is reached.
    fn modify_restrict(&mut self, access: Access) -> Option<Broken> {
        if !access.write || access.set == 0 {
            return None;
        }
        let len = self.mem.pointer_size();
        let Restricts { sets, history, .. } = &mut self.restricts;
        let sets = &*sets;
        sets.members(access.set)
            .iter()
            .filter(|r| sets.began(**r).is_some())
            .find_map(|r| history.modify(sets.get(*r).spot, len, access.now, sets))
    }

    /// A restrict pointer does not keep its promise: it is withdrawn, or the behaviour is undefined.
    #[cold]
    fn breach(&mut self, id: ExprId, number: u32, breach: Breach, about: Pointer) -> Eval<()> {
        let pointer = self.restricts.sets.get(number).var;
        let ub = Ub::Restrict { pointer, breach };
        if !self.repaired(id, &ub, &[])? {
            return Err(self.ub_about(id, ub, about));
        }
        if let Some(var) = pointer {
            self.restricts.sets.release(var);
            self.restricts.withdrawn.insert(var);
        }
        Ok(())
    }
}

/// The variable by which an lvalue is reached, or the function.
fn root(p: &Program, id: ExprId) -> Option<VarId> {
    let mut e = id;
    loop {
        e =
            match p.exprs[e].kind {
                ExprKind::Var(var) => return Some(var),
                ExprKind::Assign { lhs: base, .. }
                | ExprKind::AssignOp { lhs: base, .. }
                | ExprKind::IncDec(_, base)
                | ExprKind::Deref(base)
                | ExprKind::AddrOf(base)
                | ExprKind::Arrow { base, .. }
                | ExprKind::Index { base, .. }
                | ExprKind::Member { base, .. }
                | ExprKind::Decay(base)
                | ExprKind::Cast(base)
                | ExprKind::Convert(base)
                | ExprKind::Cond { then: base, .. }
                | ExprKind::Comma(_, base) => base,
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                    if p.types.is_pointer(p.value_type(a)) { a } else { b }
                }
                _ => return None,
            };
    }
}
