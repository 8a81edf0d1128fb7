//! Who asks: `Authorization: Bearer <key>`.
use super::{App, Problem};
use crate::service::{Actor, Error};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use futures::future::BoxFuture;

/// The holder of the key in the headers; nobody without one.
///
/// # Errors
/// 401 for a key that is unknown, expired or revoked, or a header that holds none.
pub fn actor<'a>(app: &'a App, headers: &'a HeaderMap) -> BoxFuture<'a, Result<Actor, Problem>> {
    Box::pin(async move {
        let Some(value) = headers.get(AUTHORIZATION) else {
            return Ok(Actor::Nobody);
        };
        let key = value
            .to_str()
            .ok()
            .and_then(|v| v.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, key)| key.trim());
        match key {
            Some(key) if !key.is_empty() && key.len() <= 512 => Ok(app.office.holder(key).await?),
            _ => Err(Error::Unauthenticated.into()),
        }
    })
}
