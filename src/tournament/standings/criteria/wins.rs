//! 胜局: games won, "+" and the Swiss bye included (14.1–14.8).
use super::{Part, Value, counted, sum};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    sum(ledger, entry, |line| line.wins)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    counted(ledger, entry, |line| line.wins)
}
