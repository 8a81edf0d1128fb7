//! Routes of webhooks.

pub mod create;
pub mod deliveries;
pub mod edit;
pub mod get;
pub mod list;
pub mod remove;
pub mod replay;
pub mod rotate;

use super::extract::Asking;
use crate::service::{Permission, Result};
use uuid::Uuid;

/// Webhooks are the office's own business.
fn may_see(caller: &Asking, tournament: Uuid) -> Result<()> {
    let actor = &caller.0.actor;
    actor.require(Permission::ManageWebhooks, Some(tournament))
}
