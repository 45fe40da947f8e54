//! Arrays and records as scalars, shorter arrays, and records with fewer members.

use super::Group;
use crate::edit::Edit;
use crate::interesting::facts::Facts;
use ir::visit;
use ir::{RecordId, TypeKind, VarId};

pub fn propose(facts: &Facts) -> Vec<Group> {
    visit::variables(&facts.program)
        .into_iter()
        .flat_map(|var| edits(facts, var))
        .map(|edit| vec![edit])
        .collect()
}

fn edits(facts: &Facts, var: VarId) -> Vec<Edit> {
    let p = &facts.program;
    match p.types.kind(p.vars[var].ty) {
        TypeKind::Array(_, len) => {
            let shorter = [1, 2, 4].into_iter().filter(|n| len.is_some_and(|len| *n < len));
            std::iter::once(Edit::Element(var)).chain(shorter.map(|n| Edit::Length(var, n))).collect()
        }
        TypeKind::Record(id) => {
            let fields = p.types.records[id].fields.iter().enumerate().filter(|(_, f)| f.name.is_some());
            let only = fields.clone().map(|(n, _)| Edit::OnlyField(var, n as u32));
            only.chain(fields.map(|(n, _)| Edit::AnyField(var, n as u32))).collect()
        }
        _ => Vec::new(),
    }
}

/// Members that go, bit-fields that become ordinary, records without attributes.
pub fn fields(facts: &Facts) -> Vec<Group> {
    let p = &facts.program;
    p.types.records.ids().flat_map(|id| of_record(facts, id)).map(|edit| vec![edit]).collect()
}

fn of_record(facts: &Facts, id: RecordId) -> Vec<Edit> {
    let record = &facts.program.types.records[id];
    let count = record.fields.len() as u32;
    let named = (0..count).filter(|n| record.fields[*n as usize].name.is_some());
    let mut edits: Vec<Edit> = named.map(|n| Edit::Unrecord(id, n)).collect();
    edits.extend((0..count).rev().map(|n| Edit::DropField(id, n)));
    if record.packed || record.aligned.is_some() {
        edits.push(Edit::PlainRecord(id));
    }
    for (n, field) in record.fields.iter().enumerate() {
        if field.bits.is_some() && field.name.is_some() {
            edits.push(Edit::NoBits(id, n as u32));
        }
    }
    edits
}
