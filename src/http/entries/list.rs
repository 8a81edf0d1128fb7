//! `GET /tournaments/{tournament}/entries`
use crate::http::download::Medium;
use crate::http::extract::{Path, Query};
use crate::http::paging::{PageQuery, Paged, cursor};
use crate::http::reading::{Look, Make, Reading, Version};
use crate::http::{App, Handled};
use crate::live::Snapshot;
use crate::service::views::{EntryView, Listing};
use crate::store::entries as store;
use crate::store::page::{Page, Rows};
use crate::store::players::Order;
use crate::tournament::dossier::EntryFacts;
use axum::extract::{OriginalUri, State};
use axum::http::Uri;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

/// In which order.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SortQuery {
    /// By number when absent; `name` (by code points), `pinyin` (拼音) or `stroke` (笔画). A cursor is
    /// of its own order.
    #[param(inline)]
    sort: Option<Order>,
}

/// List entries, by number or by name
#[utoipa::path(get, path = "/tournaments/{tournament}/entries", tag = "entries",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), SortQuery, PageQuery),
    responses((status = 200, description = "A page", body = Listing<EntryView>)))]
pub async fn list(
    State(app): State<App>,
    OriginalUri(uri): OriginalUri,
    Path(tournament): Path<Uuid>,
    Query(SortQuery { sort }): Query<SortQuery>,
    Query(query): Query<PageQuery>,
    reading: Reading,
) -> Handled {
    if let Some(order) = sort {
        return by_name(
            &app,
            &uri,
            tournament,
            order,
            query.sorted(order)?,
            &reading,
        )
        .await;
    }
    let page: Page<u32> = query.page()?;
    let (after, limit) = (page.after.unwrap_or(0), page.limit);
    let view = format!("entries?after={after}&limit={limit}");
    let version: Version = Box::new(|_| Ok(None));
    let looking = match app
        .look(tournament, &reading, view, Medium::Json, version)
        .await?
    {
        Look::Unchanged(response) => return Ok(response),
        Look::New(looking) => looking,
    };
    // The link and the body are made from the same revision.
    let rows = page_of(&looking.snapshot, after, limit);
    let paged = Paged::new(rows, &uri, |e| e.entry.number)?;
    let make: Make = Box::new(move |s| {
        let rows = page_of(s, after, limit);
        let next = rows.next.as_ref().map(cursor).transpose()?;
        let items = rows.rows.into_iter().map(EntryView::from).collect();
        Ok(serde_json::to_vec(&Listing { items, next })?)
    });
    let media = Medium::Json.content_type();
    let mut response = app.tell(*looking, media, make).await?;
    paged.link(response.headers_mut());
    Ok(response)
}

/// The entries of a page by number.
fn page_of(snapshot: &Snapshot, after: u32, limit: i64) -> Rows<&EntryFacts, u32> {
    let entries = snapshot.dossier.entries.iter();
    let entries = entries.filter(|e| e.entry.number > after);
    let entries = entries.take(limit as usize + 1).collect();
    Rows::cut(entries, limit, |e: &&EntryFacts| e.entry.number)
}

/// The same by name, in an order that the database knows.
async fn by_name(
    app: &App,
    uri: &Uri,
    tournament: Uuid,
    order: Order,
    page: Page<(String, i32)>,
    reading: &Reading,
) -> Handled {
    let after = page.after.as_ref().map(cursor).transpose()?;
    let (after, limit) = (after.unwrap_or_default(), page.limit);
    let view = format!("entries?sort={order:?}&after={after}&limit={limit}");
    let version: Version = Box::new(|_| Ok(None));
    let looking = match app
        .look(tournament, reading, view, Medium::Json, version)
        .await?
    {
        Look::Unchanged(response) => return Ok(response),
        Look::New(looking) => looking,
    };
    let entries = &looking.snapshot.dossier.entries;
    let (numbers, names): (Vec<i32>, Vec<String>) = entries
        .iter()
        .map(|e| (e.entry.number as i32, e.entry.name.clone()))
        .unzip();
    let mut conn = app.store().primary().await?;
    let rows = store::by_name(&mut conn, (&numbers, &names), order, page).await?;
    let rows = rows.in_order(order);
    drop(conn);
    let paged = Paged::new(rows, uri, |(_, number)| number as u32)?;
    let listing = paged.listing.clone();
    let make: Make = Box::new(move |s| {
        let shown = listing.items.iter().filter_map(|n| s.dossier.entry(*n));
        let items = shown.map(EntryView::from).collect();
        let next = listing.next;
        Ok(serde_json::to_vec(&Listing { items, next })?)
    });
    let media = Medium::Json.content_type();
    let mut response = app.tell(*looking, media, make).await?;
    paged.link(response.headers_mut());
    Ok(response)
}
