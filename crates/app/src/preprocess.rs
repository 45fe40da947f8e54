//! Runs the system's preprocessor. The one process that this crate starts, until the crate `harness` does it.

use crate::failure::Failure;
use ir::{IntKind, Target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// The text of a file after `$CC -E` (`cc -E` where `CC` is not set).
pub fn preprocess(file: &Path, options: &Options, target: &Target) -> Result<String, Failure> {
    let command = std::env::var("CC").ok().filter(|c| !c.trim().is_empty()).unwrap_or_else(|| "cc".into());
    check_readable(file)?;
    let mut words = command.split_whitespace();
    let mut cc = Command::new(words.next().unwrap_or("cc"));
    cc.args(words).args(["-E", "-x", "c"]);
    cc.args(target_macros(target));
    cc.args(options.include.iter().flat_map(|dir| [Path::new("-I"), dir]));
    cc.args(options.define.iter().flat_map(|define| ["-D", define]));
    let output = cc.arg(file).stdin(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::NoCompiler { command, error })?;
    if !output.status.success() {
        return Err(Failure::Preprocessor(first_error(&output.stderr, file)));
    }
    String::from_utf8(output.stdout)
        .map_err(|error| Failure::NotText { file: file.to_owned(), at: error.utf8_error().valid_up_to() })
}

/// Compilers word these in many ways, so we look first. `-` is the standard input.
pub fn check_readable(file: &Path) -> Result<(), Failure> {
    if file == Path::new("-") {
        return Ok(());
    }
    let failed = |error| Failure::File { file: file.to_owned(), error };
    if std::fs::metadata(file).map_err(failed)?.is_dir() {
        return Err(Failure::Directory(file.to_owned()));
    }
    std::fs::File::open(file).map_err(failed).map(drop)
}

fn first_error(stderr: &[u8], file: &Path) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().find(|l| l.contains("error")).or_else(|| text.lines().next());
    line.map_or_else(|| format!("{}: cannot be preprocessed", file.display()), str::to_owned)
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
