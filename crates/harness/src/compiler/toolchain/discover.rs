//! Every C and C++ compiler on the path, each once, with the levels it is usually tested at; cross
//! compilers with the emulator that runs their programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{
    Family, Fingerprint, Language, Toolchain, base_name, find_program, is_program, path_dirs, version_of,
};
use crate::compiler::command::Template;

#[derive(Clone, Debug, Default)]
pub struct Discovery {
    pub toolchains: Vec<Toolchain>,
    pub skipped: Vec<Skipped>,
}

/// A compiler that is there and cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub path: PathBuf,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It makes programs for a machine that nothing here emulates.
    NoEmulator { machine: String },
    /// It does not even tell its version.
    DoesNotStart,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::NoEmulator { machine } => write!(f, "no emulator for {machine}; install qemu-user"),
            Reason::DoesNotStart => write!(f, "it does not start"),
        }
    }
}

/// How a compiler is called: by a name, perhaps with words behind it.
struct Kind {
    stem: &'static str,
    words: &'static [&'static str],
    language: Language,
    family: Family,
    version_flag: &'static str,
    /// May stand behind a target (`aarch64-linux-gnu-gcc`).
    cross: Cross,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cross {
    Prefix,
    Never,
}

/// One row for each compiler. Generic names come last: mostly they are links to one of the others.
const KINDS: [Kind; 13] = [
    kind("gcc", Language::C, Family::Gcc, Cross::Prefix),
    kind("clang", Language::C, Family::Llvm, Cross::Never),
    Kind { version_flag: "-v", ..kind("tcc", Language::C, Family::Tcc, Cross::Never) },
    kind("pcc", Language::C, Family::Pcc, Cross::Never),
    kind("icx", Language::C, Family::Llvm, Cross::Never),
    kind("icc", Language::C, Family::Icc, Cross::Never),
    Kind { words: &["cc"], ..kind("zig", Language::C, Family::Llvm, Cross::Never) },
    kind("g++", Language::Cxx, Family::Gcc, Cross::Prefix),
    kind("clang++", Language::Cxx, Family::Llvm, Cross::Never),
    kind("icpx", Language::Cxx, Family::Llvm, Cross::Never),
    Kind { words: &["c++"], ..kind("zig", Language::Cxx, Family::Llvm, Cross::Never) },
    kind("cc", Language::C, Family::Unknown, Cross::Never),
    kind("c++", Language::Cxx, Family::Unknown, Cross::Never),
];

const fn kind(stem: &'static str, language: Language, family: Family, cross: Cross) -> Kind {
    Kind { stem, words: &[], language, family, version_flag: "--version", cross }
}

/// Names of machines in compilers' names, and in qemu's.
const EMULATORS: [(&str, &str); 15] = [
    ("aarch64", "aarch64"),
    ("aarch64_be", "aarch64_be"),
    ("arm", "arm"),
    ("armv7l", "arm"),
    ("powerpc64le", "ppc64le"),
    ("powerpc64", "ppc64"),
    ("powerpc", "ppc"),
    ("s390x", "s390x"),
    ("riscv64", "riscv64"),
    ("mips64el", "mips64el"),
    ("mipsel", "mipsel"),
    ("mips", "mips"),
    ("sparc64", "sparc64"),
    ("m68k", "m68k"),
    ("loongarch64", "loongarch64"),
];

/// What this machine runs itself.
const NATIVE: [(&str, &[&str]); 3] = [
    ("x86_64", &["x86_64", "i686", "i586", "i486", "i386"]),
    ("x86", &["i686", "i386"]),
    ("aarch64", &["aarch64"]),
];

/// Finds the compilers on the path.
pub fn discover() -> Discovery {
    discover_in(&path_dirs())
}

/// Finds the compilers in these directories; the earlier one wins, as on the path.
pub fn discover_in(dirs: &[PathBuf]) -> Discovery {
    let names = programs_in(dirs);
    let mut seen = BTreeSet::new();
    let mut found = Discovery::default();
    for kind in &KINDS {
        for path in names.iter().filter(|path| matches_kind(kind, path)) {
            if seen.insert((identity(path), kind.language)) {
                match inspect(kind, path) {
                    Ok(toolchain) => found.toolchains.push(toolchain),
                    Err(reason) => found.skipped.push(Skipped { path: path.clone(), reason }),
                }
            }
        }
    }
    found
}

/// All programs, each name once; shorter names first, so that `gcc` is called that and not `gcc-12`.
fn programs_in(dirs: &[PathBuf]) -> Vec<PathBuf> {
    let mut names = BTreeSet::new();
    let entries = dirs.iter().filter_map(|dir| fs::read_dir(dir).ok()).flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| KINDS.iter().any(|kind| matches_kind(kind, path)) && is_program(path))
        .filter(|path| names.insert(path.file_name().map(|name| name.to_owned())))
        .collect();
    paths.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    paths
}

fn matches_kind(kind: &Kind, path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    parse_name(kind, name).is_some()
}

/// The target before the stem, if any. `gcc-ar` is no compiler: behind the stem there is a version or nothing.
fn parse_name<'a>(kind: &Kind, name: &'a str) -> Option<Option<&'a str>> {
    let (before, after) = name.rsplit_once(kind.stem)?;
    let version = after.is_empty()
        || after.strip_prefix('-').is_some_and(|v| {
            v.starts_with(|c: char| c.is_ascii_digit()) && v.chars().all(|c| c.is_ascii_digit() || c == '.')
        });
    match before.strip_suffix('-') {
        None if before.is_empty() => version.then_some(None),
        // Three parts or more are a target; `c99-gcc` and `afl-gcc` are wrappers.
        Some(target) if kind.cross == Cross::Prefix && target.matches('-').count() >= 2 => {
            version.then_some(Some(target))
        }
        Some(_) | None => None,
    }
}

/// Links to the same file are the same compiler, unless the file is a wrapper such as ccache, which goes by
/// the name it is called with.
fn identity(path: &Path) -> PathBuf {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if KINDS.iter().any(|kind| matches_kind(kind, &real)) { real } else { path.to_owned() }
}

fn inspect(kind: &Kind, path: &Path) -> Result<Toolchain, Reason> {
    let file = base_name(&path.to_string_lossy());
    let target = parse_name(kind, &file).flatten();
    let runner = target.map_or(Ok(Vec::new()), runner_for)?;
    let mut words = vec![path.to_string_lossy().into_owned()];
    words.extend(kind.words.iter().map(|&word| word.to_owned()));
    let command = Template::from_words(&words);
    let version = version_of(&command, kind.version_flag).map_err(|_| Reason::DoesNotStart)?;
    let family = if kind.family == Family::Unknown { Family::guess(&file, &version) } else { kind.family };
    let name = [&[file.as_str()], kind.words].concat().join(" ");
    let fingerprint = Fingerprint::take(path, version);
    Ok(Toolchain {
        name,
        family,
        language: kind.language,
        command,
        runner,
        levels: family.levels(),
        fingerprint,
    })
}

fn runner_for(target: &str) -> Result<Vec<String>, Reason> {
    let machine = target.split('-').next().unwrap_or(target);
    let native = NATIVE.iter().any(|(host, runs)| *host == std::env::consts::ARCH && runs.contains(&machine));
    if native {
        return Ok(Vec::new());
    }
    let emulator = EMULATORS.iter().find(|(name, _)| *name == machine).and_then(|(_, qemu)| {
        ["", "-static"].iter().find_map(|suffix| find_program(&format!("qemu-{qemu}{suffix}")))
    });
    let emulator = emulator.ok_or_else(|| Reason::NoEmulator { machine: machine.to_owned() })?;
    // Debian's cross libraries, where the emulated program finds its dynamic loader.
    Ok(vec![emulator.display().to_string(), "-L".to_owned(), format!("/usr/{target}")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_compilers() {
        let rows = [
            ("gcc", true),
            ("gcc-12", true),
            ("aarch64-linux-gnu-gcc-12", true),
            ("clang-16", true),
            ("tcc", true),
            ("g++-12", true),
            ("clang++", true),
            ("zig", true),
            ("gcc-ar", false),
            ("gcc-ar-12", false),
            ("c99-gcc", false),
            ("clang-format", false),
            ("clang-tidy-16", false),
            ("gcc-", false),
            ("x86_64-linux-gnu-gcc-nm", false),
            ("distcc", false),
            ("ccache", false),
        ];
        for (name, expected) in rows {
            assert_eq!(KINDS.iter().any(|kind| parse_name(kind, name).is_some()), expected, "{name}");
        }
    }

    #[test]
    fn links_are_the_same_compiler_and_broken_ones_are_skipped() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let script = |name: &str, text: &str| {
            fs::write(dir.path().join(name), text).unwrap();
            fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
        };
        script("gcc-99", "#!/bin/sh\necho gcc 99.1\n");
        symlink("gcc-99", dir.path().join("gcc")).unwrap();
        symlink("gcc-99", dir.path().join("cc")).unwrap();
        script("tcc", "#!/no/such/interpreter\n");
        script("vax-dec-ultrix-gcc", "#!/bin/sh\n");
        fs::write(dir.path().join("clang"), "not executable").unwrap();
        let found = discover_in(&[dir.path().to_owned()]);
        let names: Vec<_> =
            found.toolchains.iter().map(|t| (t.name.as_str(), t.fingerprint.version.as_str())).collect();
        assert_eq!(names, [("gcc", "gcc 99.1")]);
        let reasons: Vec<_> = found.skipped.into_iter().map(|skipped| skipped.reason).collect();
        assert_eq!(reasons, [Reason::NoEmulator { machine: "vax".into() }, Reason::DoesNotStart]);
    }
}
