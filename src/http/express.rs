//! The express lane: a poll whose answer is still the newest is answered before anything else is
//! looked at: no routing, no middleware, no lock that a writer holds, no query.
//!
//! An answer gets here by having been given once through the router: its headers and bytes are
//! kept under the request's path, query, language and coding, with a [`Stamp`] that is void the
//! moment a newer revision is heard of. So both lanes give the same bytes.
use super::envelope::RequestId;
use super::language::Language;
use super::{App, Problem, download, etag, reading};
use crate::live::{Coding, Stamp};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use std::collections::HashMap;
use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, RwLock};
use std::task::{Context, Poll};
use std::time::Instant;
use tower::Service;
use uuid::Uuid;

/// What a handler leaves on an answer that may be given again.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// Until when.
    pub stamp: Stamp,
    /// The answer's ETag.
    pub tag: String,
    /// The answer's body.
    pub bytes: Bytes,
}

/// An answer that can be given again while its stamp holds.
#[derive(Debug)]
struct Kept {
    stamp: Stamp,
    tag: String,
    bytes: Bytes,
    full: HeaderMap,
    unchanged: HeaderMap,
    counters: Counters,
}

/// The counters of the answer's route, looked up once.
struct Counters {
    full: metrics::Counter,
    unchanged: metrics::Counter,
    seconds: metrics::Histogram,
}

impl std::fmt::Debug for Counters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Counters")
    }
}

/// Most bytes of a request's head, counted without the separators.
pub const HEAD_LIMIT: usize = 64 << 10;

const SHARDS: usize = 16;
/// Answers kept in one shard; when it is full it starts anew.
const SHARD_LIMIT: usize = 512;
/// Longest path and query kept.
const KEY_LIMIT: usize = 512;

type Variants = [Option<Arc<Kept>>; 6];

/// The answers kept.
#[derive(Debug, Default)]
pub struct Express {
    shards: [RwLock<HashMap<Box<str>, Variants>>; SHARDS],
    hasher: RandomState,
}

fn variant(language: Language, coding: Coding) -> usize {
    let coding = match coding {
        Coding::Identity => 0,
        Coding::Gzip => 1,
        Coding::Brotli => 2,
    };
    coding + if language == Language::English { 3 } else { 0 }
}

/// Headers that belong to one request, not to the answer.
const PERSONAL: HeaderName = HeaderName::from_static("x-request-id");

impl Express {
    fn shard(&self, key: &str) -> &RwLock<HashMap<Box<str>, Variants>> {
        &self.shards[self.hasher.hash_one(key) as usize % SHARDS]
    }

    fn find(&self, key: &str, variant: usize) -> Option<Arc<Kept>> {
        // A poisoned lock means a panic while inserting: the map is whole all the same, but the
        // other lane is always right.
        self.shard(key).read().ok()?.get(key)?[variant].clone()
    }

    fn keep(&self, key: &str, variant: usize, kept: Kept) {
        let Ok(mut shard) = self.shard(key).write() else {
            return;
        };
        if shard.len() >= SHARD_LIMIT && !shard.contains_key(key) {
            shard.clear();
        }
        shard.entry(key.into()).or_default()[variant] = Some(Arc::new(kept));
    }
}

/// A request that the express lane may answer: its key and variant.
fn eligible<B>(request: &Request<B>) -> Option<(&str, usize)> {
    let headers = request.headers();
    if *request.method() != Method::GET
        || headers.contains_key(header::AUTHORIZATION)
        // The form of an answer is part of the key only where the query names it.
        || download::accepts_a_file(headers)
    {
        return None;
    }
    let key = request.uri().path_and_query()?.as_str();
    if key.len() > KEY_LIMIT || !key.starts_with(super::answer::PREFIX) {
        return None;
    }
    let variant = variant(Language::of(headers), reading::coding(headers));
    Some((key, variant))
}

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

    /// Answers a poll whose answer is still the newest.
    fn express<B>(&self, request: &Request<B>) -> Option<Response> {
        let started = Instant::now();
        let (key, variant) = eligible(request)?;
        let kept = self.app.express.find(key, variant)?;
        if !self.app.live.holds(&kept.stamp) {
            return None;
        }
        let headers = request.headers();
        let known = match headers.get(header::IF_NONE_MATCH) {
            None => false,
            Some(value) if value.as_bytes() == kept.tag.as_bytes() => true,
            // Other tags, or several: the router reads them, and refreshes first when one names a
            // newer revision.
            Some(_) if etag::none_match(headers).iter().any(|t| etag::is_ours(t)) => return None,
            Some(_) => false,
        };
        let mut response = if known {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.headers_mut() = kept.unchanged.clone();
            kept.counters.unchanged.increment(1);
            response
        } else {
            let mut response = Response::new(Body::from(kept.bytes.clone()));
            *response.headers_mut() = kept.full.clone();
            kept.counters.full.increment(1);
            response
        };
        if let Some(id) = headers.get(PERSONAL) {
            if !RequestId::usable(id) {
                return None;
            }
            response.headers_mut().insert(PERSONAL, id.clone());
        }
        kept.counters
            .seconds
            .record(started.elapsed().as_secs_f64());
        Some(response)
    }

    /// Keeps an answer that came through the router.
    fn keep(app: &App, key: &str, variant: usize, route: &str, fresh: Fresh, answer: &Response) {
        let mut full = answer.headers().clone();
        full.remove(PERSONAL);
        let mut unchanged = full.clone();
        for name in [
            header::CONTENT_TYPE,
            header::CONTENT_ENCODING,
            header::CONTENT_LENGTH,
        ] {
            unchanged.remove(name);
        }
        let (method, route) = ("GET", route.to_owned());
        let count = |status: &'static str| metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status);
        let counters = Counters {
            full: count("200"),
            unchanged: count("304"),
            seconds: metrics::histogram!("http_request_seconds", "method" => method, "route" => route.clone()),
        };
        let kept = Kept {
            stamp: fresh.stamp,
            tag: fresh.tag,
            bytes: fresh.bytes,
            full,
            unchanged,
            counters,
        };
        app.express.keep(key, variant, kept);
    }
}

/// The route template of an answer, for its counters.
#[derive(Clone, Debug)]
pub struct Route(pub String);

/// What answers: one of the two lanes.
#[derive(Debug)]
pub enum Answering<F> {
    /// The express lane, at once.
    Express(Ready<Result<Response, Infallible>>),
    /// The router.
    Router(F),
}

type RouterFuture = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

impl<F: Future<Output = Result<Response, Infallible>> + Unpin> Future for Answering<F> {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Answering::Express(ready) => Pin::new(ready).poll(context),
            Answering::Router(future) => Pin::new(future).poll(context),
        }
    }
}

/// The front for one connection: what hyper calls for each of its requests.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The service.
    pub front: Arc<Front>,
    /// The other end.
    pub peer: SocketAddr,
}

impl<B> hyper::service::Service<Request<B>> for Connection
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Answering<RouterFuture>;

    fn call(&self, request: Request<B>) -> Self::Future {
        if let Some(response) = self.front.express(&request) {
            return Answering::Express(ready(Ok(response)));
        }
        let length = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
        let head: usize = request.headers().iter().map(length).sum();
        if head + request.uri().path().len() > HEAD_LIMIT {
            let language = Language::of(request.headers());
            let id = Uuid::now_v7().to_string();
            let answer = Problem::head_too_large(HEAD_LIMIT).render(language, &id);
            return Answering::Express(ready(Ok(answer)));
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let lane = eligible(&request).map(|(key, variant)| (key.to_owned(), variant));
        let app = self.front.app.clone();
        let mut router = self.front.router.clone();
        Answering::Router(Box::pin(async move {
            let mut response = router.call(request).await?;
            let fresh = response.extensions_mut().remove::<Fresh>();
            let route = response.extensions_mut().remove::<Route>();
            if let (Some((key, variant)), Some(fresh), Some(Route(route))) = (lane, fresh, route) {
                Front::keep(&app, &key, variant, &route, fresh, &response);
            }
            Ok(response)
        }))
    }
}
