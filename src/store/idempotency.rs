//! Answers kept for a day, so that a blind retry gets the same one.
use super::Result;
use serde_json::Value;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// How long an answer is kept.
pub const KEPT: Duration = Duration::hours(24);

/// An answer given before.
#[derive(Clone, Debug)]
pub struct Kept {
    /// SHA-256 of method, path and body of the request it answered.
    pub fingerprint: Vec<u8>,
    /// Kind, location, revision.
    pub answer: Value,
    /// The body.
    pub body: Vec<u8>,
}

/// Claims a key until the end of the transaction; false when another transaction holds it.
///
/// # Errors
/// Of the database.
pub async fn claim(conn: &mut PgConnection, owner: &str, key: &str) -> Result<bool> {
    // A request that was refused gives the key back a moment after its answer.
    for _ in 0..5 {
        if try_claim(conn, owner, key).await? {
            return Ok(true);
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    try_claim(conn, owner, key).await
}

async fn try_claim(conn: &mut PgConnection, owner: &str, key: &str) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock(hashtextextended($1 || chr(10) || $2, 7312)) as "got!""#,
        owner,
        key
    )
    .fetch_one(conn)
    .await?)
}

/// The answer given to this key within the last day.
///
/// # Errors
/// Of the database.
pub async fn find(
    conn: &mut PgConnection,
    owner: &str,
    key: &str,
    now: OffsetDateTime,
) -> Result<Option<Kept>> {
    Ok(sqlx::query_as!(
        Kept,
        "select fingerprint, answer, body from idempotency_keys
         where owner = $1 and key = $2 and created_at > $3",
        owner,
        key,
        now - KEPT
    )
    .fetch_optional(conn)
    .await?)
}

/// Keeps an answer, in the transaction of its effect.
///
/// # Errors
/// Of the database.
pub async fn keep(
    conn: &mut PgConnection,
    owner: &str,
    key: &str,
    kept: &Kept,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!(
        "insert into idempotency_keys (owner, key, fingerprint, answer, body, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict on constraint idempotency_keys_once do update
         set fingerprint = excluded.fingerprint, answer = excluded.answer, body = excluded.body,
             created_at = excluded.created_at",
        owner,
        key,
        kept.fingerprint,
        kept.answer,
        kept.body,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets answers older than a day.
///
/// # Errors
/// Of the database.
pub async fn forget_old(conn: &mut PgConnection, now: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query!(
        "delete from idempotency_keys where created_at <= $1",
        now - KEPT
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
