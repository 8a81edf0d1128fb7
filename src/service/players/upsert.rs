//! Makes or updates the player another system knows by a number.
use super::NewPlayer;
use crate::open;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::players::{self, ExternalId};
use serde_json::json;
use uuid::Uuid;

/// Makes the player (created) or updates him (changed); the same wish twice changes nothing.
///
/// # Errors
/// Faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    external: ExternalId,
    mut wish: NewPlayer,
) -> Result<Answer> {
    let mut command = open!(office.on_register(caller, Permission::EditPlayers).await?);
    let mut faults = wish.faults();
    faults.external_id("", &external);
    faults.done()?;
    if !wish.external_ids.contains(&external) {
        wish.external_ids.push(external.clone());
    }
    let Some(id) = players::by_external_id(command.conn(), &external).await? else {
        let player = wish.into_player(Uuid::now_v7(), 1, command.now());
        players::insert(command.conn(), &player).await?;
        command.private(json!({"before": null, "after": player}));
        let reply = Reply::created(format!("/players/{}", player.id), 1, &player)?;
        return command
            .finish("player.create", json!({"player": player.id}), None, reply)
            .await;
    };
    let before = players::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    for known in &before.external_ids {
        if !wish.external_ids.contains(known) {
            wish.external_ids.push(known.clone());
        }
    }
    wish.external_ids.sort();
    if wish == NewPlayer::of(&before) {
        let reply = Reply::changed(before.version, &before)?;
        return command
            .finish("player.edit", json!({"player": before.id}), None, reply)
            .await;
    }
    let after = wish.into_player(before.id, before.version + 1, command.now());
    players::update(command.conn(), &after).await?;
    command.private(json!({"before": before, "after": after}));
    let reply = Reply::changed(after.version, &after)?;
    command
        .finish("player.edit", json!({"player": after.id}), None, reply)
        .await
}
