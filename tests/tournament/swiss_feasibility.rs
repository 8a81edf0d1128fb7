//! Whether remaining rounds can be completed, the setting `plan_ahead`, and what is warned of.
use super::swiss_equality::Dice;
use saiwu::tournament::event_file;
use saiwu::tournament::format::swiss::feasibility::{self, Method, Verdict};
use saiwu::tournament::format::swiss::{self, PairingError, warnings};
use saiwu::tournament::generate::{Options, generate};
use saiwu::tournament::model::{Event, Game, GameResult, Round};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn event(entries: Value, regulations: Value, planned: u32, rounds: Value) -> Event {
    let entries = match entries.as_u64() {
        Some(n) => (1..=n)
            .map(|n| json!({"number": n, "name": format!("{n}")}))
            .collect(),
        None => entries,
    };
    let file = json!({"format": "saiwu-event/1",
        "tournament": {"name": "例", "regulations": regulations},
        "entries": entries,
        "stages": [{"format": "swiss", "rounds_planned": planned, "rounds": rounds}]});
    event_file::read(file.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

fn codes(event: &Event) -> Vec<String> {
    warnings::of_stage(event, 0)
        .into_iter()
        .map(|w| w.code)
        .collect()
}

/// Naive: every way to pair the rounds one after the other; pairs met as a set.
fn by_trying(n: usize, met: &mut BTreeSet<(usize, usize)>, rounds: usize) -> bool {
    fn one(
        open: &[usize],
        bye: bool,
        n: usize,
        met: &mut BTreeSet<(usize, usize)>,
        rounds: usize,
    ) -> bool {
        let Some(&first) = open.first() else {
            return by_trying(n, met, rounds - 1);
        };
        if bye && one(&open[1..], false, n, met, rounds) {
            return true;
        }
        for &other in &open[1..] {
            if met.insert((first, other)) {
                let rest: Vec<usize> = open
                    .iter()
                    .copied()
                    .filter(|&v| v != first && v != other)
                    .collect();
                let found = one(&rest, bye, n, met, rounds);
                met.remove(&(first, other));
                if found {
                    return true;
                }
            }
        }
        false
    }
    rounds == 0 || one(&(0..n).collect::<Vec<_>>(), n % 2 == 1, n, met, rounds)
}

#[test]
fn small_fields_are_answered_exactly() {
    let mut dice = Dice(99);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..150 {
        let n = 4 + dice.below(3) as usize;
        // Some rounds at random, as far as they go.
        let mut met = BTreeSet::new();
        let mut rounds = Vec::new();
        for number in 1..=dice.below(n as u64) {
            let mut open: Vec<usize> = (0..n).collect();
            let mut games = Vec::new();
            while open.len() > 1 {
                let a = open.remove(dice.below(open.len() as u64) as usize);
                let free: Vec<usize> = open
                    .iter()
                    .copied()
                    .filter(|&b| !met.contains(&(a.min(b), a.max(b))))
                    .collect();
                if free.is_empty() {
                    continue;
                }
                let b = free[dice.below(free.len() as u64) as usize];
                open.retain(|&v| v != b);
                met.insert((a.min(b), a.max(b)));
                games.push(json!({"table": games.len() + 1, "red": a + 1, "black": b + 1, "result": "draw"}));
            }
            rounds.push(json!({"number": number, "games": games}));
        }
        let played = rounds.len() as u32;
        let planned =
            played + 1 + dice.below(n as u64 + 1 - u64::from(played).min(n as u64)) as u32;
        let event = event(json!(n), json!({}), planned, json!(rounds));
        let answer = feasibility::before_round(&event, 0, played + 1).unwrap();
        assert_eq!(answer.method, Method::Exact);
        let left = (planned - played) as usize;
        let possible = by_trying(n, &mut met, left);
        assert_eq!(
            answer.verdict == Verdict::Yes,
            possible,
            "{n}, {planned}: {met:?}"
        );
        if possible {
            yes += 1;
            continue;
        }
        no += 1;
        let first = answer.first_round.unwrap();
        assert!(by_trying(n, &mut met, (first - 1 - played) as usize));
        assert!(!by_trying(n, &mut met, (first - played) as usize));
        assert!(!answer.numbers.is_empty());
        assert!(answer.zh.contains(&first.to_string()) && answer.en.contains(&first.to_string()));
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

/// Rounds, opponents, units: who cannot be paired, and in which round first.
#[test]
fn the_first_impossible_round_is_named_and_who() {
    let answer = |e: &Event, round| feasibility::before_round(e, 0, round).unwrap();
    let four = answer(&event(json!(4), json!({}), 4, json!([])), 1);
    assert_eq!((four.verdict, four.first_round), (Verdict::No, Some(4)));
    assert_eq!(four.numbers, [1, 2, 3, 4]);
    let five = answer(&event(json!(5), json!({}), 6, json!([])), 1);
    assert_eq!((five.verdict, five.first_round), (Verdict::No, Some(6)));
    // Three of four are one unit, kept apart in round 2: two of them have nobody.
    let entries: Vec<Value> = (1..=4)
        .map(|n| json!({"number": n, "name": "x", "unit": if n < 4 { "甲" } else { "乙" }}))
        .collect();
    let apart = event(
        json!(entries),
        json!({"avoid_unit_rounds": [2]}),
        3,
        json!([]),
    );
    let apart = answer(&apart, 1);
    assert_eq!((apart.verdict, apart.first_round), (Verdict::No, Some(2)));
    assert_eq!(apart.numbers, [1, 2, 3]);
    // Who comes late has fewer rounds to fill; who has left has none.
    let entries: Vec<Value> = (1..=6)
        .map(|n| match n {
            5 | 6 => json!({"number": n, "name": "x", "first_round": 3}),
            _ => json!({"number": n, "name": "x"}),
        })
        .collect();
    let late = |planned| answer(&event(json!(entries), json!({}), planned, json!([])), 1);
    // Over five rounds each of the four would have to meet both late ones, who play three.
    assert_eq!(late(4).verdict, Verdict::Yes);
    assert_eq!(late(5).first_round, Some(5));
}

/// Above 14 entries: sufficient, found, counted, or not known.
#[test]
fn larger_fields_are_answered_where_something_decides_it() {
    let answer =
        |e: &Event| feasibility::before_round(e, 0, e.stages[0].rounds.len() as u32 + 1).unwrap();
    let large = answer(&event(json!(40), json!({}), 11, json!([])));
    assert_eq!(
        (large.verdict, large.method),
        (Verdict::Yes, Method::Sufficient)
    );
    let tight = answer(&event(json!(20), json!({}), 12, json!([])));
    assert_ne!(tight.verdict, Verdict::No);
    let many = answer(&event(json!(16), json!({}), 16, json!([])));
    assert_eq!((many.verdict, many.first_round), (Verdict::No, Some(16)));
    assert_eq!(many.numbers.len(), 16);
    // Twelve of sixteen are one unit in round 1.
    let entries: Vec<Value> = (1..=16)
        .map(|n| json!({"number": n, "name": "x", "unit": if n < 13 { "甲" } else { "乙" }}))
        .collect();
    let apart = answer(&event(
        json!(entries),
        json!({"avoid_unit_rounds": [1]}),
        7,
        json!([]),
    ));
    assert_eq!((apart.verdict, apart.first_round), (Verdict::No, Some(1)));
    assert_eq!(apart.numbers, (1..=12).collect::<Vec<_>>());
}

/// Principles 1 and 2: warnings that hinder nothing.
#[test]
fn warnings_before_the_event() {
    assert_eq!(
        codes(&event(json!(24), json!({}), 9, json!([]))),
        Vec::<String>::new()
    );
    assert_eq!(
        codes(&event(json!(25), json!({}), 9, json!([]))),
        ["odd_field"]
    );
    assert_eq!(
        codes(&event(json!(24), json!({}), 5, json!([]))),
        ["few_rounds"]
    );
    assert_eq!(
        codes(&event(json!(24), json!({}), 8, json!([]))),
        ["even_rounds"]
    );
    assert_eq!(
        codes(&event(json!(1000), json!({}), 9, json!([]))),
        ["far_from_twice_the_knock_out"]
    );
    assert_eq!(
        codes(&event(json!(14), json!({}), 9, json!([]))),
        ["rounds_exceed_half_the_field"]
    );
    let impossible = codes(&event(json!(8), json!({}), 9, json!([])));
    let expected = [
        "far_from_twice_the_knock_out",
        "rounds_exceed_half_the_field",
        "rounds_cannot_be_completed",
    ];
    assert_eq!(impossible, expected);
    let mut team = event(json!(24), json!({}), 8, json!([]));
    team.tournament.kind = saiwu::tournament::model::Kind::Team;
    assert_eq!(codes(&team), Vec::<String>::new());
}

fn play(mut event: Event, dice: &mut Dice) -> Result<Event, (u32, PairingError)> {
    for number in 1..=event.stages[0].rounds_planned.unwrap() {
        let pairing = swiss::pair_next(&event, 0).map_err(|e| (number, e))?;
        let games = pairing.games.iter().map(|g| Game {
            table: g.table,
            red: g.red,
            black: g.black,
            game: 1,
            result: Some(
                [GameResult::Red, GameResult::Draw, GameResult::Black][dice.below(3) as usize],
            ),
            ..Game::default()
        });
        let round = Round {
            number,
            byes: pairing.byes,
            games: games.collect(),
            ..Round::default()
        };
        event.stages[0].rounds.push(round);
    }
    Ok(event)
}

/// With 6 players and 4 rounds paired step by step some event has no fourth round; planned ahead all
/// have, and so have 8 players over 7 rounds and 7 over 7.
#[test]
fn planned_ahead_every_event_is_completed() {
    let mut dice = Dice(4);
    let stuck = (0..60)
        .filter(|_| play(event(json!(6), json!({}), 4, json!([])), &mut dice).is_err())
        .count();
    assert!(stuck > 10, "{stuck} of 60");
    for (entries, planned) in [(6, 4), (6, 5), (7, 7), (8, 7), (10, 6)] {
        for _ in 0..6 {
            let start = event(
                json!(entries),
                json!({"plan_ahead": true}),
                planned,
                json!([]),
            );
            if let Err((round, error)) = play(start, &mut dice) {
                panic!("{entries} entries, round {round} of {planned}: {error}");
            }
        }
    }
    // Impossible from the start: refused before the first round, naming the round that has none.
    let start = event(json!(6), json!({"plan_ahead": true}), 6, json!([]));
    let (round, error) = play(start, &mut dice).unwrap_err();
    let numbers = (1..=6).collect();
    assert_eq!(
        (round, error),
        (1, PairingError::Infeasible { round: 6, numbers })
    );
}

/// A pairing after which a later round has none is warned of, with the round.
#[test]
fn a_pairing_that_spoils_a_later_round_is_warned_of() {
    let mut dice = Dice(4);
    let mut warned = 0;
    for _ in 0..40 {
        let mut event = event(json!(6), json!({}), 4, json!([]));
        for number in 1..=4 {
            let Ok(paired) = saiwu::tournament::format::next_round(&event, 0) else {
                // Round 4 was announced as impossible by the pairing of a round before it.
                assert!(warned > 0 && number == 4);
                break;
            };
            let warning = paired
                .warnings
                .iter()
                .find(|w| w.code == "rounds_cannot_be_completed");
            if number < 4 {
                let verdict = paired.feasibility.as_ref().unwrap().verdict;
                assert_eq!(verdict == Verdict::No, warning.is_some());
            }
            if let Some(warning) = warning {
                assert!(warning.zh.contains("第 4 轮"), "{}", warning.zh);
                warned += 1;
            }
            let mut round = paired.to_round();
            for game in &mut round.games {
                game.result = Some(
                    [GameResult::Red, GameResult::Draw, GameResult::Black][dice.below(3) as usize],
                );
            }
            event.stages[0].rounds.push(round);
        }
    }
    assert!(warned > 5, "{warned}");
}

/// The search to the end ends: generated events of 14 with as many rounds as opponents.
#[test]
fn fourteen_players_are_answered_at_every_stage_of_the_event() {
    for seed in 0..4 {
        let mut options = Options::new(14, 6, seed);
        options.planned = Some(13);
        let event = generate(&options).unwrap().event;
        for round in 1..=7 {
            let answer = feasibility::before_round(&event, 0, round).unwrap();
            assert_eq!(
                answer.method,
                Method::Exact,
                "seed {seed}, round {round}: {answer:?}"
            );
        }
    }
}
