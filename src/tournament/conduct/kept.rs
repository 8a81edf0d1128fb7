//! The log of a game as an event file carries it, held against the facts beside it.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::tournament::event_file::Fault;

use super::entry::Entry;
use super::facts::Facts;
use super::settings::Settings;
use super::state::GameState;
use super::terms::Signature;

/// The log of one game or board, whole: replayed, it gives the facts beside it.
///
/// Who entered something is told by name; names tell people apart as keys do in the log itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptLog {
    /// What the game was played under: fixed with the first entry.
    pub settings: Settings,
    /// The entries in order.
    pub entries: Vec<Entry>,
}

/// One side's word on the result of a whole team match (9): it is signed as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchSignature {
    /// Whose.
    pub signature: Signature,
    /// `false`: the result is disputed.
    pub agree: bool,
    /// What is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Who entered it, by name.
    pub by: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub at: OffsetDateTime,
}

impl KeptLog {
    /// The state it leads to.
    ///
    /// # Errors
    /// The entry that cannot stand after those before it, or the settings.
    pub fn state(&self, pointer: &str) -> Result<GameState, Fault> {
        GameState::new(self.settings.clone()).map_err(|error| Fault {
            pointer: format!("{pointer}/log/settings/fen"),
            en: error.to_string(),
            zh: error.zh(),
        })?;
        GameState::replay(&self.entries, &self.settings).map_err(|(index, error)| Fault {
            pointer: format!("{pointer}/log/entries/{index}"),
            en: error.to_string(),
            zh: error.zh(),
        })
    }

    /// What is wrong with it, beside the facts of its game.
    pub fn faults(&self, facts: &Facts, pointer: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut add = |place: String, en: String, zh: String| {
            faults.push(Fault {
                pointer: format!("{pointer}{place}"),
                en,
                zh,
            });
        };
        for (index, entry) in self.entries.iter().enumerate() {
            // A key's id would give its holder's word to somebody else in another office.
            if entry.by.id.as_deref().is_some_and(is_key) {
                add(
                    format!("/log/entries/{index}/by/id"),
                    "a name, not the id of a key".to_owned(),
                    "应为姓名, 而非密钥编号".to_owned(),
                );
            }
        }
        let state = match self.state(pointer) {
            Ok(state) => state,
            Err(fault) => {
                faults.push(fault);
                return faults;
            }
        };
        let told = state.facts();
        // Of a game whose result waits for its second person only the moves are facts yet.
        let waits = state.ending().is_some() && !state.is_settled();
        for (name, differs) in [
            ("result", told.result != facts.result),
            ("reason", told.reason != facts.reason),
            ("moves", told.moves != facts.moves),
            ("fen", told.fen != facts.fen),
            ("fouls", !waits && told.fouls != facts.fouls),
            ("times", !waits && told.times != facts.times),
            (
                "colours_swapped",
                !waits && told.colours_swapped != facts.colours_swapped,
            ),
        ] {
            if differs {
                add(
                    format!("/{name}"),
                    "the log of this game says otherwise".to_owned(),
                    "与该局的记录流水不符".to_owned(),
                );
            }
        }
        faults
    }
}

/// Whether an author is told by the id of a key: 32 hexadecimal digits in groups.
fn is_key(id: &str) -> bool {
    uuid::Uuid::parse_str(id).is_ok()
}
