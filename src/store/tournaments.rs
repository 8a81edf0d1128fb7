//! Tournaments: the frame.
use super::page::{Page, Rows};
use super::{Result, shape};
use crate::tournament::dossier::{Frame, Status};
use crate::tournament::model::Tournament;
use serde_json::Value;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime, macros::format_description};
use uuid::Uuid;

/// A tournament in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: Uuid,
    /// Its public revision.
    pub revision: i64,
    /// Its frame.
    pub frame: Frame,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

#[expect(clippy::too_many_arguments, reason = "one argument a column")]
pub(super) fn model(
    name: String,
    kind: &str,
    edition: &str,
    level: &str,
    venue: Option<String>,
    start_date: Option<Date>,
    end_date: Option<Date>,
    time_zone: Option<String>,
    regulations: Value,
) -> Result<Tournament> {
    Ok(Tournament {
        name,
        kind: shape::named(kind)?,
        edition: shape::named(edition)?,
        level: shape::named(level)?,
        venue,
        start_date: start_date.map(day),
        end_date: end_date.map(day),
        time_zone,
        regulations: serde_json::from_value(regulations)?,
    })
}

/// A date as `YYYY-MM-DD`.
fn day(date: Date) -> String {
    date.format(format_description!("[year]-[month]-[day]"))
        .unwrap_or_default()
}

/// Reads `YYYY-MM-DD`.
pub fn parse_day(text: &str) -> Option<Date> {
    // The parser also takes years with a sign, and PostgreSQL has none before 4713 BC.
    Date::parse(text, format_description!("[year]-[month]-[day]"))
        .ok()
        .filter(|day| text.len() == 10 && !text.starts_with(['+', '-']) && day.year() >= 1)
}

fn date_of(text: &Option<String>) -> Option<Date> {
    text.as_deref().and_then(parse_day)
}

/// Adds a tournament at revision 0: the command that makes it raises that to 1.
///
/// # Errors
/// Of the database.
pub async fn insert(
    conn: &mut PgConnection,
    id: Uuid,
    frame: &Frame,
    now: OffsetDateTime,
) -> Result<()> {
    let t = &frame.tournament;
    sqlx::query!(
        "insert into tournaments (id, name, kind, edition, level, venue, start_date, end_date,
             time_zone, regulations, status, revision, version, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $13)",
        id,
        t.name,
        shape::name(t.kind)?,
        shape::name(t.edition)?,
        shape::name(t.level)?,
        t.venue,
        date_of(&t.start_date),
        date_of(&t.end_date),
        t.time_zone,
        serde_json::to_value(&t.regulations)?,
        shape::name(frame.status)?,
        frame.version,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores a tournament's frame.
///
/// # Errors
/// Of the database.
pub async fn update(conn: &mut PgConnection, id: Uuid, frame: &Frame) -> Result<()> {
    let t = &frame.tournament;
    sqlx::query!(
        "update tournaments set name = $2, kind = $3, edition = $4, level = $5, venue = $6,
                start_date = $7, end_date = $8, time_zone = $9, regulations = $10, status = $11,
                version = $12 where id = $1",
        id,
        t.name,
        shape::name(t.kind)?,
        shape::name(t.edition)?,
        shape::name(t.level)?,
        t.venue,
        date_of(&t.start_date),
        date_of(&t.end_date),
        t.time_zone,
        serde_json::to_value(&t.regulations)?,
        shape::name(frame.status)?,
        frame.version
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a tournament out of sight; its history stays.
///
/// # Errors
/// Of the database.
pub async fn remove(conn: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query!(
        "update tournaments set deleted_at = $2 where id = $1",
        id,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The public revision of a tournament that is there.
///
/// # Errors
/// Of the database.
pub async fn revision(conn: &mut PgConnection, id: Uuid) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select revision from tournaments where id = $1 and deleted_at is null",
        id
    )
    .fetch_optional(conn)
    .await?)
}

/// Tournaments, newest first.
///
/// # Errors
/// Of the database.
pub async fn list(
    conn: &mut PgConnection,
    status: Option<Status>,
    page: Page<(OffsetDateTime, Uuid)>,
) -> Result<Rows<Listed, (OffsetDateTime, Uuid)>> {
    let (at, id) = page.after.unzip();
    let status = status.map(shape::name).transpose()?;
    let rows = sqlx::query!(
        "select id, name, kind, edition, level, venue, start_date, end_date, time_zone, regulations,
                status, revision, version, created_at
         from tournaments
         where deleted_at is null and ($1::text is null or status = $1)
           and ($2::timestamptz is null or (created_at, id) < ($2, $3))
         order by created_at desc, id desc limit $4",
        status,
        at,
        id,
        page.limit + 1
    )
    .fetch_all(conn)
    .await?;
    let rows = rows
        .into_iter()
        .map(|r| {
            Ok(Listed {
                id: r.id,
                revision: r.revision,
                frame: Frame {
                    version: r.version,
                    status: shape::named(&r.status)?,
                    tournament: model(
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
                },
                created_at: r.created_at,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Rows::cut(rows, page.limit, |r| (r.created_at, r.id)))
}
