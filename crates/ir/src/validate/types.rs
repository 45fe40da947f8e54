//! Types that a program mentions, and its records, enums and typedef names.

use super::tree::Reached;
use super::{Check, Outcome, Place, ViolationKind as V, ensure};
use crate::expr::ExprKind;
use crate::ids::{EnumId, FnTypeId, Id, RecordId, Symbol};
use crate::layout;
use crate::target::{FloatKind, IntKind};
use crate::types::{Class, Enum, Field, Quals, RecordKind, Ty, TypeKind, Types, table_index};
use std::collections::HashSet;

pub(super) fn check(cx: &mut Check, reached: &Reached) {
    let mut records = Records::new(&cx.p.types);
    for id in cx.p.types.records.ids() {
        let outcome = records.contents(id);
        cx.note(Place::Record(id), outcome);
    }
    for (id, e) in cx.p.types.enums.iter() {
        cx.note(Place::Enum(id), enumeration(&cx.p.types, e));
    }
    let mut mentioned = Mentioned { states: vec![State::New; cx.p.types.count()], records: &records, cx };
    mentioned.all(reached);
    // A record that contains itself was reported; its fields would only say so again.
    if mentioned.cx.found.is_empty() {
        for id in cx.p.types.records.ids() {
            fields(cx, &records, id);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Checks each type once, where it is mentioned first.
struct Mentioned<'c, 'p, 'r> {
    cx: &'c mut Check<'p>,
    states: Vec<State>,
    records: &'r Records<'p>,
}

impl Mentioned<'_, '_, '_> {
    fn all(&mut self, reached: &Reached) {
        let p = self.cx.p;
        for (id, alias) in p.types.aliases.iter() {
            self.note(Place::Alias(id), alias.ty);
        }
        for (id, record) in p.types.records.iter() {
            for (i, field) in record.fields.iter().enumerate() {
                self.note(Place::Field(id, i as u32), field.ty);
            }
        }
        for (var, _) in &reached.vars {
            self.note(Place::Var(*var), p.vars[*var].ty);
        }
        for (id, func) in p.funcs.iter() {
            self.note(Place::Func(id), func.ty);
        }
        for (e, _) in &reached.exprs {
            self.note(Place::Expr(*e), p.exprs[*e].ty);
            if let ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) = p.exprs[*e].kind {
                self.note(Place::Expr(*e), ty);
            }
        }
    }

    fn note(&mut self, at: Place, ty: Ty) {
        let outcome = self.mention(ty);
        self.cx.note(at, outcome);
    }

    fn mention(&mut self, ty: Ty) -> Outcome {
        qualifiers(&self.cx.p.types, ty)?;
        match self.states[table_index(ty)] {
            State::Done => return Ok(()),
            // Other types are made from parts that exist; only a typedef name can be changed later.
            State::Open => return Err(V::AliasCycle),
            State::New => {}
        }
        self.states[table_index(ty)] = State::Open;
        let outcome = self.parts(ty);
        self.states[table_index(ty)] = State::Done;
        outcome
    }

    fn parts(&mut self, ty: Ty) -> Outcome {
        let types = &self.cx.p.types;
        match types.spelled(ty) {
            TypeKind::Int(kind) => ensure(types.target().has(kind), V::NoInt128),
            TypeKind::Pointer(to) => self.mention(to),
            TypeKind::Array(element, len) => self.array(element, len),
            TypeKind::Vector(element, lanes) => self.vector(element, lanes),
            TypeKind::Function(id) => self.function(id),
            TypeKind::Alias(id) => self.mention(types.aliases[id].ty),
            TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Record(_) => Ok(()),
        }
    }

    fn array(&mut self, element: Ty, len: Option<u64>) -> Outcome {
        self.mention(element)?;
        let types = &self.cx.p.types;
        ensure(types.is_complete(element), V::ArrayElement)?;
        ensure(len != Some(0), V::ArrayLength)?;
        ensure(!self.records.ends_flexibly(element), V::FlexibleNested)
    }

    /// The size of a vector is a power of two, and its elements are numbers that C knows.
    fn vector(&mut self, element: Ty, lanes: u32) -> Outcome {
        self.mention(element)?;
        let types = &self.cx.p.types;
        let fits = match types.kind(element) {
            TypeKind::Int(kind) => kind != IntKind::Bool && kind.rank() <= IntKind::LongLong.rank(),
            TypeKind::Float(kind) => kind != FloatKind::LongDouble,
            _ => false,
        };
        ensure(fits && types.canonical(element).quals().is_empty(), V::VectorElement)?;
        ensure(lanes.is_power_of_two(), V::VectorSize)
    }

    fn function(&mut self, id: FnTypeId) -> Outcome {
        let types = &self.cx.p.types;
        let f = &types.fns[id];
        self.mention(f.ret)?;
        ensure(
            !matches!(types.class(f.ret), Class::Array | Class::Function | Class::VaList),
            V::FunctionReturn,
        )?;
        for param in &f.params {
            self.mention(*param)?;
            let adjusted = !matches!(types.class(*param), Class::Void | Class::Array | Class::Function);
            ensure(adjusted && types.canonical(*param).quals().is_empty(), V::ParameterType)?;
        }
        ensure(f.prototype || (f.params.is_empty() && !f.variadic), V::NoPrototype)?;
        ensure(!f.variadic || !f.params.is_empty(), V::VariadicType)
    }
}

fn qualifiers(types: &Types, ty: Ty) -> Outcome {
    let quals = ty.quals();
    if quals.is_empty() {
        return Ok(());
    }
    ensure(!types.is_function(ty), V::QualifiedFunction)?;
    let restrict = quals.has(Quals::RESTRICT);
    ensure(!restrict || types.pointee(ty).is_some_and(|to| !types.is_function(to)), V::RestrictQualifier)
}

fn enumeration(types: &Types, e: &Enum) -> Outcome {
    let fits = |kind: IntKind, v: i128| {
        let t = types.target().int_type(kind);
        let (low, high) = match t.signed {
            true => (-1i128 << (t.bits - 1), (1i128 << (t.bits - 1)) - 1),
            false => (0, 1i128.checked_shl(t.bits.into()).map_or(i128::MAX, |n| n - 1)),
        };
        (low..=high).contains(&v)
    };
    ensure(!e.constants.is_empty(), V::EmptyEnum)?;
    ensure(e.constants.iter().all(|(_, v)| fits(e.repr, *v)), V::EnumType)?;
    ensure(e.constants.iter().all(|(_, v)| fits(IntKind::Int, *v)), V::EnumRange)
}

/// What records contain by value.
struct Records<'p> {
    types: &'p Types,
    states: Vec<State>,
    /// Whether the record ends in a flexible array, or is a union with such a member.
    flexible: Vec<bool>,
}

impl<'p> Records<'p> {
    fn new(types: &'p Types) -> Self {
        let count = types.records.len();
        Records { types, states: vec![State::New; count], flexible: vec![false; count] }
    }

    /// Visits a record after those it contains, so that what is true of them is known.
    fn contents(&mut self, id: RecordId) -> Outcome {
        match self.states[id.index()] {
            State::Done => return Ok(()),
            State::Open => return Err(V::RecordInItself),
            State::New => {}
        }
        self.states[id.index()] = State::Open;
        let record = &self.types.records[id];
        let mut outcome = Ok(());
        for field in &record.fields {
            if let Some(inner) = record_within(self.types, field.ty) {
                outcome = outcome.and(self.contents(inner));
            }
        }
        self.flexible[id.index()] = match record.kind {
            RecordKind::Struct => {
                record.fields.last().is_some_and(|f| matches!(self.types.element(f.ty), Some((_, None))))
            }
            RecordKind::Union => record.fields.iter().any(|f| self.ends_flexibly(f.ty)),
        };
        self.states[id.index()] = State::Done;
        outcome
    }

    fn ends_flexibly(&self, ty: Ty) -> bool {
        self.types.record(ty).is_some_and(|id| self.flexible[id.index()])
    }
}

/// The record that an object of the type consists of, maybe many times.
fn record_within(types: &Types, mut ty: Ty) -> Option<RecordId> {
    while let Some((element, _)) = types.element(ty) {
        ty = element;
    }
    types.record(ty)
}

fn fields(cx: &mut Check, records: &Records, id: RecordId) {
    let types = &cx.p.types;
    let record = &types.records[id];
    if record.layout.is_none() {
        // Only declared: pointers to it are all there can be. Fields without layout are half a record.
        cx.note(Place::Record(id), ensure(record.fields.is_empty(), V::StaleLayout));
        return;
    }
    let before = cx.found.len();
    cx.note(Place::Record(id), whole(types, id));
    for (i, field) in record.fields.iter().enumerate() {
        let outcome = match field.bits {
            Some(width) => bit_field(types, field, width),
            None => member(types, records, id, i),
        };
        cx.note(Place::Field(id, i as u32), outcome);
    }
    if cx.found.len() == before && record.layout.as_ref() != Some(&layout::of_record(types, record)) {
        cx.report(Place::Record(id), V::StaleLayout);
    }
}

fn whole(types: &Types, id: RecordId) -> Outcome {
    let record = &types.records[id];
    ensure(record.aligned.is_none_or(u64::is_power_of_two), V::Alignment)?;
    let mut names = HashSet::new();
    ensure(collect_names(types, id, &mut names), V::DuplicateField)?;
    ensure(!names.is_empty(), V::EmptyRecord)
}

/// Adds the names that can be used as members, those of anonymous members among them (C17 6.7.2.1p13).
/// Whether all were new.
fn collect_names(types: &Types, id: RecordId, names: &mut HashSet<Symbol>) -> bool {
    types.records[id].fields.iter().all(|field| match (field.name, types.record(field.ty)) {
        (Some(name), _) => names.insert(name),
        (None, Some(inner)) => collect_names(types, inner, names),
        (None, None) => true,
    })
}

fn bit_field(types: &Types, field: &Field, width: u8) -> Outcome {
    let t = types.int_type(field.ty).ok_or(V::BitFieldType)?;
    ensure(width <= t.bits, V::BitFieldWidth)?;
    ensure(width != 0 || field.name.is_none(), V::BitFieldName)
}

fn member(types: &Types, records: &Records, id: RecordId, i: usize) -> Outcome {
    let record = &types.records[id];
    let field = &record.fields[i];
    ensure(field.name.is_some() || types.is_record(field.ty), V::FieldName)?;
    if let Some((_, None)) = types.element(field.ty) {
        let others = record.fields[..i].iter().any(|f| f.name.is_some() || f.bits.is_none());
        let last = i + 1 == record.fields.len();
        return ensure(record.kind == RecordKind::Struct && last && others, V::FlexibleArray);
    }
    ensure(types.is_complete(field.ty), V::FieldType)?;
    ensure(record.kind == RecordKind::Union || !records.ends_flexibly(field.ty), V::FlexibleNested)
}

/// Whether an enum has the constant.
pub(super) fn has_constant(types: &Types, id: EnumId, n: u32) -> bool {
    (n as usize) < types.enums[id].constants.len()
}
