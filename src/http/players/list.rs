//! `GET /players`
use crate::http::extract::Query;
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::views::Listing;
use crate::store::players::{self, Order, Player};
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which players.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// Names that begin so.
    name: Option<String>,
    /// Of this unit.
    unit: Option<String>,
    /// `name` (by code points), `pinyin` (拼音) or `stroke` (笔画). A cursor is of its own order.
    #[serde(default)]
    #[param(inline)]
    sort: Order,
}

/// List players by name
#[utoipa::path(get, path = "/players", tag = "players", params(Filter, PageQuery),
    responses((status = 200, description = "A page", body = Listing<Player>)))]
pub async fn list(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Query(filter): Query<Filter>,
    Query(page): Query<PageQuery>,
    headers: HeaderMap,
) -> Handled {
    let page = page.sorted(filter.sort)?;
    // Of the primary: who has just registered somebody finds him.
    let mut conn = app.store().primary().await?;
    let (name, unit) = (filter.name.as_deref(), filter.unit.as_deref());
    let rows = players::list(&mut conn, name, unit, filter.sort, page).await?;
    let rows = rows.in_order(filter.sort);
    answer::page(&Paged::new(rows, &uri, |p| p)?, &headers)
}
