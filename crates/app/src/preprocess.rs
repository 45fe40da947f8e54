//! Runs the system's preprocessor, by way of `harness`, and tells it about targets that are not its own.

use crate::failure::Failure;
use harness::process::{self, Cancel, Job, Limits, Ran, Reach, Status};
use ir::{IntKind, Target};
use std::borrow::Cow;
use std::ffi::OsString;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What is passed on to the preprocessor.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Options {
    /// Search a directory for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
}

impl Options {
    /// The flags for a compiler that sees a copy of the file in another folder.
    pub fn elsewhere(&self, file: &Path) -> Vec<String> {
        let absolute = |dir: &Path| std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
        let mut flags: Vec<String> =
            self.include.iter().map(|dir| format!("-I{}", absolute(dir).display())).collect();
        flags.extend(self.define.iter().map(|define| format!("-D{define}")));
        if let Some(dir) = absolute(file).parent() {
            flags.push(format!("-iquote{}", dir.display()));
        }
        flags
    }
}

/// The text of a file after `$CC -E` (`cc -E` where `CC` is not set). `-` is the standard input. A file `NAME.i` has been
/// preprocessed already, as compilers see it.
pub fn preprocess(file: &Path, options: &Options, target: &Target) -> Result<String, Failure> {
    if file.extension().is_some_and(|extension| extension == "i") {
        check_readable(file)?;
        let text = std::fs::read(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
        let text = as_text(text).map_err(|at| Failure::NotText { file: file.to_owned(), at })?;
        return Ok(format!("# 1 {:?}\n{text}", file.display().to_string()));
    }
    let command = std::env::var("CC").ok().filter(|c| !c.trim().is_empty()).unwrap_or_else(|| "cc".into());
    let input = Input::of(file)?;
    let mut argv: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
    // Warnings would bury the error that a file of bytes ends with.
    argv.extend(["-E", "-w", "-x", "c"].map(OsString::from));
    argv.extend(target_macros(target).into_iter().map(OsString::from));
    let stubs = (*target != Target::LP64).then(stubs_of_32_bits).transpose();
    let stubs = stubs.map_err(|error| Failure::File { file: file.to_owned(), error })?;
    argv.extend(stubs.iter().flat_map(|dir| [OsString::from("-idirafter"), dir.path().into()]));
    argv.extend(options.include.iter().flat_map(|dir| [OsString::from("-I"), dir.into()]));
    argv.extend(options.define.iter().flat_map(|define| [OsString::from("-D"), define.into()]));
    argv.extend(input.quote_dir().into_iter().flat_map(|dir| [OsString::from("-iquote"), dir.into()]));
    argv.push(input.path().into());
    let ran = process::run(&job(argv), &Cancel::default());
    let ran = ran.map_err(|error| Failure::NoCompiler { command, error })?;
    if ran.status != Status::Exited(0) || ran.truncated {
        return Err(Failure::Preprocessor(first_error(&ran, file)));
    }
    as_text(ran.stdout).map_err(|at| Failure::NotText { file: file.to_owned(), at })
}

/// Preprocessed text. Literals may hold bytes of any encoding, which are written as escapes if they are not UTF-8; elsewhere
/// such a byte makes it no text, and its position is the error.
fn as_text(bytes: Vec<u8>) -> Result<String, usize> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + 64);
    let mut literal = None;
    let mut escaped = false;
    for (at, byte) in bytes.into_iter().enumerate() {
        if !byte.is_ascii() {
            if literal.is_none() {
                return Err(at);
            }
            // Three digits, so that none behind them becomes part of it.
            text.push_str(&format!("\\{byte:03o}"));
            escaped = false;
            continue;
        }
        text.push(char::from(byte));
        literal = match (literal, byte) {
            (_, b'\n') => None,
            (None, b'"' | b'\'') => Some(byte),
            (Some(quote), _) if byte == quote && !escaped => None,
            _ => literal,
        };
        escaped = byte == b'\\' && !escaped;
    }
    Ok(text)
}

fn job(argv: Vec<OsString>) -> Job {
    // Large programs are large after preprocessing as well.
    let limits = Limits { output: 512 << 20, ..Limits::compiler() };
    // It compiles nothing and runs nothing.
    Job { argv, dir: ".".into(), env: Vec::new(), limits, reach: Reach::Anywhere }
}

/// A file that a compiler can open.
enum Input<'a> {
    File(&'a Path),
    /// What came by the standard input, or has macros that are kept; and where it would find its own headers.
    Copied(tempfile::NamedTempFile, Option<PathBuf>),
}

impl Input<'_> {
    fn of(file: &Path) -> Result<Input<'_>, Failure> {
        let failed = |error| Failure::File { file: file.to_owned(), error };
        if file == Path::new("-") {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text).map_err(failed)?;
            return copy("<stdin>", &text).map(|copy| Input::Copied(copy, None)).map_err(failed);
        }
        check_readable(file)?;
        match kept_macros(file).map_err(failed)? {
            None => Ok(Input::File(file)),
            Some(text) => {
                let copy = copy(&file.display().to_string(), text.as_bytes()).map_err(failed)?;
                let dir = file.parent().filter(|dir| *dir != Path::new("")).unwrap_or(Path::new("."));
                Ok(Input::Copied(copy, Some(dir.to_owned())))
            }
        }
    }

    fn path(&self) -> &Path {
        match self {
            Input::File(path) => path,
            Input::Copied(file, _) => file.path(),
        }
    }

    fn quote_dir(&self) -> Option<&Path> {
        match self {
            Input::File(_) => None,
            Input::Copied(_, dir) => dir.as_deref(),
        }
    }
}

/// The text to preprocess instead of the file's own, if that has macros which must survive it.
fn kept_macros(file: &Path) -> io::Result<Option<String>> {
    let text = std::fs::read(file)?;
    // What is no text, the preprocessor refuses in its own words.
    Ok(std::str::from_utf8(&text).ok().and_then(|text| match read::keep_macros(text) {
        Cow::Borrowed(_) => None,
        Cow::Owned(kept) => Some(kept),
    }))
}

fn copy(name: &str, text: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::NamedTempFile::new()?;
    writeln!(file, "#line 1 {name:?}")?;
    // The standard input may be a program with guards as well.
    match std::str::from_utf8(text) {
        Ok(text) => file.write_all(read::keep_macros(text).as_bytes())?,
        Err(_) => file.write_all(text)?,
    }
    file.flush()?;
    Ok(file)
}

/// Compilers word these in many ways, so we look first.
pub fn check_readable(file: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::File { file: file.to_owned(), error };
    if std::fs::metadata(file).map_err(failed)?.is_dir() {
        return Err(Failure::Directory(file.to_owned()));
    }
    std::fs::File::open(file).map_err(failed).map(drop)
}

/// The most that is repeated of what a preprocessor says.
const LONGEST: usize = 400;

/// Its first error; not a line that it quotes.
fn first_error(ran: &Ran, file: &Path) -> String {
    let text = String::from_utf8_lossy(&ran.stderr);
    let is_error = |line: &&str| line.contains("error: ") && !line.starts_with(' ');
    match text.lines().find(is_error).or_else(|| text.lines().next()) {
        Some(line) if ran.status != Status::Exited(0) => line.chars().take(LONGEST).collect(),
        _ => format!("{}: preprocessing it takes more time or space than allowed", file.display()),
    }
}

/// A folder with the one header that glibc wants for 32 bits and that comes only with the library for them. It says which
/// functions do nothing, and is empty here; the real one is found first.
fn stubs_of_32_bits() -> io::Result<tempfile::TempDir> {
    let dir = tempfile::tempdir()?;
    std::fs::create_dir(dir.path().join("gnu"))?;
    std::fs::write(dir.path().join("gnu/stubs-32.h"), "")?;
    Ok(dir)
}

/// The host's preprocessor describes the host; for other targets its macros are replaced.
fn target_macros(target: &Target) -> Vec<String> {
    if *target == Target::LP64 {
        return Vec::new();
    }
    let mut args = vec!["-Wno-builtin-macro-redefined".to_owned()];
    args.extend(["__LP64__", "_LP64", "__x86_64__"].map(|name| format!("-U{name}")));
    let mut define = |name: &str, value: String| args.push(format!("-D{name}={value}"));
    for (name, kind, suffix) in [
        ("SHRT", IntKind::Short, ""),
        ("INT", IntKind::Int, ""),
        ("LONG", IntKind::Long, "L"),
        ("LONG_LONG", IntKind::LongLong, "LL"),
        ("SIZE", target.size_t, "U"),
    ] {
        let t = target.int_type(kind);
        let max = (1u128 << (t.bits - u8::from(t.signed))) - 1;
        define(&format!("__{name}_MAX__"), format!("0x{max:x}{suffix}"));
    }
    for (name, size) in [
        ("SHORT", target.short.size),
        ("INT", target.int.size),
        ("LONG", target.long.size),
        ("LONG_LONG", target.long_long.size),
        ("POINTER", target.pointer.size),
        ("LONG_DOUBLE", target.long_double.size),
        ("SIZE_T", target.int_size(target.size_t).size),
    ] {
        define(&format!("__SIZEOF_{name}__"), size.to_string());
    }
    define("__SIZE_TYPE__", spelled(target.size_t).to_owned());
    define("__PTRDIFF_TYPE__", spelled(target.ptrdiff_t).to_owned());
    for bits in [8, 16, 32, 64] {
        for (prefix, signed) in [("", true), ("U", false)] {
            if let Some(kind) = target.exact(bits, signed) {
                define(&format!("__{prefix}INT{bits}_TYPE__"), spelled(kind).to_owned());
            }
        }
    }
    args
}

fn spelled(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

#[cfg(test)]
mod tests {
    use super::as_text;

    #[test]
    fn bytes_of_other_encodings_are_escaped_in_literals_only() {
        let rows: [(&[u8], Result<&str, usize>); 5] = [
            (b"char *s = \"na\xefve\";", Ok("char *s = \"na\\357ve\";")),
            (b"int c = '\xff'; /* \\\" */", Ok("int c = '\\377'; /* \\\" */")),
            (b"char *s = \"\\\"\xe9\";", Ok("char *s = \"\\\"\\351\";")),
            ("char *s = \"n\u{ef}\";".as_bytes(), Ok("char *s = \"n\u{ef}\";")),
            (b"int \xe9;", Err(4)),
        ];
        for (bytes, wanted) in rows {
            assert_eq!(as_text(bytes.to_vec()), wanted.map(str::to_owned));
        }
    }
}
