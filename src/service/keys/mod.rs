//! API keys: made, rotated, revoked; the secret is shown once and only its hash is kept.

pub mod create;
pub mod first;
pub mod revoke;
pub mod rotate;
pub mod secret;

use super::{Actor, Error, Office, Result};
use crate::store::keys::{self, Key};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A key as shown when it is made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeyMade {
    /// The key itself: shown now and never again (null when a retry is answered).
    pub secret: Option<String>,
    /// What it is.
    #[serde(flatten)]
    pub key: Key,
}

impl Office {
    /// Who holds this key.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] when it is unknown, expired or revoked.
    pub async fn holder(&self, secret: &str) -> Result<Actor> {
        let mut conn = self.store.primary().await?;
        let now = super::command::now();
        let key = keys::by_hash(&mut conn, &secret::hash(secret)).await?;
        let key = key.filter(|k| works(k, now));
        let Some(key) = key else {
            return Err(Error::Unauthenticated);
        };
        if key
            .last_used_at
            .is_none_or(|last| now - last > time::Duration::minutes(1))
        {
            keys::touch(&mut conn, key.id, now).await?;
        }
        Ok(Actor::Key(Box::new(key)))
    }

    /// A key that works at this moment.
    ///
    /// # Errors
    /// Of the database.
    pub async fn working_key(&self, id: Uuid) -> Result<Option<Key>> {
        let mut conn = self.store.primary().await?;
        let key = keys::get(&mut conn, id).await?;
        Ok(key.filter(|k| works(k, super::command::now())))
    }
}

fn works(key: &Key, now: OffsetDateTime) -> bool {
    key.revoked_at.is_none() && key.expires_at.is_none_or(|end| end > now)
}
