//! A compiler's messages without the names of temporary files, which are others each time: `/tmp/ccA1b2C3.o` of a driver,
//! `/tmp/ctm.fp2sEg` of pcc, and the folder that a test is compiled in. With them, one bug would be many.

use std::path::Path;

/// What stands for a temporary file, before its ending.
const TEMPORARY: &str = "temporary";

/// Endings that say what a file is; others are as random as the name.
const ENDINGS: [&str; 12] = ["o", "s", "c", "i", "ii", "cpp", "cc", "h", "out", "res", "le", "bc"];

/// Folders for temporary files that are not ours.
const FOLDERS: [&str; 2] = ["/tmp/", "/var/tmp/"];

/// The text with every temporary name replaced. Files of the test itself (`own`) keep their names, without the folder.
pub fn without_temporary_names(text: &str, folder: &Path, own: &[&str]) -> String {
    if !text.contains('/') {
        return text.to_owned();
    }
    let mut folders = vec![format!("{}/", folder.display())];
    folders.extend(folder.canonicalize().ok().map(|real| format!("{}/", real.display())));
    folders.push(format!("{}/", std::env::temp_dir().display()));
    folders.extend(FOLDERS.map(str::to_owned));
    text.split_inclusive('\n').map(|line| line_without(line, &folders, own)).collect()
}

fn line_without(line: &str, folders: &[String], own: &[&str]) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((at, prefix)) = first_of(rest, folders) {
        plain.push_str(&rest[..at]);
        let path = &rest[at + prefix..];
        let end = path.find(ends_a_name).unwrap_or(path.len());
        // A full stop or a comma behind a name is the sentence's.
        let name = path[..end].trim_end_matches(['.', ',']);
        plain.push_str(&replaced(name, own));
        rest = &path[name.len()..];
    }
    plain.push_str(rest);
    plain
}

/// Where one of the folders is first mentioned, and how long its name is. A longer one is more to the point.
fn first_of(text: &str, folders: &[String]) -> Option<(usize, usize)> {
    let found = folders.iter().filter_map(|folder| Some((text.find(folder.as_str())?, folder.len())));
    found.min_by_key(|(at, len)| (*at, std::cmp::Reverse(*len)))
}

fn ends_a_name(c: char) -> bool {
    c.is_whitespace() || ":;()'\"`<>\u{2018}\u{2019}".contains(c)
}

fn replaced(name: &str, own: &[&str]) -> String {
    let base = name.rsplit('/').next().unwrap_or(name);
    if own.contains(&base) {
        return base.to_owned();
    }
    match base.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)) {
        Some((_, ending)) => format!("{TEMPORARY}.{ending}"),
        None => TEMPORARY.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_are_replaced() {
        let rows = [
            ("/tmp/ctm.fp2sEg, line 5: compiler error: x", "temporary, line 5: compiler error: x"),
            ("/tmp/ccA1b2C3.o: in function `main':", "temporary.o: in function `main':"),
            ("ld: (/tmp/ccA.o): bad (/tmp/ccB.ltrans0.o)", "ld: (temporary.o): bad (temporary.o)"),
            ("/tmp/assay-1-2-abc/test.c:3:4: error: e", "test.c:3:4: error: e"),
            ("cannot open '/var/tmp/x/y.s'.", "cannot open 'temporary.s'."),
            ("test.c:3:4: error: /usr/include/x.h is bad", "test.c:3:4: error: /usr/include/x.h is bad"),
            ("see /tmp/test-1b1a65.c.", "see temporary.c."),
        ];
        for (text, expected) in rows {
            let plain = without_temporary_names(text, Path::new("/tmp/assay-1-2-abc"), &["test.c"]);
            assert_eq!(plain, expected, "{text}");
        }
    }
}
