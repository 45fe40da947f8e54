//! What a static variable will hold when the machine has made it: the constants of its initialiser, read where they
//! stand. Nothing is evaluated but constant expressions; what is not one has no value here.

use super::Grow;
use super::view::{self, View};
use crate::memory::scalars::int_size;
use crate::memory::{Memory, Traits};
use crate::ub::Culprit;
use crate::value::{Pointer, Unmade, Value};
use ir::arith::float::{self, Float};
use ir::{Class, ExprId, ExprKind, Init, InitId, Program, RecordKind, Ty, TypeKind, UnaryOp, VarId};

/// The scalar of this type at an offset of what is not made yet.
pub(super) fn peek(view: &View, g: &impl Grow, of: Unmade, offset: u32, ty: Ty) -> Option<Value> {
    let p = g.program();
    match of {
        Unmade::Var(var) => {
            let (mem, base) = image(view, g, var)?;
            view::peek(&mem, base + offset, &p.types, ty)
        }
        Unmade::Str(id) => {
            let byte = p.strings[id].bytes.get(offset as usize).copied().unwrap_or(0);
            let Class::Int(t) = p.types.class(ty) else { return None };
            (t.bits == 8).then(|| Value::Int(ir::arith::int::wrap(t, i64::from(byte))))
        }
    }
}

/// How many nodes the machine will evaluate to initialise the variable.
pub(crate) fn steps(p: &Program, var: VarId) -> u64 {
    p.vars[var].init.map_or(0, |init| steps_of(p, p.vars[var].ty, init))
}

fn steps_of(p: &Program, ty: Ty, init: InitId) -> u64 {
    let inner = |place: u32| match p.types.kind(ty) {
        TypeKind::Record(id) => p.types.records[id].fields[place as usize].ty,
        TypeKind::Array(element, _) | TypeKind::Vector(element, _) => element,
        _ => ty,
    };
    match &p.inits[init] {
        // A text is copied.
        Init::Expr(_) if p.types.is_array(ty) => 0,
        Init::Expr(e) => nodes(p, *e),
        Init::List(items) => items.iter().map(|item| steps_of(p, inner(item.place), item.init)).sum(),
    }
}

/// The nodes of a constant that are evaluated, as a value or as a place.
fn nodes(p: &Program, e: ExprId) -> u64 {
    match p.exprs[e].kind {
        ExprKind::AddrOf(of) | ExprKind::Decay(of) if matches!(p.exprs[of].kind, ExprKind::Func(_)) => 1,
        // An element whose address is taken is none of its own.
        ExprKind::AddrOf(of) if matches!(p.exprs[of].kind, ExprKind::Index { .. }) => nodes(p, of),
        ExprKind::SizeofExpr(_) => 1,
        _ => {
            let mut sum = 1;
            p.for_each_child(e, |child| sum += nodes(p, child));
            sum
        }
    }
}

/// Whether the variable holds, now that it is made, what it was said to hold.
pub(crate) fn came_true(view: &View, g: &impl Grow, var: VarId) -> bool {
    let p = g.program();
    let Some(made) = view.address_of(g, var) else { return false };
    let Some((mem, base)) = image(view, g, var) else { return false };
    let pos = view.mem.object(made.object).base;
    scalars(p, p.vars[var].ty, 0).into_iter().all(|(offset, ty)| {
        let said = view::peek(&mem, base + offset, &p.types, ty);
        let is = view::peek(view.mem, pos + offset, &p.types, ty);
        said == is
    })
}

/// The scalars of a type, each with its offset.
fn scalars(p: &Program, ty: Ty, at: u32) -> Vec<(u32, Ty)> {
    match p.types.kind(ty) {
        TypeKind::Array(element, len) => (0..len.unwrap_or(0) as u32)
            .flat_map(|i| scalars(p, element, at + i * p.types.size(element) as u32))
            .collect(),
        TypeKind::Record(id) => {
            let places = p.types.layout(id).fields.iter().zip(&p.types.records[id].fields);
            let whole = places.filter(|(_, field)| field.bits.is_none());
            whole.flat_map(|(place, field)| scalars(p, field.ty, at + place.offset as u32)).collect()
        }
        _ => vec![(at, ty)],
    }
}

/// A memory with nothing but the variable in it, and where that begins.
fn image(view: &View, g: &impl Grow, var: VarId) -> Option<(Memory, u32)> {
    let p = g.program();
    let (ty, size) = (p.vars[var].ty, p.types.size(p.vars[var].ty));
    let mut mem = Memory::new(p.target().endian, p.target().pointer.size, 1 << 31);
    let object = mem.allocate(size, 1, ty, Traits::NONE, Culprit::Var(var), 0).ok()?;
    let base = mem.object(object).base;
    mem.fill(base, size as u32, 0);
    if let Some(init) = p.vars[var].init {
        Image { mem: &mut mem, view, g }.put(base, ty, init);
    }
    Some((mem, base))
}

struct Image<'a, G> {
    mem: &'a mut Memory,
    view: &'a View<'a>,
    g: &'a G,
}

impl<G: Grow> Image<'_, G> {
    fn put(&mut self, pos: u32, ty: Ty, init: InitId) {
        let p = self.g.program();
        match (&p.inits[init], p.types.kind(ty)) {
            (Init::Expr(e), TypeKind::Array(..)) => self.put_text(pos, *e),
            (Init::Expr(e), _) => self.put_scalar(pos, ty, *e),
            (Init::List(items), TypeKind::Array(element, _) | TypeKind::Vector(element, _)) => {
                let size = p.types.size(element) as u32;
                items.iter().for_each(|item| self.put(pos + item.place * size, element, item.init));
            }
            (Init::List(items), TypeKind::Record(id)) => {
                items.iter().for_each(|item| self.put_field(pos, id, item.place, item.init));
            }
            (Init::List(items), _) => items.iter().for_each(|item| self.put(pos, ty, item.init)),
        }
    }

    fn put_field(&mut self, pos: u32, id: ir::RecordId, field: u32, init: InitId) {
        let types = &self.g.program().types;
        let layout = types.layout(id);
        let (place, ty) = (layout.fields[field as usize], types.records[id].fields[field as usize].ty);
        let at = pos + place.offset as u32;
        let p = self.g.program();
        match p.inits[init] {
            Init::Expr(e) if place.width > 0 => match ir::constant::int_value(p, e) {
                Some(v) => self.mem.store_wide_bits(at, place.bit, place.width, v as u128),
                None => self.mem.forget(at, 1),
            },
            _ => self.put(at, ty, init),
        }
        // A store to a member leaves the bytes behind it without a value (C17 6.2.6.1p7); a text is no store.
        if p.types.records[id].kind == RecordKind::Union && steps_of(p, ty, init) > 0 {
            let size = p.types.size(ty) as u32;
            self.mem.forget(at + size, layout.size as u32 - size);
        }
    }

    fn put_text(&mut self, pos: u32, e: ExprId) {
        let p = self.g.program();
        let ExprKind::Str(id) = p.exprs[e].kind else { return };
        for (i, byte) in p.strings[id].bytes.iter().enumerate() {
            self.mem.store(pos + i as u32, 1, u64::from(*byte));
        }
    }

    fn put_scalar(&mut self, pos: u32, ty: Ty, e: ExprId) {
        let p = self.g.program();
        let size = p.types.size(ty) as u32;
        match p.types.class(ty) {
            Class::Int(t) => match ir::constant::int_value(p, e) {
                Some(v) => self.mem.store_wide(pos, int_size(t), v as u128),
                None => self.mem.forget(pos, size),
            },
            Class::Float(format) => match self.float(e) {
                Some(f) if f.format() == format => {
                    self.mem.store_wide(pos, format.value_bytes() as u32, f.to_bits());
                }
                _ => self.mem.forget(pos, size),
            },
            Class::Pointer => match self.address(e) {
                Some(pointer) => self.mem.store_pointer(pos, pointer),
                None => self.mem.forget(pos, size),
            },
            _ => self.mem.forget(pos, size),
        }
    }

    /// A floating constant, with or without a sign.
    fn float(&self, e: ExprId) -> Option<Float> {
        let p = self.g.program();
        match p.exprs[e].kind {
            ExprKind::Float(id) => {
                let lit = p.floats[id];
                Some(Float::from_bits(p.target().float_format(lit.kind), lit.bits))
            }
            ExprKind::Unary(UnaryOp::Neg, a) => self.float(a).map(float::neg),
            _ => None,
        }
    }

    /// An address constant (C17 6.6p9).
    fn address(&self, e: ExprId) -> Option<Pointer> {
        let p = self.g.program();
        match p.exprs[e].kind {
            ExprKind::Convert(a) | ExprKind::Cast(a) if p.types.is_integer(p.ty(a)) => {
                (ir::constant::int_value(p, a) == Some(0)).then_some(Pointer::NULL)
            }
            ExprKind::Convert(a) => self.address(a),
            ExprKind::Func(func) => Some(Pointer::function(func)),
            ExprKind::AddrOf(of) | ExprKind::Decay(of) => match p.exprs[of].kind {
                ExprKind::Var(var) => self.view.address_of(self.g, var),
                ExprKind::Str(id) => Some(self.view.string(self.g, id)),
                ExprKind::Func(func) => Some(Pointer::function(func)),
                _ => None,
            },
            _ => None,
        }
    }
}
