//! What an arbiter should know of a pairing made by hand. Nothing here hinders it.
use crate::tournament::format::Warning;
use crate::tournament::model::{Event, Format, Number, Round};
use std::collections::HashMap;

/// Everything unusual about a round (stage and round counted from 0) as it stands in the event.
pub fn about(event: &Event, stage: usize, round: usize) -> Vec<Warning> {
    let Some(played) = event.stages.get(stage) else {
        return Vec::new();
    };
    let Some(this) = played.rounds.get(round) else {
        return Vec::new();
    };
    let earlier = &played.rounds[..round];
    let mut warnings = Vec::new();
    left_out(event, stage, this, &mut warnings);
    if played.format == Format::Swiss {
        rematches(earlier, this, &mut warnings);
        byes(earlier, this, &mut warnings);
        colours(earlier, this, &mut warnings);
        units(event, stage, this, &mut warnings);
    }
    warnings
}

fn left_out(event: &Event, stage: usize, round: &Round, warnings: &mut Vec<Warning>) {
    if !matches!(
        event.stages[stage].format,
        Format::Swiss | Format::RoundRobin
    ) {
        return;
    }
    let seated = |n: &Number| {
        round.byes.contains(n) || round.games.iter().any(|g| g.opponent_of(*n).is_some())
    };
    let missing: Vec<Number> = event
        .field(stage)
        .into_iter()
        .filter(|n| {
            let plays = event.entry(*n).is_some_and(|e| {
                !e.status.has_left() && e.first_round.is_none_or(|first| first <= round.number)
            });
            plays && !seated(n)
        })
        .collect();
    if !missing.is_empty() {
        let list = list(&missing);
        warnings.push(Warning::new(
            "left_out",
            format!("未编排: {list}"),
            format!("without game or bye: {list}"),
        ));
    }
}

fn rematches(earlier: &[Round], round: &Round, warnings: &mut Vec<Warning>) {
    for game in round.games.iter().filter(|g| g.game == 1) {
        let met = earlier.iter().find(|r| {
            r.games
                .iter()
                .any(|g| g.opponent_of(game.red) == Some(game.black))
        });
        if let Some(met) = met {
            warnings.push(Warning::new(
                "rematch",
                format!(
                    "{} 与 {} 在第 {} 轮已相遇",
                    game.red, game.black, met.number
                ),
                format!(
                    "{} and {} have met in round {}",
                    game.red, game.black, met.number
                ),
            ));
        }
    }
}

fn byes(earlier: &[Round], round: &Round, warnings: &mut Vec<Warning>) {
    for number in &round.byes {
        if let Some(before) = earlier.iter().find(|r| r.byes.contains(number)) {
            warnings.push(Warning::new(
                "second_bye",
                format!("{number} 在第 {} 轮已轮空", before.number),
                format!("{number} had the bye in round {}", before.number),
            ));
        }
    }
}

/// Three equal colours in a row, or a balance of three.
fn colours(earlier: &[Round], round: &Round, warnings: &mut Vec<Warning>) {
    let mut history: HashMap<Number, Vec<bool>> = HashMap::new();
    for game in earlier.iter().chain([round]).flat_map(|r| &r.games) {
        history.entry(game.red).or_default().push(true);
        history.entry(game.black).or_default().push(false);
    }
    let mut numbers: Vec<Number> = round.games.iter().flat_map(|g| [g.red, g.black]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let games = &history[&number];
        let reds = games.iter().filter(|red| **red).count();
        let balance = reds.abs_diff(games.len() - reds);
        let three = games.len() >= 3 && games[games.len() - 3..].windows(2).all(|w| w[0] == w[1]);
        if three || balance >= 3 {
            warnings.push(Warning::new(
                "colours",
                format!(
                    "{number}: 先手 {reds} 局, 后手 {} 局{}",
                    games.len() - reds,
                    if three { ", 连续三局同色" } else { "" }
                ),
                format!(
                    "{number}: {reds} games with red, {} with black{}",
                    games.len() - reds,
                    if three { ", three in a row" } else { "" }
                ),
            ));
        }
    }
}

fn units(event: &Event, stage: usize, round: &Round, warnings: &mut Vec<Warning>) {
    if !event
        .regulations(stage)
        .avoid_unit_rounds
        .contains(&round.number)
    {
        return;
    }
    let unit = |n: Number| event.entry(n).and_then(|e| e.unit.clone());
    for game in &round.games {
        if let (Some(a), Some(b)) = (unit(game.red), unit(game.black))
            && a == b
        {
            warnings.push(Warning::new(
                "same_unit",
                format!("{} 与 {} 同属 {a}", game.red, game.black),
                format!("{} and {} are both of {a}", game.red, game.black),
            ));
        }
    }
}

fn list(numbers: &[Number]) -> String {
    numbers
        .iter()
        .map(Number::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_unusual_thing_is_named() {
        let event: Event = serde_json::from_value(json!({
            "format": "saiwu-event/1",
            "tournament": {"name": "x", "regulations": {"avoid_unit_rounds": [4]}},
            "entries": [{"number": 1, "name": "a", "unit": "U"}, {"number": 2, "name": "b", "unit": "U"},
                {"number": 3, "name": "c"}, {"number": 4, "name": "d"}, {"number": 5, "name": "e"}],
            "stages": [{"format": "swiss", "rounds": [
                {"number": 1, "byes": [5], "games": [{"table": 1, "red": 1, "black": 2}, {"table": 2, "red": 3, "black": 4}]},
                {"number": 2, "games": [{"table": 1, "red": 1, "black": 3}]},
                {"number": 3, "games": [{"table": 1, "red": 4, "black": 1}]},
                {"number": 4, "byes": [5], "games": [{"table": 1, "red": 1, "black": 2}]}]}]
        }))
        .unwrap();
        let codes = |round| {
            about(&event, 0, round)
                .into_iter()
                .map(|w| w.code)
                .collect::<Vec<_>>()
        };
        assert_eq!(codes(3), ["left_out", "rematch", "second_bye", "same_unit"]);
        assert_eq!(codes(0), Vec::<String>::new());
    }
}
