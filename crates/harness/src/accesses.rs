//! The accesses that a compiled program makes to its volatile objects, as valgrind's lackey sees them, and how they are told. What they
//! should be is known elsewhere. docs/explain/volatile.md has the rules.
//!
//! Lackey tells every access of every instruction with address and size, whatever the compiler made of the program. Pages that trap would need code linked
//! in, the place of each object in a section of its own, and a decoder of instructions to know what was accessed: all of which changes the program.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use crate::environment::{Environment, Error};
use crate::process::{Cancel, Job, Limits, Reach, Status, run};

/// A volatile object of a program, by the name that the linker knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    pub size: u64,
}

/// One access to such an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub object: String,
    pub offset: u64,
    pub size: u64,
    pub does: Does,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Read,
    Write,
}

/// What a program did.
pub struct Watched {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub status: Status,
    pub accesses: Vec<Access>,
}

/// So many accesses are told one by one; of the rest there is one number.
const TOLD: usize = 2000;

/// The accesses in a form that is equal for equal sequences: a line for each.
pub fn told(accesses: &[Access]) -> String {
    let mut text = format!("{} volatile accesses\n", accesses.len());
    let line = |one: &Access| {
        let does = match one.does {
            Does::Read => "read",
            Does::Write => "write",
        };
        format!("{does} {} at {} of {}\n", one.size, one.offset, one.object)
    };
    accesses.iter().take(TOLD).for_each(|one| text.push_str(&line(one)));
    if accesses.len() > TOLD {
        // FNV-1a.
        let bytes = accesses[TOLD..].iter().flat_map(|one| line(one).into_bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let _ = writeln!(text, "and so on: {hash:016x}");
    }
    text
}

const LOG: &str = "accesses.log";

/// Valgrind's own optimiser drops loads whose value is unused before lackey sees them.
const NO_OPTIMISER: &str = "--vex-iropt-level=0";

/// Runs a program that is not position-independent, and watches its objects.
pub fn watch(
    program: &Path,
    arguments: &[String],
    objects: &[Object],
    cancel: &Cancel,
) -> Result<Watched, Error> {
    let dir = std::path::absolute(program).unwrap_or_else(|_| program.to_owned());
    let dir = dir.parent().unwrap_or(Path::new("."));
    let places = places(program, dir, objects, cancel)?;
    let log = dir.join(LOG);
    let mut argv: Vec<OsString> = ["valgrind", "--tool=lackey", "--trace-mem=yes", "--vgdb=no", NO_OPTIMISER]
        .map(OsString::from)
        .to_vec();
    argv.push(format!("--log-file={}", log.display()).into());
    argv.push(program.into());
    argv.extend(arguments.iter().map(OsString::from));
    let ran = run(
        &job(
            argv,
            dir,
            Limits { file_size: MOST_LOG, address_space: None, ..Limits::program().with_time(TIME) },
        ),
        cancel,
    )?;
    let accesses = read_log(&log, &places).map_err(|error| Environment::scratch(dir, error));
    let _ = std::fs::remove_file(&log);
    Ok(Watched { stdout: ran.stdout, stderr: ran.stderr, status: ran.status, accesses: accesses? })
}

/// A little less than who started us waits for.
const TIME: Duration = Duration::from_secs(100);

/// A run of a million instructions takes some 15 MB.
const MOST_LOG: u64 = 1 << 30;

fn job(argv: Vec<OsString>, dir: &Path, limits: Limits) -> Job {
    Job { argv, dir: dir.to_owned(), env: Vec::new(), limits, reach: Reach::default() }
}

/// Where the objects are: start, and the object.
type Places<'o> = BTreeMap<u64, &'o Object>;

/// Where the linker has put them. One that the program does without is nowhere.
fn places<'o>(
    program: &Path,
    dir: &Path,
    objects: &'o [Object],
    cancel: &Cancel,
) -> Result<Places<'o>, Error> {
    let argv = vec!["nm".into(), program.into()];
    let ran = run(&job(argv, dir, Limits::compiler()), cancel)?;
    if ran.status != Status::Exited(0) {
        return Err(Environment::MissingTool { tool: "nm".to_owned() }.into());
    }
    Ok(in_symbols(&String::from_utf8_lossy(&ran.stdout), objects))
}

/// `0000000000404018 D g_1`
fn in_symbols<'o>(text: &str, objects: &'o [Object]) -> Places<'o> {
    let place = |line: &str| {
        let mut words = line.split_whitespace();
        let start = u64::from_str_radix(words.next()?, 16).ok()?;
        let name = words.nth(1)?;
        objects.iter().find(|object| object.name == name).map(|object| (start, object))
    };
    text.lines().filter_map(place).collect()
}

fn read_log(log: &Path, places: &Places) -> std::io::Result<Vec<Access>> {
    let mut accesses = Vec::new();
    for line in BufReader::new(File::open(log)?).lines() {
        accesses.extend(in_line(&line?, places).into_iter().flatten());
    }
    Ok(accesses)
}

/// ` L 0404018,4` is a load, ` S` a store, ` M` a load and a store of one instruction; `I ` is the instruction itself.
fn in_line(line: &str, places: &Places) -> Option<Vec<Access>> {
    let does: &[Does] = match line.get(..3)? {
        " L " => &[Does::Read],
        " S " => &[Does::Write],
        " M " => &[Does::Read, Does::Write],
        _ => return None,
    };
    let (start, size) = line[3..].trim().split_once(',')?;
    let (start, size) = (u64::from_str_radix(start, 16).ok()?, size.parse::<u64>().ok()?);
    // One that begins before an object may reach into it.
    let (at, object) = places.range(..start + size).next_back()?;
    if start >= at + object.size {
        return None;
    }
    let access = |does: &Does| Access {
        object: object.name.clone(),
        // Before the object it is a large number, as it should be: no program does that.
        offset: start.wrapping_sub(*at),
        size,
        does: *does,
    };
    Some(does.iter().map(access).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_log_are_accesses_to_objects() {
        let objects = [Object { name: "a".into(), size: 4 }, Object { name: "b".into(), size: 8 }];
        let places =
            in_symbols("0000000000404010 D a\n0000000000404018 b b\n                 U printf\n", &objects);
        let log =
            "I  0401000,4\n L 404010,4\n S 404014,4\n M 40401c,4\n S 404012,4\n L 1ffeff0,8\n==1== end\n";
        let all: Vec<Access> = log.lines().filter_map(|line| in_line(line, &places)).flatten().collect();
        let text = "4 volatile accesses\n".to_owned()
            + "read 4 at 0 of a\nread 4 at 4 of b\nwrite 4 at 4 of b\nwrite 4 at 2 of a\n";
        assert_eq!(told(&all), text);
    }

    #[test]
    fn long_sequences_have_a_number_that_tells_them_apart() {
        let one = |offset| Access { object: "a".into(), offset, size: 4, does: Does::Read };
        let mut all: Vec<Access> = (0..TOLD as u64 + 9).map(one).collect();
        let before = told(&all);
        assert_eq!(before.lines().count(), TOLD + 2);
        all[TOLD + 5].does = Does::Write;
        assert_ne!(told(&all), before);
    }
}
