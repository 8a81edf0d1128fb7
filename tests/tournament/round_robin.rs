//! Round robin: the order tables, cycles, several games, and leaving (10.1, 12.1, 14.4, 19.2).
use saiwu::tournament::event_file;
use saiwu::tournament::format::round_robin::OrderTable;
use saiwu::tournament::format::{PairingError, next_round};
use saiwu::tournament::model::{Event, GameResult, Number};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn event(n: u32, regulations: Value) -> Event {
    let entries: Vec<Value> = (1..=n)
        .map(|k| json!({"number": k, "name": format!("棋手{k}")}))
        .collect();
    let value = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "循环赛", "regulations": regulations},
        "entries": entries,
        "stages": [{"format": "round_robin"}]
    });
    event_file::read(value.to_string().as_bytes()).unwrap()
}

/// Pairs and plays rounds until the stage is over; every game gets the result `result` says.
fn play_on(event: &mut Event, rounds: usize, result: impl Fn(Number, Number) -> GameResult) {
    for _ in 0..rounds {
        match next_round(event, 0) {
            Ok(paired) => {
                let mut round = paired.to_round();
                for game in &mut round.games {
                    game.result.get_or_insert(result(game.red, game.black));
                }
                event.stages[0].rounds.push(round);
            }
            Err(PairingError::Finished { .. }) => return,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn the_tables_for_4_to_20_are_those_of_appendix_1() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/rr_tables.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("not present: {path}");
        return;
    };
    let data: Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for table in data["tables"].as_object().unwrap().values() {
        for players in table["players"].as_array().unwrap() {
            let n = players.as_u64().unwrap() as u32;
            let largest = table["largest"].as_u64().unwrap() as u32;
            let ours = OrderTable::new(n).unwrap();
            for (r, round) in table["rounds"].as_array().unwrap().iter().enumerate() {
                let pairs: Vec<(u32, u32)> = round["pairs"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|p| (p[0].as_u64().unwrap() as u32, p[1].as_u64().unwrap() as u32))
                    .filter(|&(a, b)| n == largest || (a != largest && b != largest))
                    .collect();
                assert_eq!(ours.rounds[r], pairs, "{n} entries, round {}", r + 1);
                if n < largest {
                    assert_eq!(ours.rests[r].map(u64::from), round["bye_if_odd"].as_u64());
                }
                let printed = ours.lines()[r]
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                assert_eq!(printed, round["text"].as_str().unwrap());
                compared += 1;
            }
            assert_eq!(ours.rounds.len(), table["rounds"].as_array().unwrap().len());
        }
    }
    assert!(compared > 100, "{compared} rounds compared");
}

/// The table for 5 or 6, worked out by hand from the four rules of appendix 1.
#[test]
fn five_entries_play_the_table_for_six_and_rest_against_the_dummy() {
    let mut event = event(5, json!({}));
    play_on(&mut event, 99, |_, _| GameResult::Draw);
    let games: Vec<Vec<(u32, u32)>> = event.stages[0]
        .rounds
        .iter()
        .map(|r| r.games.iter().map(|g| (g.red, g.black)).collect())
        .collect();
    assert_eq!(
        games,
        [
            vec![(2, 5), (3, 4)],
            vec![(5, 3), (1, 2)],
            vec![(3, 1), (4, 5)],
            vec![(1, 4), (2, 3)],
            vec![(4, 2), (5, 1)],
        ]
    );
    assert!(event.stages[0].rounds.iter().all(|r| r.byes.is_empty()));
}

#[test]
fn cycles_and_games_reverse_colours() {
    for (n, cycles, games) in [(4, 2, 1), (5, 3, 1), (6, 1, 2), (4, 2, 3), (2, 2, 2)] {
        let mut event = event(n, json!({"cycles": cycles, "games_per_pairing": games}));
        play_on(&mut event, 999, |_, _| GameResult::Red);
        let mut reds: BTreeMap<(u32, u32), i64> = BTreeMap::new();
        for game in event.stages[0].rounds.iter().flat_map(|r| &r.games) {
            *reds.entry((game.red, game.black)).or_default() += 1;
        }
        for a in 1..=n {
            for b in a + 1..=n {
                let (ab, ba) = (
                    reds.get(&(a, b)).copied().unwrap_or(0),
                    reds.get(&(b, a)).copied().unwrap_or(0),
                );
                assert_eq!(ab + ba, i64::from(cycles * games), "{a}-{b}");
                assert!((ab - ba).abs() <= 1, "{a}-{b}: {ab} {ba}");
            }
        }
        assert_eq!(event_file::check(&event), []);
    }
}

/// 14.4: before the start. Seven become six: the table of six, and lots should be drawn again.
/// Eight become seven: the numbers stay, whoever would meet the absent one rests.
#[test]
fn leaving_before_the_start() {
    let mut seven = event(7, json!({}));
    leave(&mut seven, 3, 0);
    let paired = next_round(&seven, 0).unwrap();
    assert_eq!(paired.warnings[0].code, "draw_again");
    let pairs: Vec<_> = paired.games.iter().map(|g| (g.red, g.black)).collect();
    assert_eq!(pairs, [(1, 7), (2, 6), (4, 5)]);
    play_on(&mut seven, 99, |_, _| GameResult::Draw);
    assert_eq!(seven.stages[0].rounds.len(), 5);

    let mut eight = event(8, json!({}));
    leave(&mut eight, 3, 0);
    let paired = next_round(&eight, 0).unwrap();
    assert!(paired.warnings.is_empty());
    assert_eq!(paired.rests, [6]);
    play_on(&mut eight, 99, |_, _| GameResult::Draw);
    assert_eq!(eight.stages[0].rounds.len(), 7);
    let games: usize = eight.stages[0].rounds.iter().map(|r| r.games.len()).sum();
    assert_eq!(games, 21);
}

/// 19.2: fewer than half of the opponents met: no more games; half or more: forfeits.
#[test]
fn leaving_in_the_middle() {
    // 7 opponents: 3 met is fewer than half, 4 is not.
    for (met, forfeits) in [(3, 0), (4, 3)] {
        let mut event = event(8, json!({}));
        play_on(&mut event, met, |_, _| GameResult::Red);
        leave(&mut event, 5, met as u32);
        play_on(&mut event, 99, |_, _| GameResult::Red);
        let later: Vec<_> = event.stages[0].rounds[met..]
            .iter()
            .flat_map(|r| &r.games)
            .filter(|g| g.opponent_of(5).is_some())
            .collect();
        assert_eq!(later.len(), forfeits);
        for game in later {
            let lost = if game.red == 5 {
                GameResult::RedForfeit
            } else {
                GameResult::BlackForfeit
            };
            assert_eq!(game.result, Some(lost));
        }
    }
}

#[test]
fn a_field_of_one_has_no_pairing() {
    assert_eq!(
        next_round(&event(1, json!({})), 0),
        Err(PairingError::TooFewEntries { entries: 1 })
    );
    assert_eq!(
        next_round(&event(4, json!({})), 1),
        Err(PairingError::NoSuchStage(1))
    );
}

fn leave(event: &mut Event, number: Number, after: u32) {
    let entry = event
        .entries
        .iter_mut()
        .find(|e| e.number == number)
        .unwrap();
    entry.status = saiwu::tournament::model::EntryStatus::Withdrawn;
    entry.withdrawn_after = Some(after);
}
