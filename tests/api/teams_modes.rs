//! Every mode of chapter 11 from registration to the final table, over HTTP.
use crate::client::{ADMIN, Server};
use crate::play::{Dice, Play, checked, list, number, numbers};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Hands in line-ups where the mode asks for them: each team another choice every round.
async fn hand_in(play: &Play<'_>, teams: &[Value], round: &Value, dice: &mut Dice) {
    let lineups = format!(
        "/stages/{}/rounds/{}/lineups",
        round["stage"], round["number"]
    );
    for game in list(&round["games"]) {
        for side in ["red", "black"] {
            let team = &teams[number(&game[side]) as usize - 1];
            let entry = team["id"].as_str().unwrap();
            let allowed = play.get(&format!("/entries/{entry}/lineups?stage=1")).await;
            let all = list(&allowed["line_ups"]);
            let places = &all[dice.below(all.len())];
            let path = format!("/games/{}/lineups/{entry}", game["id"].as_str().unwrap());
            let kept = play
                .server
                .ask("PUT", &path)
                .key(ADMIN)
                .json(&json!({"places": places}))
                .go()
                .await
                .is(200)
                .json();
            assert_eq!(kept["open"], side == "black", "open once both are in");
        }
    }
    let seen = play.get(&lineups).await;
    assert!(list(&seen["matches"]).iter().all(|m| m["open"] == true));
}

/// Plays the only stage to its end, or as many rounds as are planned.
async fn play_out(play: &Play<'_>, teams: &[Value], hands_in: bool, rounds: u32) -> u32 {
    let mut dice = Dice(2011);
    for n in 0..rounds {
        let Some(mut round) = play.next(1).await else {
            return n;
        };
        if hands_in {
            assert!(
                list(&round["games"])
                    .iter()
                    .all(|g| g["boards"].is_null() || g["result"].is_string())
            );
            hand_in(play, teams, &round, &mut dice).await;
            round = play.get(&format!("/stages/1/rounds/{}", n + 1)).await;
        }
        play.finish_boards(&round, &mut dice).await;
    }
    rounds
}

/// Match and game points added up from the boards in the file, by whoever reads it.
fn added_up(file: &Value) -> BTreeMap<u64, (f64, f64)> {
    let mut sums: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for entry in list(&file["entries"]) {
        sums.insert(number(&entry["number"]), (0.0, 0.0));
    }
    for round in list(&file["stages"][0]["rounds"]) {
        // A match of several games is decided by the sum of all boards (13.2).
        let mut matches: BTreeMap<u64, BTreeMap<u64, f64>> = BTreeMap::new();
        for game in list(&round["games"]) {
            let of_match = matches.entry(number(&game["table"])).or_default();
            let (red, black) = (number(&game["red"]), number(&game["black"]));
            for team in [red, black] {
                of_match.entry(team).or_default();
            }
            for board in list(&game["boards"]) {
                let odd = number(&board["board"]) % 2 == 1;
                let (with_red, with_black) = if odd { (red, black) } else { (black, red) };
                match board["result"].as_str().unwrap() {
                    "red" | "black_forfeit" => *of_match.get_mut(&with_red).unwrap() += 2.0,
                    "black" | "red_forfeit" => *of_match.get_mut(&with_black).unwrap() += 2.0,
                    "draw" => {
                        *of_match.get_mut(&with_red).unwrap() += 1.0;
                        *of_match.get_mut(&with_black).unwrap() += 1.0;
                    }
                    other => panic!("{other}"),
                }
            }
        }
        for of_match in matches.values() {
            let points: Vec<f64> = of_match.values().copied().collect();
            for (team, own) in of_match {
                let other = points[0] + points[1] - own;
                let sum = sums.get_mut(team).unwrap();
                sum.0 += if *own > other {
                    2.0
                } else if *own == other {
                    1.0
                } else {
                    0.0
                };
                sum.1 += own;
            }
        }
    }
    sums
}

/// The final table is ordered by match points, then game points (14.5), and is what the boards give.
fn assert_table(table: &Value, file: &Value, byes: f64) {
    let sums = added_up(file);
    let mut before = (f64::MAX, f64::MAX);
    let mut given = 0.0;
    for row in list(&table["rows"]) {
        let sum = sums[&number(&row["number"])];
        let of = |name: &str| {
            let criteria = list(&row["criteria"]);
            let item = criteria.iter().find(|c| c["name"] == name);
            item.unwrap_or_else(|| panic!("{name}: {row}"))["value"]
                .as_f64()
                .unwrap()
        };
        let (points, games) = (of("match_points"), of("game_points"));
        given += points - sum.0;
        if byes == 0.0 {
            assert_eq!((points, games), sum, "{row}");
            assert!((points, games) <= before, "{table}");
        }
        before = (points, games);
    }
    assert_eq!(given, byes, "a bye is worth the match points of a win");
}

/// 11.1, 14.5: fixed boards in a single round robin.
#[tokio::test]
async fn fixed_boards_in_a_round_robin_11_1() {
    let server = Server::new().await;
    let frame = json!({"kind": "team", "regulations": {"boards": 3}});
    let play = Play::new(&server, frame).await;
    let teams = play.teams(6, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    let order = play.get("/stages/1/order-table").await;
    assert_eq!(order["lines"][0], "1-(6)  2-5  3-4");
    assert_eq!(play_out(&play, &teams, false, 99).await, 5);
    let table = play.get("/teams/standings").await;
    let file = play.comes_back_the_same().await;
    checked(&file);
    assert_table(&table["table"], &file, 0.0);
    // 12.2: the first number has red on odd boards: its k-th player on board k.
    let first = &file["stages"][0]["rounds"][0]["games"][0];
    assert_eq!(
        (&first["red"], &first["boards"][0]["red"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(first["boards"][1]["black"], 2);
    // Per-board tables: six players a board, five games each.
    let boards = list(&table["boards"]);
    assert_eq!(boards.len(), 3);
    for board in boards {
        let rows = list(&board["rows"]);
        assert_eq!(rows.len(), 6);
        assert!(rows.iter().all(|r| r["games"] == 5));
        assert_eq!(rows[0]["rank"], 1);
        let points: f64 = rows.iter().map(|r| r["points"].as_f64().unwrap()).sum();
        assert_eq!(points, 30.0);
    }
    assert_eq!(list(&table["players"]).len(), 18);
    let standings = play.get("/standings").await;
    assert_eq!(
        numbers(&standings["rows"]),
        numbers(&table["table"]["rows"])
    );
}

/// 11.2, B 14.7: six of whom four play, in a Swiss of seven teams: one has the bye in each round.
#[tokio::test]
async fn boards_with_reserves_in_a_swiss_11_2() {
    let server = Server::new().await;
    let frame = json!({"kind": "team",
        "regulations": {"team_mode": "reserves", "boards": 4, "reserves": 2}});
    let play = Play::new(&server, frame).await;
    let teams = play.teams(7, 6).await;
    let entry = teams[0]["id"].as_str().unwrap();
    let allowed = play.get(&format!("/entries/{entry}/lineups")).await;
    assert_eq!(
        (&allowed["count"], &allowed["complete"]),
        (&json!(15), &json!(true))
    );
    assert_eq!(list(&allowed["line_ups"]).len(), 15);
    assert_eq!(allowed["line_ups"][14], json!([3, 4, 5, 6]));
    play.stage(json!({"format": "swiss", "rounds_planned": 4}))
        .await;
    play_out(&play, &teams, true, 4).await;
    let file = play.comes_back_the_same().await;
    checked(&file);
    let table = play.get("/standings").await;
    assert_table(&table, &file, 8.0);
    let chain: Vec<&str> = list(&table["chain"])
        .iter()
        .map(|c| c["criterion"].as_str().unwrap())
        .collect();
    assert_eq!(
        chain,
        [
            "match_points",
            "opponents",
            "game_points",
            "match_wins",
            "wins",
            "fouls",
            "previous"
        ]
    );
    // The Swiss pairs teams by match points: rounds 2 to 4 were derived anew by `checked`.
    let byes: Vec<usize> = list(&file["stages"][0]["rounds"])
        .iter()
        .map(|r| list(&r["byes"]).len())
        .collect();
    assert_eq!(byes, [1, 1, 1, 1]);
}

/// 11.3: any order for each match, in a knock-out with third place; drawn matches go on.
#[tokio::test]
async fn order_set_per_match_in_a_knock_out_11_3() {
    let server = Server::new().await;
    let frame = json!({"kind": "team", "regulations": {
        "team_mode": "order_per_match", "boards": 3, "places_decided": 4,
        "lots_seed": "ab".repeat(32)}});
    let play = Play::new(&server, frame).await;
    let teams = play.teams(6, 4).await;
    play.stage(json!({"format": "single_elimination"})).await;
    assert!(play_out(&play, &teams, true, 99).await >= 3);
    let bracket = play.get("/stages/1/bracket").await;
    assert_eq!(bracket["finished"], true);
    let places: Vec<(u64, u64)> = list(&bracket["places"])
        .iter()
        .map(|p| (number(&p["from"]), number(&p["to"])))
        .collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6)]);
    let file = play.comes_back_the_same().await;
    checked(&file);
    let all = play.get("/places").await;
    assert_eq!(list(&all["places"]).len(), 6);
}

/// 11.4: all of one team play all of the other.
#[tokio::test]
async fn all_play_all_11_4() {
    let server = Server::new().await;
    let frame = json!({"kind": "team", "regulations": {"team_mode": "all_play_all"}});
    let play = Play::new(&server, frame).await;
    let teams = play.teams(4, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    assert_eq!(play_out(&play, &teams, false, 99).await, 3);
    let file = play.comes_back_the_same().await;
    checked(&file);
    for round in list(&file["stages"][0]["rounds"]) {
        for game in list(&round["games"]) {
            assert_eq!(list(&game["boards"]).len(), 9);
        }
    }
    let table = play.get("/teams/standings").await;
    assert_table(&table["table"], &file, 0.0);
    // Everyone of a team meets three of each of three teams.
    let players = list(&table["players"]);
    assert_eq!(players.len(), 12);
    assert!(players.iter().all(|p| p["games"] == 9));
    assert!(table["boards"].is_null(), "boards tell nothing here");
}

/// 12.4, B 14.6: two games a match, colours exchanged on every board; both keep their game points,
/// the sum of all boards gives the match.
#[tokio::test]
async fn matches_of_two_games() {
    let server = Server::new().await;
    for format in ["round_robin", "swiss"] {
        let frame = json!({"kind": "team", "regulations": {"boards": 2, "games_per_pairing": 2}});
        let play = Play::new(&server, frame).await;
        let teams = play.teams(4, 2).await;
        play.stage(json!({"format": format, "rounds_planned": 3}))
            .await;
        assert_eq!(play_out(&play, &teams, false, 3).await, 3);
        let file = play.comes_back_the_same().await;
        checked(&file);
        for round in list(&file["stages"][0]["rounds"]) {
            let games = list(&round["games"]);
            assert_eq!(games.len(), 4, "{format}");
            for pair in games.chunks(2) {
                assert_eq!(
                    (&pair[0]["red"], &pair[0]["black"]),
                    (&pair[1]["black"], &pair[1]["red"])
                );
                assert_eq!(pair[1]["game"], 2);
            }
        }
        let table = play.get("/standings").await;
        assert_table(&table, &file, 0.0);
    }
}

/// 11.5, B 14.9: no boards; the places of a unit's members in an individual event are added up.
#[tokio::test]
async fn places_of_members_11_5() {
    let server = Server::new().await;
    let frame = json!({"regulations": {"counted_members": 2, "team_mode": "members_places"}});
    let play = Play::new(&server, frame).await;
    play.players(7, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    play.play(1, crate::play::stronger).await;
    let table = play.get("/teams/standings").await;
    // Places 1 … 7 by number; unit 1 has 1, 4, 7, unit 2 has 2, 5, unit 3 has 3, 6.
    let units: Vec<(&str, u64, u64)> = list(&table["units"]["rows"])
        .iter()
        .map(|r| {
            let unit = r["unit"].as_str().unwrap();
            (unit, number(&r["rank"]), number(&r["places"]))
        })
        .collect();
    let expected = [("单位1", 1, 5), ("单位2", 2, 7), ("单位3", 3, 9)];
    assert_eq!(units, expected, "{table}");
    play.comes_back_the_same().await;
}

/// The members play in a tournament of their own: the team event has rosters and no games, and its
/// table follows the other one at once.
#[tokio::test]
async fn places_of_members_in_another_tournament_11_5() {
    let server = Server::new().await;
    let players = Play::new(&server, json!({})).await;
    players.players(6, 3).await;
    players.stage(json!({"format": "round_robin"})).await;
    let frame = json!({"kind": "team", "level": "local",
        "regulations": {"team_mode": "members_places", "counted_members": 2}});
    let teams = Play::new(&server, frame).await;
    for (name, members) in [("甲队", [1, 6, 5]), ("乙队", [2, 3, 4])] {
        let members: Vec<Value> = members
            .iter()
            .map(|n| json!({"name": format!("棋手{n}"), "entry": n}))
            .collect();
        let team = json!({"name": name, "members": members});
        teams.post("/entries", team).await.is(201);
    }
    let path = format!("/teams/standings?individual={}", players.id);
    players.play(1, crate::play::stronger).await;
    let table = teams.get(&path).await;
    let rows: Vec<(&str, u64, u64)> = list(&table["units"]["rows"])
        .iter()
        .map(|r| {
            let team = r["unit"].as_str().unwrap();
            (team, number(&r["rank"]), number(&r["places"]))
        })
        .collect();
    // Places 1 … 6 by number: 乙队 has 2 + 3, 甲队 1 + 5.
    assert_eq!(rows, [("乙队", 1, 5), ("甲队", 2, 6)], "{table}");
    let counted: Vec<bool> = list(&table["units"]["rows"][1]["members"])
        .iter()
        .map(|m| m["counted"] == true)
        .collect();
    assert_eq!(counted, [true, true, false]);
    // A correction over there shows here, although this tournament's revision is the same.
    let round = players.get("/stages/1/rounds/1").await;
    let game = list(&round["games"])
        .iter()
        .find(|g| g["red"] == 1 || g["black"] == 1);
    let game = game.unwrap().clone();
    let other = if game["red"] == 1 { "black" } else { "red" };
    let before = server.get(&teams.path(&path)).await.is(200);
    let note = json!({"result": other, "note": "记录颠倒"});
    players.result(&game, note).await;
    let after = server.get(&teams.path(&path)).await.is(200);
    assert_ne!(before.header("etag"), after.header("etag"));
    assert_ne!(before.json()["units"], after.json()["units"]);
    assert_eq!(before.json()["revision"], after.json()["revision"]);
    // Only such a team event, only by an individual one.
    let wrong = format!("/teams/standings?individual={}", teams.id);
    for path in [teams.path(&wrong), players.path(&wrong)] {
        let got = server.get(&path).await.is(422).json();
        assert_eq!(got["errors"][0]["pointer"], "/individual", "{path}");
    }
    let nobody = "/teams/standings?individual=01a22f7b-1f71-708e-a853-2f107f06d2e3";
    server.get(&teams.path(nobody)).await.is(422);
    let csv = server
        .get(&teams.path(&format!("{path}&format=csv")))
        .await
        .is(200);
    assert!(String::from_utf8_lossy(&csv.bytes).contains("乙队"));
}
