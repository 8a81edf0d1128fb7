//! Requests taken apart: path, query, the body with who sends it and what he saw.
use super::envelope::RequestId;
use super::{App, Problem, auth, etag};
use crate::service::command::Seen;
use crate::service::{Actor, Caller, Error, RetryKey, Text, check, patch};
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat};

/// Parameters of the path. What cannot be such a parameter is not there: 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        axum::extract::Path::from_request_parts(parts, app)
            .await
            .map(|axum::extract::Path(value)| Path(value))
            .map_err(|_| Error::NotFound.into())
    }
}

/// Parameters of the query.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        // Neither can PostgreSQL keep a NUL nor does it compare with one.
        if parts.uri.query().is_some_and(|q| q.contains("%00")) {
            return Err(
                Error::invalid("", "不允许 NUL 字符", "NUL characters are not allowed").into(),
            );
        }
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection| {
                let text = rejection.body_text();
                Error::invalid(parameter(&rejection), format!("查询参数有误: {text}"), text).into()
            })
    }
}

/// Which parameter does not fit, as a pointer; the whole query when the reader does not say.
fn parameter(rejection: &QueryRejection) -> String {
    type Located = serde_path_to_error::Error<serde::de::value::Error>;
    let mut error: Option<&(dyn std::error::Error + 'static)> = Some(rejection);
    while let Some(inner) = error {
        if let Some(located) = inner.downcast_ref::<Located>() {
            return patch::pointer(located.path());
        }
        error = inner.source();
    }
    String::new()
}

/// A write: who sends it, what he saw, what he wishes.
#[derive(Debug)]
pub struct Wish<T> {
    /// Who sends it.
    pub caller: Caller,
    /// If-Match.
    pub seen: Seen,
    /// The body.
    pub body: T,
    /// The body as it came: what a merge patch needs.
    pub raw: Value,
}

/// A write whose body is a file.
#[derive(Debug)]
pub struct Upload {
    /// Who sends it.
    pub caller: Caller,
    /// The file.
    pub bytes: Bytes,
}

/// A change of an existing thing whose body is a file.
#[derive(Debug)]
pub struct Sheet {
    /// Who sends it.
    pub caller: Caller,
    /// If-Match.
    pub seen: Seen,
    /// The file.
    pub bytes: Bytes,
}

/// A stateless question: a body and nothing else.
#[derive(Debug)]
pub struct Question<T>(pub T);

/// Who asks, for reads that show more to some.
#[derive(Debug)]
pub struct Asking(pub Caller);

impl FromRequestParts<App> for Asking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let actor = auth::actor(app, &parts.headers).await?;
        Ok(Asking(Caller {
            actor,
            request_id: RequestId::of(parts),
            retry: None,
        }))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Wish<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let actor = writer(app, &parts).await?;
        let bytes = read(body, app.limits.body_limit).await?;
        let caller = caller(actor, &parts, &bytes, true)?;
        if !bytes.is_empty() {
            require_json(&parts.headers)?;
        }
        let (raw, body) = json(&bytes)?;
        Ok(Wish {
            caller,
            seen: etag::seen(&parts.headers),
            body,
            raw,
        })
    }
}

impl FromRequest<App> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let actor = writer(app, &parts).await?;
        require_table(&parts.headers)?;
        let bytes = read(body, app.limits.import_limit).await?;
        let dry = parts
            .uri
            .query()
            .is_some_and(|q| q.split('&').any(|p| p == "dry_run=true"));
        Ok(Upload {
            caller: caller(actor, &parts, &bytes, !dry)?,
            bytes,
        })
    }
}

impl FromRequest<App> for Sheet {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let actor = writer(app, &parts).await?;
        let bytes = read(body, app.limits.body_limit).await?;
        Ok(Sheet {
            caller: caller(actor, &parts, &bytes, true)?,
            seen: etag::seen(&parts.headers),
            bytes,
        })
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Question<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let bytes = read(body, app.limits.body_limit).await?;
        require_json(&parts.headers)?;
        Ok(Question(json(&bytes)?.1))
    }
}

/// The holder of the key; a write without one goes no further.
async fn writer(app: &App, parts: &Parts) -> Result<Actor, Problem> {
    match auth::actor(app, &parts.headers).await? {
        Actor::Nobody => Err(Error::Unauthenticated.into()),
        actor => Ok(actor),
    }
}

fn caller(actor: Actor, parts: &Parts, body: &[u8], writes: bool) -> Result<Caller, Problem> {
    let retry = match parts.headers.get("idempotency-key") {
        None if parts.method == Method::POST && writes => return Err(Error::RetryKeyMissing.into()),
        None => None,
        Some(value) => {
            let key = value.to_str().ok().map(str::trim).unwrap_or_default();
            if key.is_empty() || key.len() > 255 {
                return Err(Error::Malformed(Text::new(
                    "Idempotency-Key 为 1 至 255 个 ASCII 字符",
                    "an Idempotency-Key has 1 to 255 ASCII characters",
                ))
                .into());
            }
            Some(RetryKey {
                key: key.to_owned(),
                fingerprint: fingerprint(parts, body),
            })
        }
    };
    Ok(Caller {
        actor,
        request_id: RequestId::of(parts),
        retry: retry.filter(|_| writes),
    })
}

fn fingerprint(parts: &Parts, body: &[u8]) -> Vec<u8> {
    // Inside a nested router the path is cut; the original one is what the client sent.
    let uri = parts
        .extensions
        .get::<axum::extract::OriginalUri>()
        .map_or(&parts.uri, |u| &u.0);
    let mut sha = Sha256::new();
    for part in [
        parts.method.as_str().as_bytes(),
        uri.to_string().as_bytes(),
        body,
    ] {
        sha.update((part.len() as u64).to_be_bytes());
        sha.update(part);
    }
    sha.finalize().to_vec()
}

async fn read(body: Body, limit: usize) -> Result<Bytes, Problem> {
    axum::body::to_bytes(body, limit).await.map_err(|error| {
        let too_large = std::error::Error::source(&error)
            .is_some_and(|source| source.to_string().contains("length limit"));
        if too_large {
            Problem::body_too_large(limit)
        } else {
            Error::Malformed(Text::new("请求体没有收完", "the body ended early")).into()
        }
    })
}

fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    let kind = kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let json =
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"));
    if json {
        Ok(())
    } else {
        Err(Problem::media_type("application/json"))
    }
}

/// Files to import are told apart by their content, whatever a browser or a script calls them; what
/// can hold no table is refused by its name.
fn require_table(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let hopeless = [
        "image/",
        "audio/",
        "video/",
        "font/",
        "multipart/",
        "text/html",
    ];
    if hopeless.iter().any(|prefix| kind.starts_with(prefix)) {
        return Err(Problem::media_type("CSV, XLSX, JSON"));
    }
    Ok(())
}

/// A file's bytes, for the API's document.
#[derive(Clone, Copy, Debug)]
pub enum FileBytes {}

impl utoipa::PartialSchema for FileBytes {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .into()
    }
}

impl utoipa::ToSchema for FileBytes {}

/// A body as JSON and as its type. An empty body counts as `{}`.
fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<(Value, T), Problem> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    let raw: Value = serde_json::from_slice(bytes).map_err(|error| {
        Error::Malformed(Text::new(
            format!(
                "不是合法的 JSON (第 {} 行第 {} 列)",
                error.line(),
                error.column()
            ),
            format!("not valid JSON: {error}"),
        ))
    })?;
    check::no_nul(&raw).done()?;
    // Serde reads a structure out of a list too, field by field: nobody means that.
    if raw.is_array() {
        return Err(Error::invalid("", "须为 JSON 对象", "must be a JSON object").into());
    }
    let body = patch::read(raw.clone())?;
    Ok((raw, body))
}
