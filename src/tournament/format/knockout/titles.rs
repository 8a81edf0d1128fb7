//! Names of the rounds of a bracket, as printed.
use super::bracket::{MatchPlan, Part, Plan};

/// The name of the round a match belongs to, in Chinese and English.
pub(super) fn title(m: &MatchPlan, plan: &Plan) -> (String, String) {
    let round = m.round;
    match m.part {
        Part::Main => main_round(plan.size >> round),
        Part::Winners => (
            format!("胜者组第{round}轮"),
            format!("Winners' round {round}"),
        ),
        Part::Losers => (
            format!("败者组第{round}轮"),
            format!("Losers' round {round}"),
        ),
        Part::Final => ("决赛".to_owned(), "Final".to_owned()),
        Part::Places => match (m.winner_place, m.loser_places) {
            (Some(3), _) => ("三四名决赛".to_owned(), "Third-place match".to_owned()),
            (Some(best), Some((last, _))) => (
                format!("第{best}、{last}名决赛"),
                format!("Match for places {best} and {last}"),
            ),
            _ => (
                format!("第{}名起名次赛第{round}轮", m.best_place),
                format!("Games for places from {} on, round {round}", m.best_place),
            ),
        },
    }
}

/// By the number of matches of the round.
fn main_round(matches: u32) -> (String, String) {
    match matches {
        1 => ("决赛".to_owned(), "Final".to_owned()),
        2 => ("半决赛".to_owned(), "Semi-final".to_owned()),
        4 => ("四分之一决赛".to_owned(), "Quarter-final".to_owned()),
        8 => ("八分之一决赛".to_owned(), "Round of 16".to_owned()),
        16 => ("十六分之一决赛".to_owned(), "Round of 32".to_owned()),
        n => (format!("1/{n}决赛"), format!("Round of {}", 2 * n)),
    }
}
