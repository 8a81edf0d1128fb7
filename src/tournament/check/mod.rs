//! The checker: what a stored event claims, held against the rules.
//!
//! * [`pairing`]: every round of a Swiss, derived anew;
//! * [`standings`]: every position and value of a stored final table;
//! * [`teams`]: rosters, line-ups and boards.

pub mod pairing;
pub mod standings;
pub mod teams;

use serde::Serialize;
use utoipa::ToSchema;

/// Something in an event that the rules do not bear out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    /// Where, as a JSON pointer into the event file.
    pub pointer: String,
    /// The clause it goes against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// What, in Chinese.
    pub zh: String,
    /// What, in English.
    pub en: String,
}
