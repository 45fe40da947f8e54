//! Where things stand in the text: line markers, and a position for every node. Offsets are stored, four bytes
//! a node; files, lines and columns are computed on demand.

use ir::{ExprId, FuncId, Id, StmtId, VarId};
use std::fmt;

/// A place in a source file, counted from one; the column is in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// As the line markers name it; empty if there are none.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file.is_empty() { "<text>" } else { &self.file };
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}

/// `# 12 "file.c" 3`: what the lines from some offset on really are.
#[derive(Clone, Copy, Debug)]
struct Marker {
    /// The index of the first physical line that it applies to.
    physical: u32,
    line: u32,
    file: u32,
    system: bool,
    /// How many files are being included here. The text itself may have several names: `#line` gives it another.
    depth: u32,
}

/// What the flags of a line marker say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flags {
    /// A file starts that is included.
    pub enters: bool,
    /// An included file has ended.
    pub returns: bool,
    pub system: bool,
}

/// The lines of the text and what the markers say about them.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    markers: Vec<Marker>,
    files: Vec<String>,
    /// Some marker tells that a header is the system's. Small preprocessors never do.
    tells_system: bool,
}

/// Where headers of the system are, for preprocessors that do not tell.
const SYSTEM_FOLDERS: [&str; 3] = ["/usr/include/", "/usr/lib/", "/usr/local/lib/"];

/// The file that a declaration stands in, as seen from the one that was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Main,
    Included,
    System,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        Lines { starts, markers: Vec::new(), files: Vec::new(), tells_system: false }
    }

    /// A marker that ends before the given offset, which starts a line.
    pub fn mark(&mut self, offset: u32, line: u32, file: Option<&str>, flags: Flags) {
        let physical = self.starts.partition_point(|s| *s < offset) as u32;
        let last = self.markers.last();
        let outer = last.map_or(0, |m| m.depth);
        let depth = match flags {
            Flags { enters: true, .. } => outer + 1,
            Flags { returns: true, .. } => outer.saturating_sub(1),
            Flags { .. } => outer,
        };
        let file = match (file, last.map(|m| m.file)) {
            (Some(name), _) => self.file(name),
            (None, Some(last)) => last,
            (None, None) => self.file(""),
        };
        self.tells_system |= flags.system;
        self.markers.push(Marker { physical, line, file, system: flags.system, depth });
    }

    fn file(&mut self, name: &str) -> u32 {
        // Includes return to files named before, most often the last few.
        if let Some(found) = self.files.iter().rposition(|f| f == name) {
            return found as u32;
        }
        self.files.push(name.to_owned());
        self.files.len() as u32 - 1
    }

    fn physical(&self, offset: u32) -> u32 {
        self.starts.partition_point(|s| *s <= offset) as u32 - 1
    }

    fn marker(&self, physical: u32) -> Option<&Marker> {
        self.markers[..self.markers.partition_point(|m| m.physical <= physical)].last()
    }

    pub fn origin(&self, offset: u32) -> Origin {
        match self.marker(self.physical(offset)) {
            None => Origin::Main,
            Some(m) if m.system => Origin::System,
            Some(m) if m.depth == 0 => Origin::Main,
            Some(m) if !self.tells_system && self.is_in_system_folder(m) => Origin::System,
            Some(_) => Origin::Included,
        }
    }

    fn is_in_system_folder(&self, marker: &Marker) -> bool {
        let name = &self.files[marker.file as usize];
        SYSTEM_FOLDERS.iter().any(|folder| name.starts_with(folder))
    }

    pub fn position(&self, offset: u32) -> Position {
        let physical = self.physical(offset);
        let column = offset - self.starts[physical as usize] + 1;
        match self.marker(physical) {
            None => Position { file: String::new(), line: physical + 1, column },
            Some(m) => Position {
                file: self.files[m.file as usize].clone(),
                line: m.line.saturating_add(physical - m.physical),
                column,
            },
        }
    }
}

/// The position of every node of a program that was read.
#[derive(Clone, Debug)]
pub struct SourceMap {
    pub(crate) lines: Lines,
    pub(crate) exprs: Vec<u32>,
    pub(crate) stmts: Vec<u32>,
    pub(crate) vars: Vec<u32>,
    pub(crate) funcs: Vec<u32>,
}

impl SourceMap {
    pub(crate) fn new(lines: Lines) -> SourceMap {
        SourceMap { lines, exprs: Vec::new(), stmts: Vec::new(), vars: Vec::new(), funcs: Vec::new() }
    }

    /// Of an operator, where its token stands; of other expressions, where they start. Nodes that were
    /// added to the program after it was read have none.
    pub fn expr(&self, id: ExprId) -> Option<Position> {
        self.at(&self.exprs, id)
    }

    /// Where a statement begins.
    pub fn stmt(&self, id: StmtId) -> Option<Position> {
        self.at(&self.stmts, id)
    }

    /// Where the name stands in the declaration.
    pub fn var(&self, id: VarId) -> Option<Position> {
        self.at(&self.vars, id)
    }

    /// Where a function is defined.
    pub fn func(&self, id: FuncId) -> Option<Position> {
        self.at(&self.funcs, id)
    }

    /// The offset of an expression in the preprocessed text.
    pub fn expr_offset(&self, id: ExprId) -> Option<usize> {
        self.exprs.get(id.index()).map(|o| *o as usize)
    }

    /// The byte of the text at which a statement begins.
    pub fn stmt_offset(&self, id: StmtId) -> Option<usize> {
        self.stmts.get(id.index()).map(|o| *o as usize)
    }

    /// The position of an offset in the preprocessed text.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(offset as u32)
    }

    fn at<I: Id>(&self, offsets: &[u32], id: I) -> Option<Position> {
        offsets.get(id.index()).map(|o| self.lines.position(*o))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(system: bool) -> Vec<Origin> {
        let text = "a\nb\nc\nd\n";
        let mut lines = Lines::new(text);
        let enters = Flags { enters: true, ..Flags::default() };
        lines.mark(0, 1, Some("t.c"), Flags::default());
        lines.mark(2, 1, Some("/usr/include/stdio.h"), Flags { system, ..enters });
        lines.mark(4, 1, Some("/usr/include/own/own.h"), Flags::default());
        lines.mark(6, 2, Some("t.c"), Flags { returns: true, ..Flags::default() });
        [0, 2, 4, 6].map(|offset| lines.origin(offset)).to_vec()
    }

    #[test]
    fn headers_are_the_systems_by_their_marker_or_else_by_their_place() {
        assert_eq!(origins(true), [Origin::Main, Origin::System, Origin::Included, Origin::Main]);
        assert_eq!(origins(false), [Origin::Main, Origin::System, Origin::System, Origin::Main]);
    }
}
