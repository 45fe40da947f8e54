//! A link to Compiler Explorer that has the program in it, so that a reader need not copy anything.

use serde_json::json;

/// A longer link is refused by browsers and trackers.
const MOST: usize = 1500;

pub(super) fn link(program: &str, compiler: &str, flags: &str) -> Option<String> {
    if program.len() > MOST {
        return None;
    }
    let state = json!({
        "sessions": [{
            "id": 1,
            "language": "c",
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
        assert!(link(&"x".repeat(2000), "c", "-O2").is_none());
    }
}
