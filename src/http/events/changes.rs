//! `GET /tournaments/{tournament}/changes`
use crate::http::extract::{Path, Query};
use crate::http::{App, Handled, answer};
use crate::live::Wish;
use crate::service::Error;
use crate::store::audit::{self, Published};
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Most changes of one answer.
const MOST: i64 = 500;

/// Since when.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// The revision last seen.
    #[serde(default)]
    since: i64,
}

/// The public changes after a revision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Changes {
    /// The newest revision.
    pub revision: i64,
    /// Oldest first; at most 500: ask again from the last one's revision.
    pub changes: Vec<Published>,
    /// The revision asked for is newer than any: read everything anew.
    pub resync: bool,
}

/// The public changes after a revision: the polling twin of the event stream
#[utoipa::path(get, path = "/tournaments/{tournament}/changes", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), Since),
    responses((status = 200, description = "The changes", body = Changes)))]
pub async fn changes(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(since): Query<Since>,
    headers: HeaderMap,
) -> Handled {
    let snapshot = app
        .live
        .at(id, Wish::default())
        .await?
        .ok_or(Error::NotFound)?;
    let revision = snapshot.dossier.revision;
    // Nothing new: no question to the database.
    let changes = if since.since >= revision {
        Vec::new()
    } else {
        let mut conn = app.store().read().await?;
        let found = audit::published_since(&mut conn, id, since.since, MOST).await?;
        let complete = |found: &[Published]| {
            found.len() as i64 == MOST || found.last().is_some_and(|c| c.revision >= revision)
        };
        if app.store().has_replica() && !complete(&found) {
            // The replica does not have the newest yet.
            drop(conn);
            let mut conn = app.store().primary().await?;
            audit::published_since(&mut conn, id, since.since, MOST).await?
        } else {
            found
        }
    };
    let newest = changes
        .last()
        .map_or(revision, |c| c.revision.max(revision));
    let resync = since.since > revision;
    answer::public(
        &Changes {
            revision: newest,
            changes,
            resync,
        },
        None,
        &headers,
    )
}
