//! The name of a cause, as far as it shows without further runs: what the compiler said when it crashed, or which
//! compiler is wrong at which settings. For wrong code this is only the class that is examined next.

use harness::Verdict;

use crate::finding::Kind;

/// The kind that a verdict is of; `None` for `Ok`.
pub fn kind_of(verdict: &Verdict) -> Option<Kind> {
    match verdict {
        Verdict::Ok => None,
        Verdict::WrongResult(_) => Some(Kind::WrongResult),
        Verdict::CompilerCrash { .. } => Some(Kind::CompilerCrash),
        Verdict::CompilerHang { .. } => Some(Kind::CompilerHang),
        Verdict::CompilerReject { .. } => Some(Kind::CompilerReject),
        Verdict::BadOutput { .. } => Some(Kind::BadOutput),
        Verdict::ProgramCrash { .. } => Some(Kind::ProgramCrash),
        Verdict::ProgramHang { .. } => Some(Kind::ProgramHang),
    }
}

/// What tells causes apart within a kind, as far as the compiler itself says so.
pub fn cause_of(verdict: &Verdict) -> String {
    match verdict {
        Verdict::CompilerCrash { signature } => signature.to_string(),
        Verdict::CompilerReject { first_error } => without_particulars(first_error),
        Verdict::BadOutput { defect } => defect.to_string(),
        Verdict::ProgramCrash { signal } => signal.to_string(),
        Verdict::Ok
        | Verdict::WrongResult(_)
        | Verdict::CompilerHang { .. }
        | Verdict::ProgramHang { .. } => String::new(),
    }
}

/// The bucket of a finding in a compiler at some settings. A crash's signature says where it is; for the rest, the
/// settings that show it are the best that is known.
pub fn bucket(kind: Kind, compiler: &str, settings: &[String], cause: &str) -> String {
    match kind {
        Kind::CompilerCrash => format!("{kind}: {cause}"),
        Kind::CompilerReject | Kind::BadOutput => format!("{kind} {compiler}: {cause}"),
        Kind::ProgramCrash => format!("{kind} {compiler} ({cause}) at {}", settings.join(" ")),
        Kind::WrongResult | Kind::CompilerHang | Kind::ProgramHang | Kind::Disagreement => {
            format!("{kind} {compiler} at {}", settings.join(" "))
        }
        Kind::OracleSuspect => kind.to_string(),
    }
}

/// `gcc-11` and `gcc` have the same bugs, mostly.
pub fn without_version(compiler: &str) -> &str {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    match compiler.rsplit_once('-') {
        Some((name, version)) if !version.is_empty() && version.chars().all(digits) => name,
        Some(_) | None => compiler,
    }
}

/// A message without place, names and numbers, which differ from program to program.
fn without_particulars(message: &str) -> String {
    // A linker gives places as in `t.c:(.text+0x1f): relocation truncated to fit`.
    let behind = ["error: ", "): "].into_iter().find_map(|mark| message.split_once(mark));
    let text = behind.map_or(message, |(_, rest)| rest);
    let mut plain = String::new();
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' | '`' | '\u{2018}' | '\u{2019}' | '"' => {
                plain.push_str(if quoted { "" } else { "_" });
                quoted = !quoted;
            }
            _ if quoted => {}
            c if c.is_ascii_digit() => plain.push_str(if plain.ends_with('#') { "" } else { "#" }),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_do_not_count() {
        let rows =
            [("gcc-11", "gcc"), ("gcc", "gcc"), ("sabotaged-gcc", "sabotaged-gcc"), ("clang-16.0", "clang")];
        rows.iter().for_each(|(name, plain)| assert_eq!(without_version(name), *plain));
    }

    #[test]
    fn messages_lose_what_is_particular() {
        let rows = [
            ("test.c:12:3: error: 'g_7' undeclared (first use)", "_ undeclared (first use)"),
            ("test.c:9: error: too many arguments, 17 given", "too many arguments, # given"),
            (
                "t.c:(.text+0x1f): relocation truncated to fit: R_X against `.L.str'",
                "relocation truncated to fit: R_X against _",
            ),
        ];
        for (message, plain) in rows {
            assert_eq!(without_particulars(message), plain);
        }
    }
}
