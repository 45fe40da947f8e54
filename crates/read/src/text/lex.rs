//! Text to tokens, line markers, `#pragma pack` and `#pragma GCC unroll`. Knows nothing of grammar or types.

use crate::error::{ErrorKind, Fail, Res, fail};
use crate::text::source::{Flags, Lines};
use crate::text::token::{KEYWORDS, Name, PUNCTS, Tok, Token};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A fast hash for identifiers; no order depends on it.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// The identifiers of a text. Keywords come first, so that a name's number tells whether it is one.
pub(crate) struct NameTable<'t> {
    known: FastMap<&'t str, Name>,
    texts: Vec<&'t str>,
}

impl<'t> NameTable<'t> {
    fn new() -> Self {
        let mut table = NameTable { known: FastMap::default(), texts: Vec::new() };
        for (text, _) in KEYWORDS {
            table.intern(text);
        }
        table
    }

    pub fn intern(&mut self, text: &'t str) -> Name {
        let next = Name(self.texts.len() as u32);
        let name = *self.known.entry(text).or_insert(next);
        if name == next {
            self.texts.push(text);
        }
        name
    }

    pub fn text(&self, name: Name) -> &'t str {
        self.texts[name.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn find(&self, text: &str) -> Option<Name> {
        self.known.get(text).copied()
    }
}

pub(crate) struct Lexed<'t> {
    pub tokens: Vec<Token>,
    pub names: NameTable<'t>,
    pub lines: Lines,
}

pub(crate) fn lex(text: &str) -> Result<Lexed<'_>, (Lines, Box<Fail>)> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        tokens: Vec::with_capacity(text.len() / 5),
        names: NameTable::new(),
        lines: Lines::new(text),
        puncts: punct_ranges(),
        line_start: true,
    };
    match lexer.run() {
        Ok(()) => Ok(Lexed { tokens: lexer.tokens, names: lexer.names, lines: lexer.lines }),
        Err(error) => Err((lexer.lines, error)),
    }
}

/// The text with `\\u00e9` in names as the character that it means (C17 6.4.3). Those in literals stay.
pub(crate) fn with_characters(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") && !text.contains("\\U") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut quote) = (text, None);
    while let Some(c) = rest.chars().next() {
        let mut len = c.len_utf8();
        match (c, quote) {
            ('\\', None) => {
                if let Some((character, digits)) = universal_character(rest) {
                    out.push(character);
                    rest = &rest[digits..];
                    continue;
                }
            }
            ('\\', Some(_)) => len += rest[len..].chars().next().map_or(0, char::len_utf8),
            ('"' | '\'', None) => quote = Some(c),
            ('\n', _) => quote = None,
            _ if quote == Some(c) => quote = None,
            _ => {}
        }
        out.push_str(&rest[..len]);
        rest = &rest[len..];
    }
    Cow::Owned(out)
}

/// The character that the start of the text names, and how long its name is.
fn universal_character(text: &str) -> Option<(char, usize)> {
    let digits = match text.as_bytes().get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let end = 2 + digits;
    let code = u32::from_str_radix(text.get(2..end)?, 16).ok()?;
    let character = char::from_u32(code).filter(|c| c.is_alphanumeric())?;
    Some((character, end))
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    names: NameTable<'t>,
    lines: Lines,
    /// The rows of `PUNCTS` that start with each byte.
    puncts: [(u8, u8); 128],
    line_start: bool,
}

fn punct_ranges() -> [(u8, u8); 128] {
    let mut ranges = [(0, 0); 128];
    for (i, (text, _)) in PUNCTS.iter().enumerate() {
        let range = &mut ranges[text.as_bytes()[0] as usize];
        if range.1 == 0 {
            range.0 = i as u8;
        }
        range.1 = i as u8 + 1;
    }
    ranges
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn continues_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit()
}

impl<'t> Lexer<'t> {
    fn run(&mut self) -> Res<()> {
        while let Some(byte) = self.peek(0) {
            self.step(byte)?;
        }
        self.push(Tok::End, self.at);
        Ok(())
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, tok: Tok, start: usize) {
        self.tokens.push(Token { tok, start: start as u32, end: self.at as u32 });
        self.line_start = false;
    }

    fn step(&mut self, byte: u8) -> Res<()> {
        let start = self.at;
        match byte {
            b'\n' => {
                self.at += 1;
                self.line_start = true;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
            b'#' if self.line_start => return self.directive(),
            b'/' if matches!(self.peek(1), Some(b'/' | b'*')) => return self.comment(),
            // A line that goes on behind a backslash; only handwritten text has them here.
            b'\\' if self.peek(1) == Some(b'\n') => self.at += 2,
            b'"' | b'\'' => return self.quoted(start, byte),
            b'.' if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => self.number(start),
            _ if byte.is_ascii_digit() => self.number(start),
            _ if starts_name(byte) => return self.word(start),
            _ => return self.punct(start),
        }
        Ok(())
    }

    fn word(&mut self, start: usize) -> Res<()> {
        let rest = &self.bytes[start..];
        let len = rest.iter().position(|b| !continues_name(*b)).unwrap_or(rest.len());
        let text = &self.text[start..start + len];
        // Prefixes of character constants and strings: the token keeps them.
        if matches!(text, "L" | "u" | "U" | "u8")
            && let Some(quote @ (b'"' | b'\'')) = self.peek(len)
        {
            self.at += len;
            return self.quoted(start, quote);
        }
        if let Some(c) = text.chars().find(|c| !(c.is_alphanumeric() || matches!(c, '_' | '$'))) {
            return fail(start as u32, ErrorKind::StrayCharacter(c));
        }
        self.at += len;
        let name = self.names.intern(text);
        let tok = KEYWORDS.get(name.0 as usize).map_or(Tok::Ident(name), |(_, word)| Tok::Word(*word));
        self.push(tok, start);
        Ok(())
    }

    /// A preprocessing number (C17 6.4.8), with C23's digit separators.
    fn number(&mut self, start: usize) {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            let sign =
                matches!(byte, b'+' | b'-') && matches!(self.bytes[self.at - 1], b'e' | b'E' | b'p' | b'P');
            let separator = byte == b'\'' && self.peek(1).is_some_and(|b| b.is_ascii_alphanumeric());
            if !(sign || separator || byte == b'.' || (continues_name(byte) && byte < 0x80)) {
                break;
            }
            self.at += 1;
        }
        self.push(Tok::Number, start);
    }

    fn quoted(&mut self, start: usize, quote: u8) -> Res<()> {
        self.at += 1;
        let (tok, what) =
            if quote == b'"' { (Tok::Str, "a string literal") } else { (Tok::Char, "a character constant") };
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return fail(start as u32, ErrorKind::Unterminated(what)),
                Some(b'\\') => self.at += 2,
                Some(byte) => {
                    self.at += 1;
                    if byte == quote {
                        break;
                    }
                }
            }
        }
        self.push(tok, start);
        Ok(())
    }

    fn comment(&mut self) -> Res<()> {
        let rest = &self.text[self.at..];
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            match rest[2..].find("*/") {
                Some(end) => end + 4,
                None => return fail(self.at as u32, ErrorKind::Unterminated("a comment")),
            }
        };
        self.at += len;
        Ok(())
    }

    fn punct(&mut self, start: usize) -> Res<()> {
        let rest = &self.bytes[start..];
        let (from, to) = self.puncts.get(rest[0] as usize).copied().unwrap_or_default();
        let rows = &PUNCTS[from as usize..to as usize];
        let Some((text, punct)) = rows.iter().find(|(text, _)| rest.starts_with(text.as_bytes())) else {
            let stray = self.text[start..].chars().next().unwrap_or_default();
            return fail(start as u32, ErrorKind::StrayCharacter(stray));
        };
        self.at += text.len();
        self.push(Tok::Punct(punct.without_digraph()), start);
        Ok(())
    }

    /// A line that starts with `#`: a line marker, a pragma, or a sign that the text was not preprocessed.
    fn directive(&mut self) -> Res<()> {
        let start = self.at;
        let end = self.text[start..].find('\n').map_or(self.text.len(), |len| start + len);
        let body = self.text[start + 1..end].trim();
        self.at = end;
        let (word, rest) = body.split_at(body.find(|c: char| !c.is_alphanumeric()).unwrap_or(body.len()));
        match word {
            "" | "ident" => {}
            "pragma" => self.pragma(start, rest),
            "line" => self.marker(rest.trim_start()),
            _ if word.as_bytes()[0].is_ascii_digit() => self.marker(body),
            _ => return fail(start as u32, ErrorKind::NotPreprocessed(word.to_owned())),
        }
        Ok(())
    }

    fn pragma(&mut self, start: usize, rest: &str) {
        let words = rest.trim_start();
        let unrolls = words.strip_prefix("GCC").is_some_and(|rest| rest.trim_start().starts_with("unroll"));
        if words.starts_with("pack") || unrolls {
            self.push(Tok::Pragma, start);
            self.line_start = true;
        }
    }

    /// `12 "file.c" 1 3`: the flags say that an included file starts (1) or has ended (2), and is a system header (3).
    fn marker(&mut self, body: &str) {
        let digits = body.find(|c: char| !c.is_ascii_digit()).unwrap_or(body.len());
        let Ok(line) = body[..digits].parse() else { return };
        let rest = body[digits..].trim_start();
        let (file, flags) = match rest.strip_prefix('"').and_then(|r| r.rsplit_once('"')) {
            Some((file, flags)) => (Some(file), flags),
            None => (None, ""),
        };
        let has = |wanted: &str| flags.split_whitespace().any(|flag| flag == wanted);
        let flags = Flags { enters: has("1"), returns: has("2"), system: has("3") };
        let next_line = self.at as u32 + 1;
        self.lines.mark(next_line, line, file, flags);
    }
}
