//! Who may see which line-ups of a round.
use super::{deadline, kept_of, passed, together, waits};
use crate::service::views::game::Side;
use crate::service::{Actor, Answer, Caller, Error, Office, Permission, Result};
use crate::store::facts;
use crate::store::keys::Role;
use crate::tournament::dossier::{Dossier, RoundState};
use crate::tournament::model::Kind;
use crate::tournament::regulations::TeamMode;
use crate::tournament::teams::{LineUp, Viewer};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The line-ups of a round as one may see them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundLineUps {
    /// The tournament's revision.
    pub revision: i64,
    /// The stage, from 1.
    pub stage: u32,
    /// The round, from 1.
    pub round: u32,
    /// How players come to their boards.
    pub mode: TeamMode,
    /// Boards of a match.
    pub boards: u32,
    /// The matches by table.
    pub matches: Vec<MatchLineUps>,
}

/// The line-ups of one match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchLineUps {
    /// The match.
    pub game_id: Uuid,
    /// What If-Match on the match takes.
    pub version: i64,
    /// Its table.
    pub table: u32,
    /// Which match of several between the two.
    pub game: u32,
    /// The team with red on odd boards.
    pub red: TeamLineUp,
    /// The other team.
    pub black: TeamLineUp,
    /// Until when line-ups are handed in.
    pub deadline: Option<String>,
    /// Whether line-ups are open to everybody.
    pub open: bool,
}

/// What one may see of one team's line-up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamLineUp {
    /// The team.
    #[serde(flatten)]
    pub team: Side,
    /// Whether it has handed one in.
    pub handed_in: bool,
    /// Who sits at which board; null while it is hidden, or not there.
    #[schema(value_type = Option<Vec<Option<u32>>>)]
    pub places: Option<LineUp>,
}

/// The line-ups of a published round as the caller may see them: the office all, a captain his
/// team's, everybody those that are open. A deadline that has passed opens them on the way; that
/// command's answer comes along.
///
/// # Errors
/// 404 for what is not there, and in individual events.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
) -> Result<(RoundLineUps, Option<Answer>)> {
    let dossier = load(office, tournament).await?;
    let now = crate::service::command::now();
    let event = dossier.event();
    if event.tournament.kind != Kind::Team {
        return Err(Error::NotFound);
    }
    let round = dossier.stage(place.0).and_then(|s| s.round(place.1));
    let round = round.filter(|r| r.state != RoundState::Draft);
    let round = round.ok_or(Error::NotFound)?;
    let regulations = event.regulations(place.0 as usize - 1);
    let due = round.state == RoundState::Published
        && round
            .games
            .iter()
            .any(|g| waits(&regulations, g) && passed(&g.game, now));
    if due {
        let answer = deadline::open_passed(office, tournament, place).await?;
        let dossier = load(office, tournament).await?;
        return Ok((view(office, caller, &dossier, place).await?, answer));
    }
    Ok((view(office, caller, &dossier, place).await?, None))
}

async fn load(office: &Office, tournament: Uuid) -> Result<Dossier> {
    let mut tx = office.store.primary_snapshot().await?;
    let dossier = facts::load(&mut tx, tournament).await?;
    dossier.ok_or(Error::NotFound)
}

/// Whose line-ups the caller sees.
fn viewer(caller: &Caller, dossier: &Dossier) -> Viewer {
    match &caller.actor {
        Actor::Key(key) if key.role == Role::Captain => dossier
            .entries
            .iter()
            .find(|e| Some(e.id) == key.entry_id)
            .map_or(Viewer::Public, |e| Viewer::Captain(e.entry.number)),
        actor if actor.may(Permission::SubmitLineup, Some(dossier.id)) => Viewer::Office,
        _ => Viewer::Public,
    }
}

async fn view(
    office: &Office,
    caller: &Caller,
    dossier: &Dossier,
    (stage, number): (u32, u32),
) -> Result<RoundLineUps> {
    let event = dossier.event();
    let regulations = event.regulations(stage as usize - 1);
    let round = dossier.stage(stage).and_then(|s| s.round(number));
    let round = round.ok_or(Error::NotFound)?;
    let mut conn = office.store.primary().await?;
    let kept = kept_of(&mut conn, &round.games).await?;
    let viewer = viewer(caller, dossier);
    let matches = round
        .games
        .iter()
        .map(|facts| {
            let game = &facts.game;
            let open = !waits(&regulations, facts);
            let all = if open {
                game.line_ups.clone()
            } else {
                together(game, kept.get(&facts.id))
            };
            let seen = all.seen_by(viewer, game, open);
            let side = |number, has: bool, places| TeamLineUp {
                team: Side::of(&dossier.entries, number),
                handed_in: has,
                places,
            };
            MatchLineUps {
                game_id: facts.id,
                version: facts.version,
                table: game.table,
                game: game.game,
                red: side(game.red, all.red.is_some(), seen.red),
                black: side(game.black, all.black.is_some(), seen.black),
                deadline: game.line_ups.deadline.clone(),
                open,
            }
        })
        .collect();
    Ok(RoundLineUps {
        revision: dossier.revision,
        stage,
        round: number,
        mode: regulations.team_mode,
        boards: regulations.boards,
        matches,
    })
}
