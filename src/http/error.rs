//! Problems (RFC 9457). The only place that knows which status code an error has.
use super::language::Language;
use crate::service::{Error, Refusal, Text};
use crate::tournament::event_file::Fault;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A problem on its way out: which language it is told in is settled by the envelope. Boxed, so that
/// the good answers of every handler do not carry its size.
#[derive(Clone, Debug)]
pub struct Problem(Box<Told>);

/// What a problem says.
#[derive(Clone, Debug)]
struct Told {
    status: StatusCode,
    code: &'static str,
    detail: Option<Text>,
    clause: Option<String>,
    faults: Vec<Fault>,
    /// The thing's version now, of a stale change.
    version: Option<i64>,
    /// Seconds after which to try again.
    retry_after: Option<u32>,
    /// What went wrong in this program: for the log only, never for the client.
    cause: Option<String>,
}

/// A problem on the wire (`application/problem+json`).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Stable: `urn:saiwu:problem:` and a code.
    #[serde(rename = "type")]
    pub kind: String,
    /// What kind of problem.
    pub title: String,
    /// The status code.
    pub status: u16,
    /// What happened here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The clause of the rules that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// Everything wrong with the request's content.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ProblemPart>,
    /// The thing's version now, when the request named an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// The request, for the office's log.
    pub request_id: String,
}

/// One thing wrong with the request's content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProblemPart {
    /// Where, as a JSON pointer into the body (or the name of a query parameter after `/`).
    pub pointer: String,
    /// What.
    pub detail: String,
}

impl Problem {
    /// A problem with a status and a code of its own.
    pub fn new(status: StatusCode, code: &'static str, detail: Option<Text>) -> Problem {
        Problem(Box::new(Told {
            status,
            code,
            detail,
            clause: None,
            faults: Vec::new(),
            version: None,
            retry_after: None,
            cause: None,
        }))
    }

    /// The problem of an answer that has a status and nothing else.
    pub fn bare(status: StatusCode) -> Problem {
        let code = match status {
            StatusCode::NOT_FOUND => "not_found",
            StatusCode::METHOD_NOT_ALLOWED => "method_not_allowed",
            StatusCode::PAYLOAD_TOO_LARGE => "body_too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "unsupported_media_type",
            StatusCode::TOO_MANY_REQUESTS => "too_many_requests",
            StatusCode::SERVICE_UNAVAILABLE => "unavailable",
            s if s.is_server_error() => "fault",
            _ => "malformed",
        };
        let mut problem = Problem::new(status, code, None);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            problem.0.retry_after = Some(1);
        }
        problem
    }

    /// No such route, or no such thing.
    pub fn not_found() -> Problem {
        Problem::bare(StatusCode::NOT_FOUND)
    }

    /// A fault of this program.
    pub fn fault() -> Problem {
        Problem::bare(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The request body is larger than allowed.
    pub fn body_too_large(limit: usize) -> Problem {
        let most = match limit {
            ..1024 => format!("{limit} B"),
            limit if limit % (1 << 20) == 0 => format!("{} MB", limit >> 20),
            limit => format!("{} kB", limit >> 10),
        };
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body_too_large",
            Some(Text::new(
                format!("请求体至多 {most}"),
                format!("a body has at most {most}"),
            )),
        )
    }

    /// The request body has another type than expected.
    pub fn media_type(expected: &str) -> Problem {
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            Some(Text::new(
                format!("请求体须为 {expected}"),
                format!("the body must be {expected}"),
            )),
        )
    }

    /// The request took too long.
    pub fn timeout() -> Problem {
        let mut problem = Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            Some(Text::new(
                "请求超时, 请重试",
                "the request took too long; try again",
            )),
        );
        problem.0.retry_after = Some(1);
        problem
    }

    /// The database is not there yet.
    pub fn starting() -> Problem {
        let mut problem = Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            Some(Text::new(
                "数据库尚未就绪, 请稍后重试",
                "the database is not ready yet; try again soon",
            )),
        );
        problem.0.retry_after = Some(2);
        problem
    }

    /// The head of the request is longer than allowed.
    pub fn head_too_large(limit: usize, headers: usize) -> Problem {
        let kb = limit >> 10;
        Problem::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "head_too_large",
            Some(Text::new(
                format!("请求头至多 {kb} KB, 至多 {headers} 项"),
                format!("a request's head has at most {kb} KB and {headers} headers"),
            )),
        )
    }

    /// Too many requests with one key, or from one address.
    pub fn too_many(retry_after: u32) -> Problem {
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", None);
        problem.0.retry_after = Some(retry_after);
        problem
    }

    /// With what went wrong, for the log: written by the envelope, which knows the request.
    #[must_use]
    pub fn because(mut self, cause: impl Into<String>) -> Problem {
        self.0.cause = Some(cause.into());
        self
    }

    /// What went wrong in this program, if that was said.
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// Whether it passes by itself: the client may try again.
    pub fn passes(&self) -> bool {
        self.0.retry_after.is_some()
    }

    /// The code at the end of its type.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The status code.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The problem as it goes out.
    pub fn body(&self, language: Language, request_id: &str) -> ProblemBody {
        let say = |text: &Text| match language {
            Language::Chinese => text.zh.clone(),
            Language::English => text.en.clone(),
        };
        let title = title(self.0.code);
        ProblemBody {
            kind: format!("urn:saiwu:problem:{}", self.0.code),
            title: say(&title),
            status: self.0.status.as_u16(),
            detail: self.0.detail.as_ref().map(say),
            clause: self.0.clause.clone(),
            errors: self
                .0
                .faults
                .iter()
                .map(|f| ProblemPart {
                    pointer: f.pointer.clone(),
                    detail: say(&Text::new(f.zh.clone(), f.en.clone())),
                })
                .collect(),
            version: self.0.version,
            request_id: request_id.to_owned(),
        }
    }

    /// The whole answer in its language.
    pub fn render(&self, language: Language, request_id: &str) -> Response {
        let body = serde_json::to_vec(&self.body(language, request_id)).unwrap_or_default();
        let mut response = (self.0.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(
            header::CONTENT_LANGUAGE,
            HeaderValue::from_static(language.tag()),
        );
        if let Some(seconds) = self.0.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.0.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The title of a kind of problem.
fn title(code: &str) -> Text {
    let (zh, en) = match code {
        "not_found" => ("没有找到", "Not found"),
        "method_not_allowed" => ("不支持该方法", "Method not allowed"),
        "unauthenticated" => ("需要有效的密钥", "A valid key is needed"),
        "forbidden" => ("该密钥无此权限", "This key may not do this"),
        "version_missing" => ("需要 If-Match", "If-Match is needed"),
        "stale" => ("内容已被更改", "Changed since it was read"),
        "idempotency_key_missing" => ("需要 Idempotency-Key", "Idempotency-Key is needed"),
        "idempotency_key_reused" => (
            "Idempotency-Key 已用于其他请求",
            "Idempotency-Key used for another request",
        ),
        "idempotency_key_in_flight" => ("相同请求正在处理", "The same request is in flight"),
        "malformed" => ("请求无法识别", "The request cannot be understood"),
        "invalid" => ("请求内容有误", "The request's content is wrong"),
        "unsupported_media_type" => ("不支持的内容类型", "Unsupported media type"),
        "head_too_large" => ("请求头过大", "The head is too large"),
        "body_too_large" => ("请求体过大", "The body is too large"),
        "too_many_requests" => ("请求过于频繁", "Too many requests"),
        "timeout" => ("请求超时", "The request took too long"),
        "unavailable" => ("服务暂不可用", "Not available for the moment"),
        "fault" => ("服务器内部错误", "A fault of the server"),
        _ => ("当前不允许", "Not allowed as things stand"),
    };
    Text::new(zh, en)
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let plain = |status, code| Problem::new(status, code, None);
        match error {
            Error::NotFound => plain(StatusCode::NOT_FOUND, "not_found"),
            Error::Unauthenticated => plain(StatusCode::UNAUTHORIZED, "unauthenticated"),
            Error::Forbidden => plain(StatusCode::FORBIDDEN, "forbidden"),
            Error::VersionMissing => Problem::new(
                StatusCode::PRECONDITION_REQUIRED,
                "version_missing",
                Some(Text::new(
                    "更改须在 If-Match 中给出所见的 version",
                    "a change names the version it saw in If-Match",
                )),
            ),
            Error::Stale(version) => {
                let mut problem = Problem::new(
                    StatusCode::PRECONDITION_FAILED,
                    "stale",
                    Some(Text::new(
                        format!("现在的 version 为 {version}"),
                        format!("the version is {version} now"),
                    )),
                );
                problem.0.version = Some(version);
                problem
            }
            Error::RetryKeyMissing => plain(StatusCode::BAD_REQUEST, "idempotency_key_missing"),
            Error::RetryKeyReused => {
                plain(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused")
            }
            Error::RetryKeyInFlight => {
                let mut problem = plain(StatusCode::CONFLICT, "idempotency_key_in_flight");
                problem.0.retry_after = Some(1);
                problem
            }
            Error::Malformed(text) => {
                Problem::new(StatusCode::BAD_REQUEST, "malformed", Some(text))
            }
            Error::Invalid(faults) => {
                let mut problem = plain(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
                if let [fault] = &faults[..] {
                    problem.0.detail = Some(Text::new(fault.zh.clone(), fault.en.clone()));
                }
                problem.0.faults = faults;
                problem
            }
            Error::NotEntitled(refusal) => refused(StatusCode::FORBIDDEN, refusal),
            Error::AgainstRules(refusal) => refused(StatusCode::UNPROCESSABLE_ENTITY, refusal),
            Error::Refused(refusal) => refused(StatusCode::CONFLICT, refusal),
            Error::Busy(what) => {
                let mut problem = plain(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
                problem.0.retry_after = Some(1);
                problem.because(what)
            }
            Error::Fault(what) => Problem::fault().because(what),
        }
    }
}

fn refused(status: StatusCode, refusal: Refusal) -> Problem {
    let mut problem = Problem::new(status, refusal.code, Some(refusal.text));
    problem.0.clause = refusal.clause;
    problem.0.faults = refusal.faults;
    problem
}

impl From<crate::store::Error> for Problem {
    fn from(error: crate::store::Error) -> Problem {
        Problem::from(Error::from(error))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.0.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
