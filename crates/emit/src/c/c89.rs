//! Blocks for C90, which wants all declarations of a block before its statements. A declaration among
//! statements is split: the variable is declared at the block's start, so that it lives just as long, and
//! its initialiser becomes an assignment at its place.

use super::Printer;
use super::types::base_of;
use ir::{Init, InitId, RecordKind, Stmt, StmtId, Ty, VarId};

/// An initialiser with more scalars than this is not taken apart.
const MAX_ASSIGNMENTS: u64 = 64;

/// What becomes of a declaration among statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hoist {
    /// It moves to the block's start as it is: static ones are initialised before the program starts.
    Whole,
    /// The variable moves, and is assigned to here.
    Assign,
    /// It stays, and the rest of the block becomes a block of its own. A pointer to the variable then dangles
    /// after a jump back to before the declaration, which is why this is the last resort.
    Nest,
}

impl Printer<'_> {
    pub(super) fn items_c89(&mut self, stmts: &[StmtId]) {
        let p = self.p;
        let leading = stmts.iter().take_while(|s| matches!(p.stmts[**s], Stmt::Decl(_))).count();
        let (head, rest) = stmts.split_at(leading);
        head.iter().for_each(|s| self.stmt(*s));
        rest.iter().for_each(|s| self.hoisted(*s));
        let mut nested = 0;
        for stmt in rest {
            let Stmt::Decl(var) = p.stmts[*stmt] else {
                self.stmt(*stmt);
                continue;
            };
            match self.hoist(var) {
                Hoist::Whole => {}
                Hoist::Assign => self.late_init(var),
                Hoist::Nest => {
                    self.open_label = false;
                    self.out.begin();
                    self.open();
                    self.local(var);
                    nested += 1;
                }
            }
        }
        for _ in 0..nested {
            self.close();
            self.out.end();
        }
    }

    fn hoist(&self, var: VarId) -> Hoist {
        let v = &self.p.vars[var];
        if self.is_ambiguous(var) {
            return Hoist::Nest;
        }
        let Some(init) = v.init else {
            return Hoist::Whole;
        };
        if v.storage.is_static() {
            Hoist::Whole
        } else if self.is_assignable(v.ty) && self.can_assign(init, v.ty) {
            Hoist::Assign
        } else {
            Hoist::Nest
        }
    }

    /// Declares at the block's start what does not stay at its place.
    fn hoisted(&mut self, stmt: StmtId) {
        let Stmt::Decl(var) = self.p.stmts[stmt] else {
            return;
        };
        match self.hoist(var) {
            Hoist::Whole => self.local(var),
            Hoist::Assign => {
                let v = &self.p.vars[var];
                self.out.begin();
                self.storage(v.storage);
                self.specifiers(base_of(self.p, v.ty));
                self.bare_declarator(var);
                self.out.str(";\n");
            }
            Hoist::Nest => {}
        }
    }

    fn late_init(&mut self, var: VarId) {
        let v = &self.p.vars[var];
        if let Some(init) = v.init {
            self.open_label = false;
            let mut path = self.p.name(v.name).to_owned();
            self.assign_init(&mut path, init, v.ty);
        }
    }

    fn assign_init(&mut self, path: &mut String, init: InitId, ty: Ty) {
        let p = self.p;
        match &p.inits[init] {
            Init::Expr(e) => {
                self.out.begin();
                self.out.str(path);
                self.out.str(" = ");
                self.assignment(*e);
                self.out.str(";\n");
            }
            Init::List(items) => {
                let given = |place| items.iter().find(|i| i.place == place).map(|i| i.init);
                self.each_place(path, ty, given);
            }
        }
    }

    /// Assigns to every place of an aggregate: its initialiser, or zero (C17 6.7.9p21).
    fn each_place(&mut self, path: &mut String, ty: Ty, given: impl Fn(u32) -> Option<InitId>) {
        for place in self.places(ty, &given) {
            let length = path.len();
            self.push_place(path, ty, place);
            let inner = self.place_type(ty, place);
            match given(place) {
                Some(init) => self.assign_init(path, init, inner),
                None => self.assign_zero(path, inner),
            }
            path.truncate(length);
        }
    }

    fn assign_zero(&mut self, path: &mut String, ty: Ty) {
        if self.p.types.is_scalar(ty) {
            self.out.begin();
            self.out.str(path);
            self.out.str(" = 0;\n");
        } else {
            self.each_place(path, ty, |_| None);
        }
    }

    /// The places to assign to: all of an array or struct, one of a union.
    fn places(&self, ty: Ty, given: &impl Fn(u32) -> Option<InitId>) -> Vec<u32> {
        let Some(id) = self.p.types.record(ty) else {
            let len = self.p.types.element(ty).and_then(|(_, len)| len);
            return (0..len.unwrap_or(0) as u32).collect();
        };
        let record = &self.p.types.records[id];
        let is_named = |i: &u32| {
            let field = &record.fields[*i as usize];
            field.name.is_some() || field.bits.is_none()
        };
        let mut places: Vec<u32> = (0..record.fields.len() as u32).filter(is_named).collect();
        if record.kind == RecordKind::Union {
            let chosen = places.iter().position(|i| given(*i).is_some()).unwrap_or(0);
            places = places.get(chosen).copied().into_iter().collect();
        }
        places
    }

    fn push_place(&self, path: &mut String, ty: Ty, place: u32) {
        let Some(id) = self.p.types.record(ty) else {
            return path.push_str(&format!("[{place}]"));
        };
        if let Some(name) = self.p.types.records[id].fields[place as usize].name {
            path.push('.');
            path.push_str(self.p.name(name));
        }
    }

    fn is_assignable(&self, ty: Ty) -> bool {
        let types = &self.p.types;
        if let Some((element, len)) = types.element(ty) {
            return len.is_some() && self.is_assignable(element);
        }
        let has_const = types.record(ty).is_some_and(|id| types.layout(id).has_const);
        !has_const && !types.canonical(ty).quals().is_const()
    }

    /// Arrays are assigned to one by one, which strings are not, and only if they are small.
    fn can_assign(&self, init: InitId, ty: Ty) -> bool {
        match &self.p.inits[init] {
            Init::Expr(_) => !self.p.types.is_array(ty),
            Init::List(items) => {
                self.scalars(ty) <= MAX_ASSIGNMENTS
                    && items.iter().all(|i| self.can_assign(i.init, self.place_type(ty, i.place)))
            }
        }
    }

    fn scalars(&self, ty: Ty) -> u64 {
        if let Some((element, len)) = self.p.types.element(ty) {
            return len.unwrap_or(0).saturating_mul(self.scalars(element));
        }
        match self.p.types.record(ty) {
            Some(id) => self.p.types.records[id].fields.iter().map(|f| self.scalars(f.ty)).sum(),
            None => 1,
        }
    }
}
