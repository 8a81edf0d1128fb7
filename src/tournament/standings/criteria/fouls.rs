//! 犯规: fouls on record, fewer is better (8.1, 14.1–14.8).
use super::{Part, Value, counted, sum};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    sum(ledger, entry, |line| line.fouls)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    counted(ledger, entry, |line| line.fouls)
}
