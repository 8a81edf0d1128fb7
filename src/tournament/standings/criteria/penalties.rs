//! 处分 (18.5): among entries of the same points those with a penalty stand last, first by the
//! count of 18.2 (round disqualification), then of 18.1 (warning), fewer first.
use super::{Part, Value};
use crate::tournament::standings::ledger::Ledger;

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Penalties(ledger.penalties[entry])
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    let [disqualified, warned] = ledger.penalties[entry];
    [
        (
            disqualified,
            "取消当场比赛资格(18.2)",
            "round disqualification (18.2)",
        ),
        (warned, "警告(18.1)", "warning (18.1)"),
    ]
    .into_iter()
    .filter(|(count, _, _)| *count > 0)
    .map(|(count, zh, en)| Part::new(None, None, Value::Count(i64::from(count)), zh, en))
    .collect()
}
