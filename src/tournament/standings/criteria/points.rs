//! 积分: the points of all games, byes and missed rounds (13.1, 13.3).
use super::{Part, Value, outcome_words};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Points(ledger.totals[entry])
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    let own: Points = ledger.lines[entry].iter().map(|line| line.points).sum();
    let brought = ledger.totals[entry] - own;
    ledger.lines[entry]
        .iter()
        .map(|line| {
            let (zh, en) = outcome_words(line);
            Part::new(
                line.round,
                line.opponent.map(|o| ledger.numbers[o as usize]),
                Value::Points(line.points),
                zh,
                en,
            )
        })
        .chain(super::brought_along(brought))
        .collect()
}
