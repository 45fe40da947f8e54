//! Initialisers: braces as deep as the type, with designators where the order does not say the place.

use super::Printer;
use crate::options::Std;
use ir::{Init, InitId, InitItem, RecordId, RecordKind, Ty};

/// A long list gets a new line after so many items.
const ITEMS_PER_LINE: usize = 16;

impl Printer<'_> {
    pub(super) fn initialiser(&mut self, init: InitId, ty: Ty) {
        let p = self.p;
        match &p.inits[init] {
            Init::Expr(e) => match self.overlong_string(*e, ty) {
                Some(string) => self.characters(string, ty),
                None => self.assignment(*e),
            },
            Init::List(items) => self.list(items, ty),
        }
    }

    /// The initialiser of a compound literal, which has braces whatever its type is.
    pub(super) fn braced(&mut self, init: InitId, ty: Ty) {
        let p = self.p;
        match &p.inits[init] {
            Init::Expr(e) => {
                self.out.byte(b'{');
                self.assignment(*e);
                self.out.byte(b'}');
            }
            Init::List(items) => self.list(items, ty),
        }
    }

    fn list(&mut self, items: &[InitItem], ty: Ty) {
        if items.is_empty() {
            return self.out.str(self.zeros());
        }
        self.out.byte(b'{');
        let mut list = Items { ty, next: Some(0), written: 0 };
        for item in items {
            self.item(item, &mut list);
        }
        self.out.byte(b'}');
    }

    fn item(&mut self, item: &InitItem, list: &mut Items) {
        let expected = list.next.map(|place| self.initialised_place(list.ty, place));
        let in_order = expected == Some(item.place);
        if self.may_designate(list.ty, item.place) {
            self.separator(list);
            let optional = self.std > Std::C89 && !self.std.is_cxx();
            if item.designated && optional || !in_order {
                self.designator(list.ty, item.place);
            }
        } else {
            self.fill(list, item.place);
            self.separator(list);
        }
        let p = self.p;
        match &p.inits[item.init] {
            Init::Expr(e) if !p.types.is_array(self.place_type(list.ty, item.place)) => self.list_item(*e),
            _ => self.initialiser(item.init, self.place_type(list.ty, item.place)),
        }
        list.next = item.place.checked_add(1);
    }

    fn separator(&mut self, list: &mut Items) {
        if list.written > 0 {
            self.out.byte(b',');
            if list.written.is_multiple_of(ITEMS_PER_LINE) {
                self.out.end();
                self.out.deeper();
                self.out.begin();
                self.out.shallower();
            } else {
                self.out.byte(b' ');
            }
        }
        list.written += 1;
    }

    /// C90 has no designators, except that a union's later members have no other way: see
    /// [`Printer::needs_extension`]. A member without a name cannot be designated either.
    fn may_designate(&mut self, ty: Ty, place: u32) -> bool {
        let few = self.std == Std::C89 || self.std.is_cxx();
        let Some(id) = self.p.types.record(ty) else {
            return !few;
        };
        let record = &self.p.types.records[id];
        let named = record.fields[place as usize].name.is_some();
        if self.std.is_cxx() {
            return record.kind == RecordKind::Union && self.union_designator(place);
        }
        named && (!few || record.kind == RecordKind::Union)
    }

    /// An aggregate of zeros. Empty braces are new in C23; `{0}` means the same, but not in C++ where the first
    /// is no integer.
    fn zeros(&self) -> &'static str {
        if self.std.is_cxx() { "{}" } else { "{0}" }
    }

    fn designator(&mut self, ty: Ty, place: u32) {
        let p = self.p;
        match p.types.record(ty) {
            Some(id) => {
                self.out.byte(b'.');
                if let Some(name) = p.types.records[id].fields[place as usize].name {
                    self.out.str(p.name(name));
                }
            }
            None => {
                self.out.byte(b'[');
                self.out.decimal(u64::from(place));
                self.out.byte(b']');
            }
        }
        self.out.str(" = ");
    }

    /// Writes zeros for the places before the given one.
    fn fill(&mut self, list: &mut Items, place: u32) {
        let mut next = self.initialised_place(list.ty, list.next.unwrap_or(place));
        while next < place {
            self.separator(list);
            let ty = self.place_type(list.ty, next);
            let scalar = self.p.types.is_scalar(ty) && !self.std.is_cxx();
            self.out.str(if scalar { "0" } else { self.zeros() });
            next = self.initialised_place(list.ty, next + 1);
        }
    }

    /// The given place or the first after it that takes part in initialisation: bit-fields without a
    /// name do not (C17 6.7.9p9).
    fn initialised_place(&self, ty: Ty, place: u32) -> u32 {
        let Some(id) = self.p.types.record(ty) else {
            return place;
        };
        let fields = &self.p.types.records[id].fields;
        let skipped = fields.iter().skip(place as usize).take_while(|f| f.name.is_none() && f.bits.is_some());
        place + skipped.count() as u32
    }

    pub(super) fn place_type(&self, ty: Ty, place: u32) -> Ty {
        match self.p.types.record(ty) {
            Some(id) => self.p.types.records[id].fields[place as usize].ty,
            None => match self.p.types.lanes(ty) {
                Some((element, _)) => element,
                None => self.p.types.element(ty).map_or(ty, |(element, _)| element),
            },
        }
    }

    /// Whether a C90 declaration with this initialiser has to be marked as an extension: because it designates
    /// a union's later member, or because a list in automatic storage is not constant (C90 6.5.7).
    pub(super) fn needs_extension(&self, init: InitId, ty: Ty, automatic: bool) -> bool {
        let Init::List(items) = &self.p.inits[init] else {
            return false;
        };
        items.iter().any(|item| {
            let later_member = self.p.types.record(ty).is_some_and(|id| self.is_later_member(id, item.place));
            let variable = match &self.p.inits[item.init] {
                Init::Expr(e) => automatic && !self.is_literal(*e),
                Init::List(_) => self.needs_extension(item.init, self.place_type(ty, item.place), automatic),
            };
            later_member || variable
        })
    }

    fn is_later_member(&self, id: RecordId, place: u32) -> bool {
        self.p.types.records[id].kind == RecordKind::Union && place > 0
    }

    pub(super) fn is_literal(&self, e: ir::ExprId) -> bool {
        use ir::ExprKind;
        let kind = self.p.exprs[e].kind;
        if let ExprKind::Unary(_, inner) | ExprKind::Cast(inner) | ExprKind::Convert(inner) = kind {
            return self.is_literal(inner);
        }
        matches!(kind, ExprKind::Int { .. } | ExprKind::Float(_) | ExprKind::Str(_) | ExprKind::EnumConst(..))
    }
}

/// A list as it is written.
struct Items {
    ty: Ty,
    /// The place that an item without a designator would initialise.
    next: Option<u32>,
    written: usize,
}
