//! 局分: the points of all single games, of a team those of all its boards (13.2, 14.2, 14.5).
use super::{Part, Value, points};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Points(ledger.totals[entry])
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    points::parts(ledger, entry)
}
