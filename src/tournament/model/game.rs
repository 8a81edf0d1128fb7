//! One game of a round, or in a team event one match with its boards.

use super::{Number, TimesUsed};
use crate::tournament::conduct::kept::{KeptLog, MatchSignature};
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::TieStep;
use crate::tournament::teams::LineUps;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One game, or in a team event one match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Table (台次), from 1.
    pub table: u32,
    /// Number of the entry with red (paired colour). Team: red on odd boards (12.2).
    pub red: Number,
    /// Number of the entry with black (paired colour).
    pub black: Number,
    /// Which game of several between the two in this round, from 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub game: u32,
    /// The match of a bracket this game belongs to, for example `W1`.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_code: Option<String>,
    /// Knock-out: the step of the tie procedure this game belongs to; none for the match itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_step: Option<TieStep>,
    /// The result by the paired colours; null while not finished. Team: given by the boards.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// Why it ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ResultReason>,
    /// Fouls on record in this game (8.1).
    #[serde(default, skip_serializing_if = "Fouls::is_none")]
    pub fouls: Fouls,
    /// Seconds used, as the result slip says (9).
    #[serde(default, skip_serializing_if = "TimesUsed::is_unknown")]
    pub times: TimesUsed,
    /// Played with colours other than paired (5.8): the paired colours stay in `red` and `black`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub colours_swapped: bool,
    /// Start position when it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves, one a ply, in ICCS (`h2e2`); a file may also give them as one string.
    #[serde(
        default,
        deserialize_with = "moves_list_or_text",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub moves: Vec<String>,
    /// Team match: its boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardGame>,
    /// Team match: the line-ups handed in (11.2, 11.3).
    #[serde(default, skip_serializing_if = "LineUps::is_empty")]
    pub line_ups: LineUps,
    /// Team match: the signatures under its result (9), in a file that carries them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<MatchSignature>,
    /// The log of the game, in a file that carries it: offers, rulings, readings, signatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Box<KeptLog>>,
}

/// One board of a team match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardGame {
    /// Board (台次) from 1: the match's red team has red on odd boards, black on even ones (12.2).
    pub board: u32,
    /// Who has red on this board: place in the roster of his team, from 1, or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<MemberRef>,
    /// Who has black on this board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<MemberRef>,
    /// All play all (11.4): the sitting in which this game is played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u32>,
    /// The result by the colours on this board.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// Why it ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ResultReason>,
    /// Fouls on record on this board.
    #[serde(default, skip_serializing_if = "Fouls::is_none")]
    pub fouls: Fouls,
    /// Seconds used on it.
    #[serde(default, skip_serializing_if = "TimesUsed::is_unknown")]
    pub times: TimesUsed,
    /// Played with colours other than paired (5.8): the paired colours stay in `red` and `black`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub colours_swapped: bool,
    /// The moves.
    #[serde(
        default,
        deserialize_with = "moves_list_or_text",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub moves: Vec<String>,
    /// The log of this board, in a file that carries it: offers, rulings, readings, signatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Box<KeptLog>>,
}

impl BoardGame {
    /// Whether the match's red team has red here: on odd boards (12.2, 12.3).
    pub const fn red_team_has_red(&self) -> bool {
        self.board % 2 == 1
    }
}

/// A member of a team named by place in the roster (from 1) or by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum MemberRef {
    /// Place in the registered order, from 1.
    Place(u32),
    /// Name as registered.
    Name(String),
}

/// Result of a game by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// Red won.
    Red,
    /// Black won.
    Black,
    /// Drawn.
    Draw,
    /// Red did not appear; Black has "+" (20.1, 20.3).
    RedForfeit,
    /// Black did not appear; Red has "+".
    BlackForfeit,
    /// Neither appeared (20.2).
    DoubleForfeit,
}

impl GameResult {
    /// Ended without a game being played (20.1, 20.2).
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            GameResult::RedForfeit | GameResult::BlackForfeit | GameResult::DoubleForfeit
        )
    }

    /// The same result seen with the colours exchanged.
    pub const fn swapped(self) -> GameResult {
        match self {
            GameResult::Red => GameResult::Black,
            GameResult::Black => GameResult::Red,
            GameResult::RedForfeit => GameResult::BlackForfeit,
            GameResult::BlackForfeit => GameResult::RedForfeit,
            same => same,
        }
    }
}

/// Fouls on record for each side of one game (8.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fouls {
    /// Red's.
    #[serde(default)]
    pub red: u32,
    /// Black's.
    #[serde(default)]
    pub black: u32,
}

impl Fouls {
    /// No foul on either side.
    pub fn is_none(&self) -> bool {
        *self == Fouls::default()
    }
}

fn one() -> u32 {
    1
}

fn is_one(n: &u32) -> bool {
    *n == 1
}

fn moves_list_or_text<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Moves {
        List(Vec<String>),
        Text(String),
        None,
    }
    Ok(match Moves::deserialize(deserializer)? {
        Moves::List(list) => list,
        Moves::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
        Moves::None => Vec::new(),
    })
}

impl Game {
    /// The other side of this game, for one of the two who play it.
    pub const fn opponent_of(&self, number: Number) -> Option<Number> {
        if self.red == number {
            Some(self.black)
        } else if self.black == number {
            Some(self.red)
        } else {
            None
        }
    }
}
