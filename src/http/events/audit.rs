//! `GET /tournaments/{tournament}/audit`
use crate::http::extract::{Asking, Path, Query};
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::Permission;
use crate::service::views::Listing;
use crate::store::audit::{self, Logged};
use axum::extract::{OriginalUri, State};
use uuid::Uuid;

/// The audit log of a tournament, oldest first
#[utoipa::path(get, path = "/tournaments/{tournament}/audit", tag = "office", params(("tournament" = Uuid, Path, description = "The tournament's id"), PageQuery),
    responses((status = 200, description = "A page", body = Listing<Logged>)))]
pub async fn audit(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Path(id): Path<Uuid>,
    Query(page): Query<PageQuery>,
    Asking(caller): Asking,
) -> Handled {
    caller.actor.require(Permission::SeeAudit, Some(id))?;
    let page = page.page()?;
    let mut conn = app.store().primary().await?;
    let rows = audit::list(&mut conn, Some(id), page).await?;
    answer::private_page(&Paged::new(rows, &uri, |r| r)?)
}
