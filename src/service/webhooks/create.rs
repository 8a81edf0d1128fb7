//! Makes a webhook: from now on its owner is told.
use super::{MOST, NewWebhook, WebhookMade, secret};
use crate::service::{Answer, Caller, Error, Office, Opened, Permission, Reply, Result};
use crate::store::webhooks::{self, Webhook};
use serde_json::json;
use uuid::Uuid;

/// Makes a webhook; with it the secret, once. `private` allows addresses that are not public.
///
/// # Errors
/// Faults of the wish, `too_many_webhooks`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    wish: NewWebhook,
    private: bool,
) -> Result<(Answer, Option<String>)> {
    caller
        .actor
        .require(Permission::ManageWebhooks, Some(tournament))?;
    // Before the tournament is locked: a name may have to be looked up.
    let checked = wish.check(private).await;
    let opened = office
        .on_tournament(caller, Permission::ManageWebhooks, tournament)
        .await?;
    let mut command = match opened {
        Opened::Again(answer) => return Ok((answer, None)),
        Opened::Fresh(command) => command,
    };
    checked?;
    if webhooks::count(command.conn(), tournament).await? >= MOST {
        return Err(Error::refused(
            "too_many_webhooks",
            format!("每项赛事至多 {MOST} 个"),
            format!("a tournament has at most {MOST}"),
        ));
    }
    let (bytes, shown) = secret()?;
    let webhook = Webhook {
        id: Uuid::now_v7(),
        tournament_id: tournament,
        url: wish.url,
        description: wish.description,
        events: wish.events,
        enabled: true,
        disabled_reason: None,
        failing_since: None,
        old_secret_until: None,
        told: command.tournament()?.revision,
        version: 1,
        created_at: command.now(),
        updated_at: command.now(),
    };
    webhooks::insert(command.conn(), &webhook, &bytes).await?;
    command.private(json!({"before": null, "after": webhook}));
    let subject = json!({"webhook": webhook.id});
    let location = format!("/tournaments/{tournament}/webhooks/{}", webhook.id);
    let made = WebhookMade {
        secret: None,
        webhook,
    };
    let reply = Reply::created(location, 1, &made)?;
    let answer = command
        .finish("webhook.create", subject, None, reply)
        .await?;
    Ok((answer, Some(shown)))
}
