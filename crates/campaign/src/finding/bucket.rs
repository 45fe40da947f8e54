//! A bucket: what is known of the cause of findings, so that one of them stands for all. Its text is in users' stores, in reports and
//! in lists of known bugs, so it does not change between versions: the table of the tests has a row for each form.

use super::Kind;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bucket {
    pub kind: Kind,
    /// Without its version.
    pub compiler: String,
    pub cause: Cause,
    /// The drawn flags that the bug needs: with others it may be another bug.
    pub with: Vec<String>,
}

/// What tells causes apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Where a compiler says that it has crashed. It means the same with every compiler.
    Signature(String),
    /// What a compiler says against a program, or what is wrong with what it has written.
    Message(String),
    /// At which settings it happens, and how the program ended, if it ended by a signal.
    Settings { settings: Vec<String>, ended: Option<String> },
    /// The pass that does it, or the flags that cure it.
    Culprit(String),
    /// The operations that are left in the reduced program.
    Operations { operations: String, when: When },
    /// The shape of the expressions that are left in it.
    Shape(String),
    /// A class as it is stored: nothing more is known.
    Class(String),
    /// The machine and the compilers disagree, and nobody knows why.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Optimizing,
    Always,
}

impl Bucket {
    /// All ways in which a program can go wrong have the same causes.
    fn what(&self) -> &'static str {
        if self.kind.is_wrong_code() { "wrong-code" } else { self.kind.name() }
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, compiler, what) = (self.kind, &self.compiler, self.what());
        match &self.cause {
            Cause::Signature(signature) => write!(f, "{kind}: {signature}")?,
            Cause::Message(message) => write!(f, "{kind} {compiler}: {message}")?,
            Cause::Settings { settings, ended: Some(ended) } => {
                write!(f, "{kind} {compiler} ({ended}) at {}", settings.join(" "))?;
            }
            Cause::Settings { settings, ended: None } => {
                write!(f, "{kind} {compiler} at {}", settings.join(" "))?
            }
            Cause::Culprit(culprit) => write!(f, "{what} {compiler}: {culprit}")?,
            Cause::Operations { operations, when } => {
                let when = match when {
                    When::Optimizing => "only when optimizing",
                    When::Always => "at every level",
                };
                write!(f, "{what} {compiler}, {when}: {operations}")?;
            }
            Cause::Shape(shape) => write!(f, "{what} {compiler}: {shape}")?,
            Cause::Class(class) => write!(f, "{class}")?,
            Cause::Unknown => write!(f, "{kind}")?,
        }
        if self.with.is_empty() { Ok(()) } else { write!(f, ", with {}", self.with.join(" ")) }
    }
}

/// `gcc-11` and `gcc` have the same bugs, mostly.
pub fn without_version(compiler: &str) -> &str {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    match compiler.rsplit_once('-') {
        Some((name, version)) if !version.is_empty() && version.chars().all(digits) => name,
        Some(_) | None => compiler,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_do_not_count() {
        let rows =
            [("gcc-11", "gcc"), ("gcc", "gcc"), ("sabotaged-gcc", "sabotaged-gcc"), ("clang-16.0", "clang")];
        rows.iter().for_each(|(name, plain)| assert_eq!(without_version(name), *plain));
    }

    /// Users have these words in their stores.
    #[test]
    fn each_form_has_its_words() {
        let settings = || vec!["-O2".to_owned(), "-O3".to_owned()];
        let text = str::to_owned;
        let operations = |when| Cause::Operations { operations: text("a << b"), when };
        let rows = [
            (Kind::CompilerCrash, Cause::Signature(text("f at g.cc")), "", "compiler-crash: f at g.cc"),
            (
                Kind::CompilerReject,
                Cause::Message(text("_ undeclared")),
                "",
                "compiler-reject gcc: _ undeclared",
            ),
            (
                Kind::ProgramCrash,
                Cause::Settings { settings: settings(), ended: Some(text("SIGSEGV")) },
                "",
                "program-crash gcc (SIGSEGV) at -O2 -O3",
            ),
            (
                Kind::WrongResult,
                Cause::Settings { settings: settings(), ended: None },
                "",
                "wrong-code gcc at -O2 -O3",
            ),
            (Kind::OracleSuspect, Cause::Unknown, "", "oracle-suspect"),
            (Kind::WrongResult, Cause::Culprit(text("tree-vrp1")), "", "wrong-code gcc: tree-vrp1"),
            (
                Kind::ProgramHang,
                Cause::Culprit(text("tree-vrp1")),
                "-fwrapv",
                "wrong-code gcc: tree-vrp1, with -fwrapv",
            ),
            (Kind::CompilerHang, Cause::Culprit(text("dom")), "", "compiler-hang gcc: dom"),
            (
                Kind::WrongResult,
                operations(When::Optimizing),
                "",
                "wrong-code gcc, only when optimizing: a << b",
            ),
            (Kind::CompilerHang, operations(When::Always), "", "compiler-hang gcc, at every level: a << b"),
            (Kind::WrongResult, Cause::Shape(text("(+ int)")), "", "wrong-code gcc: (+ int)"),
            (Kind::WrongResult, Cause::Class(text("class")), "-fwrapv -flto", "class, with -fwrapv -flto"),
        ];
        for (kind, cause, with, words) in rows {
            let with = with.split_terminator(' ').map(text).collect();
            assert_eq!(Bucket { kind, compiler: text("gcc"), cause, with }.to_string(), words);
        }
    }
}
