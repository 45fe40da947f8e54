//! The server: who may ask, how much and how long, and who answers what.

mod api;
mod assets;
mod change;
mod guard;
mod listen;
mod live;
mod openapi;
mod pages;
mod reply;

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use tokio::sync::{Semaphore, watch};

use crate::keeper::{Snapshot, keep};
use crate::source::{Source, SourceError};

/// What the server is to be.
pub struct Options {
    pub listener: TcpListener,
    /// The campaign that is shown.
    pub source: Arc<dyn Source>,
    /// Campaigns that it is compared with.
    pub others: Vec<Arc<dyn Source>>,
    /// Who has it may change states from anywhere.
    pub token: Option<String>,
    /// Names by which it may be asked for, beside those of this machine.
    pub hosts: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("{0}")]
    Source(#[from] SourceError),
    #[error("cannot serve: {0}")]
    Io(#[from] std::io::Error),
    /// Nobody was there to be told.
    #[error("the reader of the output has gone")]
    Unheard,
}

/// What all requests share.
struct Shared {
    source: Arc<dyn Source>,
    now: watch::Receiver<Arc<Snapshot>>,
    others: Vec<watch::Receiver<Arc<Snapshot>>>,
    token: Option<String>,
    hosts: Vec<String>,
    /// Places for those who want to be told of changes.
    listeners: Arc<Semaphore>,
}

type App = Arc<Shared>;

impl Shared {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.now.borrow().clone()
    }

    fn all(&self) -> Vec<Arc<Snapshot>> {
        std::iter::once(&self.now).chain(&self.others).map(|one| one.borrow().clone()).collect()
    }
}

/// So many are told of changes at a time; others have to ask again.
const MOST_LISTENERS: usize = 64;

/// No request has a longer body.
const MOST_BODY: usize = 16 << 10;

/// Shows a campaign until the process ends; `ready` tells that it can be asked for.
pub fn serve(options: Options, ready: impl FnOnce() -> Result<(), ServeError>) -> Result<(), ServeError> {
    let Options { listener, source, others, token, hosts } = options;
    let now = keep(source.clone())?;
    let others = others.into_iter().map(keep).collect::<Result<_, _>>()?;
    let listeners = Arc::new(Semaphore::new(MOST_LISTENERS));
    let shared = Arc::new(Shared { source, now, others, token, hosts, listeners });
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready()?;
        listen::accept(listener, router(shared)).await
    })
}

fn router(app: App) -> Router {
    let routes = Router::new().merge(pages::routes()).merge(assets::routes()).merge(openapi::routes());
    routes
        .fallback(reply::nothing_here)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
