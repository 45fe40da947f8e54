//! The shortest list of flags with which the compiler still fails, at the lowest level.

use crate::search::engine::Engine;

/// Levels from the lowest to the highest; none is the lowest.
const LEVELS: [&str; 6] = ["-O0", "-O1", "-Og", "-Os", "-O2", "-O3"];

/// Without these, the program could not be observed.
const KEPT: [&str; 1] = ["-no-pie"];

/// Takes away flags one by one, as long as the smallest program fails without them.
pub(crate) fn reduce(engine: &mut Engine<'_>) {
    let mut at = 0;
    while at < engine.flags.len() && !engine.is_over() {
        if KEPT.contains(&engine.flags[at].as_str()) {
            at += 1;
            continue;
        }
        let shorter = shorter(&engine.flags, at);
        let words = words_of(&engine.flags[at]);
        match shorter.into_iter().find(|flags| engine.fails_with(flags)) {
            Some(flags) if flags.len() < engine.flags.len() => engine.flags = flags,
            Some(flags) => {
                engine.flags = flags;
                at += 1;
            }
            None => at += words,
        }
    }
}

/// Some flags are two words.
fn words_of(flag: &str) -> usize {
    if flag == "-mllvm" { 2 } else { 1 }
}

/// The list without the flag, and for a level also with each lower one.
fn shorter(flags: &[String], at: usize) -> Vec<Vec<String>> {
    let mut without = flags.to_vec();
    without.drain(at..(at + words_of(&flags[at])).min(flags.len()));
    let mut all = vec![without];
    if let Some(level) = LEVELS.iter().position(|level| *level == flags[at]) {
        for lower in &LEVELS[1..level.max(1)] {
            let mut flags = flags.to_vec();
            flags[at] = (*lower).to_owned();
            all.push(flags);
        }
    }
    all
}

/// The words of a command line that are the compiler's own, and those that are flags and may go. A wrapper's options end
/// at `--`; with placeholders, everything stays where it is.
pub fn split(words: &[String]) -> (Vec<String>, Vec<String>) {
    if words.iter().any(|word| word.contains('{')) {
        return (words.to_vec(), Vec::new());
    }
    let own = words.iter().rposition(|word| word == "--").map_or(1, |at| at + 1);
    let first = (own..words.len()).find(|at| words[*at].starts_with('-')).unwrap_or(words.len());
    let takes_value =
        |word: &String| ["-I", "-D", "-x", "-include", "-mllvm", "-Xclang", "-L"].contains(&word.as_str());
    if words[first..].iter().any(takes_value) || words[first..].iter().any(|word| !word.starts_with('-')) {
        return (words.to_vec(), Vec::new());
    }
    (words[..first].to_vec(), words[first..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn wrappers_keep_their_options() {
        let rows = [
            ("gcc -O3 -g", "gcc", "-O3 -g"),
            ("gcc", "gcc", ""),
            ("ccache gcc -O2", "ccache gcc", "-O2"),
            ("sab --plant x -- -w -O2", "sab --plant x --", "-w -O2"),
            ("cc {in} -O2", "cc {in} -O2", ""),
            ("gcc -I x -O2", "gcc -I x -O2", ""),
        ];
        for (line, own, flags) in rows {
            assert_eq!(split(&words(line)), (words(own), words(flags)), "{line}");
        }
    }

    #[test]
    fn levels_go_down() {
        let all: Vec<String> = shorter(&words("-w -O2"), 1).iter().map(|flags| flags.join(" ")).collect();
        assert_eq!(all, ["-w", "-w -O1", "-w -Og", "-w -Os"]);
        let all: Vec<String> =
            shorter(&words("-O1 -mllvm -x -w"), 1).iter().map(|flags| flags.join(" ")).collect();
        assert_eq!(all, ["-O1 -w"]);
    }
}
