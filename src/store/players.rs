//! The register of players.
use super::page::{Page, Rows};
use super::{Result, shape};
use crate::tournament::model::Sex;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A player in the register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// His id.
    pub id: Uuid,
    /// What If-Match takes.
    pub version: i64,
    /// Name as printed.
    pub name: String,
    /// Name in Latin letters.
    pub latin_name: Option<String>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Year of birth.
    pub birth_year: Option<i16>,
    /// Unit (单位).
    pub unit: Option<String>,
    /// Rating (等级分).
    pub rating: Option<i32>,
    /// Title (等级称号).
    pub title: Option<String>,
    /// The numbers other systems know him by.
    pub external_ids: Vec<ExternalId>,
    /// Last change.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

/// The number another system knows something by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExternalId {
    /// The system: lower-case letters, digits, `.`, `_`, `-`.
    pub system: String,
    /// Its number for this thing.
    pub id: String,
}

struct Row {
    id: Uuid,
    version: i64,
    name: String,
    latin_name: Option<String>,
    sex: Option<String>,
    birth_year: Option<i16>,
    unit: Option<String>,
    rating: Option<i32>,
    title: Option<String>,
    updated_at: OffsetDateTime,
    systems: Vec<String>,
    external: Vec<String>,
}

impl Row {
    fn player(self) -> Result<Player> {
        let pairs = self.systems.into_iter().zip(self.external);
        Ok(Player {
            id: self.id,
            version: self.version,
            name: self.name,
            latin_name: self.latin_name,
            sex: self.sex.as_deref().map(shape::named).transpose()?,
            birth_year: self.birth_year,
            unit: self.unit,
            rating: self.rating,
            title: self.title,
            external_ids: pairs
                .map(|(system, id)| ExternalId { system, id })
                .collect(),
            updated_at: self.updated_at,
        })
    }
}

/// A player by id; a double leads to the player it was merged into.
///
/// # Errors
/// Of the database.
pub async fn get(conn: &mut PgConnection, id: Uuid) -> Result<Option<Player>> {
    sqlx::query_as!(
        Row,
        r#"select p.id, p.version, p.name, p.latin_name, p.sex, p.birth_year, p.unit, p.rating,
                  p.title, p.updated_at,
                  array(select x.system from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "systems!",
                  array(select x.external_id from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "external!"
           from players asked join players p on p.id = coalesce(asked.merged_into, asked.id)
           where asked.id = $1"#,
        id
    )
    .fetch_optional(conn)
    .await?
    .map(Row::player)
    .transpose()
}

/// The id of the player another system knows by this number.
///
/// # Errors
/// Of the database.
pub async fn by_external_id(conn: &mut PgConnection, id: &ExternalId) -> Result<Option<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select player_id from player_external_ids where system = $1 and external_id = $2",
        id.system,
        id.id
    )
    .fetch_optional(conn)
    .await?)
}

/// Players by ids, in no order; a double that was merged is not one.
///
/// # Errors
/// Of the database.
pub async fn several(conn: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Player>> {
    sqlx::query_as!(
        Row,
        r#"select p.id, p.version, p.name, p.latin_name, p.sex, p.birth_year, p.unit, p.rating,
                  p.title, p.updated_at,
                  array(select x.system from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "systems!",
                  array(select x.external_id from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "external!"
           from players p where p.id = any($1) and p.merged_into is null"#,
        ids
    )
    .fetch_all(conn)
    .await?
    .into_iter()
    .map(Row::player)
    .collect()
}

/// How a list of names is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By code points: the cheapest.
    #[default]
    Name,
    /// By pronunciation (拼音).
    Pinyin,
    /// By number of strokes (笔画).
    Stroke,
}

/// Rows of a page in an order that must be part of the statement's text.
macro_rules! ordered {
    ($collation:tt, $($argument:expr),*) => {
        sqlx::query_as!(
            Row,
            r#"select p.id, p.version, p.name, p.latin_name, p.sex, p.birth_year, p.unit, p.rating,
                  p.title, p.updated_at,
                  array(select x.system from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "systems!",
                  array(select x.external_id from player_external_ids x where x.player_id = p.id
                        order by x.system, x.external_id) as "external!"
           from players p
           where p.merged_into is null
             and ($1::text is null or starts_with(p.name, $1))
             and ($2::text is null or p.unit = $2)
             and ($3::text is null or (p.name "#
                + $collation
                + ", p.id) > ($3, $4)) order by p.name "
                + $collation
                + ", p.id limit $5",
            $($argument),*
        )
    };
}

/// Players by name.
///
/// # Errors
/// Of the database.
pub async fn list(
    conn: &mut PgConnection,
    name: Option<&str>,
    unit: Option<&str>,
    order: Order,
    page: Page<(String, Uuid)>,
) -> Result<Rows<Player, (String, Uuid)>> {
    let (after, after_id) = page.after.unzip();
    let limit = page.limit + 1;
    let rows = match order {
        Order::Name => {
            ordered!("", name, unit, after, after_id, limit)
                .fetch_all(conn)
                .await?
        }
        Order::Pinyin => {
            ordered!("collate zh_pinyin", name, unit, after, after_id, limit)
                .fetch_all(conn)
                .await?
        }
        Order::Stroke => {
            ordered!("collate zh_stroke", name, unit, after, after_id, limit)
                .fetch_all(conn)
                .await?
        }
    };
    let players = rows
        .into_iter()
        .map(Row::player)
        .collect::<Result<Vec<_>>>()?;
    Ok(Rows::cut(players, page.limit, |p| (p.name.clone(), p.id)))
}

/// Adds a player.
///
/// # Errors
/// Of the database.
pub async fn insert(conn: &mut PgConnection, p: &Player) -> Result<()> {
    sqlx::query!(
        "insert into players (id, name, latin_name, sex, birth_year, unit, rating, title, version,
             created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        p.id,
        p.name,
        p.latin_name,
        p.sex.map(shape::name).transpose()?,
        p.birth_year,
        p.unit,
        p.rating,
        p.title,
        p.version,
        p.updated_at
    )
    .execute(&mut *conn)
    .await?;
    set_external_ids(conn, p).await
}

/// Stores a player.
///
/// # Errors
/// Of the database.
pub async fn update(conn: &mut PgConnection, p: &Player) -> Result<()> {
    sqlx::query!(
        "update players set name = $2, latin_name = $3, sex = $4, birth_year = $5, unit = $6,
                rating = $7, title = $8, version = $9, updated_at = $10 where id = $1",
        p.id,
        p.name,
        p.latin_name,
        p.sex.map(shape::name).transpose()?,
        p.birth_year,
        p.unit,
        p.rating,
        p.title,
        p.version,
        p.updated_at
    )
    .execute(&mut *conn)
    .await?;
    set_external_ids(conn, p).await
}

async fn set_external_ids(conn: &mut PgConnection, p: &Player) -> Result<()> {
    let (systems, ids): (Vec<String>, Vec<String>) = p
        .external_ids
        .iter()
        .map(|x| (x.system.clone(), x.id.clone()))
        .unzip();
    sqlx::query!(
        "delete from player_external_ids x where x.player_id = $1
           and not exists (select from unnest($2::text[], $3::text[]) as k (system, id)
                           where k.system = x.system and k.id = x.external_id)",
        p.id,
        &systems,
        &ids
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "insert into player_external_ids (system, external_id, player_id)
         select k.system, k.id, $1 from unnest($2::text[], $3::text[]) as k (system, id)
         where not exists (select from player_external_ids x where x.player_id = $1
                           and x.system = k.system and x.external_id = k.id)",
        p.id,
        &systems,
        &ids
    )
    .execute(&mut *conn)
    .await?;
    Ok(())
}

/// Makes one player the double of another: his external ids and doubles go there. His entries are
/// facts of their tournaments and stay as they are; whoever asks for the double is led to the other.
///
/// # Errors
/// Of the database; `entries_player_once` when both entered one tournament.
pub async fn merge(
    conn: &mut PgConnection,
    double: Uuid,
    into: Uuid,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!(
        "update player_external_ids set player_id = $2 where player_id = $1",
        double,
        into
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "update players set merged_into = $2, version = version + 1, updated_at = $3
         where id = $1 or merged_into = $1",
        double,
        into,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
