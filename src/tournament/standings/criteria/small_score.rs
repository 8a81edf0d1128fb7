//! 小分: the points of beaten opponents and half the points of drawn ones (14.1). A "+" is a
//! beaten opponent; a double forfeit gives nothing.
use super::{Part, Value, outcome_words};
use crate::tournament::points::Points;
use crate::tournament::scoring::Outcome;
use crate::tournament::standings::ledger::Ledger;

fn share(outcome: Outcome, strength: Points) -> Points {
    match outcome {
        Outcome::Win | Outcome::ForfeitWin => strength,
        Outcome::Draw => strength.half(),
        Outcome::Loss | Outcome::ForfeitLoss | Outcome::DoubleForfeit => Points::ZERO,
    }
}

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    let of = |opponent: Option<u32>, outcome: Option<Outcome>| match (opponent, outcome) {
        (Some(o), Some(outcome)) => share(outcome, ledger.strength(o as usize)),
        _ => Points::ZERO,
    };
    Value::Points(if ledger.is_team() {
        let meetings = &ledger.meetings[entry];
        meetings.iter().map(|m| of(m.opponent, m.outcome)).sum()
    } else {
        let lines = &ledger.lines[entry];
        lines.iter().map(|l| of(l.opponent, l.outcome())).sum()
    })
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    let part = |round: u32, opponent: u32, outcome: Outcome, zh: &'static str, en: &'static str| {
        let strength = ledger.strength(opponent as usize);
        let half = outcome == Outcome::Draw;
        Part::new(
            round,
            Some(ledger.numbers[opponent as usize]),
            Value::Points(share(outcome, strength)),
            format!(
                "{zh}, 对手 {strength} 分{}",
                if half { "的一半" } else { "" }
            ),
            format!(
                "{en}, {}the opponent's {strength}",
                if half { "half of " } else { "" }
            ),
        )
    };
    if ledger.is_team() {
        ledger.meetings[entry]
            .iter()
            .filter_map(|m| Some((m.round, m.opponent?, m.outcome?)))
            .filter(|(_, _, outcome)| outcome.is_win() || *outcome == Outcome::Draw)
            .map(|(round, opponent, outcome)| {
                let won = outcome.is_win();
                let (zh, en) = if won { ("胜", "won") } else { ("和", "drew") };
                part(round, opponent, outcome, zh, en)
            })
            .collect()
    } else {
        ledger.lines[entry]
            .iter()
            .filter_map(|line| Some((line, line.opponent?, line.outcome()?)))
            .filter(|(_, _, outcome)| outcome.is_win() || *outcome == Outcome::Draw)
            .map(|(line, opponent, outcome)| {
                let (zh, en) = outcome_words(line);
                part(line.round, opponent, outcome, zh, en)
            })
            .collect()
    }
}
