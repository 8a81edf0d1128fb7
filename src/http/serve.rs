//! Serving: connections in, graceful shutdown.
use super::{App, router};
use crate::live::listener;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long requests in flight may take to finish after the shutdown began.
const GRACE: Duration = Duration::from_secs(15);

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
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service)
        .with_graceful_shutdown(wait(stopped.clone()))
        .into_future();
    let late = async {
        wait(stopped).await;
        tokio::time::sleep(GRACE).await;
    };
    let outcome = tokio::select! {
        outcome = serving => outcome,
        () = late => Ok(()),
    };
    signal.abort();
    let _ = stop.send(true);
    // The listener ends at once; a panic in it has been logged.
    let _ = hearing.await;
    app.store().close().await;
    outcome
}
