//! Puts a pairing made by hand into a draft: checked, warned about, with the engine's beside it.
use super::{RoundChanged, facts, find, pair, warn};
use crate::open;
use crate::service::check::Faults;
use crate::service::command::Seen;
use crate::service::views::RoundView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::{entries, rounds};
use crate::tournament::dossier::RoundState;
use crate::tournament::event_file;
use crate::tournament::model::{Format, Game, Number};
use crate::tournament::teams::{LineUps, boards_of};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A pairing made by hand.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandPairing {
    /// Who meets whom.
    pub games: Vec<HandGame>,
    /// Swiss: who has the bye.
    #[serde(default)]
    pub byes: Vec<Number>,
    /// Why; recorded.
    #[serde(default)]
    pub reason: Option<String>,
}

/// One game of a pairing made by hand.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandGame {
    /// Table; its place in the list when absent.
    #[serde(default)]
    pub table: Option<u32>,
    /// Number with red.
    pub red: Number,
    /// Number with black.
    pub black: Number,
    /// Which game of several between the two.
    #[serde(default)]
    pub game: Option<u32>,
    /// The match of a bracket.
    #[serde(default, rename = "match")]
    pub match_code: Option<String>,
}

/// Puts a pairing made by hand into a draft.
///
/// # Errors
/// Faults of the wish, `not_a_draft`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
    wish: HandPairing,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, before) = find(&command, &dossier, place, Seen::Unsaid)?;
    command.expect(seen, before.version)?;
    if before.state != RoundState::Draft {
        return Err(Error::refused(
            "not_a_draft",
            "该轮已公布, 不能再改编排",
            "this round is published: its pairing is fixed",
        ));
    }
    let mut event = dossier.event();
    let (s, r) = (place.0 as usize - 1, place.1 as usize - 1);
    let mut round = before.round.clone();
    round.byes = wish.byes;
    round.games = wish
        .games
        .iter()
        .zip(1..)
        .map(|(g, table)| Game {
            table: g.table.unwrap_or(table),
            red: g.red,
            black: g.black,
            game: g.game.unwrap_or(1),
            match_code: g.match_code.clone(),
            ..Game::default()
        })
        .collect();
    for game in &mut round.games {
        let known = boards_of(&event, (s, round.number), game, &LineUps::default(), false);
        game.boards = known.unwrap_or_default();
    }
    event.stages[s].rounds[r] = round.clone();
    let prefix = format!("/stages/{s}/rounds/{r}");
    let mut faults = Faults(
        event_file::check(&event)
            .into_iter()
            .filter_map(|mut f| {
                f.pointer = f.pointer.strip_prefix(&prefix)?.to_owned();
                Some(f)
            })
            .collect(),
    );
    if stage.stage.format == Format::Swiss && round.byes.len() > 1 {
        faults.add("/byes", "至多一人轮空", "at most one entry has the bye");
    }
    faults.done()?;
    let warnings = warn::about(&event, s, r);
    let after_pairing = pair::by_hand(before.pairing.clone(), &json!(warnings), dossier.revision);
    let mut after = facts::draft(round, after_pairing);
    after.id = before.id;
    after.version = before.version + 1;
    let ids = entries::ids_by_number(command.conn(), tournament).await?;
    let now = command.now();
    rounds::replace_pairings(command.conn(), tournament, &after, &ids, now).await?;
    command.draft(json!({"before": {"round": before.full()}, "after": {"round": after.full()}}));
    let answer = RoundChanged {
        round: RoundView::new(&dossier, place.0, &after),
        revision: command.revision(),
    };
    let reply = Reply::changed(after.version, &answer)?;
    let subject = json!({"stage": place.0, "round": place.1});
    command
        .finish("round.repair", subject, wish.reason, reply)
        .await
}
