//! The shapes on the wire: `POST /rules/repetition` and a line of `saiwu judge`.

use serde::{Deserialize, Serialize};

use super::clause::Edition;
use super::cycle::{Counting, Cycle};
use super::explain;
use super::judge::{Settings, decide};
use super::label::Label;
use super::ruling::{Profile, Ruling};
use super::world;
use crate::rules::{FenError, IllegalMove, Move, MoveError, Position};

/// Most plies a record may have here; far beyond any game.
pub const MAX_PLIES: usize = 5_000;

/// A repetition to be judged.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Echoed in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The edition that decides; the approved one when it is not given.
    #[serde(default)]
    pub edition: Edition,
    /// The position the moves start from; the starting position of the game when it is not given.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves, as `h2e2` or `H2-E2`.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Take the last cycle as repeated three times.
    #[serde(default)]
    pub assume_repeated: bool,
    /// When a claim is early enough.
    #[serde(default)]
    pub repetition_count: Counting,
}

/// Whether the ruling is beyond doubt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// The text decides.
    Certain,
    /// The text leaves it to the arbiter; the reasons say what is in doubt.
    Arbiter,
}

impl Confidence {
    /// Certain where nothing is in doubt.
    pub(super) const fn with<T>(doubts: &[T]) -> Confidence {
        match doubts {
            [] => Confidence::Certain,
            _ => Confidence::Arbiter,
        }
    }
}

/// The cycle that was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CycleAnswer {
    /// First ply judged, zero-based.
    pub start_ply: usize,
    /// Plies from one occurrence of the position to the next; 0 when it has not occurred before.
    pub length: usize,
    /// How often the position has occurred (3 when assumed).
    pub occurrences: usize,
}

impl From<&Cycle> for CycleAnswer {
    fn from(cycle: &Cycle) -> CycleAnswer {
        CycleAnswer {
            start_ply: cycle.start,
            length: cycle.length,
            occurrences: cycle.occurrences,
        }
    }
}

/// What one side did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SideAnswer {
    /// Its profile over the cycle.
    pub profile: Profile,
}

/// What is chased: the quality of 24.15–24.17.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QualityAnswer {
    /// 捉车 by one piece.
    Rook,
    /// 捉无根子 by one piece.
    Unprotected,
    /// 捉少根子, or an exchange.
    UnderProtected,
    /// 联合捉子.
    Joint,
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Sentence {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// One move of the cycle.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MoveAnswer {
    /// Zero-based ply.
    pub ply: usize,
    /// The move.
    #[schema(value_type = String)]
    pub r#move: Move,
    /// What it is.
    pub label: Label,
    /// The character of the rule text.
    pub label_zh: String,
    /// For a chase: what sort; null otherwise.
    pub quality: Option<QualityAnswer>,
    /// The points of the pieces chased (of the general for a check, of the piece offered for
    /// exchange for an offer).
    pub targets: Vec<String>,
    /// The points of the pieces that attack them.
    pub attackers: Vec<String>,
    /// The demonstration from the position after the move: the mover's side plays first, except
    /// in an accepted offer (26.10), where the other side does.
    pub line: Vec<String>,
    /// For a chase or kill: what can be won could not be won before.
    pub new: bool,
    /// The articles used.
    pub clauses: Vec<String>,
    /// Why it is what it is.
    pub reason: Sentence,
}

/// A ruling with its reasons.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Answer {
    /// The request's `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The edition that decided.
    pub edition: Edition,
    /// The ruling.
    pub ruling: Ruling,
    /// Whether it is beyond doubt.
    pub confidence: Confidence,
    /// The cycle.
    pub cycle: CycleAnswer,
    /// Red's profile.
    pub red: SideAnswer,
    /// Black's profile.
    pub black: SideAnswer,
    /// The moves judged.
    pub moves: Vec<MoveAnswer>,
    /// The articles the ruling rests on.
    pub clauses: Vec<String>,
    /// What a chief arbiter would read out.
    pub reasons: Vec<Sentence>,
}

/// A request that cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RequestError {
    /// The position cannot be read, or cannot arise.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move that cannot be read.
    #[error("move {ply}: {error}")]
    Unreadable {
        /// Zero-based ply.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A move that is not legal.
    #[error("move {ply}: {error}")]
    Illegal {
        /// Zero-based ply.
        ply: usize,
        /// Why it is none.
        error: IllegalMove,
    },
    /// Too long a record.
    #[error("{0} moves; at most {MAX_PLIES} are judged")]
    TooLong(usize),
}

impl RequestError {
    /// A stable name of the error.
    pub fn code(&self) -> &'static str {
        match self {
            RequestError::Position(FenError::Position(_)) => "bad_position",
            RequestError::Position(_) => "bad_fen",
            RequestError::Unreadable { .. } => "unreadable_move",
            RequestError::Illegal { .. } => "illegal_move",
            RequestError::TooLong(_) => "too_long",
        }
    }

    /// The JSON pointer to what is wrong.
    pub fn pointer(&self) -> String {
        match self {
            RequestError::Position(_) => "/fen".into(),
            RequestError::Unreadable { ply, .. } | RequestError::Illegal { ply, .. } => {
                format!("/moves/{ply}")
            }
            RequestError::TooLong(_) => "/moves".into(),
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            RequestError::Position(error) => error.zh(),
            RequestError::Unreadable { ply, error } => format!("第 {} 着：{}", ply + 1, error.zh()),
            RequestError::Illegal { ply, error } => format!("第 {} 着：{}", ply + 1, error.zh()),
            RequestError::TooLong(count) => format!("共 {count} 着，至多裁定 {MAX_PLIES} 着"),
        }
    }
}

/// Judges a record of legal moves from `start`.
pub fn judge(start: Position, moves: &[Move], settings: Settings) -> Answer {
    match settings.edition {
        Edition::World => world::judge(start, moves, settings),
        Edition::Approved | Edition::Trial => {
            explain::answer(decide(start, moves, settings), moves)
        }
    }
}

/// Judges a request: the pure entry point of `POST /rules/repetition`.
pub fn judge_request(request: &Request) -> Result<Answer, RequestError> {
    if request.moves.len() > MAX_PLIES {
        return Err(RequestError::TooLong(request.moves.len()));
    }
    let start = match &request.fen {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::startpos(),
    };
    let mut position = start;
    let mut moves = Vec::with_capacity(request.moves.len());
    for (ply, text) in request.moves.iter().enumerate() {
        let mv: Move = text
            .parse()
            .map_err(|error| RequestError::Unreadable { ply, error })?;
        position = position
            .play(mv)
            .map_err(|error| RequestError::Illegal { ply, error })?;
        moves.push(mv);
    }
    let settings = Settings {
        edition: request.edition,
        counting: request.repetition_count,
        assume_repeated: request.assume_repeated,
    };
    let mut answer = judge(start, &moves, settings);
    answer.id.clone_from(&request.id);
    Ok(answer)
}
