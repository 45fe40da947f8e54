//! What every request has to pass, and what every answer says to the browser.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;

use super::{App, Shared, reply};

/// Nothing is loaded but from here, nothing runs that is not in a file of ours, and nobody shows us in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// With `no-referrer`, a browser sends `Origin: null` with our own forms, too.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// An answer begins after so long, or there is none.
const PATIENCE: Duration = Duration::from_secs(10);

pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = if is_ours(&app, request.headers(), request.uri()) {
        match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => reply::failed(StatusCode::SERVICE_UNAVAILABLE, "it took too long; try again"),
        }
    } else {
        reply::failed(StatusCode::FORBIDDEN, "not by this name; see --host")
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A page of somebody else's that a name of theirs leads here must not read what is on this machine.
fn is_ours(app: &Shared, headers: &HeaderMap, uri: &Uri) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(uri.host());
    host.is_some_and(|host| is_name_of_ours(host, &app.hosts))
}

fn is_name_of_ours(host: &str, hosts: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name) || hosts.iter().any(|one| one == name || one == host)
}

/// Whether somebody may change something: who has the token, or who sits here and uses a page of ours.
pub fn may_change(app: &Shared, peer: &SocketAddr, headers: &HeaderMap, token: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let shown = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")).unwrap_or(token);
    if !shown.is_empty() {
        return app.token.as_deref().is_some_and(|wanted| are_equal(wanted, shown));
    }
    // A browser tells where a form was filled in, and cannot be made to lie by a page.
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    let is_same = origin.is_some_and(|(_, from)| Some(from) == text(header::HOST));
    is_same && is_here(peer.ip())
}

fn is_here(peer: IpAddr) -> bool {
    peer.to_canonical().is_loopback()
}

/// In a time that does not tell where they differ.
fn are_equal(wanted: &str, shown: &str) -> bool {
    let differ = wanted.bytes().zip(shown.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    wanted.len() == shown.len() && differ == 0
}

/// Who asks, as a listener tells.
pub type Peer = ConnectInfo<SocketAddr>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_and_those_that_were_given_are_served() {
        let hosts = ["assay.example.org".to_owned()];
        for host in ["127.0.0.1:8377", "localhost", "[::1]:80", "[::1]", "assay.example.org:443"] {
            assert!(is_name_of_ours(host, &hosts), "{host}");
        }
        for host in ["evil.example:8377", "", "localhost.evil.example", "127.0.0.1.evil:80"] {
            assert!(!is_name_of_ours(host, &hosts), "{host}");
        }
    }

    #[test]
    fn tokens_are_equal_or_not() {
        assert!(are_equal("abc", "abc"));
        assert!(!are_equal("abc", "abd") && !are_equal("abc", "ab") && !are_equal("abc", "abcd"));
    }
}
