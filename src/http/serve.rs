//! Serving: connections in, limits against slow and oversized clients, graceful shutdown.
use super::App;
use super::express::{Connection, Front};
use crate::live::{listener, upkeep, webhooks};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long a client may take to send the head of a request, and an idle connection is kept.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// Most bytes of a request's head that are read at all; more than `express::HEAD_LIMIT`, so that what
/// is too long is told so.
const HEAD_BYTES: usize = 256 << 10;

/// Serves until `shutdown` ends: then no connection is taken any more, requests in flight finish,
/// the listener stops, the pool closes. Whoever holds the database stops it after this returns.
///
/// # Errors
/// Of the socket.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (stop, stopped) = watch::channel(false);
    let wait = |mut stopped: watch::Receiver<bool>| async move {
        // An error means the sender is gone: stop as well.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let hearing = tokio::spawn(listener::run(
        app.live.clone(),
        app.store().clone(),
        wait(stopped.clone()),
    ));
    let sending = tokio::spawn(webhooks::run(
        app.live.clone(),
        app.store().clone(),
        app.webhooks.clone(),
        wait(stopped.clone()),
    ));
    let keeping_up = tokio::spawn(upkeep::run(app.store().clone(), wait(stopped.clone())));
    let front = Arc::new(Front::new(app.clone()));
    let connections = GracefulShutdown::new();
    tokio::pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: those in use will be given back.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // A scoreboard waits for the answer: never hold back its last packet. A socket without the
        // option works too.
        let _ = stream.set_nodelay(true);
        let service = Connection {
            front: front.clone(),
            peer,
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    // Open streams end by this, so that they do not hold the shutdown up.
    app.stopping.send_replace(true);
    tokio::select! {
        () = connections.shutdown() => {}
        () = tokio::time::sleep(app.grace) => {
            tracing::warn!("requests were cut off by the shutdown");
        }
    }
    let _ = stop.send(true);
    // They end at once, or soon; a panic in one of them has been logged.
    let _ = tokio::join!(hearing, sending, keeping_up);
    app.store().close().await;
    Ok(())
}
