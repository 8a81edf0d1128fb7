//! A whole tournament at one moment.
use super::{Result, Store, audit, entries, rounds, shape, stages, tournaments};
use crate::tournament::dossier::{Dossier, Frame};
use sqlx::PgConnection;
use uuid::Uuid;

/// Everything about a tournament, drafts included.
///
/// The caller holds the tournament's lock, or a transaction that sees one moment.
///
/// # Errors
/// Of the database.
pub async fn load(conn: &mut PgConnection, id: Uuid) -> Result<Option<Dossier>> {
    let Some(r) = sqlx::query!(
        "select name, kind, edition, level, venue, start_date, end_date, time_zone, regulations,
                status, revision, version
         from tournaments where id = $1 and deleted_at is null",
        id
    )
    .fetch_optional(&mut *conn)
    .await?
    else {
        return Ok(None);
    };
    let frame = Frame {
        version: r.version,
        status: shape::named(&r.status)?,
        tournament: tournaments::model(
            r.name,
            &r.kind,
            &r.edition,
            &r.level,
            r.venue,
            r.start_date,
            r.end_date,
            r.time_zone,
            r.regulations,
        )?,
    };
    let entries = entries::of_tournament(conn, id).await?;
    let mut stages = stages::of_tournament(conn, id).await?;
    let mut rounds = rounds::of_tournament(conn, id).await?;
    for stage in &mut stages {
        stage.rounds = rounds.remove(&stage.id).unwrap_or_default();
    }
    let draws = stages::draws(conn, id).await?;
    Ok(Some(Dossier {
        id,
        revision: r.revision,
        frame,
        entries,
        stages,
        draws,
    }))
}

/// What the public may see of a tournament now.
///
/// # Errors
/// Of the database.
pub async fn published(conn: &mut PgConnection, id: Uuid) -> Result<Option<Dossier>> {
    Ok(load(conn, id).await?.map(Dossier::published))
}

/// What the public saw of a tournament at an earlier revision, rebuilt from the audit log.
///
/// # Errors
/// Of the database.
pub async fn at_revision(store: &Store, id: Uuid, revision: i64) -> Result<Option<Dossier>> {
    let mut tx = store.snapshot().await?;
    let mut found = load(&mut tx, id).await?;
    if store.has_replica() && found.as_ref().is_none_or(|d| d.revision < revision) {
        // The replica does not have it yet.
        drop(tx);
        tx = store.primary_snapshot().await?;
        found = load(&mut tx, id).await?;
    }
    let Some(dossier) = found else {
        return Ok(None);
    };
    let mut dossier = dossier.published();
    if revision < 1 || revision > dossier.revision {
        return Ok(None);
    }
    audit::rewind(&mut tx, &mut dossier, revision).await?;
    tx.commit().await?;
    Ok(Some(dossier))
}
