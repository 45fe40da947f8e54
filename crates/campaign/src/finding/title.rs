//! Titles: one sentence that a person would write, as in `gcc -O2 miscompiles a loop with arrays (tree-vect)`.

use harness::headline;

use crate::finding::{Kind, WrongVariable};

/// What is known of a finding when it is made.
pub struct Seen<'a> {
    pub kind: Kind,
    pub compiler: &'a str,
    /// The labels of the configurations that fail, as in `gcc -O2`.
    pub labels: &'a [String],
    pub variable: Option<&'a WrongVariable>,
    /// What the compiler said, or what the program did: see [`words`].
    pub words: &'a str,
    pub outvoted: bool,
}

/// The title of a finding that nobody has examined yet.
pub fn of(seen: &Seen) -> String {
    let who = who(seen.compiler, seen.labels);
    let detail = match (seen.variable, seen.outvoted) {
        (Some(variable), _) => format!(": {variable}"),
        (None, true) => ": the other compilers outvote it".to_owned(),
        (None, false) => format!(": {}", seen.words),
    };
    match seen.kind {
        Kind::WrongResult => format!("{who} miscompiles a program{detail}"),
        Kind::ProgramCrash => format!("{who} miscompiles a program, which then crashes{detail}"),
        Kind::ProgramHang => format!("{who} miscompiles a program, which then does not end"),
        Kind::CompilerCrash => format!("{who} crashes{detail}"),
        Kind::CompilerHang => format!("{who} does not finish compiling"),
        Kind::CompilerReject => format!("{who} rejects a valid program{detail}"),
        Kind::BadOutput => format!("{who} reports success without a usable program{detail}"),
        Kind::Disagreement => {
            format!("compilers disagree, and none has a majority ({})", seen.labels.join("; "))
        }
        Kind::OracleSuspect => {
            format!("all compilers agree, and not with assay{detail} ({})", seen.labels.join("; "))
        }
    }
}

/// The title of a bug for those who fix the compiler.
pub struct Known<'a> {
    pub kind: Kind,
    pub compiler: &'a str,
    pub flags: String,
    /// The machine that it compiles for.
    pub target: Option<&'a str>,
    pub pass: Option<&'a str>,
    /// What the compiler said, in its own words: see [`words`].
    pub words: &'a str,
    /// The text of the reduced program.
    pub program: Option<&'a str>,
}

pub fn of_bug(known: &Known) -> String {
    let who = match known.flags.as_str() {
        "" => known.compiler.to_owned(),
        flags => format!("{} {flags}", known.compiler),
    };
    let what = known.program.map_or("a program".to_owned(), subject);
    let what = match known.kind {
        Kind::WrongResult => format!("{who} miscompiles {what}"),
        Kind::ProgramCrash => format!("{who} miscompiles {what}, so that the program crashes"),
        Kind::ProgramHang => format!("{who} miscompiles {what}, so that the program does not end"),
        Kind::CompilerCrash => format!("{who} crashes on {what}: {}", known.words),
        Kind::CompilerHang => format!("{who} does not finish compiling {what}"),
        Kind::CompilerReject => format!("{who} rejects {what}: {}", known.words),
        Kind::BadOutput => format!("{who} reports success, and leaves {}", known.words),
        Kind::Disagreement => "compilers disagree".to_owned(),
        Kind::OracleSuspect => "all compilers differ from assay, which is probably wrong".to_owned(),
    };
    let on = known.target.map(|target| format!(" on {target}")).unwrap_or_default();
    let by = known.pass.map(|pass| format!(" ({pass})")).unwrap_or_default();
    format!("{what}{on}{by}")
}

/// `gcc -O2`, or `gcc at -O1 and -O2` where several levels of one compiler fail.
fn who(compiler: &str, labels: &[String]) -> String {
    let labels: Vec<&str> = labels.iter().map(|label| without_folder(label)).collect();
    let rest = |label: &&str| label.strip_prefix(compiler).map(|rest| rest.trim().to_owned());
    let Some(flags) = labels.iter().map(rest).collect::<Option<Vec<_>>>() else {
        return labels.first().map_or(compiler, |label| *label).to_owned();
    };
    let named: Vec<String> = flags.into_iter().filter(|flags| !flags.is_empty()).collect();
    match named.as_slice() {
        [] => compiler.to_owned(),
        [only] => format!("{compiler} {only}"),
        [most @ .., last] => format!("{compiler} at {} and {last}", most.join(", ")),
    }
}

/// `gcc -O2` of `/opt/bin/gcc -O2`.
fn without_folder(label: &str) -> &str {
    let command = label.split(' ').next().unwrap_or(label);
    command.rfind('/').map_or(label, |at| &label[at + 1..])
}

/// What a title says behind its colon: the compiler's own words, or else the verdict's. A verdict is a row of words, of which the
/// sentence says the first ones; that of a crash is a signature, which is for buckets.
pub fn words(verdict: &str, messages: &str) -> String {
    const SAID: [&str; 3] =
        ["wrong result: ", "program crash: ", "bad output: the compiler reports success and leaves "];
    if let Some(error) = verdict.strip_prefix("rejected: ") {
        return headline::of_error(error);
    }
    if let Some(signature) = verdict.strip_prefix("compiler crash: ") {
        return headline::headline(messages).unwrap_or_else(|| signature.to_owned());
    }
    SAID.iter().find_map(|said| verdict.strip_prefix(said)).unwrap_or(verdict).to_owned()
}

/// What a small program is about, by its words: what it does, and with what. The first of each list that is there counts.
const DOES: [(&[&str], &str); 5] = [
    (&["for", "while", "do"], "a loop"),
    (&["switch"], "a switch"),
    (&["goto"], "a jump"),
    (&["if", "?"], "a condition"),
    (&["="], "an assignment"),
];

const WITH: [(&[&str], &str); 9] = [
    (&["vector_size"], "short vectors"),
    (&["_Complex"], "complex numbers"),
    (&["union"], "a union"),
    (&["struct"], "a structure"),
    (&["float", "double"], "floating point"),
    (&["__int128"], "128-bit integers"),
    (&["volatile"], "a volatile object"),
    (&["["], "an array"),
    (&["*"], "a pointer"),
];

/// As in `a loop with an array`.
pub fn subject(text: &str) -> String {
    let mut words = tokens(text);
    // The comparison of the result with what it should be is ours.
    if words.iter().any(|word| word.ends_with("abort"))
        && let Some(at) = words.iter().rposition(|word| word == "if")
    {
        words.remove(at);
    }
    let has = |any: &[&str]| any.iter().any(|word| words.iter().any(|other| other == word));
    let does = DOES.iter().find(|(any, _)| has(any)).map_or("a program", |(_, name)| name);
    match WITH.iter().find(|(any, _)| has(any)) {
        Some((_, with)) => format!("{does} with {with}"),
        None => does.to_owned(),
    }
}

/// Names and single signs, without comments, strings and directives.
fn tokens(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, behind)| behind);
    }
    plain.push_str(rest);
    let mut all = Vec::new();
    for line in plain.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let outside = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let mut name = String::new();
        for c in outside.chars().chain([' ']) {
            if c.is_alphanumeric() || c == '_' {
                name.push(c);
            } else {
                all.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
                all.extend((!c.is_whitespace()).then(|| c.to_string()));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_by_what_they_do() {
        let rows = [
            (
                "/* while */ int a[3]; int main(void) { for (int i = 0; i < 3; i++) a[i] = i; }",
                "a loop with an array",
            ),
            ("#include <stdio.h>\nint main(void) { printf(\"[do]\"); return 0; }", "a program"),
            ("struct s { int x; } s; int main(void) { if (s.x) return 1; }", "a condition with a structure"),
            ("double x; int main(void) { x = 1; }", "an assignment with floating point"),
            ("int x; int main(void) { x = 1; if (x != 1) __builtin_abort(); }", "an assignment"),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(subject(text), *wanted));
    }

    #[test]
    fn titles_are_sentences() {
        let labels = ["gcc -O1".to_owned(), "/opt/bin/gcc -O2".to_owned()];
        let variable = WrongVariable { name: "g_1".into(), expected: "2".into(), actual: "3".into() };
        let seen = Seen {
            kind: Kind::WrongResult,
            compiler: "gcc",
            labels: &labels,
            variable: Some(&variable),
            words: "x",
            outvoted: false,
        };
        assert_eq!(of(&seen), "gcc at -O1 and -O2 miscompiles a program: g_1 is 3, expected 2");
        let crash = Seen {
            kind: Kind::CompilerCrash,
            variable: None,
            words: &words("compiler crash: f at g.cc", "t.c:1:2: internal compiler error: in f, at g.cc:7"),
            labels: &labels[..1],
            ..seen
        };
        assert_eq!(of(&crash), "gcc -O1 crashes: internal compiler error: in f, at g.cc:7");
        let known = Known {
            kind: Kind::WrongResult,
            compiler: "gcc",
            flags: "-O2".into(),
            target: Some("x86_64-linux-gnu"),
            pass: Some("tree-vect"),
            words: "",
            program: Some("int a[2]; int main(void) { while (a[0]) a[0]--; }"),
        };
        assert_eq!(
            of_bug(&known),
            "gcc -O2 miscompiles a loop with an array on x86_64-linux-gnu (tree-vect)"
        );
    }
}
