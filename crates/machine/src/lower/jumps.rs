//! Jumps: what they leave, which declarations they skip, and where they land.

use super::statements::Builder;
use crate::bytecode::InsnKind;
use crate::state::jumps::{self, Path, Skipped};
use ir::{BlockId, LabelId, Stmt, StmtId};

/// Which declarations a way skips.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Skipping {
    All,
    /// Those of the blocks inside the first.
    Inside,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaving {
    Break,
    Continue,
}

impl Builder<'_> {
    pub(super) fn leave_target(&mut self, id: StmtId, leaving: Leaving) -> Option<()> {
        let at =
            self.targets.iter().rposition(|t| leaving == Leaving::Break || t.continue_marks.is_some())?;
        let target = &self.targets[at];
        let marks = match leaving {
            Leaving::Break => target.break_marks,
            Leaving::Continue => target.continue_marks?,
        };
        self.emit_for(id, InsnKind::Nothing);
        self.unwind(marks);
        let jump = self.emit(InsnKind::Jump(0));
        let target = &mut self.targets[at];
        match leaving {
            Leaving::Break => target.breaks.push(jump),
            Leaving::Continue => target.continues.push(jump),
        }
        Some(())
    }

    pub(super) fn unwind(&mut self, marks: u32) {
        if self.marks > marks {
            self.emit(InsnKind::Unwind(marks));
        }
    }

    pub(super) fn goto(&mut self, id: StmtId, label: LabelId) -> Option<()> {
        self.emit_for(id, InsnKind::Goto(label));
        let body = self.code.body;
        let path = self.labels.get_or_insert_with(|| jumps::labels(self.p, body)).get(&label)?.clone();
        let blocks = path.passages();
        let (common, around) = self.around.iter().rev().find_map(|around| {
            let common = blocks.iter().position(|passage| passage.block == around.block)?;
            Some((common, around))
        })?;
        let (marks, from) = (around.marks, around.at);
        self.unwind(marks);
        // Variables declared above live already, whichever way execution came here.
        let passage = &blocks[common];
        self.skip(passage.block, passage.skipped_from(from));
        self.way(&path, common, Skipping::Inside);
        Some(())
    }

    /// From inside one of the blocks on the way to a marker, to the marker.
    pub(super) fn way(&mut self, path: &Path, from: usize, skipping: Skipping) {
        let mut marker = None;
        for (i, passage) in path.passages()[from..].iter().enumerate() {
            if i > 0 && self.needs_mark(passage.block) {
                self.mark(passage.block);
            }
            if i > 0 || skipping == Skipping::All {
                self.skip(passage.block, passage.skipped());
            }
            let stmt = self.p.blocks[passage.block][passage.at];
            marker = Some(stmt);
            self.pass(stmt);
        }
        if let Some(marker) = marker {
            let land = self.emit(InsnKind::JumpToCase(marker, 0));
            self.jumps.push((land, marker));
        }
    }

    /// The way leads into a statement, if it is not the marker itself.
    pub(super) fn pass(&mut self, stmt: StmtId) {
        if let Stmt::Label(_) | Stmt::Case(_) | Stmt::Default = self.p.stmts[stmt] {
            return;
        }
        self.emit_for(stmt, InsnKind::Nothing);
        if let Stmt::For { init, .. } = self.p.stmts[stmt] {
            if self.needs_mark(init) {
                self.mark(init);
            }
            self.skip(init, Skipped::all(self.p, init));
        }
        if let Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } = self.p.stmts[stmt] {
            let number = self.loop_number(stmt);
            self.emit(InsnKind::LoopEntry(number));
        }
    }

    pub(super) fn skip(&mut self, block: BlockId, skipped: Skipped) {
        if skipped.range.is_empty() {
            return;
        }
        let (from, to) = (skipped.range.start, skipped.range.end);
        let kept = self.skipped.get(&block).cloned().filter(|kept| from <= kept.end && kept.start <= to);
        let kept = kept.unwrap_or(from..from);
        skipped.except(kept.clone()).for_each(|var| self.keep(var));
        self.skipped.insert(block, kept.start.min(from)..kept.end.max(to));
        self.code.skips.push(skipped);
        self.emit(InsnKind::Skip(self.code.skips.len() as u32 - 1));
    }
}
