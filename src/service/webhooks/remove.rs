//! Removes a webhook with what was still to be told.
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::webhooks;
use serde_json::json;
use uuid::Uuid;

/// Removes a webhook.
///
/// # Errors
/// Those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    (tournament, id): (Uuid, Uuid),
    seen: Seen,
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
    webhooks::remove(command.conn(), id).await?;
    command.private(json!({"before": before, "after": null}));
    let reply = Reply::done(&json!({"id": id, "deleted": true}))?;
    command
        .finish("webhook.delete", json!({"webhook": id}), None, reply)
        .await
}
