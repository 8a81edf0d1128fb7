//! Merges a double into the player he is: only on request, never by itself.
use crate::open;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::players;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// Which double goes.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// The double: its external ids go to the player in the path, and whoever asks for it is led to
    /// him. Entries that name it stay as they are.
    pub double: Uuid,
    /// Why.
    #[serde(default)]
    pub reason: Option<String>,
}

/// Merges a double into a player.
///
/// # Errors
/// `already_entered` when both entered one tournament; those of every command.
pub async fn run(office: &Office, caller: &Caller, into: Uuid, wish: Merge) -> Result<Answer> {
    let mut command = open!(office.on_register(caller, Permission::MergePlayers).await?);
    let kept = players::get(command.conn(), into)
        .await?
        .ok_or(Error::NotFound)?;
    let double = players::get(command.conn(), wish.double).await?;
    let Some(double) = double.filter(|d| d.id == wish.double) else {
        return Err(Error::invalid(
            "/double",
            "没有该棋手",
            "there is no such player",
        ));
    };
    if double.id == kept.id {
        return Err(Error::invalid(
            "/double",
            "不能与自身合并",
            "a player cannot be merged into himself",
        ));
    }
    let now = command.now();
    players::merge(command.conn(), double.id, kept.id, now).await?;
    let merged = players::get(command.conn(), kept.id)
        .await?
        .ok_or(Error::NotFound)?;
    command.private(json!({"double": double, "before": kept, "after": merged}));
    let reply = Reply::changed(merged.version, &merged)?;
    let subject = json!({"player": merged.id, "double": double.id});
    command
        .finish("player.merge", subject, wish.reason, reply)
        .await
}
