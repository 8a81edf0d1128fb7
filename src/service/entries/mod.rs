//! Commands on entries: who plays.

pub mod create;
pub mod edit;
pub mod import;
pub mod new;
pub mod penalise;
pub mod roster;
pub mod upsert;
pub mod withdraw;

pub use new::NewEntry;

use super::command::Command;
use super::views::EntryView;
use super::{Error, Result};
use crate::store::entries;
use crate::tournament::dossier::{Change, Dossier, EntryFacts, RoundState};
use crate::tournament::model::{Member, Number};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry after a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntryChanged {
    /// The entry now.
    #[serde(flatten)]
    pub entry: EntryView,
    /// The tournament's revision.
    pub revision: i64,
}

/// What to change of an entry; absent fields stay, null clears.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "the shape of a patch; the patch itself is merged as JSON"
)]
pub struct EntryPatch {
    /// The drawn number, before the first round is paired.
    number: Option<u32>,
    /// Name as printed.
    name: Option<String>,
    /// Unit (单位).
    unit: Option<String>,
    /// Rating at entry.
    rating: Option<i32>,
    /// Title at entry.
    title: Option<String>,
    /// Sex.
    sex: Option<crate::tournament::model::Sex>,
    /// Year of birth.
    birth_year: Option<i16>,
    /// Seed rank.
    seed: Option<u32>,
    /// First round of a late entry.
    first_round: Option<u32>,
    /// A team's whole roster.
    members: Option<Vec<Member>>,
    /// `active` takes a withdrawal back.
    status: Option<crate::tournament::model::EntryStatus>,
    /// Why; recorded.
    reason: Option<String>,
}

/// The stage being played (from 1) and its last published round; stage 1, round 0 before the start.
pub(crate) fn now_playing(dossier: &Dossier) -> (u32, u32) {
    let published = |s: &crate::tournament::dossier::StageFacts| {
        let rounds = s.rounds.iter().filter(|r| r.state != RoundState::Draft);
        rounds.map(|r| r.round.number).max()
    };
    dossier
        .stages
        .iter()
        .zip(1..)
        .filter_map(|(stage, s)| Some((s, published(stage)?)))
        .last()
        .unwrap_or((1, 0))
}

/// The stage that an entry is playing (from 1) and its last published round: where stages are played
/// side by side, its own group. Stage and round of the tournament for who plays in none.
pub(crate) fn now_playing_of(dossier: &Dossier, number: Number) -> (u32, u32) {
    let event = dossier.event();
    let own = dossier.stages.iter().zip(1..).filter_map(|(stage, s)| {
        let rounds = stage.rounds.iter().filter(|r| r.state != RoundState::Draft);
        let last = rounds.map(|r| r.round.number).max()?;
        event
            .field(s as usize - 1)
            .contains(&number)
            .then_some((s, last))
    });
    own.last().unwrap_or_else(|| now_playing(dossier))
}

/// Loads an entry of the locked tournament.
pub(crate) async fn load(command: &mut Command, id: Uuid) -> Result<EntryFacts> {
    let tournament = command.tournament()?.id;
    entries::get(command.conn(), tournament, id)
        .await?
        .ok_or(Error::NotFound)
}

/// Stores a changed entry and tells the command.
pub(crate) async fn save(
    command: &mut Command,
    before: EntryFacts,
    after: EntryFacts,
) -> Result<EntryChanged> {
    let now = command.now();
    entries::update(command.conn(), &before, &after, now).await?;
    let view = EntryView::from(&after);
    command.public(Change::Entry {
        before: Some(Box::new(before)),
        after: Some(Box::new(after)),
    });
    Ok(EntryChanged {
        entry: view,
        revision: command.revision(),
    })
}
