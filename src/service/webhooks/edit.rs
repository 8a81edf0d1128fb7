//! Changes a webhook, or switches it on or off.
use super::NewWebhook;
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result, patch};
use crate::store::webhooks;
use serde_json::{Value, json};
use uuid::Uuid;

/// Changes a webhook. Switched on again, it is told what it missed.
///
/// # Errors
/// Faults of the patch, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    (tournament, id): (Uuid, Uuid),
    seen: Seen,
    wish: &Value,
    private: bool,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageWebhooks, tournament)
            .await?
    );
    let before = webhooks::get(command.conn(), tournament, id)
        .await?
        .ok_or(Error::NotFound)?;
    command.expect(seen, before.version)?;
    let wish: NewWebhook = patch::merge(&NewWebhook::of(&before), wish)?;
    wish.check(private).await?;
    let mut after = before.clone();
    after.url = wish.url;
    after.description = wish.description;
    after.events = wish.events;
    if wish.enabled && !before.enabled {
        after.disabled_reason = None;
        after.failing_since = None;
    }
    after.enabled = wish.enabled;
    after.version += 1;
    after.updated_at = command.now();
    webhooks::update(command.conn(), &after).await?;
    command.private(json!({"before": before, "after": after}));
    let reply = Reply::changed(after.version, &after)?;
    command
        .finish("webhook.edit", json!({"webhook": id}), None, reply)
        .await
}
