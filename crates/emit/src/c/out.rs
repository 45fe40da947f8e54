//! The text under construction, and the smallest things that are written into it. Nothing here
//! allocates but the growth of the one buffer.

use crate::options::Looks;
use std::fmt::Write;

const SPACES: &str = "                                                                ";

pub(super) struct Out {
    pub text: String,
    indent: usize,
    step: usize,
}

impl Out {
    pub fn new(looks: Looks) -> Out {
        let step = match looks {
            Looks::Roomy => 4,
            Looks::Compact => 2,
        };
        Out { text: String::new(), indent: 0, step }
    }

    #[inline]
    pub fn str(&mut self, s: &str) {
        self.text.push_str(s);
    }

    #[inline]
    pub fn byte(&mut self, b: u8) {
        debug_assert!(b.is_ascii());
        self.text.push(b as char);
    }

    /// Starts a line: the indentation of the current depth.
    pub fn begin(&mut self) {
        let mut left = self.indent;
        while left > SPACES.len() {
            self.str(SPACES);
            left -= SPACES.len();
        }
        self.str(&SPACES[..left]);
    }

    /// Starts a line one step to the left, as labels stand.
    pub fn begin_outdented(&mut self) {
        let less = self.step.min(self.indent);
        self.indent -= less;
        self.begin();
        self.indent += less;
    }

    pub fn end(&mut self) {
        self.byte(b'\n');
    }

    /// A whole line.
    pub fn line(&mut self, s: &str) {
        self.begin();
        self.str(s);
        self.end();
    }

    /// An empty line, unless there is one already or nothing above it.
    pub fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.end();
        }
    }

    pub fn deeper(&mut self) {
        self.indent += self.step;
    }

    pub fn shallower(&mut self) {
        self.indent -= self.step;
    }

    /// A space if the last character would run into a word that follows.
    #[inline]
    pub fn gap(&mut self) {
        if self.text.as_bytes().last().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b')'))
        {
            self.byte(b' ');
        }
    }

    pub fn unsigned(&mut self, value: u64, radix: u64, digits: &[u8; 16]) {
        let mut buffer = [0u8; 64];
        let mut at = buffer.len();
        let mut left = value;
        loop {
            at -= 1;
            buffer[at] = digits[(left % radix) as usize];
            left /= radix;
            if left == 0 {
                break;
            }
        }
        for b in &buffer[at..] {
            self.byte(*b);
        }
    }

    pub fn decimal(&mut self, value: u64) {
        self.unsigned(value, 10, b"0123456789ABCDEF");
    }

    /// For what is rare or not on a hot path.
    pub fn fmt(&mut self, args: std::fmt::Arguments<'_>) {
        self.text.write_fmt(args).expect("writing to a string does not fail");
    }
}
