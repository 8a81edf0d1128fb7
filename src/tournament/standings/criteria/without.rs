//! 去轮: the cumulative score without the first round, then without the first two … (14.3.2).
//! Value k is the sum of the running totals after rounds k+1 … T.
use super::{Part, Value, cumulative};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::Ledger;

fn sums(ledger: &Ledger, entry: usize) -> Vec<Points> {
    let mut running = cumulative::running(ledger, entry);
    for r in (0..running.len().saturating_sub(1)).rev() {
        let after = running[r + 1];
        running[r] += after;
    }
    if !running.is_empty() {
        running.remove(0);
    }
    running
}

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::List(sums(ledger, entry))
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    (1..)
        .zip(sums(ledger, entry))
        .map(|(gone, total): (u32, Points)| {
            Part::new(
                None,
                None,
                Value::Points(total),
                format!("去除前 {gone} 轮"),
                format!("without the first {gone} rounds"),
            )
        })
        .collect()
}
