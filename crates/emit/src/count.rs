//! How many tokens of C a text has, comments and white space aside.

/// Tokens of a text. Directives count as their words do, because the tokens of macros are part of the size as well.
pub fn tokens(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        let next = skip_blank(bytes, at);
        if next > at {
            at = next;
            continue;
        }
        at = end_of_token(bytes, at);
        count += 1;
    }
    count
}

fn skip_blank(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        b if b.is_ascii_whitespace() => at + 1,
        b'/' if bytes.get(at + 1) == Some(&b'*') => {
            let end = bytes[at + 2..].windows(2).position(|w| w == b"*/");
            end.map_or(bytes.len(), |n| at + 2 + n + 2)
        }
        _ => at,
    }
}

fn end_of_token(bytes: &[u8], at: usize) -> usize {
    let first = bytes[at];
    let run = |ok: fn(&u8) -> bool| at + 1 + bytes[at + 1..].iter().take_while(|b| ok(b)).count();
    match first {
        b'"' | b'\'' => quoted(bytes, at, first),
        b'0'..=b'9' => run(|b| b.is_ascii_alphanumeric() || *b == b'.' || *b == b'_'),
        b if b.is_ascii_alphabetic() || b == b'_' => run(|b| b.is_ascii_alphanumeric() || *b == b'_'),
        _ => operator(bytes, at),
    }
}

fn quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut i = at + 1;
    while i < bytes.len() && bytes[i] != quote {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i + 1
}

const OPERATORS: [&[u8]; 22] = [
    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||",
    b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=",
];

fn operator(bytes: &[u8], at: usize) -> usize {
    at + OPERATORS.iter().find(|op| bytes[at..].starts_with(op)).map_or(1, |op| op.len())
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn counts_as_a_compiler_does() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("int x;"), 3);
        assert_eq!(tokens("a+=b<<2U; /* no */ p->f--"), 10);
        assert_eq!(tokens("printf(\"%d\\\"\", '\\'');"), 7);
        assert_eq!(tokens("x = 0x1.8p3f ;"), 4);
    }
}
