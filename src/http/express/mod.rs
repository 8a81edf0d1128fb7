//! The express lane: a poll whose answer is still the newest is answered before anything else is
//! looked at: no HTTP library, no routing, no middleware, no lock that a writer holds, no query.
//!
//! An answer gets here by having been given once through the router: its headers and bytes are
//! [kept] under the request's path, query, language and coding, with a [`Stamp`] that is void the
//! moment a newer revision is heard of. So both lanes give the same bytes. On the socket, a
//! connection's requests are first looked at as [polls]; every other request goes, with the
//! connection, to hyper and the router ([routed]) until it is answered.
//!
//! [`Stamp`]: crate::live::Stamp
mod body;
mod kept;
mod polls;
mod routed;

pub use kept::{Express, Fresh, Route};
pub use routed::HEAD_LIMIT;

use super::App;
use axum::Router;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::watch;

/// The whole service with the express lane in front.
#[derive(Clone, Debug)]
pub struct Front {
    app: App,
    router: Router,
}

impl Front {
    /// The express lane before the router of this app.
    pub fn new(app: App) -> Front {
        let router = super::router(app.clone());
        Front { app, router }
    }
}

/// Serves one connection until it ends, or the server stops: then what is being answered is
/// finished first.
///
/// # Errors
/// Of the socket, and requests that are none.
pub async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    front: Arc<Front>,
    mut stopping: watch::Receiver<bool>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let stop = async move {
        // An error means the sender is gone: stop as well.
        let _ = stopping.wait_for(|stop| *stop).await;
    };
    tokio::pin!(stop);
    let mut polls = polls::Polls::new(stream);
    while polls.answer(&front.app, stop.as_mut()).await? {
        match routed::answer(polls, peer, &front, stop.as_mut()).await? {
            Some(given_back) => polls = given_back,
            None => break,
        }
    }
    Ok(())
}

/// What ends when the server stops.
type Stop<'a, F> = std::pin::Pin<&'a mut F>;

/// Futures that end when the server stops.
trait Stopping: Future<Output = ()> + Send {}
impl<F: Future<Output = ()> + Send> Stopping for F {}
