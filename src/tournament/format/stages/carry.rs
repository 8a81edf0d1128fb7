//! Points brought along into a stage.
use super::StageError;
use crate::tournament::field_source::{Carried, Carry};
use crate::tournament::model::{Event, Kind, Number};
use crate::tournament::points::Points;
use crate::tournament::scoring;
use crate::tournament::standings;
use std::collections::BTreeMap;

/// What each entry of a field brings from the stage it comes from (`origins`, counted from 0).
///
/// # Errors
/// An earlier stage has no table.
pub(super) fn carried(
    event: &Event,
    rule: Carry,
    origins: &[(Number, usize)],
) -> Result<Vec<Carried>, StageError> {
    let mut result = Vec::new();
    match rule {
        Carry::Fresh => {}
        Carry::All => {
            let mut ledgers = BTreeMap::new();
            for &(number, stage) in origins {
                let ledger = match ledgers.entry(stage) {
                    std::collections::btree_map::Entry::Occupied(e) => e.into_mut(),
                    std::collections::btree_map::Entry::Vacant(e) => {
                        let regulations = event.regulations(stage);
                        e.insert(standings::Ledger::build(event, stage, None, regulations)?)
                    }
                };
                let Ok(index) = ledger.numbers.binary_search(&number) else {
                    continue;
                };
                let has_matches =
                    ledger.is_team() || standings::chain::has_matches_of_games(&ledger.regulations);
                let matches = has_matches.then(|| ledger.match_totals[index]);
                result.push(Carried {
                    number,
                    points: matches.unwrap_or(ledger.totals[index]),
                    game_points: matches.map(|_| ledger.totals[index]),
                });
            }
        }
        Carry::AmongQualified => {
            for &(number, stage) in origins {
                let among: Vec<Number> = origins
                    .iter()
                    .filter(|o| o.1 == stage && o.0 != number)
                    .map(|o| o.0)
                    .collect();
                result.push(against(event, stage, number, &among));
            }
        }
    }
    Ok(result)
}

/// Points of an entry from its finished games against some others in a stage.
fn against(event: &Event, stage: usize, number: Number, others: &[Number]) -> Carried {
    let regulations = event.regulations(stage);
    let boards = scoring::boards_of_a_match(event, stage, &regulations);
    let team = regulations.kind == Kind::Team;
    let mut points = Points::ZERO;
    let mut game_points = Points::ZERO;
    for game in event.stages[stage].rounds.iter().flat_map(|r| &r.games) {
        if !game
            .opponent_of(number)
            .is_some_and(|other| others.contains(&other))
        {
            continue;
        }
        let mine = |by: scoring::BySide<Points>| {
            if game.red == number { by.red } else { by.black }
        };
        if team {
            let played = scoring::team_match(game, boards, &regulations.points);
            if let Some(result) = played.result {
                points += mine(scoring::match_points(result, &regulations.points));
                game_points += mine(scoring::BySide {
                    red: played.score.red.game_points,
                    black: played.score.black.game_points,
                });
            }
        } else if let Some(by) = scoring::paired_points(game, &regulations.points) {
            points += mine(by);
        }
    }
    Carried {
        number,
        points,
        game_points: team.then_some(game_points),
    }
}
