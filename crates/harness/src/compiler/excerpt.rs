//! How much of what others print is kept. A compiler may print a megabyte in one line; what is stored of it is its head
//! and its tail, and how much is missing between them.

/// The most characters of a line that names a cause: it becomes a title, a bucket, a row of a table.
pub const LINE: usize = 400;

/// The most bytes of a log that is kept as a file.
pub const LOG: usize = 64 << 10;

/// A line, shortened in its middle if it is too long.
pub fn line(text: &str) -> String {
    let count = text.chars().count();
    if count <= LINE {
        return text.to_owned();
    }
    let half = LINE / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(count - half).collect();
    format!("{head} [… {} characters left out …] {tail}", count - 2 * half)
}

/// A log, shortened in its middle if it is too long.
pub fn log(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() <= LOG {
        return bytes.to_vec();
    }
    let half = LOG / 2;
    let note = format!("\n[… {} bytes left out …]\n", bytes.len() - 2 * half);
    [&bytes[..half], note.as_bytes(), &bytes[bytes.len() - half..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_stays_and_what_is_long_loses_its_middle() {
        assert_eq!(line("error: x"), "error: x");
        let long = line(&format!("error: {}é end", "x".repeat(1 << 20)));
        assert!(long.starts_with("error: xxx") && long.ends_with("é end"), "{long}");
        assert!(
            long.contains("[… 1048188 characters left out …]") && long.chars().count() < LINE + 60,
            "{long}"
        );
        assert_eq!(log(b"abc"), b"abc");
        let long = log(&[vec![b'a'; LOG], vec![b'z'; LOG]].concat());
        assert!(long.len() < LOG + 60 && long.starts_with(b"aaa") && long.ends_with(b"zzz"));
        assert!(String::from_utf8(long).unwrap().contains("[… 65536 bytes left out …]"));
    }
}
