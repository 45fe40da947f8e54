//! Every program in `tests/ub` must be refused with exactly the kind of undefined behaviour that its first line
//! expects, and its twin `NAME.ok.c` must finish and print what gcc's binary prints, without and with optimisation
//! and with the sanitizers silent.

mod support;

use assay_machine as machine;
use machine::{Outcome, Ub};
use std::path::Path;
use support::{Ran, gcc, run_file};

type Checked = datatest_stable::Result<()>;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/ub");

fn refused(path: &Path) -> Checked {
    let text = std::fs::read_to_string(path)?;
    let expected = text.lines().next().and_then(|l| l.strip_prefix("// expect: ")).ok_or("no expectation")?;
    if !Ub::NAMES.contains(&expected) {
        return Err(format!("there is no kind called {expected}").into());
    }
    match run_file(path)?.outcome {
        Outcome::Undefined(found) if found.ub.name() == expected => Ok(()),
        Outcome::Undefined(found) => {
            Err(format!("expected {expected}, found {}: {}", found.ub.name(), found.ub).into())
        }
        other => Err(format!("expected {expected}, found {other:?}").into()),
    }
}

fn finishes(path: &Path) -> Checked {
    let Ran { outcome, output, .. } = run_file(path)?;
    let Outcome::Finished { exit_code } = outcome else {
        return Err(match outcome {
            Outcome::Undefined(found) => format!("{}: {}", found.ub.name(), found.ub),
            other => format!("{other:?}"),
        }
        .into());
    };
    if output.is_empty() {
        return Err("a twin prints something".into());
    }
    for flags in
        [&["-O0"][..], &["-O2"], &["-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"]]
    {
        let (code, printed) = gcc(path, flags)?;
        if (code, printed.as_slice()) != (Some(exit_code & 0xff), output.as_slice()) {
            let text = String::from_utf8_lossy(&printed).into_owned();
            return Err(format!("gcc {flags:?} gives {code:?} and {text}").into());
        }
    }
    Ok(())
}

/// Each kind has a program that shows it.
fn complete(_: &Path) -> Checked {
    let mut seen = std::collections::BTreeSet::new();
    for class in std::fs::read_dir(ROOT)? {
        for file in std::fs::read_dir(class?.path())? {
            let text = std::fs::read_to_string(file?.path())?;
            seen.extend(text.lines().next().and_then(|l| l.strip_prefix("// expect: ")).map(str::to_owned));
        }
    }
    let missing: Vec<_> = Ub::NAMES.iter().filter(|name| !seen.contains(**name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no program shows {missing:?}").into()) }
}

datatest_stable::harness! {
    { test = refused, root = ROOT, pattern = r"^(?!.*\.ok\.c$).*\.c$" },
    { test = finishes, root = ROOT, pattern = r"\.ok\.c$" },
    { test = complete, root = ROOT, pattern = r"signed-overflow/add\.c$" },
}
