//! Who asks: `Authorization: Bearer <key>`.
use super::{App, Problem};
use crate::service::{Actor, Error};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use futures::future::BoxFuture;

/// The key in the headers, however its scheme is spelled.
pub fn key(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    let key = key.trim();
    let good = scheme.eq_ignore_ascii_case("bearer") && !key.is_empty() && key.len() <= 512;
    good.then_some(key)
}

/// The holder of the key in the headers; nobody without one.
///
/// # Errors
/// 401 for a key that is unknown, expired or revoked, or a header that holds none.
pub fn actor<'a>(app: &'a App, headers: &'a HeaderMap) -> BoxFuture<'a, Result<Actor, Problem>> {
    Box::pin(async move {
        match key(headers) {
            Some(key) => Ok(app.office.holder(key).await?),
            None if headers.contains_key(AUTHORIZATION) => Err(Error::Unauthenticated.into()),
            None => Ok(Actor::Nobody),
        }
    })
}
