//! Is a program well defined? The machine is asked first, since it knows best and costs least, then the validators.
//! Only for programs that Assay did not grow.

use std::fmt;
use std::fs;

use emit::Options;
use harness::validators::{Validation, Validator};
use harness::{Compilation, Setup, Source, Toolchain};
use ir::Target;
use ir::validate::{Dialect, Rules, validate_with};
use machine::{Alignment, Config, Outcome};
use read::ReadError;
use serde::Serialize;

/// What one judge says of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Opinion {
    pub judge: String,
    pub view: View,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "view", content = "why")]
pub enum View {
    Clean,
    Undefined(String),
    NotC(String),
    /// It cannot tell.
    Silent(String),
}

/// A program that takes longer on the machine is left to the validators.
const MAX_STEPS: u64 = 100_000_000;

/// The program as the compiler sees it, or what it says against it.
pub fn preprocess(
    setup: &Setup,
    toolchain: &Toolchain,
    sources: &[Source],
) -> Result<Result<Vec<Source>, String>, harness::Error> {
    let mut texts = Vec::new();
    let headers: Vec<Source> = sources.iter().filter(|source| source.is_header()).cloned().collect();
    for source in sources.iter().filter(|source| !source.is_header()) {
        let files: Vec<Source> = headers.iter().chain([source]).cloned().collect();
        let compiled = setup.compile(toolchain, &["-E".to_owned()], &files)?;
        let Compilation::Built { program } = &compiled.result else {
            let line =
                compiled.stderr.lines().find(|line| line.contains("error")).unwrap_or("no reason given");
            return Ok(Err(line.to_owned()));
        };
        match fs::read(program) {
            Ok(bytes) => texts.push(Source {
                name: source.name.clone(),
                text: String::from_utf8_lossy(&bytes).into_owned(),
            }),
            Err(error) => return Ok(Err(format!("the preprocessed text cannot be read: {error}"))),
        }
    }
    Ok(Ok(texts))
}

/// Asks one after the other, and stops at the first objection.
pub fn until_objection(
    setup: &Setup,
    validators: &[Validator],
    toolchain: &Toolchain,
    target: &Target,
    sources: &[Source],
) -> Result<Vec<Opinion>, harness::Error> {
    let preprocessed = match preprocess(setup, toolchain, sources)? {
        Ok(preprocessed) => preprocessed,
        Err(why) => return Ok(vec![Opinion { judge: toolchain.name.clone(), view: View::Silent(why) }]),
    };
    let mut opinions = vec![by_machine(&preprocessed, target)];
    let texts = Texts::new(Vec::new(), sources.to_vec(), preprocessed, target);
    for validator in validators {
        if opinions.iter().any(|opinion| opinion.view.objects()) {
            break;
        }
        opinions.push(by_validator(setup, validator, &texts)?);
    }
    Ok(opinions)
}

/// The machine's opinion of a preprocessed program.
pub fn by_machine(sources: &[Source], target: &Target) -> Opinion {
    let view = match sources {
        [source] => machine::on_deep_stack(|| run(&source.text, target)),
        _ => View::Silent("it runs programs of one file".to_owned()),
    };
    Opinion { judge: "assay's machine".to_owned(), view }
}

/// A program in the forms in which a validator may understand it.
pub struct Texts {
    /// Where the headers of the program as it was written are, for a preprocessor.
    flags: Vec<String>,
    written: Vec<Source>,
    preprocessed: Vec<Source>,
    /// What is left of it, without a word of any header.
    plain: Option<Vec<Source>>,
}

impl Texts {
    pub fn new(flags: Vec<String>, written: Vec<Source>, preprocessed: Vec<Source>, target: &Target) -> Self {
        let plain = match preprocessed.as_slice() {
            [source] => plain(source, target).map(|source| vec![source]),
            _ => None,
        };
        Texts { flags, written, preprocessed, plain }
    }
}

/// The program as the printer writes it: no compiler's headers, no attributes of theirs.
fn plain(source: &Source, target: &Target) -> Option<Source> {
    let unit = read::read(&source.text, target.clone()).ok()?;
    let text = emit::print(&unit.program, &Options::default()).ok()?.text();
    Some(Source { name: source.name.clone(), text })
}

/// A validator's opinion. It gets the program as it was written, since one compiler's headers are not another's; where
/// headers are out of its reach, the preprocessed one; where it cannot read what another's headers say, the printed one.
pub fn by_validator(setup: &Setup, validator: &Validator, texts: &Texts) -> Result<Opinion, harness::Error> {
    let forms = [(texts.flags.as_slice(), Some(&texts.written)), (&[], Some(&texts.preprocessed))];
    let mut validation = Validation::Unavailable;
    let mut about = "";
    for (flags, sources) in forms.into_iter().chain([(&[][..], texts.plain.as_ref())]) {
        let Some(sources) = sources else { continue };
        validation = validator.check(setup, flags, sources)?;
        // Its lines are others.
        about = if Some(sources) == texts.plain.as_ref() { "as Assay prints the program, " } else { "" };
        if validation != Validation::Unavailable {
            break;
        }
    }
    let view = match validation {
        Validation::Clean { asked: _ } => View::Clean,
        Validation::Report(report) => View::Undefined(match report.line {
            Some(line) => format!("{about}line {line}: {}", report.message),
            None => report.message,
        }),
        Validation::Unavailable => View::Silent("it could not deal with the program".to_owned()),
    };
    Ok(Opinion { judge: validator.kind.to_string(), view })
}

fn run(text: &str, target: &Target) -> View {
    let unit = match read::read(text, target.clone()) {
        Ok(unit) => unit,
        Err(error) => return unread(&error),
    };
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    if let Some(violation) = validate_with(&unit.program, rules).first() {
        return View::NotC(violation.to_string());
    }
    let config = Config { max_steps: MAX_STEPS, alignment: Alignment::Any, ..Config::default() };
    match machine::run(&unit.program, config).0 {
        Outcome::Finished { .. } | Outcome::Aborted => View::Clean,
        Outcome::Undefined(found) => {
            let place = found
                .expr
                .and_then(|id| unit.map.expr(id))
                .or_else(|| found.stmt.and_then(|id| unit.map.stmt(id)));
            let line = place.map(|place| format!("line {}: ", place.line)).unwrap_or_default();
            View::Undefined(format!("{line}{} (C17 {})", found.ub, found.ub.clause()))
        }
        Outcome::OutOfBudget(_) => View::Silent("it takes too long".to_owned()),
        Outcome::Unsupported(gap) => View::Silent(format!("unsupported: {}", gap.what)),
    }
}

fn unread(error: &ReadError) -> View {
    if error.kind.is_unsupported() { View::Silent(error.to_string()) } else { View::NotC(error.to_string()) }
}

impl View {
    /// Whether a program with this verdict proves nothing against a compiler.
    pub fn objects(&self) -> bool {
        match self {
            View::Undefined(_) => true,
            // The compilers took it, so it is our reader that is to blame.
            View::NotC(_) | View::Clean | View::Silent(_) => false,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            View::Clean => write!(f, "clean"),
            View::Undefined(why) => write!(f, "undefined: {why}"),
            View::NotC(why) => write!(f, "not C: {why}"),
            View::Silent(why) => write!(f, "cannot tell: {why}"),
        }
    }
}
