//! The facts of a stage as each entry sees them: one line per game, bye and missed round, with
//! forfeits of withdrawn entries filled in and annulled games left out.
use super::super::model::{Event, Format, Kind, Number};
use super::super::points::Points;
use super::super::regulations::{ByeOpponentsValue, Regulations};
use super::super::scoring::{BySide, Outcome, Side};
use super::chain::has_matches_of_games;
use super::error::StandingsError;
use super::meeting::{self, Meeting};
use super::reading;
use super::table::Mark;

/// What one round brought an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A finished game, or team match.
    Finished(Outcome),
    /// Not finished.
    Open,
    /// Rested and scored (14.4).
    Bye,
    /// A round before a late entry came.
    Missed,
}

/// One line of an entry: a game, a team match, a bye or a missed round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Round of the stage.
    pub round: u32,
    /// Which game of several in the round.
    pub leg: u32,
    /// Index of the opponent.
    pub opponent: Option<u32>,
    /// Paired colour; none for a bye without colour.
    pub side: Option<Side>,
    /// What happened.
    pub what: What,
    /// Points of the game; team events: game points of the finished boards.
    pub points: Points,
    /// Games (boards) won, "+" and byes included.
    pub wins: u32,
    /// Of these with black.
    pub black_wins: u32,
    /// Games (boards) with black.
    pub black_games: u32,
    /// Fouls on record.
    pub fouls: u32,
}

impl Line {
    /// How the game ended, where it is one and has ended.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.what {
            What::Finished(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// A later extra match (附加赛) that may separate entries of this stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraStage {
    /// Indices of the entries that play it.
    pub field: Vec<u32>,
    /// Red, black and what each made of the game: points, in team events match points.
    pub games: Vec<(u32, u32, BySide<Points>)>,
}

/// The facts of one stage after one round, by entry.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// The settings in force.
    pub regulations: Regulations,
    /// Format of the stage.
    pub format: Format,
    /// The stage, counted from 1.
    pub stage: u32,
    /// After which round.
    pub rounds: u32,
    /// Numbers, ascending; everything else is by index into this list.
    pub numbers: Vec<Number>,
    /// The lines of each entry, in order of rounds.
    pub lines: Vec<Vec<Line>>,
    /// The matches of each entry, where several games make one or teams play; else empty.
    pub meetings: Vec<Vec<Meeting>>,
    /// Points (team events: game points) of each entry.
    pub totals: Vec<Points>,
    /// Match points of each entry, where there are matches.
    pub match_totals: Vec<Points>,
    /// Withdrawn, annulled, late.
    pub marks: Vec<Vec<Mark>>,
    /// 18.5: counts of 18.2 and 18.1.
    pub penalties: Vec<[u32; 2]>,
    /// Games (boards) not finished.
    pub open: u32,
    /// Extra matches found in later stages.
    pub extra: Vec<ExtraStage>,
    /// Points brought along from earlier stages, part of the totals: points (teams: match points)
    /// and game points.
    pub carried: Vec<(Points, Points)>,
    /// The lowest total above 0 of all entries, if there is one (14.4).
    pub lowest: Option<Points>,
}

impl Ledger {
    /// Reads the facts of a stage (counted from 0) after a round, by default the last one paired.
    ///
    /// # Errors
    /// A round that is not paired, a number outside the field.
    pub fn build(
        event: &Event,
        stage: usize,
        after_round: Option<u32>,
        regulations: Regulations,
    ) -> Result<Ledger, StandingsError> {
        let facts = reading::read(event, stage, after_round, &regulations)?;
        let team = regulations.kind == Kind::Team;
        let format = event.stages[stage].format;
        let has_matches = team || has_matches_of_games(&regulations);
        let meetings = if has_matches {
            let whole_stage = !team && format == Format::RoundRobin;
            (0..facts.lines.len())
                .map(|e| meeting::of_entry(e, &facts.lines, &regulations, whole_stage))
                .collect()
        } else {
            vec![Vec::new(); facts.numbers.len()]
        };
        let carried: Vec<(Points, Points)> = facts
            .numbers
            .iter()
            .map(|number| {
                let brought = event.stages[stage]
                    .carried
                    .iter()
                    .find(|c| c.number == *number);
                brought.map_or((Points::ZERO, Points::ZERO), |c| {
                    (c.points, c.game_points.unwrap_or_default())
                })
            })
            .collect();
        let totals: Vec<Points> = facts
            .lines
            .iter()
            .zip(&carried)
            .map(|(lines, brought)| {
                let own: Points = lines.iter().map(|line| line.points).sum();
                own + if has_matches { brought.1 } else { brought.0 }
            })
            .collect();
        let match_totals: Vec<Points> = meetings
            .iter()
            .zip(&carried)
            .map(|(of_entry, brought): (&Vec<Meeting>, _)| {
                let own: Points = of_entry.iter().map(|m| m.points).sum();
                own + brought.0
            })
            .collect();
        let mut ledger = Ledger {
            stage: stage as u32 + 1,
            rounds: facts.rounds,
            extra: reading::extra_stages(event, stage, &facts.numbers, &regulations),
            numbers: facts.numbers,
            lines: facts.lines,
            marks: facts.marks,
            penalties: facts.penalties,
            open: facts.open,
            regulations,
            format,
            meetings,
            totals,
            match_totals,
            carried,
            lowest: None,
        };
        ledger.lowest = (0..ledger.numbers.len())
            .filter(|e| !ledger.is_annulled(*e))
            .map(|e| ledger.strength(e))
            .filter(|points| *points > Points::ZERO)
            .min();
        Ok(ledger)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Whether teams play.
    pub fn is_team(&self) -> bool {
        self.regulations.kind == Kind::Team
    }

    /// Whether all results of an entry are annulled (19.2).
    pub fn is_annulled(&self, entry: usize) -> bool {
        self.marks[entry].contains(&Mark::Annulled)
    }

    /// What an entry counts as somebody's opponent: points, of a team match points (14.6).
    pub fn strength(&self, entry: usize) -> Points {
        if self.is_team() {
            self.match_totals[entry]
        } else {
            self.totals[entry]
        }
    }

    /// What a bye gives in 对手分 (14.4): the lowest total above 0, half of it, or nothing.
    pub fn bye_value(&self) -> Points {
        let lowest = self.lowest.unwrap_or(Points::ZERO);
        match self.regulations.bye_opponents_value {
            ByeOpponentsValue::Lowest => lowest,
            ByeOpponentsValue::HalfLowest => lowest.half(),
            ByeOpponentsValue::Zero => Points::ZERO,
        }
    }

    /// Sums what an entry got in each round into running totals after rounds 1…T.
    pub fn running(&self, in_round: impl Iterator<Item = (u32, Points)>) -> Vec<Points> {
        let mut running = vec![Points::ZERO; self.rounds as usize];
        for (round, points) in in_round {
            if let Some(slot) = running.get_mut(round as usize - 1) {
                *slot += points;
            }
        }
        for r in 1..running.len() {
            let before = running[r - 1];
            running[r] += before;
        }
        running
    }

    /// Points of an entry after each round 1…T, those brought along included.
    pub fn running_points(&self, entry: usize) -> Vec<Points> {
        let own: Points = self.lines[entry].iter().map(|line| line.points).sum();
        let brought = self.totals[entry] - own;
        let mut running = self.running(
            self.lines[entry]
                .iter()
                .map(|line| (line.round, line.points)),
        );
        for points in &mut running {
            *points += brought;
        }
        running
    }

    /// Match points of an entry after each round 1…T, those brought along included.
    pub fn running_match_points(&self, entry: usize) -> Vec<Points> {
        let mut running = self.running(self.meetings[entry].iter().map(|m| (m.round, m.points)));
        for points in &mut running {
            *points += self.carried[entry].0;
        }
        running
    }
}
