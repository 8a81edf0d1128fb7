//! Puts a new key in an old one's place.
use super::{KeyMade, secret};
use crate::service::{Answer, Caller, Error, Office, Opened, Permission, Reply, Result};
use crate::store::keys::{self, Key};
use serde::Deserialize;
use serde_json::json;
use time::Duration;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to rotate.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rotation {
    /// Seconds for which the old key still works; at most a day.
    pub overlap_seconds: u32,
}

/// Makes a new key with the old one's role, and lets the old one end.
///
/// # Errors
/// `key_ended`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    wish: Rotation,
) -> Result<(Answer, Option<String>)> {
    let mut command = match office.on_register(caller, Permission::ManageKeys).await? {
        Opened::Again(answer) => return Ok((answer, None)),
        Opened::Fresh(command) => command,
    };
    if wish.overlap_seconds > 86_400 {
        return Err(Error::invalid(
            "/overlap_seconds",
            "至多 86400",
            "at most 86400",
        ));
    }
    let old = keys::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    let now = command.now();
    if old.revoked_at.is_some() || old.expires_at.is_some_and(|end| end <= now) {
        return Err(Error::refused(
            "key_ended",
            "该密钥已失效",
            "this key has ended already",
        ));
    }
    let (prefix, whole) = secret::fresh()?;
    let key = Key {
        id: Uuid::now_v7(),
        prefix,
        created_at: now,
        last_used_at: None,
        rotated_from: Some(old.id),
        ..old.clone()
    };
    keys::insert(command.conn(), &key, &secret::hash(&whole)).await?;
    let end = now + Duration::seconds(i64::from(wish.overlap_seconds));
    let end = old.expires_at.map_or(end, |e| e.min(end));
    keys::stop(command.conn(), old.id, Some(end), None).await?;
    command.key_ends(old.id).await?;
    command.private(json!({"before": old, "after": key}));
    let subject = json!({"key": key.id, "prefix": key.prefix, "rotated_from": old.id});
    let reply = Reply::listed(format!("/keys/{}", key.id), &KeyMade { secret: None, key })?;
    Ok((
        command.finish("key.rotate", subject, None, reply).await?,
        Some(whole),
    ))
}
