//! Makes a tournament.
use crate::open;
use crate::service::views::TournamentView;
use crate::service::{Answer, Caller, Office, Reply, Result, check};
use crate::store::tournaments;
use crate::tournament::dossier::{Change, Frame, Status};
use crate::tournament::model::Tournament;
use serde_json::json;
use uuid::Uuid;

/// Makes a tournament at revision 1.
///
/// # Errors
/// Faults of the wish, and those of every command.
pub async fn run(office: &Office, caller: &Caller, wish: Tournament) -> Result<Answer> {
    let id = Uuid::now_v7();
    let frame = Frame {
        version: 1,
        status: Status::Scheduled,
        tournament: wish,
    };
    let mut command = open!(office.on_new_tournament(caller, id, frame.clone()).await?);
    check::frame(&frame.tournament).done()?;
    let now = command.now();
    tournaments::insert(command.conn(), id, &frame, now).await?;
    command.public(Change::Frame {
        before: Box::new(frame.clone()),
        after: Box::new(frame.clone()),
    });
    let view = TournamentView::new(id, command.revision(), &frame);
    let reply = Reply::created(format!("/tournaments/{id}"), 1, &view)?;
    command
        .finish("tournament.create", json!({"tournament": id}), None, reply)
        .await
}
