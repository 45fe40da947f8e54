//! Which variable is the first with a wrong value? A grown program prints one line for each scalar when it is given
//! an argument, `NUMBER = VALUE`; the machine knows what these lines should be, and the generator the names.

use harness::{Execution, Setup, Toolchain, Trial, excerpt};
use ir::Program;
use machine::Config;

use crate::finding::{File, WrongVariable};

/// The argument that makes a program tell its variables.
const TELL: &str = "1";

/// What the finding's folder calls the two lists.
pub(crate) const EXPECTED: &str = "expected-variables.txt";
pub(crate) const ACTUAL: &str = "actual-variables.txt";

/// The lists, and their first difference. `None` there: they agree, so the bug hides when it is watched.
pub(crate) struct Told {
    pub first: Option<WrongVariable>,
    pub files: Vec<File>,
}

/// Runs the wrong program once more, and the machine too. `None`: it does not end when it has to tell.
pub(crate) fn ask(
    setup: &Setup,
    toolchain: &Toolchain,
    trial: &Trial,
    (program, names): (&Program, &[String]),
) -> Result<Option<Told>, harness::Error> {
    let executed = setup.execute(toolchain, &trial.compiled, &[TELL])?;
    let Some(Execution::Finished(output)) = executed.map(|executed| executed.result) else { return Ok(None) };
    let expected = named(&expected_lines(program), names);
    let actual = named(&output.stdout, names);
    let first = first_wrong(&expected, &actual);
    let files = vec![File::new(EXPECTED, expected), File::new(ACTUAL, excerpt::log(actual.as_bytes()))];
    Ok(Some(Told { first, files }))
}

fn expected_lines(program: &Program) -> Vec<u8> {
    let config = Config { args: vec![TELL.to_owned()], ..Config::default() };
    machine::run(program, config).1.take_output()
}

/// The lines with names in the place of numbers.
fn named(lines: &[u8], names: &[String]) -> String {
    let name = |line: &str| {
        let (number, value) = line.split_once(" = ")?;
        let name = names.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(format!("{name} = {value}"))
    };
    let text = String::from_utf8_lossy(lines);
    text.lines().map(|line| name(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

/// The last line is the checksum, which is wrong whenever something else is.
fn first_wrong(expected: &str, actual: &str) -> Option<WrongVariable> {
    let mut given = actual.lines();
    for line in expected.lines() {
        let (name, value) = line.split_once(" = ").unwrap_or((line, ""));
        let found = given.next().unwrap_or("nothing");
        if found != line {
            let actual = found.strip_prefix(name).and_then(|rest| rest.strip_prefix(" = ")).unwrap_or(found);
            let actual = excerpt::line(actual);
            return Some(WrongVariable { name: name.into(), expected: value.into(), actual });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_names() {
        let names = ["a".to_owned(), "b[0].f".to_owned()];
        assert_eq!(
            named(b"1 = 1\n2 = 0x2\n3 = 4\nchecksum = 9\n", &names),
            "a = 1\nb[0].f = 0x2\n3 = 4\nchecksum = 9\n"
        );
    }

    #[test]
    fn the_first_difference_names_a_variable() {
        let expected = "a = 1\nb[0].f = 2\nchecksum = 9\n";
        assert_eq!(first_wrong(expected, expected), None);
        let wrong = first_wrong(expected, "a = 1\nb[0].f = 3\nchecksum = 8\n").unwrap();
        assert_eq!(wrong.to_string(), "b[0].f is 3, expected 2");
        let short = first_wrong(expected, "a = 1\n").unwrap();
        assert_eq!(short.to_string(), "b[0].f is nothing, expected 2");
    }
}
