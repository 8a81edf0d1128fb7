//! Fields far too large for the literal engine: what must hold of every pairing, how its choices follow
//! from its own report, and its objectives against an independent matching program.
use super::swiss_equality::Dice;
use saiwu::tournament::format::swiss::reasons::{Form, PairReasons, SKIPPED_SHOWN, SkipReason};
use saiwu::tournament::format::swiss::segment::Segment;
use saiwu::tournament::format::swiss::{self, Pairing, pair_state, state};
use saiwu::tournament::model::{Event, Game, GameResult, Number, Round};
use serde_json::json;
use std::collections::HashSet;

/// How the games of an event end: each makes another shape of segments.
const PATTERNS: [fn(&mut Dice, Number, Number) -> GameResult; 6] = [
    // One segment of everybody in every round.
    |_, _, _| GameResult::Draw,
    // Those on one score have all had the same colour.
    |_, _, _| GameResult::Red,
    |_, red, black| {
        if red < black {
            GameResult::Red
        } else {
            GameResult::Black
        }
    },
    |dice, _, _| {
        if dice.chance(50) {
            GameResult::Red
        } else {
            GameResult::Black
        }
    },
    // More of one colour owed than of the other, and some without a game.
    |dice, _, _| match dice.below(20) {
        0..3 => GameResult::RedForfeit,
        3..9 => GameResult::Draw,
        9..14 => GameResult::Red,
        _ => GameResult::Black,
    },
    |dice, _, _| {
        if dice.chance(10) {
            GameResult::Draw
        } else {
            GameResult::Black
        }
    },
];

fn event(entries: u32, rounds: u32, regulations: serde_json::Value, units: u32) -> Event {
    let entries: Vec<_> = (1..=entries)
        .map(|n| match units {
            0 => json!({"number": n, "name": format!("{n}")}),
            _ => json!({"number": n, "name": format!("{n}"), "unit": format!("{}", n % units)}),
        })
        .collect();
    serde_json::from_value(json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "大", "regulations": regulations},
        "entries": entries,
        "stages": [{"format": "swiss", "rounds_planned": rounds}]
    }))
    .unwrap()
}

fn play(
    event: &mut Event,
    pairing: &Pairing,
    mut result: impl FnMut(Number, Number) -> GameResult,
) {
    let games = pairing.games.iter().map(|g| Game {
        table: g.table,
        red: g.red,
        black: g.black,
        game: 1,
        result: Some(result(g.red, g.black)),
        ..Game::default()
    });
    let games = games.collect();
    event.stages[0].rounds.push(Round {
        number: pairing.round,
        byes: pairing.byes.clone(),
        games,
        ..Round::default()
    });
}

/// Follows the choices of a pairing through its own report.
fn follow(pairing: &Pairing, met: &HashSet<(Number, Number)>, label: &str) {
    let mut games = pairing.games.iter();
    for segment in &pairing.segments {
        let wants_red: HashSet<Number> = segment.wants_red.iter().copied().collect();
        let left: HashSet<Number> = segment.left_over.iter().copied().collect();
        let mut paired: HashSet<Number> = HashSet::new();
        for &chooser in &segment.order {
            if left.contains(&chooser) {
                // He has been nobody's partner, and has none; those after him may not take him.
                paired.insert(chooser);
                continue;
            }
            if !paired.insert(chooser) {
                continue;
            }
            let game = games.next().expect("a game for every chooser");
            let reasons = &game.reasons;
            assert_eq!(reasons.chooser, chooser, "{label}");
            let partner = if game.red == chooser {
                game.black
            } else {
                game.red
            };
            let opposite = |n: Number| wants_red.contains(&n) != wants_red.contains(&chooser);
            let of_column = |same: bool| {
                let open = segment.order.iter().filter(|n| !paired.contains(n));
                open.filter(move |n| opposite(**n) != same).copied()
            };
            let candidates: Vec<Number> = of_column(false).chain(of_column(true)).collect();
            let at = candidates.iter().position(|&c| c == partner);
            let at = at.expect("the partner was a candidate");
            check_choice(reasons, &candidates[..at], opposite(partner), met, label);
            paired.insert(partner);
        }
    }
    assert!(games.next().is_none(), "{label}: a game without a chooser");
}

/// The reasons of a choice against the candidates who were passed over.
fn check_choice(
    reasons: &PairReasons,
    passed: &[Number],
    opposite: bool,
    met: &HashSet<(Number, Number)>,
    label: &str,
) {
    let chooser = reasons.chooser;
    let label = format!("{label}, {chooser} chose");
    let more = passed.len().saturating_sub(SKIPPED_SHOWN);
    assert_eq!(reasons.skipped_more as usize, more, "{label}");
    assert_eq!(reasons.skipped.len(), passed.len() - more, "{label}");
    let have_met = |n: Number| met.contains(&(chooser.min(n), chooser.max(n)));
    for (skipped, &number) in reasons.skipped.iter().zip(passed) {
        assert_eq!(skipped.number, number, "{label}");
        assert_eq!(skipped.why == SkipReason::Met, have_met(number), "{label}");
        let by_objective = skipped.why == SkipReason::Objective;
        assert!(by_objective || skipped.objective.is_none(), "{label}");
    }
    if reasons.skipped.iter().all(|s| s.why != SkipReason::Unit) {
        let undone = passed.iter().any(|&n| !have_met(n));
        assert!(more > 0 || reasons.undone == undone, "{label}");
    }
    let form = match (opposite, passed.is_empty()) {
        (true, true) => Form::SamePlace,
        (true, false) => Form::ShiftedPlace,
        (false, _) => Form::SameColumn,
    };
    assert_eq!(reasons.form, form, "{label}");
}

#[test]
fn the_choices_in_fields_of_hundreds_follow_from_the_report() {
    for (k, pattern) in PATTERNS.iter().enumerate() {
        for (units, entries) in [(0, 601), (7, 240)] {
            let regulations = json!({"avoid_unit_rounds": [1, 2, 3, 4, 5]});
            let mut event = event(entries, 6, regulations, units);
            let mut dice = Dice(k as u64);
            let mut met = HashSet::new();
            for round in 1..=6 {
                let label = format!("pattern {k}, {entries} entries, round {round}");
                let pairing = swiss::pair_next(&event, 0).unwrap();
                assert_eq!(pairing, swiss::pair_next(&event, 0).unwrap(), "{label}");
                let mut everybody: Vec<Number> = pairing.byes.clone();
                everybody.extend(pairing.games.iter().flat_map(|g| [g.red, g.black]));
                everybody.sort_unstable();
                assert!(everybody.iter().copied().eq(1..=entries), "{label}");
                if round > 1 {
                    follow(&pairing, &met, &label);
                }
                for game in &pairing.games {
                    let pair = (game.red.min(game.black), game.red.max(game.black));
                    assert!(met.insert(pair), "{label}: {pair:?} again");
                }
                play(&mut event, &pairing, |red, black| {
                    pattern(&mut dice, red, black)
                });
            }
        }
    }
}

/// Everybody on one score: the objectives of the one segment are those of a least-cost matching.
#[test]
fn the_objectives_of_a_segment_of_everybody_are_the_best_there_are() {
    for (label, regulations) in [
        json!({}),
        json!({"forfeit_colours": false}),
        json!({"avoid_unit_rounds": [2, 3, 4, 5]}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut event = event(64, 9, regulations, 3);
        let mut dice = Dice(label as u64 + 3);
        for round in 1..=5 {
            let state = state::before_round(&event, 0, round).unwrap();
            let pairing = pair_state(&state).unwrap();
            if round > 1 {
                assert_eq!(pairing.segments.len(), 1);
                let segment = Segment::new(&state, &state.pool(), Vec::new(), |_| false);
                let n = segment.len();
                // Each objective outweighs all that come after it.
                let value = |cost: [u32; 5]| cost.iter().fold(0, |v, &c| v * 200 + i64::from(c));
                let weights: Vec<i64> = (0..n * n)
                    .map(|at| match (at / n, at % n) {
                        (a, b) if a == b || !segment.may_meet(a, b) => 0,
                        (a, b) => 1_000_000_000_000 - value(segment.pair_cost(a, b)),
                    })
                    .collect();
                let mate = integer_blossom::max_weight_matching(&weights, n);
                let best: i64 = (0..n)
                    .map(|a| value(segment.pair_cost(a, mate[a].expect("a perfect matching"))))
                    .sum();
                let ours = value(pairing.segments[0].objectives);
                assert_eq!(2 * ours, best, "settings {label}, round {round}");
            }
            // In one event nobody has had a colour before round 2: there the numbers decide.
            let no_game = label == 1 && round == 1;
            play(&mut event, &pairing, |_, _| match no_game {
                true => GameResult::DoubleForfeit,
                false => GameResult::Draw,
            });
            // Colours as they may have been given by hand, for histories of many kinds.
            let games = &mut event.stages[0].rounds.last_mut().unwrap().games;
            for game in games.iter_mut().filter(|_| dice.chance(30)) {
                std::mem::swap(&mut game.red, &mut game.black);
            }
        }
    }
}
