//! What is said about an outcome, in the manner of a compiler: position, message, source line with a caret, and notes.
//! The words for undefined behaviour are the machine's own.

use ir::validate::{Place, Violation};
use ir::{ExprId, StmtId};
use machine::{Culprit, Found, Gap, Limit, Outcome};
use read::{Position, ReadError, SourceMap, Unit};
use serde::Serialize;
use std::fmt;

#[derive(Clone, Debug, Serialize)]
pub struct Diagnostic {
    pub message: Message,
    /// The kind of undefined behaviour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The clause of C17.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    pub notes: Vec<Message>,
}

/// One sentence, and the place it is about.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
    pub severity: Severity,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Note,
}

#[derive(Clone, Debug, Serialize)]
pub struct At {
    pub file: String,
    pub line: u32,
    pub column: u32,
    #[serde(skip)]
    snippet: Option<Snippet>,
}

/// A line to show, and the text before the caret.
#[derive(Clone, Debug)]
struct Snippet {
    line: String,
    before: String,
}

/// What is worth saying about an outcome; nothing if the program finished.
pub fn of(unit: &Unit, text: &str, outcome: &Outcome) -> Option<Diagnostic> {
    let source = Source { map: &unit.map, text };
    match outcome {
        Outcome::Finished { .. } => None,
        Outcome::Aborted => Some(Diagnostic::plain(Message::error(None, "the program called abort".into()))),
        Outcome::Undefined(found) => Some(undefined(unit, &source, found)),
        Outcome::OutOfBudget(limit) => {
            Some(Diagnostic::plain(Message::error(None, exhausted(*limit).into())))
        }
        Outcome::Unsupported(gap) => Some(Diagnostic::plain(unsupported(&source, gap))),
    }
}

/// A text that uses what the reader does not have.
pub fn unread(error: &ReadError) -> Diagnostic {
    let at = At::new(error.position.clone(), None);
    Diagnostic::plain(Message::error(Some(at), error.kind.to_string()))
}

/// A constraint that a program breaks.
pub fn violation(unit: &Unit, text: &str, violation: &Violation) -> String {
    let source = Source { map: &unit.map, text };
    let at = match violation.at {
        Place::Expr(id) => source.expr(id).map(|at| at.position()),
        Place::Stmt(id) => source.map.stmt(id),
        Place::Var(id) => source.map.var(id),
        Place::Func(id) => source.map.func(id),
        Place::Block(_)
        | Place::Label(_)
        | Place::Init(_)
        | Place::Record(_)
        | Place::Field(..)
        | Place::Enum(_)
        | Place::Alias(_)
        | Place::FnType(_) => None,
    };
    let at = at.map(|at| format!("{at}: ")).unwrap_or_default();
    format!("{at}{}", violation.kind)
}

fn undefined(unit: &Unit, source: &Source, found: &Found) -> Diagnostic {
    let ub = &found.ub;
    let what = if ub.is_unspecified() { "unspecified behaviour" } else { "undefined behaviour" };
    let at = found.expr.and_then(|id| source.expr(id)).or_else(|| found.stmt.and_then(|id| source.stmt(id)));
    let message = Message::error(at, format!("{what}: {ub} [{}]", ub.name()));
    let mut notes = vec![Message::note(None, format!("C17 {}", ub.clause()))];
    notes.extend(object_notes(unit, source, found));
    Diagnostic { message, kind: Some(ub.name()), clause: Some(ub.clause()), notes }
}

/// Where the object came from, and where it went.
fn object_notes(unit: &Unit, source: &Source, found: &Found) -> Vec<Message> {
    let mut notes = Vec::new();
    match found.culprit {
        Some(Culprit::Var(var)) => {
            let name = unit.program.name(unit.program.vars[var].name);
            let at = unit.map.var(var).map(|position| At::named(position, name));
            let text = match name {
                "" => "the object is this compound literal".to_owned(),
                _ => format!("the object is `{name}`, declared here"),
            };
            notes.push(Message::note(at, text));
        }
        Some(Culprit::Heap) => {
            let at = found.made.and_then(|id| source.expr(id));
            notes.push(Message::note(at, "the memory was allocated here".into()));
        }
        Some(Culprit::StringLiteral) => {
            notes.push(Message::note(None, "the object is a string literal".into()))
        }
        Some(Culprit::Temporary) => {
            notes.push(Message::note(None, "the object is a temporary: the value of a call".into()));
        }
        None => {}
    }
    if let Some(at) = found.died.and_then(|id| source.expr(id)) {
        notes.push(Message::note(Some(at), "it was freed here".into()));
    }
    notes
}

fn exhausted(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => {
            "out of budget: the program takes more steps than allowed; --max-steps N allows more, --max-steps none any number"
        }
        Limit::Depth => "out of budget: calls are nested too deeply",
        Limit::Memory => "out of budget: the program wants more memory than allowed",
        Limit::Endless => "out of budget: the program has come to a loop that never ends",
    }
}

fn unsupported(source: &Source, gap: &Gap) -> Message {
    let at = gap.expr.and_then(|id| source.expr(id));
    Message::error(at, format!("unsupported: {}", gap.what))
}

/// The preprocessed text with its positions.
struct Source<'a> {
    map: &'a SourceMap,
    text: &'a str,
}

impl Source<'_> {
    fn expr(&self, id: ExprId) -> Option<At> {
        Some(self.at(self.map.expr(id)?, self.map.expr_offset(id)?))
    }

    fn stmt(&self, id: StmtId) -> Option<At> {
        Some(self.at(self.map.stmt(id)?, self.map.stmt_offset(id)?))
    }

    /// Shows the line of the file where it reads as the preprocessed one does, up to the caret; where a macro is in the way
    /// the file's column is not known, and the preprocessed line is shown.
    fn at(&self, position: Position, offset: usize) -> At {
        let start = self.text[..offset].rfind('\n').map_or(0, |n| n + 1);
        let before = &self.text[start..offset];
        let line = self.text[start..].lines().next().unwrap_or("").to_owned();
        let original = line_of(&position).filter(|l| l.starts_with(before));
        At::new(position, Some(Snippet { line: original.unwrap_or(line), before: before.to_owned() }))
    }
}

fn line_of(position: &Position) -> Option<String> {
    let text = std::fs::read_to_string(&position.file).ok()?;
    text.lines().nth(position.line.checked_sub(1)? as usize).map(str::to_owned)
}

impl At {
    fn new(position: Position, snippet: Option<Snippet>) -> At {
        At { file: position.file, line: position.line, column: position.column, snippet }
    }

    /// A declared name; it is looked for in the line if a macro has moved it.
    fn named(position: Position, name: &str) -> At {
        let snippet = line_of(&position).and_then(|line| {
            let column = position.column as usize - 1;
            let here = line.get(column..).is_some_and(|rest| rest.starts_with(name));
            let at = if here { column } else { line.find(name)? };
            let before = line[..at].to_owned();
            Some(Snippet { line, before })
        });
        At::new(position, snippet)
    }

    fn position(&self) -> Position {
        Position { file: self.file.clone(), line: self.line, column: self.column }
    }
}

impl Message {
    fn error(at: Option<At>, text: String) -> Message {
        Message { at, severity: Severity::Error, text }
    }

    fn note(at: Option<At>, text: String) -> Message {
        Message { at, severity: Severity::Note, text }
    }
}

impl Diagnostic {
    fn plain(message: Message) -> Diagnostic {
        Diagnostic { message, kind: None, clause: None, notes: Vec::new() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "{note}"))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Note => "note",
        };
        match &self.at {
            None => writeln!(f, "assay: {severity}: {}", self.text),
            Some(at) => {
                writeln!(f, "{}: {severity}: {}", at.position(), self.text)?;
                at.snippet.as_ref().map_or(Ok(()), |snippet| snippet.show(f, at.line))
            }
        }
    }
}

impl Snippet {
    fn show(&self, f: &mut fmt::Formatter<'_>, line: u32) -> fmt::Result {
        // Tabs stay tabs, so that the caret stands where the eye expects it.
        let indent: String = self.before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "{line:5} | {}", self.line)?;
        writeln!(f, "      | {indent}^")
    }
}
