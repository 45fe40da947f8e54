//! `assay serve`: the report of a campaign as a page on this machine, made anew for each look, also while it runs.
//!
//! Enough of HTTP for a browser on the same machine, and no more.

use super::hunt::DEFAULT_DIR;
use super::report::gathered;
use crate::failure::Failure;
use crate::terminal;
use campaign::report::{Form, live_page, write};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Show a campaign in a browser, also while it runs
#[derive(clap::Args)]
#[command(after_help = "Ctrl-C ends it. Exit codes: 2 no such campaign, 3 the port is taken")]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]
    dir: Option<PathBuf>,
    /// Where to listen, on this machine only; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8377)]
    port: u16,
}

/// A page asks for itself again after so many seconds.
const REFRESH: u32 = 10;

/// A request has to be there after so long, and an answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// So many are served at a time.
const MOST_GUESTS: usize = 32;

/// A request's head is not longer.
const MOST_HEAD: u64 = 16 << 10;

pub fn run(args: Args) -> Result<u8, Failure> {
    let dir = args.dir.unwrap_or_else(|| PathBuf::from(DEFAULT_DIR));
    gathered(&dir, None)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| {
        Failure::Environment(format!("cannot listen on port {}: {error}; choose another --port", args.port))
    })?;
    let port = listener.local_addr().map_or(args.port, |address| address.port());
    terminal::print(format!("{} is shown at http://127.0.0.1:{port}/\n", dir.display()).as_bytes())?;
    let guests = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            let stream = Patient { stream, until: Instant::now() + PATIENCE };
            if guests.fetch_add(1, Ordering::Relaxed) >= MOST_GUESTS {
                guests.fetch_sub(1, Ordering::Relaxed);
                let _ = stream.refuse();
                continue;
            }
            let serve = || {
                // One that goes away in the middle is its own affair.
                let _ = answer(stream, &dir);
                guests.fetch_sub(1, Ordering::Relaxed);
            };
            if std::thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                guests.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
    Ok(0)
}

/// A connection that is over at a certain moment, however slowly its other end reads and writes.
struct Patient {
    stream: TcpStream,
    until: Instant,
}

impl Patient {
    fn left(&self) -> std::io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }

    /// Says that there are too many, without waiting for anything.
    fn refuse(mut self) -> std::io::Result<()> {
        self.stream.set_nonblocking(true)?;
        self.stream.write_all(&failed("503 Service Unavailable", "too many at a time; try again\n"))
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

fn answer(mut stream: Patient, dir: &Path) -> std::io::Result<()> {
    let (mut line, mut host) = (String::new(), String::new());
    let mut head = BufReader::new((&mut stream).take(MOST_HEAD));
    head.read_line(&mut line)?;
    for header in head.by_ref().lines() {
        let header = header?;
        match header.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("host") => host = value.trim().to_owned(),
            Some(_) => {}
            None => break,
        }
    }
    drop(head);
    stream.until = Instant::now() + PATIENCE;
    let reply =
        if is_local(&host) { reply(&line, dir) } else { failed("403 Forbidden", "not by this name\n") };
    stream.write_all(&reply)
}

/// A page of somebody else's that a name of theirs leads here must not read what is on this machine.
fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost"].contains(&name)
}

fn reply(line: &str, dir: &Path) -> Vec<u8> {
    let mut words = line.split_ascii_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (form, kind) = match (method, path.split('?').next().unwrap_or_default()) {
        ("GET", "/") => (Form::Html, "text/html; charset=utf-8"),
        ("GET", "/report.json") => (Form::Json, "application/json"),
        ("GET", _) => return failed("404 Not Found", "there are / and /report.json\n"),
        _ => return failed("405 Method Not Allowed", "only GET\n"),
    };
    let text = gathered(dir, None).map(|data| match form {
        Form::Html => live_page(&data, REFRESH),
        other => write(&data, other),
    });
    match text {
        Ok(text) => response("200 OK", kind, &text),
        Err(failure) => failed("500 Internal Server Error", &format!("{failure}\n")),
    }
}

fn failed(status: &str, words: &str) -> Vec<u8> {
    response(status, "text/plain; charset=utf-8", words)
}

fn response(status: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    );
    [head.as_bytes(), body.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn only_names_of_this_machine_are_served() {
        assert!(is_local("127.0.0.1:8377") && is_local("localhost"));
        assert!(!is_local("evil.example:8377") && !is_local(""));
    }
}
