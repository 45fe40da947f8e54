//! What a compiler tells about itself: its version in full, and for GCC which optimisations, passes and counters it
//! has at given flags. Answers are lists of names; what to do with them is decided elsewhere.

use crate::compiler::compile::Source;
use crate::compiler::toolchain::Toolchain;
use crate::environment::{Environment, Error};
use crate::judge::trial::Setup;
use crate::process::{Job, Status, run};

/// Asks a compiler something that needs no program. The answer is what it says, on either stream.
pub fn ask(setup: &Setup, toolchain: &Toolchain, words: &[&str]) -> Result<String, Error> {
    let dir = setup.scratch.fresh()?;
    let mut argv = toolchain.command.fill(&Default::default());
    argv.retain(|word| !word.is_empty());
    argv.extend(words.iter().map(Into::into));
    let job = Job {
        argv,
        dir: dir.path().to_owned(),
        env: Vec::new(),
        limits: setup.compile.clone(),
        reach: setup.reach.clone(),
    };
    let ran = run(&job, &setup.cancel).map_err(Environment::from)?;
    if ran.status == Status::Cancelled {
        return Err(Error::Cancelled);
    }
    Ok(String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned())
}

/// The version in full, as a bug report wants it.
pub fn version(setup: &Setup, toolchain: &Toolchain) -> Result<String, Error> {
    ask(setup, toolchain, &["-v"])
}

/// GCC: names of the optimisations that are on at some flags, without `-f`. Those with a value are left out.
pub fn optimizers(setup: &Setup, toolchain: &Toolchain, flags: &[String]) -> Result<Vec<String>, Error> {
    let mut words: Vec<&str> = flags.iter().map(String::as_str).collect();
    words.extend(["-Q", "--help=optimizers"]);
    Ok(enabled_in(&ask(setup, toolchain, &words)?))
}

/// GCC: names of the passes that run at some flags, in their order, as `-fdisable-NAME` takes them.
pub fn passes(setup: &Setup, toolchain: &Toolchain, flags: &[String]) -> Result<Vec<String>, Error> {
    Ok(passes_in(&said_of_nothing(setup, toolchain, flags, "-fdump-passes")?))
}

/// GCC: names of the counters that `-fdbg-cnt` takes.
pub fn counters(setup: &Setup, toolchain: &Toolchain, flags: &[String]) -> Result<Vec<String>, Error> {
    Ok(counters_in(&said_of_nothing(setup, toolchain, flags, "-fdbg-cnt-list")?))
}

/// What a compiler says of a program with nothing in it.
fn said_of_nothing(
    setup: &Setup,
    toolchain: &Toolchain,
    flags: &[String],
    question: &str,
) -> Result<String, Error> {
    let source = Source { name: "nothing.c".to_owned(), text: "int main(void) { return 0; }\n".to_owned() };
    let flags: Vec<String> = flags.iter().cloned().chain([question.to_owned(), "-c".to_owned()]).collect();
    Ok(setup.compile(toolchain, &flags, &[source])?.stderr)
}

/// `  -ftree-vrp                 [enabled]`
fn enabled_in(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let (name, state) = line.trim().split_once(char::is_whitespace)?;
        let on = state.trim() == "[enabled]" && !name.contains('=');
        on.then(|| name.strip_prefix("-f").map(str::to_owned))?
    };
    text.lines().filter_map(name).collect()
}

/// `   tree-vrp1                                           :  ON`. Names with a star have no switch. Names that come
/// again are the same switch.
fn passes_in(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in text.lines() {
        let Some((name, state)) = line.rsplit_once(':') else { continue };
        let name = name.trim();
        let is_pass = ["tree-", "rtl-", "ipa-"].iter().any(|kind| name.starts_with(kind));
        if is_pass && state.trim() == "ON" && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Rows below the line of dashes: `  dce    0    unset`.
fn counters_in(text: &str) -> Vec<String> {
    let rows = text.lines().skip_while(|line| !line.starts_with("---")).skip(1);
    rows.filter(|line| line.trim_end().ends_with("unset"))
        .filter_map(|line| line.split_ascii_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::command::Template;

    #[test]
    fn lists_are_read() {
        let help = "The following options control optimizations:\n  -O<number>       \n  -fdce     \t\t[enabled]\n  \
                    -fdse  [disabled]\n  -fvect-cost-model=[a|b] \t[enabled]\n  -ftree-vrp [enabled]\n";
        assert_eq!(enabled_in(help), ["dce", "tree-vrp"]);
        let passes = "   *warn  :  ON\n   tree-ccp1   :  ON\n      tree-lim :  OFF\n  rtl-rtl pre :  ON\n  tree-ccp1 :  ON\n";
        assert_eq!(passes_in(passes), ["tree-ccp1", "rtl-rtl pre"]);
        let counters = "  counter name   counter value  closed intervals\n------\n  dce    0   unset\n  ccp  0 unset\n\n";
        assert_eq!(counters_in(counters), ["dce", "ccp"]);
    }

    #[test]
    fn gcc_answers() {
        let gcc = Toolchain::from_template(Template::parse("gcc").unwrap()).unwrap();
        let (setup, flags) = (Setup::default(), ["-O2".to_owned()]);
        let has =
            |list: Vec<String>, name: &str| assert!(list.iter().any(|one| one == name), "{name}: {list:?}");
        has(optimizers(&setup, &gcc, &flags).unwrap(), "tree-vrp");
        has(passes(&setup, &gcc, &flags).unwrap(), "tree-vrp1");
        has(counters(&setup, &gcc, &flags).unwrap(), "dce");
        assert!(version(&setup, &gcc).unwrap().contains("gcc version"));
    }
}
