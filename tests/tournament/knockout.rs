//! Knock-outs, single and double (10.4, 12.4, appendix 3).
use saiwu::tournament::event_file;
use saiwu::tournament::format::knockout::bracket::{MatchPlan, Part, Source, single};
use saiwu::tournament::format::knockout::{Bracket, MatchStatus, bracket_of, layout};
use saiwu::tournament::format::{PairingError, double_elimination, next_round};
use saiwu::tournament::lots::{Seed, Sequence};
use saiwu::tournament::model::{Event, GameResult, Number};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn event(format: &str, n: u32, regulations: Value) -> Event {
    let mut regulations = regulations;
    regulations["lots_seed"] = json!(Seed::from_text("lots").to_string());
    let value = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "淘汰赛", "regulations": regulations},
        "entries": (1..=n).map(|k| json!({"number": k, "name": format!("棋手{k}")})).collect::<Vec<_>>(),
        "stages": [{"format": format}]
    });
    event_file::read(value.to_string().as_bytes()).unwrap()
}

/// Plays a stage to its end; returns its bracket.
fn play_out(event: &mut Event, mut result: impl FnMut(Number, Number) -> GameResult) -> Bracket {
    for _ in 0..10_000 {
        match next_round(event, 0) {
            Ok(paired) => {
                let mut round = paired.to_round();
                for game in &mut round.games {
                    game.result
                        .get_or_insert_with(|| result(game.red, game.black));
                }
                event.stages[0].rounds.push(round);
                assert_eq!(event_file::check(event), []);
            }
            Err(PairingError::Finished { .. }) => return bracket_of(event, 0).unwrap(),
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the stage does not end");
}

fn random_result(random: &mut Sequence) -> GameResult {
    match random.below(20) {
        0..=7 => GameResult::Red,
        8..=13 => GameResult::Black,
        14..=17 => GameResult::Draw,
        18 => GameResult::RedForfeit,
        _ => GameResult::BlackForfeit,
    }
}

/// Places are 1…n: every shared range is as long as the number of those who share it.
fn assert_places_add_up(bracket: &Bracket, n: u32) {
    assert!(bracket.finished);
    assert_eq!(bracket.places.len() as u32, n);
    let mut next = 1;
    for group in bracket.places.chunk_by(|a, b| a.from == b.from) {
        assert_eq!(group[0].from, next);
        next += group.len() as u32;
        assert!(
            group.iter().all(|p| p.to == next - 1),
            "{:?}",
            bracket.places
        );
    }
}

fn data() -> Option<Value> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/ko_brackets.json"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("not present: {path}");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

fn source(value: &Value) -> Source {
    let (kind, of) = value.as_object().unwrap().iter().next().unwrap();
    match kind.as_str() {
        "position" => Source::Position(of.as_u64().unwrap() as u32),
        "winner" => Source::Winner(of.as_str().unwrap().to_owned()),
        "loser" => Source::Loser(of.as_str().unwrap().to_owned()),
        other => panic!("{other}"),
    }
}

#[test]
fn the_layouts_and_the_routing_are_those_handed_to_the_project() {
    let Some(data) = data() else { return };
    for (name, size) in [("positions_16", 16), ("positions_32", 32)] {
        let expected: Vec<u32> = serde_json::from_value(data[name].clone()).unwrap();
        assert_eq!(layout::positions(size), expected);
    }
    let tables = [
        ("double_elimination_16", double_elimination::plan(16)),
        ("single_elimination_32", single(32, 2)),
    ];
    for (name, plan) in tables {
        let expected = data[name]["matches"].as_array().unwrap();
        assert_eq!(plan.matches.len(), expected.len());
        for (ours, theirs) in plan.matches.iter().zip(expected) {
            assert_eq!(ours.code, theirs["id"].as_str().unwrap());
            assert_eq!(u64::from(ours.round), theirs["round"].as_u64().unwrap());
            assert_eq!(
                (&ours.a, &ours.b),
                (&source(&theirs["a"]), &source(&theirs["b"]))
            );
            if let Some(places) = theirs["eliminated_place"].as_str() {
                let (from, to) = ours.loser_places.unwrap();
                let ours = if from == to {
                    from.to_string()
                } else {
                    format!("{from}-{to}")
                };
                assert_eq!(ours, places);
            }
        }
    }
}

#[test]
fn a_single_knock_out_of_every_size_plays_until_one_is_left() {
    let mut random = Seed::from_text("single").sequence();
    for n in 2..=64 {
        for places in [2, 4, 64] {
            let mut event = event("single_elimination", n, json!({"places_decided": places}));
            let bracket = play_out(&mut event, |_, _| random_result(&mut random));
            assert_places_add_up(&bracket, n);
            if places == 64 || (places == 4 && n <= 4) {
                assert!(
                    bracket.places.iter().all(|p| p.from == p.to),
                    "{n}: {:?}",
                    bracket.places
                );
            } else if places == 4 {
                assert!(bracket.places[..4].iter().all(|p| p.from == p.to));
            }
            // Seeds have the byes: positions 1 … (size − n).
            let resting: BTreeSet<Number> = next_round(
                &Event {
                    stages: vec![saiwu::tournament::model::Stage {
                        rounds: vec![],
                        ..event.stages[0].clone()
                    }],
                    ..event.clone()
                },
                0,
            )
            .unwrap()
            .rests
            .into_iter()
            .collect();
            assert_eq!(resting, (1..=layout::size(n) - n).collect());
        }
    }
}

/// Everyone but the champion loses twice (the champion at most once), and whoever met before the
/// losers' final could not have been kept apart any longer by chance alone: rematches stay rare.
#[test]
fn a_double_knock_out_of_every_size_plays_until_everyone_is_out() {
    let mut random = Seed::from_text("double").sequence();
    let mut rematches: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for n in 4..=64 {
        for _ in 0..4 {
            let mut event = event("double_elimination", n, json!({"tie_procedure": ["rapid"]}));
            let bracket = play_out(&mut event, |_, _| {
                if random.coin() {
                    GameResult::Red
                } else {
                    GameResult::Black
                }
            });
            assert_places_add_up(&bracket, n);
            let mut losses: BTreeMap<Number, u32> = BTreeMap::new();
            let mut met = BTreeSet::new();
            let mut early = 0;
            let last_of_losers = bracket.matches.len() - 2;
            for (i, m) in bracket.matches.iter().enumerate() {
                if let Some(loser) = m.loser {
                    *losses.entry(loser).or_default() += 1;
                }
                if let (Some(a), Some(b)) = (m.a.seat.number(), m.b.seat.number())
                    && !met.insert((a.min(b), a.max(b)))
                    && i < last_of_losers
                {
                    early += 1;
                }
            }
            let champion = bracket.places[0].number;
            for number in 1..=n {
                let lost = losses.get(&number).copied().unwrap_or(0);
                if number == champion {
                    assert!(lost <= 1);
                } else if bracket.places[1].number == number {
                    assert!((1..=2).contains(&lost));
                } else {
                    assert_eq!(lost, 2, "{n}: number {number}");
                }
            }
            let count = rematches.entry(bracket.size).or_default();
            *count = (count.0 + early, count.1 + 1);
        }
    }
    // Natural order throughout would give 1.0, 2.7, 6.2 and 13 on average.
    for (size, (early, events)) in rematches {
        assert!(
            early * 10 < events * 9,
            "size {size}: {early} in {events} events"
        );
    }
}

/// In the first losers' rounds nobody can meet again: the routing brings losers of another part.
#[test]
fn no_early_rematch_where_the_routing_avoids_it() {
    for n in [8u32, 16, 32, 64] {
        let plan = double_elimination::plan(n);
        // Which positions can be at a side of a match, and which pairs can meet there.
        let mut reach: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        let mut met: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut first_possible = None;
        // In order of time: losers' rounds 2k−2 and 2k−1 follow winners' round k.
        let mut in_time: Vec<_> = plan.matches.iter().filter(|m| m.code != "F").collect();
        in_time.sort_by_key(|m| match (m.code.starts_with('W'), m.round) {
            (true, k) => 4 * k,
            (false, 1) => 4 + 1,
            (false, r) => 4 * (r / 2 + 1) + 1 + r % 2,
        });
        let key = |m: &MatchPlan| (m.part == Part::Losers, m.round);
        for same_time in in_time.chunk_by(|a, b| key(a) == key(b)) {
            let mut now = BTreeSet::new();
            for m in same_time {
                let of = |s: &Source| match s {
                    Source::Position(p) => BTreeSet::from([*p]),
                    Source::Winner(c) | Source::Loser(c) => reach[c].clone(),
                };
                let (a, b) = (of(&m.a), of(&m.b));
                for (x, y) in a
                    .iter()
                    .flat_map(|x| b.iter().map(move |y| (x.min(y), x.max(y))))
                {
                    now.insert((*x, *y));
                    if met.contains(&(*x, *y)) && m.part == Part::Losers {
                        first_possible.get_or_insert(m.round);
                    }
                }
                reach.insert(m.code.clone(), a.union(&b).copied().collect());
            }
            met.extend(now);
        }
        assert_eq!(first_possible, Some(n.ilog2()), "{n}");
    }
}

/// A real knock-out: 13 entries (three byes to the first seeds), two forfeits, a semi-final drawn
/// and replayed, a game for third place. Numbers are the positions inferred from the games.
const REAL: [&[(Number, Number, GameResult)]; 5] = {
    use GameResult::*;
    [
        &[
            (8, 9, Red),
            (5, 12, Red),
            (4, 13, BlackForfeit),
            (6, 11, BlackForfeit),
            (10, 7, Black),
        ],
        &[(5, 4, Black), (8, 1, Black), (3, 6, Red), (7, 2, Black)],
        &[(3, 2, Black), (4, 1, Draw)],
        &[(1, 4, Red)],
        &[(4, 3, Red), (1, 2, Red)],
    ]
};

#[test]
fn a_real_knock_out_of_13_with_forfeits_and_a_replayed_draw() {
    // The games carry no match codes: the bracket finds each by its two sides.
    let mut event = event("single_elimination", 13, json!({"places_decided": 4}));
    for (r, games) in REAL.iter().enumerate() {
        let paired = next_round(&event, 0).unwrap();
        let pairs = |list: Vec<(u32, u32)>| -> BTreeSet<(u32, u32)> {
            list.into_iter()
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect()
        };
        assert_eq!(
            pairs(paired.games.iter().map(|g| (g.red, g.black)).collect()),
            pairs(games.iter().map(|g| (g.0, g.1)).collect()),
            "session {}",
            r + 1
        );
        let games: Vec<Value> = games
            .iter()
            .enumerate()
            .map(|(t, (red, black, result))| {
                json!({"table": t + 1, "red": red, "black": black, "result": result})
            })
            .collect();
        let round = json!({"number": r + 1, "games": games});
        event.stages[0]
            .rounds
            .push(serde_json::from_value(round).unwrap());
    }
    assert_eq!(
        next_round(&event, 0),
        Err(PairingError::Finished { rounds: 5 })
    );
    let bracket = bracket_of(&event, 0).unwrap();
    let places: Vec<_> = bracket
        .places
        .iter()
        .map(|p| (p.from, p.to, p.number))
        .collect();
    assert_eq!(places[..4], [(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 4, 3)]);
    assert_eq!(places[4..8], [(5, 8, 5), (5, 8, 6), (5, 8, 7), (5, 8, 8)]);
    assert!(places[8..].iter().all(|p| (p.0, p.1) == (9, 13)));
}

#[test]
fn the_real_knock_out_is_the_one_in_the_handed_data() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/events.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("not present: {path}");
        return;
    };
    let real: Value = text
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap())
        .find(|e| e["id"] == "hsl2024")
        .unwrap();
    let ours: Vec<_> = REAL.iter().copied().flatten().collect();
    let theirs = real["games"].as_array().unwrap();
    assert_eq!(ours.len(), theirs.len());
    // Names follow from the first game each position plays.
    let mut name: BTreeMap<Number, String> = BTreeMap::new();
    let mut sorted_ours: Vec<_> = ours.clone();
    sorted_ours.sort_by_key(|g| g.2 == GameResult::Draw);
    let winner = |g: &(Number, Number, GameResult)| match g.2 {
        GameResult::Red | GameResult::BlackForfeit => Some(g.0),
        GameResult::Draw => None,
        _ => Some(g.1),
    };
    let text = |v: &Value| v.as_str().map(str::to_owned);
    let third = theirs.iter().find(|g| g["stage"] == "third place").unwrap();
    let last = theirs.iter().find(|g| g["stage"] == "final").unwrap();
    name.insert(1, text(&last["winner"]).unwrap());
    name.insert(
        2,
        [&last["a"], &last["b"]]
            .iter()
            .filter_map(|v| text(v))
            .find(|n| Some(n) != name.get(&1))
            .unwrap(),
    );
    name.insert(4, text(&third["winner"]).unwrap());
    name.insert(
        3,
        [&third["a"], &third["b"]]
            .iter()
            .filter_map(|v| text(v))
            .find(|n| Some(n) != name.get(&4))
            .unwrap(),
    );
    let ranking: Vec<String> =
        serde_json::from_value(real["published"]["ranking"].clone()).unwrap();
    assert_eq!(ranking, [1, 2, 4, 3].map(|n| name[&n].clone()));
    // Each of the four lost, drew and won as often as recorded.
    for (number, name) in &name {
        let ours: Vec<bool> = ours
            .iter()
            .filter(|g| g.0 == *number || g.1 == *number)
            .map(|g| winner(g) == Some(*number))
            .collect();
        let theirs: Vec<bool> = theirs
            .iter()
            .filter(|g| g["a"] == **name || g["b"] == **name)
            .map(|g| g["winner"] == **name)
            .collect();
        let count = |l: &[bool]| (l.len(), l.iter().filter(|w| **w).count());
        assert_eq!(count(&ours), count(&theirs), "{name}");
    }
}

/// 12.4: the first game by lot, in a match of two games the second with colours exchanged, and
/// every further game exchanged again.
#[test]
fn colours_are_drawn_once_a_match_and_then_alternate() {
    let mut first_red = BTreeMap::new();
    for n in 2..=40 {
        let mut event = event(
            "single_elimination",
            n,
            json!({"games_per_pairing": 2, "tie_procedure": ["rapid", "blitz"]}),
        );
        let mut random = Seed::from_text(&n.to_string()).sequence();
        let bracket = play_out(&mut event, |_, _| match random.below(4) {
            0 => GameResult::Red,
            1 => GameResult::Black,
            _ => GameResult::Draw,
        });
        for m in bracket.matches.iter().filter(|m| !m.games.is_empty()) {
            assert!(m.games.len() >= 2);
            for pair in m.games.windows(2) {
                assert_eq!((pair[0].red, pair[0].black), (pair[1].black, pair[1].red));
            }
            let a_red = m.a.seat.number() == Some(m.games[0].red);
            *first_red.entry(a_red).or_insert(0) += 1;
        }
    }
    // Both sides have had the first move in a fair share of some 800 matches.
    assert!(
        first_red[&true] > 300 && first_red[&false] > 300,
        "{first_red:?}"
    );
}

#[test]
fn the_same_facts_give_the_same_pairing_and_another_seed_other_colours() {
    let one = event("single_elimination", 32, json!({}));
    let mut other = one.clone();
    other.tournament.regulations.lots_seed = Some(Seed::from_text("other").to_string());
    let colours = |e: &Event| {
        next_round(e, 0)
            .unwrap()
            .games
            .iter()
            .map(|g| g.red)
            .collect::<Vec<_>>()
    };
    assert_eq!(colours(&one), colours(&one));
    assert_ne!(colours(&one), colours(&other));
    let mut unseeded = one.clone();
    unseeded.tournament.regulations.lots_seed = None;
    assert_eq!(
        next_round(&unseeded, 0).unwrap().warnings[0].code,
        "colours_not_drawn"
    );
}

#[test]
fn nothing_is_paired_while_a_game_is_open_and_ties_come_first() {
    let mut event = event("single_elimination", 4, json!({}));
    let mut round = next_round(&event, 0).unwrap().to_round();
    round.games[0].result = Some(GameResult::Red);
    event.stages[0].rounds.push(round);
    assert_eq!(
        next_round(&event, 0),
        Err(PairingError::Waiting {
            open: vec!["M2".into()]
        })
    );
    event.stages[0].rounds[0].games[1].result = Some(GameResult::Draw);
    let rapid = next_round(&event, 0).unwrap();
    assert_eq!(rapid.games.len(), 1);
    assert_eq!(rapid.games[0].match_code.as_deref(), Some("M2"));
    assert_eq!(
        serde_json::to_value(&rapid.games[0]).unwrap()["tie_step"],
        "rapid"
    );
}

/// 20.2: neither appears, nobody moves on; the next opponent has a walk-over.
#[test]
fn a_double_forfeit_sends_nobody_on() {
    let mut event = event("single_elimination", 4, json!({"places_decided": 4}));
    let mut round = next_round(&event, 0).unwrap().to_round();
    round.games[0].result = Some(GameResult::DoubleForfeit);
    round.games[1].result = Some(GameResult::Red);
    event.stages[0].rounds.push(round);
    let bracket = bracket_of(&event, 0).unwrap();
    assert!(bracket.finished, "the final has one side only");
    assert_places_add_up(&bracket, 4);
}

/// A correction upstream must not swallow games played downstream: they become conflicts.
#[test]
fn games_that_no_longer_fit_are_named_not_lost() {
    let mut event = event("single_elimination", 8, json!({}));
    for _ in 0..2 {
        let mut round = next_round(&event, 0).unwrap().to_round();
        for game in &mut round.games {
            game.result = Some(GameResult::Red);
        }
        event.stages[0].rounds.push(round);
    }
    event.stages[0].rounds[0].games[0].result = Some(GameResult::Black);
    let bracket = bracket_of(&event, 0).unwrap();
    assert_eq!(bracket.conflicts.len(), 1);
    assert_eq!(bracket.conflicts[0].pointer, "/stages/0/rounds/1/games/0");
    assert!(matches!(
        next_round(&event, 0),
        Err(PairingError::Invalid(_))
    ));
    // A recorded decision lets the one who moved on stay.
    let moved_on = event.stages[0].rounds[0].games[0].red;
    event.stages[0].decisions.push(
        serde_json::from_value(json!({"match": "M1", "winner": moved_on, "note": "复核后维持"}))
            .unwrap(),
    );
    assert!(bracket_of(&event, 0).unwrap().conflicts.is_empty());
    assert_eq!(
        event_file::read(event_file::write(&event).as_bytes()).unwrap(),
        event
    );
}

#[test]
fn lots_decide_from_the_seed_and_without_one_they_are_asked_for() {
    let mut event = event("single_elimination", 2, json!({"tie_procedure": ["lots"]}));
    let mut round = next_round(&event, 0).unwrap().to_round();
    round.games[0].result = Some(GameResult::Draw);
    event.stages[0].rounds.push(round);
    let winner = bracket_of(&event, 0).unwrap().places[0].number;
    assert_eq!(bracket_of(&event, 0).unwrap().places[0].number, winner);
    event.tournament.regulations.lots_seed = None;
    assert_eq!(
        bracket_of(&event, 0).unwrap().matches[0].status,
        MatchStatus::LotsNeeded
    );
    match next_round(&event, 0) {
        Err(PairingError::Invalid(faults)) => {
            assert_eq!(faults[0].pointer, "/stages/0/regulations/lots_seed")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn whoever_has_left_forfeits_the_next_match() {
    let mut event = event("double_elimination", 8, json!({}));
    let mut round = next_round(&event, 0).unwrap().to_round();
    for game in &mut round.games {
        game.result = Some(GameResult::Red);
    }
    let gone = round.games[0].red;
    event.stages[0].rounds.push(round);
    let entry = event.entries.iter_mut().find(|e| e.number == gone).unwrap();
    entry.status = saiwu::tournament::model::EntryStatus::Withdrawn;
    entry.withdrawn_after = Some(1);
    let bracket = play_out(&mut event, |_, _| GameResult::Black);
    assert_places_add_up(&bracket, 8);
    let own: Vec<_> = event.stages[0].rounds[1..]
        .iter()
        .flat_map(|r| &r.games)
        .filter(|g| g.opponent_of(gone).is_some())
        .collect();
    assert!(!own.is_empty() && own.iter().all(|g| g.result.unwrap().is_forfeit()));
}

#[test]
fn sizes_out_of_range_are_refused_with_the_field() {
    for (format, n) in [("double_elimination", 3), ("double_elimination", 65)] {
        match next_round(&event(format, n, json!({})), 0) {
            Err(PairingError::Invalid(faults)) => {
                assert_eq!(faults[0].pointer, "/stages/0/entries")
            }
            other => panic!("{other:?}"),
        }
    }
}
