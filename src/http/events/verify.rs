//! `GET /tournaments/{tournament}/audit/verify`
use crate::http::extract::{Asking, Path};
use crate::http::{App, Handled, answer};
use crate::service::Permission;
use crate::store::audit;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Whether a chain is whole.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ChainState {
    /// No row was altered, removed or put in between.
    pub whole: bool,
    /// The first row that does not fit.
    pub first_broken: Option<i64>,
}

/// Check the audit log's chain of hashes
#[utoipa::path(get, path = "/tournaments/{tournament}/audit/verify", tag = "office", params(("tournament" = Uuid, Path, description = "The tournament's id")),
    responses((status = 200, description = "The chain's state", body = ChainState)))]
pub async fn verify(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Asking(caller): Asking,
) -> Handled {
    caller.actor.require(Permission::SeeAudit, Some(id))?;
    let mut tx = app.store().primary_snapshot().await?;
    let first_broken = audit::first_broken(&mut tx, Some(id)).await?;
    answer::private(
        &ChainState {
            whole: first_broken.is_none(),
            first_broken,
        },
        None,
    )
}
