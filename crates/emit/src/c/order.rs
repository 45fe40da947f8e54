//! Definitions of types, each after those that it needs: a type by value is complete before, behind
//! a pointer a declaration of its tag is enough.

use super::Printer;
use super::types::record_keyword;
use crate::options::Std;
use ir::{AliasId, EnumId, Field, Id, Placing, Program, Record, RecordId, Ty, TypeKind};

/// How much of a type has to be known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Name,
    Complete,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Unknown,
    Declared,
    Defined,
    /// An anonymous member, which is defined where it stands.
    Inside,
}

pub(super) struct TypeOrder {
    records: Vec<State>,
    enums: Vec<bool>,
    aliases: Vec<bool>,
}

impl TypeOrder {
    fn new(p: &Program) -> Self {
        let mut records = vec![State::Unknown; p.types.records.len()];
        for (_, record) in p.types.records.iter() {
            for inner in record.fields.iter().filter_map(|f| anonymous(p, f)) {
                records[inner.index()] = State::Inside;
            }
        }
        let (enums, aliases) = (vec![false; p.types.enums.len()], vec![false; p.types.aliases.len()]);
        TypeOrder { records, enums, aliases }
    }
}

/// The record of a member that has no name (C17 6.7.2.1p13).
fn anonymous(p: &Program, field: &Field) -> Option<RecordId> {
    if field.name.is_none() { p.types.record(field.ty) } else { None }
}

impl Printer<'_> {
    pub(super) fn type_definitions(&mut self) {
        let p = self.p;
        let mut order = TypeOrder::new(p);
        for id in p.types.enums.ids() {
            self.need_enum(&mut order, id);
        }
        for id in p.types.aliases.ids() {
            self.need_alias(&mut order, id);
        }
        for (id, record) in p.types.records.iter() {
            let need = if record.layout.is_some() { Need::Complete } else { Need::Name };
            self.need_record(&mut order, id, need);
        }
    }

    fn need(&mut self, order: &mut TypeOrder, ty: Ty, need: Need) {
        let p = self.p;
        match p.types.spelled(ty) {
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::VaList => {}
            TypeKind::Pointer(to) => self.need(order, to, Need::Name),
            // An array's elements are complete, also behind a pointer (C17 6.7.6.2p1).
            TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                self.need(order, element, Need::Complete);
            }
            TypeKind::Function(f) => {
                let f = &p.types.fns[f];
                self.need(order, f.ret, Need::Name);
                f.params.iter().for_each(|param| self.need(order, *param, Need::Name));
            }
            TypeKind::Enum(id) => self.need_enum(order, id),
            TypeKind::Record(id) => self.need_record(order, id, need),
            TypeKind::Alias(id) => {
                self.need_alias(order, id);
                if need == Need::Complete {
                    self.need(order, p.types.aliases[id].ty, need);
                }
            }
        }
    }

    fn need_enum(&mut self, order: &mut TypeOrder, id: EnumId) {
        if !std::mem::replace(&mut order.enums[id.index()], true) {
            self.enum_definition(id);
        }
    }

    fn need_alias(&mut self, order: &mut TypeOrder, id: AliasId) {
        let p = self.p;
        if std::mem::replace(&mut order.aliases[id.index()], true) {
            return;
        }
        let alias = &p.types.aliases[id];
        if alias.header.is_some() || self.spellings.claims(id) {
            return;
        }
        self.need(order, alias.ty, Need::Name);
        self.out.str("typedef ");
        self.declare(alias.ty, p.name(alias.name));
        self.out.str(";\n");
    }

    fn need_record(&mut self, order: &mut TypeOrder, id: RecordId, need: Need) {
        let record = &self.p.types.records[id];
        match (order.records[id.index()], need) {
            (State::Unknown, Need::Name) => {
                order.records[id.index()] = State::Declared;
                self.out.str(record_keyword(record.kind));
                self.out.str(self.p.name(record.tag));
                self.out.str(";\n");
            }
            (State::Unknown | State::Declared, Need::Complete) => {
                // Marked first: its own pointers to itself need no declaration.
                order.records[id.index()] = State::Defined;
                self.need_fields(order, record);
                self.record_definition(record);
            }
            (State::Declared, Need::Name) | (State::Defined | State::Inside, _) => {}
        }
    }

    fn need_fields(&mut self, order: &mut TypeOrder, record: &Record) {
        for field in &record.fields {
            match anonymous(self.p, field) {
                Some(inner) => self.need_fields(order, &self.p.types.records[inner]),
                None => self.need(order, field.ty, Need::Complete),
            }
        }
    }

    fn record_definition(&mut self, record: &Record) {
        self.record_head(record);
        self.out.str(self.p.name(record.tag));
        self.out.byte(b' ');
        self.fields(record);
        self.out.str(";\n");
    }

    fn record_head(&mut self, record: &Record) {
        self.out.str(record_keyword(record.kind));
        if record.packed || record.aligned.is_some() {
            self.placing(Placing { packed: record.packed, aligned: record.aligned });
            self.out.byte(b' ');
        }
    }

    fn placing(&mut self, placing: Placing) {
        match (placing.packed, placing.aligned) {
            (false, None) => {}
            (true, None) => self.out.str("__attribute__((packed))"),
            (false, Some(n)) => self.out.fmt(format_args!("__attribute__((aligned({n})))")),
            (true, Some(n)) => self.out.fmt(format_args!("__attribute__((packed, aligned({n})))")),
        }
    }

    fn fields(&mut self, record: &Record) {
        self.open();
        for (n, field) in record.fields.iter().enumerate() {
            self.out.begin();
            self.field(field);
            if let Some((_, placing)) = record.placed.iter().find(|(m, _)| *m as usize == n) {
                self.out.byte(b' ');
                self.placing(*placing);
            }
            self.out.str(";\n");
        }
        self.close();
    }

    fn field(&mut self, field: &Field) {
        let p = self.p;
        if let Some(inner) = anonymous(p, field) {
            return self.anonymous_member(&p.types.records[inner]);
        }
        // A bit-field of any other type than `int`, `unsigned` and `_Bool` is an extension (C17 6.7.2.1p5).
        if field.bits.is_some() && !self.is_standard_bit_field(field.ty) {
            self.out.str("__extension__ ");
        }
        self.declare(field.ty, field.name.map_or("", |name| p.name(name)));
        if let Some(bits) = field.bits {
            self.out.str(" : ");
            self.out.decimal(u64::from(bits));
        }
    }

    fn is_standard_bit_field(&self, ty: Ty) -> bool {
        match self.p.types.kind(ty) {
            // Any integer type will do in C++ (C++17 12.2.4p3).
            _ if self.std.is_cxx() => true,
            TypeKind::Int(ir::IntKind::Bool) => self.std > Std::C89,
            kind => matches!(kind, TypeKind::Int(ir::IntKind::Int | ir::IntKind::UInt)),
        }
    }

    fn anonymous_member(&mut self, record: &Record) {
        // C++ has anonymous unions only.
        let only_unions = self.std.is_cxx() && record.kind == ir::RecordKind::Struct;
        if self.std < Std::C11 || only_unions {
            self.out.str("__extension__ ");
        }
        self.record_head(record);
        self.fields(record);
    }

    fn enum_definition(&mut self, id: EnumId) {
        let p = self.p;
        let e = &p.types.enums[id];
        self.out.str("enum ");
        if let Some(tag) = e.tag {
            self.out.str(p.name(tag));
            self.out.byte(b' ');
        }
        if self.std.is_cxx() {
            // Otherwise its values would be promoted to `int` where they fit, which C does not do.
            self.out.fmt(format_args!(": {} ", super::spell::keyword(e.repr, self.std)));
        }
        self.out.byte(b'{');
        let mut next = 0;
        for (i, (name, value)) in e.constants.iter().enumerate() {
            self.out.str(if i > 0 { ", " } else { " " });
            self.out.str(p.name(*name));
            if *value != next {
                self.enum_value(*value);
            }
            next = *value + 1;
        }
        self.out.str(" };\n");
    }

    fn enum_value(&mut self, value: i128) {
        let bits = self.p.target().int_type(ir::IntKind::Int).bits;
        // The least value has no constant of its own.
        if value == -1 << (bits - 1) {
            self.out.fmt(format_args!(" = {} - 1", value + 1));
        } else {
            self.out.fmt(format_args!(" = {value}"));
        }
    }
}
