//! Appendix 2 of the trial edition sentence by sentence, where the worked examples and the literal
//! engine do not already say it.
use saiwu::tournament::event_file;
use saiwu::tournament::format::swiss::colours::{self, ColourRule};
use saiwu::tournament::format::swiss::orders::{self, Column};
use saiwu::tournament::format::swiss::reasons::{Form, SkipReason};
use saiwu::tournament::format::swiss::state::{self, State};
use saiwu::tournament::format::swiss::{self, Pairing, PairingError};
use saiwu::tournament::model::Event;
use serde_json::{Value, json};

/// An event of `entries` players with these settings and rounds.
fn event(entries: Value, regulations: Value, planned: Value, rounds: Value) -> Event {
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

/// A round from "1-2 red, 3-4 draw": games in the order of their tables.
fn round(number: u32, games: &[(u32, u32, &str)], byes: &[u32]) -> Value {
    let games: Vec<Value> = games
        .iter()
        .zip(1..)
        .map(|((red, black, result), table)| {
            let result = if result.is_empty() {
                Value::Null
            } else {
                json!(result)
            };
            json!({"table": table, "red": red, "black": black, "result": result})
        })
        .collect();
    json!({"number": number, "games": games, "byes": byes})
}

fn pairs(pairing: &Pairing) -> Vec<(u32, u32)> {
    pairing.games.iter().map(|g| (g.red, g.black)).collect()
}

fn before(event: &Event, round: u32) -> State {
    state::before_round(event, 0, round).unwrap()
}

fn player(state: &State, number: u32) -> &state::Player {
    &state.players[state.index_of(number).unwrap()]
}

/// 一.5: 轮空者成绩以胜局计算, and has no colour; 一.6: a forfeit counts as having met.
#[test]
fn a_bye_scores_as_a_win_without_a_colour_and_a_forfeit_counts_as_met() {
    let rounds = json!([round(
        1,
        &[(1, 2, "red_forfeit"), (4, 3, "double_forfeit")],
        &[5]
    )]);
    let of = |settings: Value| before(&event(json!(5), settings, json!(7), rounds.clone()), 2);
    let usual = of(json!({}));
    let five = player(&usual, 5);
    assert_eq!(
        (
            five.score.as_quarters(),
            five.byes,
            five.reds + five.blacks,
            five.run
        ),
        (8, 1, 0, 0)
    );
    assert!(usual.met.contains(0, 1) && usual.met.contains(2, 3) && !usual.met.contains(0, 2));
    // A game won or lost by forfeit counts its paired colour, unless set otherwise.
    assert_eq!((player(&usual, 1).reds, player(&usual, 1).run), (1, -1));
    assert_eq!(
        (
            player(&usual, 3).blacks,
            player(&usual, 3).score.as_quarters()
        ),
        (1, 0)
    );
    let none = of(json!({"forfeit_colours": false}));
    assert_eq!((player(&none, 1).reds, player(&none, 1).run), (0, 0));
    assert!(none.met.contains(0, 1));
    let bye = of(json!({"points": {"bye": 1}}));
    assert_eq!(player(&bye, 5).score.as_quarters(), 4);
}

/// 一.8: an unfinished game is a draw for this pairing; whatever comes of it, the pairing stands.
#[test]
fn an_unfinished_game_counts_as_drawn_and_the_pairing_stays_valid() {
    let first = |result: &str| round(1, &[(1, 2, result), (4, 3, "red"), (5, 6, "red")], &[]);
    let open = event(json!(6), json!({}), json!(7), json!([first("")]));
    let pairing = swiss::pair_next(&open, 0).unwrap();
    let mut provisional = pairing.provisional.clone();
    provisional.sort_unstable();
    assert_eq!(provisional, [1, 2]);
    let state = before(&open, 2);
    assert_eq!(player(&state, 1).score.as_quarters(), 4);
    let drawn = event(json!(6), json!({}), json!(7), json!([first("draw")]));
    assert_eq!(
        pairs(&swiss::pair_next(&drawn, 0).unwrap()),
        pairs(&pairing)
    );
    // Finished later: the same round derived anew is the same, the next one knows the result.
    let games: Vec<(u32, u32, &str)> = pairing
        .games
        .iter()
        .map(|g| (g.red, g.black, "draw"))
        .collect();
    let mut second = round(2, &games, &[]);
    second["provisional"] = json!(pairing.provisional);
    let later = event(
        json!(6),
        json!({}),
        json!(7),
        json!([first("black"), second]),
    );
    assert_eq!(
        pairs(&swiss::pair_round(&later, 0, 2).unwrap()),
        pairs(&pairing)
    );
    assert_eq!(player(&before(&later, 3), 2).score.as_quarters(), 8 + 4);
    assert_eq!(player(&before(&later, 3), 1).score.as_quarters(), 4);
}

/// 连先, 连后: the run goes over games with a colour; byes and missed rounds are passed over.
#[test]
fn runs_pass_over_byes_and_missed_rounds() {
    let rounds = json!([
        round(1, &[(1, 2, "red"), (4, 3, "red")], &[5]),
        round(2, &[(1, 4, "draw"), (5, 2, "draw")], &[3]),
        round(3, &[(3, 1, "draw"), (2, 4, "draw")], &[5]),
        round(4, &[(5, 3, "draw"), (1, 6, "red")], &[2]),
    ]);
    let entries: Vec<Value> = (1..=6)
        .map(|n| match n {
            6 => json!({"number": n, "name": "f", "first_round": 4}),
            4 => json!({"number": n, "name": "d", "status": "withdrawn", "withdrawn_after": 3}),
            _ => json!({"number": n, "name": "x"}),
        })
        .collect();
    let event = event(json!(entries), json!({"missed_round": 1}), json!(7), rounds);
    let state = before(&event, 5);
    let runs: Vec<i32> = (1..=6).map(|n| player(&state, n).run).collect();
    // 1: red red black red; 2: black black red; 3: black red black; 4: red black black; 5: red red.
    assert_eq!(runs, [-1, -1, 1, 2, -2, 1]);
    assert_eq!(player(&state, 1).difference(), 2);
    assert_eq!(player(&state, 6).score.as_quarters(), 3 * 4);
    assert!(!player(&state, 4).plays);
}

/// 二.2: 要先 and 要后; players without a game go to the shorter column in ascending number.
#[test]
fn columns_by_balance_and_last_colour() {
    let rounds = json!([round(1, &[(1, 2, "red"), (4, 3, "red")], &[5])]);
    let entries: Vec<Value> = (1..=8)
        .map(|n| json!({"number": n, "name": "x", "first_round": if n > 5 { 2 } else { 1 }}))
        .collect();
    let event = event(json!(entries), json!({}), json!(7), rounds);
    let state = before(&event, 2);
    let all: Vec<usize> = (0..8).collect();
    let order = orders::order(&state, &all);
    let column = |number: u32| {
        let at = order
            .players
            .iter()
            .position(|&i| state.players[i].number == number);
        order.columns[at.unwrap()]
    };
    // 2 and 3 had black, 1 and 4 red; 5 (bye), 6, 7, 8 have no game: 5 to 要先 on the tie, 6 to 要后 …
    for (number, wants) in [(1, false), (2, true), (3, true), (4, false)] {
        assert_eq!(column(number) == Column::WantsRed, wants, "{number}");
    }
    for (number, wants) in [(5, true), (6, false), (7, true), (8, false)] {
        assert_eq!(column(number) == Column::WantsRed, wants, "{number}");
    }
}

/// 二.2(1)–(5): higher score, larger difference, longer run, then the number: small first in odd
/// rounds, large first in even ones; who already had the wanted colour last comes after.
#[test]
fn the_order_of_choice() {
    let event = event(json!(4), json!({}), json!(7), json!([]));
    let state = before(&event, 1);
    let with = |number: u32, score: i64, d: i32, run: i32| {
        let mut p = player(&state, number).clone();
        p.score = saiwu::tournament::points::Points::whole(score);
        (p.reds, p.blacks, p.run) = (3 + d.max(0) as u32, 3 + (-d).max(0) as u32, run);
        p
    };
    let first = |a: &state::Player, b: &state::Player, round| orders::compare(a, b, round).is_lt();
    assert!(first(&with(4, 3, 0, 1), &with(1, 2, 2, -2), 3), "高分先编");
    assert!(
        first(&with(4, 2, -2, 1), &with(1, 2, 1, -2), 3),
        "差值大的先编"
    );
    assert!(
        first(&with(4, 2, 0, 2), &with(1, 2, 0, -1), 3),
        "连走次数多的先编"
    );
    assert!(
        first(&with(4, 2, 1, -1), &with(1, 2, 1, 1), 3),
        "had the other colour last"
    );
    assert!(
        first(&with(1, 2, 1, -1), &with(4, 2, -1, 1), 3),
        "单轮次小号先编"
    );
    assert!(
        first(&with(4, 2, 1, -1), &with(1, 2, -1, 1), 4),
        "双轮次大号先编"
    );
}

/// 二.1: 近号, 首尾, 对半; 单号台次小号先走, 双号台次大号先走. Tables count places in the list of
/// numbers, not the numbers; in an odd field the last number rests.
#[test]
fn the_first_round_by_its_modes() {
    let entries: Vec<Value> = [1, 2, 3, 5, 8, 9, 12, 13, 20]
        .iter()
        .map(|n| json!({"number": n, "name": "x"}))
        .collect();
    let of = |mode: &str| {
        let event = event(
            json!(entries),
            json!({"first_round": mode}),
            json!(7),
            json!([]),
        );
        let pairing = swiss::pair_next(&event, 0).unwrap();
        assert_eq!(pairing.byes, [20]);
        pairs(&pairing)
    };
    assert_eq!(of("adjacent"), [(1, 2), (5, 3), (8, 9), (13, 12)]);
    assert_eq!(of("ends"), [(1, 13), (12, 2), (3, 9), (8, 5)]);
    assert_eq!(of("halves"), [(1, 8), (9, 2), (3, 12), (13, 5)]);
}

/// 一.7: in a round that keeps units apart the smallest number takes its table partner, else the
/// nearest larger number that leaves the rest pairable; other rounds do not look at units.
#[test]
fn units_are_kept_apart_only_in_the_rounds_named() {
    let units = ["甲", "甲", "乙", "丙", "乙", "乙"];
    let entries: Vec<Value> = (1..)
        .zip(units)
        .map(|(n, unit)| json!({"number": n, "name": "x", "unit": unit}))
        .collect();
    let of = |apart: Value| {
        let settings = json!({"avoid_unit_rounds": apart});
        swiss::pair_next(&event(json!(entries), settings, json!(7), json!([])), 0).unwrap()
    };
    assert_eq!(pairs(&of(json!([2]))), [(1, 2), (4, 3), (5, 6)]);
    let apart = of(json!([1]));
    // 1 may not have 2; 3 leaves 2, 4, 5, 6: 2-5 and 4-6 or 2-6 and 4-5, so 3 is taken.
    assert_eq!(pairs(&apart), [(1, 3), (5, 2), (4, 6)]);
    let first = &apart.games[0].reasons;
    assert_eq!(first.form, Form::FirstRoundUnit);
    assert_eq!(
        (first.skipped[0].number, first.skipped[0].why),
        (2, SkipReason::Unit)
    );
    // 2's nearest, 4, would leave 5 and 6 of one unit.
    let second = &apart.games[1].reasons;
    assert_eq!(
        (second.skipped[0].number, second.skipped[0].why),
        (4, SkipReason::Objective)
    );
}

/// 一.5: 轮空的应是最低分段; who rested before does not rest again while others can (a setting).
#[test]
fn the_bye_goes_to_the_lowest_who_had_none() {
    let rounds = json!([
        round(1, &[(1, 2, "red"), (4, 3, "red")], &[5]),
        round(2, &[(1, 4, "red"), (5, 3, "red_forfeit")], &[2]),
    ]);
    let of = |settings: Value| {
        let event = event(json!(5), settings, json!(7), rounds.clone());
        swiss::pair_next(&event, 0).unwrap()
    };
    // Scores: 1: 4, 4: 2, 2: 2 (bye), 5: 2 (bye), 3: 2. Without a bye: 4, 3, 1; of 4 and 3 the last in
    // the order.
    let usual = of(json!({}));
    assert_eq!(usual.byes.len(), 1);
    assert!([3, 4].contains(&usual.byes[0]), "{:?}", usual.byes);
    assert_eq!(usual.bye_reasons[0].earlier_byes, 0);
    let rests: Vec<u32> = of(json!({"avoid_second_bye": false})).byes;
    let state = before(&event(json!(5), json!({}), json!(7), rounds.clone()), 3);
    let lowest: Vec<usize> = (1..5).collect();
    let last = lowest
        .into_iter()
        .max_by(|&a, &b| orders::compare(&state.players[a], &state.players[b], 3))
        .unwrap();
    assert_eq!(rests, [state.players[last].number]);
}

/// 二.4 (1)–(8), and the extension to two of one column.
#[test]
fn colours_of_a_pair_by_rule() {
    let event = event(json!(4), json!({}), json!(9), json!([]));
    let state = before(&event, 1);
    let with = |number: u32, d: i32, run: i32| {
        let mut p = player(&state, number).clone();
        (p.reds, p.blacks, p.run) = (3 + d.max(0) as u32, 3 + (-d).max(0) as u32, run);
        p
    };
    let decide = |a: (u32, i32, i32), b: (u32, i32, i32)| {
        let (x, y) = (with(a.0, a.1, a.2), with(b.0, b.1, b.2));
        let column = |p: &state::Player| orders::wanted(p).unwrap_or(Column::WantsRed);
        let c = colours::decide(&state, (&x, column(&x)), (&y, column(&y)));
        (if c.first_is_red { a.0 } else { b.0 }, c.rule, c.extension)
    };
    use ColourRule::{C1, C2, C3};
    let cases = [
        ("(1) 少先 vs 多先", (1, -1, 1), (2, 1, -1), (1, C1, false)),
        (
            "(2) 平先连后 vs 平先连先",
            (1, 0, -2),
            (2, 0, 2),
            (2, C2, false),
        ),
        ("(3) 平先连后 vs 连后", (1, 0, 3), (2, 0, 2), (1, C2, false)),
        (
            "(4) 平先连先 vs 连先",
            (1, 0, -3),
            (2, 0, -2),
            (2, C2, false),
        ),
        ("(5) 平先上后 vs 连后", (1, 0, 1), (2, 0, 2), (2, C2, false)),
        (
            "(6) 平先上先 vs 连先",
            (1, 0, -1),
            (2, 0, -2),
            (1, C2, false),
        ),
        (
            "(7) 平先上后 vs 连先",
            (1, 0, 1),
            (2, 0, -2),
            (1, C2, false),
        ),
        ("(8) 和为奇数小号先走", (1, 0, 1), (4, 0, 1), (1, C3, false)),
        ("(8) 和为偶数大号先走", (1, 0, 1), (3, 0, 1), (3, C3, false)),
        ("two 少先", (1, -1, 1), (2, -2, 1), (2, C1, true)),
        ("two 多先", (1, 1, -2), (2, 1, -1), (2, C2, true)),
    ];
    for (name, a, b, want) in cases {
        assert_eq!(decide(a, b), want, "{name}");
        assert_eq!(decide(b, a), want, "{name}, the other way round");
    }
}

/// 二.4(9): from the third last round on the higher score gets the colour of his column, also when
/// balanced, unless more would then reach a three; without a planned number there are no last rounds.
#[test]
fn in_the_last_three_rounds_the_lower_serves_the_higher() {
    let at = |planned: Value, settings: Value, d: i32, run: i32, low: (i32, i32)| {
        let event = event(json!(4), settings, planned, json!([]));
        let mut state = before(&event, 1);
        state.round = 5;
        let with = |number: u32, score: i64, d: i32, run: i32| {
            let mut p = player(&state, number).clone();
            p.score = saiwu::tournament::points::Points::whole(score);
            (p.reds, p.blacks, p.run) = (3 + d.max(0) as u32, 3 + (-d).max(0) as u32, run);
            p
        };
        let (high, low) = (with(1, 6, d, run), with(2, 4, low.0, low.1));
        let column = |p: &state::Player| orders::wanted(p).unwrap();
        let c = colours::decide(&state, (&high, column(&high)), (&low, column(&low)));
        (c.first_is_red, c.rule)
    };
    // Higher: balanced, red last, so he wants black; lower: one red too many. By C1 the higher is red.
    let low = (1, -1);
    assert_eq!(at(json!(7), json!({}), 0, -1, low), (false, ColourRule::C4));
    assert_eq!(at(json!(8), json!({}), 0, -1, low), (true, ColourRule::C1));
    assert_eq!(
        at(json!(8), json!({"last_rounds": 4}), 0, -1, low),
        (false, ColourRule::C4)
    );
    assert_eq!(
        at(json!(7), json!({"last_rounds": 0}), 0, -1, low),
        (true, ColourRule::C1)
    );
    assert_eq!(
        at(json!(null), json!({}), 0, -1, low),
        (true, ColourRule::C1)
    );
    // The lower would get a third red in a row, or a third too many.
    assert_eq!(
        at(json!(7), json!({}), 0, -1, (1, -2)),
        (true, ColourRule::C1)
    );
    assert_eq!(
        at(json!(7), json!({}), 0, -1, (2, -1)),
        (true, ColourRule::C1)
    );
    // Equal either way: the higher already gets his colour by C1.
    assert_eq!(at(json!(7), json!({}), -1, 1, low), (true, ColourRule::C1));
}

/// 一.9: the only one of a score who must float is not counted; his partner's float is.
#[test]
fn a_forced_float_is_not_counted() {
    let rounds = json!([
        round(1, &[(1, 2, "red"), (4, 3, "draw"), (5, 6, "draw")], &[]),
        round(2, &[(3, 1, "draw"), (6, 4, "draw"), (2, 5, "draw")], &[]),
    ]);
    let state = before(&event(json!(6), json!({}), json!(7), rounds), 3);
    let floats = |n: u32| (player(&state, n).downs, player(&state, n).ups);
    // Round 2: 1 alone on 2 meets 3 of four on 1; 2 alone on 0 meets 5.
    assert_eq!(floats(1), (0, 0));
    assert_eq!(floats(3), (0, 1));
    assert_eq!(floats(2), (0, 0));
    assert_eq!(floats(5), (1, 0));
    assert_eq!(floats(4), (0, 0));
}

/// 一.11(3), 二.4(10): third equal colours are an objective, but not in the last round.
#[test]
fn in_the_last_round_a_three_stands() {
    let rounds = json!([
        round(1, &[(1, 2, "draw"), (3, 4, "draw")], &[]),
        round(2, &[(1, 4, "draw"), (3, 2, "draw")], &[]),
    ]);
    // Only 1-3, both twice red, and 2-4, both twice black, are left.
    for (planned, threes) in [(3, 0), (7, 2)] {
        let event = event(json!(4), json!({}), json!(planned), rounds.clone());
        let pairing = swiss::pair_next(&event, 0).unwrap();
        assert_eq!(pairs(&pairing), [(3, 1), (4, 2)]);
        assert_eq!(
            pairing.segments[0].objectives[2], threes,
            "{planned} rounds"
        );
    }
}

/// 一.3, 一.6: rounds too many for the field: everyone whom some largest pairing leaves out is named.
#[test]
fn a_round_without_a_pairing_names_everyone_left_out() {
    // Six who met as two halves: two triangles remain.
    let rounds = json!([
        round(1, &[(1, 4, "red"), (2, 5, "red"), (3, 6, "red")], &[]),
        round(2, &[(5, 1, "red"), (6, 2, "red"), (4, 3, "red")], &[]),
        round(3, &[(1, 6, "red"), (2, 4, "red"), (3, 5, "red")], &[]),
    ]);
    let event = event(json!(6), json!({}), json!(5), rounds);
    assert_eq!(
        swiss::pair_next(&event, 0).unwrap_err(),
        PairingError::Infeasible {
            round: 4,
            numbers: vec![1, 2, 3, 4, 5, 6]
        }
    );
}

/// Points brought along from an earlier stage count once.
#[test]
fn carried_points_pair_once() {
    let file = json!({"format": "saiwu-event/1", "tournament": {"name": "例"},
        "entries": (1..=4).map(|n| json!({"number": n, "name": "x"})).collect::<Vec<_>>(),
        "stages": [{"format": "swiss", "rounds_planned": 3,
            "carried": [{"number": 3, "points": 3}], "rounds": []}]});
    let event: Event = serde_json::from_value(file).unwrap();
    assert_eq!(player(&before(&event, 1), 3).score.as_quarters(), 12);
}

/// Every pair, colour and bye has its reasons in Chinese and English.
#[test]
fn reasons_are_in_both_languages() {
    let rounds = json!([round(1, &[(1, 2, "red"), (4, 3, "red")], &[5])]);
    let pairing = swiss::pair_next(&event(json!(5), json!({}), json!(7), rounds), 0).unwrap();
    let texts = pairing
        .games
        .iter()
        .map(|g| (&g.reasons.zh, &g.reasons.en))
        .chain(pairing.bye_reasons.iter().map(|b| (&b.zh, &b.en)));
    for (zh, en) in texts {
        assert!(zh.contains("附录二") && !zh.is_empty(), "{zh}");
        assert!(
            en.chars().filter(char::is_ascii_alphabetic).count() > 20,
            "{en}"
        );
    }
    for game in &pairing.games {
        assert!(game.reasons.zh.contains("执红") && game.reasons.en.contains("is red"));
    }
}
