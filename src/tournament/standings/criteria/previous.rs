//! 前一轮成绩: the first criterion of the chain after round T−1, then T−2 … (14.3.1, A 14.6, B 14.7).
use super::{Part, Value};
use crate::tournament::points::Points;
use crate::tournament::regulations::Criterion;
use crate::tournament::standings::ledger::Ledger;

/// Whether a criterion has a score after each round.
pub(in super::super) const fn has_rounds(first: Criterion) -> bool {
    matches!(
        first,
        Criterion::Points
            | Criterion::GamePoints
            | Criterion::MatchPoints
            | Criterion::Wins
            | Criterion::MatchWins
    )
}

/// The first criterion after rounds T−1, T−2 … 1.
fn scores(ledger: &Ledger, entry: usize, first: Criterion) -> Vec<Points> {
    let mut running = match first {
        Criterion::MatchPoints => ledger.running_match_points(entry),
        Criterion::Wins => ledger.running(
            ledger.lines[entry]
                .iter()
                .map(|line| (line.round, Points::whole(i64::from(line.wins)))),
        ),
        Criterion::MatchWins => ledger.running(
            ledger.meetings[entry]
                .iter()
                .map(|m| (m.round, Points::whole(i64::from(m.is_won())))),
        ),
        _ => ledger.running_points(entry),
    };
    running.pop();
    running.reverse();
    running
}

pub(super) fn value(ledger: &Ledger, entry: usize, first: Criterion) -> Value {
    Value::List(scores(ledger, entry, first))
}

pub(super) fn parts(ledger: &Ledger, entry: usize, first: Criterion) -> Vec<Part> {
    let scores = scores(ledger, entry, first);
    let last = scores.len() as u32;
    scores
        .into_iter()
        .enumerate()
        .map(|(i, total)| {
            Part::new(
                last - i as u32,
                None,
                Value::Points(total),
                "该轮后成绩",
                "score after the round",
            )
        })
        .collect()
}
