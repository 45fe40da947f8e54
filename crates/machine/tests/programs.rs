//! Programs of what the library and GNU C offer: each must print and return what gcc's binaries do.

mod support;

use std::path::{Path, PathBuf};

#[test]
fn programs_do_what_gccs_binaries_do() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 2);
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let (code, output) = support::gcc(&file, &["-O0"]).unwrap();
        let ran = support::run_file(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let printed = String::from_utf8_lossy(&ran.output);
        assert_eq!(printed, String::from_utf8_lossy(&output), "{name}: {:?}", ran.outcome);
        let wanted = assay_machine::Outcome::Finished { exit_code: code.unwrap() };
        assert_eq!(ran.outcome, wanted, "{name}");
    }
}
