//! Arrays and records as scalars, shorter arrays, and records with fewer members.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{RecordId, TypeKind, VarId};

pub fn propose(trace: &Trace) -> Vec<Group> {
    visit::variables(&trace.program)
        .into_iter()
        .flat_map(|var| edits(trace, var))
        .map(|edit| vec![edit])
        .collect()
}

fn edits(trace: &Trace, var: VarId) -> Vec<Edit> {
    let p = &trace.program;
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
pub fn fields(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    p.types.records.ids().flat_map(|id| of_record(trace, id)).map(|edit| vec![edit]).collect()
}

fn of_record(trace: &Trace, id: RecordId) -> Vec<Edit> {
    let record = &trace.program.types.records[id];
    let count = record.fields.len() as u32;
    let named = (0..count).filter(|n| record.fields[*n as usize].name.is_some());
    let mut edits: Vec<Edit> = named.map(|n| Edit::Unrecord(id, n)).collect();
    edits.extend((0..count).rev().map(|n| Edit::DropField(id, n)));
    if record.packed || record.aligned.is_some() || !record.placed.is_empty() {
        edits.push(Edit::PlainRecord(id));
    }
    for (n, field) in record.fields.iter().enumerate() {
        if field.bits.is_some() && field.name.is_some() {
            edits.push(Edit::NoBits(id, n as u32));
        }
    }
    edits
}
