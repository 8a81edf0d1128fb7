//! Public reads: conditional, of one revision, rendered once.
use super::download::Medium;
use super::express::Fresh;
use super::language::Language;
use super::{App, Handled, Problem, etag};
use crate::live::{Coding, Snapshot, Stamp, ViewKey, Wish};
use crate::service::{Error, Result};
use crate::tournament::dossier::Status;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures::future::BoxFuture;
use serde::Serialize;
use std::sync::Arc;
use uuid::Uuid;

/// Everything about a request that decides which bytes answer a public read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Chinese or English.
    pub language: Language,
    coding: Coding,
    tags: Vec<String>,
    wish: Wish,
}

impl FromRequestParts<App> for Reading {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> std::result::Result<Self, Problem> {
        let tags: Vec<&str> = etag::none_match(&parts.headers);
        let number = |name: &str| -> std::result::Result<Option<i64>, Problem> {
            let query = parts.uri.query().unwrap_or_default();
            let value = query
                .split('&')
                .find_map(|p| p.strip_prefix(name)?.strip_prefix('='));
            value
                .map(|v| {
                    v.parse::<i64>().ok().filter(|n| *n >= 0).ok_or_else(|| {
                        Error::invalid(format!("/{name}"), "须为版本号", "must be a revision")
                            .into()
                    })
                })
                .transpose()
        };
        let at_least = number("min_revision")?.max(etag::newest_named(&tags));
        Ok(Reading {
            language: Language::of(&parts.headers),
            coding: coding(&parts.headers),
            wish: Wish {
                at_least,
                exactly: number("revision")?,
            },
            tags: tags.into_iter().map(str::to_owned).collect(),
        })
    }
}

/// The best coding the client takes.
pub fn coding(headers: &HeaderMap) -> Coding {
    let mut best = (0u32, Coding::Identity);
    for range in headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(','))
    {
        let mut parts = range.split(';');
        let (rank, coding) = match parts
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase()
            .as_str()
        {
            "br" => (2, Coding::Brotli),
            "gzip" | "x-gzip" => (1, Coding::Gzip),
            _ => continue,
        };
        let quality = parts
            .find_map(|p| p.trim().strip_prefix("q="))
            .map_or(Some(1.0), |q| q.parse::<f32>().ok())
            .map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32);
        if quality > 0 && quality * 4 + rank > best.0 {
            best = (quality * 4 + rank, coding);
        }
    }
    best.1
}

/// Makes the bytes of a view. Boxed: with a type of its own for every view, all that stands between a
/// handler and the cache would be compiled for each of them anew.
pub(super) type Make = Box<dyn FnOnce(&Snapshot) -> Result<Vec<u8>> + Send>;
/// Finds the version of the one thing a view is about.
pub(super) type Version = Box<dyn FnOnce(&Snapshot) -> Result<Option<i64>> + Send>;

impl App {
    /// Answers a public read of a tournament with a view of one revision.
    ///
    /// # Errors
    /// 404 when the tournament is not there; those of the view.
    pub async fn show<T, F>(
        &self,
        tournament: Uuid,
        reading: &Reading,
        view: impl Into<String>,
        make: F,
    ) -> Handled
    where
        T: Serialize,
        F: FnOnce(&Snapshot) -> Result<T> + Send + 'static,
    {
        self.show_one(tournament, reading, view, |_| Ok(None), make)
            .await
    }

    /// As [`App::show`], for a view of one thing: `version` finds it and tells its version, which
    /// goes into the ETag so that If-Match can take it.
    ///
    /// # Errors
    /// As [`App::show`].
    pub async fn show_one<T, F>(
        &self,
        tournament: Uuid,
        reading: &Reading,
        view: impl Into<String>,
        version: impl FnOnce(&Snapshot) -> Result<Option<i64>> + Send + 'static,
        make: F,
    ) -> Handled
    where
        T: Serialize,
        F: FnOnce(&Snapshot) -> Result<T> + Send + 'static,
    {
        let make: Make = Box::new(move |s| Ok(serde_json::to_vec(&make(s)?)?));
        let version: Version = Box::new(version);
        let view = view.into();
        self.show_bytes(tournament, reading, view, Medium::Json, version, make)
            .await
    }

    /// A public read in any form: the bytes are made once a revision. The future is boxed, so that the
    /// compiler looks into it once and not for every handler.
    ///
    /// # Errors
    /// As [`App::show`].
    pub(super) fn show_bytes<'a>(
        &'a self,
        tournament: Uuid,
        reading: &'a Reading,
        view: String,
        medium: Medium,
        version: Version,
        make: Make,
    ) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            match self
                .look(tournament, reading, view, medium, version)
                .await?
            {
                Look::Unchanged(response) => Ok(response),
                Look::New(look) => self.tell(*look, medium.content_type(), make).await,
            }
        })
    }

    /// The first half of a public read: which revision, and whether the client has its answer.
    ///
    /// # Errors
    /// As [`App::show`].
    pub(in crate::http) async fn look(
        &self,
        tournament: Uuid,
        reading: &Reading,
        view: String,
        medium: Medium,
        version: Version,
    ) -> std::result::Result<Look, Problem> {
        let snapshot = self
            .live
            .at(tournament, reading.wish)
            .await?
            .ok_or(Error::NotFound)?;
        let revision = snapshot.dossier.revision;
        let stamp = match snapshot.past {
            true => None,
            false => self.live.stamp(tournament, revision).await,
        };
        let key = ViewKey {
            tournament,
            revision,
            view,
            language: reading.language.tag(),
            coding: medium.coding(reading.coding),
        };
        let tag = etag::of(&key, version(&snapshot)?);
        let cache = if snapshot.past {
            "public, max-age=31536000, immutable"
        } else if snapshot.dossier.frame.status == Status::Finished {
            "public, max-age=30, s-maxage=60, stale-while-revalidate=300"
        } else {
            "public, max-age=2, s-maxage=5, stale-while-revalidate=30"
        };
        if reading.tags.iter().any(|t| *t == tag || t == "*") {
            let unchanged = head(StatusCode::NOT_MODIFIED, &tag, cache, key.language);
            return Ok(Look::Unchanged(finished(unchanged.body(Body::empty()))?));
        }
        Ok(Look::New(Box::new(Looking {
            snapshot,
            key,
            tag,
            cache,
            stamp,
        })))
    }

    /// The second half: the bytes, rendered once a revision.
    ///
    /// # Errors
    /// Those of the view.
    pub(in crate::http) async fn tell(
        &self,
        looking: Looking,
        media: &'static str,
        make: Make,
    ) -> Handled {
        let Looking {
            snapshot,
            key,
            tag,
            cache,
            stamp,
        } = looking;
        let rendered = self.live.rendered(key.clone(), snapshot, make).await?;
        let body = Body::from(rendered.bytes.clone());
        let mut answer = finished(head(StatusCode::OK, &tag, cache, key.language).body(body))?;
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
        if let Some(name) = key.coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        if let Some(stamp) = stamp {
            answer.extensions_mut().insert(Fresh {
                stamp,
                tag,
                bytes: rendered.bytes.clone(),
            });
        }
        Ok(answer)
    }
}

/// The first half of a public read.
pub(in crate::http) enum Look {
    /// The client has the answer.
    Unchanged(Response),
    /// It has not.
    New(Box<Looking>),
}

/// What a public read will answer.
pub(in crate::http) struct Looking {
    /// The facts.
    pub snapshot: Arc<Snapshot>,
    key: ViewKey,
    tag: String,
    cache: &'static str,
    stamp: Option<Stamp>,
}

impl Looking {
    /// The answer depends on a header that the express lane does not look at.
    #[must_use]
    pub fn slowly(mut self) -> Looking {
        self.stamp = None;
        self
    }
}

fn head(
    status: StatusCode,
    tag: &str,
    cache: &str,
    language: &str,
) -> axum::http::response::Builder {
    Response::builder()
        .status(status)
        .header(header::ETAG, tag)
        .header(header::CACHE_CONTROL, cache)
        .header(
            header::VARY,
            "Authorization, Accept-Language, Accept-Encoding",
        )
        .header(header::CONTENT_LANGUAGE, language)
}

fn finished(response: std::result::Result<Response, axum::http::Error>) -> Handled {
    response.map_err(|e| Error::Fault(e.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &'static str) -> Coding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, text.parse().unwrap());
        coding(&headers)
    }

    #[test]
    fn the_best_coding_the_client_takes() {
        assert_eq!(coding(&HeaderMap::new()), Coding::Identity);
        assert_eq!(of("gzip, deflate, br"), Coding::Brotli);
        assert_eq!(of("gzip;q=1.0, br;q=0.2"), Coding::Gzip);
        assert_eq!(of("br;q=0, gzip;q=0"), Coding::Identity);
    }
}
