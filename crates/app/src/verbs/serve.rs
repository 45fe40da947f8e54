//! `assay serve`: the report of a campaign as a page on this machine, made anew for each look, also while it runs.
//!
//! Enough of HTTP for a browser on the same machine, and no more.

use super::hunt::DEFAULT_DIR;
use super::report::text_of;
use crate::failure::Failure;
use crate::terminal;
use campaign::report::Form;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

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

/// Whoever says nothing for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request's head is not longer.
const MOST_HEAD: u64 = 16 << 10;

pub fn run(args: Args) -> Result<u8, Failure> {
    let dir = args.dir.unwrap_or_else(|| PathBuf::from(DEFAULT_DIR));
    text_of(&dir, None, Form::Json)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(|error| {
        Failure::Environment(format!("cannot listen on port {}: {error}; choose another --port", args.port))
    })?;
    let port = listener.local_addr().map_or(args.port, |address| address.port());
    terminal::print(format!("{} is shown at http://127.0.0.1:{port}/\n", dir.display()).as_bytes())?;
    for stream in listener.incoming().flatten() {
        // One that goes away in the middle is its own affair.
        let _ = answer(stream, &dir);
    }
    Ok(0)
}

fn answer(mut stream: TcpStream, dir: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (mut line, mut host) = (String::new(), String::new());
    let mut head = BufReader::new(stream.try_clone()?.take(MOST_HEAD));
    head.read_line(&mut line)?;
    for header in head.lines() {
        let header = header?;
        match header.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("host") => host = value.trim().to_owned(),
            Some(_) => {}
            None => break,
        }
    }
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
    match text_of(dir, None, form) {
        Ok(text) if form == Form::Html => {
            let again = format!("<head><meta http-equiv=\"refresh\" content=\"{REFRESH}\">");
            response("200 OK", kind, &text.replacen("<head>", &again, 1))
        }
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
