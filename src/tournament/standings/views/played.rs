//! One cell of a table: what a round brought, with colours and "+"/"−" (20.3).
use crate::tournament::model::Number;
use crate::tournament::points::Points;
use crate::tournament::scoring::{Outcome, Side};
use crate::tournament::standings::ledger::{Ledger, Line, What};
use serde::Serialize;
use utoipa::ToSchema;

/// How a game, bye or missed round ended for one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// "+"
    ForfeitWin,
    /// "−"
    ForfeitLoss,
    /// "−" on both sides.
    DoubleForfeit,
    /// Bye.
    Bye,
    /// A round before a late entry came.
    Missed,
    /// Not finished.
    Open,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Played {
    /// The round.
    pub round: u32,
    /// Which game of several in the round.
    #[serde(skip_serializing_if = "is_one")]
    pub game: u32,
    /// The opponent; none for a bye and a missed round.
    pub opponent: Option<Number>,
    /// The paired colour; none without one.
    pub colour: Option<Side>,
    /// How it ended.
    pub result: Ended,
    /// Points of the game; teams: game points.
    pub points: Points,
    /// Teams: match points of the match, in its last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_points: Option<Points>,
    /// As printed in the table: the points, "+", "−", "轮空", or nothing.
    pub symbol: String,
}

fn is_one(n: &u32) -> bool {
    *n == 1
}

impl Ended {
    const fn of(what: What) -> Ended {
        match what {
            What::Finished(Outcome::Win) => Ended::Win,
            What::Finished(Outcome::Draw) => Ended::Draw,
            What::Finished(Outcome::Loss) => Ended::Loss,
            What::Finished(Outcome::ForfeitWin) => Ended::ForfeitWin,
            What::Finished(Outcome::ForfeitLoss) => Ended::ForfeitLoss,
            What::Finished(Outcome::DoubleForfeit) => Ended::DoubleForfeit,
            What::Bye => Ended::Bye,
            What::Missed => Ended::Missed,
            What::Open => Ended::Open,
        }
    }
}

impl Played {
    /// The cell of one line of the ledger.
    pub fn of(ledger: &Ledger, entry: usize, line: &Line) -> Played {
        let result = Ended::of(line.what);
        Played {
            round: line.round,
            game: line.leg,
            opponent: line.opponent.map(|o| ledger.numbers[o as usize]),
            colour: line.side,
            result,
            points: line.points,
            match_points: match_points(ledger, entry, line),
            symbol: match result {
                Ended::Win | Ended::Draw | Ended::Loss => line.points.to_string(),
                Ended::ForfeitWin => "+".to_owned(),
                Ended::ForfeitLoss | Ended::DoubleForfeit => "−".to_owned(),
                Ended::Bye => "轮空".to_owned(),
                Ended::Missed | Ended::Open => String::new(),
            },
        }
    }
}

/// The match points that came with the last game of a match.
fn match_points(ledger: &Ledger, entry: usize, line: &Line) -> Option<Points> {
    let last_game = ledger.lines[entry]
        .iter()
        .rev()
        .find(|other| other.opponent == line.opponent && other.round == line.round)?;
    if last_game.leg != line.leg {
        return None;
    }
    ledger.meetings[entry]
        .iter()
        .find(|m| m.opponent == line.opponent && m.round == line.round)
        .map(|m| m.points)
}
