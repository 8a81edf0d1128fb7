//! 积分编排赛成绩表: opponent, colour, result and running total round by round; and the way of one
//! entry through the stage.
use super::played::Played;
use super::{Who, ledger, people, who};
use crate::tournament::model::{Event, Number};
use crate::tournament::points::Points;
use crate::tournament::standings::{self, Ledger, Mark, Row, StandingsError, Table};
use serde::Serialize;
use utoipa::ToSchema;

/// A progress table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Progress {
    /// The stage, counted from 1.
    pub stage: u32,
    /// After which round.
    pub after_round: u32,
    /// Games (boards) not finished.
    pub open: u32,
    /// In the order of the standings.
    pub rows: Vec<ProgressRow>,
}

/// One entry's rounds.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ProgressRow {
    /// Place; none where annulled (19.2).
    pub rank: Option<u32>,
    /// Who.
    #[serde(flatten)]
    pub who: Who,
    /// One item a round 1…T.
    pub rounds: Vec<ProgressRound>,
    /// The score that ranks first.
    pub points: Points,
    /// Withdrawn, annulled …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// One round of one entry.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ProgressRound {
    /// The round.
    pub round: u32,
    /// Its games; empty where the entry had none and no bye.
    pub games: Vec<Played>,
    /// Points after the round; teams: match points.
    pub total: Points,
}

fn row(event_row: &Row, who: Who, ledger: &Ledger, entry: usize) -> ProgressRow {
    let totals = if ledger.is_team() {
        ledger.running_match_points(entry)
    } else {
        ledger.running_points(entry)
    };
    let mut lines = ledger.lines[entry].iter().peekable();
    let rounds = (1..)
        .zip(totals)
        .map(|(round, total)| {
            let mut games = Vec::new();
            while let Some(line) = lines.next_if(|line| line.round <= round) {
                games.push(Played::of(ledger, entry, line));
            }
            ProgressRound {
                round,
                games,
                total,
            }
        })
        .collect();
    ProgressRow {
        rank: event_row.rank,
        who,
        rounds,
        points: event_row.points,
        marks: event_row.marks.clone(),
    }
}

/// The progress table of a stage (counted from 0) whose standings were computed before.
///
/// # Errors
/// As for [`compute`](crate::tournament::standings::compute).
pub fn progress(event: &Event, stage: usize, table: &Table) -> Result<Progress, StandingsError> {
    let ledger = ledger(event, stage, table.after_round)?;
    let people = people(event);
    let rows = table
        .rows
        .iter()
        .filter_map(|event_row| {
            let entry = ledger.numbers.binary_search(&event_row.number).ok()?;
            Some(row(
                event_row,
                who(&people, event_row.number),
                &ledger,
                entry,
            ))
        })
        .collect();
    Ok(Progress {
        stage: table.stage,
        after_round: table.after_round,
        open: table.open,
        rows,
    })
}

/// One entry's way: its rounds, and its place after each.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EntryProgress {
    /// The rounds.
    #[serde(flatten)]
    pub row: ProgressRow,
    /// Place after rounds 1…T.
    pub ranks: Vec<Option<u32>>,
}

/// One entry's way through a stage (counted from 0); none where it does not play there.
///
/// # Errors
/// As for [`compute`](crate::tournament::standings::compute).
pub fn of_entry(
    event: &Event,
    stage: usize,
    table: &Table,
    number: Number,
) -> Result<Option<EntryProgress>, StandingsError> {
    let Some(event_row) = table.row(number) else {
        return Ok(None);
    };
    let ledger = ledger(event, stage, table.after_round)?;
    let Ok(entry) = ledger.numbers.binary_search(&number) else {
        return Ok(None);
    };
    let mut ranks = Vec::with_capacity(table.after_round as usize);
    for round in 1..table.after_round {
        let then = standings::compute(event, stage, Some(round))?;
        ranks.push(then.row(number).and_then(|row| row.rank));
    }
    if table.after_round > 0 {
        ranks.push(event_row.rank);
    }
    let who = who(&people(event), number);
    Ok(Some(EntryProgress {
        row: row(event_row, who, &ledger, entry),
        ranks,
    }))
}
