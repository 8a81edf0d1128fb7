//! Registers a player.
use super::NewPlayer;
use crate::open;
use crate::service::{Answer, Caller, Office, Permission, Reply, Result};
use crate::store::players;
use serde_json::json;
use uuid::Uuid;

/// Registers a player.
///
/// # Errors
/// Faults of the wish, `external_id_taken`, and those of every command.
pub async fn run(office: &Office, caller: &Caller, wish: NewPlayer) -> Result<Answer> {
    let mut command = open!(office.on_register(caller, Permission::EditPlayers).await?);
    wish.faults().done()?;
    let player = wish.into_player(Uuid::now_v7(), 1, command.now());
    players::insert(command.conn(), &player).await?;
    command.private(json!({"before": null, "after": player}));
    let reply = Reply::created(format!("/players/{}", player.id), 1, &player)?;
    command
        .finish("player.create", json!({"player": player.id}), None, reply)
        .await
}
