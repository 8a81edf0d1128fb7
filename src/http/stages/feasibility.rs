//! `GET /tournaments/{tournament}/stages/{stage}/feasibility`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::service::views::stage::outlook;
use crate::service::views::standings::WithRevision;
use crate::tournament::format::swiss::feasibility::Feasibility;
use crate::tournament::model::Format;
use axum::extract::State;
use uuid::Uuid;

/// Whether the remaining rounds of a Swiss can be completed at all
///
/// Exact up to 14 entries. Above, `no` and `yes` are certain, otherwise the verdict is `unknown`.
/// Where it is `no`, the first round that cannot be paired is named, and who cannot.
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/feasibility", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "The answer", body = WithRevision<Feasibility>)))]
pub async fn feasibility(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    let view = format!("stages/{stage}/feasibility");
    app.show(id, &reading, view, move |s| {
        let place = (stage as usize).checked_sub(1).ok_or(Error::NotFound)?;
        let facts = s.event.stages.get(place).ok_or(Error::NotFound)?;
        if facts.format != Format::Swiss {
            return Err(Error::refused(
                "not_a_swiss",
                "该阶段不是积分编排制",
                "this stage is not a Swiss",
            ));
        }
        let view = outlook(&s.event, place).ok_or_else(|| {
            Error::refused(
                "field_not_settled",
                "该阶段的参赛名单尚未确定",
                "the field of this stage is not settled yet",
            )
        })?;
        Ok(WithRevision {
            revision: s.dossier.revision,
            view,
        })
    })
    .await
}
