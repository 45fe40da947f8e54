//! Guards that `emit` wrote as macros, which must come back as what they were: a preprocessor would replace each by
//! its body. [`keep_macros`] turns their definitions into words of ours that it leaves alone, and the reader makes
//! functions of them that are written as macros again. No other macro is touched.

use crate::text::token::Name;
use ir::{FuncId, Ty};
use std::borrow::Cow;

const DEFINE: &str = "#define";

/// In the place of `#define`, and as long, so that columns stay.
const KEPT: &str = "__assay";

/// How the names of guards start.
const PREFIX: &str = "GUARD_";

/// A text for the preprocessor in which guards that are macros are definitions of our own.
pub fn keep_macros(text: &str) -> Cow<'_, str> {
    if !text.contains(PREFIX) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        match guard_definition(line) {
            Some(definition) => {
                kept.push_str(KEPT);
                kept.push_str(definition);
                kept.push_str(";\n");
            }
            None => kept.push_str(line),
        }
    }
    Cow::Owned(kept)
}

/// What follows `#define`, if the line looks as `emit` writes it. Others may use the name for something that
/// is no function of its arguments' values.
fn guard_definition(line: &str) -> Option<&str> {
    let definition = line.strip_prefix(DEFINE)?.trim_end();
    let rest = definition.strip_prefix(' ')?.strip_prefix(PREFIX)?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let body = rest.strip_prefix("(a) ").or_else(|| rest.strip_prefix("(a, b) "))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || " _.()?:<>=!+-*/%|&~".contains(c);
    let of_values = !body.contains("sizeof") && !body.replace("&&", "").contains('&');
    (body.starts_with('(') && body.ends_with(')') && body.chars().all(plain) && of_values)
        .then_some(definition)
}

/// The macros that are kept: where they are defined, and the functions that were made of them.
#[derive(Default)]
pub(crate) struct Kept {
    pub definitions: Vec<(Name, usize)>,
    /// A macro takes arguments of any type; each list of types has a function.
    pub instances: Vec<(Name, Vec<Ty>, FuncId)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_guards_are_kept() {
        let guard = "#define GUARD_ADD_INT(a, b) ((b) > 0 ? (a) : (a) + (b))\n";
        assert_eq!(keep_macros(guard), "__assay GUARD_ADD_INT(a, b) ((b) > 0 ? (a) : (a) + (b));\n");
        for other in [
            "#define GUARD_X(a) ((a).x[0])\n",
            "#define GUARD_X(a) if (a) {\n",
            "#define GUARD_X(x) (-(x))\n",
            "#define GUARD_X(a) (sizeof(a))\n",
            "#define GUARD_X(a) (*&(a))\n",
            "#define GUARD_X 1\n",
            "#define ADD(a, b) ((a) + (b))\n",
        ] {
            assert_eq!(keep_macros(other), other);
        }
    }
}
