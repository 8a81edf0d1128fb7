//! Deletes a tournament nobody has played in; its log stays.
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::tournaments;
use crate::tournament::dossier::Status;
use serde_json::json;
use uuid::Uuid;

/// Deletes a tournament.
///
/// # Errors
/// `tournament_started`, and those of every command.
pub async fn run(office: &Office, caller: &Caller, id: Uuid, seen: Seen) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::DeleteTournament, id)
            .await?
    );
    let frame = command.tournament()?.frame.clone();
    command.expect(seen, frame.version)?;
    if frame.status != Status::Scheduled {
        return Err(Error::refused(
            "tournament_started",
            "已开赛的赛事不能删除",
            "a tournament that has started cannot be deleted",
        ));
    }
    let now = command.now();
    tournaments::remove(command.conn(), id, now).await?;
    command.gone();
    command.private(json!({"before": frame, "after": null}));
    let reply = Reply::done(&json!({"id": id, "deleted": true}))?;
    command
        .finish("tournament.delete", json!({"tournament": id}), None, reply)
        .await
}
