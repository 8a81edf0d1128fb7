//! Line-ups handed in and still hidden (11.2, 11.3). Once both of a match are in, or the time has
//! passed, they stand in the match itself.
use super::Result;
use crate::tournament::model::Number;
use crate::tournament::teams::LineUp;
use sqlx::PgConnection;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// One team's line-up for one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The team, by number.
    pub team: Number,
    /// Who sits at which board.
    pub line_up: LineUp,
    /// When it was handed in last.
    pub at: OffsetDateTime,
}

/// The line-ups handed in for these matches.
///
/// # Errors
/// Of the database.
pub async fn of_games(conn: &mut PgConnection, games: &[Uuid]) -> Result<HashMap<Uuid, Vec<Kept>>> {
    let rows = sqlx::query!(
        r#"select l.game_id, e.number, l.places as "places: Vec<Option<i32>>", l.submitted_at
           from lineups l join entries e on e.id = l.entry_id
           where l.game_id = any($1) order by l.game_id, e.number"#,
        games
    )
    .fetch_all(conn)
    .await?;
    let mut kept: HashMap<Uuid, Vec<Kept>> = HashMap::new();
    for r in rows {
        kept.entry(r.game_id).or_default().push(Kept {
            team: u32::try_from(r.number).unwrap_or_default(),
            line_up: r
                .places
                .into_iter()
                .map(|place| place.and_then(|p| u32::try_from(p).ok()))
                .collect(),
            at: r.submitted_at,
        });
    }
    Ok(kept)
}

/// Keeps a team's line-up, in place of the one it handed in before.
///
/// # Errors
/// Of the database.
pub async fn keep(
    conn: &mut PgConnection,
    (game, entry): (Uuid, Uuid),
    line_up: &LineUp,
    by: &str,
    now: OffsetDateTime,
) -> Result<()> {
    let places: Vec<Option<i32>> = line_up
        .iter()
        .map(|place| place.and_then(|p| i32::try_from(p).ok()))
        .collect();
    sqlx::query!(
        "insert into lineups (game_id, entry_id, places, submitted_at, submitted_by)
         values ($1, $2, $3, $4, $5)
         on conflict on constraint lineups_once
         do update set places = $3, submitted_at = $4, submitted_by = $5",
        game,
        entry,
        &places as &[Option<i32>],
        now,
        by
    )
    .execute(conn)
    .await?;
    Ok(())
}
