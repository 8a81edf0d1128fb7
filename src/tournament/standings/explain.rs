//! Why the table is as it is: what separates neighbours, and what every value is made of.
//!
//! Made on demand: it reads the facts again and finds, for each value, which rounds and which
//! opponents gave what.
use super::super::model::{Entry, Event, Number};
use super::super::regulations::Criterion;
use super::criteria::{self, Part};
use super::error::StandingsError;
use super::ledger::Ledger;
use super::table::Table;
use super::text;
use super::value::Value;
use serde::Serialize;
use utoipa::ToSchema;

/// The explanation of a table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Explanation {
    /// One for each neighbouring pair, from the top.
    pub neighbours: Vec<Neighbours>,
    /// One for each entry, in the order of the table.
    pub entries: Vec<EntryParts>,
}

/// What separates two neighbours of the table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Neighbours {
    /// Number of the upper entry.
    pub upper: Number,
    /// Number of the lower entry.
    pub lower: Number,
    /// The first criterion in which they differ; none where they share a place.
    pub criterion: Option<Criterion>,
    /// The upper entry's value.
    pub upper_value: Value,
    /// The lower entry's value.
    pub lower_value: Value,
    /// The clause of the criterion.
    pub clause: Option<&'static str>,
    /// As a sentence, in Chinese.
    pub zh: String,
    /// As a sentence, in English.
    pub en: String,
}

/// The parts of one entry's values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EntryParts {
    /// The entry.
    pub number: Number,
    /// One for each criterion of the chain.
    pub criteria: Vec<CriterionParts>,
}

/// One value and its parts.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CriterionParts {
    /// The criterion.
    pub name: Criterion,
    /// Its name in Chinese.
    pub zh: &'static str,
    /// Its name in English.
    pub en: &'static str,
    /// The value.
    pub value: Value,
    /// What it is made of; they add up to the value where it is a sum.
    pub parts: Vec<Part>,
}

/// Explains a table that was computed from the same event and stage (counted from 0).
///
/// # Errors
/// As for [`compute`](super::compute).
pub fn explain(event: &Event, stage: usize, table: &Table) -> Result<Explanation, StandingsError> {
    let regulations = event.regulations(stage);
    let ledger = Ledger::build(event, stage, Some(table.after_round), regulations)?;
    Ok(Explanation {
        neighbours: neighbours(event, table),
        entries: entries(&ledger, table),
    })
}

/// What separates each neighbouring pair, from the top.
pub fn neighbours(event: &Event, table: &Table) -> Vec<Neighbours> {
    let people: std::collections::HashMap<Number, &Entry> =
        event.entries.iter().map(|e| (e.number, e)).collect();
    let name = |number: Number| {
        people
            .get(&number)
            .map_or_else(|| number.to_string(), |e| format!("{number} {}", e.name))
    };
    table
        .rows
        .windows(2)
        .enumerate()
        .map(|(i, pair)| {
            let (upper, lower) = (&pair[0], &pair[1]);
            let (a, b) = (name(upper.number), name(lower.number));
            let separating = table.separated_by[i + 1];
            let (zh, en) = match separating.map(|place| &table.chain[place]) {
                _ if lower.rank.is_none() => (
                    format!("{b} 成绩注销, 不列名次(19.2)"),
                    format!("{b}: results annulled, no place (19.2)"),
                ),
                None => (
                    format!("{a} 与 {b} 各项均相等, 名次并列"),
                    format!("{a} and {b} are level in everything and share the place"),
                ),
                Some(link) => {
                    let place = separating.unwrap_or_default();
                    let (x, y) = (&upper.criteria[place].value, &lower.criteria[place].value);
                    let fewer = criteria::fewer_is_better(link.criterion);
                    let clause = link.clause.map(|c| format!("({c})")).unwrap_or_default();
                    let clause_en = link.clause.map(|c| format!(" ({c})")).unwrap_or_default();
                    (
                        format!(
                            "{a} 列 {b} 之前: {} {x} 对 {y}, {}者列前{clause}",
                            text::zh(link.criterion),
                            if fewer { "少" } else { "多" },
                        ),
                        format!(
                            "{a} before {b}: {} {x} against {y}, {} is better{clause_en}",
                            text::en(link.criterion),
                            if fewer { "less" } else { "more" },
                        ),
                    )
                }
            };
            let value = |row: &super::table::Row| {
                separating.map_or(Value::None, |place| row.criteria[place].value.clone())
            };
            Neighbours {
                upper: upper.number,
                lower: lower.number,
                criterion: separating.map(|place| table.chain[place].criterion),
                upper_value: value(upper),
                lower_value: value(lower),
                clause: separating.and_then(|place| table.chain[place].clause),
                zh,
                en,
            }
        })
        .collect()
}

fn entries(ledger: &Ledger, table: &Table) -> Vec<EntryParts> {
    let Some(first) = table.chain.first().map(|link| link.criterion) else {
        return Vec::new();
    };
    let index: Vec<usize> = table
        .rows
        .iter()
        .filter_map(|row| ledger.numbers.binary_search(&row.number).ok())
        .collect();
    table
        .rows
        .iter()
        .zip(&index)
        .enumerate()
        .map(|(i, (row, entry))| EntryParts {
            number: row.number,
            criteria: row
                .criteria
                .iter()
                .enumerate()
                .map(|(place, item)| {
                    let group: Vec<u32> = if item.value == Value::None {
                        Vec::new()
                    } else {
                        level_before(table, i, place)
                            .map(|r| index[r] as u32)
                            .collect()
                    };
                    CriterionParts {
                        name: item.name,
                        zh: text::zh(item.name),
                        en: text::en(item.name),
                        value: item.value.clone(),
                        parts: criteria::parts(
                            item.name,
                            ledger,
                            *entry,
                            &group,
                            first,
                            &item.value,
                        ),
                    }
                })
                .collect(),
        })
        .collect()
}

/// Rows that are level with a row on everything before a place of the chain.
fn level_before(table: &Table, row: usize, place: usize) -> std::ops::Range<usize> {
    let together =
        |i: usize| table.separated_by[i].is_none_or(|s| s >= place) && table.rows[i].rank.is_some();
    let mut start = row;
    while start > 0 && together(start) {
        start -= 1;
    }
    let mut end = row + 1;
    while end < table.rows.len() && together(end) {
        end += 1;
    }
    start..end
}
