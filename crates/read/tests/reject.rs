//! What is not C, or not the C that we know, is refused with the right words at the right place. Each file of
//! `tests/reject` says in its first line what it expects, as `// error: line:column: words`.

use std::path::Path;

#[test]
fn errors_have_words_and_positions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reject");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let wanted = text.lines().next().and_then(|line| line.strip_prefix("// error: ")).unwrap();
        let got = match assay_read::read(&text, ir::Target::LP64) {
            Ok(_) => "accepted".to_owned(),
            Err(e) => format!("{}:{}: {}", e.position.line, e.position.column, e.kind),
        };
        if got != wanted {
            wrong.push(format!("{}: {got}", path.file_name().unwrap().to_string_lossy()));
        }
    }
    assert!(files.len() > 80, "{} files", files.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
