//! `GET /tournaments`
use crate::http::extract::Query;
use crate::http::paging::{PageQuery, Paged};
use crate::http::{App, Handled, answer};
use crate::service::views::{Listing, TournamentView};
use crate::store::tournaments;
use crate::tournament::dossier::Status;
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which tournaments.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// `scheduled`, `running` or `finished`.
    #[param(inline)]
    status: Option<Status>,
}

/// List tournaments, newest first
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", params(Filter, PageQuery),
    responses((status = 200, description = "A page", body = Listing<TournamentView>)))]
pub async fn list(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Query(filter): Query<Filter>,
    Query(page): Query<PageQuery>,
    headers: HeaderMap,
) -> Handled {
    let page = page.timed()?;
    let mut conn = app.store().read().await?;
    let rows = tournaments::list(&mut conn, filter.status, page).await?;
    let view = |t: tournaments::Listed| TournamentView::new(t.id, t.revision, &t.frame);
    answer::page(&Paged::new(rows, &uri, view)?, &headers)
}
