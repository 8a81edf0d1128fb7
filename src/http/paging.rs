//! Lists by pages: an opaque cursor on sort key and id, so that no row is lost or shown twice.
use super::Problem;
use crate::service::Error;
use crate::service::views::Listing;
use crate::store::page::{Page, Rows};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

/// Rows of a page when nothing is said.
pub const DEFAULT: i64 = 50;
/// Most rows of a page.
pub const MOST: i64 = 500;

/// Which page.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Where it starts: `next` of the page before.
    pub cursor: Option<String>,
    /// Most rows, 1 to 500; 50 when absent.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<i64>,
}

impl PageQuery {
    /// The page asked for.
    ///
    /// # Errors
    /// 422 for a limit out of bounds or a cursor that is none of ours.
    pub fn page<K: DeserializeOwned>(&self) -> Result<Page<K>, Problem> {
        let limit = self.limit.unwrap_or(DEFAULT);
        if !(1..=MOST).contains(&limit) {
            return Err(Error::invalid(
                "/limit",
                format!("须在 1 与 {MOST} 之间"),
                format!("must be between 1 and {MOST}"),
            )
            .into());
        }
        let after = self
            .cursor
            .as_deref()
            .map(|cursor| {
                let bytes = URL_SAFE_NO_PAD.decode(cursor).ok();
                bytes
                    .and_then(|b| serde_json::from_slice(&b).ok())
                    .ok_or_else(|| {
                        Problem::from(Error::invalid(
                            "/cursor",
                            "无效的游标",
                            "not a cursor of this list",
                        ))
                    })
            })
            .transpose()?;
        Ok(Page { after, limit })
    }
}

/// The cursor of a sort key.
///
/// # Errors
/// When it cannot be JSON.
pub fn cursor<K: Serialize>(key: &K) -> Result<String, Error> {
    Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(key)?))
}

/// A page ready to go out.
#[derive(Clone, Debug)]
pub struct Paged<T> {
    /// The body.
    pub listing: Listing<T>,
    next: Option<String>,
}

impl<T> Paged<T> {
    /// A page of rows; `uri` is that of the request.
    ///
    /// # Errors
    /// When a sort key cannot be JSON.
    pub fn new<R, K: Serialize>(
        rows: Rows<R, K>,
        uri: &Uri,
        view: impl FnMut(R) -> T,
    ) -> Result<Paged<T>, Problem> {
        let next = rows.next.as_ref().map(cursor).transpose()?;
        let link = next.as_ref().map(|cursor| {
            let kept = uri.query().unwrap_or_default().split('&');
            let kept = kept.filter(|p| !p.is_empty() && !p.starts_with("cursor="));
            let mut query: Vec<String> = kept.map(str::to_owned).collect();
            query.push(format!("cursor={cursor}"));
            format!("<{}?{}>; rel=\"next\"", uri.path(), query.join("&"))
        });
        Ok(Paged {
            listing: Listing {
                items: rows.rows.into_iter().map(view).collect(),
                next,
            },
            next: link,
        })
    }

    /// Sets `Link: rel=next`.
    pub fn link(&self, headers: &mut HeaderMap) {
        if let Some(link) = self
            .next
            .as_ref()
            .and_then(|l| HeaderValue::from_str(l).ok())
        {
            headers.insert(header::LINK, link);
        }
    }
}
