//! 场分: 2, 1 or 0 for each match, however many games it has (13.2, 14.2).
use super::{Part, Value};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Points(ledger.match_totals[entry])
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    ledger.meetings[entry]
        .iter()
        .map(|meeting| {
            let score = format!("{}:{}", meeting.own, meeting.theirs);
            let (zh, en) = match (meeting.opponent, meeting.outcome) {
                (None, None) => ("轮空".into(), "bye".into()),
                (None, Some(_)) => ("未参加".into(), "before the late entry".into()),
                (Some(_), None) => (format!("{score}, 未结束"), format!("{score}, not finished")),
                (Some(_), Some(_)) => (score.clone(), score),
            };
            let opponent = meeting.opponent.map(|o| ledger.numbers[o as usize]);
            Part::new(
                meeting.round,
                opponent,
                Value::Points(meeting.points),
                zh,
                en,
            )
        })
        .chain(super::brought_along(ledger.carried[entry].0))
        .collect()
}
