//! The chain applied: groups of level entries are split by one criterion after the other.
use super::super::points::Points;
use super::chain::Link;
use super::criteria::{self, Column};
use super::ledger::Ledger;
use super::table::{Item, Row, Table};
use super::value::Value;
use std::cmp::Ordering;
use std::ops::Range;

/// Ranks a ledger by a chain. What nothing separates shares a place (1, 2, 2, 4); an annulled
/// entry stands last without a place (19.2).
pub(super) fn rank(ledger: &Ledger, mut chain: Vec<Link>) -> Table {
    // 18.5 is shown only where somebody has a penalty, unless the regulations place it.
    let placed = ledger
        .regulations
        .chain
        .as_ref()
        .is_some_and(|c| c.contains(&super::super::regulations::Criterion::Penalties));
    if !placed && ledger.penalties.iter().all(|counts| *counts == [0; 2]) {
        chain.retain(|link| link.criterion != super::super::regulations::Criterion::Penalties);
    }
    let (mut order, annulled): (Vec<u32>, Vec<u32>) =
        (0..ledger.len() as u32).partition(|e| !ledger.is_annulled(*e as usize));
    let mut separated: Vec<Option<usize>> = vec![None; order.len()];
    let mut groups: Vec<Range<usize>> = Vec::new();
    if !order.is_empty() {
        groups.push(0..order.len());
    }
    let mut columns: Vec<Vec<Value>> = Vec::with_capacity(chain.len());
    for (place, link) in chain.iter().enumerate() {
        let mut values = match criteria::column(link.criterion, ledger, chain[0].criterion) {
            Column::Each(values) => values,
            Column::Group => vec![Value::None; ledger.len()],
        };
        for group in &groups {
            if let Some(within) = criteria::within(link.criterion, ledger, &order[group.clone()]) {
                for (entry, value) in order[group.clone()].iter().zip(within) {
                    values[*entry as usize] = value;
                }
            }
            order[group.clone()].sort_by(|a, b| {
                criteria::better_first(link.criterion, &values[*a as usize], &values[*b as usize])
            });
        }
        groups = split(
            &groups,
            &order,
            |a, b| values[a as usize].compare(&values[b as usize]) != Ordering::Equal,
            |boundary| separated[boundary] = Some(place),
        );
        columns.push(values);
    }
    let mut separated_by = separated.clone();
    separated_by.extend(annulled.iter().map(|_| None));
    let mut rows = Vec::with_capacity(ledger.len());
    let mut rank = 1;
    for (i, entry) in order.iter().enumerate() {
        if i > 0 && separated[i].is_some() {
            rank = i as u32 + 1;
        }
        rows.push(row(ledger, &chain, &mut columns, *entry, Some(rank)));
    }
    for entry in annulled {
        rows.push(row(ledger, &chain, &mut columns, entry, None));
    }
    Table {
        stage: ledger.stage,
        after_round: ledger.rounds,
        open: ledger.open,
        chain,
        rows,
        separated_by,
    }
}

/// Cuts each group where its sorted members differ; only groups of two or more remain.
fn split(
    groups: &[Range<usize>],
    order: &[u32],
    differ: impl Fn(u32, u32) -> bool,
    mut boundary: impl FnMut(usize),
) -> Vec<Range<usize>> {
    let mut level = Vec::new();
    for group in groups {
        let mut start = group.start;
        for i in group.start + 1..=group.end {
            if i == group.end || differ(order[i - 1], order[i]) {
                if i < group.end {
                    boundary(i);
                }
                if i - start > 1 {
                    level.push(start..i);
                }
                start = i;
            }
        }
    }
    level
}

fn row(
    ledger: &Ledger,
    chain: &[Link],
    columns: &mut [Vec<Value>],
    entry: u32,
    rank: Option<u32>,
) -> Row {
    let criteria: Vec<Item> = chain
        .iter()
        .zip(columns)
        .map(|(link, values)| Item {
            name: link.criterion,
            value: std::mem::replace(&mut values[entry as usize], Value::None),
            clause: link.clause,
        })
        .collect();
    let points: Points = criteria
        .first()
        .and_then(|first| first.value.points())
        .unwrap_or(ledger.totals[entry as usize]);
    Row {
        rank,
        number: ledger.numbers[entry as usize],
        points,
        criteria,
        marks: ledger.marks[entry as usize].clone(),
    }
}
