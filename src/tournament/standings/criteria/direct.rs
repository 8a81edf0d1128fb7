//! 直胜: the points level entries made against each other (14.1, B 14.3.1, 14.2, 14.5).
//!
//! It speaks only when all of the group have met; forfeits count as met. Teams: match points.
use super::{Part, Value, outcome_words};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::Ledger;

/// Points of an entry against members of the (sorted) group, and how many of them it has met.
fn against(ledger: &Ledger, entry: usize, group: &[u32]) -> (Points, usize) {
    let mut met: Vec<u32> = Vec::with_capacity(group.len());
    let mut total = Points::ZERO;
    let mut add = |opponent: u32, points: Points| {
        if group.binary_search(&opponent).is_ok() {
            total += points;
            if !met.contains(&opponent) {
                met.push(opponent);
            }
        }
    };
    if ledger.is_team() {
        for meeting in &ledger.meetings[entry] {
            if let (Some(opponent), Some(_)) = (meeting.opponent, meeting.outcome) {
                add(opponent, meeting.points);
            }
        }
    } else {
        for line in &ledger.lines[entry] {
            if let (Some(opponent), Some(_)) = (line.opponent, line.outcome()) {
                add(opponent, line.points);
            }
        }
    }
    (total, met.len())
}

/// The group in ascending order, if all its members have met.
pub(super) fn all_met(ledger: &Ledger, group: &[u32]) -> Option<Vec<u32>> {
    let mut sorted = group.to_vec();
    sorted.sort_unstable();
    let everyone = sorted.len() - 1;
    sorted
        .iter()
        .all(|entry| {
            // Nobody can have met more opponents than there are lines.
            ledger.lines[*entry as usize].len() >= everyone
                && against(ledger, *entry as usize, &sorted).1 == everyone
        })
        .then_some(sorted)
}

pub(super) fn values(ledger: &Ledger, group: &[u32]) -> Vec<Value> {
    let Some(sorted) = all_met(ledger, group) else {
        return vec![Value::None; group.len()];
    };
    group
        .iter()
        .map(|entry| Value::Points(against(ledger, *entry as usize, &sorted).0))
        .collect()
}

pub(super) fn parts(ledger: &Ledger, entry: usize, group: &[u32]) -> Vec<Part> {
    if ledger.is_team() {
        ledger.meetings[entry]
            .iter()
            .filter_map(|m| Some((m, m.opponent?, m.outcome?)))
            .filter(|(_, opponent, _)| group.contains(opponent))
            .map(|(meeting, opponent, _)| {
                let score = format!("{}:{}", meeting.own, meeting.theirs);
                Part::new(
                    meeting.round,
                    Some(ledger.numbers[opponent as usize]),
                    Value::Points(meeting.points),
                    score.clone(),
                    score,
                )
            })
            .collect()
    } else {
        ledger.lines[entry]
            .iter()
            .filter_map(|line| Some((line, line.opponent?, line.outcome()?)))
            .filter(|(_, opponent, _)| group.contains(opponent))
            .map(|(line, opponent, _)| {
                let (zh, en) = outcome_words(line);
                Part::new(
                    line.round,
                    Some(ledger.numbers[opponent as usize]),
                    Value::Points(line.points),
                    zh,
                    en,
                )
            })
            .collect()
    }
}
