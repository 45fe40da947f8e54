//! The shape of the source, as a person would see it: imports go one way between layers, cycles of imports are small, so are
//! folders and functions. Read from the `use crate::…` lines and the paths of the text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The layers of crates, from the bottom to the top: a module imports from its own folder and from those below it.
const LAYERS: [(&str, &[&str]); 3] = [
    (
        "machine",
        &[
            "value", "ub", "outcome", "ops", "memory", "config", "observe", "state", "bytecode", "grow",
            "machine", "access", "tree", "library", "lower", "execute", "run",
        ],
    ),
    (
        "generate",
        &["choice", "policy", "state", "types", "expr", "stmt", "repair", "annotate", "driver", "profile"],
    ),
    (
        "campaign",
        &[
            "text", "nearest", "figures", "host", "usage", "pulse", "draw", "finding", "corpus", "plan",
            "config", "testing", "store", "triage", "summary", "event", "run", "report",
        ],
    ),
];
const MOST_IN_A_CYCLE: usize = 6;
const MOST_IN_A_FOLDER: usize = 18;
const MOST_LINES_OF_A_FUNCTION: usize = 80;
const MOST_LINES_OF_A_FILE: usize = 800;

/// Folders that are tables, with a file for each row.
const TABLES: [&str; 2] = ["reduce/passes", "app/verbs"];

/// Functions that are tables, with a line or a few for each row.
const FLAT: [&str; 3] = ["ub::fmt", "values::val_counted", "run::run"];

type Modules = BTreeMap<String, PathBuf>;

/// The modules below a folder, by their paths: `stmt::loops`.
fn add_modules(dir: &Path, prefix: &str, all: &mut Modules) {
    for entry in std::fs::read_dir(dir).expect("the sources are there").flatten() {
        let path = entry.path();
        let stem = path.file_stem().and_then(|s| s.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            add_modules(&path, &format!("{prefix}{stem}::"), all);
        } else if path.extension().is_none_or(|end| end != "rs") {
            // What is not code is no module.
        } else if stem == "mod" {
            all.insert(prefix.trim_end_matches("::").to_owned(), path);
        } else if !["lib", "main"].contains(&stem.as_str()) {
            all.insert(format!("{prefix}{stem}"), path);
        }
    }
}

/// The paths of a `use`, one for each name that it brings in.
fn flatten(tree: &str) -> Vec<String> {
    let Some((head, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inner = rest.trim_end().strip_suffix('}').expect("the braces of a use are balanced");
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inner.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match (c, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("there is one").push(c),
        }
    }
    let named = parts.iter().filter(|part| !part.trim().is_empty());
    named.flat_map(|part| flatten(part.trim())).map(|path| format!("{}{path}", head.trim())).collect()
}

/// The first name of a path.
fn first(path: &str) -> &str {
    path.split(':').next().unwrap_or(path)
}

/// The modules that a module names, by `use` or by a full path.
fn imports(all: &Modules, module: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(&all[module]).expect("the sources are there");
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let code: Vec<&str> = text.lines().map(|l| l.split("//").next().unwrap_or("")).collect();
    let parent = module.rsplit_once("::").map_or(String::new(), |(parent, _)| format!("{parent}::"));
    let mut paths = Vec::new();
    for statement in code.join(" ").split(';') {
        let used = statement.rsplit_once("use ").map(|(_, tree)| tree.trim());
        match used {
            Some(tree) if tree.starts_with("crate::") => paths.extend(flatten(&tree[7..])),
            Some(tree) if tree.starts_with("super::") => {
                paths.extend(flatten(&tree[7..]).into_iter().map(|path| format!("{parent}{path}")));
            }
            // What a module takes from its children.
            Some(tree) if all.contains_key(&format!("{module}::{}", first(tree))) => {
                paths.extend(flatten(tree).into_iter().map(|path| format!("{module}::{path}")));
            }
            _ => paths.extend(statement.split("crate::").skip(1).map(|rest| {
                rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                    .next()
                    .unwrap_or("")
                    .to_owned()
            })),
        }
    }
    let longest = |path: &String| {
        let ends = path.match_indices("::").map(|(i, _)| i).chain([path.len()]);
        ends.map(|end| &path[..end]).filter(|start| all.contains_key(*start)).last().map(str::to_owned)
    };
    paths.iter().filter_map(longest).filter(|to| to != module).collect()
}

/// A crate's modules, and which of them each imports.
struct Source {
    name: String,
    modules: Modules,
    edges: BTreeMap<String, BTreeSet<String>>,
}

/// The crates of this workspace.
fn crates() -> Vec<Source> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let all = std::fs::read_dir(dir).expect("the crates are there").flatten();
    let mut crates: Vec<Source> = all
        .map(|entry| {
            let mut modules = Modules::new();
            add_modules(&entry.path().join("src"), "", &mut modules);
            let edges = modules.keys().map(|module| (module.clone(), imports(&modules, module))).collect();
            Source { name: entry.file_name().to_string_lossy().into_owned(), modules, edges }
        })
        .collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(crates.len() >= 10, "only {} crates were found", crates.len());
    crates
}

fn layer(layers: &[&str], module: &str) -> usize {
    let folder = first(module);
    layers.iter().position(|l| *l == folder).unwrap_or_else(|| panic!("`{folder}` is in no layer"))
}

#[test]
fn imports_of_layers_go_one_way() {
    let all = crates();
    let of = |name: &str| all.iter().find(|one| one.name == name).expect("the crate is there");
    assert!(of("machine").edges["execute::run"].contains("tree::exec"), "imports are not understood");
    assert!(of("generate").edges["stmt::loops"].contains("types::variables"), "imports are not understood");
    assert!(
        of("campaign").edges["store::examined"].contains("finding::folder"),
        "imports are not understood"
    );
    for (name, layers) in LAYERS {
        let Source { modules, edges, .. } = of(name);
        assert!(modules.len() > 60, "only {} modules of {name} were found", modules.len());
        for (from, to) in edges.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
            let (own, other) = (layer(layers, from), layer(layers, to));
            assert!(other <= own, "{name}: {from} imports {to}, which is in a layer above");
        }
    }
}

#[test]
fn cycles_are_small() {
    for Source { name, modules, edges } in crates() {
        let reach = |from: &String| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = open.pop() {
                open.extend(edges[&module].iter().filter(|to| seen.insert((*to).clone())).cloned());
            }
            seen
        };
        let reached: BTreeMap<&String, BTreeSet<String>> = modules.keys().map(|m| (m, reach(m))).collect();
        for module in modules.keys().filter(|m| reached[m].contains(*m)) {
            let cycle: Vec<&String> =
                reached[module].iter().filter(|m| reached[m].contains(module)).collect();
            assert!(cycle.len() <= MOST_IN_A_CYCLE, "{name}: a cycle of {}: {cycle:?}", cycle.len());
        }
    }
}

#[test]
fn folders_are_small() {
    for Source { name, modules, .. } in crates() {
        let mut folders: BTreeMap<String, usize> = BTreeMap::new();
        for module in modules.keys() {
            let folder = module.rsplit_once("::").map_or("", |(folder, _)| folder).replace("::", "/");
            *folders.entry(format!("{name}/{folder}")).or_default() += 1;
        }
        for (folder, count) in folders.into_iter().filter(|(folder, _)| !TABLES.contains(&folder.as_str())) {
            assert!(count <= MOST_IN_A_FOLDER, "{count} modules side by side in {folder}");
        }
    }
}

/// The functions of a text as rustfmt writes it, with how many lines each has.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut words = line.trim_start().split(' ');
        let is_before = |word: &&str| word.starts_with("pub") || ["const", "unsafe", "async"].contains(word);
        let Some(name) = words.find(|word| !is_before(word)).filter(|word| *word == "fn").and(words.next())
        else {
            continue;
        };
        let end = |line: &&str| {
            **line == format!("{indent}}}")
                || (line.starts_with(indent) && line.ends_with(';') && !line[indent.len()..].starts_with(' '))
        };
        let length = lines[start..].iter().position(end).map_or(0, |n| n + 1);
        all.push((name.split(['(', '<']).next().unwrap_or_default().to_owned(), length));
    }
    all
}

#[test]
fn functions_and_files_are_short() {
    let mut known = 0;
    for Source { name, modules, .. } in crates() {
        for (module, path) in &modules {
            let text = std::fs::read_to_string(path).expect("the sources are there");
            let last = module.rsplit("::").next().unwrap_or(module);
            for (function, lines) in functions(&text) {
                let is_flat = FLAT.contains(&format!("{last}::{function}").as_str());
                known += usize::from(lines > 1);
                assert!(
                    is_flat || lines <= MOST_LINES_OF_A_FUNCTION,
                    "{name}: {module}::{function} has {lines} lines"
                );
            }
            let lines = text.lines().count();
            assert!(lines <= MOST_LINES_OF_A_FILE, "{name}: {module} has {lines} lines");
        }
    }
    assert!(known > 3000, "only {known} functions were found");
}

/// The files that a text names in backticks: `search/engine.rs`.
fn named_files(text: &str) -> Vec<&str> {
    let is_path = |word: &&str| {
        word.ends_with(".rs") && word.chars().all(|c| c.is_alphanumeric() || "/_-.".contains(c))
    };
    text.split('`').skip(1).step_by(2).filter(is_path).collect()
}

#[test]
fn the_architecture_names_files_that_are_there() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../ARCHITECTURE.md"));
    let text = text.expect("it is there");
    let mut files = BTreeSet::new();
    for Source { name, modules, .. } in crates() {
        files.extend(modules.values().map(|path| path.to_string_lossy().replace("/src/", "/")));
        files.extend(["lib.rs", "main.rs"].map(|file| format!("/{name}/{file}")));
    }
    let named = named_files(&text);
    assert!(named.len() > 60, "only {} files are named", named.len());
    for file in named.into_iter().filter(|file| !file.contains("tests/")) {
        let end = format!("/{}", file.replace("/src/", "/"));
        assert!(files.iter().any(|path| path.ends_with(&end)), "there is no {file}");
    }
}
