//! The order of a match drawn by lot (11.3 of edition B): one draw a team, which anyone can run
//! again.
use super::barred::barred;
use super::lineup::{LineUp, LineUps};
use crate::tournament::lots::{Lots, LotsMethod, Seed};
use crate::tournament::model::{Edition, Entry, Event, Game};
use crate::tournament::regulations::TeamMode;

/// The line-ups of a match drawn from a seed, with the records of both draws: the members of a team
/// draw boards; who draws a number beyond the boards does not play. None where the order is not
/// drawn: in other modes, in edition A, without rosters.
pub fn drawn(
    event: &Event,
    (stage, round): (usize, u32),
    game: &Game,
    seed: Seed,
) -> Option<(LineUps, Vec<Lots>)> {
    let regulations = event.regulations(stage);
    if regulations.team_mode != TeamMode::OrderPerMatch || regulations.edition != Edition::Approved
    {
        return None;
    }
    let of = |number| {
        let team = event.entry(number)?;
        let purpose = format!(
            "line-up/{}/{round}/{}.{}/{number}",
            stage + 1,
            game.table,
            game.game
        );
        let (places, lots) = lots(team, (stage, round), seed, purpose)?;
        Some((line_up(&places, &lots.result, regulations.boards), lots))
    };
    let ((red, of_red), (black, of_black)) = (of(game.red)?, of(game.black)?);
    let line_ups = LineUps {
        red: Some(red),
        black: Some(black),
        deadline: game.line_ups.deadline.clone(),
    };
    Some((line_ups, vec![of_red, of_black]))
}

/// The places that draw, and the draw.
fn lots(
    team: &Entry,
    (stage, round): (usize, u32),
    seed: Seed,
    purpose: String,
) -> Option<(Vec<u32>, Lots)> {
    let out = barred(team, stage, round);
    let places: Vec<u32> = (1..=team.members.len() as u32)
        .filter(|place| !out.contains(place))
        .collect();
    let lots = Lots {
        method: LotsMethod::Numbers,
        stage: Some(stage as u32 + 1),
        participants: places
            .iter()
            .map(|place| team.members[*place as usize - 1].name.clone())
            .collect(),
        apart: Vec::new(),
        seed: Some(seed.derive(&purpose)),
        purpose: Some(purpose),
        commitment: None,
        committed_at: None,
        drawn_at: None,
        result: Vec::new(),
    };
    Some((places, lots.drawn().ok()?))
}

fn line_up(places: &[u32], numbers: &[u32], boards: u32) -> LineUp {
    (1..=boards)
        .map(|board| {
            let at = numbers.iter().position(|number| *number == board)?;
            Some(places[at])
        })
        .collect()
}
