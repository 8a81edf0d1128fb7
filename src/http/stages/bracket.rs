//! `GET /tournaments/{tournament}/stages/{stage}/bracket`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::service::rounds::pair::refusal;
use crate::service::views::standings::WithRevision;
use crate::tournament::format::knockout::progress::{Bracket, bracket as of};
use crate::tournament::model::{Format, Stage};
use axum::extract::State;
use uuid::Uuid;

/// A field that comes from earlier stages is nobody's yet before it is settled.
pub(super) fn settled(stage: &Stage) -> Result<(), Error> {
    if stage.source.is_some() && stage.entries.is_none() {
        return Err(Error::refused(
            "field_not_settled",
            "本阶段名单尚未产生",
            "the field of this stage is not settled yet",
        ));
    }
    Ok(())
}

/// The bracket of a knock-out stage, as a client can draw it
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/bracket", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "The bracket", body = WithRevision<Bracket>)))]
pub async fn bracket(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    app.show(id, &reading, format!("stages/{stage}/bracket"), move |s| {
        let facts = s.dossier.stage(stage).ok_or(Error::NotFound)?;
        if !matches!(
            facts.stage.format,
            Format::SingleElimination | Format::DoubleElimination
        ) {
            return Err(Error::NotFound);
        }
        settled(&facts.stage)?;
        let view = of(&s.event, stage as usize - 1).map_err(refusal)?;
        Ok(WithRevision {
            revision: s.dossier.revision,
            view,
        })
    })
    .await
}
