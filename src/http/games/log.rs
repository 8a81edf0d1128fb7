//! `GET POST /games/{game}/log`, and what the parts of the log have in common
use crate::http::download::Medium;
use crate::http::extract::{Asking, Path, Query, Wish};
use crate::http::reading::{Look, Make, Reading, Version};
use crate::http::{App, Handled, answer};
use crate::service::command::{Seen, now};
use crate::service::games::enter::{About, Entered, EntryWish, Wanted, run};
use crate::service::games::journal::{self, Journal};
use crate::service::games::team_match::board_count;
use crate::service::views::LogView;
use crate::service::views::log::Part;
use crate::service::{Caller, Error, Permission, Result};
use crate::store::{facts, log};
use crate::tournament::conduct::Settings;
use crate::tournament::dossier::{Dossier, GameFacts};
use crate::tournament::model::Kind;
use crate::tournament::regulations::Regulations;
use axum::extract::State;
use futures::future::BoxFuture;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// Which board of a team match.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardOf {
    /// The board of a team match, from 1.
    pub board: Option<u32>,
}

/// Which game a write is about.
pub(super) fn about(game: Uuid, of: &BoardOf, seen: Seen) -> About {
    About {
        game,
        board: of.board,
        seen,
    }
}

/// Read a game's log
///
/// Every move, reading, offer, claim, foul, adjustment, take-back, ruling and signature, with time,
/// role, ply and clause, and what follows from it. Who entered it, and what was said in words, is shown
/// to the office only.
#[utoipa::path(get, path = "/games/{game}/log", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The log", body = LogView)))]
pub async fn read_log(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    app.show_log(id, board, &caller, &reading, Part::All).await
}

/// Make an entry of a kind that has no path of its own
///
/// The start, touched pieces (5), colours swapped (5.8.1), upset pieces (5.9), a point named (5.10),
/// resignation (4.1.12), penalties (18), disputes and decisions (15, 16.3), an entry made void.
#[utoipa::path(post, path = "/games/{game}/log", tag = "games", request_body = EntryWish, params(("game" = Uuid, Path, description = "The game's id"), BoardOf),
    responses((status = 200, description = "The game now", body = Entered)))]
pub async fn enter(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(board): Query<BoardOf>,
    wish: Wish<EntryWish>,
) -> Handled {
    let about = about(id, &board, wish.seen);
    let EntryWish { ply, act } = wish.body;
    let answer = run(&app.office, &wish.caller, about, ply, Wanted::Act(act)).await?;
    app.answer(answer).await
}

/// A game's log as it is stored.
pub(super) struct StoredLog {
    settings: Option<Settings>,
    logged: Vec<log::Logged>,
}

impl App {
    /// Answers with a part of a game's log.
    ///
    /// # Errors
    /// 404 for a game that is not there, or in a draft.
    pub(super) fn show_log<'a>(
        &'a self,
        id: Uuid,
        BoardOf { board }: BoardOf,
        caller: &'a Caller,
        reading: &'a Reading,
        part: Part,
    ) -> BoxFuture<'a, Handled> {
        // Boxed, so that the compiler looks into it once and not for every part.
        Box::pin(self.part_of_log(id, board, caller, reading, part))
    }

    async fn part_of_log(
        &self,
        id: Uuid,
        board: Option<u32>,
        caller: &Caller,
        reading: &Reading,
        part: Part,
    ) -> Handled {
        let (tournament, public) = self.place_of(id).await?;
        let office = caller.actor.may(Permission::Arbitrate, Some(tournament));
        if !public || office {
            if !office {
                return Err(Error::NotFound.into());
            }
            let mut tx = self.store().primary_snapshot().await?;
            let dossier = facts::load(&mut tx, tournament)
                .await?
                .ok_or(Error::NotFound)?;
            let stored = StoredLog {
                settings: log::settings(&mut tx, id, board.unwrap_or(0)).await?,
                logged: log::of_game(&mut tx, id, board.unwrap_or(0), i64::MAX).await?,
            };
            let (journal, facts) = opened(&dossier, id, board, stored)?;
            let view = LogView::new(id, facts.version, &journal, part, true)?;
            return answer::private(&view, Some(view.version));
        }
        let name = format!("games/{id}/{}/{}", part.name(), board.unwrap_or(0));
        let version = version_of(id);
        let look = self.look(tournament, reading, name, Medium::Json, version);
        match look.await? {
            Look::Unchanged(response) => Ok(response),
            Look::New(look) => {
                let revision = look.snapshot.dossier.revision;
                let stored = self.stored_log(id, board, revision).await?;
                let make: Make = Box::new(move |s| {
                    let (journal, facts) = public_log(&s.dossier, id, board, stored)?;
                    let view = LogView::new(id, facts.version, &journal, part, false)?;
                    Ok(serde_json::to_vec(&view)?)
                });
                self.tell(*look, Medium::Json.content_type(), make).await
            }
        }
    }

    /// A game's log as it was at a revision.
    ///
    /// # Errors
    /// Of the database.
    pub(super) async fn stored_log(
        &self,
        id: Uuid,
        board: Option<u32>,
        revision: i64,
    ) -> Result<StoredLog> {
        let board = board.unwrap_or(0);
        let mut tx = self.store().primary_snapshot().await?;
        Ok(StoredLog {
            settings: log::settings(&mut tx, id, board).await?,
            logged: log::of_game(&mut tx, id, board, revision).await?,
        })
    }
}

/// The version of a game in a snapshot.
pub(super) fn version_of(id: Uuid) -> Version {
    Box::new(move |s| Ok(Some(s.dossier.game(id).ok_or(Error::NotFound)?.2.version)))
}

/// A log and the game it is of.
fn opened(
    dossier: &Dossier,
    id: Uuid,
    board: Option<u32>,
    stored: StoredLog,
) -> Result<(Journal, &GameFacts)> {
    let (stage, _, facts) = dossier.game(id).ok_or(Error::NotFound)?;
    let patch = dossier.stage(stage).map(|s| &s.stage.regulations);
    let regulations = Regulations::resolve(&dossier.frame.tournament, patch);
    let boards = match regulations.kind {
        Kind::Individual => 0,
        Kind::Team => board_count(&dossier.event(), stage as usize - 1, &facts.game),
    };
    let board = journal::board(board, &regulations, boards)?;
    let StoredLog { settings, logged } = stored;
    let journal = Journal::of(&facts.game, board, &regulations, settings, logged, now())?;
    Ok((journal, facts))
}

/// The same as the public may see it: a result that waits for its second person is not there yet.
pub(super) fn public_log(
    dossier: &Dossier,
    id: Uuid,
    board: Option<u32>,
    stored: StoredLog,
) -> Result<(Journal, &GameFacts)> {
    let settings = stored.settings.clone();
    let mut logged = stored.logged.clone();
    let (journal, facts) = opened(dossier, id, board, stored)?;
    let waiting = journal
        .state
        .ending()
        .filter(|_| !journal.state.is_settled())
        .map(|ending| ending.entry as usize);
    let Some(until) = waiting else {
        return Ok((journal, facts));
    };
    logged.truncate(until);
    opened(dossier, id, board, StoredLog { settings, logged })
}
