//! An entry as wished: checked, completed from the register, given its number.
use crate::service::check::Faults;
use crate::service::command::Command;
use crate::service::entries::{now_playing, roster};
use crate::service::{Error, Result};
use crate::store::entries;
use crate::store::players::{self, ExternalId};
use crate::tournament::dossier::{Change, EntryFacts, Status};
use crate::tournament::model::{Entry, Format, Member, Sex, Tournament};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry as wished. With `player_id`, what is absent is copied from the player.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewEntry {
    /// The player who enters.
    pub player_id: Option<Uuid>,
    /// Name as printed; needed without a player.
    pub name: Option<String>,
    /// Unit (单位).
    pub unit: Option<String>,
    /// Rating at entry.
    pub rating: Option<i32>,
    /// Title at entry.
    pub title: Option<String>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Year of birth.
    pub birth_year: Option<i16>,
    /// The drawn number; the next free one when absent.
    pub number: Option<u32>,
    /// Seed rank, 1 = first seed.
    pub seed: Option<u32>,
    /// First round of a late entry; the next round when absent.
    pub first_round: Option<u32>,
    /// A team's roster in registered order.
    pub members: Vec<Member>,
    /// The number another system knows this entry by.
    pub external_id: Option<ExternalId>,
}

impl NewEntry {
    /// Everything wrong with it in itself.
    pub fn faults(&self, tournament: &Tournament) -> Faults {
        let mut faults = Faults::default();
        match &self.name {
            Some(name) => faults.name("/name", name, 200),
            None if self.player_id.is_none() => {
                faults.add(
                    "/name",
                    "须有姓名或 player_id",
                    "a name or a player_id is needed",
                );
            }
            None => {}
        }
        faults.length("/unit", self.unit.as_deref(), 200);
        faults.length("/title", self.title.as_deref(), 100);
        faults.range("/rating", self.rating.map(i64::from), 0, 10_000);
        faults.range("/birth_year", self.birth_year.map(i64::from), 1850, 2200);
        faults.range("/number", self.number.map(i64::from), 1, 1_000_000);
        faults.range("/seed", self.seed.map(i64::from), 1, 1_000_000);
        faults.range("/first_round", self.first_round.map(i64::from), 1, 1000);
        if let Some(id) = &self.external_id {
            faults.external_id("/external_id", id);
        }
        roster::faults(&mut faults, tournament, &self.members);
        faults
    }
}

/// Enters somebody: completes the wish, gives a number, stores it, tells the command.
///
/// # Errors
/// Faults of the wish, `entries_closed`, `number_taken`, and those of the database.
pub async fn enter(command: &mut Command, wish: NewEntry) -> Result<EntryFacts> {
    let locked = command.tournament()?;
    let (tournament, status) = (locked.id, locked.frame.status);
    wish.faults(&locked.frame.tournament).done()?;
    let first_round = late(command, status, wish.first_round).await?;
    let player = match wish.player_id {
        None => None,
        Some(id) => match players::get(command.conn(), id).await? {
            Some(player) => Some(player),
            None => {
                return Err(Error::invalid(
                    "/player_id",
                    "没有该棋手",
                    "there is no such player",
                ));
            }
        },
    };
    let taken = entries::ids_by_number(command.conn(), tournament).await?;
    let number = match wish.number {
        Some(number) if taken.contains_key(&number) => {
            return Err(Error::refused(
                "number_taken",
                format!("序号 {number} 已被占用"),
                format!("number {number} is taken"),
            ));
        }
        Some(number) => number,
        None => taken.keys().max().copied().unwrap_or(0) + 1,
    };
    let p = player.as_ref();
    let name = wish
        .name
        .or_else(|| p.map(|p| p.name.clone()))
        .unwrap_or_default();
    let entry = Entry {
        number,
        name: name.trim().to_owned(),
        unit: wish.unit.or_else(|| p?.unit.clone()),
        rating: wish.rating.or_else(|| p?.rating),
        title: wish.title.or_else(|| p?.title.clone()),
        sex: wish.sex.or_else(|| p?.sex),
        birth_year: wish.birth_year.or_else(|| p?.birth_year),
        seed: wish.seed,
        first_round,
        members: wish.members,
        ..Entry::default()
    };
    let facts = EntryFacts {
        id: Uuid::now_v7(),
        version: 1,
        player_id: p.map(|p| p.id),
        entry,
    };
    let now = command.now();
    entries::insert(command.conn(), tournament, &facts, now).await?;
    if let Some(id) = &wish.external_id {
        entries::set_external_id(command.conn(), tournament, facts.id, id).await?;
    }
    command.public(Change::Entry {
        before: None,
        after: Some(Box::new(facts.clone())),
    });
    Ok(facts)
}

/// The first round of an entry that comes after the start; nothing before the start.
async fn late(command: &mut Command, status: Status, wished: Option<u32>) -> Result<Option<u32>> {
    match status {
        Status::Scheduled => return Ok(wished.filter(|r| *r > 1)),
        Status::Finished => {
            return Err(Error::refused(
                "tournament_finished",
                "赛事已结束",
                "the tournament is over",
            ));
        }
        Status::Running => {}
    }
    let dossier = command.dossier().await?;
    let (stage, round) = now_playing(&dossier);
    let event = dossier.event();
    let swiss = event
        .stages
        .get(stage as usize - 1)
        .is_some_and(|s| s.format == Format::Swiss);
    if !swiss || !event.regulations(stage as usize - 1).late_entries {
        return Err(Error::refused(
            "entries_closed",
            "已开赛: 只有允许中途参赛的积分编排制才能补报",
            "play has started: only a Swiss that allows late entries takes more",
        ));
    }
    match wished {
        Some(wished) if wished <= round => Err(Error::invalid(
            "/first_round",
            format!("第 {round} 轮已公布"),
            format!("round {round} is published already"),
        )),
        Some(wished) => Ok(Some(wished)),
        None => Ok(Some(round + 1)),
    }
}
