//! Corrections whose result has already moved somebody on: shown before they are made, with a reason,
//! and never at the cost of games already played.
use crate::client::Server;
use crate::play::{Play, checked, list, number, stronger};
use serde_json::{Value, json};

async fn knock_out(server: &Server) -> Play<'_> {
    let play = Play::new(
        server,
        json!({"regulations": {"lots_seed": "c0".repeat(32)}}),
    )
    .await;
    play.players(4, 4).await;
    play.stage(json!({"format": "single_elimination"})).await;
    let round = play.next(1).await.unwrap();
    play.finish(&round, stronger).await;
    play
}

/// The first game of a round as it is now, with the opposite result.
async fn other_way(play: &Play<'_>, round: u32) -> (Value, &'static str) {
    let round = play.get(&format!("/stages/1/rounds/{round}")).await;
    let game = round["games"][0].clone();
    let other = if game["result"] == "red" {
        "black"
    } else {
        "red"
    };
    (game, other)
}

fn kinds(shown: &Value) -> Vec<(&str, &str)> {
    list(&shown["consequences"])
        .iter()
        .map(|c| (c["kind"].as_str().unwrap(), c["weight"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn a_dry_run_shows_who_would_meet_and_a_correction_needs_a_reason() {
    let server = Server::new().await;
    let play = knock_out(&server).await;
    let (game, other) = other_way(&play, 1).await;
    let before = play.export().await;
    let shown = play
        .result(&game, json!({"result": other, "dry_run": true}))
        .await;
    assert_eq!(shown["dry_run"], true);
    assert!(
        kinds(&shown).contains(&("match", "needs_reason")),
        "{shown}"
    );
    assert_eq!(play.export().await, before, "a dry run changes nothing");
    let path = format!("/games/{}/result", game["id"].as_str().unwrap());
    let version = game["version"].as_i64().unwrap();
    let silent = server
        .change("PUT", &path, version, json!({"result": other}))
        .await
        .is(422);
    assert_eq!(silent.json()["errors"][0]["pointer"], "/note");
    // The final is not played yet: with a reason it goes through, and says what changed.
    let done = play
        .result(&game, json!({"result": other, "note": "录入有误"}))
        .await;
    assert!(
        list(&done["warnings"])
            .iter()
            .any(|w| w["code"] == "downstream"),
        "{done}"
    );
    let bracket = play.get("/stages/1/bracket").await;
    let last = list(&bracket["matches"]).last().unwrap().clone();
    let seats = [&last["a"], &last["b"]].map(|s| number(&s["seat"]["entry"]));
    assert!(seats.contains(&4) || seats.contains(&3), "{last}");
}

#[tokio::test]
async fn games_played_downstream_are_never_lost() {
    let server = Server::new().await;
    let play = knock_out(&server).await;
    let last = play.next(1).await.unwrap();
    play.finish(&last, stronger).await;
    let before = play.export().await;
    let (game, other) = other_way(&play, 1).await;
    let shown = play
        .result(&game, json!({"result": other, "dry_run": true}))
        .await;
    assert!(
        kinds(&shown).contains(&("games_without_match", "conflict")),
        "{shown}"
    );
    let path = format!("/games/{}/result", game["id"].as_str().unwrap());
    let version = game["version"].as_i64().unwrap();
    let body = json!({"result": other, "note": "录入有误"});
    let refused = server
        .change("PUT", &path, version, body.clone())
        .await
        .is(409);
    assert_eq!(refused.problem(), "games_downstream");
    assert!(!list(&refused.json()["errors"]).is_empty());
    assert_eq!(play.export().await, before, "nothing changed");
    // The chief arbiter rules that who moved on stays: then the record may be put right.
    let winner = if game["result"] == "red" {
        &game["red"]
    } else {
        &game["black"]
    };
    let stage = play.path("/stages/1");
    let at = play.get("/stages/1").await["version"].as_i64().unwrap();
    let decision = json!({"decisions": [{"match": game["match"], "winner": winner, "note": "裁判长裁定"}], "reason": "裁定"});
    server.change("PATCH", &stage, at, decision).await.is(200);
    server.change("PUT", &path, version, body).await.is(200);
    let file = play.comes_back_the_same().await;
    assert_eq!(list(&file["stages"][0]["rounds"]).len(), 2);
    let bracket = play.get("/stages/1/bracket").await;
    assert_eq!(bracket["finished"], true);
    // Taking the decision back would leave the final without a match.
    let at = play.get("/stages/1").await["version"].as_i64().unwrap();
    let none = json!({"decisions": [], "reason": "x"});
    let shown = json!({"decisions": [], "dry_run": true});
    let dry = server
        .change("PATCH", &stage, at, shown)
        .await
        .is(200)
        .json();
    assert!(
        kinds(&dry).iter().any(|(_, weight)| *weight == "conflict"),
        "{dry}"
    );
    let refused = server.change("PATCH", &stage, at, none).await.is(409);
    assert_eq!(refused.problem(), "games_downstream");
    checked(&play.export().await);
}

/// A correction in a group after the final has begun: who should play is told, and refused; before the
/// final is paired, it goes through.
#[tokio::test]
async fn a_group_corrected_after_its_final_began() {
    let server = Server::new().await;
    for begun in [false, true] {
        let play = Play::new(
            &server,
            json!({"regulations": {"lots_seed": "9f".repeat(32)}}),
        )
        .await;
        play.players(6, 6).await;
        for this in [1, 2] {
            play.stage(json!({"format": "round_robin", "phase": 1,
                "source": {"divide": {"groups": 2, "this": this}}}))
                .await;
        }
        play.stage(json!({"format": "single_elimination",
            "source": {"picks": [{"stages": [1, 2], "from": 1, "to": 1}]}}))
            .await;
        for group in [1, 2] {
            play.play(group, stronger).await;
        }
        if begun {
            let round = play.next(3).await.unwrap();
            play.finish(&round, stronger).await;
        }
        // Group 1 is 1, 4, 5: 4 beats 1 after all, and wins the group.
        let file = play.get("/stages/1/rounds").await;
        let mut found = None;
        for line in list(&file["items"]) {
            let round = play
                .get(&format!("/stages/1/rounds/{}", line["number"]))
                .await;
            for game in list(&round["games"]) {
                let pair = [number(&game["red"]), number(&game["black"])];
                if pair.contains(&1) && pair.contains(&4) {
                    found = Some(game.clone());
                }
            }
        }
        let game = found.unwrap();
        let path = format!("/games/{}/result", game["id"].as_str().unwrap());
        let result = if game["red"] == 4 { "red" } else { "black" };
        let body = json!({"result": result, "note": "更正"});
        let got = server
            .change("PUT", &path, game["version"].as_i64().unwrap(), body)
            .await;
        if begun {
            assert_eq!(got.is(409).problem(), "games_downstream");
        } else {
            got.is(200);
            play.play(3, stronger).await;
            let stage = play.get("/stages/3").await;
            assert_eq!(stage["entries"], json!([4, 2]));
        }
        play.comes_back_the_same().await;
    }
}

/// A draft made before a correction is not published from the old places; a first round taken back
/// takes the field with it.
#[tokio::test]
async fn a_field_is_settled_with_its_first_round() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "77".repeat(32)}}),
    )
    .await;
    play.players(3, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    play.stage(json!({"format": "single_elimination",
        "source": {"picks": [{"stages": [1], "from": 1, "to": 2}]}}))
        .await;
    play.play(1, stronger).await;
    play.post("/stages/2/rounds", json!({})).await.is(201);
    assert!(
        play.get("/stages/2").await["entries"].is_null(),
        "a draft is nobody's business"
    );
    // 3 beats 2 after all: it is second.
    let mut game = Value::Null;
    for n in 1..=3 {
        let round = play.get(&format!("/stages/1/rounds/{n}")).await;
        for g in list(&round["games"]) {
            if number(&g["red"]) + number(&g["black"]) == 5 {
                game = g.clone();
            }
        }
    }
    let three_wins = if game["red"] == 3 { "red" } else { "black" };
    play.result(&game, json!({"result": three_wins, "note": "更正"}))
        .await;
    let old = play
        .post("/stages/2/rounds/1/publish", json!({}))
        .await
        .is(409);
    assert_eq!(old.problem(), "field_changed");
    let draft = play.path("/stages/2/rounds/1");
    server.change("DELETE", &draft, 1, json!({})).await.is(200);
    play.next(2).await.unwrap();
    assert_eq!(play.get("/stages/2").await["entries"], json!([1, 3]));
    let body = json!({"reason": "重抽"});
    server.change("DELETE", &draft, 2, body).await.is(200);
    assert!(play.get("/stages/2").await["entries"].is_null());
    play.play(2, stronger).await;
    checked(&play.comes_back_the_same().await);
}
