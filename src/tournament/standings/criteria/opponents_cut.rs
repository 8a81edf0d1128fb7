//! 对手分 without the lowest opponents, and without the highest: how many is set (`cut_low`,
//! `cut_high`). A bye is one of the values.
use super::{Part, Value, opponents};
use crate::tournament::points::Points;
use crate::tournament::standings::ledger::{Ledger, Line};

/// What opponents give, with the game it comes from.
type Gifts<'a> = Vec<(&'a Line, Points)>;

/// The gifts that stay, and those that are cut.
fn cut(ledger: &Ledger, entry: usize) -> (Gifts<'_>, Gifts<'_>) {
    let mut gifts: Vec<_> = opponents::gifts(ledger, entry).collect();
    gifts.sort_by_key(|(line, points)| (*points, line.round));
    let low = (ledger.regulations.cut_low as usize).min(gifts.len());
    let high = (ledger.regulations.cut_high as usize).min(gifts.len() - low);
    let mut gone = gifts.split_off(gifts.len() - high);
    let kept = gifts.split_off(low);
    gone.extend(gifts);
    (kept, gone)
}

pub(super) fn value(ledger: &Ledger, entry: usize) -> Value {
    let (kept, _) = cut(ledger, entry);
    Value::Points(kept.iter().map(|(_, points)| *points).sum())
}

pub(super) fn parts(ledger: &Ledger, entry: usize) -> Vec<Part> {
    let (kept, gone) = cut(ledger, entry);
    let mut parts: Vec<Part> = kept
        .into_iter()
        .map(|(line, points)| opponents::part(ledger, line, points))
        .collect();
    parts.extend(gone.into_iter().map(|(line, points)| Part {
        value: Value::Points(Points::ZERO),
        zh: format!("去除: {points}").into(),
        en: format!("cut: {points}").into(),
        ..opponents::part(ledger, line, points)
    }));
    parts.sort_by_key(|part| part.round);
    parts
}
