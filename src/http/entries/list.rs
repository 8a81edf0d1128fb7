//! `GET /tournaments/{tournament}/entries`
use crate::http::extract::{Path, Query};
use crate::http::paging::{PageQuery, Paged, cursor};
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::views::{EntryView, Listing};
use crate::store::page::{Page, Rows};
use axum::extract::{OriginalUri, State};
use uuid::Uuid;

/// List entries by number
#[utoipa::path(get, path = "/tournaments/{tournament}/entries", tag = "entries",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), PageQuery),
    responses((status = 200, description = "A page", body = Listing<EntryView>)))]
pub async fn list(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Path(tournament): Path<Uuid>,
    Query(query): Query<PageQuery>,
    reading: Reading,
) -> Handled {
    let page: Page<u32> = query.page()?;
    let rows = {
        let wish = crate::live::Wish::default();
        let snapshot = app.live.at(tournament, wish).await?;
        let snapshot = snapshot.ok_or(crate::service::Error::NotFound)?;
        let after = page.after.unwrap_or(0);
        let entries = snapshot
            .dossier
            .entries
            .iter()
            .filter(|e| e.entry.number > after);
        let rows = entries
            .take(page.limit as usize + 1)
            .map(|e| e.entry.number)
            .collect();
        Rows::cut(rows, page.limit, |n: &u32| *n)
    };
    // The link is made from the newest facts, the body from the revision asked for: both have the
    // same numbers unless a draw came between, which starts the list anew.
    let paged = Paged::new(rows, &uri, |n| n)?;
    let (after, limit) = (page.after.unwrap_or(0), page.limit);
    let view = format!("entries?after={after}&limit={limit}");
    let mut response = app
        .show(tournament, &reading, view, move |s| {
            let entries = s.dossier.entries.iter().filter(|e| e.entry.number > after);
            let entries: Vec<_> = entries.take(limit as usize + 1).collect();
            let rows = Rows::cut(entries, limit, |e| e.entry.number);
            Ok(Listing {
                items: rows.rows.into_iter().map(EntryView::from).collect(),
                next: rows.next.as_ref().map(cursor).transpose()?,
            })
        })
        .await?;
    paged.link(response.headers_mut());
    Ok(response)
}
