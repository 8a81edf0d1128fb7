//! Enters or corrects a result.
use super::{load, play, preview, regulations, save};
use crate::open;
use crate::service::check::Faults;
use crate::service::command::Seen;
use crate::service::views::Warning;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::store::games::{self, Placed};
use crate::tournament::dossier::{GameFacts, GameState};
use crate::tournament::model::{Fouls, Game, GameResult, Kind, MemberRef};
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::Regulations;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A result as entered.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResultWish {
    /// By the paired colours; null takes a result away. A team match is given by its boards, and
    /// by this only when a whole team is absent.
    pub result: Option<GameResult>,
    /// Why it ended so.
    pub reason: Option<ResultReason>,
    /// Fouls on record.
    pub fouls: Option<Fouls>,
    /// Played with colours other than paired (5.8).
    pub colours_swapped: Option<bool>,
    /// Team match: these boards.
    pub boards: Vec<BoardResult>,
    /// Why it is entered or corrected so; needed for a correction, recorded.
    pub note: Option<String>,
    /// An arbiter's word against the moves on record: recorded as such.
    pub against_record: bool,
    /// Report only what would change.
    pub dry_run: bool,
}

/// A board's result.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardResult {
    /// The board, from 1.
    pub board: u32,
    /// Who has red on it: place in the roster, or name.
    #[serde(default)]
    pub red: Option<MemberRef>,
    /// Who has black on it.
    #[serde(default)]
    pub black: Option<MemberRef>,
    /// The result by the colours on this board.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// Why.
    #[serde(default)]
    pub reason: Option<ResultReason>,
    /// Fouls on record.
    #[serde(default)]
    pub fouls: Option<Fouls>,
}

/// A result that waits for a second person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Proposed {
    /// The game as it would be.
    pub after: ProposedGame,
    /// The key that entered it.
    pub by: Option<Uuid>,
    /// Who entered it.
    pub by_name: String,
}

/// The facts of a proposed result.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProposedGame {
    /// The result.
    pub result: Option<GameResult>,
    /// Why.
    pub reason: Option<ResultReason>,
    /// Fouls.
    pub fouls: Fouls,
    /// Other colours than paired.
    pub colours_swapped: bool,
}

/// Enters or corrects a result.
///
/// # Errors
/// Faults of the wish, `reason_contradicts_result`, `contradicts_record`, `round_locked`, and those
/// of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: ResultWish,
) -> Result<Answer> {
    let mut command = open!(office.on_game(caller, Permission::EnterResult, id).await?);
    let placed = load(&mut command, id).await?;
    command.expect(seen, placed.facts.version)?;
    let corrects = !placed.facts.is_open();
    if corrects {
        caller
            .actor
            .require(Permission::CorrectResult, Some(placed.tournament))?;
    }
    let regulations = regulations(&mut command, &placed).await?;
    let after = changed(&placed, &wish, &regulations)?;
    if corrects && !wish.dry_run && wish.note.as_deref().is_none_or(|n| n.trim().is_empty()) {
        let same = after.game == placed.facts.game;
        if !same {
            return Err(Error::invalid(
                "/note",
                "更正成绩须说明理由",
                "a correction needs a reason",
            ));
        }
    }
    if wish.dry_run {
        let dossier = command.dossier().await?;
        return Answer::unsaved(&preview::of(dossier, placed.stage.1, after)?);
    }
    let warnings = later_rounds(&mut command, &placed, corrects).await?;
    let version = after.version;
    let subject = json!({
        "game": id, "stage": placed.stage.1, "round": placed.round.1, "table": after.game.table,
        "result": after.game.result,
    });
    let waits = regulations.double_confirmation && after.game.result.is_some() && !corrects;
    let answer = if waits {
        let proposed = Proposed {
            after: ProposedGame {
                result: after.game.result,
                reason: after.game.reason,
                fouls: after.game.fouls,
                colours_swapped: after.game.colours_swapped,
            },
            by: caller.actor.key_id(),
            by_name: caller.actor.name().to_owned(),
        };
        let waiting = GameFacts {
            version,
            ..placed.facts.clone()
        };
        save(
            &mut command,
            &placed,
            waiting,
            Some(serde_json::to_value(proposed)?),
            warnings,
        )
        .await?
    } else {
        games::clear_confirmations(command.conn(), id).await?;
        save(&mut command, &placed, after, None, warnings).await?
    };
    let action = if waits {
        "game.propose"
    } else if corrects {
        "game.correct"
    } else {
        "game.result"
    };
    command
        .finish(
            action,
            subject,
            wish.note,
            Reply::changed(version, &answer)?,
        )
        .await
}

fn changed(placed: &Placed, wish: &ResultWish, regulations: &Regulations) -> Result<GameFacts> {
    let mut after = placed.facts.clone();
    after.version += 1;
    let game = &mut after.game;
    let mut faults = Faults::default();
    let team = regulations.kind == Kind::Team;
    if !team && !wish.boards.is_empty() {
        faults.add(
            "/boards",
            "只有团体赛才有台次成绩",
            "only a team match has boards",
        );
    }
    let whole = wish.result.is_none_or(GameResult::is_forfeit);
    if team && !whole {
        faults.add(
            "/result",
            "团体场次的成绩由各台给出",
            "a team match is given by its boards",
        );
    }
    if wish.reason.is_some() && wish.result.is_none() && wish.boards.is_empty() {
        faults.add("/reason", "没有成绩就没有理由", "a reason needs a result");
    }
    reason_fits(&mut faults, "/reason", wish.reason, wish.result);
    for (i, board) in wish.boards.iter().enumerate() {
        let boards = board_count(game, regulations);
        if board.board == 0 || board.board > boards {
            faults.add(
                format!("/boards/{i}/board"),
                format!("台次为 1 至 {boards}"),
                format!("boards are 1 to {boards}"),
            );
        }
        reason_fits(
            &mut faults,
            &format!("/boards/{i}/reason"),
            board.reason,
            board.result,
        );
    }
    faults.done()?;
    game.fouls = wish.fouls.unwrap_or(game.fouls);
    game.colours_swapped = wish.colours_swapped.unwrap_or(game.colours_swapped);
    if wish.boards.is_empty() || wish.result.is_some() {
        game.result = wish.result;
        game.reason = wish.reason;
    }
    for board in &wish.boards {
        let place = match game.boards.iter().position(|b| b.board == board.board) {
            Some(place) => place,
            None => {
                game.boards.push(crate::tournament::model::BoardGame {
                    board: board.board,
                    ..Default::default()
                });
                game.boards.len() - 1
            }
        };
        let known = &mut game.boards[place];
        known.red = board.red.clone().or_else(|| known.red.take());
        known.black = board.black.clone().or_else(|| known.black.take());
        known.result = board.result;
        known.reason = board.reason;
        known.fouls = board.fouls.unwrap_or(known.fouls);
    }
    game.boards.sort_by_key(|b| b.board);
    let boards_done = game.boards.len() as u32 == board_count(game, regulations)
        && game.boards.iter().all(|b| b.result.is_some());
    after.state = match (
        game.result.is_some() || (team && boards_done),
        game.moves.is_empty(),
    ) {
        (true, _) => GameState::Finished,
        (false, true) => GameState::Scheduled,
        (false, false) => GameState::Playing,
    };
    if let Some(result) = game.result
        && !team
        && !game.moves.is_empty()
        && !wish.against_record
    {
        let position = play::replay(game.fen.as_deref(), &game.moves, "/moves")?;
        // The record is by the colours played; with colours swapped it tells the other side.
        let played = if game.colours_swapped {
            result.swapped()
        } else {
            result
        };
        if let Some((zh, en)) = play::contradiction(&position, played, game.reason) {
            return Err(Error::AgainstRules(
                Refusal::new("contradicts_record", zh, en)
                    .clause("4.1")
                    .at("/reason"),
            ));
        }
        if game.reason.is_none() {
            game.reason = play::result(&position).map(|(_, reason)| reason);
        }
    }
    Ok(after)
}

/// How many boards a match has: those it was paired with (all play all has as many as there are
/// pairs), otherwise those of the regulations.
fn board_count(game: &Game, regulations: &Regulations) -> u32 {
    let highest = game.boards.iter().map(|b| b.board).max().unwrap_or(0);
    highest.max(regulations.boards)
}

fn reason_fits(
    faults: &mut Faults,
    pointer: &str,
    reason: Option<ResultReason>,
    result: Option<GameResult>,
) {
    if let (Some(reason), Some(result)) = (reason, result)
        && !reason.fits(result)
    {
        let clause = reason.clause();
        faults.add(
            pointer,
            format!("该理由({clause})与成绩不符"),
            format!("this reason ({clause}) does not go with this result"),
        );
    }
}

/// A correction after later rounds were paired is told: those pairings stand.
async fn later_rounds(
    command: &mut crate::service::Command,
    placed: &Placed,
    corrects: bool,
) -> Result<Vec<Warning>> {
    if !corrects {
        return Ok(Vec::new());
    }
    let later =
        crate::store::rounds::numbers_after(command.conn(), placed.stage.0, placed.round.1).await?;
    Ok(match later.first() {
        None => Vec::new(),
        Some(first) => vec![Warning::new(
            "later_rounds_paired",
            format!("第 {first} 轮起已按原成绩编排, 编排不变"),
            format!("rounds from {first} on were paired by the old result; their pairings stand"),
        )],
    })
}
