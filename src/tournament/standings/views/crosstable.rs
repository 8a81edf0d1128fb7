//! 循环赛成绩表: everybody against everybody, with colours and "+"/"−" (20.3).
use super::played::Played;
use super::{Who, ledger, people, who};
use crate::tournament::model::{Event, Number};
use crate::tournament::standings::{Mark, StandingsError, Table, Value};
use serde::Serialize;
use utoipa::ToSchema;

/// A cross table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CrossTable {
    /// The stage, counted from 1.
    pub stage: u32,
    /// After which round.
    pub after_round: u32,
    /// Games (boards) not finished.
    pub open: u32,
    /// The columns: numbers in the order of the order table.
    pub columns: Vec<Number>,
    /// One row a number, in the same order.
    pub rows: Vec<CrossRow>,
}

/// One row of a cross table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CrossRow {
    /// Who.
    #[serde(flatten)]
    pub who: Who,
    /// Every game; several against one opponent stand in order.
    pub games: Vec<Played>,
    /// The criteria of the chain, in its order.
    pub values: Vec<Value>,
    /// Place; none where annulled (19.2).
    pub rank: Option<u32>,
    /// Withdrawn, annulled …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl CrossRow {
    /// The games against one opponent.
    pub fn against(&self, opponent: Number) -> impl Iterator<Item = &Played> {
        self.games
            .iter()
            .filter(move |game| game.opponent == Some(opponent))
    }
}

/// The cross table of a stage (counted from 0) whose standings were computed before.
///
/// # Errors
/// As for [`compute`](crate::tournament::standings::compute).
pub fn crosstable(
    event: &Event,
    stage: usize,
    table: &Table,
) -> Result<CrossTable, StandingsError> {
    let ledger = ledger(event, stage, table.after_round)?;
    let people = people(event);
    let by_number: std::collections::HashMap<Number, usize> = table
        .rows
        .iter()
        .enumerate()
        .map(|(i, row)| (row.number, i))
        .collect();
    let columns = event.field(stage);
    let rows = columns
        .iter()
        .filter_map(|number| {
            let row = &table.rows[*by_number.get(number)?];
            let entry = ledger.numbers.binary_search(number).ok()?;
            Some(CrossRow {
                who: who(&people, *number),
                games: ledger.lines[entry]
                    .iter()
                    .map(|line| Played::of(&ledger, entry, line))
                    .collect(),
                values: row.criteria.iter().map(|item| item.value.clone()).collect(),
                rank: row.rank,
                marks: row.marks.clone(),
            })
        })
        .collect();
    Ok(CrossTable {
        stage: table.stage,
        after_round: table.after_round,
        open: table.open,
        columns,
        rows,
    })
}
