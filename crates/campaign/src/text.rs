//! Text of others on its way to people: compilers, programs and files may say anything, also what a terminal or a browser
//! takes for orders.

use std::fmt::Write as _;

/// `1 finding`, `2 findings`.
pub fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// For a terminal: control characters, and those that turn the direction of writing, are shown and not sent.
pub fn shown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => plain.push(c),
            c if c.is_control() => drop(write!(plain, "\\x{:02x}", c as u32)),
            c if is_steering(c) => drop(write!(plain, "\\u{{{:x}}}", c as u32)),
            c => plain.push(c),
        }
    }
    plain
}

/// Marks that change the order in which text is read, and are not seen themselves.
pub(crate) fn is_steering(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The same in one line.
pub fn in_line(text: &str) -> String {
    shown(text).replace(['\n', '\t'], " ")
}

/// A piece of a line of Markdown that means itself: no tags, no links, no emphasis.
pub fn markdown(text: &str) -> String {
    let text: Vec<char> = in_line(text).chars().collect();
    let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|c| c.is_alphanumeric());
    let mut safe = String::with_capacity(text.len());
    for (at, &c) in text.iter().enumerate() {
        let is_special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '&' | '|' | '~' => true,
            // Inside of a name it is only itself.
            '_' => !(is_word(at.checked_sub(1)) && is_word(Some(at + 1))),
            _ => false,
        };
        if is_special {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A piece of code in a line of Markdown.
pub fn code(text: &str) -> String {
    let text = in_line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A block of Markdown whose fence is longer than any in the text.
pub fn fenced(language: &str, text: &str) -> String {
    let text = shown(text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_to_a_terminal_are_shown() {
        let rows = [
            ("a\tb\nc", "a\tb\nc"),
            ("\u{1b}[2J\u{1b}]0;t\u{7}", "\\x1b[2J\\x1b]0;t\\x07"),
            ("\r\u{9b}31m\u{7f}", "\\x0d\\x9b31m\\x7f"),
            ("a\u{202e}b", "a\\u{202e}b"),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(shown(text), *wanted));
        assert_eq!(in_line("a\nb"), "a b");
    }

    #[test]
    fn markdown_means_itself() {
        let rows = [
            ("wrong-code gcc at -O2", "wrong-code gcc at -O2"),
            ("g_12 is _x_", "g_12 is \\_x\\_"),
            ("<img src=x onerror=y>", "\\<img src=x onerror=y>"),
            ("[a](b) `c` **d** | &lt;", "\\[a\\](b) \\`c\\` \\*\\*d\\*\\* \\| \\&lt;"),
        ];
        rows.iter().for_each(|(text, wanted)| assert_eq!(markdown(text), *wanted));
        assert_eq!(code("gcc -DX='a`b'"), "``gcc -DX='a`b'``");
        assert_eq!(code("`x`"), "`` `x` ``");
        assert_eq!(fenced("c", "a ```` b"), "`````c\na ```` b\n`````\n");
    }
}
