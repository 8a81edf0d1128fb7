//! The example events: paired by the rules and played by rating from a fixed seed, so that every
//! start shows the same.
use super::openings::{DOUBLE_CANNON_MATE, OPENINGS};
use crate::service::rounds::pair::refusal;
use crate::service::{Error, Result};
use crate::tournament::event_file::{self, FORMAT};
use crate::tournament::format::next_round;
use crate::tournament::generate::dice::Dice;
use crate::tournament::generate::play;
use crate::tournament::lots::Seed;
use crate::tournament::model::{Event, Game, GameResult, Number};
use crate::tournament::reason::ResultReason;
use serde_json::{Value, json};

/// An event to look at.
pub struct Example {
    /// The event.
    pub event: Event,
    /// Whether its next round is there as a draft.
    pub draft: bool,
    /// What of it to look at first, below the tournament's path.
    pub look_at: &'static str,
}

const UNITS: [&str; 8] = [
    "北京",
    "上海",
    "广东",
    "浙江",
    "江苏",
    "湖北",
    "四川",
    "黑龙江",
];

/// Names as common as they come: nobody in particular.
const PEOPLE: [(&str, &str); 24] = [
    ("赵文博", "male"),
    ("钱慧敏", "female"),
    ("孙志远", "male"),
    ("李春燕", "female"),
    ("周国梁", "male"),
    ("吴晓峰", "male"),
    ("郑雅琴", "female"),
    ("王立新", "male"),
    ("冯思远", "male"),
    ("陈美玲", "female"),
    ("褚建业", "male"),
    ("卫东升", "male"),
    ("蒋玉洁", "female"),
    ("沈家豪", "male"),
    ("韩雪松", "male"),
    ("杨柳青", "female"),
    ("朱天宇", "male"),
    ("秦怀远", "male"),
    ("尤佳怡", "female"),
    ("许长河", "male"),
    ("何书恒", "male"),
    ("吕明月", "female"),
    ("施伟业", "male"),
    ("张一鸣", "male"),
];

/// Every example: a Swiss with a draft, a round robin in the middle of a round, a knock-out, a team
/// event.
///
/// # Errors
/// None while the formats pair what they paired before.
pub fn all() -> Result<Vec<Example>> {
    Ok(vec![swiss()?, round_robin()?, knockout()?, teams()?])
}

fn swiss() -> Result<Example> {
    let mut event = event(
        "示例公开赛 (积分编排制)",
        individuals(24),
        json!({"avoid_unit_rounds": [1]}),
        json!({"format": "swiss", "rounds_planned": 7}),
    )?;
    let mut dice = Dice::new(2011);
    for _ in 0..5 {
        round(&mut event, &mut dice, 350, usize::MAX)?;
    }
    Ok(Example {
        event,
        draft: true,
        look_at: "standings",
    })
}

fn round_robin() -> Result<Example> {
    let mut event = event(
        "示例大师赛 (循环制)",
        individuals(10),
        json!({}),
        json!({"format": "round_robin"}),
    )?;
    let mut dice = Dice::new(64);
    for _ in 0..6 {
        round(&mut event, &mut dice, 400, usize::MAX)?;
    }
    // A round under way: two tables are done.
    round(&mut event, &mut dice, 400, 2)?;
    Ok(Example {
        event,
        draft: false,
        look_at: "crosstable",
    })
}

fn knockout() -> Result<Example> {
    let mut event = event(
        "示例杯赛 (淘汰制)",
        individuals(8),
        json!({"lots_seed": Seed::from_text("demo").to_string()}),
        json!({"format": "single_elimination"}),
    )?;
    let mut dice = Dice::new(8);
    round(&mut event, &mut dice, 0, usize::MAX)?;
    round(&mut event, &mut dice, 0, 1)?;
    Ok(Example {
        event,
        draft: false,
        look_at: "stages/1/bracket",
    })
}

fn teams() -> Result<Example> {
    let entries = UNITS[..6].iter().zip(1..).map(|(unit, number)| {
        let members: Vec<Value> = (0..4)
            .map(|k| json!({"name": PEOPLE[(number - 1) * 4 + k].0, "rating": 2500 - 40 * k}))
            .collect();
        json!({"number": number, "name": format!("{unit}队"), "unit": unit, "members": members})
    });
    let mut event = event(
        "示例团体赛",
        entries.collect(),
        json!({"boards": 4}),
        json!({"format": "round_robin"}),
    )?;
    let mut dice = Dice::new(11);
    for _ in 0..3 {
        round(&mut event, &mut dice, 450, usize::MAX)?;
    }
    Ok(Example {
        event,
        draft: false,
        look_at: "teams/standings",
    })
}

fn individuals(count: usize) -> Vec<Value> {
    let people = PEOPLE.iter().take(count).zip(1u32..);
    people
        .map(|((name, sex), number)| {
            json!({
                "number": number,
                "name": name,
                "sex": sex,
                "unit": UNITS[(number as usize * 5) % UNITS.len()],
                "rating": 2480 - 17 * number,
                "birth_year": 1960 + (number * 13) % 50,
            })
        })
        .collect()
}

fn event(name: &str, entries: Vec<Value>, regulations: Value, stage: Value) -> Result<Event> {
    let value = json!({
        "format": FORMAT,
        "tournament": {
            "name": name,
            "kind": if entries.iter().any(|e| e.get("members").is_some()) { "team" } else { "individual" },
            "edition": "2011-approved",
            "venue": "示例棋院",
            "start_date": "2026-10-01",
            "end_date": "2026-10-07",
            "time_zone": "Asia/Shanghai",
            "regulations": regulations,
        },
        "entries": entries,
        "stages": [stage],
    });
    event_file::read(value.to_string().as_bytes()).map_err(|e| Error::Fault(e.to_string()))
}

/// Pairs the next round and plays the first so many tables of it; the others are under way.
fn round(event: &mut Event, dice: &mut Dice, draws_per_mille: u32, tables: usize) -> Result<()> {
    let mut round = next_round(event, 0).map_err(refusal)?.to_round();
    for (game, place) in round.games.iter_mut().zip(0..) {
        let rating = |number: Number| {
            let entry = event.entry(number);
            entry.and_then(|e| e.rating).unwrap_or(play::MEAN_RATING)
        };
        let result = play::result(rating(game.red), rating(game.black), draws_per_mille, dice);
        let opening = dice.below(OPENINGS.len() as u64) as usize;
        let over = place < tables;
        for board in &mut game.boards {
            board.result = Some(play::result(
                play::MEAN_RATING,
                play::MEAN_RATING,
                draws_per_mille,
                dice,
            ));
        }
        if game.boards.is_empty() {
            if over {
                end(game, result);
            }
            // Records of the first tables only, as a hall with a few boards on the air has them.
            if place < 3 || !over {
                write_down(game, opening);
            }
        }
    }
    event.stages[0].rounds.push(round);
    Ok(())
}

fn end(game: &mut Game, result: GameResult) {
    game.result = Some(result);
    game.reason = Some(match result {
        GameResult::Draw => ResultReason::Agreement,
        _ => ResultReason::Resignation,
    });
}

fn write_down(game: &mut Game, opening: usize) {
    let mut text = OPENINGS[opening];
    if game.result == Some(GameResult::Red) && opening == 0 {
        text = DOUBLE_CANNON_MATE;
        game.reason = Some(ResultReason::Checkmate);
    }
    game.moves = text.split(' ').map(str::to_owned).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_events_that_the_checks_accept() {
        for example in all().unwrap() {
            let faults = event_file::check(&example.event);
            assert!(faults.is_empty(), "{faults:?}");
            let games = example.event.stages[0].rounds.iter().flat_map(|r| &r.games);
            assert!(games.count() > 4);
        }
    }
}
