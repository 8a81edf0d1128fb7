//! A stored final table (`final_table` of a stage) against the chain of the rules.
use super::Finding;
use crate::tournament::format::stages;
use crate::tournament::model::{Event, FinalRow, StoredValue};
use crate::tournament::standings::{self, Row, Table, Value, explain, text};
use std::collections::BTreeSet;

/// Every position and value of the stored final tables that the rules do not give.
pub fn check(event: &Event) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (stage, played) in event.stages.iter().enumerate() {
        if let Some(stored) = &played.final_table {
            check_stage(event, stage, stored, &mut findings);
        }
    }
    findings
}

fn check_stage(event: &Event, stage: usize, stored: &[FinalRow], findings: &mut Vec<Finding>) {
    let pointer = format!("/stages/{stage}/final_table");
    if stages::places::has_bracket(event, stage) {
        check_bracket(event, stage, stored, &pointer, findings);
        return;
    }
    let mut add = |pointer: String, clause: Option<&str>, zh: String, en: String| {
        findings.push(Finding {
            pointer,
            clause: clause.map(str::to_owned),
            zh,
            en,
        });
    };
    let table = match standings::compute(event, stage, None) {
        Ok(table) => table,
        Err(error) => {
            add(pointer, None, error.zh(), error.en());
            return;
        }
    };
    if table.open > 0 {
        add(
            pointer.clone(),
            None,
            format!("尚有 {} 局未结束, 不能有最终名次表", table.open),
            format!(
                "{} games are not finished: there is no final table yet",
                table.open
            ),
        );
    }
    let mut listed = BTreeSet::new();
    for (i, row) in stored.iter().enumerate() {
        let pointer = format!("{pointer}/{i}");
        if !listed.insert(row.number) {
            add(
                pointer,
                None,
                format!("序号 {} 列出两次", row.number),
                format!("number {} is listed twice", row.number),
            );
            continue;
        }
        let Some(at) = table.rows.iter().position(|r| r.number == row.number) else {
            add(
                pointer,
                None,
                format!("序号 {} 不在本阶段", row.number),
                format!("number {} is not in this stage", row.number),
            );
            continue;
        };
        let derived = &table.rows[at];
        if derived.rank != row.rank {
            let (zh, en) = (place_zh(derived.rank), place_en(derived.rank));
            let (why_zh, why_en) = reason(event, &table, at);
            add(
                format!("{pointer}/rank"),
                clause(&table, at),
                format!(
                    "序号 {} 应为{zh}, 表中为{}{why_zh}",
                    row.number,
                    place_zh(row.rank)
                ),
                format!(
                    "number {} should be {en}, the table says {}{why_en}",
                    row.number,
                    place_en(row.rank)
                ),
            );
        }
        if let Some(points) = row.points
            && points != derived.points
        {
            add(
                format!("{pointer}/points"),
                table.chain.first().and_then(|link| link.clause),
                format!("序号 {} 得分应为 {}", row.number, derived.points),
                format!("number {} has {}", row.number, derived.points),
            );
        }
        check_values(row, derived, &pointer, &mut add);
    }
    for row in &table.rows {
        if !listed.contains(&row.number) {
            add(
                pointer.clone(),
                None,
                format!("缺序号 {}", row.number),
                format!("number {} is missing", row.number),
            );
        }
    }
}

/// A knock-out's places come from its bracket.
fn check_bracket(
    event: &Event,
    stage: usize,
    stored: &[FinalRow],
    pointer: &str,
    findings: &mut Vec<Finding>,
) {
    let mut add = |pointer: String, zh: String, en: String| {
        findings.push(Finding {
            pointer,
            clause: None,
            zh,
            en,
        });
    };
    let derived = match stages::stage_places(event, stage, None) {
        Ok(places) => places,
        Err(error) => return add(pointer.to_owned(), error.zh(), error.en()),
    };
    if !derived.finished {
        add(
            pointer.to_owned(),
            "淘汰赛尚未结束, 不能有最终名次表".to_owned(),
            "the knock-out is not over: there is no final table yet".to_owned(),
        );
    }
    for (i, row) in stored.iter().enumerate() {
        let place = derived.places.iter().find(|p| p.number == row.number);
        let rank = place.map(|p| p.from);
        if rank != row.rank {
            add(
                format!("{pointer}/{i}/rank"),
                format!(
                    "序号 {} 应为{}, 表中为{}",
                    row.number,
                    place_zh(rank),
                    place_zh(row.rank)
                ),
                format!(
                    "number {} should be {}, the table says {}",
                    row.number,
                    place_en(rank),
                    place_en(row.rank)
                ),
            );
        }
    }
    for place in &derived.places {
        if stored.iter().all(|row| row.number != place.number) {
            add(
                pointer.to_owned(),
                format!("缺序号 {}", place.number),
                format!("number {} is missing", place.number),
            );
        }
    }
}

fn check_values(
    row: &FinalRow,
    derived: &Row,
    pointer: &str,
    add: &mut impl FnMut(String, Option<&str>, String, String),
) {
    for (c, stored) in row.criteria.iter().enumerate() {
        let pointer = format!("{pointer}/criteria/{c}");
        let Some(item) = derived.criteria.iter().find(|i| i.name == stored.name) else {
            add(
                pointer,
                None,
                format!("“{}”不在区分办法之中", text::zh(stored.name)),
                format!("\"{}\" is not in the chain", text::name(stored.name)),
            );
            continue;
        };
        if !same(&stored.value, &item.value) {
            add(
                format!("{pointer}/value"),
                item.clause,
                format!(
                    "序号 {} 的{}应为 {}",
                    row.number,
                    text::zh(item.name),
                    item.value
                ),
                format!(
                    "{} of number {} is {}",
                    text::en(item.name),
                    row.number,
                    item.value
                ),
            );
        }
    }
}

fn same(stored: &StoredValue, derived: &Value) -> bool {
    use crate::tournament::points::Points;
    let whole = |n: i64| Points::whole(n);
    match (stored, derived) {
        (StoredValue::None, Value::None) => true,
        (StoredValue::Number(a), Value::Points(b)) => a == b,
        (StoredValue::Number(a), Value::Count(b)) => *a == whole(*b),
        (StoredValue::List(a), Value::List(b)) => a == b,
        (StoredValue::List(a), Value::Penalties(b)) => *a == b.map(|count| whole(i64::from(count))),
        _ => false,
    }
}

fn place_zh(rank: Option<u32>) -> String {
    rank.map_or_else(|| "不列名次".to_owned(), |rank| format!("第 {rank} 名"))
}

fn place_en(rank: Option<u32>) -> String {
    rank.map_or_else(
        || "without a place".to_owned(),
        |rank| format!("place {rank}"),
    )
}

/// The clause that separates a row from the one above, or from the one below.
fn clause(table: &Table, at: usize) -> Option<&'static str> {
    let of = |i: usize| {
        let place = table.separated_by.get(i).copied().flatten()?;
        table.chain[place].clause
    };
    of(at).or_else(|| of(at + 1))
}

/// The sentences about the row's neighbours above and below.
fn reason(event: &Event, table: &Table, at: usize) -> (String, String) {
    let (mut zh, mut en) = (String::new(), String::new());
    for why in explain::neighbours(event, table)
        .iter()
        .skip(at.saturating_sub(1))
        .take(if at == 0 { 1 } else { 2 })
    {
        zh.push_str("; ");
        zh.push_str(&why.zh);
        en.push_str("; ");
        en.push_str(&why.en);
    }
    (zh, en)
}
