//! Routes of the rules of the game: stateless and public.

pub mod natural_limit;
pub mod notation;
pub mod position;
pub mod repetition;
pub mod round_robin;
pub mod time_controls;
pub mod touch;

use crate::rules::query::QueryError;
use crate::service::{Error, Refusal};

/// A question without an answer.
fn refusal(error: QueryError) -> Error {
    let mut refusal = Refusal::new(error.code, error.zh, error.en).at(error.pointer);
    for reading in &error.readings {
        refusal.text.zh.push_str(&format!(" [{reading}]"));
        refusal.text.en.push_str(&format!(" [{reading}]"));
    }
    Error::AgainstRules(refusal)
}
