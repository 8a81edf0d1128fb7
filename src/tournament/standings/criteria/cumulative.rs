//! 累进分: the sum of the running total after each round (14.3.2).
use super::{Part, Value};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::Ledger;

/// Running totals after rounds 1…T: points, of teams match points.
pub(super) fn running(ledger: &Ledger, entry: usize) -> Vec<Points> {
    if ledger.is_team() {
        ledger.running_match_points(entry)
    } else {
        ledger.running_points(entry)
    }
}

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Points(running(ledger, entry).into_iter().sum())
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    (1..)
        .zip(running(ledger, entry))
        .map(|(round, total)| {
            Part::new(
                round,
                None,
                Value::Points(total),
                "该轮后积分",
                "total after the round",
            )
        })
        .collect()
}
