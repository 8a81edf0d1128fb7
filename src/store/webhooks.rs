//! Webhooks: who is told of a tournament's changes, and what is still to be told.
//!
//! The audit log is what is told: every change committed is in it, so none is lost however a server
//! ends. A delivery is claimed for a while by the one server that makes it; when that one dies,
//! another takes over.
use super::Result;
use super::page::{Page, Rows};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// Deliveries to one endpoint that are under way at the same time.
const SIDE_BY_SIDE: i64 = 4;

/// Who is told, without the secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Webhook {
    /// Its id.
    pub id: Uuid,
    /// The tournament whose changes are told.
    pub tournament_id: Uuid,
    /// Where to.
    pub url: String,
    /// What it is for.
    pub description: Option<String>,
    /// Kinds of change, as `action` in the feed names them; null = every kind.
    pub events: Option<Vec<String>>,
    /// Whether anything is sent.
    pub enabled: bool,
    /// Why it was switched off by itself.
    pub disabled_reason: Option<String>,
    /// The first failure since the last success.
    #[serde(with = "time::serde::rfc3339::option")]
    pub failing_since: Option<OffsetDateTime>,
    /// Until when the secret before this one signs too.
    #[serde(with = "time::serde::rfc3339::option")]
    pub old_secret_until: Option<OffsetDateTime>,
    /// The newest revision for which deliveries were made.
    pub told: i64,
    /// What If-Match takes.
    pub version: i64,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Last change.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// One message to one endpoint.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Delivery {
    /// Its id.
    pub id: Uuid,
    /// The `webhook-id` of every attempt.
    pub message: String,
    /// The revision told.
    pub revision: i64,
    /// The kind of change.
    pub event: String,
    /// Attempts so far.
    pub attempts: i32,
    /// When it is tried (again); null when it was delivered or given up.
    #[serde(with = "time::serde::rfc3339::option")]
    pub next_at: Option<OffsetDateTime>,
    /// When it was taken.
    #[serde(with = "time::serde::rfc3339::option")]
    pub delivered_at: Option<OffsetDateTime>,
    /// Status of the last answer.
    pub last_status: Option<i32>,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// A delivery to be made now, by whoever holds this.
#[derive(Clone, Debug)]
pub struct Job {
    /// The delivery.
    pub id: Uuid,
    /// The endpoint.
    pub endpoint: Uuid,
    /// Where to.
    pub url: String,
    /// What.
    pub body: String,
    /// Attempts so far, with this one.
    pub attempts: i32,
    /// Signs.
    pub secret: Vec<u8>,
    /// Signs too.
    pub old_secret: Option<Vec<u8>>,
}

/// The `webhook-id` of a delivery.
pub fn message_id(delivery: Uuid) -> String {
    format!("msg_{}", delivery.simple())
}

/// An endpoint of a tournament.
///
/// # Errors
/// Of the database.
pub async fn get(conn: &mut PgConnection, tournament: Uuid, id: Uuid) -> Result<Option<Webhook>> {
    Ok(sqlx::query_as!(
        Webhook,
        "select id, tournament_id, url, description, events, enabled, disabled_reason,
                failing_since, old_secret_until, told, version, created_at, updated_at
         from webhook_endpoints where tournament_id = $1 and id = $2",
        tournament,
        id
    )
    .fetch_optional(conn)
    .await?)
}

/// How many endpoints a tournament has.
///
/// # Errors
/// Of the database.
pub async fn count(conn: &mut PgConnection, tournament: Uuid) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from webhook_endpoints where tournament_id = $1"#,
        tournament
    )
    .fetch_one(conn)
    .await?)
}

/// The endpoints of a tournament, oldest first.
///
/// # Errors
/// Of the database.
pub async fn list(
    conn: &mut PgConnection,
    tournament: Uuid,
    page: Page<(OffsetDateTime, Uuid)>,
) -> Result<Rows<Webhook, (OffsetDateTime, Uuid)>> {
    let (at, id) = page.after.unzip();
    let rows = sqlx::query_as!(
        Webhook,
        "select id, tournament_id, url, description, events, enabled, disabled_reason,
                failing_since, old_secret_until, told, version, created_at, updated_at
         from webhook_endpoints
         where tournament_id = $1 and ($2::timestamptz is null or (created_at, id) > ($2, $3))
         order by created_at, id limit $4",
        tournament,
        at,
        id,
        page.limit + 1
    )
    .fetch_all(conn)
    .await?;
    Ok(Rows::cut(rows, page.limit, |w: &Webhook| {
        (w.created_at, w.id)
    }))
}

/// Adds an endpoint.
///
/// # Errors
/// Of the database.
pub async fn insert(conn: &mut PgConnection, w: &Webhook, secret: &[u8]) -> Result<()> {
    sqlx::query!(
        "insert into webhook_endpoints (id, tournament_id, url, description, events, secret, told,
             version, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        w.id,
        w.tournament_id,
        w.url,
        w.description,
        w.events.as_deref(),
        secret,
        w.told,
        w.version,
        w.created_at,
        w.updated_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores what can be changed of an endpoint.
///
/// # Errors
/// Of the database.
pub async fn update(conn: &mut PgConnection, w: &Webhook) -> Result<()> {
    sqlx::query!(
        "update webhook_endpoints set url = $2, description = $3, events = $4, enabled = $5,
                disabled_reason = $6, failing_since = $7, version = $8, updated_at = $9
         where id = $1",
        w.id,
        w.url,
        w.description,
        w.events.as_deref(),
        w.enabled,
        w.disabled_reason,
        w.failing_since,
        w.version,
        w.updated_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Puts a new secret in the place of the old one, which signs too until a time.
///
/// # Errors
/// Of the database.
pub async fn rotate(conn: &mut PgConnection, w: &Webhook, secret: &[u8]) -> Result<()> {
    sqlx::query!(
        "update webhook_endpoints set old_secret = secret, old_secret_until = $2, secret = $3,
                version = $4, updated_at = $5 where id = $1",
        w.id,
        w.old_secret_until,
        secret,
        w.version,
        w.updated_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Removes an endpoint with its deliveries.
///
/// # Errors
/// Of the database.
pub async fn remove(conn: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!("delete from webhook_endpoints where id = $1", id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The deliveries of an endpoint, newest first.
///
/// # Errors
/// Of the database.
pub async fn deliveries(
    conn: &mut PgConnection,
    endpoint: Uuid,
    page: Page<i64>,
) -> Result<Rows<Delivery, i64>> {
    let rows = sqlx::query!(
        "select id, revision, event, attempts, next_at, delivered_at, last_status, last_error,
                created_at
         from webhook_deliveries
         where endpoint_id = $1 and ($2::bigint is null or revision < $2)
         order by revision desc limit $3",
        endpoint,
        page.after,
        page.limit + 1
    )
    .fetch_all(conn)
    .await?;
    let rows = rows
        .into_iter()
        .map(|r| Delivery {
            id: r.id,
            message: message_id(r.id),
            revision: r.revision,
            event: r.event,
            attempts: r.attempts,
            next_at: r.next_at,
            delivered_at: r.delivered_at,
            last_status: r.last_status,
            last_error: r.last_error,
            created_at: r.created_at,
        })
        .collect();
    Ok(Rows::cut(rows, page.limit, |d: &Delivery| d.revision))
}

/// Which deliveries to make again.
#[derive(Clone, Copy, Debug)]
pub enum Again {
    /// This one.
    One(Uuid),
    /// Every one after this revision.
    Since(i64),
}

/// Makes deliveries again, under the same ids; how many.
///
/// # Errors
/// Of the database.
pub async fn replay(conn: &mut PgConnection, endpoint: Uuid, which: Again) -> Result<u64> {
    let (one, since) = match which {
        Again::One(id) => (Some(id), None),
        Again::Since(revision) => (None, Some(revision)),
    };
    let done = sqlx::query!(
        "update webhook_deliveries
         set next_at = now(), claimed_until = null, delivered_at = null, attempts = 0
         where endpoint_id = $1 and (id = $2 or revision > $3)",
        endpoint,
        one,
        since
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// Makes deliveries of what the audit log has that is new; how many endpoints had news. Several
/// servers may do so at once.
///
/// # Errors
/// Of the database.
pub async fn make(conn: &mut PgConnection) -> Result<u64> {
    let done = sqlx::query!(
        r#"with due as (
             select e.id, e.tournament_id, e.told, e.events from webhook_endpoints e
             join tournaments t on t.id = e.tournament_id
             where e.enabled and e.told < t.revision
             order by e.id limit 100 for update of e skip locked
           ), news as (
             select d.id as endpoint_id, d.tournament_id, d.events, a.revision, a.at, a.action,
                    a.subject
             from due d cross join lateral (
               select revision, at, action, subject from audit
               where tournament_id = d.tournament_id and revision > d.told
               order by revision limit 500) a
           ), made as (
             insert into webhook_deliveries (id, endpoint_id, revision, event, body, next_at, created_at)
             select gen_random_uuid(), endpoint_id, revision, action,
                    json_build_object(
                      'type', action,
                      'timestamp', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                      'data', json_build_object('tournament', tournament_id, 'revision', revision,
                                                'subject', subject))::text,
                    now(), now()
             from news where events is null or action = any(events)
             on conflict do nothing
           )
           update webhook_endpoints e set told = n.newest
           from (select endpoint_id, max(revision) as newest from news group by endpoint_id) n
           where e.id = n.endpoint_id"#
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// Claims deliveries that are due, a few of each endpoint so that none waits for a slow one.
///
/// # Errors
/// Of the database.
pub async fn claim(conn: &mut PgConnection, most: i64) -> Result<Vec<Job>> {
    Ok(sqlx::query_as!(
        Job,
        r#"with due as materialized (
             select d.id from webhook_endpoints e
             cross join lateral (
               select w.id from webhook_deliveries w
               where w.endpoint_id = e.id and w.next_at <= now()
                 and (w.claimed_until is null or w.claimed_until < now())
               order by w.revision
               limit greatest(0, $2 - (select count(*) from webhook_deliveries c
                                       where c.endpoint_id = e.id and c.next_at is not null
                                         and c.claimed_until >= now()))
               for update skip locked) d
             where e.enabled limit $1
           )
           update webhook_deliveries w
           set claimed_until = now() + interval '60 seconds', attempts = w.attempts + 1
           from due, webhook_endpoints e
           where w.id = due.id and e.id = w.endpoint_id
           returning w.id, w.endpoint_id as endpoint, e.url, w.body, w.attempts, e.secret,
                     case when e.old_secret_until > now() then e.old_secret end as old_secret"#,
        most,
        SIDE_BY_SIDE
    )
    .fetch_all(conn)
    .await?)
}

/// Seconds until the next delivery is due; nothing when none waits.
///
/// # Errors
/// Of the database.
pub async fn next_due(conn: &mut PgConnection) -> Result<Option<f64>> {
    Ok(sqlx::query_scalar!(
        r#"select extract(epoch from min(greatest(w.next_at, w.claimed_until)) - now())::float8
           from webhook_deliveries w join webhook_endpoints e on e.id = w.endpoint_id
           where e.enabled and w.next_at is not null"#
    )
    .fetch_one(conn)
    .await?)
}

/// A delivery was taken.
///
/// # Errors
/// Of the database.
pub async fn delivered(conn: &mut PgConnection, job: &Job, status: u16) -> Result<()> {
    sqlx::query!(
        "with done as (
           update webhook_deliveries set next_at = null, claimed_until = null, delivered_at = now(),
                  last_status = $2, last_error = null where id = $1
         )
         update webhook_endpoints set failing_since = null
         where id = $3 and failing_since is not null",
        job.id,
        i32::from(status),
        job.endpoint
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Why an attempt failed, and what follows.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Status of the answer, when there was one.
    pub status: Option<u16>,
    /// What went wrong.
    pub error: String,
    /// Seconds until the next attempt; nothing when it is given up.
    pub pause: Option<f64>,
    /// The endpoint says that it is gone: it is switched off at once.
    pub gone: bool,
}

/// An attempt failed: it is tried again later, and an endpoint that has failed for `off_after`
/// seconds is switched off.
///
/// # Errors
/// Of the database.
pub async fn failed(
    conn: &mut PgConnection,
    job: &Job,
    failure: &Failure,
    off_after: f64,
) -> Result<()> {
    let error: String = failure.error.chars().take(500).collect();
    sqlx::query!(
        "with tried as (
           update webhook_deliveries
           set next_at = now() + make_interval(secs => $2::float8), claimed_until = null,
               last_status = $3, last_error = $4
           where id = $1
         ), judged as (
           select id, failing_since,
                  $6 or failing_since < now() - make_interval(secs => $7::float8) as off
           from webhook_endpoints where id = $5
         )
         update webhook_endpoints e
         set failing_since = coalesce(e.failing_since, now()),
             enabled = e.enabled and not coalesce(j.off, false),
             disabled_reason = case when j.off then left($4, 500) else e.disabled_reason end
         from judged j where e.id = j.id",
        job.id,
        failure.pause,
        failure.status.map(i32::from),
        error,
        job.endpoint,
        failure.gone,
        off_after
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets deliveries of more than thirty days ago that nothing is to be done about.
///
/// # Errors
/// Of the database.
pub async fn forget_old(conn: &mut PgConnection) -> Result<u64> {
    let done = sqlx::query!(
        "delete from webhook_deliveries
         where next_at is null and created_at < now() - interval '30 days'"
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
