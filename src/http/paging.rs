//! Lists by pages: an opaque cursor on sort key and id, so that no row is lost or shown twice.
use super::Problem;
use crate::service::views::Listing;
use crate::service::{Error, check};
use crate::store::page::{Page, Rows};
use crate::store::players::Order;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::IntoParams;
use uuid::Uuid;

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
                    // A key goes into a statement, where a NUL cannot stand.
                    .filter(|key| check::no_nul(key).0.is_empty())
                    .and_then(|key| serde_json::from_value(key).ok())
                    .ok_or_else(foreign)
            })
            .transpose()?;
        Ok(Page { after, limit })
    }

    /// The page asked for of a list by time.
    ///
    /// # Errors
    /// Those of [`PageQuery::page`], and 422 for a time that PostgreSQL does not have.
    pub fn timed(&self) -> Result<Page<(OffsetDateTime, Uuid)>, Problem> {
        let page = self.page::<(OffsetDateTime, Uuid)>()?;
        match page.after {
            Some((at, _)) if at.year() < 1 => Err(foreign()),
            _ => Ok(page),
        }
    }

    /// The page asked for of a list that has several orders: a cursor is of its own order.
    ///
    /// # Errors
    /// Those of [`PageQuery::page`], and 422 for a cursor of another order.
    pub fn sorted<K: DeserializeOwned>(&self, order: Order) -> Result<Page<K>, Problem> {
        let Page { after, limit } = self.page::<(Order, K)>()?;
        match after {
            None => Ok(Page { after: None, limit }),
            Some((own, key)) if own == order => Ok(Page {
                after: Some(key),
                limit,
            }),
            Some(_) => Err(foreign()),
        }
    }
}

fn foreign() -> Problem {
    Error::invalid("/cursor", "无效的游标", "not a cursor of this list").into()
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
