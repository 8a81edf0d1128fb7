//! What commands answer, as HTTP.
use super::paging::Paged;
use super::{App, Handled};
use crate::service::{Answer, Error, Result};
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::Response;
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The prefix of every route.
pub const PREFIX: &str = "/api/v1";

impl App {
    /// The answer of a command: 201 with `Location` when something was made, 200 otherwise. Readers
    /// of this server see the new revision from here on.
    ///
    /// # Errors
    /// Never in practice: the headers are made here.
    pub fn answer(&self, answer: Answer) -> BoxFuture<'_, Handled> {
        Box::pin(async move {
            if let Some((tournament, revision)) = answer.head.revision {
                match answer.head.gone {
                    true => self.live.gone(tournament).await,
                    false => self.live.heard(tournament, revision).await,
                }
            }
            let status = if answer.head.location.is_some() {
                StatusCode::CREATED
            } else {
                StatusCode::OK
            };
            let mut response = Response::builder()
                .status(status)
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::CACHE_CONTROL, "no-store");
            if let Some(location) = &answer.head.location {
                response = response.header(header::LOCATION, format!("{PREFIX}{location}"));
            }
            if let Some(version) = answer.head.version {
                response = response.header(header::ETAG, format!("\"{version}\""));
            }
            if answer.again {
                response = response.header("idempotency-replayed", "true");
            }
            response
                .body(Body::from(answer.body))
                .map_err(|e| Error::Fault(e.to_string()).into())
        })
    }
}

/// An answer that is the office's own business: never kept by anyone.
///
/// # Errors
/// When the value cannot be JSON.
pub fn private<T: Serialize>(value: &T, version: Option<i64>) -> Handled {
    let body = serde_json::to_vec(value).map_err(Error::from)?;
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CACHE_CONTROL, "private, no-store")
        .header(
            header::VARY,
            "Authorization, Accept-Language, Accept-Encoding",
        );
    if let Some(version) = version {
        response = response.header(header::ETAG, format!("\"{version}\""));
    }
    response
        .body(Body::from(body))
        .map_err(|e| Error::Fault(e.to_string()).into())
}

/// A public answer that belongs to no revision: its ETag is the hash of its bytes.
///
/// # Errors
/// When the value cannot be JSON.
pub fn public<T: Serialize>(
    value: &T,
    version: Option<i64>,
    headers: &axum::http::HeaderMap,
) -> Handled {
    let body = serde_json::to_vec(value).map_err(Error::from)?;
    let hash = hex::encode(&Sha256::digest(&body)[..12]);
    let tag = match version {
        Some(version) => format!("\"r0.v{version}.{hash}\""),
        None => format!("\"{hash}\""),
    };
    let known = super::etag::none_match(headers)
        .iter()
        .any(|t| *t == tag || *t == "*");
    let response = Response::builder()
        .header(header::ETAG, tag)
        .header(
            header::CACHE_CONTROL,
            "public, max-age=2, s-maxage=5, stale-while-revalidate=30",
        )
        .header(
            header::VARY,
            "Authorization, Accept-Language, Accept-Encoding",
        );
    let response = if known {
        response
            .status(StatusCode::NOT_MODIFIED)
            .body(Body::empty())
    } else {
        response
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))
    };
    response.map_err(|e| Error::Fault(e.to_string()).into())
}

/// Puts a secret into the answer, after that answer was kept without it.
///
/// # Errors
/// When the answer is no JSON, which does not happen.
pub fn with_secret(mut answer: Answer, secret: Option<String>) -> Result<Answer> {
    if let Some(secret) = secret {
        let mut body: Value = serde_json::from_slice(&answer.body).map_err(Error::from)?;
        body["secret"] = Value::String(secret);
        answer.body = serde_json::to_vec(&body)?;
    }
    Ok(answer)
}

/// A page of a list that is the office's own business.
///
/// # Errors
/// When a row cannot be JSON.
pub fn private_page<T: Serialize>(page: &Paged<T>) -> Handled {
    let mut response = private(&page.listing, None)?;
    page.link(response.headers_mut());
    Ok(response)
}

/// An answer that depends on the question alone.
///
/// # Errors
/// When the value cannot be JSON.
pub fn stateless<T: Serialize>(value: &T) -> Handled {
    let body = serde_json::to_vec(value).map_err(Error::from)?;
    Response::builder()
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from(body))
        .map_err(|e| Error::Fault(e.to_string()).into())
}

/// A page of a public list, with `Link: rel=next`.
///
/// # Errors
/// When a row cannot be JSON.
pub fn page<T: Serialize>(page: &Paged<T>, headers: &axum::http::HeaderMap) -> Handled {
    let mut response = public(&page.listing, None, headers)?;
    page.link(response.headers_mut());
    Ok(response)
}
