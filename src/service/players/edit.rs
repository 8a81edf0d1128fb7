//! Changes a player; entries made from him stay as they are.
use super::NewPlayer;
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result, patch};
use crate::store::players;
use serde_json::{Value, json};
use uuid::Uuid;

/// Changes a player.
///
/// # Errors
/// Faults of the patch, `external_id_taken`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: &Value,
) -> Result<Answer> {
    let mut command = open!(office.on_register(caller, Permission::EditPlayers).await?);
    let before = players::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    command.expect(seen, before.version)?;
    let wish: NewPlayer = patch::merge(&NewPlayer::of(&before), wish)?;
    wish.faults().done()?;
    let after = wish.into_player(before.id, before.version + 1, command.now());
    players::update(command.conn(), &after).await?;
    command.private(json!({"before": before, "after": after}));
    let reply = Reply::changed(after.version, &after)?;
    command
        .finish("player.edit", json!({"player": after.id}), None, reply)
        .await
}
