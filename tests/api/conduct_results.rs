//! The end of a game (9) over HTTP: who enters, who confirms, corrections, undo; a log and a result are
//! never two things.
use crate::client::ADMIN;
use crate::table::{Table, effects};
use serde_json::{Value, json};

fn sign(side: &str) -> Value {
    json!({"side": side})
}

#[tokio::test]
async fn a_game_from_its_first_move_to_its_confirmed_result() {
    let table = Table::new(json!({
        "double_confirmation": true,
        "natural_limit": {"full_moves": 8},
        "time_control": {"periods": [{"base_seconds": 3600, "increment_seconds": 30}]}
    }))
    .await;
    let (one, two) = (table.key("arbiter").await, table.key("arbiter").await);
    let start = json!({"act": {"kind": "start"}});
    table.by(&one, "log", start).await.is(200);
    assert_eq!(table.game().await["state"], "playing");
    let moves = json!({"moves": ["a0a1", "a9a8"], "clock": {"remaining_ms": 3590000}});
    table.by(&one, "moves", moves).await.is(200);
    table
        .by(&one, "offers", json!({"side": "red"}))
        .await
        .is(200);
    let rest = "a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1";
    table.play(rest).await;
    table
        .by(
            &one,
            "claims",
            json!({"side": "black", "claim": "repetition"}),
        )
        .await
        .is(200);
    table
        .by(&one, "rulings", json!({"on": "repetition"}))
        .await
        .is(200);
    // Black changes, the game goes on, and an untrue claim is a foul.
    table.play("b9c7").await;
    table.play("a1a0").await;
    table.play("c7b9").await;
    let claim = json!({"side": "red", "claim": "natural_limit"});
    let got = table.by(&one, "claims", claim).await.is(200).json();
    // 16 plies are eight full moves: it holds, and waits for the second person.
    assert_eq!(effects(&got), ["audited", "ended"]);
    assert_eq!(got["result"], json!(null));
    assert_eq!(got["proposed"]["after"]["result"], "draw");
    table.goes_on().await;
    let public = table
        .server
        .get(&format!("{}/log", table.game))
        .await
        .is(200)
        .json();
    assert_eq!(
        public["conduct"]["ending"],
        json!(null),
        "not public before it counts"
    );
    let slip =
        json!({"result": "draw", "reason": "natural_limit", "times": {"red": 1200, "black": 1500}});
    table.result(&one, slip).await.is(200);
    let same = table
        .by(&one, "confirmations", sign("arbiter"))
        .await
        .is(409);
    assert_eq!(same.problem(), "same_person");
    table.by(&one, "confirmations", sign("red")).await.is(200);
    table.by(&one, "confirmations", sign("black")).await.is(200);
    let done = table
        .by(&two, "confirmations", sign("arbiter"))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&done["state"], &done["result"], &done["reason"]),
        (&json!("confirmed"), &json!("draw"), &json!("natural_limit"))
    );
    assert_eq!(done["times"], json!({"red": 1200, "black": 1500}));
    // Export and import give the same file: moves, reason, fouls, times.
    let path = format!("/tournaments/{}/export", table.tournament);
    let file = table.server.get(&path).await.is(200).json();
    let game = &file["stages"][0]["rounds"][0]["games"][0];
    assert_eq!(game["moves"].as_array().unwrap().len(), 16);
    assert_eq!(game["times"]["red"], 1200);
    let made = table
        .server
        .post("/tournaments/import", file.clone())
        .await
        .is(201)
        .json();
    let path = format!("/tournaments/{}/export", made["id"].as_str().unwrap());
    assert_eq!(table.server.get(&path).await.is(200).json(), file);
}

#[tokio::test]
async fn article_9_a_disputed_result_waits_for_the_chief_arbiter() {
    let table = Table::new(json!({})).await;
    let (arbiter, chief) = (table.key("arbiter").await, table.key("chief_arbiter").await);
    let none = table
        .by(&arbiter, "confirmations", sign("red"))
        .await
        .is(409);
    assert_eq!(none.problem(), "no_result");
    let won = json!({"result": "red", "reason": "resignation"});
    table.result(&arbiter, won).await.is(200);
    let no = json!({"side": "black", "agrees": false, "note": "未认负"});
    table.by(&arbiter, "confirmations", no).await.is(200);
    table
        .by(&arbiter, "confirmations", sign("red"))
        .await
        .is(200);
    let waits = table
        .by(&arbiter, "confirmations", sign("arbiter"))
        .await
        .is(409);
    assert_eq!(waits.problem(), "disputed");
    let done = table
        .by(&chief, "confirmations", sign("arbiter"))
        .await
        .is(200)
        .json();
    assert_eq!(done["state"], "confirmed");
    // Confirmed: only the chief arbiter corrects it, and the old result stays on record.
    let correction = json!({"result": "draw", "reason": "agreement", "note": "记录有误"});
    let got = table.result(&arbiter, correction.clone()).await.is(403);
    assert_eq!(got.json()["clause"], "9");
    table.result(&chief, correction).await.is(200);
    let log = table.log().await;
    let kept = &log["conduct"]["signing"]["corrections"][0];
    assert_eq!(
        (&kept["old"]["result"], &kept["new"]["result"], &kept["why"]),
        (&json!("red"), &json!("draw"), &json!("记录有误"))
    );
    for (path, body) in [
        ("moves", json!({"moves": ["h2e2"], "as_played": true})),
        ("fouls", json!({"side": "red", "foul": "duties"})),
        ("take-back", json!({"to_ply": 0, "reason": "x"})),
        ("offers", json!({"side": "red"})),
        ("claims", json!({"side": "red", "claim": "repetition"})),
    ] {
        table.refused(path, body, "wrong_phase", None).await;
    }
}

#[tokio::test]
async fn a_reason_that_contradicts_the_moves_needs_the_arbiters_word() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7").await;
    let mate = json!({"result": "red", "reason": "checkmate"});
    let got = table.result(ADMIN, mate).await.is(422);
    assert_eq!(got.problem(), "contradicts_record");
    assert_eq!(got.json()["clause"], "4.1.1");
    table.goes_on().await;
    let word =
        json!({"result": "red", "reason": "checkmate", "against_record": true, "note": "记录漏着"});
    table.result(ADMIN, word).await.is(200);
    table.ended("red", "checkmate").await;
    let log = table.log().await;
    assert_eq!(log["conduct"]["ending"]["by_word"], true);
}

#[tokio::test]
async fn a_result_entered_for_the_wrong_game_is_taken_away_and_the_log_goes_on() {
    let table = Table::new(json!({})).await;
    table.play("h2e2").await;
    table
        .result(ADMIN, json!({"result": "black"}))
        .await
        .is(200);
    let bare = table.result(ADMIN, json!({"result": null})).await.is(422);
    assert_eq!(bare.json()["errors"][0]["pointer"], "/note");
    table
        .result(ADMIN, json!({"result": null, "note": "登错台次"}))
        .await
        .is(200);
    assert_eq!(table.game().await["state"], "playing");
    table.play("h9g7").await;
}

#[tokio::test]
async fn article_5_8_1_colours_paired_and_colours_played_are_both_kept() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7").await;
    // Within twenty minutes: anew, with the colours as paired.
    let got = table
        .post("rulings", json!({"on": "colours", "minutes": 12}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&got["plies"], effects(&got)),
        (&json!(0), vec!["restarted".to_owned()])
    );
    assert!(got.get("colours_swapped").is_none());
    table.play("h2e2 h9g7").await;
    table
        .post("rulings", json!({"on": "colours", "minutes": 25}))
        .await
        .is(200);
    let foul = json!({"side": "red", "foul": "duties"});
    table.post("fouls", foul).await.is(200);
    table
        .post("log", json!({"act": {"kind": "resign", "side": "red"}}))
        .await
        .is(200);
    let game = table.game().await;
    assert_eq!(
        (
            &game["result"],
            &game["colours_swapped"],
            &game["red"],
            &game["black"]
        ),
        (
            &json!("red"),
            &json!(true),
            &table.paired["red"],
            &table.paired["black"]
        ),
        "who sat on red lost: by the pairing that was Black"
    );
    let log = table.log().await;
    assert_eq!(log["conduct"]["ending"]["result"], "black");
    // 8.2 waived the foul; one entered afterwards falls on who sat there.
    table
        .post("fouls", json!({"side": "red", "foul": "duties"}))
        .await
        .is(200);
    assert_eq!(table.game().await["fouls"], json!({"red": 0, "black": 1}));
    // The record names who sat where.
    let path = format!("{}/record?format=json", table.game);
    let record = table.server.get(&path).await.is(200).json();
    assert_eq!(record["tags"]["Red"], table.paired["black_entry"]["name"]);
    assert_eq!(record["result"], "0-1");
}

#[tokio::test]
async fn undo_leaves_the_last_entries_out() {
    let table = Table::new(json!({})).await;
    let fen = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1";
    table.play_from(fen, "a1a8 d9e9").await;
    let mated = table.play("b0b9").await;
    table.ended("red", "checkmate").await;
    let undo = |revision: &Value| {
        let body = json!({"revision": revision, "reason": "走错"});
        let path = format!("/tournaments/{}/undo", table.tournament);
        let server = &table.server;
        async move { server.post(&path, body).await }
    };
    let undone = undo(&mated["revision"]).await.is(200).json();
    table.goes_on().await;
    assert_eq!(table.game().await["plies"], 2);
    let log = table.log().await;
    assert_eq!(log["items"][2]["left_out"], true);
    assert_eq!(log["items"][3]["kind"], "undone");
    // And the undo is undone.
    undo(&undone["revision"]).await.is(200);
    table.ended("red", "checkmate").await;
    // The log as it was at each revision.
    let path = format!("{}/log?revision={}", table.game, mated["revision"]);
    let past = table.server.get(&path).await.is(200).json();
    assert_eq!(past["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn what_was_settled_before_the_log_began_stands_at_its_head() {
    let table = Table::new(json!({})).await;
    let file = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "旧赛", "regulations": {"double_confirmation": true}},
        "entries": [{"number": 1, "name": "甲"}, {"number": 2, "name": "乙"}],
        "stages": [{"format": "round_robin", "rounds": [{"number": 1, "games": [
            {"table": 1, "red": 1, "black": 2, "result": "draw", "reason": "agreement",
             "fouls": {"red": 1, "black": 0}, "moves": ["h2e2", "h9g7"]}]}]}]
    });
    let made = table
        .server
        .post("/tournaments/import", file)
        .await
        .is(201)
        .json();
    let id = made["id"].as_str().unwrap();
    let rounds = format!("/tournaments/{id}/stages/1/rounds/1");
    let round = table.server.get(&rounds).await.is(200).json();
    let game = format!("/games/{}", round["games"][0]["id"].as_str().unwrap());
    let log = table
        .server
        .get(&format!("{game}/log"))
        .await
        .is(200)
        .json();
    let kinds: Vec<&str> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["sheet", "foul_count", "result"]);
    assert_eq!(log["conduct"]["ending"]["result"], "draw");
    table
        .server
        .post(&format!("{rounds}/reopen"), json!({"reason": "补记"}))
        .await
        .is(200);
    let foul = json!({"side": "black", "foul": "duties"});
    let got = table
        .server
        .post(&format!("{game}/fouls"), foul)
        .await
        .is(200)
        .json();
    assert_eq!(got["fouls"], json!({"red": 1, "black": 1}));
    assert_eq!(got["result"], "draw");
    assert_eq!(got["entries"][0]["number"], 3);
}

#[tokio::test]
async fn the_boards_of_a_team_match_have_logs_of_their_own() {
    let table =
        Table::of(json!({"kind": "team", "level": "provincial", "regulations": {"boards": 2}}))
            .await;
    let none = table.post("offers", json!({"side": "red"})).await.is(422);
    assert_eq!(none.json()["errors"][0]["pointer"], "/board");
    table
        .post("moves?board=3", json!({"moves": ["h2e2"]}))
        .await
        .is(422);
    table
        .post("moves?board=1", json!({"moves": ["h2e2"]}))
        .await
        .is(200);
    table
        .post("offers?board=1", json!({"side": "black"}))
        .await
        .is(200);
    table
        .post("offers?board=1", json!({"side": "red", "action": "accept"}))
        .await
        .is(200);
    table
        .post(
            "log?board=2",
            json!({"act": {"kind": "resign", "side": "black"}}),
        )
        .await
        .is(200);
    let game = table.game().await;
    assert_eq!(game["state"], "finished", "{game}");
    assert_eq!(game["boards"][0]["result"], "draw");
    assert_eq!(game["boards"][1]["reason"], "resignation");
    let path = format!("{}/log?board=2", table.game);
    let log = table.server.get(&path).await.is(200).json();
    assert_eq!(
        (&log["board"], &log["items"][0]["kind"]),
        (&json!(2), &json!("resign"))
    );
    for side in ["red", "black"] {
        table.post("confirmations", sign(side)).await.is(200);
    }
    let done = table
        .post("confirmations", sign("arbiter"))
        .await
        .is(200)
        .json();
    assert_eq!(done["state"], "confirmed");
    // A file brings the logs of the boards and the signatures of the match.
    let file = table.file(&table.tournament).await;
    let game = &file["stages"][0]["rounds"][0]["games"][0];
    assert_eq!(game["signatures"].as_array().unwrap().len(), 3);
    let entries = &game["boards"][0]["log"]["entries"];
    assert_eq!(entries[1]["act"]["kind"], "draw_offer", "{entries}");
    let made = table.server.post("/tournaments/import", file.clone()).await;
    let copy = made.is(201).json()["id"].as_str().unwrap().to_owned();
    assert_eq!(table.file(&copy).await, file);
    let round = format!("/tournaments/{copy}/stages/1/rounds/1");
    let round = table.server.get(&round).await.is(200).json();
    assert_eq!(round["games"][0]["state"], "confirmed");
}

/// A board's result taken away leaves its log too: what is entered next does not meet the old end.
#[tokio::test]
async fn a_result_taken_away_from_a_board_is_taken_away_in_its_log() {
    let team = json!({"kind": "team", "level": "provincial", "regulations": {"boards": 2}});
    let table = Table::of(team).await;
    let resigns = json!({"act": {"kind": "resign", "side": "black"}});
    let got = table.post("log?board=2", resigns).await;
    got.is(200);
    let board = format!("{}/boards/2/result", table.game);
    let wrong = json!({"result": null, "note": "看错台"});
    let version = table.game().await["boards"][0]["version"].as_i64().unwrap();
    let got = table.server.change("PUT", &board, version, wrong).await;
    got.is(200);
    let path = format!("{}/log?board=2", table.game);
    let log = table.server.get(&path).await.is(200).json();
    let kinds: Vec<&Value> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| &i["kind"])
        .collect();
    assert_eq!(kinds, ["resign", "result_removed"]);
    let got = table
        .post("moves?board=2", json!({"moves": ["h2e2"]}))
        .await;
    let game = got.is(200).json();
    assert_eq!(game["boards"][0]["result"], json!(null));
    let file = table.file(&table.tournament).await;
    let made = table.server.post("/tournaments/import", file.clone()).await;
    let copy = made.is(201).json()["id"].as_str().unwrap().to_owned();
    assert_eq!(table.file(&copy).await, file);
}

/// What a file says of the conduct of a game leads to the facts beside it, or it is refused there.
#[tokio::test]
async fn a_log_in_a_file_that_contradicts_its_game_is_refused_by_pointer() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7").await;
    let resigns = json!({"act": {"kind": "resign", "side": "red"}});
    table.post("log", resigns).await.is(200);
    let whole = table.file(&table.tournament).await;
    let game = "/stages/0/rounds/0/games/0";
    let author = "01a22f7b-1f71-708e-a853-2f107f06d2e3";
    for (at, value, pointer) in [
        ("/result", json!("draw"), "/result"),
        ("/moves", json!(["h2e2"]), "/moves"),
        ("/fouls", json!({"red": 1, "black": 0}), "/fouls"),
        ("/log/entries/1/act/move", json!("h9g5"), "/log/entries/1"),
        ("/log/entries/0/ply", json!(7), "/log/entries/0"),
        ("/log/entries/0/by/role", json!("black"), "/log/entries/0"),
        (
            "/log/entries/2/by/id",
            json!(author),
            "/log/entries/2/by/id",
        ),
        ("/log/settings/fen", json!("9/9"), "/log/settings/fen"),
    ] {
        let mut file = whole.clone();
        let place = file.pointer_mut(game).unwrap();
        match place.pointer_mut(at) {
            Some(known) => *known = value,
            None => {
                let (parent, name) = at.rsplit_once('/').unwrap();
                place.pointer_mut(parent).unwrap()[name] = value;
            }
        }
        // A result and its reason go together.
        if at == "/result" {
            file.pointer_mut(game).unwrap()["reason"] = json!("agreement");
        }
        let got = table
            .server
            .post("/tournaments/import", file)
            .await
            .is(422)
            .json();
        let told: Vec<&str> = got["errors"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|e| e["pointer"].as_str())
            .collect();
        assert!(
            told.contains(&format!("{game}{pointer}").as_str()),
            "{at}: {got}"
        );
    }
    // The public file is without logs, and nobody else takes them out.
    let path = format!("/tournaments/{}/export", table.tournament);
    let public = table.server.get(&path).await.is(200).json();
    assert_eq!(public.pointer(game).unwrap().get("log"), None);
    let log = format!("{path}?log=true");
    table.server.get(&log).await.is(401);
    let clerk = table.key("entry_clerk").await;
    table.server.ask("GET", &log).key(&clerk).go().await.is(403);
}

/// A simple generator: the test must be the same every time.
struct Dice(u64);

impl Dice {
    fn of(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }
}

/// Random commands never give two results: what is public has a result exactly when the log has an
/// ending that counts, and a result changes by a correction, a ruling or a way back only.
#[tokio::test]
async fn random_commands_never_give_two_results() {
    for seed in 1..=3 {
        let mut dice = Dice(seed);
        let table =
            Table::new(json!({"fouls_to_lose": 3, "natural_limit": {"full_moves": 3}})).await;
        let mut before = table.game().await;
        for _ in 0..40 {
            let side = ["red", "black"][dice.of(2) as usize];
            let (path, body) = match dice.of(10) {
                0..=3 => {
                    let position = table
                        .server
                        .get(&format!("{}/moves", table.game))
                        .await
                        .json();
                    let ask = json!({"fen": position["fen"]});
                    let legal = table
                        .server
                        .post("/rules/position", ask)
                        .await
                        .is(200)
                        .json();
                    let legal = legal["legal_moves"].as_array().unwrap().clone();
                    if legal.is_empty() {
                        continue;
                    }
                    let mv = legal[dice.of(legal.len() as u64) as usize].clone();
                    ("moves", json!({"moves": [mv]}))
                }
                4 => ("offers", json!({"side": side})),
                5 => ("offers", json!({"side": side, "action": "accept"})),
                6 => (
                    "claims",
                    json!({"side": side, "claim": (["natural_limit", "repetition"][dice.of(2) as usize])}),
                ),
                7 => ("rulings", json!({"on": "repetition"})),
                8 => ("fouls", json!({"side": side, "foul": "duties"})),
                _ => ("log", json!({"act": {"kind": "resign", "side": side}})),
            };
            let got = table.post(path, body.clone()).await;
            assert!(got.status.as_u16() < 500, "{path} {body}");
            let after = table.game().await;
            if !got.status.is_success() {
                assert_eq!(after, before, "a refusal changes nothing");
                continue;
            }
            let log = table.log().await;
            let ending = &log["conduct"]["ending"];
            assert_eq!(after["result"], ending["result"]);
            assert_eq!(after["reason"].as_str(), ending["reason"].as_str());
            if before["result"].is_string() && before["result"] != after["result"] {
                // B 22.4 and 8.2: a claim made before the flag, a resignation right after a foul.
                assert!(
                    ["claims", "rulings", "log"].contains(&path),
                    "{path} {body}"
                );
            }
            before = after;
        }
    }
}
