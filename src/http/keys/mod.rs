//! Routes of API keys.

pub mod create;
pub mod get;
pub mod list;
pub mod revoke;
pub mod rotate;

use crate::service::{Answer, Error, Result};
use serde_json::Value;

/// Puts a secret into the answer, after that answer was kept without it.
fn with_secret(mut answer: Answer, secret: Option<String>) -> Result<Answer> {
    if let Some(secret) = secret {
        let mut body: Value = serde_json::from_slice(&answer.body).map_err(Error::from)?;
        body["secret"] = Value::String(secret);
        answer.body = serde_json::to_vec(&body)?;
    }
    Ok(answer)
}
