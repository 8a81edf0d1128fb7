//! `GET /tournaments/{tournament}/webhooks/{webhook}/deliveries`
use super::may_see;
use crate::http::extract::{Asking, Path, Query};
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::Error;
use crate::service::views::Listing;
use crate::store::webhooks::{self, Delivery};
use axum::extract::{OriginalUri, State};
use uuid::Uuid;

/// List what was sent and what waits, newest first
#[utoipa::path(get, path = "/tournaments/{tournament}/webhooks/{webhook}/deliveries", tag = "webhooks",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("webhook" = Uuid, Path, description = "The webhook's id"), PageQuery),
    responses((status = 200, description = "A page", body = Listing<Delivery>)))]
pub async fn deliveries(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    OriginalUri(uri): OriginalUri,
    Query(page): Query<PageQuery>,
    caller: Asking,
) -> Handled {
    may_see(&caller, tournament)?;
    let page = page.page()?;
    let mut conn = app.store().primary().await?;
    let there = webhooks::get(&mut conn, tournament, id).await?;
    let there = there.ok_or(Error::NotFound)?;
    let rows = webhooks::deliveries(&mut conn, there.id, page).await?;
    answer::private_page(&Paged::new(rows, &uri, |d| d)?)
}
