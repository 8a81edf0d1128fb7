//! Makes a key.
use super::{KeyMade, secret};
use crate::service::check::Faults;
use crate::service::{Answer, Caller, Office, Permission, Reply, Result};
use crate::store::keys::{self, Key, Role};
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A key as wished.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    /// What it is for: shown in lists and in the audit log.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Where; absent = every tournament.
    #[serde(default)]
    pub tournament_id: Option<Uuid>,
    /// A captain's team.
    #[serde(default)]
    pub entry_id: Option<Uuid>,
    /// When it stops to work.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
}

/// Makes a key. The secret comes beside the answer, so that the kept answer does not hold it.
///
/// # Errors
/// Faults of the wish, `tournament_not_found`, `entry_not_found`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    wish: NewKey,
) -> Result<(Answer, Option<String>)> {
    let mut command = match office.on_register(caller, Permission::ManageKeys).await? {
        crate::service::Opened::Again(answer) => return Ok((answer, None)),
        crate::service::Opened::Fresh(command) => command,
    };
    let mut faults = Faults::default();
    faults.name("/name", &wish.name, 200);
    let captain = wish.role == Role::Captain;
    if captain && (wish.entry_id.is_none() || wish.tournament_id.is_none()) {
        faults.add(
            "/entry_id",
            "队长密钥须有赛事与参赛队",
            "a captain's key needs a tournament and a team",
        );
    }
    if !captain && wish.entry_id.is_some() {
        faults.add(
            "/entry_id",
            "只有队长密钥属于参赛队",
            "only a captain's key belongs to a team",
        );
    }
    if wish.role == Role::Admin && wish.tournament_id.is_some() {
        faults.add(
            "/tournament_id",
            "管理员密钥不限于赛事",
            "an admin's key is for every tournament",
        );
    }
    let now = command.now();
    if wish.expires_at.is_some_and(|end| end <= now) {
        faults.add("/expires_at", "须在将来", "must be in the future");
    }
    faults.done()?;
    let (prefix, whole) = secret::fresh()?;
    let key = Key {
        id: Uuid::now_v7(),
        prefix,
        name: wish.name.trim().to_owned(),
        role: wish.role,
        tournament_id: wish.tournament_id,
        entry_id: wish.entry_id,
        created_at: now,
        expires_at: wish.expires_at,
        revoked_at: None,
        last_used_at: None,
        rotated_from: None,
    };
    keys::insert(command.conn(), &key, &secret::hash(&whole)).await?;
    command.private(json!({"before": null, "after": key}));
    let subject = json!({"key": key.id, "prefix": key.prefix});
    let reply = Reply::listed(format!("/keys/{}", key.id), &KeyMade { secret: None, key })?;
    Ok((
        command.finish("key.create", subject, None, reply).await?,
        Some(whole),
    ))
}
