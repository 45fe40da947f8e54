//! Headers that come with a foreign generator. Csmith's programs include `csmith.h`, which no compiler finds by itself
//! where Debian and others put it. So what a program includes is looked for where the generator is installed, and becomes
//! part of the program: compilers, validators and readers of a finding's folder need no `-I`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::compiler::compile::Source;
use crate::compiler::toolchain::find_program;

/// Adds the headers that the sources include, and those that the headers include, as far as they are the generator's.
pub(crate) fn complete(sources: &mut Vec<Source>, program: &str) {
    let mut known: BTreeSet<String> = sources.iter().map(|source| source.name.clone()).collect();
    let mut wanted: Vec<String> = sources.iter().flat_map(|source| included(&source.text)).collect();
    wanted.retain(|name| !known.contains(name));
    if wanted.is_empty() {
        return;
    }
    let folders = folders_of(program);
    while let Some(name) = wanted.pop() {
        if !known.insert(name.clone()) {
            continue;
        }
        let Some(text) = folders.iter().find_map(|folder| fs::read(folder.join(&name)).ok()) else {
            continue;
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        wanted.extend(included(&text));
        sources.push(Source { name, text });
    }
}

/// Names in `#include "NAME"` without a folder. Those in angle brackets are the system's.
fn included(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let name = rest.trim_start().strip_prefix('"')?.split('"').next()?;
        (!name.contains('/') && !name.is_empty()).then(|| name.to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// Where a generator's headers may be, the likeliest first: `$CSMITH_HOME/runtime`, which Csmith's own scripts use,
/// `/usr/include/csmith` beside `/usr/bin/csmith`, `include/csmith-2.3.0`, and `runtime` in a tree that it was built in.
fn folders_of(program: &str) -> Vec<PathBuf> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let mut folders = Vec::new();
    if let Some(home) = std::env::var_os(format!("{}_HOME", name.to_ascii_uppercase())) {
        folders.extend(["runtime", "include"].map(|part| Path::new(&home).join(part)));
    }
    let found = find_program(program);
    let real = found.as_ref().and_then(|path| path.canonicalize().ok());
    for path in found.iter().chain(&real) {
        let prefixes = path.ancestors().skip(2).take(2).map(Path::to_owned);
        folders.extend(prefixes.flat_map(|prefix| folders_in(&prefix, name)));
    }
    folders
}

fn folders_in(prefix: &Path, name: &str) -> Vec<PathBuf> {
    let include = prefix.join("include");
    let of_a_version = |entry: &fs::DirEntry| {
        let folder = entry.file_name();
        folder.to_str().and_then(|folder| folder.strip_prefix(name)).is_some_and(|rest| rest.starts_with('-'))
    };
    let entries = fs::read_dir(&include).into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = entries.filter(of_a_version).map(|entry| entry.path()).collect();
    // The newest.
    versions.sort_by(|a, b| b.cmp(a));
    let mut folders = vec![include.join(name)];
    folders.extend(versions);
    folders.extend([prefix.join("runtime"), include]);
    folders
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A generator in a place of its own, with its headers where one of the usual installations puts them.
    fn completed(folder: &str) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        let program = at("usr/bin/gen");
        fs::write(&program, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(at(&format!("{folder}/gen.h")), "#include <stdio.h>\n# include \"inner.h\"\n").unwrap();
        fs::write(at(&format!("{folder}/inner.h")), "#include \"gen.h\"\n#include \"no-such.h\"\n").unwrap();
        fs::write(at(&format!("{folder}/stdio.h")), "not this one").unwrap();
        let text = "#include \"gen.h\"\n#include <stdio.h>\nint main(void) { return 0; }\n".to_owned();
        let mut sources = vec![Source { name: "test.c".to_owned(), text }];
        complete(&mut sources, program.to_str().unwrap());
        sources.into_iter().map(|source| source.name).collect()
    }

    #[test]
    fn headers_of_a_generator_are_found_where_it_is_installed() {
        for folder in ["usr/include/gen", "usr/include/gen-2.3.0", "usr/include", "usr/runtime", "runtime"] {
            assert_eq!(completed(folder), ["test.c", "gen.h", "inner.h"], "{folder}");
        }
        assert_eq!(completed("elsewhere"), ["test.c"]);
    }
}
