//! `GET /games/{game}`
use crate::http::extract::{Asking, Path};
use crate::http::reading::Reading;
use crate::http::{App, Handled, answer};
use crate::live::Snapshot;
use crate::service::views::GameView;
use crate::service::{Error, Permission, Result};
use crate::store::{facts, games};
use axum::extract::State;
use uuid::Uuid;

/// Read a game
#[utoipa::path(get, path = "/games/{game}", tag = "games", params(("game" = Uuid, Path, description = "The game's id")),
    responses((status = 200, description = "The game", body = GameView)))]
pub async fn get(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    let (tournament, public) = app.place_of(id).await?;
    if !public {
        if !caller.actor.may(Permission::SeeDrafts, Some(tournament)) {
            return Err(Error::NotFound.into());
        }
        let mut tx = app.store().primary_snapshot().await?;
        let dossier = facts::load(&mut tx, tournament)
            .await?
            .ok_or(Error::NotFound)?;
        let (stage, round, facts) = dossier.game(id).ok_or(Error::NotFound)?;
        let view = GameView::new(&dossier, stage, round, facts);
        return answer::private(&view, Some(view.version));
    }
    let version =
        move |s: &Snapshot| Ok(Some(s.dossier.game(id).ok_or(Error::NotFound)?.2.version));
    let view = move |s: &Snapshot| -> Result<GameView> {
        let (stage, round, facts) = s.dossier.game(id).ok_or(Error::NotFound)?;
        Ok(GameView::new(&s.dossier, stage, round, facts))
    };
    app.show_one(tournament, &reading, format!("games/{id}"), version, view)
        .await
}

impl App {
    /// A game's tournament, and whether its round is public: from memory once it is known public.
    ///
    /// # Errors
    /// 404 when there is no such game.
    pub(in crate::http) async fn place_of(&self, game: Uuid) -> Result<(Uuid, bool)> {
        if let Some(tournament) = self.live.tournament_of(game).await {
            return Ok((tournament, true));
        }
        let mut conn = self.store().primary().await?;
        let known = games::tournament_of(&mut conn, game)
            .await?
            .ok_or(Error::NotFound)?;
        if known.1 {
            self.live.remember_game(game, known.0).await;
        }
        Ok(known)
    }
}
