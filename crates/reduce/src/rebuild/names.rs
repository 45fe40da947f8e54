//! Short names for everything.

use ir::{Id, Program, Storage, Symbol};
use rustc_hash::FxHashSet;

/// All names that the program uses for anything at file scope.
pub(super) fn take_all(p: &Program, taken: &mut FxHashSet<String>) {
    let vars = p.vars.iter().map(|(_, v)| v.name);
    let funcs = p.funcs.iter().map(|(_, f)| f.name);
    let tags = p.types.records.iter().map(|(_, r)| r.tag);
    let enums =
        p.types.enums.iter().flat_map(|(_, e)| e.tag.into_iter().chain(e.constants.iter().map(|c| c.0)));
    let aliases = p.types.aliases.iter().map(|(_, a)| a.name);
    taken.extend(
        vars.chain(funcs).chain(tags).chain(enums).chain(aliases).map(|name| p.name(name).to_owned()),
    );
}

/// Names of one letter as long as there are any, then of two.
struct Letters {
    next: usize,
    first: u8,
}

impl Letters {
    fn new(first: u8) -> Letters {
        Letters { next: 0, first }
    }

    fn take(&mut self, p: &mut Program, is_taken: impl Fn(&str) -> bool) -> Symbol {
        loop {
            let name = name(self.next, self.first);
            self.next += 1;
            // Words of two letters that mean something in C.
            if !["do", "if"].contains(&name.as_str()) && !is_taken(&name) {
                return p.names.intern(&name);
            }
        }
    }
}

fn name(mut n: usize, first: u8) -> String {
    let mut text = Vec::new();
    loop {
        text.push(first + (n % 26) as u8);
        match (n / 26).checked_sub(1) {
            Some(rest) => n = rest,
            None => break,
        }
    }
    text.reverse();
    String::from_utf8(text).unwrap_or_default()
}

/// Variables and functions are a, b, c…; types A, B, C…; members and labels have letters of their own.
pub(super) fn shorten(p: &mut Program) {
    let kept: Vec<String> = p
        .funcs
        .iter()
        .filter(|(_, f)| f.body.is_none())
        .map(|(_, f)| p.name(f.name).to_owned())
        .chain(
            p.vars
                .iter()
                .filter(|(_, v)| v.storage == Storage::Extern)
                .map(|(_, v)| p.name(v.name).to_owned()),
        )
        .chain(p.types.enums.iter().flat_map(|(_, e)| e.constants.iter().map(|(n, _)| p.name(*n).to_owned())))
        .chain(p.types.aliases.iter().map(|(_, a)| p.name(a.name).to_owned()))
        .collect();
    let is_taken = |name: &str| kept.iter().any(|one| one == name);
    let mut letters = Letters::new(b'a');
    for var in p.vars.ids() {
        if p.vars[var].storage != Storage::Extern && !p.name(p.vars[var].name).is_empty() {
            p.vars[var].name = letters.take(p, is_taken);
        }
    }
    for func in p.funcs.ids() {
        if p.funcs[func].body.is_some() && p.name(p.funcs[func].name) != "main" {
            p.funcs[func].name = letters.take(p, is_taken);
        }
    }
    let mut tags = Letters::new(b'A');
    for record in p.types.records.ids() {
        p.types.records[record].tag = tags.take(p, is_taken);
        let mut members = Letters::new(b'a');
        for n in 0..p.types.records[record].fields.len() {
            if p.types.records[record].fields[n].name.is_some() {
                let name = members.take(p, |_| false);
                p.types.records[record].fields[n].name = Some(name);
            }
        }
    }
    shorten_labels(p);
}

fn shorten_labels(p: &mut Program) {
    for n in 0..p.labels.len() {
        let label = ir::LabelId::from_index(n);
        let before = p.labels.iter().take(n).filter(|(_, l)| l.func == p.labels[label].func).count();
        let name = name(before, b'A');
        p.labels[label].name = p.names.intern(&name);
    }
}
