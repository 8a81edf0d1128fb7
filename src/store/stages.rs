//! Stages, their fields, draws of lots.
use super::{Result, shape};
use crate::tournament::dossier::StageFacts;
use crate::tournament::lots::Lots;
use crate::tournament::model::Stage;
use serde_json::json;
use sqlx::PgConnection;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

const COLUMNS: &[&str] = &[
    "format",
    "name",
    "rounds_planned",
    "entries",
    "regulations",
    "rounds",
];

/// All stages of a tournament in sequence, without their rounds.
///
/// # Errors
/// Of the database.
pub async fn of_tournament(conn: &mut PgConnection, tournament: Uuid) -> Result<Vec<StageFacts>> {
    let rows = sqlx::query!(
        "select id, format, name, rounds_planned, regulations, own_field, details, version
         from stages where tournament_id = $1 order by number",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let field = sqlx::query!(
        "select s.stage_id, e.number from stage_entries s join entries e on e.id = s.entry_id
         where s.tournament_id = $1 order by s.stage_id, s.position",
        tournament
    )
    .fetch_all(conn)
    .await?;
    let mut fields: HashMap<Uuid, Vec<u32>> = HashMap::new();
    for r in field {
        let number = u32::try_from(r.number).unwrap_or_default();
        fields.entry(r.stage_id).or_default().push(number);
    }
    rows.into_iter()
        .map(|r| {
            let mut stage: Stage = shape::join(
                r.details,
                [
                    ("format", json!(r.format)),
                    ("name", json!(r.name)),
                    ("rounds_planned", json!(r.rounds_planned)),
                    ("regulations", r.regulations),
                ],
            )?;
            stage.entries = r
                .own_field
                .then(|| fields.remove(&r.id).unwrap_or_default());
            Ok(StageFacts {
                id: r.id,
                version: r.version,
                stage,
                rounds: Vec::new(),
            })
        })
        .collect()
}

/// Adds a stage.
///
/// # Errors
/// Of the database.
pub async fn insert(
    conn: &mut PgConnection,
    tournament: Uuid,
    number: u32,
    facts: &StageFacts,
    now: OffsetDateTime,
) -> Result<()> {
    let s = &facts.stage;
    sqlx::query!(
        "insert into stages (id, tournament_id, number, format, name, rounds_planned, regulations,
             own_field, details, version, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        facts.id,
        tournament,
        number as i32,
        shape::name(s.format)?,
        s.name,
        s.rounds_planned.map(|n| n as i32),
        serde_json::to_value(&s.regulations)?,
        s.entries.is_some(),
        shape::details(s, COLUMNS)?,
        facts.version,
        now
    )
    .execute(&mut *conn)
    .await?;
    insert_field(conn, tournament, facts).await
}

/// Stores a stage's settings and field.
///
/// # Errors
/// Of the database.
pub async fn update(conn: &mut PgConnection, tournament: Uuid, facts: &StageFacts) -> Result<()> {
    let s = &facts.stage;
    sqlx::query!(
        "update stages set format = $2, name = $3, rounds_planned = $4, regulations = $5,
                own_field = $6, details = $7, version = $8 where id = $1",
        facts.id,
        shape::name(s.format)?,
        s.name,
        s.rounds_planned.map(|n| n as i32),
        serde_json::to_value(&s.regulations)?,
        s.entries.is_some(),
        shape::details(s, COLUMNS)?,
        facts.version
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("delete from stage_entries where stage_id = $1", facts.id)
        .execute(&mut *conn)
        .await?;
    insert_field(conn, tournament, facts).await
}

async fn insert_field(conn: &mut PgConnection, tournament: Uuid, facts: &StageFacts) -> Result<()> {
    let Some(field) = &facts.stage.entries else {
        return Ok(());
    };
    let numbers: Vec<i32> = field.iter().map(|n| *n as i32).collect();
    sqlx::query!(
        "insert into stage_entries (stage_id, tournament_id, entry_id, position)
         select $1, $2, e.id, n.position::integer
         from unnest($3::integer[]) with ordinality as n (number, position)
         join entries e on e.tournament_id = $2 and e.number = n.number",
        facts.id,
        tournament,
        &numbers
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes out a stage in which nothing was paired.
///
/// # Errors
/// Of the database.
pub async fn delete(conn: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!("delete from stages where id = $1", id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records a draw as a tournament's last one.
///
/// # Errors
/// Of the database.
pub async fn insert_draw(
    conn: &mut PgConnection,
    tournament: Uuid,
    lots: &Lots,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!(
        "insert into draws (tournament_id, seq, lots, drawn_at)
         select $1, coalesce(max(seq), 0) + 1, $2, $3 from draws where tournament_id = $1",
        tournament,
        serde_json::to_value(lots)?,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The draws of a tournament, oldest first.
///
/// # Errors
/// Of the database.
pub async fn draws(conn: &mut PgConnection, tournament: Uuid) -> Result<Vec<Lots>> {
    let rows = sqlx::query_scalar!(
        "select lots from draws where tournament_id = $1 order by seq",
        tournament
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|lots| Ok(serde_json::from_value(lots)?))
        .collect()
}
