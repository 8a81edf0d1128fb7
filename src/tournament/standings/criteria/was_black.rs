//! 对局时后走: who was black in the games level entries played against each other (14.1). Like
//! 直胜 it speaks only when all of the group have met.
use super::{Part, Value, direct};
use crate::tournament::scoring::Side;
use crate::tournament::standings::ledger::{Ledger, Line};

fn games_as_black<'a>(
    ledger: &'a Ledger,
    entry: usize,
    group: &'a [u32],
) -> impl Iterator<Item = (&'a Line, u32)> {
    ledger.lines[entry].iter().filter_map(|line| {
        let opponent = line.opponent.filter(|o| group.contains(o))?;
        (line.side == Some(Side::Black) && line.outcome().is_some()).then_some((line, opponent))
    })
}

pub(super) fn values(ledger: &Ledger, group: &[u32]) -> Vec<Value> {
    let Some(sorted) = direct::all_met(ledger, group) else {
        return vec![Value::None; group.len()];
    };
    group
        .iter()
        .map(|entry| {
            let games = games_as_black(ledger, *entry as usize, &sorted).count();
            Value::Count(games as i64)
        })
        .collect()
}

pub(super) fn parts(ledger: &Ledger, entry: usize, group: &[u32]) -> Vec<Part> {
    games_as_black(ledger, entry, group)
        .map(|(line, opponent)| {
            Part::new(
                line.round,
                Some(ledger.numbers[opponent as usize]),
                Value::Count(1),
                "后走",
                "black",
            )
        })
        .collect()
}
