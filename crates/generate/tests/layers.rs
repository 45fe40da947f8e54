//! The layers of the crate: a module imports from its own folder and from those below it. Read from the `use crate::…` lines
//! and the paths of the source, as a person would.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// From the bottom to the top.
const LAYERS: [&str; 10] =
    ["choice", "policy", "state", "types", "expr", "stmt", "repair", "annotate", "driver", "profile"];
const MOST_IN_A_CYCLE: usize = 6;
const MOST_IN_A_FOLDER: usize = 18;

type Modules = BTreeMap<String, PathBuf>;

/// The modules below a folder, by their paths: `stmt::loops`.
fn modules(dir: &Path, prefix: &str, all: &mut Modules) {
    for entry in std::fs::read_dir(dir).expect("the sources are there").flatten() {
        let path = entry.path();
        let stem = path.file_stem().and_then(|s| s.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            modules(&path, &format!("{prefix}{stem}::"), all);
        } else if stem == "mod" {
            all.insert(prefix.trim_end_matches("::").to_owned(), path);
        } else if stem != "lib" {
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

/// The modules that a module names: by `use`, by a full path, and as its children.
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
            _ => paths.extend(statement.split("crate::").skip(1).map(|rest| {
                rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                    .next()
                    .unwrap_or("")
                    .to_owned()
            })),
        }
        if let Some((_, child)) = statement.rsplit_once("mod ") {
            paths.push(format!("{module}::{}", child.trim()));
        }
    }
    let longest = |path: &String| {
        let ends = path.match_indices("::").map(|(i, _)| i).chain([path.len()]);
        ends.map(|end| &path[..end]).filter(|start| all.contains_key(*start)).last().map(str::to_owned)
    };
    paths.iter().filter_map(longest).filter(|to| to != module).collect()
}

fn source() -> (Modules, BTreeMap<String, BTreeSet<String>>) {
    let mut all = Modules::new();
    modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut all);
    let edges = all.keys().map(|module| (module.clone(), imports(&all, module))).collect();
    (all, edges)
}

fn layer(module: &str) -> usize {
    let folder = module.split("::").next().unwrap_or(module);
    LAYERS.iter().position(|l| *l == folder).unwrap_or_else(|| panic!("`{folder}` is in no layer"))
}

#[test]
fn imports_go_one_way() {
    let (all, edges) = source();
    assert!(all.len() > 60, "only {} modules were found", all.len());
    assert!(edges["stmt::loops"].contains("types::variables"), "imports are not understood");
    for (from, to) in edges.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        assert!(layer(to) <= layer(from), "{from} imports {to}, which is in a layer above");
    }
}

#[test]
fn cycles_are_small() {
    let (all, edges) = source();
    let reach = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            open.extend(edges[&module].iter().filter(|to| seen.insert((*to).clone())).cloned());
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = all.keys().map(|m| (m, reach(m))).collect();
    for module in all.keys().filter(|m| reached[m].contains(*m)) {
        let cycle: Vec<&String> = reached[module].iter().filter(|m| reached[m].contains(module)).collect();
        assert!(cycle.len() <= MOST_IN_A_CYCLE, "a cycle of {}: {cycle:?}", cycle.len());
    }
}

#[test]
fn folders_are_small() {
    let (all, _) = source();
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for module in all.keys() {
        *folders.entry(module.rsplit_once("::").map_or("", |(folder, _)| folder)).or_default() += 1;
    }
    for (folder, count) in folders {
        assert!(count <= MOST_IN_A_FOLDER, "{count} modules side by side in `{folder}`");
    }
}
