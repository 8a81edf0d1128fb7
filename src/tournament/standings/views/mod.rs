//! The tables people read: the same facts arranged for different questions.
//!
//! * [`crosstable`]: everybody against everybody (循环赛成绩表);
//! * [`progress`]: round by round, of all entries or of one (积分编排赛成绩表);
//! * [`categories`]: prizes by sex, age class and rating class;
//! * [`units`]: units by the places of their members (11.5, A 14.8, B 14.9);
//! * [`players`]: the players of team events, and board by board.

pub mod categories;
pub mod crosstable;
pub mod played;
pub mod players;
pub mod progress;
pub mod units;

use super::Ledger;
use super::error::StandingsError;
use crate::tournament::model::{Entry, Event, Number};
use serde::Serialize;
use utoipa::ToSchema;

/// Who an entry is, as printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Who {
    /// Number.
    pub number: Number,
    /// Name.
    pub name: String,
    /// Unit (单位).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl Who {
    fn of(entry: &Entry) -> Who {
        Who {
            number: entry.number,
            name: entry.name.clone(),
            unit: entry.unit.clone(),
        }
    }
}

/// The entries of an event by number, for many look-ups.
fn people(event: &Event) -> std::collections::HashMap<Number, &Entry> {
    event.entries.iter().map(|e| (e.number, e)).collect()
}

fn who(people: &std::collections::HashMap<Number, &Entry>, number: Number) -> Who {
    people.get(&number).map_or_else(
        || Who {
            number,
            name: number.to_string(),
            unit: None,
        },
        |entry| Who::of(entry),
    )
}

fn ledger(event: &Event, stage: usize, after: u32) -> Result<Ledger, StandingsError> {
    Ledger::build(event, stage, Some(after), event.regulations(stage))
}

/// Places 1, 2, 2, 4 over a list in order: `same(i)` says that item i is level with the one before.
fn places(count: usize, same: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut places = Vec::with_capacity(count);
    for i in 0..count {
        let place = match places.last() {
            Some(before) if same(i) => *before,
            _ => i as u32 + 1,
        };
        places.push(place);
    }
    places
}
