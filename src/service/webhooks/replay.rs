//! Makes deliveries again, under the same ids.
use crate::open;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::webhooks::{self, Again};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// Which deliveries: one, or every one after a revision.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Replay {
    /// This delivery.
    pub delivery: Option<Uuid>,
    /// Every delivery after this revision.
    pub since: Option<i64>,
}

/// Makes deliveries again.
///
/// # Errors
/// Faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    (tournament, id): (Uuid, Uuid),
    wish: Replay,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageWebhooks, tournament)
            .await?
    );
    let webhook = webhooks::get(command.conn(), tournament, id)
        .await?
        .ok_or(Error::NotFound)?;
    let which = match (wish.delivery, wish.since) {
        (Some(one), None) => Again::One(one),
        (None, Some(revision)) => Again::Since(revision),
        _ => {
            return Err(Error::invalid(
                "",
                "须给出 delivery 或 since 之一",
                "either delivery or since is needed",
            ));
        }
    };
    if !webhook.enabled {
        return Err(Error::refused(
            "webhook_off",
            "该 webhook 已停用",
            "this webhook is switched off",
        ));
    }
    let count = webhooks::replay(command.conn(), id, which).await?;
    if count == 0 && matches!(which, Again::One(_)) {
        return Err(Error::invalid(
            "/delivery",
            "没有该投递",
            "there is no such delivery",
        ));
    }
    command.private(json!({"webhook": id, "deliveries": count}));
    let reply = Reply::done(&json!({"id": id, "deliveries": count}))?;
    command
        .finish("webhook.replay", json!({"webhook": id}), None, reply)
        .await
}
