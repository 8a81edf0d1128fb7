//! The game's log: what happened at the board, in order.
use super::Result;
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// One entry of a game's log.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = LogEntry)]
pub struct Entry {
    /// What: `moves`, `clock`, `offer`, `claim`, `foul`, `ruling` …
    pub kind: String,
    /// The ply it belongs to.
    pub ply: Option<i32>,
    /// Whose it is.
    pub side: Option<String>,
    /// The clause.
    pub clause: Option<String>,
    /// Who entered it.
    pub author: String,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The rest, by kind.
    #[schema(value_type = Object)]
    pub content: Value,
}

/// Appends an entry; the tournament's lock keeps the order.
///
/// # Errors
/// Of the database.
pub async fn append(conn: &mut PgConnection, game: Uuid, board: i32, e: &Entry) -> Result<i32> {
    Ok(sqlx::query_scalar!(
        "insert into game_log (game_id, board_no, seq, kind, ply, side, clause, author, at, content)
         select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9
         from game_log where game_id = $1 and board_no = $2
         returning seq",
        game,
        board,
        e.kind,
        e.ply,
        e.side,
        e.clause,
        e.author,
        e.at,
        e.content
    )
    .fetch_one(conn)
    .await?)
}

/// A game's log, in order.
///
/// # Errors
/// Of the database.
pub async fn of_game(conn: &mut PgConnection, game: Uuid, board: i32) -> Result<Vec<Entry>> {
    Ok(sqlx::query_as!(
        Entry,
        "select kind, ply, side, clause, author, at, content from game_log
         where game_id = $1 and board_no = $2 order by seq",
        game,
        board
    )
    .fetch_all(conn)
    .await?)
}
