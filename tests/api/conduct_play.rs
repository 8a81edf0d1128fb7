//! Moves over HTTP: illegal ones (4.1.3, 4.1.8), touched pieces (5), take-backs (5.8), points named
//! (5.10), sheets that come after the game.
use crate::client::ADMIN;
use crate::table::{Table, effects};
use serde_json::json;

#[tokio::test]
async fn every_move_is_an_entry_with_time_role_ply_and_clause() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7").await;
    let clock = json!({"moves": ["h0g2"], "clock": {"remaining_ms": 540000}});
    table.post("moves", clock).await.is(200);
    let log = table.log().await;
    let items = log["items"].as_array().unwrap();
    assert_eq!(items.len(), 3);
    for (number, item) in items.iter().enumerate() {
        assert_eq!(item["number"], number, "{item}");
        assert_eq!(item["ply"], number, "{item}");
        assert_eq!(
            (&item["kind"], &item["clause"]),
            (&json!("move"), &json!("2.3"))
        );
        assert_eq!(item["role"], "chief_arbiter");
        assert!(item["at"].as_str().unwrap().ends_with('Z'), "{item}");
        assert!(item["author"].is_string(), "{item}");
    }
    let red = &log["conduct"]["clock"]["sides"]["red"];
    assert_eq!(
        (&red["remaining_ms"], &red["ply"]),
        (&json!(540000), &json!(2))
    );
    // The public sees the log without names.
    let path = format!("{}/log", table.game);
    let public = table.server.get(&path).await.is(200);
    assert!(public.header("cache-control").starts_with("public"));
    let tag = public.header("etag").to_owned();
    assert!(public.json()["items"][0].get("author").is_none());
    let again = table.server.ask("GET", &path).header("if-none-match", &tag);
    again.go().await.is(304);
}

#[tokio::test]
async fn a_broadcaster_writes_moves_and_rules_on_nothing() {
    let table = Table::new(json!({})).await;
    let key = table.key("broadcaster").await;
    let moves = json!({"moves": ["h2e2"]});
    table.by(&key, "moves", moves).await.is(200);
    let read = json!({"red": {"remaining_ms": 60000}});
    table.by(&key, "clock", read).await.is(200);
    let word = json!({"moves": ["e9e7"], "as_played": true});
    table.by(&key, "moves", word).await.is(403);
    for (path, body) in [
        ("offers", json!({"side": "black"})),
        ("take-back", json!({"to_ply": 0, "reason": "x"})),
        ("log", json!({"act": {"kind": "resign", "side": "red"}})),
    ] {
        table.by(&key, path, body).await.is(403);
    }
    let log = table.log().await;
    assert_eq!(log["items"][0]["role"], "recorder");
}

#[tokio::test]
async fn the_same_request_again_enters_nothing_and_a_stale_one_is_refused() {
    let table = Table::new(json!({})).await;
    let ask = |key: &'static str| {
        table
            .server
            .ask("POST", &format!("{}/offers", table.game))
            .key(ADMIN)
            .header("idempotency-key", key)
            .saw(1)
            .json(&json!({"side": "red", "ply": 0}))
            .go()
    };
    let first = ask("offer-1").await.is(200);
    let again = ask("offer-1").await.is(200);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(ask("offer-2").await.is(412).json()["version"], 2);
    let log = table.log().await;
    assert_eq!(log["items"].as_array().unwrap().len(), 1);
    let audit = table
        .server
        .ask("GET", &format!("/tournaments/{}/audit", table.tournament))
        .key(ADMIN)
        .go()
        .await
        .is(200)
        .json();
    let last = audit["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["action"], "game.entry");
    assert_eq!(last["subject"]["kind"], "draw_offer");
    // An entry for another ply than the game's is somebody else's board.
    let late = json!({"side": "red", "ply": 3});
    table.refused("offers", late, "ply_mismatch", None).await;
}

#[tokio::test]
async fn article_4_1_3_suicide_loses_at_once_on_the_arbiters_word() {
    let table = Table::new(json!({})).await;
    let fen = "3k5/9/9/9/4r4/9/9/9/4R4/4K4 w - - 0 1";
    let suicide = json!({"fen": fen, "moves": ["e1d1"]});
    let got = table.post("moves", suicide).await.is(422);
    assert_eq!(got.problem(), "illegal_move");
    let word = json!({"fen": fen, "moves": ["e1d1"], "as_played": true});
    let got = table.post("moves", word).await.is(200).json();
    assert!(effects(&got).contains(&"suicide".to_owned()), "{got}");
    table.ended("black", "suicide").await;
}

#[tokio::test]
async fn articles_4_1_8_and_8_1_8_illegal_moves_by_level() {
    let word = json!({"moves": ["h2h5", "a9a1"], "as_played": true});
    let national = Table::of(json!({"level": "national"})).await;
    national.post("moves", word.clone()).await.is(200);
    national.ended("red", "illegal_moves").await;
    let below = Table::new(json!({})).await;
    let first = below.post("moves", word).await.is(200).json();
    assert_eq!(first["fouls"], json!({"red": 0, "black": 1}));
    below.goes_on().await;
    // 5.8.3: play goes back to it, and its piece counts as touched.
    assert_eq!(first["plies"], 1);
    let other = json!({"moves": ["h9g7"]});
    below
        .refused("moves", other, "not_compelled", Some("5"))
        .await;
    let second = json!({"moves": ["a9a1"], "as_played": true});
    below.post("moves", second).await.is(200);
    below.ended("red", "illegal_moves").await;
}

#[tokio::test]
async fn article_5_touched_pieces_compel() {
    let table = Table::new(json!({})).await;
    let touch = |square: &str| json!({"act": {"kind": "touch", "touched": [{"square": square}]}});
    let got = table.post("log", touch("h0")).await.is(200).json();
    assert_eq!(effects(&got), ["compelled"]);
    let other = json!({"moves": ["h2e2"]});
    table
        .refused("moves", other, "not_compelled", Some("5"))
        .await;
    table.play("h0g2").await;
    // 8.1.5: the general is shut in by nobody, but this elephant's way is free; the rook at i9 is not
    // to be taken by anything.
    table.play("h9g7").await;
    let got = table.post("log", touch("i9")).await.is(200).json();
    assert_eq!(effects(&got), ["foul"]);
    assert_eq!(got["fouls"]["red"], 1);
}

#[tokio::test]
async fn article_5_8_moves_are_taken_back_with_a_reason() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7 h0g2").await;
    let silent = json!({"to_ply": 1, "reason": " "});
    table
        .refused("take-back", silent, "reason_needed", Some("5.8"))
        .await;
    let far = json!({"to_ply": 9, "reason": "x"});
    table.refused("take-back", far, "nothing_there", None).await;
    let back = json!({"to_ply": 1, "cause": "displaced", "reason": "象被碰动"});
    let got = table.post("take-back", back).await.is(200).json();
    assert_eq!(
        (&got["plies"], &got["entries"][0]["clause"]),
        (&json!(1), &json!("5.8.2"))
    );
    // 5.8.3: an illegal move found later counts, and its piece is touched.
    table.play("h9g7").await;
    let illegal = json!({"to_ply": 1, "cause": "illegal", "reason": "马腿被绊"});
    let got = table.post("take-back", illegal).await.is(200).json();
    assert_eq!(effects(&got), ["illegal_move", "foul", "compelled"]);
    let path = format!("{}/take-back", table.game);
    let list = table.server.get(&path).await.is(200).json();
    assert_eq!(list["items"].as_array().unwrap().len(), 2);
    assert!(
        list["items"][0]["act"].get("reason").is_none(),
        "words are the office's"
    );
    // What the moves had ended begins again.
    table.play("h9i7 h0g2").await;
}

#[tokio::test]
async fn article_5_10_the_opponent_names_the_point() {
    let table = Table::new(json!({})).await;
    let name =
        |side: &str, mv: &str| json!({"act": {"kind": "point_named", "side": side, "move": mv}});
    table
        .refused("log", name("red", "h2e2"), "not_own_time", Some("5.10"))
        .await;
    table.post("log", name("black", "h2e2")).await.is(200);
    let other = json!({"moves": ["h2f2"]});
    table
        .refused("moves", other, "not_compelled", Some("5"))
        .await;
    table.play("h2e2").await;
    let upset = json!({"act": {"kind": "upset_pieces", "side": "black"}});
    let got = table.post("log", upset).await.is(200).json();
    assert_eq!(got["entries"][0]["clause"], "5.9");
}

#[tokio::test]
async fn a_sheet_that_comes_after_the_game_must_not_contradict_it() {
    let table = Table::new(json!({})).await;
    let drawn = json!({"result": "draw", "reason": "agreement"});
    table.result(ADMIN, drawn).await.is(200);
    let got = table.play("h2e2 h9g7 h0g2").await;
    assert_eq!(
        (&got["result"], &got["state"], &got["plies"]),
        (&json!("draw"), &json!("finished"), &json!(3))
    );
    assert_eq!(got["entries"][0]["kind"], "sheet");
    let mated = Table::new(json!({})).await;
    let wrong = json!({"result": "black", "reason": "checkmate"});
    mated.result(ADMIN, wrong).await.is(200);
    let fen = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1";
    let sheet = json!({"fen": fen, "moves": ["a1a8", "d9e9", "b0b9"]});
    mated
        .refused("moves", sheet, "contradicts_record", Some("4.1.1"))
        .await;
}

#[tokio::test]
async fn an_entry_made_by_mistake_is_left_out() {
    let table = Table::new(json!({})).await;
    let foul = json!({"side": "red", "foul": "duties"});
    table.post("fouls", foul).await.is(200);
    let void = json!({"act": {"kind": "void", "entry": 0, "reason": "记错人"}});
    let got = table.post("log", void).await.is(200).json();
    assert_eq!(got["foul_counts"].as_object(), None);
    assert_eq!(got["conduct"]["foul_counts"], json!({"red": 0, "black": 0}));
    let log = table.log().await;
    assert_eq!(log["items"][0]["left_out"], true);
    table.play("h2e2").await;
    let moved = json!({"act": {"kind": "void", "entry": 2, "reason": "x"}});
    table.refused("log", moved, "cannot_void", None).await;
    let elsewhere = json!({"act": {"kind": "move", "move": "h9g7"}});
    let got = table.post("log", elsewhere).await.is(422);
    assert_eq!(got.json()["errors"][0]["pointer"], "/act/kind");
}
