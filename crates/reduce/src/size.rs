//! Which of two programs is smaller: a total order, so that there is one smallest.

use emit::tokens;

/// Tokens first, then bytes, then the text itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size {
    pub tokens: usize,
    pub bytes: usize,
    text: String,
}

impl Size {
    pub fn of(text: &str) -> Size {
        Size { tokens: tokens(text), bytes: text.len(), text: text.to_owned() }
    }

    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_count_before_bytes_and_bytes_before_text() {
        let [a, b, c, d] = ["int x;", "int xy;", "int xz;", "int x = 1;"].map(Size::of);
        assert!(a < b && b < c && c < d);
    }
}
