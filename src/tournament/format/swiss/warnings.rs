//! What the arbiter should know before the event and before a round. Nothing here hinders him.
use super::feasibility::exact::MOST;
use super::feasibility::{self, Feasibility, Verdict};
use super::state::{self, State};
use crate::tournament::format::paired::Warning;
use crate::tournament::model::{Event, Kind};

/// What a stage should be warned of as it stands: before its first round its size and number of
/// rounds; always whether its remaining rounds can be completed.
pub fn of_stage(event: &Event, stage: usize) -> Vec<Warning> {
    let next = event.stages.get(stage).map_or(0, |s| s.rounds.len()) as u32 + 1;
    let Ok(state) = state::before_round(event, stage, next) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if next == 1 {
        before_the_event(&state, &mut found);
    }
    if state.planned.is_some_and(|t| t >= next) {
        cannot_be_completed(&feasibility::of_state(&state), &mut found);
    }
    found
}

/// What a pairing should be warned of; `after` says whether the rounds after it can be completed.
pub fn of_pairing(state: &State, after: Option<&Feasibility>) -> Vec<Warning> {
    let mut found = Vec::new();
    if state.round == 1 {
        before_the_event(state, &mut found);
    }
    if let Some(planned) = state.planned.filter(|&t| state.round > t) {
        let round = state.round;
        found.push(Warning::new(
            "beyond_planned",
            format!("第 {round} 轮超出原定的 {planned} 轮"),
            format!("round {round} is beyond the {planned} planned"),
        ));
    }
    if let Some(feasibility) = after {
        cannot_be_completed(feasibility, &mut found);
    }
    if state.regulations.plan_ahead && state.pool().len() > MOST {
        found.push(Warning::new(
            "not_planned_ahead",
            format!("人数超过 {MOST}, 不作后续轮次的预排"),
            format!("more than {MOST} entries: rounds to come are not planned ahead"),
        ));
    }
    found
}

fn cannot_be_completed(feasibility: &Feasibility, found: &mut Vec<Warning>) {
    if feasibility.verdict == Verdict::No {
        found.push(Warning::new(
            "rounds_cannot_be_completed",
            feasibility.zh.clone(),
            feasibility.en.clone(),
        ));
    }
}

/// Principles 1, 2 and 5.
fn before_the_event(state: &State, found: &mut Vec<Warning>) {
    let entries = state.pool().len();
    if entries % 2 == 1 {
        found.push(Warning::new(
            "odd_field",
            format!("参赛 {entries} 人(队)为单数, 每轮有一轮空(附录二.一.1)"),
            format!("{entries} entries are an odd number: one rests in each round (appendix 2, principle 1)"),
        ));
    }
    let Some(rounds) = state.planned else {
        return;
    };
    if rounds < 7 {
        found.push(Warning::new(
            "few_rounds",
            format!("{rounds} 轮少于七轮(附录二.一.2)"),
            format!("{rounds} rounds are fewer than seven (appendix 2, principle 2)"),
        ));
    }
    let twice = 2 * entries.max(2).next_power_of_two().trailing_zeros();
    if rounds >= 7 && rounds.abs_diff(twice) * 3 > twice {
        found.push(Warning::new(
            "far_from_twice_the_knock_out",
            format!("{rounds} 轮与淘汰赛制所需轮数的一倍({twice} 轮)相差较多(附录二.一.2)"),
            format!("{rounds} rounds are far from {twice}, twice those of a knock-out (appendix 2, principle 2)"),
        ));
    }
    if rounds % 2 == 0 && state.regulations.kind == Kind::Individual {
        found.push(Warning::new(
            "even_rounds",
            format!("个人赛 {rounds} 轮为双数, 先后走局数宜以单数轮平衡(附录二.一.2)"),
            format!("{rounds} rounds of an individual event: an odd number is advised (appendix 2, principle 2)"),
        ));
    }
    if rounds as usize * 2 > entries {
        found.push(Warning::new(
            "rounds_exceed_half_the_field",
            format!("{rounds} 轮多于人数之半({entries} 人), 后面轮次可能无法排通"),
            format!("{rounds} rounds are more than half of {entries} entries: a later round may have no pairing"),
        ));
    }
}
