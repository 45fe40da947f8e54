//! Format strings taken apart into literals and conversions, and what C leaves undefined refused.
//! Not the writing of anything.

use super::{
    Case, Class, Conversion, Count, Flags, Flaw, FormatError, Length, Piece, Specifier, class, within_limit,
};

/// Takes a format string apart. The bytes end before the null character.
pub fn parse(format: &[u8]) -> Result<Vec<Piece<'_>>, FormatError> {
    let mut pieces = Vec::new();
    let mut rest = Cursor { bytes: format, at: 0 };
    while rest.at < format.len() {
        let literal = rest.until_percent();
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        if rest.at < format.len() {
            pieces.push(rest.conversion()?);
        }
    }
    Ok(pieces)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn until_percent(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&b| b == b'%').unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += found as usize;
        found
    }

    fn conversion(&mut self) -> Result<Piece<'a>, FormatError> {
        let start = self.at;
        self.at += 1;
        let flags = self.flags();
        let width = self.count()?;
        let precision = if self.eat(b'.') { Some(self.count()?.unwrap_or(Count::Number(0))) } else { None };
        let length = self.length();
        let malformed = |flaw| FormatError::Malformed { flaw, at: start };
        let letter = self.peek().ok_or(malformed(Flaw::Truncated))?;
        self.at += 1;
        if letter == b'%' {
            let complete = self.at == start + 2;
            return complete.then_some(Piece::Literal(b"%")).ok_or(malformed(Flaw::Percent));
        }
        if is_unsupported(letter, length) {
            return Err(FormatError::Unsupported { specifier: letter, at: start });
        }
        let specifier = specifier(letter).ok_or(malformed(Flaw::Unknown))?;
        let conversion = Conversion { flags, width, precision, length, specifier };
        match flaw(&conversion) {
            Some(flaw) => Err(malformed(flaw)),
            None => Ok(Piece::Convert(conversion)),
        }
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternative = true,
                Some(b'0') => flags.zero = true,
                _ => return flags,
            }
            self.at += 1;
        }
    }

    fn count(&mut self) -> Result<Option<Count>, FormatError> {
        if self.eat(b'*') {
            return Ok(Some(Count::Argument));
        }
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let value = number.unwrap_or(0u32).saturating_mul(10).saturating_add((digit - b'0') as u32);
            number = Some(value);
            self.at += 1;
        }
        number.map(|n| within_limit(n).map(Count::Number)).transpose()
    }

    fn length(&mut self) -> Length {
        let length = match self.peek() {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'j') => Length::IntMax,
            Some(b'z') => Length::Size,
            Some(b't') => Length::PtrDiff,
            Some(b'L') => Length::LongDouble,
            _ => return Length::None,
        };
        self.at += 1;
        match length {
            Length::Short if self.eat(b'h') => Length::Char,
            Length::Long if self.eat(b'l') => Length::LongLong,
            length => length,
        }
    }
}

fn is_unsupported(letter: u8, length: Length) -> bool {
    matches!(letter, b'p' | b'n') || matches!(letter, b'c' | b's') && length == Length::Long
}

fn specifier(letter: u8) -> Option<Specifier> {
    let case = if letter.is_ascii_uppercase() { Case::Upper } else { Case::Lower };
    Some(match letter {
        b'd' | b'i' => Specifier::Signed,
        b'u' => Specifier::Unsigned,
        b'o' => Specifier::Octal,
        b'x' | b'X' => Specifier::Hex(case),
        b'c' => Specifier::Char,
        b's' => Specifier::Str,
        b'f' | b'F' => Specifier::Fixed(case),
        b'e' | b'E' => Specifier::Exponent(case),
        b'g' | b'G' => Specifier::General(case),
        b'a' | b'A' => Specifier::HexFloat(case),
        _ => return None,
    })
}

fn flaw(c: &Conversion) -> Option<Flaw> {
    let class = class(c.specifier);
    let length = match c.length {
        Length::None => true,
        // `%lf` is `%f` (p7).
        Length::Long => matches!(class, Class::Int | Class::Float),
        Length::LongDouble => class == Class::Float,
        Length::Char | Length::Short | Length::LongLong | Length::IntMax | Length::Size | Length::PtrDiff => {
            class == Class::Int
        }
    };
    let alternative = class == Class::Float || matches!(c.specifier, Specifier::Octal | Specifier::Hex(_));
    let zero = matches!(class, Class::Int | Class::Float);
    if !length {
        Some(Flaw::Length)
    } else if c.flags.alternative && !alternative || c.flags.zero && !zero {
        Some(Flaw::Flag)
    } else if c.precision.is_some() && class == Class::Char {
        Some(Flaw::Precision)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> FormatError {
        parse(text.as_bytes()).expect_err(text)
    }

    #[test]
    fn literals_and_conversions_alternate() {
        let pieces = parse(b"a = %-5ld%%, %.*s\n").unwrap();
        let long = Conversion {
            flags: Flags { left: true, ..Flags::default() },
            width: Some(Count::Number(5)),
            precision: None,
            length: Length::Long,
            specifier: Specifier::Signed,
        };
        let text = Conversion {
            flags: Flags::default(),
            width: None,
            precision: Some(Count::Argument),
            length: Length::None,
            specifier: Specifier::Str,
        };
        let expected = [
            Piece::Literal(b"a = "),
            Piece::Convert(long),
            Piece::Literal(b"%"),
            Piece::Literal(b", "),
            Piece::Convert(text),
            Piece::Literal(b"\n"),
        ];
        assert_eq!(pieces, expected);
        assert_eq!(parse(b""), Ok(vec![]));
    }

    #[test]
    fn undefined_specifications_are_refused() {
        let table = [
            ("%", Flaw::Truncated),
            ("%-5.3l", Flaw::Truncated),
            ("%y", Flaw::Unknown),
            ("%-", Flaw::Truncated),
            ("%-%", Flaw::Percent),
            ("%5%", Flaw::Percent),
            ("%'d", Flaw::Unknown),
            ("%Ld", Flaw::Length),
            ("%hf", Flaw::Length),
            ("%hhs", Flaw::Length),
            ("%#d", Flaw::Flag),
            ("%05s", Flaw::Flag),
            ("%0c", Flaw::Flag),
            ("%.3c", Flaw::Precision),
        ];
        for (text, flaw) in table {
            assert_eq!(error(text), FormatError::Malformed { flaw, at: 0 }, "{text}");
        }
        assert_eq!(error("ab%d%"), FormatError::Malformed { flaw: Flaw::Truncated, at: 4 });
    }

    #[test]
    fn unsupported_conversions_are_named() {
        for (text, specifier) in [("%p", b'p'), ("%n", b'n'), ("%hhn", b'n'), ("%lc", b'c'), ("%ls", b's')] {
            assert_eq!(error(text), FormatError::Unsupported { specifier, at: 0 });
        }
    }
}
