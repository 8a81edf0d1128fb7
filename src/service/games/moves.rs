//! Adds moves to a game's record. Mate and stalemate end it by themselves (4.1.1, 4.1.2).
use super::{load, play, regulations, save};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::log;
use crate::tournament::dossier::GameState;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

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
}

/// Most plies of one game.
const LONGEST: usize = 2000;

/// Adds moves.
///
/// # Errors
/// `illegal_move` names ply and reason; `ply_mismatch`, `game_over`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: MovesWish,
) -> Result<Answer> {
    let mut command = open!(office.on_game(caller, Permission::EnterMoves, id).await?);
    let placed = load(&mut command, id).await?;
    if seen != Seen::Unsaid {
        command.expect(seen, placed.facts.version)?;
    }
    let mut after = placed.facts.clone();
    let game = &mut after.game;
    let known = game.moves.len();
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
    if let Some(fen) = wish.fen {
        if known > 0 && game.fen.as_deref() != Some(&fen) {
            return Err(Error::refused(
                "start_fixed",
                "起始局面已定",
                "the start position is fixed",
            ));
        }
        play::start(Some(&fen))?;
        game.fen = Some(fen);
    }
    let position = play::replay(game.fen.as_deref(), &game.moves, "/record")?;
    let (position, kept) = play::extend(position, &wish.moves, "/moves", known)?;
    game.moves.extend(kept.iter().cloned());
    let over = play::result(&position);
    // A sheet entered after the result must not contradict it; it never changes it.
    let double = regulations(&mut command, &placed)
        .await?
        .double_confirmation;
    let played = |r: crate::tournament::model::GameResult, swapped: bool| {
        if swapped { r.swapped() } else { r }
    };
    match (game.result, over) {
        (Some(result), _) => {
            let as_played = played(result, game.colours_swapped);
            if let Some((zh, en)) = play::contradiction(&position, as_played, game.reason) {
                return Err(Error::refused("contradicts_result", zh, en));
            }
        }
        (None, Some((result, reason))) if !double => {
            game.result = Some(played(result, game.colours_swapped));
            game.reason = Some(reason);
            after.state = GameState::Finished;
        }
        (None, _) => after.state = GameState::Playing,
    }
    after.version += 1;
    let version = after.version;
    let entry = log::Entry {
        kind: "moves".to_owned(),
        ply: Some(known as i32 + 1),
        side: None,
        clause: None,
        author: caller.actor.name().to_owned(),
        at: command.now(),
        content: json!({"moves": kept}),
    };
    log::append(command.conn(), id, 0, &entry).await?;
    let subject = json!({"game": id, "stage": placed.stage.1, "round": placed.round.1,
        "table": after.game.table, "plies": after.game.moves.len()});
    let answer = save(
        &mut command,
        &placed,
        after,
        placed.proposed.clone(),
        Vec::new(),
    )
    .await?;
    command
        .finish(
            "game.moves",
            subject,
            None,
            Reply::changed(version, &answer)?,
        )
        .await
}
