//! `GET /tournaments/{tournament}/events`
use crate::http::extract::{Asking, Path, Query};
use crate::http::{App, Handled};
use crate::live::feed::{Following, Resume};
use crate::service::{Actor, Error, Office};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use bytes::Bytes;
use serde::Deserialize;
use std::convert::Infallible;
use std::future::pending;
use time::OffsetDateTime;
use tokio::sync::{broadcast, watch};
use utoipa::IntoParams;
use uuid::Uuid;

/// Where to take up.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// The revision last seen; the header `Last-Event-ID` goes before it.
    since: Option<i64>,
}

/// Follow a tournament as Server-Sent Events
///
/// Each public change is an event `change` whose `id` is the revision and whose data is an item of
/// `/changes`. After a lost connection send the last id as `Last-Event-ID`. An event `resync` means
/// that too much was missed: read everything anew.
#[utoipa::path(get, path = "/tournaments/{tournament}/events", tag = "views",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), Since,
        ("last-event-id" = Option<String>, Header, description = "The revision last seen")),
    responses((status = 200, description = "The stream", content_type = "text/event-stream", body = String)))]
pub async fn stream(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(since): Query<Since>,
    Asking(caller): Asking,
    headers: HeaderMap,
) -> Handled {
    let from = match headers.get("last-event-id") {
        None => since.since.map_or(Resume::Now, Resume::After),
        // Browsers send an empty one when they have none.
        Some(value) if value.is_empty() => Resume::Now,
        Some(value) => {
            let number = value.to_str().ok().and_then(|v| v.trim().parse().ok());
            number.map_or(Resume::Unknown, Resume::After)
        }
    };
    let news = app.live.key_news();
    let key = match caller.actor {
        Actor::Key(key) => Some(HeldKey {
            id: key.id,
            end: key.expires_at,
            news,
            // Revoked between the check and this moment?
            doubt: true,
            office: app.office.clone(),
        }),
        Actor::Nobody | Actor::Machine(_) => None,
    };
    let open = Open {
        following: app.live.follow(id, from).await?,
        key,
        stopping: app.stopping.subscribe(),
    };
    Response::builder()
        .header(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        // Some proxies hold back what they take for an ordinary answer.
        .header("x-accel-buffering", "no")
        .body(Body::from_stream(futures::stream::unfold(open, Open::next)))
        .map_err(|e| Error::Fault(e.to_string()).into())
}

/// An open stream.
struct Open {
    following: Following,
    /// The key it was opened with, if it was: the stream ends with it.
    key: Option<HeldKey>,
    stopping: watch::Receiver<bool>,
}

impl Open {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Open)> {
        let bytes = tokio::select! {
            biased;
            // An error means the server is gone already.
            _ = self.stopping.wait_for(|stopping| *stopping) => None,
            () = ended(&mut self.key) => None,
            bytes = self.following.next() => bytes,
        };
        Some((Ok(bytes?), self))
    }
}

async fn ended(key: &mut Option<HeldKey>) {
    match key {
        // Boxed: thousands follow without a key, and should not carry the room for looking one up.
        Some(key) => Box::pin(key.ended()).await,
        None => pending().await,
    }
}

/// A key whose end ends the stream.
struct HeldKey {
    id: Uuid,
    end: Option<OffsetDateTime>,
    news: broadcast::Receiver<Option<Uuid>>,
    /// Something was heard that has not been looked into.
    doubt: bool,
    office: Office,
}

impl HeldKey {
    /// Ends when the key does. May be dropped while it waits.
    async fn ended(&mut self) {
        loop {
            if self.doubt {
                match self.office.working_key(self.id).await {
                    Ok(Some(key)) => self.end = key.expires_at,
                    // A key that cannot be checked opens nothing and keeps nothing open.
                    Ok(None) | Err(_) => return,
                }
                self.doubt = false;
            }
            let left = self.end.map(|end| end - OffsetDateTime::now_utc());
            let expired = async {
                match left {
                    Some(left) => tokio::time::sleep(left.try_into().unwrap_or_default()).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                () = expired => self.doubt = true,
                news = self.news.recv() => match news {
                    Ok(Some(other)) if other != self.id => {}
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => self.doubt = true,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
            }
        }
    }
}
