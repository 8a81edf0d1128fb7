//! The audit log: every change, chained by hashes so that a removed or altered row shows.
use super::page::{Page, Rows};
use super::tx::Chain;
use super::{Result, rounds::rfc3339};
use crate::tournament::dossier::{Change, Direction, Dossier};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// One row of the log, before it has its place in the chain.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tournament; nothing for players and keys.
    pub tournament: Option<Uuid>,
    /// The public revision this made.
    pub revision: Option<i64>,
    /// When.
    pub at: OffsetDateTime,
    /// Who, for people.
    pub actor: String,
    /// Who, by key.
    pub actor_key: Option<Uuid>,
    /// Which command.
    pub action: String,
    /// What it was done to.
    pub subject: Value,
    /// Public changes.
    pub changes: Vec<Change>,
    /// Before and after of what is not public.
    pub private: Option<Value>,
    /// Why.
    pub reason: Option<String>,
    /// The request.
    pub request_id: String,
}

/// One row of the log as it is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Logged {
    /// Place in the chain.
    pub seq: i64,
    /// The public revision it made; null when nothing public changed.
    pub revision: Option<i64>,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Who.
    pub actor: String,
    /// Who, by key.
    pub actor_key: Option<Uuid>,
    /// Which command.
    pub action: String,
    /// What it was done to.
    #[schema(value_type = Object)]
    pub subject: Value,
    /// Before and after of each public thing.
    #[schema(value_type = Vec<Object>)]
    pub changes: Value,
    /// Before and after of what is not public, change by change.
    #[schema(value_type = Option<Vec<Object>>)]
    pub private: Option<Value>,
    /// Why.
    pub reason: Option<String>,
    /// The request.
    pub request_id: String,
    /// SHA-256 over the previous hash and this row, hexadecimal.
    pub hash: String,
}

/// SHA-256 over the previous hash and the row as JSON with sorted keys. The time is cut to
/// microseconds, as PostgreSQL keeps it.
#[expect(clippy::too_many_arguments, reason = "one argument a column")]
fn hash(
    previous: &[u8],
    tournament: Option<Uuid>,
    seq: i64,
    revision: Option<i64>,
    at: OffsetDateTime,
    actor: &str,
    actor_key: Option<Uuid>,
    action: &str,
    subject: &Value,
    changes: &Value,
    private: &Option<Value>,
    reason: Option<&str>,
    request_id: &str,
) -> Vec<u8> {
    let row = json!([
        tournament,
        seq,
        revision,
        rfc3339(at),
        actor,
        actor_key,
        action,
        subject,
        changes,
        private,
        reason,
        request_id
    ]);
    let mut sha = Sha256::new();
    sha.update(previous);
    let mut text = String::new();
    canonical(&row, &mut text);
    sha.update(text.as_bytes());
    sha.finalize().to_vec()
}

/// JSON with sorted keys, whatever order the map kept.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| name.as_str());
            out.push('{');
            for (i, (name, field)) in fields.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&Value::String(name.clone()).to_string());
                out.push(':');
                canonical(field, out);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// Appends a row; the chain moves on.
///
/// # Errors
/// Of the database.
pub async fn append(conn: &mut PgConnection, chain: &mut Chain, r: &Record) -> Result<()> {
    let seq = chain.seq + 1;
    let changes = serde_json::to_value(&r.changes)?;
    let hash = hash(
        &chain.hash,
        r.tournament,
        seq,
        r.revision,
        r.at,
        &r.actor,
        r.actor_key,
        &r.action,
        &r.subject,
        &changes,
        &r.private,
        r.reason.as_deref(),
        &r.request_id,
    );
    sqlx::query!(
        "insert into audit (id, tournament_id, seq, revision, at, actor, actor_key, action, subject,
             changes, private, reason, request_id, previous_hash, hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        Uuid::now_v7(),
        r.tournament,
        seq,
        r.revision,
        r.at,
        r.actor,
        r.actor_key,
        r.action,
        r.subject,
        changes,
        r.private,
        r.reason,
        r.request_id,
        chain.hash,
        hash
    )
    .execute(conn)
    .await?;
    chain.seq = seq;
    chain.hash = hash;
    Ok(())
}

/// The log of a tournament (or of players and keys) after a place in the chain.
///
/// # Errors
/// Of the database.
pub async fn list(
    conn: &mut PgConnection,
    tournament: Option<Uuid>,
    page: Page<i64>,
) -> Result<Rows<Logged, i64>> {
    let rows = sqlx::query!(
        "select seq, revision, at, actor, actor_key, action, subject, changes, private, reason,
                request_id, hash
         from audit where tournament_id is not distinct from $1 and seq > $2 order by seq limit $3",
        tournament,
        page.after.unwrap_or(0),
        page.limit + 1
    )
    .fetch_all(conn)
    .await?;
    let rows = rows
        .into_iter()
        .map(|r| Logged {
            seq: r.seq,
            revision: r.revision,
            at: r.at,
            actor: r.actor,
            actor_key: r.actor_key,
            action: r.action,
            subject: r.subject,
            changes: r.changes,
            private: r.private,
            reason: r.reason,
            request_id: r.request_id,
            hash: hex::encode(r.hash),
        })
        .collect();
    Ok(Rows::cut(rows, page.limit, |r: &Logged| r.seq))
}

/// The first place at which a chain is broken: a row altered, removed or put in between.
///
/// # Errors
/// Of the database.
pub async fn first_broken(
    conn: &mut PgConnection,
    tournament: Option<Uuid>,
) -> Result<Option<i64>> {
    let rows = sqlx::query!(
        "select seq, revision, at, actor, actor_key, action, subject, changes, private, reason,
                request_id, hash
         from audit where tournament_id is not distinct from $1 order by seq",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut previous = vec![0u8; 32];
    let mut expected = 0;
    for r in rows {
        expected += 1;
        let computed = hash(
            &previous,
            tournament,
            expected,
            r.revision,
            r.at,
            &r.actor,
            r.actor_key,
            &r.action,
            &r.subject,
            &r.changes,
            &r.private,
            r.reason.as_deref(),
            &r.request_id,
        );
        if r.seq != expected || computed != r.hash {
            return Ok(Some(expected));
        }
        previous = computed;
    }
    // A cut tail shows at the head kept beside the chain.
    let head = match tournament {
        Some(id) => {
            sqlx::query_scalar!("select audit_hash from tournaments where id = $1", id)
                .fetch_optional(conn)
                .await?
        }
        None => Some(
            sqlx::query_scalar!("select hash from audit_head")
                .fetch_one(conn)
                .await?,
        ),
    };
    Ok((head.is_some_and(|h| h != previous)).then_some(expected + 1))
}

/// One public change for the feed: what happened at a revision, without the private part.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Published {
    /// The revision it made.
    pub revision: i64,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// Which command.
    pub action: String,
    /// What it was done to.
    #[schema(value_type = Object)]
    pub subject: Value,
}

/// The public changes after a revision, oldest first.
///
/// # Errors
/// Of the database.
pub async fn published_since(
    conn: &mut PgConnection,
    tournament: Uuid,
    since: i64,
    limit: i64,
) -> Result<Vec<Published>> {
    let rows = sqlx::query!(
        r#"select revision as "revision!", at, action, subject from audit
           where tournament_id = $1 and revision > $2 order by revision limit $3"#,
        tournament,
        since,
        limit
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|r| Published {
            revision: r.revision,
            at: r.at,
            action: r.action,
            subject: r.subject,
        })
        .collect())
}

/// Moves public facts forward to the newest revision by the changes made since. False when the gap
/// is too wide or not there, so that loading afresh is better.
///
/// # Errors
/// Of the database.
pub async fn catch_up(conn: &mut PgConnection, dossier: &mut Dossier) -> Result<bool> {
    const WIDEST: i64 = 64;
    let rows = sqlx::query!(
        r#"select revision as "revision!", changes from audit
           where tournament_id = $1 and revision > $2 order by revision limit $3"#,
        dossier.id,
        dossier.revision,
        WIDEST + 1
    )
    .fetch_all(conn)
    .await?;
    if rows.len() as i64 > WIDEST {
        return Ok(false);
    }
    for r in rows {
        if r.revision != dossier.revision + 1 {
            return Ok(false);
        }
        for change in serde_json::from_value::<Vec<Change>>(r.changes)? {
            dossier.apply(&change, Direction::Forward);
        }
        dossier.revision = r.revision;
    }
    Ok(true)
}

/// Moves public facts back to an earlier revision.
///
/// # Errors
/// Of the database.
pub async fn rewind(conn: &mut PgConnection, dossier: &mut Dossier, to: i64) -> Result<()> {
    let rows = sqlx::query_scalar!(
        "select changes from audit where tournament_id = $1 and revision > $2
         order by revision desc",
        dossier.id,
        to
    )
    .fetch_all(conn)
    .await?;
    for changes in rows {
        for change in serde_json::from_value::<Vec<Change>>(changes)?.iter().rev() {
            dossier.apply(change, Direction::Back);
        }
    }
    dossier.revision = to;
    Ok(())
}

/// The command that made a revision.
#[derive(Clone, Debug)]
pub struct Made {
    /// Which command.
    pub action: String,
    /// Its public changes.
    pub changes: Vec<Change>,
}

/// The command that made a revision.
///
/// # Errors
/// Of the database.
pub async fn changes_of(
    conn: &mut PgConnection,
    tournament: Uuid,
    revision: i64,
) -> Result<Option<Made>> {
    let row = sqlx::query!(
        "select action, changes from audit where tournament_id = $1 and revision = $2",
        tournament,
        revision
    )
    .fetch_optional(conn)
    .await?;
    row.map(|r| {
        Ok(Made {
            action: r.action,
            changes: serde_json::from_value(r.changes)?,
        })
    })
    .transpose()
}
