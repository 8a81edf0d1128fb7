//! Rosters, line-ups and boards of a team event against chapter 11.
use super::Finding;
use crate::tournament::model::Event;
use crate::tournament::regulations::TeamMode;
use crate::tournament::teams::check as chapter_11;

/// Every roster, line-up and board that chapter 11 does not allow.
pub fn check(event: &Event) -> Vec<Finding> {
    chapter_11::check(event)
        .into_iter()
        .map(|fault| Finding {
            clause: Some(clause(event, &fault.pointer).to_owned()),
            pointer: fault.pointer,
            zh: fault.zh,
            en: fault.en,
        })
        .collect()
}

/// The clause of the mode of the stage that a pointer leads into; 11.1 for rosters.
fn clause(event: &Event, pointer: &str) -> &'static str {
    let stage = pointer
        .strip_prefix("/stages/")
        .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
    match stage.map(|s| event.regulations(s).team_mode) {
        None | Some(TeamMode::FixedBoards) => "11.1",
        Some(TeamMode::Reserves) => "11.2",
        Some(TeamMode::OrderPerMatch) => "11.3",
        Some(TeamMode::AllPlayAll) => "11.4",
        Some(TeamMode::MembersPlaces) => "11.5",
    }
}
