//! API keys: only a hash is kept.
use super::page::{Page, Rows};
use super::{Result, shape};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Admin,
    /// A tournament as its organiser.
    Organizer,
    /// 裁判长
    ChiefArbiter,
    /// 裁判
    Arbiter,
    /// Registers players and entries.
    EntryClerk,
    /// A federation's registration system.
    Registrar,
    /// Enters the moves of games as they are played.
    Broadcaster,
    /// Submits one team's line-up.
    Captain,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 8] = [
        Role::Admin,
        Role::Organizer,
        Role::ChiefArbiter,
        Role::Arbiter,
        Role::EntryClerk,
        Role::Registrar,
        Role::Broadcaster,
        Role::Captain,
    ];
}

/// A key, without its secret.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Key {
    /// Its id.
    pub id: Uuid,
    /// The part of it that is shown.
    pub prefix: String,
    /// What it is for.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// Where; null = every tournament.
    pub tournament_id: Option<Uuid>,
    /// A captain's team.
    pub entry_id: Option<Uuid>,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it stops to work.
    #[serde(with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    /// When it was revoked.
    #[serde(with = "time::serde::rfc3339::option")]
    pub revoked_at: Option<OffsetDateTime>,
    /// Last use, to the minute.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_used_at: Option<OffsetDateTime>,
    /// The key it took the place of.
    pub rotated_from: Option<Uuid>,
}

struct Row {
    id: Uuid,
    prefix: String,
    name: String,
    role: String,
    tournament_id: Option<Uuid>,
    entry_id: Option<Uuid>,
    created_at: OffsetDateTime,
    expires_at: Option<OffsetDateTime>,
    revoked_at: Option<OffsetDateTime>,
    last_used_at: Option<OffsetDateTime>,
    rotated_from: Option<Uuid>,
}

impl Row {
    fn key(self) -> Result<Key> {
        Ok(Key {
            id: self.id,
            prefix: self.prefix,
            name: self.name,
            role: shape::named(&self.role)?,
            tournament_id: self.tournament_id,
            entry_id: self.entry_id,
            created_at: self.created_at,
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
            last_used_at: self.last_used_at,
            rotated_from: self.rotated_from,
        })
    }
}

/// The key with this hash, whatever its state.
///
/// # Errors
/// Of the database.
pub async fn by_hash(conn: &mut PgConnection, hash: &[u8]) -> Result<Option<Key>> {
    sqlx::query_as!(
        Row,
        "select id, prefix, name, role, tournament_id, entry_id, created_at, expires_at, revoked_at,
                last_used_at, rotated_from from api_keys where secret_hash = $1",
        hash
    )
    .fetch_optional(conn)
    .await?
    .map(Row::key)
    .transpose()
}

/// A key by id.
///
/// # Errors
/// Of the database.
pub async fn get(conn: &mut PgConnection, id: Uuid) -> Result<Option<Key>> {
    sqlx::query_as!(
        Row,
        "select id, prefix, name, role, tournament_id, entry_id, created_at, expires_at, revoked_at,
                last_used_at, rotated_from from api_keys where id = $1",
        id
    )
    .fetch_optional(conn)
    .await?
    .map(Row::key)
    .transpose()
}

/// Keys, newest first.
///
/// # Errors
/// Of the database.
pub async fn list(
    conn: &mut PgConnection,
    tournament: Option<Uuid>,
    page: Page<(OffsetDateTime, Uuid)>,
) -> Result<Rows<Key, (OffsetDateTime, Uuid)>> {
    let (at, id) = page.after.unzip();
    let rows = sqlx::query_as!(
        Row,
        "select id, prefix, name, role, tournament_id, entry_id, created_at, expires_at, revoked_at,
                last_used_at, rotated_from from api_keys
         where ($1::uuid is null or tournament_id = $1)
           and ($2::timestamptz is null or (created_at, id) < ($2, $3))
         order by created_at desc, id desc limit $4",
        tournament,
        at,
        id,
        page.limit + 1
    )
    .fetch_all(conn)
    .await?;
    let keys = rows.into_iter().map(Row::key).collect::<Result<Vec<_>>>()?;
    Ok(Rows::cut(keys, page.limit, |k| (k.created_at, k.id)))
}

/// Adds a key.
///
/// # Errors
/// Of the database.
pub async fn insert(conn: &mut PgConnection, k: &Key, hash: &[u8]) -> Result<()> {
    sqlx::query!(
        "insert into api_keys (id, prefix, secret_hash, name, role, tournament_id, entry_id,
             created_at, expires_at, rotated_from)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        k.id,
        k.prefix,
        hash,
        k.name,
        shape::name(k.role)?,
        k.tournament_id,
        k.entry_id,
        k.created_at,
        k.expires_at,
        k.rotated_from
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores when a key stops to work.
///
/// # Errors
/// Of the database.
pub async fn stop(
    conn: &mut PgConnection,
    id: Uuid,
    expires_at: Option<OffsetDateTime>,
    revoked_at: Option<OffsetDateTime>,
) -> Result<()> {
    sqlx::query!(
        "update api_keys set expires_at = $2, revoked_at = $3 where id = $1",
        id,
        expires_at,
        revoked_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes that a key was used; at most one write a minute and key.
///
/// # Errors
/// Of the database.
pub async fn touch(conn: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query!(
        "update api_keys set last_used_at = $2::timestamptz
         where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')",
        id,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether any admin key works at this time.
///
/// # Errors
/// Of the database.
pub async fn admin_exists(conn: &mut PgConnection, now: OffsetDateTime) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from api_keys where role = 'admin' and revoked_at is null
                          and (expires_at is null or expires_at > $1)) as "exists!""#,
        now
    )
    .fetch_one(conn)
    .await?)
}
