//! `GET /keys`
use crate::http::extract::{Asking, Query};
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::Permission;
use crate::service::views::Listing;
use crate::store::keys::{self, Key};
use axum::extract::{OriginalUri, State};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// Which keys.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// For this tournament only.
    tournament_id: Option<Uuid>,
}

/// List keys, newest first, without their secrets
#[utoipa::path(get, path = "/keys", tag = "office", params(Filter, PageQuery),
    responses((status = 200, description = "A page", body = Listing<Key>)))]
pub async fn list(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Query(filter): Query<Filter>,
    Query(page): Query<PageQuery>,
    Asking(caller): Asking,
) -> Handled {
    caller.actor.require(Permission::ManageKeys, None)?;
    let page = page.timed()?;
    let mut conn = app.store().primary().await?;
    let rows = keys::list(&mut conn, filter.tournament_id, page).await?;
    answer::private_page(&Paged::new(rows, &uri, |k| k)?)
}
