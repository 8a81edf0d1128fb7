//! A game's log as answers show it.
use crate::service::Result;
use crate::service::games::journal::Journal;
use crate::tournament::conduct::{self, Act, Effect, Role};
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// One entry of a game's log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogItem {
    /// Its number, from 0: what other entries and effects name it by.
    pub number: u32,
    /// When it was entered.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// In which role it was entered.
    pub role: Role,
    /// By whom; for the office only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Plies on record when it happened.
    pub ply: u32,
    /// What kind of entry.
    pub kind: String,
    /// Whose it is: `red` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The clause that decides what follows from it.
    pub clause: &'static str,
    /// It was left out again: made void, or undone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// The entry itself; what is said in words is for the office only.
    #[schema(value_type = Act)]
    pub act: Value,
    /// What followed from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// A game's log and what it says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogView {
    /// The game.
    pub game: Uuid,
    /// The board of a team match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// What If-Match takes.
    pub version: i64,
    /// The entries asked for, in order.
    pub items: Vec<LogItem>,
    /// What follows from the whole log.
    #[schema(value_type = conduct::GameView)]
    pub conduct: Value,
}

/// What of a log is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything.
    All,
    /// Draw offers and answers.
    Offers,
    /// Claims.
    Claims,
    /// Rulings, decisions.
    Rulings,
    /// Fouls, record faults, penalties.
    Fouls,
    /// Clock readings, adjustments, flags, times.
    Clock,
    /// Moves taken back or replaced.
    TakeBacks,
}

impl Part {
    /// The name in a view's key.
    pub const fn name(self) -> &'static str {
        match self {
            Part::All => "log",
            Part::Offers => "offers",
            Part::Claims => "claims",
            Part::Rulings => "rulings",
            Part::Fouls => "fouls",
            Part::Clock => "clock",
            Part::TakeBacks => "take-back",
        }
    }

    const fn holds(self, act: &Act) -> bool {
        match self {
            Part::All => true,
            Part::Offers => matches!(act, Act::DrawOffer { .. } | Act::DrawAnswer { .. }),
            Part::Claims => matches!(act, Act::Claim { .. }),
            Part::Rulings => matches!(
                act,
                Act::RepetitionRuling { .. }
                    | Act::ChangeRuling { .. }
                    | Act::DrawRuling { .. }
                    | Act::Misconduct { .. }
                    | Act::Absent { .. }
                    | Act::Late { .. }
                    | Act::Decision { .. }
            ),
            Part::Fouls => matches!(
                act,
                Act::Foul { .. }
                    | Act::FoulCount { .. }
                    | Act::RecordFault { .. }
                    | Act::Penalty { .. }
                    | Act::Move {
                        as_played: true,
                        ..
                    }
            ),
            Part::Clock => matches!(
                act,
                Act::Clock { .. } | Act::Adjust { .. } | Act::Flag { .. } | Act::TimesUsed { .. }
            ),
            Part::TakeBacks => matches!(act, Act::TakeBack { .. }),
        }
    }
}

impl LogView {
    /// Part of a log; with names and words for the office.
    ///
    /// # Errors
    /// Never in practice.
    pub(crate) fn new(
        game: Uuid,
        version: i64,
        journal: &Journal,
        part: Part,
        office: bool,
    ) -> Result<LogView> {
        let mut items = Vec::new();
        for item in items_from(journal, 0, office)? {
            let place = item.number as usize;
            if part.holds(&journal.state.log()[place].act) {
                items.push(item);
            }
        }
        let mut conduct = serde_json::to_value(journal.state.view())?;
        if !office {
            without_words(&mut conduct);
        }
        Ok(LogView {
            game,
            board: (journal.board > 0).then_some(journal.board),
            version,
            items,
            conduct,
        })
    }
}

/// The entries of a log from a number on.
///
/// # Errors
/// Never in practice.
pub(crate) fn items_from(journal: &Journal, from: usize, office: bool) -> Result<Vec<LogItem>> {
    let state = &journal.state;
    let mut items = Vec::new();
    for (number, entry) in (0u32..).zip(state.log()).skip(from) {
        let mut act = serde_json::to_value(&entry.act)?;
        if !office {
            without_words(&mut act);
        }
        let of_entry = |effect: &&Effect| effect.entry == number;
        items.push(LogItem {
            number,
            at: entry.at,
            role: entry.by.role,
            author: journal
                .name(number as usize)
                .filter(|_| office)
                .map(str::to_owned),
            ply: entry.ply,
            kind: act["kind"].as_str().unwrap_or_default().to_owned(),
            side: entry.act.side().map(|side| side.to_string()),
            clause: entry.act.clause(),
            left_out: state.is_void(number),
            act,
            effects: state.effects().iter().filter(of_entry).cloned().collect(),
        });
    }
    Ok(items)
}

/// Takes out what was said in words, and by whom: what concerns persons is the office's.
fn without_words(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // Of a result and of an effect the reason is one of an enumeration.
            let coded = fields.contains_key("result") || fields.contains_key("effect");
            fields.retain(|name, _| match name.as_str() {
                "id" | "note" | "subject" | "decision" | "outcome" | "why" | "word" | "text" => {
                    false
                }
                "reason" => coded,
                _ => true,
            });
            fields.values_mut().for_each(without_words);
        }
        Value::Array(items) => items.iter_mut().for_each(without_words),
        _ => {}
    }
}
