//! `assay serve` on a campaign that costs little, and the little HTTP that asks it.

use super::{ASSAY, Place};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Two compilers that crash, each in its own way, with messages that need escaping.
pub fn campaign() -> Place {
    let place = Place::new();
    let crashing = |words: &str| {
        format!(
            "if [ -f test.c ]; then echo 'test.c:1:1: internal compiler error: {words}' >&2; exit 1; fi\n\
             while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo > \"$2\"; fi; shift; done"
        )
    };
    place.compiler("crashing", &crashing("in f<T&>, at \"g\".cc:1"));
    place.compiler("breaking", &crashing("verify_gimple failed, at tree.cc:2"));
    hunt(&place, "6");
    place
}

/// Goes on with the campaign, up to so many tests.
pub fn hunt(place: &Place, tests: &str) {
    let compilers = [place.path("crashing"), place.path("breaking")].map(|path| path.display().to_string());
    let words = ["hunt", "--cc", &compilers[0], "--cc", &compilers[1], "--mode", "crash", "--seed", "1"];
    let rest = ["--no-triage", "--dir", "c", "--tests", tests];
    let output = place.assay(&[&words[..], &rest].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`
    pub address: String,
}

impl Server {
    pub fn start(place: &Place, words: &[&str]) -> Server {
        Server::of(place, &[&["c"], words].concat())
    }

    /// Of another campaign than the usual one.
    pub fn of(place: &Place, words: &[&str]) -> Server {
        let mut command = Command::new(ASSAY);
        command.args(["serve", "--port", "0"]).args(words).current_dir(place.0.path());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("assay starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("a line");
        let (_, address) = line.rsplit_once("http://").expect("it tells where it is");
        Server { child, address: address.trim().trim_end_matches('/').to_owned() }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    pub fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        let (address, length) = (&self.address, body.len());
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    pub fn ask(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        Reply::from(&String::from_utf8_lossy(&text))
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    fn from(text: &str) -> Reply {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { whole(body) } else { body.to_owned() };
        Reply { status, head: head.to_owned(), body }
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A body that was sent in chunks.
fn whole(mut text: &str) -> String {
    let mut body = String::new();
    while let Some((size, rest)) = text.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || size > rest.len() {
            break;
        }
        body.push_str(&rest[..size]);
        text = rest[size..].trim_start_matches("\r\n");
    }
    body
}
