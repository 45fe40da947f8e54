//! The culprit pass of clang: `-opt-bisect-limit` leaves out all passes from a number on, and clang tells which pass on
//! which function has which number.

use super::bisect::{Answer, boundary};
use super::probe::{Prober, Stop};
use crate::finding::Kind;
use crate::finding::examination::{Culprit, Cure, Step};

pub(super) fn culprit(prober: &mut Prober) -> Result<Culprit, Stop> {
    if prober.failing.kind == Kind::CompilerHang {
        return hanging(prober);
    }
    let Some(log) = prober.messages(&limit(None))? else {
        return Ok(Culprit::unknown("it does not take -opt-bisect-limit"));
    };
    let most = numbers(&log).max().unwrap_or(0);
    if most == 0 {
        return Ok(Culprit::unknown("it does not tell its passes"));
    }
    match prober.with(&limit(Some(0)))? {
        Answer::Shows => return Ok(Culprit::no_pass()),
        Answer::Broken => return Ok(Culprit::unknown("it fails otherwise without its optional passes")),
        Answer::Cured => {}
    }
    let found = boundary(most, |n| prober.with(&limit(Some(n))))?;
    let step = step(&log, found.at, most);
    let cure = Cure { flags: limit(Some(found.at - 1)), certain: found.certain };
    let change = change(prober, &step)?;
    Ok(Culprit { step: Some(step), cures: vec![cure], change, note: None })
}

/// The pass that never ends is the last one that is told.
fn hanging(prober: &mut Prober) -> Result<Culprit, Stop> {
    let log = prober.messages(&limit(None))?.unwrap_or_default();
    match numbers(&log).max() {
        Some(last) => Ok(Culprit { step: Some(step(&log, last, last)), ..Culprit::default() }),
        None => Ok(Culprit::unknown("it hangs before its first pass")),
    }
}

/// What the pass has changed, as clang shows it: lines that went away and that came.
fn change(prober: &mut Prober, step: &Step) -> Result<Option<String>, Stop> {
    let mut flags = limit(Some(step.number));
    flags.extend(["-mllvm".to_owned(), "-print-changed=diff-quiet".to_owned()]);
    Ok(prober.messages(&flags)?.and_then(|log| dump_after(&log, step)))
}

/// A longer change is not read by anybody.
const MOST_LINES: usize = 60;

const DUMP: &str = "*** IR Dump After ";

/// The last dump after a pass on its function, without the head.
fn dump_after(log: &str, step: &Step) -> Option<String> {
    // The head has the name of a class, where the log of the bisection has that of the pass.
    let plain = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let is_of = |head: &str| {
        let (pass, place) = head.split_once(" on ").unwrap_or((head, ""));
        plain(pass).contains(&plain(&step.pass))
            && step.function.as_ref().is_none_or(|name| place.contains(name.as_str()))
    };
    let dump =
        log.split(DUMP).skip(1).filter(|dump| is_of(dump.lines().next().unwrap_or_default())).last()?;
    let lines: Vec<&str> = dump.lines().skip(1).filter(|line| !line.starts_with("BISECT: ")).collect();
    let text = lines.join("\n").trim_matches('\n').to_owned();
    (!text.is_empty() && lines.len() <= MOST_LINES).then_some(text)
}

/// Without a number there is no limit, and all passes are told.
fn limit(number: Option<u64>) -> Vec<String> {
    let number = number.map_or("-1".to_owned(), |number| number.to_string());
    vec!["-mllvm".to_owned(), format!("-opt-bisect-limit={number}")]
}

const RUNNING: &str = "BISECT: running pass (";

fn numbers(log: &str) -> impl Iterator<Item = u64> {
    log.lines().filter_map(|line| line.strip_prefix(RUNNING)?.split_once(')')?.0.parse().ok())
}

/// `BISECT: running pass (10) SROAPass on main`
fn step(log: &str, number: u64, of: u64) -> Step {
    let start = format!("{RUNNING}{number}) ");
    let text = log.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or("unknown");
    let (pass, place) = text.split_once(" on ").unwrap_or((text, ""));
    Step { pass: pass.to_owned(), function: function_in(place), number, of }
}

/// `f`, `function (f)`, `(f)`, `loop %for.body in function f`, `<unnamed loop>`, `[module]`.
fn function_in(place: &str) -> Option<String> {
    let place = place.rsplit_once("in function ").map_or(place, |(_, name)| name);
    let place = place.strip_prefix("function ").unwrap_or(place);
    let name = place.trim_start_matches('(').split([')', ',']).next().unwrap_or(place).trim();
    (!name.is_empty() && !name.starts_with(['[', '<'])).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_of_a_pass_is_found_in_the_log() {
        let log = "BISECT: running pass (1) float2int on main\n*** IR Dump After Float2IntPass on f ***\n-a\n\
                   *** IR Dump After Float2IntPass on main ***\n \n-  %1 = fadd\n+  store\nBISECT: NOT running pass (2) x on main\n\n\
                   *** IR Dump After X86 DAG Selection (x86-isel) on main ***\n+b\n";
        let step = |pass: &str| Step { pass: pass.into(), function: Some("main".into()), number: 1, of: 2 };
        assert_eq!(dump_after(log, &step("float2int")).as_deref(), Some(" \n-  %1 = fadd\n+  store"));
        assert_eq!(dump_after(log, &step("x86-isel")).as_deref(), Some("+b"));
        assert_eq!(dump_after(log, &step("gvn")), None);
    }

    #[test]
    fn the_log_is_read() {
        let log = "BISECT: running pass (1) SROAPass on main\nwarning: x\n\
                   BISECT: running pass (2) LoopRotatePass on loop %for.cond in function f\n\
                   BISECT: running pass (3) InlinerPass on (g)\n\
                   BISECT: running pass (4) X86 LEA Fixup on function (h)\n\
                   BISECT: NOT running pass (5) GlobalDCEPass on [module]\n";
        assert_eq!(numbers(log).max(), Some(4));
        let told = |n| {
            let step = step(log, n, 4);
            (step.pass, step.function.unwrap_or_default())
        };
        assert_eq!(told(1), ("SROAPass".into(), "main".into()));
        assert_eq!(told(2), ("LoopRotatePass".into(), "f".into()));
        assert_eq!(told(3), ("InlinerPass".into(), "g".into()));
        assert_eq!(told(4), ("X86 LEA Fixup".into(), "h".into()));
        assert!(["[module]", "<unnamed loop>"].iter().all(|place| function_in(place).is_none()));
    }
}
