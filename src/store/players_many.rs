//! Many players at once: what an import asks and writes, each in one statement.
use super::Result;
use super::players::{ExternalId, Player};
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

/// A registered player's namesake: what tells him from others.
#[derive(Clone, Debug)]
pub struct Namesake {
    /// His id.
    pub id: Uuid,
    /// Name as printed.
    pub name: String,
    /// Unit.
    pub unit: Option<String>,
    /// Year of birth.
    pub birth_year: Option<i16>,
}

/// Everyone registered under one of these names; doubles that were merged are left out.
///
/// # Errors
/// Of the database.
pub async fn namesakes(conn: &mut PgConnection, names: &[String]) -> Result<Vec<Namesake>> {
    Ok(sqlx::query_as!(
        Namesake,
        "select id, name, unit, birth_year from players
         where merged_into is null and name = any($1) order by id",
        names
    )
    .fetch_all(conn)
    .await?)
}

/// The players other systems know by these numbers; those nobody has are left out.
///
/// # Errors
/// Of the database.
pub async fn by_external_ids(
    conn: &mut PgConnection,
    ids: &[&ExternalId],
) -> Result<HashMap<ExternalId, Uuid>> {
    let systems: Vec<String> = ids.iter().map(|x| x.system.clone()).collect();
    let numbers: Vec<String> = ids.iter().map(|x| x.id.clone()).collect();
    let rows = sqlx::query!(
        "select x.system, x.external_id, x.player_id from player_external_ids x
         join unnest($1::text[], $2::text[]) as u(system, id)
           on x.system = u.system and x.external_id = u.id",
        &systems,
        &numbers
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|r| {
            let id = ExternalId {
                system: r.system,
                id: r.external_id,
            };
            (id, r.player_id)
        })
        .collect())
}

/// Adds players.
///
/// # Errors
/// Of the database; an external id that belongs to somebody else.
pub async fn insert(conn: &mut PgConnection, players: &[&Player]) -> Result<()> {
    let rows = serde_json::to_value(players)?;
    sqlx::query!(
        "insert into players (id, name, latin_name, sex, birth_year, unit, rating, title, version,
             created_at, updated_at)
         select id, name, latin_name, sex, birth_year, unit, rating, title, version, updated_at,
                updated_at
         from jsonb_to_recordset($1) as u(id uuid, name text, latin_name text, sex text,
              birth_year smallint, unit text, rating integer, title text, version bigint,
              updated_at timestamptz)",
        rows
    )
    .execute(&mut *conn)
    .await?;
    add_external_ids(conn, rows).await
}

/// Stores players that are there; external ids are added, never taken away.
///
/// # Errors
/// As [`insert`].
pub async fn update(conn: &mut PgConnection, players: &[&Player]) -> Result<()> {
    let rows = serde_json::to_value(players)?;
    sqlx::query!(
        "update players p
         set name = u.name, latin_name = u.latin_name, sex = u.sex, birth_year = u.birth_year,
             unit = u.unit, rating = u.rating, title = u.title, version = u.version,
             updated_at = u.updated_at
         from jsonb_to_recordset($1) as u(id uuid, name text, latin_name text, sex text,
              birth_year smallint, unit text, rating integer, title text, version bigint,
              updated_at timestamptz)
         where p.id = u.id",
        rows
    )
    .execute(&mut *conn)
    .await?;
    add_external_ids(conn, rows).await
}

async fn add_external_ids(conn: &mut PgConnection, rows: serde_json::Value) -> Result<()> {
    // The same pair of the same player is there already; of another player the constraint refuses.
    sqlx::query!(
        "insert into player_external_ids (system, external_id, player_id)
         select x ->> 'system', x ->> 'id', u.id
         from jsonb_to_recordset($1) as u(id uuid, external_ids jsonb),
              jsonb_array_elements(u.external_ids) x
         where not exists (select from player_external_ids old
                           where old.player_id = u.id and old.system = x ->> 'system'
                             and old.external_id = x ->> 'id')",
        rows
    )
    .execute(conn)
    .await?;
    Ok(())
}
