//! `GET /games/{game}/moves`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::live::Snapshot;
use crate::rules::{Color, START_FEN};
use crate::service::games::play;
use crate::service::{Error, Result};
use crate::tournament::dossier::GameState;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A game's moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovesView {
    /// The game.
    pub game: Uuid,
    /// What If-Match takes.
    pub version: i64,
    /// How far it is.
    pub state: GameState,
    /// The start position.
    pub start_fen: String,
    /// The moves, one a ply, in ICCS.
    pub moves: Vec<String>,
    /// The position reached.
    pub fen: String,
    /// Whose turn it is: `red` or `black`.
    pub side_to_move: String,
}

/// Read a game's moves and the position reached
#[utoipa::path(get, path = "/games/{game}/moves", tag = "games", params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The moves", body = MovesView)))]
pub async fn list_moves(State(app): State<App>, Path(id): Path<Uuid>, reading: Reading) -> Handled {
    let (tournament, public) = app.place_of(id).await?;
    if !public {
        return Err(Error::NotFound.into());
    }
    let version =
        move |s: &Snapshot| Ok(Some(s.dossier.game(id).ok_or(Error::NotFound)?.2.version));
    let view = move |s: &Snapshot| -> Result<MovesView> {
        let (_, _, facts) = s.dossier.game(id).ok_or(Error::NotFound)?;
        let game = &facts.game;
        let position = play::replay(game.fen.as_deref(), &game.moves, "/moves")?;
        Ok(MovesView {
            game: id,
            version: facts.version,
            state: facts.state,
            start_fen: game.fen.clone().unwrap_or_else(|| START_FEN.to_owned()),
            moves: game.moves.clone(),
            fen: position.to_fen(),
            side_to_move: match position.side_to_move() {
                Color::Red => "red",
                Color::Black => "black",
            }
            .to_owned(),
        })
    };
    app.show_one(
        tournament,
        &reading,
        format!("games/{id}/moves"),
        version,
        view,
    )
    .await
}
