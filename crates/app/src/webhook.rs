//! `hunt --webhook URL`: somebody is told of each new bug by a POST of JSON. It never holds up the campaign: what cannot be told is
//! left out, with a line on why.

use crate::failure::Failure;
use crate::terminal;
use campaign::text::in_line;
use campaign::{Event, Finding};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, channel, sync_channel};
use std::time::Duration;

/// A bug that nobody has seen before.
#[derive(Serialize)]
struct News {
    event: &'static str,
    campaign: PathBuf,
    finding: String,
    bucket: String,
    kind: &'static str,
    compiler: String,
    version: String,
    title: String,
    /// All of it in a line, which chats show.
    text: String,
}

/// Where news goes. Dropping it waits for what is on the way, for a while.
pub struct Webhook {
    dir: PathBuf,
    queue: Mutex<Option<SyncSender<Box<News>>>>,
    done: Mutex<Receiver<()>>,
}

/// So much news may wait; a campaign that finds more at once has other troubles.
const MOST_WAITING: usize = 64;

/// How often one is told, how long each time, and how long is waited between.
const TRIES: u32 = 3;
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(500);

/// How long the end of a campaign waits.
const LAST: Duration = Duration::from_secs(10);

impl Webhook {
    pub fn new(url: &str, dir: &Path) -> Result<Webhook, Failure> {
        let address: ureq::http::Uri = url
            .parse()
            .ok()
            .filter(|uri: &ureq::http::Uri| uri.scheme_str() == Some("http") && uri.host().is_some())
            .ok_or_else(|| {
                Failure::Usage(format!(
                    "the webhook `{url}` is no http:// address; give one as in http://host:8080/path"
                ))
            })?;
        let (queue, waiting) = sync_channel::<Box<News>>(MOST_WAITING);
        let (end, done) = channel();
        std::thread::spawn(move || {
            let agent = ureq::Agent::config_builder()
                .timeout_global(Some(PATIENCE))
                .max_redirects(0)
                .proxy(None)
                .build()
                .new_agent();
            for news in waiting {
                tell(&agent, &address, &news);
            }
            let _ = end.send(());
        });
        let dir = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
        Ok(Webhook { dir, queue: Mutex::new(Some(queue)), done: Mutex::new(done) })
    }

    /// Tells of it if it is news: a bug whose cause is known, and that is not known to anybody.
    pub fn heed(&self, event: &Event) {
        let Some(finding) = new_bug(event) else { return };
        let bucket = finding.bucket.clone();
        let text = in_line(&format!("new bug: {} ({bucket}, finding {})", finding.title, finding.id));
        let news = News {
            event: "new-bug",
            campaign: self.dir.clone(),
            finding: finding.id.clone(),
            bucket,
            kind: finding.kind.name(),
            compiler: finding.compiler.clone(),
            version: finding.version.clone(),
            title: finding.title.clone(),
            text,
        };
        let queue = self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(queue) = queue.as_ref() else { return };
        if let Err(TrySendError::Full(news)) = queue.try_send(Box::new(news)) {
            complain(&news, "too much news waits already");
        }
    }
}

impl Drop for Webhook {
    fn drop(&mut self) {
        self.queue.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let done = self.done.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        if done.recv_timeout(LAST) == Err(RecvTimeoutError::Timeout) {
            terminal::report("assay: note: the webhook does not answer; what it was not told is left out\n");
        }
    }
}

/// The finding of a bug that was not seen before, when its cause is known.
fn new_bug(event: &Event) -> Option<&Finding> {
    let finding = if let Event::Examined { finding, first_of_bucket: true } = event {
        finding
    } else if let Event::Found { finding, first_of_bucket: true } = event
        && !finding.kind.is_silent()
    {
        finding
    } else {
        return None;
    };
    Some(finding.as_ref()).filter(|finding| finding.known.is_none())
}

fn tell(agent: &ureq::Agent, address: &ureq::http::Uri, news: &News) {
    let body = serde_json::to_string(news).unwrap_or_default();
    let mut why = String::new();
    for attempt in 0..TRIES {
        if attempt > 0 {
            std::thread::sleep(PAUSE);
        }
        let request = agent.post(address.clone()).header("Content-Type", "application/json");
        match request.send(&body) {
            Ok(_) => return,
            Err(error) => why = error.to_string(),
        }
    }
    complain(news, &why);
}

fn complain(news: &News, why: &str) {
    terminal::report(format_args!("assay: note: the webhook was not told of {}: {why}\n", news.finding));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_http_is_taken() {
        for url in ["https://a.example/", "ftp://a", "a.example", "", "http://"] {
            assert!(Webhook::new(url, Path::new("c")).is_err(), "{url}");
        }
        assert!(Webhook::new("http://127.0.0.1:9/x", Path::new("c")).is_ok());
    }
}
