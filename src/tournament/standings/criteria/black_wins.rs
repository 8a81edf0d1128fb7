//! 后走胜局: games won as black by the paired colour, "+" included (14.2, 14.5).
use super::{Part, Value, counted, sum};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    sum(ledger, entry, |line| line.black_wins)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    counted(ledger, entry, |line| line.black_wins)
}
