//! Initialisers: how an object gets its first value.

use crate::access::Intent;
use crate::config::Order;
use crate::grow::Grow;
use crate::machine::Machine;
use crate::memory::{Object, Traits};
use crate::outcome::{Eval, Limit, Stop};
use crate::state::images::{InitImage, Link};
use crate::ub::Culprit;
use crate::value::{Place, Pointer};
use ir::{ExprId, ExprKind, Init, InitId, InitItem, RecordKind, Ty, TypeKind, VarId};

impl<G: Grow> Machine<G> {
    /// Gives a static variable the value of its initialiser; it is all zero already.
    pub(crate) fn init_static(&mut self, var: VarId) -> Eval<()> {
        let Some(init) = self.program().vars[var].init else { return Ok(()) };
        // An object that is made in the middle of an expression has always been there.
        let suspended = self.seq.suspend();
        let depth = std::mem::take(&mut self.depth);
        let done = self.init_var(var, init);
        self.depth = depth;
        self.seq.resume(suspended);
        done
    }

    /// The same for the object of a compound literal.
    pub(crate) fn init_auto(&mut self, _id: ExprId, var: VarId) -> Eval<()> {
        match self.program().vars[var].init {
            Some(init) => self.init_var(var, init),
            None => Ok(()),
        }
    }

    pub(crate) fn init_var(&mut self, var: VarId, init: InitId) -> Eval<()> {
        let object = self.mem.bound(var).expect("a variable is made before it is initialised");
        let pointer = self.mem.pointer_to(object);
        let ty = self.program().types.canonical(self.program().vars[var].ty);
        let place = Place::at(pointer, None);
        if !self.can_be_copied(object, init) {
            return self.init_place(place, ty, init);
        }
        if self.images.contains_key(&init) {
            return self.copy_image(object, init);
        }
        let before = self.steps;
        self.init_place(place, ty, init)?;
        if self.is_list_of_constants(init)
            && let Some(links) = self.links_of(object)
        {
            let image = InitImage { image: self.mem.take_image(object), links, steps: self.steps - before };
            self.images.insert(init, image);
        }
        Ok(())
    }

    /// Gives an object the value that its initialiser gave it before. It costs the same steps.
    fn copy_image(&mut self, object: u32, init: InitId) -> Eval<()> {
        let image = &self.images[&init];
        self.steps += image.steps;
        if self.steps > self.config.max_steps {
            return Err(Stop::Budget(Limit::Steps));
        }
        self.changes += 1;
        let base = self.mem.object(object).base;
        self.mem.restore_image(object, &image.image);
        for (offset, link) in &image.links {
            let target = self.mem.bound(link.var).expect("a variable in scope");
            let Pointer { offset: start, low, high, .. } = link.part;
            self.mem.store_pointer(base + offset, self.mem.pointer_to(target).part(start, low, high));
        }
        Ok(())
    }

    /// The pointers in an object that are different each time; `None` if that cannot be told of one.
    fn links_of(&self, object: u32) -> Option<Vec<(u32, Link)>> {
        let Object { base, size, .. } = *self.mem.object(object);
        let mut links = Vec::new();
        for (at, pointer) in self.mem.whole_pointers(base, size) {
            match self.mem.origin(pointer) {
                None | Some(Culprit::StringLiteral) => {}
                Some(Culprit::Var(var)) if self.program().vars[var].storage.is_static() => {}
                Some(Culprit::Var(var)) if self.mem.bound(var) == Some(pointer.object) => {
                    links.push((at, Link { var, part: pointer }));
                }
                Some(Culprit::Var(_) | Culprit::Heap | Culprit::Temporary) => return None,
            }
            if !self.mem.holds_aligned(base + at) {
                return None;
            }
        }
        Some(links)
    }

    /// Whether a list of constants may be copied from the last time rather than evaluated again: nothing but the bytes
    /// can tell the difference.
    fn can_be_copied(&self, object: u32, init: InitId) -> bool {
        G::FINISHED
            && self.depth > 0
            && !(self.seq.is_watching() && self.mem.object(object).depth <= self.seq.depth)
            && !self.observed.wants_values()
            && !self.mem.object(object).traits.has(Traits::TYPED_BY_STORES.with(Traits::HAS_VOLATILE))
            && matches!(self.program().inits[init], Init::List(_))
    }

    /// Whether evaluating the list again gives the same, as long as its variables are where they are.
    fn is_list_of_constants(&self, init: InitId) -> bool {
        match &self.program().inits[init] {
            Init::Expr(e) => self.is_constant_number(*e) || self.is_constant_address(*e),
            Init::List(items) => items.iter().all(|item| self.is_list_of_constants(item.init)),
        }
    }

    fn is_constant_number(&self, e: ExprId) -> bool {
        let p = self.program();
        match p.exprs[e].kind {
            ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::EnumConst(..) => true,
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) => self.is_constant_number(a),
            ExprKind::Binary(_, a, b) => self.is_constant_number(a) && self.is_constant_number(b),
            _ => false,
        }
    }

    fn is_constant_address(&self, e: ExprId) -> bool {
        let p = self.program();
        match p.exprs[e].kind {
            ExprKind::Cast(a) | ExprKind::Convert(a) => {
                p.types.is_pointer(p.ty(e)) && self.is_constant_address(a)
            }
            ExprKind::AddrOf(of) | ExprKind::Decay(of) => self.is_constant_place(of),
            _ => false,
        }
    }

    fn is_constant_place(&self, e: ExprId) -> bool {
        match self.program().exprs[e].kind {
            ExprKind::Var(_) | ExprKind::Func(_) | ExprKind::Str(_) => true,
            ExprKind::Member { base, .. } => self.is_constant_place(base),
            ExprKind::Index { base, index } => {
                self.is_constant_number(index)
                    && matches!(self.program().exprs[base].kind, ExprKind::Decay(a) if self.is_constant_place(a))
            }
            _ => false,
        }
    }

    fn init_place(&mut self, place: Place, ty: Ty, init: InitId) -> Eval<()> {
        match &self.program().inits[init] {
            Init::Expr(e) => {
                let e = *e;
                self.init_value(place, ty, e)
            }
            Init::List(items) => {
                let items = items.clone();
                self.init_list(place, ty, &items)
            }
        }
    }

    fn init_value(&mut self, place: Place, ty: Ty, e: ExprId) -> Eval<()> {
        if let (TypeKind::Array(_, len), ExprKind::Str(str)) =
            (self.program().types.kind(ty), self.program().exprs[e].kind)
        {
            self.changes += 1;
            let bytes = self.program().strings[str].bytes.clone();
            let base = self.mem.object(place.pointer.object).base + place.pointer.offset;
            for i in 0..len.unwrap_or(bytes.len() as u64 + 1) {
                let byte = bytes.get(i as usize).copied().unwrap_or(0);
                self.mem.store(base + i as u32, 1, u64::from(byte));
            }
            return Ok(());
        }
        let value = match self.value(e) {
            Err(stop) if place.width == 0 && self.is_doubtful_copy(ty, e, &stop) => {
                return self.store_doubtful(e, place, ty, Intent::Initialise);
            }
            value => value?,
        };
        if place.width > 0 {
            self.check_held(e, place, ty, value)?;
        }
        self.write(e, place, ty, value, Intent::Initialise)
    }

    fn init_list(&mut self, place: Place, ty: Ty, items: &[InitItem]) -> Eval<()> {
        match self.program().types.kind(ty) {
            TypeKind::Vector(element, lanes) => {
                self.init_elements(place, ty, (element, u64::from(lanes)), items)
            }
            TypeKind::Array(element, len) => {
                self.init_elements(place, ty, (element, len.unwrap_or(0)), items)
            }
            TypeKind::Record(id) => {
                self.clear(place, ty);
                self.init_items(items, |m, item| {
                    let field = m.program().types.records[id].fields[item.place as usize].ty;
                    let mut inner = m.field_of(place, ty, item.place);
                    let is_union = m.program().types.records[id].kind == RecordKind::Union;
                    if is_union {
                        inner.rest = [inner.rest[0], inner.rest[0]];
                    }
                    m.init_place(inner, m.program().types.canonical(field), item.init)
                })
            }
            // A scalar in braces.
            _ => match items.first() {
                Some(item) => self.init_place(place, ty, item.init),
                None => self.init_scalar_zero(place, ty),
            },
        }
    }

    fn init_elements(
        &mut self,
        place: Place,
        ty: Ty,
        (element, len): (Ty, u64),
        items: &[InitItem],
    ) -> Eval<()> {
        let size = self.program().types.size(element) as u32;
        if (items.len() as u64) < len || !self.program().types.is_scalar(element) {
            self.clear(place, ty);
        }
        self.init_items(items, |m, item| {
            let mut inner = place;
            inner.pointer.offset += item.place * size;
            inner.pointer.low = place.pointer.offset;
            inner.pointer.high = place.pointer.offset + len as u32 * size;
            m.init_place(inner, element, item.init)
        })
    }

    fn init_scalar_zero(&mut self, place: Place, ty: Ty) -> Eval<()> {
        self.clear(place, ty);
        Ok(())
    }

    /// What a list does not mention is zero (C17 6.7.9p21); padding has no value.
    fn clear(&mut self, place: Place, ty: Ty) {
        self.changes += 1;
        let base = self.mem.object(place.pointer.object).base + place.pointer.offset;
        let size = self.program().types.size(ty) as u32;
        self.mem.fill(base, size, 0);
        if !self.is_static_object(place) {
            self.forget_padding(base, ty);
        }
    }

    fn is_static_object(&self, place: Place) -> bool {
        self.depth == 0 && self.mem.object(place.pointer.object).depth == 0
    }

    /// The expressions of a list may be evaluated in any order (C17 6.7.9p23).
    fn init_items(
        &mut self,
        items: &[InitItem],
        mut init: impl FnMut(&mut Self, &InitItem) -> Eval<()>,
    ) -> Eval<()> {
        let acting = items.iter().filter(|i| !self.init_is_pure(i.init)).count();
        if acting == 0 || items.len() < 2 || self.config.order == Order::LeftToRight {
            return items.iter().try_for_each(|item| init(self, item));
        }
        let first = self.seq.open(self.depth);
        for item in items {
            let this = self.seq.split();
            init(self, item)?;
            // A list without items evaluates nothing.
            let Some(site) = self.site_of(item.init) else { continue };
            // Indeterminately sequenced, as if each were a call.
            match self.seq.compare(first, this, self.depth.wrapping_sub(1)) {
                Ok(()) => {}
                Err(ub) => return Err(self.ub(site, ub)),
            }
        }
        self.seq.close(first);
        Ok(())
    }

    /// An address accesses nothing, whatever it is that of.
    fn init_is_pure(&self, init: InitId) -> bool {
        match &self.program().inits[init] {
            Init::Expr(e) => self.program().is_pure(*e) || self.is_constant_address(*e),
            Init::List(items) => items.iter().all(|i| self.init_is_pure(i.init)),
        }
    }

    fn site_of(&self, init: InitId) -> Option<ExprId> {
        match &self.program().inits[init] {
            Init::Expr(e) => Some(*e),
            Init::List(items) => items.iter().find_map(|i| self.site_of(i.init)),
        }
    }
}
