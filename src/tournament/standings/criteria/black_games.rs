//! 后走局数: games as black by the paired colour, forfeits included, more is better (14.1, 14.3).
//! A bye has no colour unless the regulations record one.
use super::{Part, Value, counted, sum};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    sum(ledger, entry, |line| line.black_games)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    counted(ledger, entry, |line| line.black_games)
}
