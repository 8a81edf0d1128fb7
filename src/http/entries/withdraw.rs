//! `POST /tournaments/{tournament}/entries/{entry}/withdraw`
use crate::http::extract::{Path, Wish};
use crate::http::{App, Handled};
use crate::service::entries::{EntryChanged, withdraw as command};
use axum::extract::State;
use uuid::Uuid;

/// Withdraw an entry (19)
#[utoipa::path(post, path = "/tournaments/{tournament}/entries/{entry}/withdraw", tag = "entries",
    request_body = command::Withdrawal,
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("entry" = Uuid, Path, description = "The entry's id")),
    responses((status = 200, description = "Withdrawn", body = EntryChanged)))]
pub async fn withdraw(
    State(app): State<App>,
    Path((tournament, id)): Path<(Uuid, Uuid)>,
    wish: Wish<command::Withdrawal>,
) -> Handled {
    let answer = command::run(
        &app.office,
        &wish.caller,
        tournament,
        id,
        wish.seen,
        wish.body,
    )
    .await?;
    app.answer(answer).await
}
