//! `GET /tournaments/{tournament}/stages/{stage}/rounds/{round}`
use super::ExplainRound;
use crate::http::extract::{Asking, Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled, answer};
use crate::live::Snapshot;
use crate::service::views::RoundView;
use crate::service::{Error, Permission, Result};
use crate::store::facts;
use crate::tournament::dossier::RoundState;
use axum::extract::State;
use uuid::Uuid;

/// Read a round
///
/// A draft is there only for keys that may see it, and is never kept by anyone.
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/rounds/{round}", tag = "rounds",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1"), ("round" = u32, Path, description = "The round, from 1 in each stage"), ExplainRound),
    responses((status = 200, description = "The round", body = RoundView)))]
pub async fn get(
    State(app): State<App>,
    Path((id, stage, round)): Path<(Uuid, u32, u32)>,
    Query(how): Query<ExplainRound>,
    Asking(caller): Asking,
    reading: Reading,
) -> Handled {
    if caller.actor.may(Permission::SeeDrafts, Some(id))
        && let Some(draft) = draft(&app, id, (stage, round), how).await?
    {
        return answer::private(&draft, Some(draft.version));
    }
    let version = move |s: &Snapshot| {
        let facts = s.dossier.stage(stage).and_then(|s| s.round(round));
        Ok(Some(facts.ok_or(Error::NotFound)?.version))
    };
    let view = move |s: &Snapshot| {
        let facts = s.dossier.stage(stage).and_then(|s| s.round(round));
        Ok(how.view(&s.dossier, stage, facts.ok_or(Error::NotFound)?))
    };
    app.show_one(
        id,
        &reading,
        format!("stages/{stage}/rounds/{round}?{}", how.explain),
        version,
        view,
    )
    .await
}

async fn draft(
    app: &App,
    id: Uuid,
    (stage, round): (u32, u32),
    how: ExplainRound,
) -> Result<Option<RoundView>> {
    let mut tx = app.store().primary_snapshot().await?;
    let dossier = facts::load(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let facts = dossier.stage(stage).and_then(|s| s.round(round));
    let facts = facts.filter(|r| r.state == RoundState::Draft);
    Ok(facts.map(|r| how.view(&dossier, stage, r)))
}
