//! The game's log: what happened at the board, in order; and what the game is played under.
use super::{Result, shape};
use crate::tournament::conduct::{Author, Entry, Settings};
use serde_json::Value;
use sqlx::PgConnection;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// One entry with what the log knows beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// The entry.
    pub entry: Entry,
    /// Who entered it, by name.
    pub name: String,
    /// The public revision that came with it.
    pub revision: i64,
}

struct Row {
    ply: Option<i32>,
    role: String,
    author: String,
    author_key: Option<Uuid>,
    at: OffsetDateTime,
    content: Value,
    revision: i64,
}

impl Row {
    fn logged(self) -> Result<Logged> {
        let id = match self.author_key {
            Some(key) => key.to_string(),
            None => self.author.clone(),
        };
        Ok(Logged {
            entry: Entry {
                at: self.at,
                by: Author {
                    role: shape::named(&self.role)?,
                    id: Some(id),
                },
                ply: self
                    .ply
                    .and_then(|ply| u32::try_from(ply).ok())
                    .unwrap_or(0),
                act: serde_json::from_value(self.content)?,
            },
            name: self.author,
            revision: self.revision,
        })
    }
}

/// A game's log, in order, as it was at a public revision; `board` is 0 for a game of its own.
///
/// # Errors
/// Of the database.
pub async fn of_game(
    conn: &mut PgConnection,
    game: Uuid,
    board: u32,
    revision: i64,
) -> Result<Vec<Logged>> {
    let rows = sqlx::query_as!(
        Row,
        "select ply, role, author, author_key, at, content, revision from game_log
         where game_id = $1 and board_no = $2 and revision <= $3 order by seq",
        game,
        board as i32,
        revision
    )
    .fetch_all(conn)
    .await?;
    rows.into_iter().map(Row::logged).collect()
}

/// The stored log of one game or board.
#[derive(Clone, Debug)]
pub struct StoredLog {
    /// The game.
    pub game: Uuid,
    /// 0 for a game of its own.
    pub board: u32,
    /// What it is played under.
    pub settings: Settings,
    /// The entries in order.
    pub entries: Vec<Logged>,
}

/// Every log of a tournament that has begun.
///
/// # Errors
/// Of the database.
pub async fn of_tournament(conn: &mut PgConnection, tournament: Uuid) -> Result<Vec<StoredLog>> {
    let settings = sqlx::query!(
        "select s.game_id, s.board_no, s.settings
         from game_settings s join games g on g.id = s.game_id
         where g.tournament_id = $1 order by s.game_id, s.board_no",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        "select l.game_id, l.board_no, l.ply, l.role, l.author, l.author_key, l.at, l.content,
                l.revision
         from game_log l join games g on g.id = l.game_id
         where g.tournament_id = $1 order by l.game_id, l.board_no, l.seq",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut logs: HashMap<(Uuid, i32), Vec<Logged>> = HashMap::new();
    for row in rows {
        let key = (row.game_id, row.board_no);
        let row = Row {
            ply: row.ply,
            role: row.role,
            author: row.author,
            author_key: row.author_key,
            at: row.at,
            content: row.content,
            revision: row.revision,
        };
        logs.entry(key).or_default().push(row.logged()?);
    }
    settings
        .into_iter()
        .filter_map(|row| {
            let entries = logs.remove(&(row.game_id, row.board_no))?;
            Some((row, entries))
        })
        .map(|(row, entries)| {
            Ok(StoredLog {
                game: row.game_id,
                board: row.board_no as u32,
                settings: serde_json::from_value(row.settings)?,
                entries,
            })
        })
        .collect()
}

/// The first entry, counted from 0, that a revision brought to each board of a game.
///
/// # Errors
/// Of the database.
pub async fn first_of_revision(
    conn: &mut PgConnection,
    game: Uuid,
    revision: i64,
) -> Result<Vec<(u32, u32)>> {
    let rows = sqlx::query!(
        r#"select board_no, min(seq) as "seq!" from game_log
           where game_id = $1 and revision = $2 group by board_no order by board_no"#,
        game,
        revision
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.board_no as u32, row.seq as u32 - 1))
        .collect())
}

/// Appends entries after the `known` ones; the tournament's lock keeps the order.
///
/// # Errors
/// Of the database.
pub async fn append(
    conn: &mut PgConnection,
    game: Uuid,
    board: u32,
    known: usize,
    entries: &[(Entry, String)],
    revision: i64,
) -> Result<()> {
    let count = entries.len();
    let mut seq = Vec::with_capacity(count);
    let mut kind = Vec::with_capacity(count);
    let mut ply = Vec::with_capacity(count);
    let mut side: Vec<Option<String>> = Vec::with_capacity(count);
    let mut clause = Vec::with_capacity(count);
    let mut role = Vec::with_capacity(count);
    let mut author = Vec::with_capacity(count);
    let mut key: Vec<Option<Uuid>> = Vec::with_capacity(count);
    let mut at = Vec::with_capacity(count);
    let mut content = Vec::with_capacity(count);
    for (index, (entry, name)) in entries.iter().enumerate() {
        seq.push((known + index + 1) as i32);
        let act = serde_json::to_value(&entry.act)?;
        kind.push(act["kind"].as_str().unwrap_or_default().to_owned());
        ply.push(entry.ply as i32);
        side.push(entry.act.side().map(|side| side.to_string()));
        clause.push(entry.act.clause().to_owned());
        role.push(shape::name(entry.by.role)?);
        author.push(name.clone());
        key.push(entry.by.id.as_deref().and_then(|id| id.parse().ok()));
        at.push(entry.at);
        content.push(act);
    }
    sqlx::query!(
        "insert into game_log (game_id, board_no, revision, seq, kind, ply, side, clause, role,
             author, author_key, at, content)
         select $1, $2, $3, * from unnest($4::integer[], $5::text[], $6::integer[], $7::text[],
             $8::text[], $9::text[], $10::text[], $11::uuid[], $12::timestamptz[], $13::jsonb[])",
        game,
        board as i32,
        revision,
        &seq,
        &kind,
        &ply,
        &side as &[Option<String>],
        &clause,
        &role,
        &author,
        &key as &[Option<Uuid>],
        &at,
        &content
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// What a game is played under, once its log has begun.
///
/// # Errors
/// Of the database.
pub async fn settings(conn: &mut PgConnection, game: Uuid, board: u32) -> Result<Option<Settings>> {
    let settings = sqlx::query_scalar!(
        "select settings from game_settings where game_id = $1 and board_no = $2",
        game,
        board as i32
    )
    .fetch_optional(conn)
    .await?;
    Ok(settings.map(serde_json::from_value).transpose()?)
}

/// Fixes what a game is played under.
///
/// # Errors
/// Of the database.
pub async fn fix_settings(
    conn: &mut PgConnection,
    game: Uuid,
    board: u32,
    settings: &Settings,
) -> Result<()> {
    sqlx::query!(
        "insert into game_settings (game_id, board_no, settings) values ($1, $2, $3)
         on conflict (game_id, board_no) do update set settings = excluded.settings",
        game,
        board as i32,
        serde_json::to_value(settings)?
    )
    .execute(conn)
    .await?;
    Ok(())
}
