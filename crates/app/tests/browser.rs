//! The dashboard in a real browser: Chromium without a window, driven by its DevTools protocol. Where there is none, nothing is
//! tested, and a line says so.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::server::{Server, campaign, hunt};
use tungstenite::{Message, WebSocket};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Nothing here takes that long, whatever else the machine does.
const PATIENCE: Duration = Duration::from_secs(120);

struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    last: u64,
    /// What the page complained of.
    complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// `None` where there is none.
    fn start() -> Option<Browser> {
        let profile = tempfile::tempdir().expect("a temporary directory");
        let start = |name: &&str| {
            let mut command = Command::new(name);
            command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
            command.args(["--no-first-run", "--remote-debugging-port=0", "about:blank"]);
            command.arg(format!("--user-data-dir={}", profile.path().display()));
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()
        };
        let mut child = NAMES.iter().find_map(start)?;
        let said = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut lines = said.lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains("DevTools listening on ws://")).expect("it listens");
        // It says more later on, and must not wait for somebody who reads it.
        std::thread::spawn(move || lines.for_each(drop));
        let address = line.split('/').nth(2).expect("an address").to_owned();
        let page = page_of(&address);
        let stream = TcpStream::connect(&address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let (socket, _) = tungstenite::client(page, stream).expect("a page");
        let mut browser = Browser { child, socket, last: 0, complaints: Vec::new(), _profile: profile };
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, json!({}));
        }
        Some(browser)
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let text = json!({ "id": self.last, "method": method, "params": params }).to_string();
        self.socket.send(Message::text(text)).expect("it takes orders");
        loop {
            let Message::Text(text) = self.socket.read().expect("it answers") else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            self.note(&message);
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn note(&mut self, message: &Value) {
        let is_bad = message["method"] == "Runtime.exceptionThrown"
            || (message["method"] == "Log.entryAdded" && message["params"]["entry"]["level"] == "error");
        if is_bad {
            self.complaints.push(message["params"].to_string());
        }
    }

    /// What an expression of JavaScript comes to.
    fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    fn wait_for(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "never: {expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn go(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_for(&format!("document.readyState === 'complete' && location.href === '{url}'"));
    }

    fn resize(&mut self, width: u32) {
        let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of the only page of a browser.
fn page_of(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET /json/list HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut text = String::new();
    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a time");
    let _ = stream.read_to_string(&mut text);
    let (_, body) = text.split_once("\r\n\r\n").expect("an answer");
    let pages: Value = serde_json::from_str(body).expect("JSON");
    let page = pages.as_array().and_then(|all| all.iter().find(|one| one["type"] == "page"));
    page.expect("a page")["webSocketDebuggerUrl"].as_str().expect("an address").to_owned()
}

/// Elements whose right edge is outside of the window, but for what can be scrolled to inside of its own box.
const CLIPPED: &str = "(() => {
    const isBoxed = (e) => e.closest('.scroll, pre, svg, .skip, option');
    const out = [...document.querySelectorAll('body *')].filter((e) => !isBoxed(e) && e.getBoundingClientRect().right > innerWidth + 1);
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page itself'] : [];
    return page.concat(out.map((e) => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40)));
})()";

/// What a screen reader could not name: fields without labels, links without words, tables without heads, more than one main heading.
const NAMELESS: &str = "(() => {
    const fields = [...document.querySelectorAll('input:not([type=hidden]), select')].filter((e) => !e.labels.length);
    const links = [...document.querySelectorAll('a, button')].filter((e) => !e.textContent.trim());
    const tables = [...document.querySelectorAll('table')].filter((e) => !e.querySelector('th'));
    const charts = [...document.querySelectorAll('svg:not([aria-hidden])')].filter((e) => !e.getAttribute('aria-label'));
    const heads = document.querySelectorAll('h1').length === 1 ? [] : ['h1'];
    return heads.concat([...fields, ...links, ...tables, ...charts].map((e) => e.outerHTML.slice(0, 80)));
})()";

#[test]
fn people_can_use_it() {
    let place = campaign();
    let server = Server::start(&place, &["--beside", "c"]);
    let Some(mut browser) = Browser::start() else {
        return test_support::skip("there is no chromium");
    };
    let base = format!("http://{}", server.address);
    let id = server.get("/api/v1/bugs").json()["bugs"][0]["id"].as_str().expect("a bug").to_owned();
    let bug = format!("/bugs/{id}");
    for width in [375, 1280] {
        browser.resize(width);
        for path in ["/", "/bugs", &bug, "/tests/0", "/workers", "/compare", "/corpus"] {
            browser.go(&format!("{base}{path}"));
            assert_eq!(browser.value(CLIPPED), json!([]), "clipped at {width} on {path}");
            assert_eq!(browser.value(NAMELESS), json!([]), "without a name on {path}");
        }
    }
    filters_work(&mut browser, &base);
    the_keyboard_leads_to_the_content(&mut browser, &base);
    a_page_follows_the_campaign(&mut browser, &base, &place);
    a_bug_is_marked(&mut browser, &base, &bug);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

fn filters_work(browser: &mut Browser, base: &str) {
    browser.go(&format!("{base}/bugs"));
    assert_eq!(browser.value("document.querySelectorAll('ol.bugs > li').length"), 2);
    browser.value(
        "(() => { const list = document.getElementById('f-compiler'); list.value = 'breaking';
                  list.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    browser.wait_for("location.search === '?compiler=breaking' && document.readyState === 'complete'");
    assert_eq!(browser.value("document.querySelectorAll('ol.bugs > li').length"), 1);
    let title = browser.value("document.querySelector('ol.bugs h3').textContent");
    assert!(title.as_str().is_some_and(|title| title.contains("breaking")), "{title}");
    assert_eq!(browser.value("document.getElementById('f-compiler').value"), "breaking");
}

fn the_keyboard_leads_to_the_content(browser: &mut Browser, base: &str) {
    browser.go(&format!("{base}/"));
    for kind in ["keyDown", "keyUp"] {
        browser.call(
            "Input.dispatchKeyEvent",
            json!({ "type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9 }),
        );
    }
    assert_eq!(browser.value("document.activeElement.className"), "skip");
}

fn a_page_follows_the_campaign(browser: &mut Browser, base: &str, place: &support::Place) {
    browser.go(&format!("{base}/"));
    let tests = "document.querySelector('#c-figures b').textContent";
    assert_eq!(browser.value(tests), "6");
    browser.value("window.sameWindow = true");
    hunt(place, "9");
    browser.wait_for(&format!("{tests} === '9'"));
    assert_eq!(browser.value("window.sameWindow"), true, "it was not loaded again");
    browser.wait_for("document.getElementById('news').textContent.startsWith('9 tests')");
}

fn a_bug_is_marked(browser: &mut Browser, base: &str, bug: &str) {
    browser.go(&format!("{base}{bug}"));
    browser.value(
        "(() => { document.getElementById('s-state').value = 'reported';
                  document.getElementById('s-note').value = 'https://example.org/1';
                  document.querySelector('form.state').requestSubmit(); })()",
    );
    browser
        .wait_for("(document.querySelector('main > .note') || {}).textContent === 'https://example.org/1'");
    assert_eq!(browser.value("document.getElementById('s-state').value"), "reported");
    assert_eq!(browser.value("document.querySelector('main .tags [data-state]').textContent"), "reported");
}
