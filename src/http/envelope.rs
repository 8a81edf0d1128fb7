//! Around every request: its id, its time limit, its log line and counters, and problems told in
//! the client's language.
use super::express::Route;
use super::language::Language;
use super::{App, Problem};
use crate::service::{Error, Text};
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, header};
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

    /// The id of a request: the one sent, when it is usable, or a new one.
    pub fn text(sent: Option<&HeaderValue>) -> String {
        sent.filter(|v| RequestId::usable(v))
            .and_then(|v| v.to_str().ok())
            .map_or_else(|| Uuid::now_v7().to_string(), str::to_owned)
    }

    /// Whether a client's id can be taken over.
    pub fn usable(value: &HeaderValue) -> bool {
        !value.is_empty() && value.len() <= 128 && value.as_bytes().iter().all(u8::is_ascii_graphic)
    }
}

/// The header that carries it.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The envelope.
pub async fn around(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let language = Language::of(request.headers());
    let id = RequestId::text(request.headers().get(HEADER));
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
    let (mut response, problem) = told(response, language, &id);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let status = response.status().as_u16();
    let took = started.elapsed();
    let labels = [
        ("method", label(&method).to_owned()),
        ("route", route.clone()),
        ("status", status.to_string()),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels[..2]).record(took.as_secs_f64());
    let milliseconds = took.as_secs_f64() * 1000.0;
    response.extensions_mut().insert(Route(route.clone()));
    let cause = problem.as_ref().and_then(Problem::cause).unwrap_or("-");
    let code = problem.as_ref().map_or("-", Problem::code);
    // One line for each request, as loud as it matters: a fault is found by the id the client was
    // given, and so is a change that was refused. Reads are too many to be written down.
    macro_rules! line {
        ($level:ident, $what:literal) => {
            tracing::$level!(request_id = %id, %method, route, status, code, cause, milliseconds, $what)
        };
    }
    let passing = problem.as_ref().is_some_and(Problem::passes);
    match response.status() {
        status if status.is_server_error() && passing => line!(warn, "not available"),
        status if status.is_server_error() => line!(error, "a fault"),
        status if status.is_client_error() && !method.is_safe() => line!(info, "refused"),
        _ => line!(debug, "request"),
    }
    response
}

/// A method as the counters name it: a client can invent methods, but no series of its own.
fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => "other",
    }
}

/// A problem in the client's language; a bare error status becomes one. The problem itself is for the
/// log.
fn told(mut response: Response, language: Language, id: &str) -> (Response, Option<Problem>) {
    let status = response.status();
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        let rendered = problem.render(language, id);
        return (with_kept(rendered, &response), Some(problem));
    }
    let is_error = status.is_client_error() || status.is_server_error();
    if is_error
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|t| t != "application/json")
    {
        let problem = Problem::bare(status);
        let rendered = problem.render(language, id);
        return (with_kept(rendered, &response), Some(problem));
    }
    (response, None)
}

/// The rendered problem with what the answer it stands for says beside its body.
fn with_kept(mut rendered: Response, answer: &Response) -> Response {
    let name = HeaderName::from_static;
    let kept = [
        header::ALLOW,
        header::RETRY_AFTER,
        name("ratelimit"),
        name("ratelimit-policy"),
    ];
    for name in kept {
        if let Some(value) = answer.headers().get(&name) {
            let unsaid = rendered.headers_mut().entry(name);
            unsaid.or_insert_with(|| value.clone());
        }
    }
    rendered
}
