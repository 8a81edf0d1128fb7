//! Rounds and where everyone sits in them.
use super::{Result, games, shape};
use crate::tournament::dossier::{RoundFacts, RoundState};
use crate::tournament::model::Round;
use serde_json::json;
use sqlx::PgConnection;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

const COLUMNS: &[&str] = &["number", "byes", "games"];

/// All rounds of a tournament with their games: by stage, in order.
///
/// # Errors
/// Of the database.
pub async fn of_tournament(
    conn: &mut PgConnection,
    tournament: Uuid,
) -> Result<HashMap<Uuid, Vec<RoundFacts>>> {
    let rows = sqlx::query!(
        "select id, stage_id, number, state, pairing, details, version, published_at
         from rounds where tournament_id = $1 order by stage_id, number",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let byes = sqlx::query!(
        "select s.round_id, e.number from seats s join entries e on e.id = s.entry_id
         join rounds r on r.id = s.round_id
         where r.tournament_id = $1 and s.bye_place is not null order by s.round_id, s.bye_place",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut byes_of: HashMap<Uuid, Vec<u32>> = HashMap::new();
    for r in byes {
        let number = u32::try_from(r.number).unwrap_or_default();
        byes_of.entry(r.round_id).or_default().push(number);
    }
    let mut games_of = games::of_tournament(conn, tournament).await?;
    let mut rounds: HashMap<Uuid, Vec<RoundFacts>> = HashMap::new();
    for r in rows {
        let mut round: Round = shape::join(r.details, [("number", json!(r.number))])?;
        round.byes = byes_of.remove(&r.id).unwrap_or_default();
        rounds.entry(r.stage_id).or_default().push(RoundFacts {
            id: r.id,
            version: r.version,
            state: shape::named::<RoundState>(&r.state)?,
            published_at: r.published_at.map(rfc3339),
            round,
            pairing: r.pairing.map(Arc::new),
            games: games_of.remove(&r.id).unwrap_or_default(),
        });
    }
    Ok(rounds)
}

/// A time as RFC 3339.
pub fn rfc3339(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// Adds a round with its seats and games.
///
/// # Errors
/// Of the database.
pub async fn insert(
    conn: &mut PgConnection,
    tournament: Uuid,
    stage: Uuid,
    facts: &RoundFacts,
    ids: &HashMap<u32, Uuid>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!(
        "insert into rounds (id, tournament_id, stage_id, number, state, pairing, details, version,
             created_at, published_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        facts.id,
        tournament,
        stage,
        facts.round.number as i32,
        shape::name(facts.state)?,
        facts.pairing.as_deref(),
        shape::details(&facts.round, COLUMNS)?,
        facts.version,
        now,
        (facts.state != RoundState::Draft).then_some(now)
    )
    .execute(&mut *conn)
    .await?;
    insert_seats(conn, tournament, facts, ids, now).await
}

async fn insert_seats(
    conn: &mut PgConnection,
    tournament: Uuid,
    facts: &RoundFacts,
    ids: &HashMap<u32, Uuid>,
    now: OffsetDateTime,
) -> Result<()> {
    let id_of = |number: &u32| {
        ids.get(number)
            .copied()
            .ok_or_else(|| super::Error::Fault(format!("number {number} is in no entry")))
    };
    let mut entries = Vec::new();
    let mut tables: Vec<Option<i32>> = Vec::new();
    let mut places: Vec<Option<i32>> = Vec::new();
    // Several games of one pairing share a table and its two seats.
    let mut seated = HashSet::new();
    for g in &facts.games {
        for number in [&g.game.red, &g.game.black] {
            if seated.insert((*number, g.game.table)) {
                entries.push(id_of(number)?);
                tables.push(Some(g.game.table as i32));
                places.push(None);
            }
        }
    }
    for (number, place) in facts.round.byes.iter().zip(1i32..) {
        entries.push(id_of(number)?);
        tables.push(None);
        places.push(Some(place));
    }
    sqlx::query!(
        "insert into seats (round_id, entry_id, table_no, bye_place)
         select $1, * from unnest($2::uuid[], $3::integer[], $4::integer[])",
        facts.id,
        &entries,
        &tables as &[Option<i32>],
        &places as &[Option<i32>]
    )
    .execute(&mut *conn)
    .await?;
    for g in &facts.games {
        games::insert(
            conn,
            tournament,
            facts.id,
            g,
            (id_of(&g.game.red)?, id_of(&g.game.black)?),
            now,
        )
        .await?;
    }
    Ok(())
}

/// Stores a round's state, version and details.
///
/// # Errors
/// Of the database.
pub async fn update(
    conn: &mut PgConnection,
    facts: &RoundFacts,
    published_at: Option<OffsetDateTime>,
) -> Result<()> {
    sqlx::query!(
        "update rounds set state = $2, details = $3, version = $4,
                published_at = coalesce(published_at, $5) where id = $1",
        facts.id,
        shape::name(facts.state)?,
        shape::details(&facts.round, COLUMNS)?,
        facts.version,
        published_at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Puts other pairings into a draft.
///
/// # Errors
/// Of the database.
pub async fn replace_pairings(
    conn: &mut PgConnection,
    tournament: Uuid,
    facts: &RoundFacts,
    ids: &HashMap<u32, Uuid>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!("delete from games where round_id = $1", facts.id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("delete from seats where round_id = $1", facts.id)
        .execute(&mut *conn)
        .await?;
    update(conn, facts, None).await?;
    sqlx::query!(
        "update rounds set pairing = $2 where id = $1",
        facts.id,
        facts.pairing.as_deref()
    )
    .execute(&mut *conn)
    .await?;
    insert_seats(conn, tournament, facts, ids, now).await
}

/// Takes a round out, with its games.
///
/// # Errors
/// Of the database.
pub async fn delete(conn: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!("delete from games where round_id = $1", id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!("delete from rounds where id = $1", id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The rounds of a stage after one, in order.
///
/// # Errors
/// Of the database.
pub async fn numbers_after(conn: &mut PgConnection, stage: Uuid, round: u32) -> Result<Vec<u32>> {
    let rows = sqlx::query_scalar!(
        "select number from rounds where stage_id = $1 and number > $2 order by number",
        stage,
        round as i32
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|n| u32::try_from(n).ok())
        .collect())
}
