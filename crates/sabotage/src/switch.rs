//! When a planted bug is off, as a real one is when the pass that has it does not run.

use super::Switch;

impl Switch {
    /// Whether the compiler's flags turn the bug off.
    pub(super) fn is_off(&self, flags: &[String]) -> bool {
        let named = self.unless.iter().any(|unless| flags.contains(unless));
        named || self.counter.as_ref().is_some_and(|(name, event)| !allows(flags, name, *event))
    }

    /// Whether clang, asked to stop somewhere, stopped before the pass that has the bug.
    pub(super) fn is_bisected_away(&self, flags: &[String], messages: &str) -> bool {
        let Some(pass) = &self.bisect_pass else { return false };
        let is_limited = flags.iter().any(|flag| flag.starts_with("-opt-bisect-limit="));
        let ran = |line: &str| {
            let rest = line.strip_prefix("BISECT: running pass (").and_then(|rest| rest.split_once(") "));
            rest.is_some_and(|(_, name)| name.starts_with(pass.as_str()))
        };
        is_limited && !messages.lines().any(ran)
    }
}

/// `-fdbg-cnt=NAME:LOW-HIGH:HIGH,…`: events between the limits are allowed, and all of a counter that is not named.
fn allows(flags: &[String], name: &str, event: u64) -> bool {
    let specs =
        flags.iter().filter_map(|flag| flag.strip_prefix("-fdbg-cnt=")).flat_map(|list| list.split(','));
    let mut ranges =
        specs.filter_map(|spec| spec.split_once(':')).filter(|(named, _)| *named == name).peekable();
    ranges.peek().is_none()
        || ranges.flat_map(|(_, ranges)| ranges.split(':')).any(|range| {
            let (low, high) = range.split_once('-').unwrap_or(("1", range));
            let limit = |text: &str| text.parse::<u64>().unwrap_or(0);
            (limit(low)..=limit(high)).contains(&event)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Vec<String> {
        line.split_ascii_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn flags_and_counters_turn_it_off() {
        let switch = Switch {
            unless: flags("-fno-tree-vrp -fdisable-tree-vrp1"),
            counter: Some(("dce".to_owned(), 3)),
            bisect_pass: None,
        };
        for (line, off) in [
            ("-O2", false),
            ("-O2 -fno-tree-vrp", true),
            ("-fdisable-tree-vrp1", true),
            ("-fdbg-cnt=dce:0", true),
            ("-fdbg-cnt=ccp:0", false),
            ("-fdbg-cnt=dce:2,ccp:0", true),
            ("-fdbg-cnt=dce:3", false),
            ("-fdbg-cnt=dce:4-9", true),
            ("-fdbg-cnt=dce:1-1:3-4", false),
        ] {
            assert_eq!(switch.is_off(&flags(line)), off, "{line}");
        }
    }

    #[test]
    fn a_bisection_turns_it_off() {
        let switch = Switch { bisect_pass: Some("SROAPass".to_owned()), ..Switch::default() };
        let ran = "BISECT: running pass (1) SROAPass on f\nBISECT: NOT running pass (2) SROAPass on g\n";
        let limited = flags("-mllvm -opt-bisect-limit=1");
        assert!(!switch.is_bisected_away(&flags("-O2"), ""));
        assert!(!switch.is_bisected_away(&limited, ran));
        assert!(switch.is_bisected_away(&limited, "BISECT: NOT running pass (1) SROAPass on f\n"));
    }
}
