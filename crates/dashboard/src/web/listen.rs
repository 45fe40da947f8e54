//! Connections: not too many of them, none that keeps a place without using it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutWriter;

use super::ServeError;

/// So many connections at a time; who comes then waits for the next that is free.
const MOST: usize = 256;

/// A request has to be there after so long, and so long nobody takes anything of an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// After an error of the listener, as when there are no more file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

pub async fn accept(listener: TcpListener, router: Router) -> Result<(), ServeError> {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone().layer(axum::Extension(ConnectInfo(peer))));
        tokio::spawn(async move {
            let mut stream = TimeoutWriter::new(stream);
            stream.set_timeout(Some(PATIENCE));
            let mut http = hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new());
            http.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(32 << 10);
            // One that goes away in the middle is its own affair.
            let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
            drop(place);
        });
    }
}
