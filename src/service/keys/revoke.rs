//! Revokes a key: it ends at once.
use crate::open;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::keys;
use serde_json::json;
use uuid::Uuid;

/// Revokes a key.
///
/// # Errors
/// Those of every command.
pub async fn run(office: &Office, caller: &Caller, id: Uuid) -> Result<Answer> {
    let mut command = open!(office.on_register(caller, Permission::ManageKeys).await?);
    let before = keys::get(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    let mut after = before.clone();
    if after.revoked_at.is_none() {
        after.revoked_at = Some(command.now());
        keys::stop(command.conn(), id, after.expires_at, after.revoked_at).await?;
        command.key_ends(id).await?;
        command.private(json!({"before": before, "after": after}));
    }
    let subject = json!({"key": id, "prefix": after.prefix});
    command
        .finish("key.revoke", subject, None, Reply::done(&after)?)
        .await
}
