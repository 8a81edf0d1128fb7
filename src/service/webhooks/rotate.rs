//! Puts a new secret in the old one's place.
use super::{WebhookMade, secret};
use crate::service::{Answer, Caller, Error, Office, Opened, Permission, Reply, Result};
use crate::store::webhooks;
use serde::Deserialize;
use serde_json::json;
use time::Duration;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to rotate.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SecretRotation {
    /// Seconds for which both secrets sign; a day when absent, at most a week.
    pub overlap_seconds: u32,
}

impl Default for SecretRotation {
    fn default() -> SecretRotation {
        SecretRotation {
            overlap_seconds: 86_400,
        }
    }
}

/// Makes a new secret; the old one signs too for a while.
///
/// # Errors
/// Those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    (tournament, id): (Uuid, Uuid),
    wish: SecretRotation,
) -> Result<(Answer, Option<String>)> {
    let opened = office
        .on_tournament(caller, Permission::ManageWebhooks, tournament)
        .await?;
    let mut command = match opened {
        Opened::Again(answer) => return Ok((answer, None)),
        Opened::Fresh(command) => command,
    };
    if wish.overlap_seconds > 7 * 86_400 {
        return Err(Error::invalid(
            "/overlap_seconds",
            "至多 604800",
            "at most 604800",
        ));
    }
    let before = webhooks::get(command.conn(), tournament, id)
        .await?
        .ok_or(Error::NotFound)?;
    let (bytes, shown) = secret()?;
    let mut after = before.clone();
    let overlap = Duration::seconds(i64::from(wish.overlap_seconds));
    after.old_secret_until = Some(command.now() + overlap);
    after.version += 1;
    after.updated_at = command.now();
    webhooks::rotate(command.conn(), &after, &bytes).await?;
    command.private(json!({"before": before, "after": after}));
    let made = WebhookMade {
        secret: None,
        webhook: after,
    };
    let reply = Reply::changed(made.webhook.version, &made)?;
    let subject = json!({"webhook": id});
    let answer = command
        .finish("webhook.rotate", subject, None, reply)
        .await?;
    Ok((answer, Some(shown)))
}
