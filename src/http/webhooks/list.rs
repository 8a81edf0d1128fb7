//! `GET /tournaments/{tournament}/webhooks`
use super::may_see;
use crate::http::extract::{Asking, Path, Query};
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::views::Listing;
use crate::store::webhooks::{self, Webhook};
use axum::extract::{OriginalUri, State};
use uuid::Uuid;

/// List a tournament's webhooks
#[utoipa::path(get, path = "/tournaments/{tournament}/webhooks", tag = "webhooks",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), PageQuery),
    responses((status = 200, description = "A page", body = Listing<Webhook>)))]
pub async fn list(
    State(app): State<App>,
    Path(tournament): Path<Uuid>,
    OriginalUri(uri): OriginalUri,
    Query(page): Query<PageQuery>,
    caller: Asking,
) -> Handled {
    may_see(&caller, tournament)?;
    let page = page.timed()?;
    let mut conn = app.store().primary().await?;
    let rows = webhooks::list(&mut conn, tournament, page).await?;
    answer::private_page(&Paged::new(rows, &uri, |w| w)?)
}
