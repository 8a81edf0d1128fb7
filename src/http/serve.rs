//! Serving: connections in, graceful shutdown.
use super::App;
use super::express::{Connection, Front};
use crate::live::listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long requests in flight may take to finish after the shutdown began.
const GRACE: Duration = Duration::from_secs(15);

/// How long a client may take to send the head of a request, and an idle connection is kept.
const HEAD_LIMIT: Duration = Duration::from_secs(30);

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
    let signal = tokio::spawn({
        let stop = stop.clone();
        async move {
            shutdown.await;
            let _ = stop.send(true);
        }
    });
    let front = Arc::new(Front::new(app.clone()));
    accept(listener, front, wait(stopped)).await;
    signal.abort();
    let _ = stop.send(true);
    // The listener ends at once; a panic in it has been logged.
    let _ = hearing.await;
    app.store().close().await;
    Ok(())
}

/// Takes connections until `stop` ends, then waits for the requests in flight.
async fn accept(listener: TcpListener, front: Arc<Front>, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                // Out of file descriptors, or a client gone before it was taken: neither may stop
                // the server, and the first needs a moment.
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        // A scoreboard waits for the answer: never hold back its last packet.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        let service = Connection {
            front: front.clone(),
            peer,
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_LIMIT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, %peer, "a connection ended badly");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("requests in flight were cut off after {GRACE:?}");
    }
}
