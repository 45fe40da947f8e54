//! Command lines as people write them, with places for files: `gcc -O2`, `csmith --seed {seed}`.
//!
//! Words are split and quoted as in a shell, but nothing is expanded and no shell is ever started:
//! where one is wanted, write `sh -c '…'`.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;

use thiserror::Error;

/// A command line with placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    words: Vec<Word>,
}

/// What the placeholders stand for. What a command does not need stays empty.
#[derive(Clone, Copy, Default, Debug)]
pub struct Slots<'a> {
    pub inputs: &'a [String],
    pub out: &'a str,
    pub seed: u64,
    pub dir: Option<&'a Path>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TemplateError {
    #[error("the command line is empty; give a compiler, as in `gcc -O2`")]
    Empty,
    #[error("the quote {quote} at column {column} is never closed")]
    OpenQuote { quote: char, column: usize },
    #[error("the command line ends in a backslash that escapes nothing")]
    TrailingBackslash,
    #[error(
        "`{{{name}}}` is no placeholder; there are {{in}}, {{out}}, {{seed}} and {{dir}}, and {{{{ is a brace"
    )]
    UnknownPlaceholder { name: String },
    #[error("the first word is the program, so it cannot contain `{{{name}}}`")]
    PlaceholderAsProgram { name: &'static str },
}

type Word = Vec<Piece>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Slot(Slot),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    In,
    Out,
    Seed,
    Dir,
}

const SLOTS: [(Slot, &str); 4] =
    [(Slot::In, "in"), (Slot::Out, "out"), (Slot::Seed, "seed"), (Slot::Dir, "dir")];

impl Template {
    pub fn parse(line: &str) -> Result<Template, TemplateError> {
        let words = split(line)?.iter().map(|word| pieces(word)).collect::<Result<Vec<_>, _>>()?;
        let first = words.first().ok_or(TemplateError::Empty)?;
        if let Some(name) = first.iter().find_map(slot_name) {
            return Err(TemplateError::PlaceholderAsProgram { name });
        }
        Ok(Template { words })
    }

    /// A command line whose words are literally these.
    pub fn from_words<S: AsRef<str>>(words: &[S]) -> Template {
        Template { words: words.iter().map(|word| vec![Piece::Text(word.as_ref().to_owned())]).collect() }
    }

    pub fn program(&self) -> String {
        self.words.first().map(|word| expand(word, &Slots::default(), "")).unwrap_or_default()
    }

    /// The command line of a compilation: flags are added, and `-o OUT IN…` unless it says where these go.
    pub fn compile<S: AsRef<OsStr>>(&self, slots: &Slots, flags: &[S]) -> Vec<OsString> {
        let mut argv = self.fill(slots);
        argv.extend(flags.iter().map(|flag| flag.as_ref().to_owned()));
        if !self.has(Slot::Out) {
            argv.extend(["-o".into(), slots.out.into()]);
        }
        if !self.has(Slot::In) {
            argv.extend(slots.inputs.iter().map(OsString::from));
        }
        argv
    }

    /// The command line with nothing added, for generators and other tools.
    pub fn fill(&self, slots: &Slots) -> Vec<OsString> {
        self.words.iter().flat_map(|word| fill_word(word, slots)).map(OsString::from).collect()
    }

    fn has(&self, slot: Slot) -> bool {
        self.words.iter().flatten().any(|piece| *piece == Piece::Slot(slot))
    }
}

/// The line again, quoted so that `parse` gives the same template.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.words.iter().map(|word| quote(&word_text(word))).collect();
        f.write_str(&words.join(" "))
    }
}

/// Quotes a word for a shell, and for [`Template::parse`], where it needs it.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=+,:@%{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A command line that can be pasted into a shell.
pub fn shown(argv: &[OsString]) -> String {
    let words: Vec<String> = argv.iter().map(|word| quote(&word.to_string_lossy())).collect();
    words.join(" ")
}

/// What asks GCC to optimise by a profile, and what makes the program whose run writes it.
const PROFILE: [&str; 2] = ["-fprofile-use", "-fprofile-generate"];

/// The command that makes the program whose run a compilation by a profile learns from, if it is one.
pub fn training(argv: &[OsString]) -> Option<Vec<OsString>> {
    let [used, generated] = PROFILE;
    let links = argv.iter().all(|word| word != "-c" && word != "-S");
    let swap = |word: &OsString| if word == used { generated.into() } else { word.clone() };
    (links && argv.iter().any(|word| word == used)).then(|| argv.iter().map(swap).collect())
}

/// A compilation that can be pasted into a shell: one that uses a profile is preceded by what makes the profile.
pub fn shown_steps(argv: &[OsString], program: &str) -> String {
    match training(argv) {
        Some(first) => format!("{} && {program} > /dev/null{BETWEEN_STEPS}{}", shown(&first), shown(argv)),
        None => shown(argv),
    }
}

/// The compilation itself, of what [`shown_steps`] has made.
pub fn last_step(steps: &str) -> &str {
    steps.rsplit(BETWEEN_STEPS).next().unwrap_or(steps)
}

const BETWEEN_STEPS: &str = "; ";

fn word_text(word: &Word) -> String {
    word.iter().map(piece_text).collect()
}

fn piece_text(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => text.replace('{', "{{"),
        Piece::Slot(slot) => format!("{{{}}}", name_of(*slot)),
    }
}

fn name_of(slot: Slot) -> &'static str {
    match slot {
        Slot::In => "in",
        Slot::Out => "out",
        Slot::Seed => "seed",
        Slot::Dir => "dir",
    }
}

fn slot_name(piece: &Piece) -> Option<&'static str> {
    match piece {
        Piece::Text(_) => None,
        Piece::Slot(slot) => Some(name_of(*slot)),
    }
}

/// A word with `{in}` is repeated for each input: `--source={in}` serves several files too.
fn fill_word(word: &Word, slots: &Slots) -> Vec<String> {
    if word.contains(&Piece::Slot(Slot::In)) {
        slots.inputs.iter().map(|input| expand(word, slots, input)).collect()
    } else {
        vec![expand(word, slots, "")]
    }
}

fn expand(word: &Word, slots: &Slots, input: &str) -> String {
    let piece_value = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Slot(Slot::In) => input.to_owned(),
        Piece::Slot(Slot::Out) => slots.out.to_owned(),
        Piece::Slot(Slot::Seed) => slots.seed.to_string(),
        Piece::Slot(Slot::Dir) => slots.dir.map(|dir| dir.display().to_string()).unwrap_or_default(),
    };
    word.iter().map(piece_value).collect()
}

/// Splits as a shell does: blanks separate, `'…'` is literal, `"…"` knows `\"` and `\\`, and a
/// backslash outside quotes takes the next character as it is.
fn split(line: &str) -> Result<Vec<String>, TemplateError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars().enumerate().peekable();
    while let Some((column, c)) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(&mut chars, c, column, word.get_or_insert_default())?,
            '\\' => {
                let (_, next) = chars.next().ok_or(TemplateError::TrailingBackslash)?;
                word.get_or_insert_default().push(next);
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(
    chars: &mut std::iter::Peekable<impl Iterator<Item = (usize, char)>>,
    quote: char,
    column: usize,
    word: &mut String,
) -> Result<(), TemplateError> {
    let open = TemplateError::OpenQuote { quote, column: column + 1 };
    while let Some((_, c)) = chars.next() {
        let escapes = quote == '"' && c == '\\';
        match chars.peek() {
            _ if c == quote => return Ok(()),
            Some(&(_, next)) if escapes && (next == '"' || next == '\\') => {
                word.push(next);
                chars.next();
            }
            _ => word.push(c),
        }
    }
    Err(open)
}

/// Only `{name}` in small letters is a placeholder, so that braces in macros and JSON stay what they are.
fn pieces(word: &str) -> Result<Word, TemplateError> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let name_end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        if let Some(after) = rest.strip_prefix('{') {
            text.push('{');
            rest = after;
        } else if name_end > 0 && rest[name_end..].starts_with('}') {
            let slot = slot_named(&rest[..name_end])?;
            pieces.extend(take_text(&mut text));
            pieces.push(Piece::Slot(slot));
            rest = &rest[name_end + 1..];
        } else {
            text.push('{');
        }
    }
    text.push_str(rest);
    if pieces.is_empty() || !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

fn take_text(text: &mut String) -> Option<Piece> {
    (!text.is_empty()).then(|| Piece::Text(std::mem::take(text)))
}

fn slot_named(name: &str) -> Result<Slot, TemplateError> {
    let row = SLOTS.iter().find(|(_, known)| *known == name);
    row.map(|(slot, _)| *slot).ok_or_else(|| TemplateError::UnknownPlaceholder { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        let inputs = ["a.c".to_owned(), "b.c".to_owned()];
        let slots = Slots { inputs: &inputs, out: "x", seed: 7, dir: Some(Path::new("/d")) };
        let words = Template::parse(line).unwrap().compile(&slots, &["-O1"]);
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn files_are_appended_or_placed() {
        let rows: [(&str, &[&str]); 6] = [
            ("gcc -O2", &["gcc", "-O2", "-O1", "-o", "x", "a.c", "b.c"]),
            ("gcc {in} -lm", &["gcc", "a.c", "b.c", "-lm", "-O1", "-o", "x"]),
            ("cc --out={out}", &["cc", "--out=x", "-O1", "a.c", "b.c"]),
            ("cc -I{dir} -DS={seed} {in} {out}", &["cc", "-I/d", "-DS=7", "a.c", "b.c", "x", "-O1"]),
            (
                "cc '-DA=\"b c\"' \"d \\\" e\" f\\ g",
                &["cc", "-DA=\"b c\"", "d \" e", "f g", "-O1", "-o", "x", "a.c", "b.c"],
            ),
            (
                "cc -D{{in} {} {A} '' --i={in} {out}",
                &["cc", "-D{in}", "{}", "{A}", "", "--i=a.c", "--i=b.c", "x", "-O1"],
            ),
        ];
        for (line, expected) in rows {
            assert_eq!(argv(line), expected, "{line}");
        }
    }

    #[test]
    fn a_compilation_by_a_profile_is_preceded_by_a_training() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let use_it = words("gcc -O2 -fprofile-use -o a.out t.c");
        let steps = shown_steps(&use_it, "./a.out");
        assert_eq!(
            steps,
            "gcc -O2 -fprofile-generate -o a.out t.c && ./a.out > /dev/null; gcc -O2 -fprofile-use -o a.out t.c"
        );
        assert_eq!(last_step(&steps), "gcc -O2 -fprofile-use -o a.out t.c");
        for line in
            ["gcc -O2 -o a.out t.c", "gcc -fprofile-use -c -o a.out t.c", "gcc -fprofile-generate t.c"]
        {
            assert_eq!(training(&words(line)), None, "{line}");
            assert_eq!(last_step(&shown_steps(&words(line), "./a.out")), line);
        }
    }

    #[test]
    fn printing_and_parsing_agree() {
        for line in ["gcc -O2", "'a b' {in} -o{out} {{x} ''", r"cc 'it'\''s'"] {
            let template = Template::parse(line).unwrap();
            assert_eq!(Template::parse(&template.to_string()).unwrap(), template, "{template}");
        }
    }

    #[test]
    fn bad_lines_are_explained() {
        let rows = [
            ("", TemplateError::Empty),
            ("   ", TemplateError::Empty),
            ("gcc 'x", TemplateError::OpenQuote { quote: '\'', column: 5 }),
            ("gcc \\", TemplateError::TrailingBackslash),
            ("gcc {input}", TemplateError::UnknownPlaceholder { name: "input".into() }),
            ("{in} -c", TemplateError::PlaceholderAsProgram { name: "in" }),
        ];
        for (line, error) in rows {
            assert_eq!(Template::parse(line).unwrap_err(), error);
        }
        assert_eq!(
            Template::parse("cc {x}").unwrap_err().to_string(),
            "`{x}` is no placeholder; there are {in}, {out}, {seed} and {dir}, and {{ is a brace"
        );
    }
}
