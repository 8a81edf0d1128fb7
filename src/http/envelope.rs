//! Around every request: its id, its time limit, its log line and counters, and problems told in
//! the client's language.
use super::express::Route;
use super::language::Language;
use super::{App, Problem};
use crate::service::{Error, Text};
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;
use uuid::Uuid;

/// The request's id: the client's own when it sent a usable one.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

impl RequestId {
    /// The id of a request.
    pub fn of(parts: &Parts) -> String {
        parts
            .extensions
            .get::<RequestId>()
            .map(|id| id.0.clone())
            .unwrap_or_default()
    }
}

impl RequestId {
    /// Whether a client's id can be taken over.
    pub fn usable(value: &HeaderValue) -> bool {
        !value.is_empty() && value.len() <= 128 && value.as_bytes().iter().all(u8::is_ascii_graphic)
    }
}

const HEADER: &str = "x-request-id";

/// The envelope.
pub async fn around(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let language = Language::of(request.headers());
    let id = request
        .headers()
        .get(HEADER)
        .filter(|v| RequestId::usable(v))
        .and_then(|v| v.to_str().ok())
        .map_or_else(|| Uuid::now_v7().to_string(), str::to_owned);
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "none".to_owned(), |p| p.as_str().to_owned());
    request.extensions_mut().insert(RequestId(id.clone()));
    let nul = request.uri().to_string().contains("%00");
    let response = if nul {
        Problem::from(Error::Malformed(Text::new(
            "不允许 NUL 字符",
            "NUL characters are not allowed",
        )))
        .into_response()
    } else {
        tokio::time::timeout(app.limits.request_seconds, next.run(request))
            .await
            .unwrap_or_else(|_| Problem::timeout().into_response())
    };
    let mut response = told(response, language, &id);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let status = response.status().as_u16();
    let took = started.elapsed();
    let labels = [
        ("method", method.to_string()),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels[..2]).record(took.as_secs_f64());
    let milliseconds = took.as_secs_f64() * 1000.0;
    response.extensions_mut().insert(Route(route.clone()));
    tracing::debug!(request_id = %id, %method, route, status, milliseconds, "request");
    response
}

/// A problem in the client's language; a bare error status becomes one.
fn told(mut response: Response, language: Language, id: &str) -> Response {
    let status = response.status();
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        return problem.render(language, id);
    }
    let is_error = status.is_client_error() || status.is_server_error();
    if is_error
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|t| t != "application/json")
    {
        let mut bare = Problem::bare(status).render(language, id);
        if let Some(allow) = response.headers().get(header::ALLOW) {
            bare.headers_mut().insert(header::ALLOW, allow.clone());
        }
        return bare;
    }
    response
}
