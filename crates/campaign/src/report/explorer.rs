//! A link to Compiler Explorer that has the program in it, so that a reader need not copy anything.

use serde_json::json;

/// A longer link is refused by browsers and trackers.
const MOST: usize = 1500;

/// The machines whose programs it runs.
const RUNS: [&str; 2] = ["x86_64", "amd64"];

/// `None` for a long program, and where another machine's compiler is needed. Of each compiler, the one for C has a `c` in front.
pub(super) fn link(
    program: &str,
    file: &str,
    target: Option<&str>,
    compiler: &str,
    flags: &str,
) -> Option<String> {
    let is_foreign = target.is_some_and(|target| !RUNS.iter().any(|name| target.starts_with(name)));
    if program.len() > MOST || is_foreign {
        return None;
    }
    let is_c = file.ends_with(".c");
    let compiler = if is_c { format!("c{compiler}") } else { compiler.to_owned() };
    let state = json!({
        "sessions": [{
            "id": 1,
            "language": if is_c { "c" } else { "c++" },
            "source": program,
            "compilers": [{ "id": compiler, "options": flags }],
            "executors": [{ "compiler": { "id": compiler, "options": flags } }],
        }]
    });
    Some(format!("https://godbolt.org/clientstate/{}", base64(state.to_string().as_bytes())))
}

/// Base64 with the letters that are safe in a path (RFC 4648, section 5).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..=chunk.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * letter) & 63) as usize]));
        }
        text.extend(std::iter::repeat_n('=', 3 - chunk.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let rows = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{ff}?", "w78_"),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(base64(text.as_bytes()), *wanted));
    }

    #[test]
    fn links_are_for_programs_that_can_be_tried_there() {
        let link = |text: &str, file, target| link(text, file, target, "gsnapshot", "-O2");
        assert!(link(&"x".repeat(2000), "a.c", None).is_none());
        assert!(link("x", "a.c", Some("aarch64-linux-gnu")).is_none());
        let there = link("x", "a.c", Some("x86_64-linux-gnu"));
        assert!(there.as_ref().is_some_and(|link| link.starts_with("https://godbolt.org/clientstate/ey")));
        assert_ne!(there, link("x", "a.cpp", None), "another language");
    }
}
