//! What a crashing compiler says, in a form that is equal for equal causes: no numbers, paths,
//! addresses, or names from the test program.
//!
//! Each kind of message is a row: a phrase, and a function that takes the signature from the text.

use std::fmt;

use crate::compiler::excerpt;
use crate::process::signal::Signal;

/// Crashes with the same signature have, as a first guess, the same cause.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signature(String);

impl Signature {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The signature of a compiler's messages; `None` when they do not speak of a crash.
    pub fn in_messages(stderr: &str) -> Option<Signature> {
        ROWS.iter().find_map(|row| row(stderr)).map(|words| Signature(excerpt::line(&words)))
    }

    /// For a compiler that dies without a word.
    pub fn of_signal(signal: Signal) -> Signature {
        Signature(signal.to_string())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// In order: the specific before the general.
const ROWS: [fn(&str) -> Option<String>; 8] = [
    gcc_location,
    gcc_other,
    llvm_assertion,
    llvm_unreachable,
    llvm_fatal,
    llvm_stack_dump,
    glibc_assertion,
    driver_report,
];

/// Frames of a stack dump that are taken. More would tell apart crashes of one cause by how they were reached.
const FRAMES: usize = 3;

/// `internal compiler error: in FUNC, at FILE:LINE`
fn gcc_location(text: &str) -> Option<String> {
    let rest = after(text, "internal compiler error: in ")?;
    let (function, place) = rest.split_once(", at ")?;
    let file = place.split(':').next()?;
    Some(format!("{function} at {}", base_name(file)))
}

/// `internal compiler error: Segmentation fault`, with the pass that GCC names above it.
fn gcc_other(text: &str) -> Option<String> {
    let message =
        normal(after(text, "internal compiler error: ").or_else(|| after(text, "internal compiler error "))?);
    match text.lines().find(|line| line.starts_with("during ")) {
        Some(pass) => Some(format!("{message} {}", pass.trim())),
        None => Some(message),
    }
}

/// ``clang: /path/X.cpp:12: T f(U): Assertion `cond' failed.``
fn llvm_assertion(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.contains(": Assertion `") && line.contains(".cpp:"))?;
    let condition = line.split_once("Assertion `")?.1.rsplit_once('\'')?.0;
    let file = line.split(".cpp:").next()?;
    Some(format!("assertion {condition} in {}.cpp", base_name(file.rsplit(' ').next()?)))
}

/// The reason stands on the line above `UNREACHABLE executed at FILE:LINE!`.
fn llvm_unreachable(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("UNREACHABLE executed"))?;
    let file = lines[at].split_once(" at ").map_or("", |(_, place)| place).split(':').next()?;
    let reason = at.checked_sub(1).map_or(String::new(), |above| format!(": {}", normal(lines[above])));
    Some(format!("unreachable in {}{reason}", base_name(file)))
}

fn llvm_fatal(text: &str) -> Option<String> {
    let phrases = ["error in backend: ", "LLVM ERROR: "];
    phrases.iter().find_map(|phrase| Some(format!("{phrase}{}", normal(after(text, phrase)?))))
}

/// The pass that ran, and the functions on top of the stack below the signal handler.
fn llvm_stack_dump(text: &str) -> Option<String> {
    if !text.contains("Stack dump:") && !text.contains("PLEASE submit a bug report") {
        return None;
    }
    let frames: Vec<String> = text.lines().filter_map(frame_function).take(FRAMES).collect();
    let mut parts: Vec<String> = running_pass(text).into_iter().collect();
    if !frames.is_empty() {
        parts.push(format!("in {}", frames.join(" < ")));
    }
    if parts.is_empty() {
        parts.push("stack dump without symbols".to_owned());
    }
    Some(parts.join(" "))
}

/// `2. Running pass 'X' on function '@f'`, or `Running pass "X" on function "f"` since LLVM 17; the innermost is
/// the last. A pass manager only tells that some pass ran.
pub(crate) fn running_pass(text: &str) -> Option<String> {
    let lines = text.lines().filter_map(|line| line.split_once("Running pass ").map(|(_, rest)| rest));
    let mut names = lines.filter_map(|rest| rest.split(['\'', '"']).nth(1).map(str::to_owned));
    let name = names.rfind(|name| !name.ends_with("Pass Manager"))?;
    Some(format!("pass {}", name.split(['<', '(']).next().unwrap_or(&name)))
}

const HANDLER_FRAMES: [&str; 8] = [
    "PrintStackTrace",
    "RunSignalHandlers",
    "SignalHandler",
    "CrashRecovery",
    "__restore_rt",
    "raise",
    "abort",
    "__assert",
];

/// ` #4 0x000055 llvm::Foo::bar(llvm::X*) /path/Foo.cpp:12:3`
pub(crate) fn frame_function(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (number, rest) = rest.split_once(" 0x")?;
    number.trim().parse::<u32>().ok()?;
    let symbol = rest.split_once(' ')?.1;
    let name = symbol.split(['(', '<', ' ']).next()?;
    let known = !name.is_empty() && !name.starts_with(['/', '+', '?']);
    let ours = HANDLER_FRAMES.iter().any(|handler| name.contains(handler));
    (known && !ours).then(|| name.to_owned())
}

/// ``tcc: tccgen.c:12: f: Assertion `x' failed.``
fn glibc_assertion(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.contains(": Assertion `"))?;
    let (place, condition) = line.split_once(": Assertion `")?;
    let file = place.split(':').find(|part| part.contains('.'))?;
    Some(format!("assertion {} in {}", condition.rsplit_once('\'')?.0, base_name(file.trim())))
}

/// A driver that tells of a part that died, and compilers that confess in other words.
fn driver_report(text: &str) -> Option<String> {
    const PHRASES: [&str; 5] = [
        "unable to execute command: ",
        "command failed due to signal",
        "frontend command failed",
        "internal error",
        "compiler error:",
    ];
    let line = text.lines().find(|line| PHRASES.iter().any(|phrase| line.contains(phrase)))?;
    Some(normal(line))
}

fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.split_once(phrase)).map(|(_, rest)| rest.trim())
}

pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A line without what changes from case to case: numbers (so addresses, lines, columns), paths, and
/// quoted names, which come from the test program.
fn normal(line: &str) -> String {
    let words: Vec<String> = line.split_ascii_whitespace().map(normal_word).collect();
    words.join(" ")
}

fn normal_word(word: &str) -> String {
    let word = if word.starts_with('/') || word.contains("/.") { base_name(word) } else { word };
    if word.starts_with(['\'', '@', '%', '\u{2018}']) {
        return "…".to_owned();
    }
    if word.trim_start_matches("0x").chars().next().is_some_and(|c| c.is_ascii_digit()) {
        return "N".to_owned();
    }
    let cut = word.find(|c: char| c.is_ascii_digit()).filter(|_| word.contains(':'));
    cut.map_or(word, |at| word[..at].trim_end_matches(':')).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLANG_DUMP: &str = "PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/
Stack dump:
0.\tProgram arguments: clang -O2 t.c
1.\t<eof> parser at end of file
2.\tRunning pass 'Function Pass Manager' on module 't.c'.
3.\tRunning pass 'Loop Strength Reduction' on function '@func_12'
 #0 0x00007f01 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM.so+0xe3)
 #1 0x00007f02 llvm::sys::RunSignalHandlers() (/lib/libLLVM.so+0xe4)
 #2 0x00007f03 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)
 #3 0x00007f04 llvm::SCEV::foo(llvm::Type*) const (/lib/libLLVM.so+0xe5)
 #4 0x00007f05 bar /src/X.cpp:5:6
clang: error: clang frontend command failed with exit code 139 (use -v to see invocation)";

    #[test]
    fn signatures() {
        let rows = [
            (
                "during GIMPLE pass: vrp\nt.c: In function 'f':\nt.c:3:5: internal compiler error: in build2, at tree.cc:4996\n0x7f32 x\n",
                "build2 at tree.cc",
            ),
            (
                "during RTL pass: cse1\nt.c:9:1: internal compiler error: Segmentation fault\n0x1234 f",
                "Segmentation fault during RTL pass: cse1",
            ),
            (
                "gcc: internal compiler error: Segmentation fault signal terminated program cc1",
                "Segmentation fault signal terminated program cc1",
            ),
            (
                "clang: /b/llvm/lib/IR/Value.cpp:501: void f(Value*): Assertion `New->getType() == getType()' failed.\nStack dump:\n",
                "assertion New->getType() == getType() in Value.cpp",
            ),
            (
                "Unknown type 12!\nUNREACHABLE executed at /b/lib/CodeGen/A.cpp:77!\nStack dump:",
                "unreachable in A.cpp: Unknown type N",
            ),
            (
                "fatal error: error in backend: Cannot select: 0x55aa: i32 = foo",
                "error in backend: Cannot select: N i32 = foo",
            ),
            (CLANG_DUMP, "pass Loop Strength Reduction in llvm::SCEV::foo < bar"),
            ("tcc: tccgen.c:1234: gv: Assertion `r < 5' failed.", "assertion r < 5 in tccgen.c"),
            (
                "clang: error: unable to execute command: Segmentation fault",
                "clang: error: unable to execute command: Segmentation fault",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(Signature::in_messages(text).map(|s| s.0).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn equal_causes_are_equal() {
        let one = "a.c:3:5: internal compiler error: verify_ssa failed\n0x1 f";
        let two = "/tmp/b.c:30:15: internal compiler error: verify_ssa failed\n0x2 f";
        assert_eq!(Signature::in_messages(one), Signature::in_messages(two));
    }

    #[test]
    fn errors_are_no_crashes() {
        assert_eq!(Signature::in_messages("t.c:1:1: error: expected ';'\n"), None);
    }
}
