//! Serving: connections in, limits against slow and oversized clients, graceful shutdown.
use super::App;
use super::express::{self, Front};
use crate::live::{listener, upkeep, webhooks};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

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
    let (connections, _) = watch::channel(false);
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
        let connection = express::serve(stream, peer, front.clone(), connections.subscribe());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    // Open streams end by this, so that they do not hold the shutdown up.
    app.stopping.send_replace(true);
    connections.send_replace(true);
    tokio::select! {
        // Every connection holds a receiver while it lasts.
        () = connections.closed() => {}
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
