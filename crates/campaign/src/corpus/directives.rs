//! Deja-Gnu's directives: `{ dg-do run }`, `{ dg-options "-fwrapv" }`. Only what says how a program is read; the rest is for
//! the test suite that it comes from.

/// What a program says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// `run`, `compile`, `link`, …
    pub todo: Option<String>,
    /// The flags of `dg-options` and `dg-additional-options`, those for single targets aside.
    pub flags: Vec<String>,
}

impl Directives {
    pub fn of(text: &str) -> Directives {
        let mut all = Directives::default();
        for line in text.lines() {
            if let Some(rest) = behind(line, "dg-do ") {
                let word = rest.split(|c: char| c.is_whitespace() || c == '}').next().unwrap_or_default();
                all.todo.get_or_insert_with(|| word.to_owned());
            }
            let options = behind(line, "dg-options ").or_else(|| behind(line, "dg-additional-options "));
            if let Some(options) = options.filter(|rest| !rest.contains("target")) {
                all.flags.extend(quoted(options).split_whitespace().map(str::to_owned));
            }
        }
        all
    }

    /// Those that decide what the preprocessor makes of the text.
    pub fn for_preprocessor(&self) -> Vec<String> {
        let is_one =
            |flag: &&String| flag.starts_with("-D") || flag.starts_with("-U") || flag.starts_with("-std=");
        self.flags.iter().filter(is_one).cloned().collect()
    }

    /// Those that choose what a compiler does with it: they go along with its mutants.
    pub fn for_compiler(&self) -> Vec<String> {
        let is_one =
            |flag: &&String| flag.starts_with("-f") || flag.starts_with("-m") || flag.starts_with("--param=");
        self.flags.iter().filter(is_one).cloned().collect()
    }
}

fn behind<'a>(line: &'a str, directive: &str) -> Option<&'a str> {
    line.split_once("{ ").and_then(|_| line.split_once(directive)).map(|(_, rest)| rest.trim_start())
}

fn quoted(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_else(|| text.split('}').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_read() {
        let text = "/* { dg-do run } */\n/* { dg-options \"-O2 -DN=4 -fwrapv\" } */\n\
                    /* { dg-additional-options \"-msse4\" { target i?86-*-* } } */\nint main() {}\n";
        let all = Directives::of(text);
        assert_eq!(all.todo.as_deref(), Some("run"));
        assert_eq!(all.flags, ["-O2", "-DN=4", "-fwrapv"]);
        assert_eq!(all.for_preprocessor(), ["-DN=4"]);
        assert_eq!(all.for_compiler(), ["-fwrapv"]);
        assert_eq!(Directives::of("int main(void) { return 0; }"), Directives::default());
    }
}
