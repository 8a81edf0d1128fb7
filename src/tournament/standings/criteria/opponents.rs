//! 对手分: the sum of the points of all opponents (14.3.1), of teams their match points (A 14.6,
//! B 14.7). The opponent of a forfeited game counts with his real points; a bye counts by 14.4.
use super::{Part, Value};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::{Ledger, Line, What};

/// What each opponent and bye gives. Several games of one pairing are one opponent.
pub(super) fn gifts(ledger: &Ledger, entry: usize) -> impl Iterator<Item = (&Line, Points)> {
    let lines = &ledger.lines[entry];
    lines
        .iter()
        .enumerate()
        .filter_map(move |(i, line)| match (line.what, line.opponent) {
            (What::Bye, _) => Some((line, ledger.bye_value())),
            (What::Finished(_), Some(opponent)) => {
                let again = lines[..i].iter().any(|before| {
                    before.round == line.round
                        && before.opponent == line.opponent
                        && before.outcome().is_some()
                });
                (!again).then(|| (line, ledger.strength(opponent as usize)))
            }
            _ => None,
        })
}

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    Value::Points(gifts(ledger, entry).map(|(_, points)| points).sum())
}

pub(super) fn part(ledger: &Ledger, line: &Line, points: Points) -> Part {
    let opponent = line.opponent.map(|o| ledger.numbers[o as usize]);
    let (zh, en) = match (opponent, ledger.lowest) {
        (Some(_), _) => ("对手积分".into(), "the opponent's points".into()),
        (None, None) => (
            "轮空: 尚无人得分(14.4)".into(),
            "bye: nobody has points yet (14.4)".into(),
        ),
        (None, Some(lowest)) => (
            format!("轮空: 有分者最低分 {lowest}, 计 {points}(14.4)"),
            format!("bye: the lowest score above 0 is {lowest}, counted {points} (14.4)"),
        ),
    };
    Part::new(line.round, opponent, Value::Points(points), zh, en)
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    gifts(ledger, entry)
        .map(|(line, points)| part(ledger, line, points))
        .collect()
}
