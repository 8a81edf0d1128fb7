//! Matches: all games two entries play against each other for one result (13.2, 14.2).
//!
//! A team match is the boards of one or more games in a round. In an individual event a pairing
//! of several games (games per pairing, or several cycles of a round robin) is a match too, and
//! counts once all its games are finished.
use super::super::model::Kind;
use super::super::points::Points;
use super::super::regulations::Regulations;
use super::super::scoring::Outcome;
use super::ledger::{Line, What};
use std::cmp::Ordering;

/// One match as one entry sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Index of the opponent; none for a bye.
    pub opponent: Option<u32>,
    /// The round of its last game.
    pub round: u32,
    /// Own points over all its games.
    pub own: Points,
    /// The opponent's.
    pub theirs: Points,
    /// How it ended; none while a game is missing, and for a bye.
    pub outcome: Option<Outcome>,
    /// Match points (场分).
    pub points: Points,
}

impl Meeting {
    /// Won, by "+" and by a bye as well (胜场).
    pub const fn is_won(&self) -> bool {
        match self.outcome {
            Some(outcome) => outcome.is_win(),
            None => self.opponent.is_none(),
        }
    }
}

/// The matches of one entry, from its lines. `whole_stage`: all games against one opponent belong
/// to one match, whatever their rounds (14.2 over several cycles).
pub fn of_entry(
    me: usize,
    all: &[Vec<Line>],
    regulations: &Regulations,
    whole_stage: bool,
) -> Vec<Meeting> {
    let lines = &all[me];
    let cycles = if whole_stage { regulations.cycles } else { 1 };
    let expected = (regulations.games_per_pairing * cycles) as usize;
    let mut meetings = Vec::with_capacity(lines.len());
    let mut done = vec![false; lines.len()];
    for (i, line) in lines.iter().enumerate() {
        if std::mem::replace(&mut done[i], true) {
            continue;
        }
        match line.what {
            What::Bye => meetings.push(Meeting {
                opponent: None,
                round: line.round,
                own: line.points,
                theirs: Points::ZERO,
                outcome: None,
                points: regulations.points.match_win,
            }),
            // A missed round adds its configured points and is no match.
            What::Missed => meetings.push(Meeting {
                opponent: None,
                round: line.round,
                own: Points::ZERO,
                theirs: Points::ZERO,
                outcome: Some(Outcome::ForfeitLoss),
                points: regulations.missed_round,
            }),
            What::Open | What::Finished(_) => {
                let same = |other: &Line| {
                    other.opponent == line.opponent && (whole_stage || other.round == line.round)
                };
                let mut games: Vec<Line> = Vec::with_capacity(expected);
                for (j, other) in lines.iter().enumerate().skip(i) {
                    if same(other) {
                        done[j] = true;
                        games.push(*other);
                    }
                }
                meetings.push(one(me, line.opponent, &games, all, expected, regulations));
            }
        }
    }
    meetings
}

fn one(
    me: usize,
    opponent: Option<u32>,
    games: &[Line],
    all: &[Vec<Line>],
    expected: usize,
    regulations: &Regulations,
) -> Meeting {
    let own: Points = games.iter().map(|game| game.points).sum();
    let theirs: Points = games
        .iter()
        .filter_map(|game| mirror(me, game, opponent, all))
        .map(|game| game.points)
        .sum();
    let finished = games.len() >= expected && games.iter().all(|game| game.outcome().is_some());
    let outcome = finished.then(|| outcome(games, own, theirs, regulations));
    let table = &regulations.points;
    let points = match outcome {
        None | Some(Outcome::DoubleForfeit) => Points::ZERO,
        Some(Outcome::Win | Outcome::ForfeitWin) => table.match_win,
        Some(Outcome::Draw) => table.match_draw,
        Some(Outcome::Loss | Outcome::ForfeitLoss) => table.match_loss,
    };
    Meeting {
        opponent,
        round: games.iter().map(|game| game.round).max().unwrap_or(1),
        own,
        theirs,
        outcome,
        points,
    }
}

/// The same game as the opponent sees it.
fn mirror<'a>(
    me: usize,
    game: &Line,
    opponent: Option<u32>,
    all: &'a [Vec<Line>],
) -> Option<&'a Line> {
    all[opponent? as usize].iter().find(|line| {
        line.opponent == Some(me as u32)
            && line.round == game.round
            && line.leg == game.leg
            && line.side.map(|side| side.other()) == game.side
    })
}

fn outcome(games: &[Line], own: Points, theirs: Points, regulations: &Regulations) -> Outcome {
    let outcomes = || games.iter().filter_map(Line::outcome);
    if outcomes().all(|o| o == Outcome::DoubleForfeit) {
        return Outcome::DoubleForfeit;
    }
    // One team match: its own result decides, which knows forfeits of the match as a whole.
    if regulations.kind == Kind::Team && games.len() == 1 {
        return outcomes().next().unwrap_or(Outcome::DoubleForfeit);
    }
    let plus = outcomes().all(|o| o.is_forfeit());
    match (own.cmp(&theirs), plus) {
        (Ordering::Greater, true) => Outcome::ForfeitWin,
        (Ordering::Greater, false) => Outcome::Win,
        (Ordering::Equal, _) => Outcome::Draw,
        (Ordering::Less, false) => Outcome::Loss,
        (Ordering::Less, true) => Outcome::ForfeitLoss,
    }
}
