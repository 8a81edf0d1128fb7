//! The profile of a side over the cycle and the table of articles 25 and 26.9 (A: 26.8).

use serde::{Deserialize, Serialize};

/// What one side did over the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// At least one move is allowed (24.14).
    Allowed,
    /// Forbidden on every move, but not of the heavy kinds of 26.9.1.
    Light,
    /// Every move is a check, a kill, or a chase by one piece of a rook or an unprotected piece.
    Heavy,
    /// Every move gives check (24.9).
    PerpetualCheck,
}

/// How a repetition is ruled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Red loses at once (25.1).
    RedLoses,
    /// Black loses at once (25.1).
    BlackLoses,
    /// Red must change or lose (25.3, 26.9.1–3).
    RedMustChange,
    /// Black must change or lose (25.3, 26.9.1–3).
    BlackMustChange,
    /// A draw when neither changes (25.2, 26.9.4).
    Draw,
    /// The positions have not been repeated often enough (23.3).
    NotRepeated,
}

/// The ruling of the table.
pub fn rule(red: Profile, black: Profile) -> Ruling {
    use Profile::PerpetualCheck;
    match (red, black) {
        _ if red == black => Ruling::Draw,
        (PerpetualCheck, _) => Ruling::RedLoses,
        (_, PerpetualCheck) => Ruling::BlackLoses,
        _ if red > black => Ruling::RedMustChange,
        _ => Ruling::BlackMustChange,
    }
}

impl PartialOrd for Profile {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Profile {
    /// From allowed to perpetual check: the heavier side has to change.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (*self as u8).cmp(&(*other as u8))
    }
}
