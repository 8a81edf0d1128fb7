//! `GET /tournaments/{tournament}/entries`
use crate::http::download::Medium;
use crate::http::extract::{Path, Query};
use crate::http::paging::{PageQuery, Paged, cursor};
use crate::http::reading::{Look, Make, Reading, Version};
use crate::http::{App, Handled};
use crate::service::views::{EntryView, Listing};
use crate::store::entries as store;
use crate::store::page::{Page, Rows};
use crate::store::players::Order;
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
