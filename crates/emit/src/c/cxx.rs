//! What C++ wants to see written that C does by itself: conversions to enumerated types and from `void *`, constants of
//! enumerations as the integers that they are in C, bit-fields with the type that C promotes them to, and lists without
//! narrowing. Compound assignments that C++ lacks are gone before: see [`crate::dialect`].

use super::Printer;
use super::expr::prec;
use crate::options::{EmitError, Std};
use ir::{Builtin, ExprId, ExprKind, IncDec, StrId, Ty, TypeKind};

impl<'p> Printer<'p> {
    pub(super) fn fail_in_cxx(&mut self, feature: &'static str) {
        if self.std.is_cxx() {
            self.fail(EmitError::NotInStandard { feature, std: self.std });
        }
    }

    /// The node that is printed for this one: a conversion too, where C++ has none by itself.
    pub(super) fn written_cxx(&self, mut e: ExprId) -> ExprId {
        let mut constant = false;
        loop {
            e = match self.p.exprs[e].kind {
                ExprKind::Convert(inner) if self.must_convert(e, inner) => return e,
                ExprKind::Convert(inner) => {
                    constant |= self.points_to_const(self.p.ty(e));
                    inner
                }
                // A literal's characters are constant, which C does not say.
                ExprKind::Decay(inner) if !constant && self.string_of(inner).is_some() => return e,
                ExprKind::Decay(inner) if self.container(inner).is_some() => return e,
                ExprKind::Decay(inner) => inner,
                _ => return e,
            };
        }
    }

    fn string_of(&self, e: ExprId) -> Option<StrId> {
        match self.p.exprs[e].kind {
            ExprKind::Str(id) => Some(id),
            _ => None,
        }
    }

    fn points_to_const(&self, ty: Ty) -> bool {
        let types = &self.p.types;
        types.pointee(ty).is_some_and(|to| types.canonical(to).quals().is_const())
    }

    /// Whether a conversion that is implicit in C has to be written.
    fn must_convert(&self, e: ExprId, inner: ExprId) -> bool {
        let types = &self.p.types;
        let (to, from) = (self.p.value_type(e), self.p.value_type(inner));
        if let TypeKind::Enum(_) = types.kind(to) {
            return to != from;
        }
        if let (Some(to), Some(from)) = (types.pointee(to), types.pointee(from)) {
            return types.is_void(from) && !types.is_void(to);
        }
        self.is_field_by_detour(inner)
    }

    /// The value of a bit-field that is not read from it directly: C++ may have forgotten its width.
    fn is_field_by_detour(&self, e: ExprId) -> bool {
        match self.p.exprs[e].kind {
            ExprKind::Member { .. } | ExprKind::Arrow { .. } => false,
            ExprKind::IncDec(IncDec::PostInc | IncDec::PostDec, of) => self.p.bit_field_width(of).is_some(),
            _ => self.p.bit_field_width(e).is_some(),
        }
    }

    /// A conversion or literal that [`Printer::written_cxx`] has stopped at.
    pub(super) fn conversion(&mut self, e: ExprId, inner: ExprId) {
        if self.container(inner).is_some() {
            return self.first_element(inner);
        }
        match self.own_constant(e, inner) {
            Some(name) => self.out.str(name),
            None => self.cast(self.p.ty(e), inner),
        }
    }

    pub(super) fn conversion_level(&self, e: ExprId, inner: ExprId) -> u8 {
        match self.own_constant(e, inner) {
            Some(_) => prec::PRIMARY,
            None if self.container(inner).is_some() => prec::UNARY,
            None => prec::CAST,
        }
    }

    /// The name of a constant that is wanted in its own enumeration's type, which it has in C++.
    fn own_constant(&self, e: ExprId, inner: ExprId) -> Option<&'p str> {
        let p = self.p;
        let (ExprKind::EnumConst(id, n), TypeKind::Enum(to)) = (p.exprs[inner].kind, p.types.kind(p.ty(e)))
        else {
            return None;
        };
        let name = p.types.enums[id].constants[n as usize].0;
        // Without a tag the type cannot be named, and goes by another one.
        (id == to && p.types.enums[id].tag.is_some()).then(|| p.name(name))
    }

    /// Functions that are overloaded by whether their argument is constant, and give that back.
    pub(super) fn loses_const(&self, callee: ExprId) -> bool {
        let ExprKind::Func(func) = self.p.exprs[self.written(callee)].kind else { return false };
        let overloaded = matches!(self.p.funcs[func].builtin, Some(Builtin::Strchr | Builtin::Strrchr));
        overloaded && self.std.is_cxx()
    }

    /// A branch of a conditional: between two bit-fields, C++ chooses the field and not its promoted value.
    pub(super) fn branch(&mut self, e: ExprId, level: u8) {
        match self.p.exprs[e].kind {
            ExprKind::Convert(inner) if self.std.is_cxx() && self.p.bit_field_width(inner).is_some() => {
                self.cast(self.p.ty(e), inner);
            }
            _ => self.operand(e, level),
        }
    }

    /// An item of a list, whose conversion must not lose anything (C++17 11.6.4p7); of constants we know that it does not.
    pub(super) fn list_item(&mut self, e: ExprId) {
        match self.p.exprs[e].kind {
            ExprKind::Convert(inner)
                if self.std.is_cxx() && self.is_arithmetic(self.p.ty(e)) && !self.is_literal(inner) =>
            {
                self.cast(self.p.ty(e), inner);
            }
            _ => self.assignment(e),
        }
    }

    fn is_arithmetic(&self, ty: Ty) -> bool {
        self.p.types.is_integer(ty) || self.p.types.is_float(ty)
    }

    /// A string that fills its array without the final zero, which C++ does not take for an initialiser (C++17 11.6.2p2).
    pub(super) fn overlong_string(&self, e: ExprId, ty: Ty) -> Option<StrId> {
        let (_, len) = self.p.types.element(ty)?;
        let id = self.string_of(e)?;
        (self.std.is_cxx() && len == Some(self.p.strings[id].bytes.len() as u64)).then_some(id)
    }

    pub(super) fn characters(&mut self, id: StrId, ty: Ty) {
        let p = self.p;
        let element = p.types.element(ty).map_or(Ty::CHAR, |(element, _)| p.types.canonical(element));
        self.out.byte(b'{');
        for (i, byte) in p.strings[id].bytes.iter().enumerate() {
            if i > 0 {
                self.out.str(", ");
            }
            self.out.byte(b'(');
            self.type_name(element.unqualified());
            self.out.byte(b')');
            self.out.decimal(u64::from(*byte));
        }
        self.out.byte(b'}');
    }

    /// Constant objects need an initialiser (C++17 11.6p7).
    pub(super) fn missing_initialiser(&self, ty: Ty) -> bool {
        let types = &self.p.types;
        if let Some((element, _)) = types.element(ty) {
            return self.missing_initialiser(element);
        }
        let has_const = types.record(ty).is_some_and(|id| types.layout(id).has_const);
        self.std.is_cxx() && (has_const || types.canonical(ty).quals().is_const())
    }

    /// Designators came to C++ in 2020, and only in the order of the members; a union needs them for all but the first.
    pub(super) fn union_designator(&mut self, place: u32) -> bool {
        if place == 0 {
            return false;
        }
        if self.std < Std::Cxx20 {
            self.fail_in_cxx("designated initialiser");
        }
        true
    }
}
