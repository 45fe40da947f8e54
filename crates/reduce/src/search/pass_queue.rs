//! What is tried on one program: the proposals of pass after pass, until one of them has changed it.
//!
//! As long as nothing changes, the passes are about the same program, and candidates of the next may be under way while
//! the last of one is waited for.

use crate::edit::Edit;
use crate::interesting::trace::Trace;
use crate::passes::{Group, Pass};
use crate::search::grain::{Grain, Search};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::rc::Rc;

pub(crate) struct PassQueue {
    rows: Vec<Row>,
    grain: Grain,
    /// Of the program that all of it is about.
    trace: Trace,
}

struct Row {
    pass: Pass,
    /// What the pass proposes, once asked.
    groups: OnceCell<Vec<Group>>,
}

impl PassQueue {
    pub fn new(passes: &[Pass], grain: Grain, trace: Trace) -> PassQueue {
        let rows = passes.iter().map(|pass| Row { pass: *pass, groups: OnceCell::new() }).collect();
        PassQueue { rows, grain, trace }
    }

    /// Proposals that were made already.
    pub fn given(pass: Pass, groups: Vec<Group>, grain: Grain, trace: Trace) -> PassQueue {
        PassQueue { rows: vec![Row { pass, groups: OnceCell::from(groups) }], grain, trace }
    }

    fn groups(&self, row: usize) -> &[Group] {
        let Row { pass, groups } = &self.rows[row];
        groups.get_or_init(|| (pass.propose)(&self.trace))
    }
}

/// A place in a queue.
#[derive(Clone)]
pub(crate) struct Cursor {
    queue: Rc<PassQueue>,
    row: usize,
    pub search: Search,
}

impl Cursor {
    pub fn first(queue: PassQueue) -> Cursor {
        let search = Search::new(queue.groups(0).len(), queue.grain);
        let mut cursor = Cursor { queue: Rc::new(queue), row: 0, search };
        cursor.skip();
        cursor
    }

    /// The pass whose proposals are tried.
    pub fn pass(&self) -> Pass {
        self.queue.rows[self.row].pass
    }

    /// How many passes were begun.
    pub fn rows(&self) -> usize {
        self.row + 1
    }

    pub fn has_changed(&self) -> bool {
        !self.search.accepted().is_empty()
    }

    pub fn is_over(&self) -> bool {
        self.search.current().is_none()
    }

    pub fn advance(&mut self, success: bool) {
        self.search.advance(success);
        self.skip();
    }

    /// To the next pass that has a proposal, unless what it is about has changed.
    fn skip(&mut self) {
        while self.is_over() && !self.has_changed() && self.row + 1 < self.queue.rows.len() {
            self.row += 1;
            self.search = Search::new(self.queue.groups(self.row).len(), self.queue.grain);
        }
    }

    /// The edits of what was accepted and of the set to be tried, one for each subject; `None` if the set adds nothing.
    pub fn edits(&self) -> Option<Vec<Edit>> {
        let groups = self.queue.groups(self.row);
        let mut edits: Vec<Edit> = Vec::new();
        let mut subjects = FxHashSet::default();
        let mut add = |group: &Group| {
            let is_new = group.iter().all(|edit| !subjects.contains(&edit.subject()));
            if is_new {
                subjects.extend(group.iter().map(Edit::subject));
                edits.extend(group.iter().cloned());
            }
            is_new
        };
        for n in self.search.accepted() {
            add(&groups[*n]);
        }
        let mut adds = false;
        for n in self.search.current()? {
            adds |= add(&groups[*n]);
        }
        adds.then_some(edits)
    }
}
