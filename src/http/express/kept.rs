//! The answers that can be given again.
use super::body::KeptBody;
use crate::http::language::Language;
use crate::http::{App, answer, download, etag, reading};
use crate::live::{Coding, Stamp};
use axum::http::{HeaderMap, HeaderName, Method, Request, header};
use axum::response::Response;
use bytes::Bytes;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, RwLock};
use std::time::Instant;

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

/// The route template of an answer, for its counters.
#[derive(Clone, Debug)]
pub struct Route(pub String);

/// An answer that can be given again while its stamp holds.
#[derive(Debug)]
pub(super) struct Kept {
    stamp: Stamp,
    tag: String,
    full: Form,
    unchanged: Form,
}

/// One of the two forms of an answer: in full, or that nothing has changed.
pub(super) struct Form {
    /// Its head as it goes on the wire, but for the date and the empty line.
    pub(super) head: Bytes,
    /// Its body.
    pub(super) body: KeptBody,
    // The counters of its route, looked up once.
    count: metrics::Counter,
    seconds: metrics::Histogram,
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Form").field("head", &self.head).finish()
    }
}

/// An answer to a request, for as long as it holds.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    kept: Arc<Kept>,
    /// The client has these bytes: 304.
    known: bool,
}

impl Answer {
    /// What is to be sent; nothing when there may be something newer.
    pub(super) fn form(&self, app: &App) -> Option<&Form> {
        let form = match self.known {
            true => &self.kept.unchanged,
            false => &self.kept.full,
        };
        app.live.holds(&self.kept.stamp).then_some(form)
    }
}

impl Form {
    /// Counts an answer.
    pub(super) fn given(&self, started: Instant) {
        self.count.increment(1);
        self.seconds.record(started.elapsed().as_secs_f64());
    }
}

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

/// The header that belongs to one request, not to the answer.
pub(super) const PERSONAL: HeaderName = HeaderName::from_static("x-request-id");

/// Where the answer of a request is kept, if it may be.
pub(super) fn place<B>(request: &Request<B>) -> Option<(&str, usize)> {
    let headers = request.headers();
    if *request.method() != Method::GET
        || headers.contains_key(header::AUTHORIZATION)
        // The form of an answer is part of the key only where the query names it.
        || download::accepts_a_file(headers)
    {
        return None;
    }
    let key = request.uri().path_and_query()?.as_str();
    if key.len() > KEY_LIMIT || !key.starts_with(answer::PREFIX) {
        return None;
    }
    let variant = variant(Language::of(headers), reading::coding(headers));
    Some((key, variant))
}

impl Express {
    fn shard(&self, key: &str) -> &RwLock<HashMap<Box<str>, Variants>> {
        &self.shards[self.hasher.hash_one(key) as usize % SHARDS]
    }

    /// The answer of a request, if it is kept.
    pub(super) fn find<B>(&self, request: &Request<B>) -> Option<Answer> {
        let (key, variant) = place(request)?;
        // A poisoned lock means a panic while inserting: the map is whole all the same, but the
        // other lane is always right.
        let kept = self.shard(key).read().ok()?.get(key)?[variant].clone()?;
        let headers = request.headers();
        let known = match headers.get(header::IF_NONE_MATCH) {
            None => false,
            Some(value) if value.as_bytes() == kept.tag.as_bytes() => true,
            // Other tags, or several: the router reads them, and refreshes first when one names a
            // newer revision.
            Some(_) if etag::none_match(headers).iter().any(|t| etag::is_ours(t)) => return None,
            Some(_) => false,
        };
        Some(Answer { kept, known })
    }

    /// Keeps an answer that came through the router.
    pub(super) fn keep(
        &self,
        (key, variant): (&str, usize),
        route: &str,
        fresh: Fresh,
        answer: &Response,
    ) {
        let kept = Arc::new(Kept {
            full: form("200", answer.headers(), route, Some(fresh.bytes)),
            unchanged: form("304", answer.headers(), route, None),
            stamp: fresh.stamp,
            tag: fresh.tag,
        });
        let Ok(mut shard) = self.shard(key).write() else {
            return;
        };
        if shard.len() >= SHARD_LIMIT && !shard.contains_key(key) {
            shard.clear();
        }
        shard.entry(key.into()).or_default()[variant] = Some(kept);
    }
}

fn form(status: &'static str, headers: &HeaderMap, route: &str, body: Option<Bytes>) -> Form {
    let mut head = Vec::with_capacity(512);
    head.extend_from_slice(match body {
        Some(_) => b"HTTP/1.1 200 OK\r\n",
        None => b"HTTP/1.1 304 Not Modified\r\n",
    });
    let mut line = |name: &HeaderName, value: &[u8]| {
        head.extend_from_slice(name.as_ref());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value);
        head.extend_from_slice(b"\r\n");
    };
    for (name, value) in headers {
        let of_the_body = [header::CONTENT_TYPE, header::CONTENT_ENCODING].contains(name);
        let made_here = [PERSONAL, header::DATE, header::CONTENT_LENGTH].contains(name);
        if !made_here && (body.is_some() || !of_the_body) {
            line(name, value.as_bytes());
        }
    }
    if let Some(body) = &body {
        line(&header::CONTENT_LENGTH, body.len().to_string().as_bytes());
    }
    let (method, route) = ("GET", route.to_owned());
    Form {
        head: head.into(),
        body: body.map(KeptBody::from).unwrap_or_default(),
        count: metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status),
        seconds: metrics::histogram!("http_request_seconds", "method" => method, "route" => route),
    }
}
