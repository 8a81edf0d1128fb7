//! `GET /tournaments/{tournament}/draws/{draw}`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::tournament::lots::Lots;
use axum::extract::State;
use uuid::Uuid;

/// A draw of lots as `saiwu lots FILE` takes it, to run it again
///
/// Method, participants in order of strength, seed and result; nothing else goes into a draw.
#[utoipa::path(get, path = "/tournaments/{tournament}/draws/{draw}", tag = "stages", params(("tournament" = Uuid, Path, description = "The tournament's id"), ("draw" = u32, Path, description = "The draw, from 1 in the order of the list")),
    responses((status = 200, description = "The draw", body = Lots)))]
pub async fn one_draw(
    State(app): State<App>,
    Path((id, draw)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    app.show(id, &reading, format!("draws/{draw}"), move |s| {
        let place = (draw as usize).checked_sub(1).ok_or(Error::NotFound)?;
        s.dossier.draws.get(place).cloned().ok_or(Error::NotFound)
    })
    .await
}
