//! Why a command was not done. Each message exists in Chinese and English; which status code it
//! becomes is known to `http/error.rs` only.
use crate::store;
use crate::tournament::event_file::Fault;

/// The result of a command.
pub type Result<T> = std::result::Result<T, Error>;

/// A message in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Text {
    /// A message.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Text {
        Text {
            zh: zh.into(),
            en: en.into(),
        }
    }
}

/// A refusal with its code, and its clause when a rule refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Stable code: the last part of the problem's type.
    pub code: &'static str,
    /// What and why.
    pub text: Text,
    /// The clause of the rules that refuses.
    pub clause: Option<String>,
    /// Where in the request, when it is about a place.
    pub faults: Vec<Fault>,
}

impl Refusal {
    /// A refusal without a clause.
    pub fn new(code: &'static str, zh: impl Into<String>, en: impl Into<String>) -> Refusal {
        Refusal {
            code,
            text: Text::new(zh, en),
            clause: None,
            faults: Vec::new(),
        }
    }

    /// With the clause that refuses.
    #[must_use]
    pub fn clause(mut self, clause: impl Into<String>) -> Refusal {
        self.clause = Some(clause.into());
        self
    }

    /// With a place in the request.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Refusal {
        self.faults.push(Fault {
            pointer: pointer.into(),
            en: self.text.en.clone(),
            zh: self.text.zh.clone(),
        });
        self
    }
}

/// Why a command was not done.
#[derive(Debug)]
pub enum Error {
    /// No such thing, or none the caller may see.
    NotFound,
    /// No key, or one that is unknown, expired or revoked.
    Unauthenticated,
    /// The key may not do this here.
    Forbidden,
    /// The rules name somebody else who may do this.
    NotEntitled(Refusal),
    /// An existing thing is changed without saying which version was seen.
    VersionMissing,
    /// The thing has changed since: its version now.
    Stale(i64),
    /// A POST that writes came without an Idempotency-Key.
    RetryKeyMissing,
    /// The Idempotency-Key was used for another request.
    RetryKeyReused,
    /// The first request with this Idempotency-Key is still running.
    RetryKeyInFlight,
    /// The request cannot be understood as it stands: malformed.
    Malformed(Text),
    /// The request's content is wrong; every fault found.
    Invalid(Vec<Fault>),
    /// The content is right in itself but the rules refuse it.
    AgainstRules(Refusal),
    /// The state of things does not allow it.
    Refused(Refusal),
    /// The database is away or overloaded: try again.
    Busy(String),
    /// A fault of this program.
    Fault(String),
}

impl Error {
    /// One fault in the request's content.
    pub fn invalid(
        pointer: impl Into<String>,
        zh: impl Into<String>,
        en: impl Into<String>,
    ) -> Error {
        Error::Invalid(vec![Fault {
            pointer: pointer.into(),
            zh: zh.into(),
            en: en.into(),
        }])
    }

    /// The state does not allow it.
    pub fn refused(code: &'static str, zh: impl Into<String>, en: impl Into<String>) -> Error {
        Error::Refused(Refusal::new(code, zh, en))
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        match error {
            store::Error::Constraint(rule) => Error::refused(rule.code, rule.zh, rule.en),
            store::Error::Busy(what) => Error::Busy(what),
            store::Error::Fault(what) => Error::Fault(what),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Fault(error.to_string())
    }
}
