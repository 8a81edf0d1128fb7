//! The first admin key: given by the operator, or made once.
use super::secret;
use crate::service::{Caller, Error, Office, Opened, Permission, Reply, Result};
use crate::store::keys::{self, Key, Role};
use serde_json::json;
use uuid::Uuid;

/// Makes sure that an admin key works. With `given` (`SAIWU_ADMIN_KEY`) that one does; without, one
/// is made when there is none, and returned so that it can be printed once.
///
/// # Errors
/// A given key that is too short; those of every command.
pub async fn run(office: &Office, given: Option<&str>) -> Result<Option<String>> {
    let caller = Caller::machine("start");
    let Opened::Fresh(mut command) = office.on_register(&caller, Permission::ManageKeys).await?
    else {
        return Err(Error::Fault("a start has no retry key".into()));
    };
    let now = command.now();
    let (prefix, whole, print) = match given {
        Some(given) if given.len() < 16 => {
            return Err(Error::invalid(
                "",
                "SAIWU_ADMIN_KEY 至少 16 个字符",
                "SAIWU_ADMIN_KEY must have at least 16 characters",
            ));
        }
        Some(given) => {
            let hash = secret::hash(given);
            if keys::by_hash(command.conn(), &hash).await?.is_some() {
                return Ok(None);
            }
            (
                format!("given_{}", hex::encode(&hash[..5])),
                given.to_owned(),
                false,
            )
        }
        None if keys::admin_exists(command.conn(), now).await? => return Ok(None),
        None => {
            let (prefix, whole) = secret::fresh()?;
            (prefix, whole, true)
        }
    };
    let key = Key {
        id: Uuid::now_v7(),
        prefix,
        name: if print {
            "first admin"
        } else {
            "SAIWU_ADMIN_KEY"
        }
        .to_owned(),
        role: Role::Admin,
        tournament_id: None,
        entry_id: None,
        created_at: now,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
        rotated_from: None,
    };
    keys::insert(command.conn(), &key, &secret::hash(&whole)).await?;
    command.private(json!({"before": null, "after": key}));
    let subject = json!({"key": key.id, "prefix": key.prefix});
    command
        .finish("key.create", subject, None, Reply::done(&key)?)
        .await?;
    Ok(print.then_some(whole))
}
