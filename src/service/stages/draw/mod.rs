//! Draws lots (抽签): from a recorded seed, or as drawn by hand in the hall.
//!
//! * [`numbers`]: the numbers (序号) of the whole field, before anything is paired;
//! * [`positions`]: positions in a stage: in its bracket, or in its order table;
//! * [`groups`]: who plays in which of several stages side by side;
//! * [`commit`]: a seed promised beforehand; [`record`]: the record that anyone can run again.

pub mod commit;
pub mod groups;
pub mod numbers;
pub mod positions;
pub mod record;

use super::find;
use crate::open;
use crate::service::views::{EntryView, StageView};
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::{facts, stages};
use crate::tournament::dossier::{Change, Dossier, StageFacts};
use crate::tournament::field_source::Apart;
use crate::tournament::lots::{Lots, LotsMethod, Seed};
use crate::tournament::model::Number;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

pub(crate) use record::fresh_seed;

/// How to draw.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DrawWish {
    /// How; `numbers` when absent, `by_hand` when `drawn` is given.
    pub method: Option<LotsMethod>,
    /// What is drawn. When absent: groups by `snake` and `pots`, positions by `bracket` and `ranks`;
    /// otherwise the numbers of everyone before anything is paired, and positions in a stage that
    /// takes its field from earlier ones, or once play has begun.
    pub of: Option<DrawOf>,
    /// The seed, 64 hexadecimal digits; when absent the one committed to, or one from the operating
    /// system.
    pub seed: Option<Seed>,
    /// Whom positions or groups keep apart as long as may be.
    pub apart: Option<Apart>,
    /// By hand: who drew which number.
    pub drawn: Vec<Drawn>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawOf {
    /// The numbers of everyone who plays in the stage.
    Numbers,
    /// Positions in the stage: its bracket, or its order table.
    Positions,
    /// Which of the stages of the same phase everyone plays in.
    Groups,
}

/// Who drew which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The entry, by id.
    pub entry_id: Uuid,
    /// The number or position drawn.
    pub number: Number,
}

/// A draw with what came of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawDone {
    /// The record: anyone can run it again.
    pub draw: Lots,
    /// The entries by number; a draw of numbers gives new ones.
    pub entries: Vec<EntryView>,
    /// The stages whose field, positions or settings changed.
    pub stages: Vec<StageView>,
    /// The tournament's revision.
    pub revision: i64,
}

/// Draws lots for a stage. While nothing of it is paired it can be done again; every draw stays on
/// record.
///
/// # Errors
/// Faults of the wish, `stage_started`, `nobody_to_draw`, `seed_not_committed`, `field_not_settled`,
/// and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    number: u32,
    wish: DrawWish,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::Draw, tournament)
            .await?
    );
    let before = command.dossier().await?;
    let stage = find(&before, number)?;
    let lots = match of(&wish, &before, stage) {
        DrawOf::Numbers => numbers::draw(&mut command, &before, number, &wish).await?,
        DrawOf::Positions => positions::draw(&mut command, &before, number, &wish).await?,
        DrawOf::Groups => groups::draw(&mut command, &before, number, &wish).await?,
    };
    let now = command.now();
    stages::insert_draw(command.conn(), tournament, &lots, now).await?;
    let after = facts::load(command.conn(), tournament)
        .await?
        .ok_or(Error::NotFound)?;
    if before.entries != after.entries {
        command.public(Change::Entries {
            before: before.entries.clone(),
            after: after.entries.clone(),
        });
    }
    let mut changed = Vec::new();
    for ((old, new), n) in before.stages.iter().zip(&after.stages).zip(1..) {
        if old.stage != new.stage || old.version != new.version {
            command.public(Change::Stage {
                before: Some(Box::new(old.settings())),
                after: Some(Box::new(new.settings())),
            });
            changed.push(StageView::new(n, new));
        }
    }
    command.public(Change::Draw {
        draw: Box::new(lots.clone()),
    });
    let mut shown: Vec<EntryView> = after.entries.iter().map(EntryView::from).collect();
    shown.sort_by_key(|e| e.entry.number);
    let answer = DrawDone {
        draw: lots,
        entries: shown,
        stages: changed,
        revision: command.revision(),
    };
    let subject = json!({"stage": number, "method": answer.draw.method});
    command
        .finish("stage.draw", subject, None, Reply::done(&answer)?)
        .await
}

/// What a wish is about.
fn of(wish: &DrawWish, dossier: &Dossier, stage: &StageFacts) -> DrawOf {
    let begun = dossier.stages.iter().any(|s| !s.rounds.is_empty());
    match (&wish.method, wish.of) {
        (_, Some(of)) => of,
        (Some(LotsMethod::Snake { .. } | LotsMethod::Pots { .. }), None) => DrawOf::Groups,
        (Some(LotsMethod::Bracket { .. } | LotsMethod::Ranks { .. }), None) => DrawOf::Positions,
        _ if begun || stage.stage.source.is_some() => DrawOf::Positions,
        _ => DrawOf::Numbers,
    }
}

/// Stores a stage after a draw: the promise is kept, and a knock-out has a seed for the colours that
/// lots decide (12.4).
async fn store(
    command: &mut Command,
    dossier: &Dossier,
    number: u32,
    mut after: StageFacts,
    seed: Option<Seed>,
) -> Result<()> {
    use crate::tournament::model::Format;
    let settings = &mut after.stage;
    if let Some(seed) = seed {
        settings.commitment = None;
        let knock_out = !matches!(settings.format, Format::Swiss | Format::RoundRobin);
        let outer = &dossier.frame.tournament.regulations.lots_seed;
        if knock_out && outer.is_none() && settings.regulations.lots_seed.is_none() {
            let own = seed.derive(&format!("stage/{number}"));
            settings.regulations.lots_seed = Some(own.to_string());
        }
    }
    let before = find(dossier, number)?;
    if after.stage == before.stage {
        return Ok(());
    }
    after.version = before.version + 1;
    let tournament = dossier.id;
    stages::update(command.conn(), tournament, &after.settings()).await?;
    Ok(())
}

/// A refusal because rounds are paired already.
fn started() -> Error {
    Error::refused(
        "stage_started",
        "已编排后不能再抽签",
        "lots are drawn before the first round is paired",
    )
}
