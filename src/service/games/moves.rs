//! Adds moves to a game's record, live or from a sheet that came after the game. Mate and stalemate end
//! it by themselves (4.1.1, 4.1.2).
use super::enter::{About, Entered, entered};
use super::journal::{self, Journal};
use super::refusals::refused;
use super::result::with_line_ups;
use super::{boards_of, load_late, play, regulations, unlocked};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::tournament::conduct::entry::Reading;
use crate::tournament::conduct::{Act, ConductError};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Moves as they were made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovesWish {
    /// The moves, one a ply, in ICCS (`h2e2`).
    pub moves: Vec<String>,
    /// Plies on record before these: refused when it is not so, so that two recorders never enter
    /// one move twice.
    #[serde(default)]
    pub from_ply: Option<u32>,
    /// The start position, with the first moves of a game that does not start as usual.
    #[serde(default)]
    pub fen: Option<String>,
    /// The mover's clock after the last of the moves.
    #[serde(default)]
    pub clock: Option<Reading>,
    /// The arbiter's word that the last of the moves was played, although it is illegal or another
    /// one was compelled: suicide loses (4.1.3), any other illegal move loses or is a foul by level
    /// (4.1.8, 8.1.8) and play goes back to it (5.8.3).
    #[serde(default)]
    pub as_played: bool,
}

/// Most plies of one game.
pub(super) const LONGEST: usize = 2000;

/// Adds moves.
///
/// # Errors
/// `illegal_move` names ply and reason; `ply_mismatch`, `game_over`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    about: About,
    wish: MovesWish,
) -> Result<Answer> {
    let permission = if wish.as_played {
        Permission::Arbitrate
    } else {
        Permission::EnterMoves
    };
    let mut command = open!(office.on_game(caller, permission, about.game).await?);
    let placed = load_late(&mut command, about.game).await?;
    if placed.facts.is_open() {
        unlocked(&placed)?;
    }
    if about.seen != Seen::Unsaid {
        command.expect(about.seen, placed.facts.version)?;
    }
    let regulations = regulations(&mut command, &placed).await?;
    let placed = with_line_ups(&mut command, placed, &regulations).await?;
    let boards = boards_of(&mut command, &placed, &regulations).await?;
    let board = journal::board(about.board, &regulations, boards)?;
    let mut journal = Journal::open(&mut command, &placed, &regulations, board).await?;
    let known = journal.state.ply() as usize;
    fits(&wish, known)?;
    if let Some(fen) = &wish.fen {
        if board > 0 {
            return Err(Error::invalid(
                "/fen",
                "团体赛各台从起始局面开始",
                "the boards of a team match start as usual",
            ));
        }
        play::start(Some(fen))?;
        journal.start_from(fen)?;
    }
    enter(&mut journal, &command, &wish, known)?;
    let subject = json!({"game": about.game, "stage": placed.stage.1, "round": placed.round.1,
        "table": placed.facts.game.table, "board": (board > 0).then_some(board),
        "plies": journal.state.ply()});
    let answer: Entered = entered(&mut command, &placed, &regulations, journal, None).await?;
    let version = answer.game.game.version;
    command
        .finish(
            "game.moves",
            subject,
            None,
            Reply::changed(version, &answer)?,
        )
        .await
}

fn fits(wish: &MovesWish, known: usize) -> Result<()> {
    if wish.moves.is_empty() {
        return Err(Error::invalid("/moves", "至少一着", "at least one move"));
    }
    if known + wish.moves.len() > LONGEST {
        return Err(Error::invalid(
            "/moves",
            format!("至多 {LONGEST} 着"),
            format!("at most {LONGEST} plies"),
        ));
    }
    if wish.from_ply.is_some_and(|ply| ply as usize != known) {
        return Err(Error::refused(
            "ply_mismatch",
            format!("已记录 {known} 着"),
            format!("{known} plies are on record"),
        ));
    }
    Ok(())
}

/// Moves of a game that goes on are entries of their own; those of one that is over are a sheet.
fn enter(journal: &mut Journal, command: &Command, wish: &MovesWish, known: usize) -> Result<()> {
    let (legal, incident) = match (wish.as_played, wish.moves.split_last()) {
        (true, Some((last, before))) => (before, Some(last)),
        _ => (&wish.moves[..], None),
    };
    let (_, kept) = play::extend(*journal.state.position(), legal, "/moves", known)?;
    let moves = play::moves(&kept, "/moves")?;
    if journal.state.ending().is_some() {
        if incident.is_some() {
            let phase = journal.state.phase();
            return Err(refused(&ConductError::WrongPhase { phase }, "/as_played"));
        }
        let sheet = Act::Sheet {
            from_ply: known as u32,
            moves,
            text: None,
            reason: None,
        };
        return journal
            .enter(command, None, sheet)
            .map_err(|error| refused(&error, "/moves"));
    }
    let last = moves.len() + usize::from(incident.is_some());
    let clock = |index: usize| wish.clock.filter(|_| index + 1 == last);
    let mut acts: Vec<Act> = Vec::with_capacity(last);
    for (index, mv) in moves.into_iter().enumerate() {
        acts.push(Act::Move {
            mv,
            clock: clock(index),
            as_played: false,
        });
    }
    if let Some(text) = incident {
        let place = format!("/moves/{}", acts.len());
        let mv = play::parse(text, known + acts.len() + 1, &place)?;
        acts.push(Act::Move {
            mv,
            clock: clock(acts.len()),
            as_played: true,
        });
    }
    for (index, act) in acts.into_iter().enumerate() {
        journal
            .enter(command, None, act)
            .map_err(|error| refused(&error, &format!("/moves/{index}")))?;
    }
    Ok(())
}
