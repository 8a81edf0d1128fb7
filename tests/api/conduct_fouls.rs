//! Fouls (7, 8), clocks (6, 21), absence (20), penalties (18) over HTTP.
use crate::client::ADMIN;
use crate::table::{Table, effects};
use serde_json::{Value, json};

fn foul(side: &str, foul: &str) -> Value {
    json!({"side": side, "foul": foul})
}

#[tokio::test]
async fn article_4_1_10_the_foul_that_reaches_the_limit_loses() {
    for limit in [2, 3, 4] {
        let table = Table::new(json!({"fouls_to_lose": limit})).await;
        for count in 1..limit {
            let got = table
                .post("fouls", foul("black", "disturbing"))
                .await
                .is(200)
                .json();
            assert_eq!(got["fouls"]["black"], count);
            assert_eq!(got["entries"][0]["clause"], "8.1.1");
            table.goes_on().await;
        }
        table.post("fouls", foul("black", "duties")).await.is(200);
        table.ended("red", "fouls").await;
        let game = table.game().await;
        assert_eq!(game["fouls"], json!({"red": 0, "black": limit}));
    }
}

#[tokio::test]
async fn article_4_1_9_the_clock_pressed_before_moving_twice() {
    let table = Table::new(json!({})).await;
    table
        .post("fouls", foul("red", "clock_before_move"))
        .await
        .is(200);
    table.goes_on().await;
    table
        .post("fouls", foul("red", "clock_before_move"))
        .await
        .is(200);
    table.ended("black", "clock_before_move").await;
}

#[tokio::test]
async fn article_8_2_who_resigns_at_once_is_spared_the_foul() {
    let table = Table::new(json!({"fouls_to_lose": 2})).await;
    table.post("fouls", foul("red", "duties")).await.is(200);
    table.post("fouls", foul("red", "duties")).await.is(200);
    table.ended("black", "fouls").await;
    let resign = json!({"act": {"kind": "resign", "side": "red"}});
    let got = table.post("log", resign).await.is(200).json();
    assert!(effects(&got).contains(&"foul_waived".to_owned()));
    table.ended("black", "resignation").await;
    assert_eq!(table.game().await["fouls"]["red"], 1);
}

#[tokio::test]
async fn articles_7_1_to_7_4_records() {
    let table = Table::new(json!({"fouls_to_lose": 9})).await;
    for (missed, fouls) in [(4, 1), (4, 2), (3, 2), (1, 3)] {
        let gaps = json!({"side": "red", "missed_plies": missed});
        let got = table.post("fouls", gaps).await.is(200).json();
        assert_eq!(got["fouls"]["red"], fouls, "7.1: {missed}");
    }
    // 7.2 is confirmed by the chief arbiter.
    let arbiter = table.key("arbiter").await;
    let unreadable = json!({"side": "black", "unreadable": true, "missed_plies": 8});
    let got = table
        .by(&arbiter, "fouls", unreadable.clone())
        .await
        .is(403);
    assert_eq!(got.json()["clause"], "7.2");
    let chief = table.key("chief_arbiter").await;
    table.by(&chief, "fouls", unreadable).await.is(200);
    // 7.3, 7.4.
    let copy = json!({"side": "black", "fair_copy": "demanded"});
    let got = table.post("fouls", copy).await.is(200).json();
    assert_eq!(got["conduct"]["fair_copies"]["black"], "demanded");
    let refuses =
        json!({"on": "misconduct", "side": "black", "clause": "7.4", "reason": "拒绝誊清"});
    table.post("rulings", refuses).await.is(200);
    table.ended("red", "misconduct").await;
    // No duty in rapid games, unless the regulations say so.
    let rapid = json!({"time_control": {"periods": [{"base_seconds": 600}], "rapid": true}});
    let table = Table::new(rapid).await;
    let gaps = json!({"side": "red", "missed_plies": 4});
    table
        .refused("fouls", gaps, "no_record_duty", Some("7.1"))
        .await;
}

#[tokio::test]
async fn a_foul_is_one_thing_and_says_which() {
    let table = Table::new(json!({})).await;
    for wrong in [
        json!({"side": "red"}),
        json!({"side": "red", "foul": "duties", "missed_plies": 4}),
        json!({"side": "red", "foul": "duties", "fair_copy": "demanded"}),
    ] {
        let got = table.post("fouls", wrong).await.is(422);
        assert_eq!(got.json()["errors"][0]["pointer"], "/foul");
    }
    let got = table.post("fouls", foul("red", "sneezing")).await.is(422);
    assert_eq!(got.json()["errors"][0]["pointer"], "/foul");
}

#[tokio::test]
async fn fouls_reach_the_standings_criterion() {
    let chain = json!({"chain": ["points", "fouls", "wins"]});
    let table = Table::new(chain).await;
    table.post("fouls", foul("red", "duties")).await.is(200);
    let drawn = json!({"result": "draw", "reason": "agreement"});
    table.result(ADMIN, drawn).await.is(200);
    let path = format!("/tournaments/{}/standings", table.tournament);
    let standings = table.server.get(&path).await.is(200).json();
    let red = &table.paired["red"];
    let rows = standings["rows"].as_array().unwrap();
    let last = rows.iter().find(|row| row["number"] == *red).unwrap();
    assert_eq!(last["rank"], 2, "{standings}");
}

#[tokio::test]
async fn article_21_a_flag_is_held_against_what_is_on_record() {
    let table = Table::new(json!({
        "time_control": {"periods": [{"base_seconds": 3600, "moves": 2}, {"base_seconds": 600, "moves": 1}]}
    }))
    .await;
    table.play("h2e2 h9g7").await;
    let flag = |ms: i64, period: u32| json!({"flag": {"side": "red", "clock": {"remaining_ms": ms, "period": period}}});
    table
        .refused("clock", flag(1000, 1), "time_not_up", Some("21.3"))
        .await;
    table.play("h0g2 b9c7").await;
    // Two moves were to be made in the first period, and they are made.
    table
        .refused("clock", flag(0, 1), "time_not_up", Some("21.3"))
        .await;
    let path = format!("{}/clock", table.game);
    let read = table.server.get(&path).await.is(200).json();
    assert_eq!(
        read["conduct"]["flags"],
        json!({"red": "unknown", "black": "unknown"})
    );
    table.post("clock", flag(-500, 2)).await.is(200);
    table.ended("black", "time").await;
}

#[tokio::test]
async fn article_6_has_five_schemes_ready_to_be_taken_over() {
    let table = Table::new(json!({})).await;
    let schemes = table
        .server
        .get("/rules/time-controls")
        .await
        .is(200)
        .json();
    let schemes = schemes["presets"].as_array().unwrap().clone();
    let clauses: Vec<&str> = schemes
        .iter()
        .map(|s| s["clause"].as_str().unwrap())
        .collect();
    assert_eq!(clauses, ["6.1", "6.2", "6.3", "6.4", "6.5"]);
    for scheme in schemes {
        let taken = json!({"time_control": scheme["time_control"]});
        let id = table
            .server
            .tournament(json!({"regulations": taken}), 0)
            .await;
        let path = format!("/tournaments/{id}");
        let read = table.server.get(&path).await.is(200).json();
        assert_eq!(read["regulations"]["time_control"], scheme["time_control"]);
    }
}

#[tokio::test]
async fn article_21_6_mate_stands_before_the_flag() {
    let table = Table::new(json!({})).await;
    let fen = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1";
    table.play_from(fen, "a1a8 d9e9 b0b9").await;
    let flag = json!({"flag": {"side": "red", "clock": {"remaining_ms": -1}}});
    table.refused("clock", flag, "wrong_phase", None).await;
    table.ended("red", "checkmate").await;
}

#[tokio::test]
async fn articles_21_4_and_21_5_adjustments_have_their_bounds() {
    let table = Table::new(json!({})).await;
    let read = json!({"red": {"remaining_ms": 60000}});
    table.post("clock", read).await.is(200);
    let adjust = |clause: &str, seconds: i64, agreed: bool| json!({"adjust": {"side": "red", "seconds": seconds, "clause": clause, "agreed": agreed, "reason": "钟面误差"}});
    table
        .refused(
            "clock",
            adjust("21.4", 300, false),
            "not_agreed",
            Some("21.4"),
        )
        .await;
    table
        .refused(
            "clock",
            adjust("21.5", 61, false),
            "adjustment_too_large",
            Some("21.5"),
        )
        .await;
    table.post("clock", adjust("21.5", 60, false)).await.is(200);
    let got = table
        .post("clock", adjust("21.4", 300, true))
        .await
        .is(200)
        .json();
    let clock = &got["conduct"]["clock"];
    assert_eq!(clock["sides"]["red"]["remaining_ms"], 420000);
    assert_eq!(clock["adjustments"].as_array().unwrap().len(), 2);
    let two = json!({"red": {"remaining_ms": 1}, "flag": {"side": "red"}});
    table.refused("clock", two, "invalid", None).await;
}

#[tokio::test]
async fn article_20_absence_and_lateness() {
    let table = Table::new(json!({"late_minutes": 10})).await;
    let late = |minutes: u32| json!({"on": "late", "side": "red", "minutes": minutes});
    table
        .refused("rulings", late(11), "too_late", Some("20.1"))
        .await;
    let got = table.post("rulings", late(9)).await.is(200).json();
    let effect = &got["entries"][0]["effects"][0]["what"];
    assert_eq!(
        effect["starts_at_turn"], false,
        "B has dropped it: {effect}"
    );
    let absent = |minutes: u32, appeared: bool| json!({"on": "absence", "black": true, "minutes": minutes, "appeared": appeared});
    table
        .refused("rulings", absent(10, false), "not_late", Some("20.1"))
        .await;
    table.post("rulings", absent(11, true)).await.is(200);
    table.ended("black_forfeit", "late").await;
    let both = Table::new(json!({})).await;
    let nobody = json!({"on": "absence", "red": true, "black": true, "minutes": 16});
    both.post("rulings", nobody).await.is(200);
    both.ended("double_forfeit", "both_absent").await;
}

#[tokio::test]
async fn article_18_penalties_reach_the_entry_and_the_roster() {
    let table = Table::new(json!({})).await;
    let penalty = |clause: &str| json!({"act": {"kind": "penalty", "side": "black", "clause": clause, "reason": "赛场喧哗"}});
    let arbiter = table.key("arbiter").await;
    let chief = table.key("chief_arbiter").await;
    let organizer = table.key("organizer").await;
    table.by(&arbiter, "log", penalty("18.1")).await.is(200);
    table.goes_on().await;
    table.by(&arbiter, "log", penalty("18.2")).await.is(403);
    table.by(&chief, "log", penalty("18.3")).await.is(403);
    table.by(&organizer, "log", penalty("18.4")).await.is(200);
    let outcome = json!({"act": {"kind": "penalty_outcome", "entry": 1, "outcome": "停赛一年"}});
    table.by(&organizer, "log", outcome).await.is(200);
    table.by(&organizer, "log", penalty("18.3")).await.is(200);
    table.ended("red", "misconduct").await;
    let id = table.paired["black_entry"]["id"].as_str().unwrap();
    let path = format!("/tournaments/{}/entries/{id}", table.tournament);
    let entry = table.server.get(&path).await.is(200).json();
    assert_eq!(
        (&entry["status"], &entry["withdrawn_after"]),
        (&json!("expelled"), &json!(1)),
        "18.3: as a withdrawal"
    );
    let clauses: Vec<&str> = entry["penalties"]
        .as_array()
        .unwrap()
        .iter()
        .map(|penalty| penalty["clause"].as_str().unwrap())
        .collect();
    assert_eq!(clauses, ["18.1", "18.4", "18.3"], "18.5 counts them");
}

#[tokio::test]
async fn articles_15_and_16_3_disputes_and_their_decision() {
    let table = Table::new(json!({})).await;
    table.play("h2e2").await;
    let dispute = |side: &str| json!({"act": {"kind": "dispute", "side": side, "subject": "棋钟"}});
    table
        .refused("log", dispute("red"), "not_own_time", Some("16.3"))
        .await;
    table.post("log", dispute("black")).await.is(200);
    let decide = json!({"on": "dispute", "entry": 1, "body": "chief_arbiter", "decision": "维持"});
    let arbiter = table.key("arbiter").await;
    let got = table.by(&arbiter, "rulings", decide.clone()).await.is(403);
    assert_eq!(got.json()["clause"], "15");
    table.post("rulings", decide).await.is(200);
    let log = table.log().await;
    assert_eq!(
        log["conduct"]["disputes"][0]["decision"]["decision"],
        "维持"
    );
    // The public sees that there was one, not what was said.
    let path = format!("{}/log", table.game);
    let public = table.server.get(&path).await.is(200);
    let text = String::from_utf8(public.bytes).unwrap();
    assert!(!text.contains("棋钟") && !text.contains("维持"), "{text}");
}
