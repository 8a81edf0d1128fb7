//! 胜场: matches won, "+" and byes included (14.5–14.8).
use super::{Part, Value};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    let won = ledger.meetings[entry].iter().filter(|m| m.is_won()).count();
    Value::Count(won as i64)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    ledger.meetings[entry]
        .iter()
        .filter(|meeting| meeting.is_won())
        .map(|meeting| {
            let opponent = meeting.opponent.map(|o| ledger.numbers[o as usize]);
            let (zh, en) = match opponent {
                None => ("轮空".into(), "bye".into()),
                Some(_) => {
                    let score = format!("{}:{}", meeting.own, meeting.theirs);
                    (score.clone(), score)
                }
            };
            Part::new(meeting.round, opponent, Value::Count(1), zh, en)
        })
        .collect()
}
