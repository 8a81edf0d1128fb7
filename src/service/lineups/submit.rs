//! Hands in a team's line-up for a match (11.2, 11.3).
use super::{asked, opened, passed, together, waits};
use crate::open;
use crate::service::games::{GameChanged, load, save};
use crate::service::{Actor, Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::store::keys::Role;
use crate::store::lineups;
use crate::tournament::event_file::Fault;
use crate::tournament::regulations::TeamMode;
use crate::tournament::teams::LineUp;
use crate::tournament::teams::barred::barred;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A team's line-up.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineUpWish {
    /// For each board the place in the registered order, from 1; null where nobody comes.
    #[schema(value_type = Vec<Option<u32>>)]
    pub places: LineUp,
}

/// A line-up handed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineUpKept {
    /// The match.
    pub game_id: Uuid,
    /// The team.
    pub entry_id: Uuid,
    /// The team's number.
    pub number: u32,
    /// Who sits at which board.
    #[schema(value_type = Vec<Option<u32>>)]
    pub places: LineUp,
    /// Whether both line-ups are open now: then the match has its boards.
    pub open: bool,
    /// The match with its boards, once line-ups are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameChanged>,
    /// The tournament's revision: a hidden line-up does not raise it.
    pub revision: i64,
}

/// The clause of a mode.
pub(crate) const fn clause(mode: TeamMode) -> &'static str {
    match mode {
        TeamMode::FixedBoards => "11.1",
        TeamMode::Reserves => "11.2",
        TeamMode::OrderPerMatch => "11.3",
        TeamMode::AllPlayAll => "11.4",
        TeamMode::MembersPlaces => "11.5",
    }
}

/// Hands in a line-up, or another one in its place while it is hidden.
///
/// # Errors
/// `no_lineups` in other modes, `not_in_match`, `lineups_open`, `lineup_refused` with its clause,
/// and those of every command. A captain hands in for his own team only.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    entry: Uuid,
    wish: LineUpWish,
) -> Result<Answer> {
    if let Actor::Key(key) = &caller.actor
        && key.role == Role::Captain
        && key.entry_id != Some(entry)
    {
        return Err(Error::Forbidden);
    }
    let mut command = open!(office.on_game(caller, Permission::SubmitLineup, id).await?);
    let placed = load(&mut command, id).await?;
    let dossier = command.dossier().await?;
    let event = dossier.event();
    let place = (placed.stage.1, placed.round.1);
    let regulations = event.regulations(place.0 as usize - 1);
    let (mode, game) = (regulations.team_mode, &placed.facts.game);
    if !asked(&regulations) {
        return Err(Error::Refused(
            Refusal::new(
                "no_lineups",
                "本赛制不提交出场阵容",
                "no line-ups are handed in for these matches",
            )
            .clause(clause(mode)),
        ));
    }
    let team = dossier.entries.iter().find(|e| e.id == entry);
    let team = &team.ok_or(Error::NotFound)?.entry;
    if game.opponent_of(team.number).is_none() {
        return Err(Error::refused(
            "not_in_match",
            format!("序号 {} 的队不参加本场比赛", team.number),
            format!("team {} does not play this match", team.number),
        ));
    }
    let over = passed(game, command.now());
    if !waits(&regulations, &placed.facts) || over {
        return Err(Error::refused(
            "lineups_open",
            "本场阵容已公开(双方均已提交、已过截止时间或已有成绩), 不能再改",
            "line-ups of this match are open (both were in, the time has passed, or it has a result)",
        ));
    }
    let kept = lineups::of_games(command.conn(), &[id]).await?;
    let mut line_ups = together(game, kept.get(&id));
    let mut faults = match line_ups.hand_in(
        team,
        game,
        wish.places.clone(),
        (mode, regulations.boards),
        over,
    ) {
        Ok(()) => Vec::new(),
        Err(faults) => faults,
    };
    let out = barred(team, place.0 as usize - 1, place.1);
    for (i, member) in wish.places.iter().enumerate() {
        if member.is_some_and(|m| out.contains(&m)) {
            faults.push(Fault {
                pointer: format!("/{i}"),
                en: "this member is expelled (18.3)".to_owned(),
                zh: "该队员已被除名(18.3)".to_owned(),
            });
        }
    }
    if !faults.is_empty() {
        let mut refusal = Refusal::new(
            "lineup_refused",
            "该阵容不符合规则",
            "this line-up is not one the rules allow",
        )
        .clause(clause(mode));
        refusal.faults = faults
            .into_iter()
            .map(|f| Fault {
                pointer: format!("/places{}", f.pointer),
                ..f
            })
            .collect();
        return Err(Error::AgainstRules(refusal));
    }
    let (by, now) = (caller.actor.name().to_owned(), command.now());
    lineups::keep(command.conn(), (id, entry), &wish.places, &by, now).await?;
    let number = team.number;
    // The places go into the office's own part of the log.
    command.private(json!({"game": id, "team": number, "places": wish.places}));
    let game = match opened(&event, place, &placed.facts, line_ups, false) {
        Some(after) => Some(save(&mut command, &placed, after, None, Vec::new()).await?),
        None => None,
    };
    let answer = LineUpKept {
        game_id: id,
        entry_id: entry,
        number,
        places: wish.places,
        open: game.is_some(),
        game,
        revision: command.revision(),
    };
    let subject = json!({"game": id, "stage": place.0, "round": place.1, "team": number});
    command
        .finish("lineup.submit", subject, None, Reply::done(&answer)?)
        .await
}
