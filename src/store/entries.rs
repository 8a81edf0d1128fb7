//! Entries: who plays in a tournament, a team's roster, penalties.
use super::page::{Page, Rows};
use super::players::{ExternalId, Order};
use super::{Result, shape};
use crate::tournament::dossier::EntryFacts;
use crate::tournament::model::{Entry, Member, Penalty};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// Fields of [`Entry`] that have columns or tables of their own.
const COLUMNS: &[&str] = &[
    "number",
    "name",
    "unit",
    "rating",
    "title",
    "sex",
    "birth_year",
    "seed",
    "status",
    "withdrawn_after",
    "withdrawn_in_stage",
    "first_round",
    "members",
    "penalties",
];
const MEMBER_COLUMNS: &[&str] = &["name", "rating", "title", "reserve", "captain", "entry"];

fn int(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// All entries of a tournament, by number.
///
/// # Errors
/// Of the database.
pub async fn of_tournament(conn: &mut PgConnection, tournament: Uuid) -> Result<Vec<EntryFacts>> {
    select(conn, tournament, None, None).await
}

/// The entries with these numbers.
///
/// # Errors
/// Of the database.
pub async fn of_numbers(
    conn: &mut PgConnection,
    tournament: Uuid,
    numbers: &[u32],
) -> Result<Vec<EntryFacts>> {
    let numbers: Vec<i32> = numbers.iter().map(|n| int(*n)).collect();
    select(conn, tournament, None, Some(&numbers)).await
}

/// One entry.
///
/// # Errors
/// Of the database.
pub async fn get(
    conn: &mut PgConnection,
    tournament: Uuid,
    id: Uuid,
) -> Result<Option<EntryFacts>> {
    Ok(select(conn, tournament, Some(id), None).await?.pop())
}

async fn select(
    conn: &mut PgConnection,
    tournament: Uuid,
    id: Option<Uuid>,
    numbers: Option<&[i32]>,
) -> Result<Vec<EntryFacts>> {
    let rows = sqlx::query!(
        "select id, number, player_id, name, unit, rating, title, sex, birth_year, seed, status,
                withdrawn_after, withdrawn_in_stage, first_round, details, version
         from entries where tournament_id = $1 and ($2::uuid is null or id = $2)
           and ($3::integer[] is null or number = any($3)) order by number",
        tournament,
        id,
        numbers
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|r| r.id).collect();
    let mut members = members_of(conn, &ids).await?;
    let mut penalties = penalties_of(conn, &ids).await?;
    rows.into_iter()
        .map(|r| {
            let mut entry: Entry = shape::join(
                r.details,
                [
                    ("number", json!(r.number)),
                    ("name", json!(r.name)),
                    ("unit", json!(r.unit)),
                    ("rating", json!(r.rating)),
                    ("title", json!(r.title)),
                    ("sex", json!(r.sex)),
                    ("birth_year", json!(r.birth_year)),
                    ("seed", json!(r.seed)),
                    ("status", json!(r.status)),
                    ("withdrawn_after", json!(r.withdrawn_after)),
                    ("withdrawn_in_stage", json!(r.withdrawn_in_stage)),
                    ("first_round", json!(r.first_round)),
                ],
            )?;
            entry.members = members.remove(&r.id).unwrap_or_default();
            entry.penalties = penalties.remove(&r.id).unwrap_or_default();
            Ok(EntryFacts {
                id: r.id,
                version: r.version,
                player_id: r.player_id,
                entry,
            })
        })
        .collect()
}

async fn members_of(conn: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<Member>>> {
    let rows = sqlx::query!(
        "select entry_id, name, rating, title, reserve, captain, entry_number, details
         from entry_members where entry_id = any($1) order by entry_id, place",
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut members: HashMap<Uuid, Vec<Member>> = HashMap::new();
    for r in rows {
        let member = shape::join(
            r.details,
            [
                ("name", json!(r.name)),
                ("rating", json!(r.rating)),
                ("title", json!(r.title)),
                ("reserve", json!(r.reserve)),
                ("captain", json!(r.captain)),
                ("entry", json!(r.entry_number)),
            ],
        )?;
        members.entry(r.entry_id).or_default().push(member);
    }
    Ok(members)
}

async fn penalties_of(
    conn: &mut PgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Penalty>>> {
    let rows = sqlx::query!(
        "select entry_id, clause, round, stage, member, note
         from penalties where entry_id = any($1) order by entry_id, place",
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut penalties: HashMap<Uuid, Vec<Penalty>> = HashMap::new();
    for r in rows {
        let penalty = shape::join(
            Value::Null,
            [
                ("clause", json!(r.clause)),
                ("round", json!(r.round)),
                ("stage", json!(r.stage)),
                ("member", json!(r.member)),
                ("note", json!(r.note)),
            ],
        )?;
        penalties.entry(r.entry_id).or_default().push(penalty);
    }
    Ok(penalties)
}

/// The highest number given in a tournament; 0 when nobody has entered.
///
/// # Errors
/// Of the database.
pub async fn highest_number(conn: &mut PgConnection, tournament: Uuid) -> Result<u32> {
    let highest = sqlx::query_scalar!(
        r#"select coalesce(max(number), 0) as "n!" from entries where tournament_id = $1"#,
        tournament
    )
    .fetch_one(conn)
    .await?;
    Ok(u32::try_from(highest).unwrap_or(0))
}

/// Adds an entry.
///
/// # Errors
/// Of the database.
pub async fn insert(
    conn: &mut PgConnection,
    tournament: Uuid,
    facts: &EntryFacts,
    now: OffsetDateTime,
) -> Result<()> {
    let e = &facts.entry;
    sqlx::query!(
        "insert into entries (id, tournament_id, number, player_id, name, unit, rating, title, sex,
             birth_year, seed, status, withdrawn_after, withdrawn_in_stage, first_round, details,
             version, created_at)
         values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18)",
        facts.id,
        tournament,
        int(e.number),
        facts.player_id,
        e.name,
        e.unit,
        e.rating,
        e.title,
        e.sex.map(shape::name).transpose()?,
        e.birth_year,
        e.seed.map(int),
        shape::name(e.status)?,
        e.withdrawn_after.map(int),
        e.withdrawn_in_stage.map(int),
        e.first_round.map(int),
        shape::details(e, COLUMNS)?,
        facts.version,
        now
    )
    .execute(&mut *conn)
    .await?;
    insert_members(conn, facts).await?;
    insert_penalties(conn, facts, now).await
}

/// Stores an entry; its roster and penalties too where they differ.
///
/// # Errors
/// Of the database.
pub async fn update(
    conn: &mut PgConnection,
    before: &EntryFacts,
    after: &EntryFacts,
    now: OffsetDateTime,
) -> Result<()> {
    let e = &after.entry;
    sqlx::query!(
        "update entries set number = $2, player_id = $3, name = $4, unit = $5, rating = $6,
                title = $7, sex = $8, birth_year = $9, seed = $10, status = $11,
                withdrawn_after = $12, withdrawn_in_stage = $13, first_round = $14, details = $15,
                version = $16 where id = $1",
        after.id,
        int(e.number),
        after.player_id,
        e.name,
        e.unit,
        e.rating,
        e.title,
        e.sex.map(shape::name).transpose()?,
        e.birth_year,
        e.seed.map(int),
        shape::name(e.status)?,
        e.withdrawn_after.map(int),
        e.withdrawn_in_stage.map(int),
        e.first_round.map(int),
        shape::details(e, COLUMNS)?,
        after.version
    )
    .execute(&mut *conn)
    .await?;
    if before.entry.members != e.members {
        sqlx::query!("delete from entry_members where entry_id = $1", after.id)
            .execute(&mut *conn)
            .await?;
        insert_members(conn, after).await?;
    }
    if before.entry.penalties != e.penalties {
        sqlx::query!("delete from penalties where entry_id = $1", after.id)
            .execute(&mut *conn)
            .await?;
        insert_penalties(conn, after, now).await?;
    }
    Ok(())
}

/// Takes an entry out that has never been paired.
///
/// # Errors
/// Of the database.
pub async fn delete(conn: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!("delete from entries where id = $1", id)
        .execute(conn)
        .await?;
    Ok(())
}

async fn insert_members(conn: &mut PgConnection, facts: &EntryFacts) -> Result<()> {
    for (m, place) in facts.entry.members.iter().zip(1i32..) {
        sqlx::query!(
            "insert into entry_members (entry_id, place, name, rating, title, reserve, captain,
                 entry_number, details) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            facts.id,
            place,
            m.name,
            m.rating,
            m.title,
            m.reserve,
            m.captain,
            m.entry.map(int),
            shape::details(m, MEMBER_COLUMNS)?
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

async fn insert_penalties(
    conn: &mut PgConnection,
    facts: &EntryFacts,
    now: OffsetDateTime,
) -> Result<()> {
    for (p, place) in facts.entry.penalties.iter().zip(1i32..) {
        sqlx::query!(
            "insert into penalties (id, entry_id, place, clause, round, stage, member, note, given_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            Uuid::now_v7(),
            facts.id,
            place,
            shape::name(p.clause)?,
            p.round.map(int),
            p.stage.map(int),
            p.member.map(int),
            p.note,
            now
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// The entry another system knows by this number.
///
/// # Errors
/// Of the database.
pub async fn by_external_id(
    conn: &mut PgConnection,
    tournament: Uuid,
    id: &ExternalId,
) -> Result<Option<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select entry_id from entry_external_ids
         where tournament_id = $1 and system = $2 and external_id = $3",
        tournament,
        id.system,
        id.id
    )
    .fetch_optional(conn)
    .await?)
}

/// Records the number another system knows an entry by.
///
/// # Errors
/// Of the database.
pub async fn set_external_id(
    conn: &mut PgConnection,
    tournament: Uuid,
    entry: Uuid,
    id: &ExternalId,
) -> Result<()> {
    sqlx::query!(
        "insert into entry_external_ids (tournament_id, system, external_id, entry_id)
         values ($1, $2, $3, $4)",
        tournament,
        id.system,
        id.id,
        entry
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The ids of a tournament's entries by number.
///
/// # Errors
/// Of the database.
pub async fn ids_by_number(
    conn: &mut PgConnection,
    tournament: Uuid,
) -> Result<HashMap<u32, Uuid>> {
    let rows = sqlx::query!(
        "select number, id from entries where tournament_id = $1",
        tournament
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|r| Some((u32::try_from(r.number).ok()?, r.id)))
        .collect())
}

struct Named {
    name: String,
    number: i32,
}

/// Numbers by name in an order that must be part of the statement's text.
macro_rules! named {
    ($collation:tt, $($argument:expr),*) => {
        sqlx::query_as!(
            Named,
            r#"select e.name as "name!", e.number as "number!"
           from unnest($1::integer[], $2::text[]) as e(number, name)
           where $3::text is null or (e.name "#
                + $collation
                + ", e.number) > ($3, $4) order by e.name "
                + $collation
                + ", e.number limit $5",
            $($argument),*
        )
    };
}

/// Entries of a tournament, given by number and name, in an order of names: a page of numbers.
///
/// The names come with the question, so that the order is that of one revision, whichever is asked for.
///
/// # Errors
/// Of the database.
pub async fn by_name(
    conn: &mut PgConnection,
    (numbers, names): (&[i32], &[String]),
    order: Order,
    page: Page<(String, i32)>,
) -> Result<Rows<(String, i32), (String, i32)>> {
    let (after, after_number) = page.after.unzip();
    let limit = page.limit + 1;
    let rows = match order {
        Order::Name => {
            named!("collate \"C\"", numbers, names, after, after_number, limit)
                .fetch_all(conn)
                .await?
        }
        Order::Pinyin => {
            named!(
                "collate zh_pinyin",
                numbers,
                names,
                after,
                after_number,
                limit
            )
            .fetch_all(conn)
            .await?
        }
        Order::Stroke => {
            named!(
                "collate zh_stroke",
                numbers,
                names,
                after,
                after_number,
                limit
            )
            .fetch_all(conn)
            .await?
        }
    };
    let rows = rows.into_iter().map(|row| (row.name, row.number)).collect();
    Ok(Rows::cut(rows, page.limit, Clone::clone))
}
