//! Games, the boards of team matches, confirmations.
use super::{Result, shape};
use crate::tournament::dossier::{GameFacts, GameState, RoundState};
use crate::tournament::model::{BoardGame, Fouls, Game};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::{BTreeMap, HashMap};
use time::OffsetDateTime;
use uuid::Uuid;

const COLUMNS: &[&str] = &[
    "table",
    "red",
    "black",
    "game",
    "match",
    "result",
    "reason",
    "fouls",
    "colours_swapped",
    "fen",
    "moves",
    "boards",
];
const BOARD_COLUMNS: &[&str] = &[
    "board", "red", "black", "result", "reason", "fouls", "moves",
];

/// A game with where it stands.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The game.
    pub facts: GameFacts,
    /// Its tournament.
    pub tournament: Uuid,
    /// Its stage: id and number.
    pub stage: (Uuid, u32),
    /// Its round: id, number, state.
    pub round: (Uuid, u32, RoundState),
    /// A result that waits for its second person.
    pub proposed: Option<Value>,
}

struct Row {
    id: Uuid,
    round_id: Uuid,
    table_no: i32,
    game_no: i32,
    match_code: Option<String>,
    red: i32,
    black: i32,
    state: String,
    result: Option<String>,
    reason: Option<String>,
    fouls_red: i32,
    fouls_black: i32,
    colours_swapped: bool,
    start_fen: Option<String>,
    moves: Vec<String>,
    details: Value,
    version: i64,
}

impl Row {
    fn facts(self, (boards, board_versions): Boards) -> Result<GameFacts> {
        let mut game: Game = shape::join(
            self.details,
            [
                ("table", json!(self.table_no)),
                ("game", json!(self.game_no)),
                ("match", json!(self.match_code)),
                ("red", json!(self.red)),
                ("black", json!(self.black)),
                ("result", json!(self.result)),
                ("reason", json!(self.reason)),
                ("colours_swapped", json!(self.colours_swapped)),
                ("fen", json!(self.start_fen)),
            ],
        )?;
        game.fouls = fouls(self.fouls_red, self.fouls_black);
        game.moves = self.moves;
        game.boards = boards;
        Ok(GameFacts {
            id: self.id,
            version: self.version,
            state: shape::named::<GameState>(&self.state)?,
            board_versions,
            game,
        })
    }
}

/// The boards of a match, and their versions where they are not 1.
type Boards = (Vec<BoardGame>, BTreeMap<u32, i64>);

fn fouls(red: i32, black: i32) -> Fouls {
    Fouls {
        red: u32::try_from(red).unwrap_or_default(),
        black: u32::try_from(black).unwrap_or_default(),
    }
}

/// All games of a tournament: by round, in table order.
///
/// # Errors
/// Of the database.
pub async fn of_tournament(
    conn: &mut PgConnection,
    tournament: Uuid,
) -> Result<HashMap<Uuid, Vec<GameFacts>>> {
    let rows = sqlx::query_as!(
        Row,
        "select g.id, g.round_id, g.table_no, g.game_no, g.match_code, r.number as red,
                b.number as black, g.state, g.result, g.reason, g.fouls_red, g.fouls_black,
                g.colours_swapped, g.start_fen, g.moves, g.details, g.version
         from games g join entries r on r.id = g.red_id join entries b on b.id = g.black_id
         where g.tournament_id = $1 order by g.round_id, g.table_no, g.game_no",
        tournament
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|r| r.id).collect();
    let mut boards = boards_of(conn, &ids).await?;
    let mut games: HashMap<Uuid, Vec<GameFacts>> = HashMap::new();
    for row in rows {
        let (round, own) = (row.round_id, boards.remove(&row.id).unwrap_or_default());
        games.entry(round).or_default().push(row.facts(own)?);
    }
    Ok(games)
}

async fn boards_of(conn: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<Uuid, Boards>> {
    let rows = sqlx::query!(
        "select game_id, board_no, red_member, black_member, result, reason, fouls_red, fouls_black,
                moves, details, version from boards where game_id = any($1) order by game_id, board_no",
        ids
    )
    .fetch_all(conn)
    .await?;
    let mut boards: HashMap<Uuid, Boards> = HashMap::new();
    for r in rows {
        let mut board: BoardGame = shape::join(
            r.details,
            [
                ("board", json!(r.board_no)),
                ("red", r.red_member.unwrap_or(Value::Null)),
                ("black", r.black_member.unwrap_or(Value::Null)),
                ("result", json!(r.result)),
                ("reason", json!(r.reason)),
            ],
        )?;
        board.fouls = fouls(r.fouls_red, r.fouls_black);
        board.moves = r.moves;
        let (list, versions) = boards.entry(r.game_id).or_default();
        if r.version > 1 {
            versions.insert(board.board, r.version);
        }
        list.push(board);
    }
    Ok(boards)
}

/// The tournament a game belongs to, and whether its round is public: read before its lock is taken.
///
/// # Errors
/// Of the database.
pub async fn tournament_of(conn: &mut PgConnection, id: Uuid) -> Result<Option<(Uuid, bool)>> {
    let row = sqlx::query!(
        "select g.tournament_id, r.state from games g join rounds r on r.id = g.round_id
         join tournaments t on t.id = g.tournament_id
         where g.id = $1 and t.deleted_at is null",
        id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|r| (r.tournament_id, r.state != "draft")))
}

/// One game with where it stands.
///
/// # Errors
/// Of the database.
pub async fn get(conn: &mut PgConnection, id: Uuid) -> Result<Option<Placed>> {
    let Some(row) = sqlx::query_as!(
        Row,
        "select g.id, g.round_id, g.table_no, g.game_no, g.match_code, r.number as red,
                b.number as black, g.state, g.result, g.reason, g.fouls_red, g.fouls_black,
                g.colours_swapped, g.start_fen, g.moves, g.details, g.version
         from games g join entries r on r.id = g.red_id join entries b on b.id = g.black_id
         where g.id = $1",
        id
    )
    .fetch_optional(&mut *conn)
    .await?
    else {
        return Ok(None);
    };
    let place = sqlx::query!(
        "select g.tournament_id, g.proposed, s.id as stage_id, s.number as stage_number,
                r.id as round_id, r.number as round_number, r.state
         from games g join rounds r on r.id = g.round_id join stages s on s.id = r.stage_id
         where g.id = $1",
        id
    )
    .fetch_one(&mut *conn)
    .await?;
    let boards = boards_of(conn, &[id])
        .await?
        .remove(&id)
        .unwrap_or_default();
    Ok(Some(Placed {
        facts: row.facts(boards)?,
        tournament: place.tournament_id,
        stage: (place.stage_id, place.stage_number as u32),
        round: (
            place.round_id,
            place.round_number as u32,
            shape::named(&place.state)?,
        ),
        proposed: place.proposed,
    }))
}

/// Adds a game between two entries.
///
/// # Errors
/// Of the database.
pub async fn insert(
    conn: &mut PgConnection,
    tournament: Uuid,
    round: Uuid,
    facts: &GameFacts,
    (red, black): (Uuid, Uuid),
    now: OffsetDateTime,
) -> Result<()> {
    let g = &facts.game;
    sqlx::query!(
        "insert into games (id, tournament_id, round_id, table_no, game_no, match_code, red_id,
             black_id, state, result, reason, fouls_red, fouls_black, colours_swapped, start_fen,
             moves, details, version, updated_at)
         values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19)",
        facts.id,
        tournament,
        round,
        g.table as i32,
        g.game as i32,
        g.match_code,
        red,
        black,
        shape::name(facts.state)?,
        g.result.map(shape::name).transpose()?,
        g.reason.map(shape::name).transpose()?,
        g.fouls.red as i32,
        g.fouls.black as i32,
        g.colours_swapped,
        g.fen,
        &g.moves,
        shape::details(g, COLUMNS)?,
        facts.version,
        now
    )
    .execute(&mut *conn)
    .await?;
    insert_boards(conn, facts).await
}

/// Stores a game: everything but its place and its two entries.
///
/// # Errors
/// Of the database.
pub async fn update(
    conn: &mut PgConnection,
    before: &GameFacts,
    after: &GameFacts,
    proposed: Option<&Value>,
    now: OffsetDateTime,
) -> Result<()> {
    let g = &after.game;
    sqlx::query!(
        "update games set state = $2, result = $3, reason = $4, fouls_red = $5, fouls_black = $6,
                colours_swapped = $7, start_fen = $8, moves = $9, details = $10, version = $11,
                updated_at = $12, proposed = $13 where id = $1",
        after.id,
        shape::name(after.state)?,
        g.result.map(shape::name).transpose()?,
        g.reason.map(shape::name).transpose()?,
        g.fouls.red as i32,
        g.fouls.black as i32,
        g.colours_swapped,
        g.fen,
        &g.moves,
        shape::details(g, COLUMNS)?,
        after.version,
        now,
        proposed
    )
    .execute(&mut *conn)
    .await?;
    if before.game.boards != g.boards || before.board_versions != after.board_versions {
        sqlx::query!("delete from boards where game_id = $1", after.id)
            .execute(&mut *conn)
            .await?;
        insert_boards(conn, after).await?;
    }
    Ok(())
}

async fn insert_boards(conn: &mut PgConnection, facts: &GameFacts) -> Result<()> {
    for b in &facts.game.boards {
        sqlx::query!(
            "insert into boards (id, game_id, board_no, red_member, black_member, result, reason,
                 fouls_red, fouls_black, moves, details, version)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            Uuid::now_v7(),
            facts.id,
            b.board as i32,
            b.red.as_ref().map(serde_json::to_value).transpose()?,
            b.black.as_ref().map(serde_json::to_value).transpose()?,
            b.result.map(shape::name).transpose()?,
            b.reason.map(shape::name).transpose()?,
            b.fouls.red as i32,
            b.fouls.black as i32,
            &b.moves,
            shape::details(b, BOARD_COLUMNS)?,
            facts.board_version(b.board)
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// One side's word on a result (9).
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// `red`, `black` or `arbiter`.
    pub role: String,
    /// Agrees, or disputes it.
    pub agrees: bool,
    /// What he says.
    pub note: Option<String>,
    /// The key used.
    pub by_key: Option<Uuid>,
    /// The key's name.
    pub by_name: String,
    /// When.
    pub at: OffsetDateTime,
}

/// The confirmations of a game.
///
/// # Errors
/// Of the database.
pub async fn confirmations(conn: &mut PgConnection, game: Uuid) -> Result<Vec<Confirmation>> {
    Ok(sqlx::query_as!(
        Confirmation,
        "select role, agrees, note, by_key, by_name, at from confirmations where game_id = $1
         order by at, role",
        game
    )
    .fetch_all(conn)
    .await?)
}

/// The confirmations of every game of a tournament.
///
/// # Errors
/// Of the database.
pub async fn confirmations_of_tournament(
    conn: &mut PgConnection,
    tournament: Uuid,
) -> Result<HashMap<Uuid, Vec<Confirmation>>> {
    let rows = sqlx::query!(
        "select c.game_id, c.role, c.agrees, c.note, c.by_key, c.by_name, c.at
         from confirmations c join games g on g.id = c.game_id
         where g.tournament_id = $1 order by c.game_id, c.at, c.role",
        tournament
    )
    .fetch_all(conn)
    .await?;
    let mut games: HashMap<Uuid, Vec<Confirmation>> = HashMap::new();
    for row in rows {
        games.entry(row.game_id).or_default().push(Confirmation {
            role: row.role,
            agrees: row.agrees,
            note: row.note,
            by_key: row.by_key,
            by_name: row.by_name,
            at: row.at,
        });
    }
    Ok(games)
}

/// Records a confirmation.
///
/// # Errors
/// `confirmations_once` when that side has spoken.
pub async fn confirm(conn: &mut PgConnection, game: Uuid, c: &Confirmation) -> Result<()> {
    sqlx::query!(
        "insert into confirmations (game_id, role, agrees, note, by_key, by_name, at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        game,
        c.role,
        c.agrees,
        c.note,
        c.by_key,
        c.by_name,
        c.at
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes the confirmation of one side away: it speaks again.
///
/// # Errors
/// Of the database.
pub async fn take_back_confirmation(conn: &mut PgConnection, game: Uuid, role: &str) -> Result<()> {
    sqlx::query!(
        "delete from confirmations where game_id = $1 and role = $2",
        game,
        role
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a game's confirmations away: its result was corrected.
///
/// # Errors
/// Of the database.
pub async fn clear_confirmations(conn: &mut PgConnection, game: Uuid) -> Result<()> {
    sqlx::query!("delete from confirmations where game_id = $1", game)
        .execute(conn)
        .await?;
    Ok(())
}
