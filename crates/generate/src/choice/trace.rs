//! Traces: the draws of a program as a list that can be read, changed and followed again.

use super::{Choice, Source, Stream};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// One draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// What it decides.
    pub name: Cow<'static, str>,
    /// What came out.
    pub drawn: u64,
    /// It is below that; 0 for 64 bits.
    pub of: u64,
}

/// The draws of one stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is for.
    pub stream: Stream,
    /// Which attempt at the program it belongs to.
    pub attempt: u32,
    /// Its draws, in order.
    pub draws: Vec<Draw>,
}

/// Everything that was drawn for a program, in the order in which its streams were opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The seed of the program.
    pub seed: u64,
    /// The streams, in the order in which they were opened.
    pub sections: Vec<Section>,
}

/// What streams write their draws on.
#[derive(Clone, Debug, Default)]
pub struct Tape(Arc<Mutex<Vec<Section>>>);

impl Tape {
    fn sections(&self) -> MutexGuard<'_, Vec<Section>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, stream: Stream, attempt: u32) -> usize {
        let mut sections = self.sections();
        sections.push(Section { stream, attempt, draws: Vec::new() });
        sections.len() - 1
    }

    pub(super) fn add(&self, section: usize, draw: Draw) {
        self.sections()[section].draws.push(draw);
    }

    /// What has been drawn so far.
    pub fn trace(&self, seed: u64) -> Trace {
        Trace { seed, sections: self.sections().clone() }
    }
}

/// Where the draws of a program come from.
#[derive(Clone, Debug, Default)]
pub enum Draws {
    /// The seed.
    #[default]
    Seed,
    /// The seed, and they are recorded.
    Recorded(Tape),
    /// A trace, whose streams are taken one after the other; what it does not have comes from the seed.
    Replayed(Arc<Mutex<VecDeque<Section>>>),
}

impl Draws {
    /// The draws of a trace, followed again.
    pub fn replayed(trace: Trace) -> Draws {
        Draws::Replayed(Arc::new(Mutex::new(trace.sections.into())))
    }

    /// A trace in which the first attempt at a program draws these, by their names; the rest comes from the seed.
    pub fn scripted(script: &[(&'static str, u64)]) -> Draws {
        let draws = script.iter().map(|&(name, drawn)| Draw { name: name.into(), drawn, of: 0 }).collect();
        let sections = vec![Section { stream: Stream::Program, attempt: 0, draws }];
        Draws::replayed(Trace { seed: 0, sections })
    }

    /// Opens a stream of a seed.
    pub fn choice(&self, seed: u64, stream: Stream, attempt: u32) -> Choice {
        let source = match self {
            Draws::Seed => Source::Seed,
            Draws::Recorded(tape) => {
                Source::Recorded { tape: tape.clone(), section: tape.open(stream, attempt) }
            }
            Draws::Replayed(rest) => {
                let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
                let is_this = |section: &Section| section.stream == stream && section.attempt == attempt;
                let mut given: BTreeMap<String, VecDeque<u64>> = BTreeMap::new();
                if let Some(at) = rest.iter().position(is_this) {
                    for draw in rest.drain(..=at).next_back().into_iter().flat_map(|section| section.draws) {
                        given.entry(draw.name.into_owned()).or_default().push_back(draw.drawn);
                    }
                }
                Source::Given(given)
            }
        };
        Choice { source, ..Choice::new(seed, stream, attempt) }
    }
}

const STREAMS: [(&str, Stream); 5] = [
    ("policy", Stream::Policy),
    ("program", Stream::Program),
    ("lowering", Stream::Lowering),
    ("layout", Stream::Layout),
    ("mutation", Stream::Mutation),
];

/// A line for each draw: its name, what was drawn, and of how many. `[program 0]` opens the first attempt's stream.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}", self.seed)?;
        for section in &self.sections {
            let name = STREAMS.iter().find(|(_, stream)| *stream == section.stream).map_or("", |row| row.0);
            writeln!(f, "[{name} {}]", section.attempt)?;
            for Draw { name, drawn, of } in &section.draws {
                writeln!(f, "{name} {drawn} {of}")?;
            }
        }
        Ok(())
    }
}

/// A text that is no trace.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "line {line} is not one of a trace: `{text}`; write `seed N` first, then `[program 0]` for each stream, and `NAME DRAWN OF` \
     for each draw"
)]
pub struct NotATrace {
    /// The line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl FromStr for Trace {
    type Err = NotATrace;

    fn from_str(text: &str) -> Result<Self, NotATrace> {
        let mut trace = Trace::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let understood = if at == 0 {
                line.strip_prefix("seed ").and_then(|n| n.parse().ok()).map(|seed| trace.seed = seed)
            } else {
                add_line(&mut trace, line)
            };
            understood.ok_or_else(|| NotATrace { line: at + 1, text: line.to_owned() })?;
        }
        Ok(trace)
    }
}

fn add_line(trace: &mut Trace, line: &str) -> Option<()> {
    if let Some(head) = line.strip_prefix('[') {
        let (name, attempt) = head.strip_suffix(']')?.split_once(' ')?;
        let (_, stream) = STREAMS.iter().find(|(known, _)| *known == name)?;
        trace.sections.push(Section { stream: *stream, attempt: attempt.parse().ok()?, draws: Vec::new() });
        return Some(());
    }
    let mut words = line.split_whitespace();
    let (name, drawn, of) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    trace.sections.last_mut()?.draws.push(Draw { name: Cow::Owned(name.to_owned()), drawn, of });
    words.next().is_none().then_some(())
}
