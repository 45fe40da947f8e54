//! What a compiler says of its failure, in its own words, for people: the line that tells most, without its place in the program and
//! without temporary files. What tells causes apart is the [`crate::Signature`], which people should not have to read.

use crate::compiler::compile::first_error;
use crate::compiler::messages::without_temporary_names;
use crate::compiler::signature::{base_name, frame_function, running_pass};

/// The most characters; titles have to fit beside it.
const MOST: usize = 120;

/// The headline of all that a compiler has said; `None` when it has said nothing.
pub fn headline(messages: &str) -> Option<String> {
    let text = without_temporary_names(messages, &std::env::temp_dir(), &[]);
    let message =
        ROWS.iter().find_map(|row| row(&text)).or_else(|| first_error(&text).map(|line| of_error(&line)));
    message.map(|message| shortened(&message)).filter(|message| !message.is_empty())
}

/// The headline of one error: `'x' undeclared` of `test.c:3:4: error: 'x' undeclared`.
pub fn of_error(line: &str) -> String {
    let line = without_temporary_names(line, &std::env::temp_dir(), &[]);
    // A linker gives places as in `t.c:(.text+0x1f): relocation truncated to fit`.
    let behind = ["error: ", "Error: ", "): "].into_iter().find_map(|mark| line.split_once(mark));
    let mut message = behind.map_or(line.as_str(), |(_, rest)| rest).trim().to_owned();
    for file in ["temporary.o", "temporary.s", "temporary"] {
        for phrase in [format!(" in {file}"), format!("{file}: "), format!("{file}, ")] {
            message = message.replace(&phrase, "");
        }
    }
    shortened(&message)
}

/// In order: the specific before the general.
const ROWS: [fn(&str) -> Option<String>; 5] = [gcc, assertion, unreachable, fatal, stack_dump];

/// `internal compiler error: in f, at tree.cc:12 (during GIMPLE pass: vrp)`
fn gcc(text: &str) -> Option<String> {
    const PHRASE: &str = "internal compiler error";
    let line = text.lines().find(|line| line.contains(PHRASE))?;
    let message = &line[line.find(PHRASE)?..];
    let message = match message.rsplit_once(", at ") {
        Some((function, place)) => format!("{function}, at {}", base_name(place)),
        None => message.trim().to_owned(),
    };
    let pass = text.lines().find(|line| line.starts_with("during "));
    Some(pass.map_or(message.clone(), |pass| format!("{message} ({})", pass.trim())))
}

/// ``Assertion `x' failed in Value.cpp``
fn assertion(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.contains(": Assertion `"))?;
    let (place, condition) = line.split_once(": Assertion `")?;
    let file = place.split(':').find(|part| part.contains('.')).map(|file| base_name(file.trim()));
    let place = file.map(|file| format!(" in {file}")).unwrap_or_default();
    Some(format!("Assertion `{}' failed{place}", condition.rsplit_once('\'')?.0))
}

/// The reason stands on the line above.
fn unreachable(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("UNREACHABLE executed"))?;
    let reason = at.checked_sub(1).map_or("", |above| lines[above].trim());
    let place = lines[at].split_once(" at ").map_or("", |(_, place)| base_name(place.trim_end_matches('!')));
    Some(format!("{reason} (UNREACHABLE executed at {place})").trim_start().to_owned())
}

fn fatal(text: &str) -> Option<String> {
    let phrases = ["error in backend: ", "LLVM ERROR: "];
    phrases.iter().find_map(|phrase| {
        let line = text.lines().find(|line| line.contains(phrase))?;
        Some(line[line.find(phrase)?..].trim().to_owned())
    })
}

/// `in llvm::SCEV::foo, while running pass Loop Strength Reduction`
fn stack_dump(text: &str) -> Option<String> {
    if !text.contains("Stack dump:") {
        return None;
    }
    let function = text.lines().find_map(frame_function).map(|name| format!("in {name}"));
    let pass = running_pass(text).map(|pass| format!("while running {pass}"));
    let parts: Vec<String> = function.into_iter().chain(pass).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn shortened(message: &str) -> String {
    let message = message.trim();
    if message.chars().count() <= MOST {
        return message.to_owned();
    }
    let head: String = message.chars().take(MOST).collect();
    let end = head.rfind(' ').unwrap_or(head.len());
    format!("{} …", head[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headlines_are_the_compilers_own_words() {
        let rows = [
            (
                "during GIMPLE pass: vrp\nt.c: In function 'f':\nt.c:3:5: internal compiler error: in build2, at ../../src/gcc/tree.cc:4996\n",
                "internal compiler error: in build2, at tree.cc:4996 (during GIMPLE pass: vrp)",
            ),
            (
                "t.c:9:1: internal compiler error: Segmentation fault\n0x1 f",
                "internal compiler error: Segmentation fault",
            ),
            (
                "clang: /b/llvm/lib/IR/Value.cpp:501: void f(Value*): Assertion `New->getType() == getType()' failed.\nStack dump:\n",
                "Assertion `New->getType() == getType()' failed in Value.cpp",
            ),
            (
                "Unknown type 12!\nUNREACHABLE executed at /b/lib/CodeGen/A.cpp:77!\nStack dump:",
                "Unknown type 12! (UNREACHABLE executed at A.cpp:77)",
            ),
            (
                "fatal error: error in backend: Cannot select: 0x55aa",
                "error in backend: Cannot select: 0x55aa",
            ),
            (
                "Stack dump:\n3.\tRunning pass 'Loop Strength Reduction' on function '@f'\n #3 0x00007f04 llvm::SCEV::foo(llvm::Type*) (/l+0xe5)\n",
                "in llvm::SCEV::foo, while running pass Loop Strength Reduction",
            ),
            ("tcc: tccgen.c:1234: gv: Assertion `r < 5' failed.", "Assertion `r < 5' failed in tccgen.c"),
            ("/tmp/ctm.fp2sEg, line 5: compiler error: bad xasm", "bad xasm"),
            ("test.c:12:3: error: 'g_7' undeclared (first use)\n", "'g_7' undeclared (first use)"),
            (
                "/usr/bin/ld: /tmp/t-1b1a65.o: in function `main':\nt.c:(.text+0x1f): relocation truncated to fit: R_X86_64_PC32 \
                 against symbol `a' defined in .bss section in /tmp/t-1b1a65.o\n",
                "relocation truncated to fit: R_X86_64_PC32 against symbol `a' defined in .bss section",
            ),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(headline(text).as_deref(), Some(*wanted)));
        assert_eq!(headline("\n"), None);
        let long = headline(&format!("t.c:1:1: error: {}", "word ".repeat(100))).expect("message");
        assert!(long.ends_with("word …") && long.chars().count() <= MOST + 2, "{long}");
    }
}
