//! Knock-outs over HTTP, drawn and played to the end: brackets a client can draw, ties, the final of
//! four games, the real one with forfeits and a replayed draw.
use crate::client::Server;
use crate::events::data;
use crate::play::{Dice, Play, checked, list, number, stronger};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Places of a bracket: number → (from, to); every place is given once.
fn places(bracket: &Value, entries: u64) -> BTreeMap<u64, (u64, u64)> {
    let rows = list(&bracket["places"]);
    let mut next = 1;
    for group in rows.chunk_by(|a, b| a["from"] == b["from"]) {
        assert_eq!(number(&group[0]["from"]), next, "{bracket}");
        next += group.len() as u64;
        assert!(group.iter().all(|p| number(&p["to"]) == next - 1));
    }
    assert_eq!(next, entries + 1);
    rows.iter()
        .map(|p| (number(&p["number"]), (number(&p["from"]), number(&p["to"]))))
        .collect()
}

/// Every side of a match that is not a position or a bye was sent there by an earlier match.
fn assert_drawable(bracket: &Value) {
    let mut fed: BTreeSet<(String, String)> = BTreeSet::new();
    let mut known = BTreeSet::new();
    for m in list(&bracket["matches"]) {
        let code = m["code"].as_str().unwrap().to_owned();
        for side in ["a", "b"] {
            let source = &m[side]["source"];
            if let Some(from) = source["winner"].as_str().or(source["loser"].as_str()) {
                assert!(known.contains(from), "{from} before {code}");
                assert!(
                    fed.contains(&(code.clone(), side.to_owned())),
                    "{code} {side}"
                );
            }
        }
        for to in ["winner_to", "loser_to"] {
            if let Some(next) = m[to]["match"].as_str() {
                fed.insert((next.to_owned(), m[to]["side"].as_str().unwrap().to_owned()));
            }
        }
        assert!(!m["title_zh"].as_str().unwrap().is_empty());
        known.insert(code);
    }
}

#[tokio::test]
async fn a_single_knock_out_with_places_played_out() {
    let server = Server::new().await;
    for (entries, decided) in [(8, 8), (11, 4), (5, 2)] {
        let frame =
            json!({"regulations": {"places_decided": decided, "lots_seed": "5e".repeat(32)}});
        let play = Play::new(&server, frame).await;
        play.players(entries, 3).await;
        play.stage(json!({"format": "single_elimination"})).await;
        let before = play.get("/stages/1/bracket").await;
        assert_eq!(before["entries"], entries);
        assert_drawable(&before);
        play.play(1, stronger).await;
        let bracket = play.get("/stages/1/bracket").await;
        assert_eq!(bracket["finished"], true);
        let places = places(&bracket, entries.into());
        // Seeds stand on their positions and the stronger wins: the table reads as seeded.
        for n in 1..=2u64 {
            assert_eq!(places[&n], (n, n), "{entries}");
        }
        if decided >= 4 {
            assert_eq!((places[&3], places[&4]), ((3, 3), (4, 4)));
        }
        if decided == 8 {
            assert!(places.values().all(|(from, to)| from == to));
        }
        let file = play.comes_back_the_same().await;
        checked(&file);
        assert!(
            play.post("/stages/1/rounds", json!({}))
                .await
                .is(409)
                .problem()
                == "stage_over"
        );
        let crosstable = server.get(&play.path("/stages/1/order-table")).await;
        crosstable.is(404);
    }
}

/// A drawn match goes on by the procedure of the regulations, step by step, each in a session of its
/// own; the last step decides.
#[tokio::test]
async fn drawn_matches_go_through_the_tie_procedure() {
    let server = Server::new().await;
    let frame = json!({"regulations": {
        "tie_procedure": ["two_games", "rapid", "extra_game"], "lots_seed": "71".repeat(32)}});
    let play = Play::new(&server, frame).await;
    play.players(2, 1).await;
    play.stage(json!({"format": "single_elimination"})).await;
    let mut steps = Vec::new();
    let mut reds = Vec::new();
    while let Some(round) = play.next(1).await {
        for game in list(&round["games"]) {
            steps.push(game["tie_step"].as_str().unwrap_or("match").to_owned());
            reds.push(number(&game["red"]));
        }
        play.finish(&round, |_, _| "draw").await;
    }
    assert_eq!(
        steps,
        ["match", "two_games", "two_games", "rapid", "extra_game"]
    );
    // Colours are drawn once and then alternate (12.4).
    assert!(reds.windows(2).all(|w| w[0] != w[1]), "{reds:?}");
    let bracket = play.get("/stages/1/bracket").await;
    let last = &bracket["matches"][0];
    // The extra game: a draw is a win of Black, who did not have red.
    assert_eq!(last["decided_by"], "tie_procedure");
    assert_ne!(number(&last["winner"]), reds[4]);
    checked(&play.comes_back_the_same().await);
}

/// Lots decide where the procedure ends in them; without a seed somebody enters what was drawn.
#[tokio::test]
async fn lots_drawn_in_the_hall_are_entered_as_a_decision() {
    let server = Server::new().await;
    let frame = json!({"regulations": {"tie_procedure": ["lots"]}});
    let play = Play::new(&server, frame).await;
    play.players(2, 1).await;
    play.stage(json!({"format": "single_elimination"})).await;
    let round = play.next(1).await.unwrap();
    play.finish(&round, |_, _| "draw").await;
    let bracket = play.get("/stages/1/bracket").await;
    assert_eq!(bracket["matches"][0]["status"], "lots_needed");
    let got = play.post("/stages/1/rounds", json!({})).await.is(409);
    assert_eq!(
        got.json()["errors"][0]["pointer"],
        "/stages/0/regulations/lots_seed"
    );
    let decisions =
        json!([{"match": bracket["matches"][0]["code"], "winner": 2, "note": "现场抽签"}]);
    let version = play.get("/stages/1").await["version"].as_i64().unwrap();
    let path = play.path("/stages/1");
    let bad = json!({"decisions": [{"match": "M1", "winner": 9}]});
    let refused = server.change("PATCH", &path, version, bad).await.is(422);
    assert_eq!(
        refused.json()["errors"][0]["pointer"],
        "/decisions/0/winner"
    );
    server
        .change("PATCH", &path, version, json!({"decisions": decisions}))
        .await
        .is(200);
    let bracket = play.get("/stages/1/bracket").await;
    assert_eq!(
        (&bracket["finished"], &bracket["matches"][0]["winner"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(bracket["matches"][0]["decided_by"], "decision");
    play.comes_back_the_same().await;
}

/// Double knock-outs of several sizes; the final has at most four games (appendix 3, notes 2–5).
#[tokio::test]
async fn a_double_knock_out_to_the_final_of_four_games() {
    let server = Server::new().await;
    for entries in [4u32, 7, 8] {
        let frame = json!({"regulations": {"lots_seed": "d0".repeat(32)}});
        let play = Play::new(&server, frame).await;
        play.players(entries, 3).await;
        play.stage(json!({"format": "double_elimination"})).await;
        let mut dice = Dice(u64::from(entries));
        play.play(1, |red, black| {
            if dice.below(4) == 0 {
                "draw"
            } else {
                stronger(red, black)
            }
        })
        .await;
        let bracket = play.get("/stages/1/bracket").await;
        assert_drawable(&bracket);
        places(&bracket, entries.into());
        // Everyone but the champion has lost two matches, or the final; who has the bye, less.
        let mut losses: BTreeMap<u64, u32> = BTreeMap::new();
        for m in list(&bracket["matches"]) {
            if let Some(loser) = m["loser"].as_u64() {
                *losses.entry(loser).or_default() += 1;
            }
        }
        assert!(losses.values().all(|n| *n <= 2), "{losses:?}");
        assert!(losses.len() as u32 >= entries - 1);
        checked(&play.comes_back_the_same().await);
    }
}

/// The final branch by branch: results by the unbeaten (+) and the once-beaten (−), and who wins.
#[tokio::test]
async fn the_final_of_the_double_knock_out_in_its_branches() {
    let server = Server::new().await;
    let branches: [(&str, bool); 8] = [
        ("+", true),
        ("--", false),
        ("-+", true),
        ("=+", true),
        ("====", true),
        ("===-", false),
        ("-===", false),
        ("=-=-", false),
    ];
    for (branch, unbeaten_wins) in branches {
        let play = Play::new(
            &server,
            json!({"regulations": {"lots_seed": "f1".repeat(32)}}),
        )
        .await;
        play.players(4, 2).await;
        play.stage(json!({"format": "double_elimination"})).await;
        // Until the final the stronger wins.
        let (mut games, mut reds, mut steps) = (0, Vec::new(), Vec::new());
        let mut sides = (0, 0);
        while let Some(round) = play.next(1).await {
            let bracket = play.get("/stages/1/bracket").await;
            let last = list(&bracket["matches"]).last().unwrap().clone();
            assert_eq!(last["part"], "final");
            let is_final = round["games"][0]["match"] == last["code"];
            if !is_final {
                play.finish(&round, stronger).await;
                continue;
            }
            assert_eq!(list(&round["games"]).len(), 1, "game by game");
            let game = &round["games"][0];
            sides = (
                number(&last["a"]["seat"]["entry"]),
                number(&last["b"]["seat"]["entry"]),
            );
            let what = branch.as_bytes()[games];
            let winner = match what {
                b'+' => Some(sides.0),
                b'-' => Some(sides.1),
                _ => None,
            };
            let red = number(&game["red"]);
            let result = winner.map_or("draw", |w| if w == red { "red" } else { "black" });
            play.result(game, json!({"result": result})).await;
            reds.push(red);
            steps.push(game["tie_step"].clone());
            games += 1;
        }
        assert_eq!(
            games,
            branch.len(),
            "{branch}: over as soon as it is decided"
        );
        assert!(
            reds.windows(2).all(|w| w[0] != w[1]),
            "{branch}: first by lot, then alternating"
        );
        for (i, step) in steps.iter().enumerate() {
            assert_eq!(step.is_null(), i < 2, "{branch}: games 3 and 4 are rapid");
        }
        let bracket = play.get("/stages/1/bracket").await;
        let champion = if unbeaten_wins { sides.0 } else { sides.1 };
        let first = &bracket["places"][0];
        assert_eq!(
            (number(&first["number"]), &first["from"]),
            (champion, &json!(1)),
            "{branch}"
        );
    }
}

/// Note 5: in a rapid game of the final who has a foul on record and draws has lost.
#[tokio::test]
async fn a_foul_in_a_rapid_game_of_the_final() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "f5".repeat(32)}}),
    )
    .await;
    play.players(4, 2).await;
    play.stage(json!({"format": "double_elimination"})).await;
    let mut games = 0;
    while let Some(round) = play.next(1).await {
        let bracket = play.get("/stages/1/bracket").await;
        let last = list(&bracket["matches"]).last().unwrap();
        if round["games"][0]["match"] != last["code"] {
            play.finish(&round, stronger).await;
            continue;
        }
        games += 1;
        let game = &round["games"][0];
        let unbeaten_has_red = game["red"] == last["a"]["seat"]["entry"];
        // The unbeaten side fouls in game 3: lost; and again in game 4: lost twice.
        let fouls = match (games > 2, unbeaten_has_red) {
            (false, _) => json!({}),
            (true, true) => json!({"red": 1}),
            (true, false) => json!({"black": 1}),
        };
        play.result(game, json!({"result": "draw", "fouls": fouls}))
            .await;
    }
    assert_eq!(games, 4);
    let bracket = play.get("/stages/1/bracket").await;
    let last = list(&bracket["matches"]).last().unwrap();
    assert_eq!(last["winner"], last["b"]["seat"]["entry"]);
}

/// The handed layouts, and the losers' routing of the double knock-out, as `…/bracket` serves them.
#[tokio::test]
async fn the_brackets_are_the_tables_handed_in() {
    let path = format!(
        "{}/../shared/data/ko_brackets.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("{path}: not present");
        return;
    };
    let tables: Value = serde_json::from_str(&text).unwrap();
    let server = Server::new().await;
    for size in [16u32, 32] {
        let play = Play::new(&server, json!({})).await;
        play.players(size, 5).await;
        play.stage(json!({"format": "single_elimination"})).await;
        let bracket = play.get("/stages/1/bracket").await;
        let drawn: Vec<&Value> = list(&bracket["matches"])
            .iter()
            .filter(|m| m["round"] == 1)
            .flat_map(|m| [&m["a"]["source"]["position"], &m["b"]["source"]["position"]])
            .collect();
        let handed: Vec<&Value> = list(&tables[format!("positions_{size}")]).iter().collect();
        assert_eq!(drawn, handed);
    }
    let play = Play::new(&server, json!({})).await;
    play.players(16, 5).await;
    play.stage(json!({"format": "double_elimination"})).await;
    let bracket = play.get("/stages/1/bracket").await;
    let handed = list(&tables["double_elimination_16"]["matches"]);
    assert_eq!(list(&bracket["matches"]).len(), handed.len());
    for (ours, theirs) in list(&bracket["matches"]).iter().zip(handed) {
        assert_eq!(ours["code"], theirs["id"]);
        assert_eq!(ours["a"]["source"], theirs["a"]);
        assert_eq!(ours["b"]["source"], theirs["b"]);
    }
}

/// The real knock-out of 13 with forfeits and a replayed draw: positions inferred from its games,
/// then paired by the service and played session by session as it was.
#[tokio::test]
async fn the_real_knock_out_of_13() {
    let Some(events) = data("events.jsonl") else {
        return;
    };
    let event = events.iter().find(|e| e["id"] == "hsl2024").unwrap();
    let games = list(&event["games"]);
    let order = inferred_positions(games);
    assert_eq!(order.len(), 13);
    let server = Server::new().await;
    let regulations = json!({"tie_procedure": ["rapid", "lots"], "places_decided": 4});
    let play = Play::new(&server, json!({"regulations": regulations})).await;
    let rows: Vec<Value> = order
        .iter()
        .zip(1..)
        .map(|(name, n)| json!({"name": name, "number": n}))
        .collect();
    play.post("/entries/import", Value::Array(rows))
        .await
        .is(201);
    play.stage(json!({"format": "single_elimination"})).await;
    let mut left: Vec<&Value> = games.iter().collect();
    let mut sessions = Vec::new();
    while let Some(round) = play.next(1).await {
        sessions.push(list(&round["games"]).len());
        for game in list(&round["games"]) {
            let red = &game["red_entry"]["name"];
            let black = &game["black_entry"]["name"];
            let at = left
                .iter()
                .position(|g| {
                    (&g["a"] == red && &g["b"] == black) || (&g["a"] == black && &g["b"] == red)
                })
                .unwrap_or_else(|| panic!("{red} and {black} did not meet"));
            let real = left.remove(at);
            let forfeit = real["how"] == "forfeit";
            let result = if real["winner"].is_null() {
                "draw"
            } else if &real["winner"] == red {
                if forfeit { "black_forfeit" } else { "red" }
            } else if forfeit {
                "red_forfeit"
            } else {
                "black"
            };
            play.result(game, json!({"result": result})).await;
        }
    }
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(
        sessions,
        [5, 4, 2, 1, 2],
        "the replay is a session of its own"
    );
    let bracket = play.get("/stages/1/bracket").await;
    assert_eq!(bracket["finished"], true);
    places(&bracket, 13);
    let ranking: Vec<&String> = list(&bracket["places"])[..4]
        .iter()
        .map(|p| &order[number(&p["number"]) as usize - 1])
        .collect();
    let published: Vec<String> =
        serde_json::from_value(event["published"]["ranking"].clone()).unwrap();
    assert_eq!(ranking, published.iter().collect::<Vec<_>>());
    checked(&play.comes_back_the_same().await);
}

/// Who stands on position 1, 2, …: the tree of the games read from the final down, its halves
/// exchanged until the free places are those that stay empty in a bracket of 13.
fn inferred_positions(games: &[Value]) -> Vec<String> {
    const ROUNDS: [&str; 4] = ["round of 13", "round of 8", "semifinal", "final"];
    fn below(games: &[Value], player: Option<&str>, depth: usize) -> Vec<Option<String>> {
        let Some(stage) = depth.checked_sub(1).map(|d| ROUNDS[d]) else {
            return vec![player.map(str::to_owned)];
        };
        let mut found = below(games, player, depth - 1);
        let meeting = games
            .iter()
            .find(|g| g["stage"] == stage && player.is_some_and(|p| g["a"] == p || g["b"] == p));
        let opponent = meeting.map(|g| {
            let other = if g["a"] == player.unwrap() {
                &g["b"]
            } else {
                &g["a"]
            };
            other.as_str().unwrap()
        });
        found.extend(below(games, opponent, depth - 1));
        found
    }
    fn arranged(slots: Vec<Option<String>>, positions: &[u32]) -> Vec<Option<String>> {
        if slots.len() == 1 {
            return slots;
        }
        let half = slots.len() / 2;
        let (mut left, mut right) = (slots[..half].to_vec(), slots[half..].to_vec());
        let free = |slots: &[Option<String>]| slots.iter().filter(|s| s.is_none()).count();
        let empty = positions[..half].iter().filter(|p| **p > 13).count();
        if free(&left) != empty {
            std::mem::swap(&mut left, &mut right);
        }
        let mut all = arranged(left, &positions[..half]);
        all.extend(arranged(right, &positions[half..]));
        all
    }
    let last = games.iter().find(|g| g["stage"] == "final").unwrap();
    let slots = below(games, last["a"].as_str(), 4);
    let positions = saiwu::tournament::format::knockout::layout::positions(16);
    let mut order: Vec<(u32, String)> = arranged(slots, &positions)
        .into_iter()
        .zip(&positions)
        .filter_map(|(player, position)| Some((*position, player?)))
        .collect();
    order.sort();
    order.into_iter().map(|(_, player)| player).collect()
}
