//! `GET /tournaments/{tournament}/export`
use crate::http::extract::{Asking, Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled, answer};
use crate::service::Permission;
use crate::service::command::now;
use crate::service::events::export::with_logs;
use crate::tournament::model::Event;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// How much of a tournament is taken out.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportOf {
    /// With the log of every game (offers, claims, rulings, readings, signatures), as it is now: for
    /// the office only, because it tells who entered what and what was said.
    #[serde(default)]
    pub log: bool,
}

/// The whole tournament as one event file
#[utoipa::path(get, path = "/tournaments/{tournament}/export", tag = "tournaments", params(("tournament" = Uuid, Path, description = "The tournament's id"), ExportOf),
    responses((status = 200, description = "A `saiwu-event/1` file", body = Event)))]
pub async fn export(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(of): Query<ExportOf>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    if of.log {
        caller.actor.require(Permission::Arbitrate, Some(id))?;
        let mut tx = app.store().primary_snapshot().await?;
        return answer::private(&with_logs(&mut tx, id, now()).await?, None);
    }
    app.show(id, &reading, "export", |s| Ok(s.event.clone()))
        .await
}
