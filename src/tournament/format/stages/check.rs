//! Settings of stages that make no sense, each named by its field.
use crate::tournament::event_file::Fault;
use crate::tournament::field_source::Carry;
use crate::tournament::format::knockout;
use crate::tournament::model::{Event, Format, Stage};
use crate::tournament::regulations::RegulationsPatch;
use std::collections::BTreeSet;

/// Every fault in the settings of an event's stages and of the formats they name.
pub fn check(event: &Event) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    regulations(
        &event.tournament.regulations,
        "/tournament/regulations",
        &mut faults,
    );
    for (s, stage) in event.stages.iter().enumerate() {
        let pointer = format!("/stages/{s}");
        regulations(
            &stage.regulations,
            &format!("{pointer}/regulations"),
            &mut faults,
        );
        source(event, s, &pointer, &mut faults);
        drops(event, s, &pointer, &mut faults);
        recorded(event, s, stage, &pointer, &mut faults);
    }
    faults.0
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, pointer: String, en: impl Into<String>, zh: impl Into<String>) {
        self.0.push(Fault {
            pointer,
            en: en.into(),
            zh: zh.into(),
        });
    }
}

fn regulations(patch: &RegulationsPatch, pointer: &str, faults: &mut Faults) {
    if let Some(places) = patch.places_decided
        && (places < 2 || !places.is_power_of_two() || places > knockout::MAX_ENTRIES)
    {
        faults.add(
            format!("{pointer}/places_decided"),
            "must be 2, 4, 8, 16 …: places are played out in full rounds",
            "须为 2、4、8、16 等: 名次赛按整轮进行",
        );
    }
    if patch.tie_procedure.as_ref().is_some_and(Vec::is_empty) {
        faults.add(
            format!("{pointer}/tie_procedure"),
            "a drawn match needs at least one step; \"lots\" is one",
            "平局后至少须有一个步骤, 抽签(lots)亦可",
        );
    }
    if let Some(rule) = &patch.drop {
        if rule.per_round == 0 {
            faults.add(
                format!("{pointer}/drop/per_round"),
                "must be at least 1",
                "至少为 1",
            );
        }
        if rule.keep < 2 {
            faults.add(
                format!("{pointer}/drop/keep"),
                "at least two are left for the last round",
                "最后一轮至少保留 2 名",
            );
        }
        if rule.from_round == Some(0) {
            faults.add(
                format!("{pointer}/drop/from_round"),
                "rounds start at 1",
                "轮次从 1 开始",
            );
        }
    }
}

fn drops(event: &Event, s: usize, pointer: &str, faults: &mut Faults) {
    let stage = &event.stages[s];
    let settings = event.regulations(s);
    let planned = stage.rounds_planned;
    if stage.format != Format::Swiss {
        for (name, set) in [
            ("drop", stage.regulations.drop.is_some()),
            (
                "final_for_top_two",
                stage.regulations.final_for_top_two == Some(true),
            ),
        ] {
            if set {
                faults.add(
                    format!("{pointer}/regulations/{name}"),
                    "is for a Swiss only",
                    "只用于积分编排制",
                );
            }
        }
        return;
    }
    if settings.drop.is_some_and(|rule| rule.from_round.is_none()) && planned.is_none() {
        faults.add(
            format!("{pointer}/rounds_planned"),
            "the lowest are dropped from half of the planned rounds on: plan them, or set drop/from_round",
            "末位淘汰自赛程过半开始: 请给出轮数, 或设定 drop/from_round",
        );
    }
    if settings.final_for_top_two && planned.is_none_or(|t| t < 2) {
        faults.add(
            format!("{pointer}/rounds_planned"),
            "a final beside the last round needs a planned number of rounds, at least 2",
            "最后一轮另设决赛须给出轮数, 至少 2 轮",
        );
    }
}

fn source(event: &Event, s: usize, pointer: &str, faults: &mut Faults) {
    let Some(source) = &event.stages[s].source else {
        return;
    };
    let pointer = format!("{pointer}/source");
    for (p, pick) in source.picks.iter().enumerate() {
        let pointer = format!("{pointer}/picks/{p}");
        if pick.stages.is_empty() {
            faults.add(
                format!("{pointer}/stages"),
                "name at least one earlier stage",
                "至少须有一个之前的阶段",
            );
        }
        let mut seen = BTreeSet::new();
        for (i, earlier) in pick.stages.iter().enumerate() {
            if *earlier == 0 || *earlier as usize > s || !seen.insert(*earlier) {
                faults.add(
                    format!("{pointer}/stages/{i}"),
                    format!(
                        "must be an earlier stage, named once; this is stage {}",
                        s + 1
                    ),
                    format!("须为之前的阶段, 且只列一次; 本阶段为第 {} 阶段", s + 1),
                );
            }
        }
        if pick.from == 0 || pick.to < pick.from {
            faults.add(
                format!("{pointer}/from"),
                "places go from 1 up: from ≤ to",
                "名次从 1 开始, 且 from 不大于 to",
            );
        }
        if pick.best == Some(0) {
            faults.add(format!("{pointer}/best"), "must be at least 1", "至少为 1");
        }
        if pick.after_round == Some(0) {
            faults.add(
                format!("{pointer}/after_round"),
                "rounds start at 1",
                "轮次从 1 开始",
            );
        }
    }
    if let Some(divide) = &source.divide
        && (divide.groups == 0 || divide.this == 0 || divide.this > divide.groups)
    {
        faults.add(
            format!("{pointer}/divide/this"),
            format!("must be a group from 1 to {}", divide.groups),
            format!("须为 1 至 {} 组之一", divide.groups),
        );
    }
    if source.carry != Carry::Fresh && source.picks.is_empty() {
        faults.add(
            format!("{pointer}/carry"),
            "points come from earlier stages: there are no picks",
            "带入分须来自之前的阶段: 没有 picks",
        );
    }
    if source.carry != Carry::Fresh
        && matches!(
            event.stages[s].format,
            Format::SingleElimination | Format::DoubleElimination
        )
    {
        faults.add(
            format!("{pointer}/carry"),
            "a knock-out knows no points",
            "淘汰制没有积分可带入",
        );
    }
}

fn recorded(event: &Event, s: usize, stage: &Stage, pointer: &str, faults: &mut Faults) {
    let field = event.field(s);
    let known = |n: &u32| field.contains(n);
    for (i, carried) in stage.carried.iter().enumerate() {
        let pointer = format!("{pointer}/carried/{i}");
        if !known(&carried.number) {
            faults.add(
                format!("{pointer}/number"),
                format!("number {} does not play in this stage", carried.number),
                format!("序号 {} 不在本阶段", carried.number),
            );
        }
        if stage.carried[..i]
            .iter()
            .any(|c| c.number == carried.number)
        {
            faults.add(
                format!("{pointer}/number"),
                format!("number {} is listed twice", carried.number),
                format!("序号 {} 列出两次", carried.number),
            );
        }
    }
    for (i, order) in stage.tie_orders.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for (j, number) in order.iter().enumerate() {
            if !known(number) || !seen.insert(number) {
                faults.add(
                    format!("{pointer}/tie_orders/{i}/{j}"),
                    format!("number {number} must play in this stage and be named once"),
                    format!("序号 {number} 须在本阶段且只列一次"),
                );
            }
        }
    }
    let bracket = matches!(
        stage.format,
        Format::SingleElimination | Format::DoubleElimination | Format::Playoff
    );
    if !bracket && !stage.decisions.is_empty() {
        faults.add(
            format!("{pointer}/decisions"),
            "only a knock-out has matches to decide",
            "只有淘汰制才有场次可裁定",
        );
    }
    for (i, decision) in stage.decisions.iter().enumerate() {
        let pointer = format!("{pointer}/decisions/{i}");
        if decision.winner.is_some_and(|n| !known(&n)) {
            faults.add(
                format!("{pointer}/winner"),
                "does not play in this stage",
                "不在本阶段",
            );
        }
        if stage.decisions[..i]
            .iter()
            .any(|d| d.match_code == decision.match_code)
        {
            faults.add(
                format!("{pointer}/match"),
                format!("match {} is decided twice", decision.match_code),
                format!("场次 {} 裁定两次", decision.match_code),
            );
        }
    }
}
