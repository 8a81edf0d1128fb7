//! Offers (22.1), natural limit (22.2, 4.1.11), repetition (23), neither can win (4.2.2) over HTTP.
use crate::client::ADMIN;
use crate::table::{Table, effects};
use serde_json::{Value, json};

/// To and fro on both sides, three times round.
const IDLE: &str = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1";

fn offer(side: &str) -> Value {
    json!({"side": side})
}

fn claim(side: &str, what: &str) -> Value {
    json!({"side": side, "claim": what})
}

#[tokio::test]
async fn article_22_1_an_offer_is_refused_by_moving_or_by_word_or_accepted() {
    let table = Table::new(json!({})).await;
    table
        .refused("offers", offer("black"), "not_own_time", Some("22.1"))
        .await;
    let no = json!({"side": "black", "action": "accept"});
    table.refused("offers", no, "wrong_phase", None).await;
    table.post("offers", offer("red")).await.is(200);
    assert_eq!(table.log().await["conduct"]["offer"], "red");
    table.play("h2e2").await;
    let got = table.play("h9g7").await;
    assert_eq!(effects(&got), ["offer_refused"]);
    table.post("offers", offer("red")).await.is(200);
    let got = table
        .post("offers", json!({"side": "black", "action": "refuse"}))
        .await;
    assert_eq!(got.is(200).json()["conduct"]["offer"], json!(null));
    table.goes_on().await;
    // 8.1.3: the offer that made it two more than the opponent's was a foul.
    let list = table
        .server
        .get(&format!("{}/offers", table.game))
        .await
        .is(200)
        .json();
    assert_eq!(list["items"].as_array().unwrap().len(), 3);
    assert_eq!(table.game().await["fouls"]["red"], 1);
    table.play("h0g2").await;
    table.post("offers", offer("black")).await.is(200);
    let yes = json!({"side": "red", "action": "accept"});
    table.post("offers", yes).await.is(200);
    table.ended("draw", "agreement").await;
}

#[tokio::test]
async fn article_22_2_a_true_claim_is_a_draw() {
    let limit = json!({"natural_limit": {"full_moves": 2}});
    let table = Table::new(limit).await;
    table.play("h0g2 h9g7 g2h0 g7h9").await;
    table
        .refused(
            "claims",
            claim("black", "natural_limit"),
            "not_own_time",
            Some("22.4"),
        )
        .await;
    let got = table
        .post("claims", claim("red", "natural_limit"))
        .await
        .is(200)
        .json();
    assert_eq!(effects(&got), ["audited", "ended"]);
    let audit = &got["entries"][0]["effects"][0]["what"]["audit"];
    assert_eq!(audit["claim_holds"], true, "{audit}");
    table.ended("draw", "natural_limit").await;
}

#[tokio::test]
async fn article_22_2_an_untrue_claim_is_a_foul_and_five_minutes_and_the_second_loses() {
    let table = Table::new(json!({})).await;
    let read = json!({"red": {"remaining_ms": 600000}, "black": {"remaining_ms": 600000}});
    table.post("clock", read).await.is(200);
    table.play("h0g2 h9g7").await;
    let got = table
        .post("claims", claim("red", "natural_limit"))
        .await
        .is(200)
        .json();
    assert_eq!(effects(&got), ["audited", "foul", "time_deducted"]);
    assert_eq!(
        got["conduct"]["clock"]["sides"]["red"]["remaining_ms"],
        300000
    );
    assert_eq!(got["fouls"], json!({"red": 1, "black": 0}));
    table.play("g2h0 g7h9").await;
    table
        .post("claims", claim("red", "natural_limit"))
        .await
        .is(200);
    table.ended("black", "natural_limit_claims").await;
    // The flag falls through the five minutes.
    let flag = Table::new(json!({})).await;
    let read = json!({"red": {"remaining_ms": 200000}});
    flag.post("clock", read).await.is(200);
    flag.post("claims", claim("red", "natural_limit"))
        .await
        .is(200);
    flag.ended("black", "time").await;
}

#[tokio::test]
async fn article_23_a_claim_is_ruled_by_the_judge_and_watched_move_by_move() {
    let table = Table::new(json!({})).await;
    table.play(IDLE).await;
    let got = table
        .post("claims", claim("black", "repetition"))
        .await
        .is(200)
        .json();
    assert_eq!(got["judge"]["ruling"], "draw", "{}", got["judge"]);
    assert_eq!(got["conduct"]["repetition"]["claim"]["state"], "claimed");
    let on = json!({"moves": ["a9a8"]});
    table
        .refused("moves", on, "claim_pending", Some("23.1"))
        .await;
    let ruled = table
        .post("rulings", json!({"on": "repetition"}))
        .await
        .is(200)
        .json();
    let entry = &ruled["entries"][0];
    assert_eq!(
        (&entry["clause"], &entry["act"]["ruling"]),
        (&json!("23.5"), &json!("draw"))
    );
    assert_eq!(entry["act"]["judge"]["ruling"], "draw");
    table
        .refused(
            "rulings",
            json!({"on": "repetition"}),
            "no_claim",
            Some("23.1"),
        )
        .await;
    // 23.5.2.1: neither changes within two full moves.
    for (mv, plies) in [("a9a8", 1), ("a1a0", 2), ("a8a9", 3)] {
        let got = table.play(mv).await;
        let state = &got["conduct"]["repetition"]["claim"];
        assert_eq!(
            (&state["state"], &state["plies"]),
            (&json!("draw_unless_changed"), &json!(plies))
        );
        table.goes_on().await;
    }
    table.play("a0a1").await;
    table.ended("draw", "repetition").await;
}

#[tokio::test]
async fn article_23_5_2_who_changes_plays_on_and_the_arbiter_may_say_otherwise() {
    let table = Table::new(json!({})).await;
    table.play(IDLE).await;
    table
        .post("claims", claim("black", "repetition"))
        .await
        .is(200);
    // Against a certain judge only with a reason.
    let silent = json!({"on": "repetition", "ruling": "black_must_change"});
    table
        .refused("rulings", silent, "reason_needed", Some("23.5"))
        .await;
    let ruling = json!({"on": "repetition", "ruling": "black_must_change", "reason": "裁判长裁定"});
    table.post("rulings", ruling.clone()).await.is(200);
    let state = |got: &Value| got["conduct"]["repetition"]["claim"].clone();
    let must = json!({"state": "must_change", "side": "black", "moves": 1});
    assert_eq!(state(&table.play("a9a8").await), must);
    let silent = json!({"on": "change", "changed": true, "reason": ""});
    table
        .refused("rulings", silent, "reason_needed", Some("23.5.2"))
        .await;
    let word = json!({"on": "change", "changed": true, "reason": "已变着"});
    let got = table.post("rulings", word).await.is(200).json();
    assert_eq!(state(&got)["state"], "changed");
    table.play("a1a0 a8a9").await;
    table.goes_on().await;
    // 23.5.2.2: without it the second move that does not change loses.
    let table = Table::new(json!({})).await;
    table.play(IDLE).await;
    table
        .post("claims", claim("black", "repetition"))
        .await
        .is(200);
    table.post("rulings", ruling).await.is(200);
    table.play("a9a8 a1a0 a8a9").await;
    table.ended("red", "repetition_unchanged").await;
}

#[tokio::test]
async fn article_23_5_1_perpetual_check_loses_at_once() {
    let table = Table::new(json!({})).await;
    let cycle = "d9d8 a9a8 d8d9 a8a9";
    let moves = format!("a7a9 {cycle} {cycle} {cycle}");
    table
        .play_from("3k5/9/R7n/9/9/9/9/9/9/4K4 w - - 0 1", &moves)
        .await;
    let got = table
        .post("claims", claim("black", "repetition"))
        .await
        .is(200)
        .json();
    assert_eq!(got["judge"]["ruling"], "red_loses");
    table
        .post("rulings", json!({"on": "repetition"}))
        .await
        .is(200);
    table.ended("black", "perpetual_check").await;
}

#[tokio::test]
async fn article_23_3_not_three_times_is_not_accepted() {
    let table = Table::new(json!({})).await;
    table.play("a0a1 a9a8 a1a0 a8a9 a0a1").await;
    let got = table
        .post("claims", claim("black", "repetition"))
        .await
        .is(200)
        .json();
    assert_eq!(got["judge"]["ruling"], "not_repeated");
    let got = table
        .post("rulings", json!({"on": "repetition"}))
        .await
        .is(200)
        .json();
    assert_eq!(got["conduct"]["repetition"]["claim"]["state"], "rejected");
    assert_eq!(
        got["fouls"]
            .as_object()
            .map_or(0, |f| f["black"].as_i64().unwrap()),
        0
    );
    table.play("a9a8").await;
}

#[tokio::test]
async fn article_22_4_a_claim_in_time_stands_though_moves_followed() {
    let early = json!({"side": "black", "claim": "repetition", "ply": 13});
    let approved = Table::new(json!({})).await;
    approved.play(&format!("{IDLE} a9a8 a1a0")).await;
    approved.post("claims", early.clone()).await.is(200);
    let trial = Table::of(json!({"level": "provincial", "edition": "2011-trial"})).await;
    trial.play(&format!("{IDLE} a9a8 a1a0")).await;
    trial
        .refused("claims", early, "not_own_time", Some("16.3"))
        .await;
}

#[tokio::test]
async fn article_22_3_a_record_with_too_many_gaps_claims_nothing() {
    let table = Table::new(json!({})).await;
    table.play("h0g2 h9g7").await;
    let gaps = json!({"side": "red", "missed_plies": 8});
    let got = table.post("fouls", gaps).await.is(200).json();
    assert_eq!(got["fouls"]["red"], 2, "7.1");
    for what in ["natural_limit", "repetition"] {
        table
            .refused("claims", claim("red", what), "may_not_claim", Some("22.3"))
            .await;
    }
}

#[tokio::test]
async fn article_4_2_2_is_proposed_and_given_by_the_arbiter_only() {
    let table = Table::new(json!({})).await;
    let early = json!({"on": "neither_can_win", "accept": true});
    table
        .refused("rulings", early.clone(), "wrong_phase", None)
        .await;
    // Nothing is left that can cross.
    let bare = "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1";
    let got = table.play_from(bare, "e9e8").await;
    assert_eq!(got["conduct"]["proposal"]["clause"], "4.2.2");
    table.goes_on().await;
    table
        .post("claims", claim("red", "neither_can_win"))
        .await
        .is(200);
    assert_eq!(table.log().await["conduct"]["simple_claim"], "red");
    // Where it is certain, refusing it needs the reason.
    let no = json!({"on": "neither_can_win", "accept": false});
    table
        .refused("rulings", no, "reason_needed", Some("4.2.2"))
        .await;
    table.post("rulings", early).await.is(200);
    table.ended("draw", "neither_can_win").await;
    let open = Table::new(json!({})).await;
    open.play("h2e2").await;
    let bold = json!({"on": "neither_can_win", "accept": true});
    open.refused("rulings", bold, "reason_needed", Some("4.2.2"))
        .await;
}

#[tokio::test]
async fn claims_of_a_drafted_game_are_not_there() {
    let table = Table::new(json!({})).await;
    for part in [
        "log",
        "offers",
        "claims",
        "rulings",
        "fouls",
        "clock",
        "take-back",
        "record",
    ] {
        let path = format!("/games/01890000-0000-7000-8000-000000000000/{part}");
        table.server.get(&path).await.is(404);
        table.server.ask("GET", &path).key(ADMIN).go().await.is(404);
    }
    // The same for a game that exists in a draft.
    let server = &table.server;
    let id = server.tournament(json!({}), 2).await;
    server
        .post(
            &format!("/tournaments/{id}/stages"),
            json!({"format": "round_robin"}),
        )
        .await
        .is(201);
    let rounds = format!("/tournaments/{id}/stages/1/rounds");
    let draft = server.post(&rounds, json!({})).await.is(201).json();
    let game = draft["games"][0]["id"].as_str().unwrap();
    for part in [
        "log",
        "offers",
        "claims",
        "rulings",
        "fouls",
        "clock",
        "take-back",
        "record",
    ] {
        server.get(&format!("/games/{game}/{part}")).await.is(404);
    }
    let other = table.key("arbiter").await;
    let path = format!("/games/{game}/offers");
    let hidden = server.ask("POST", &path).key(&other).fresh();
    hidden.json(&offer("red")).go().await.is(404);
}
