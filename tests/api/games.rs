//! Results, corrections, confirmations, moves.
use crate::client::{ADMIN, Server};
use serde_json::{Value, json};

/// A published round of two games; the tournament and the games.
async fn round(server: &Server, regulations: Value) -> (String, Vec<Value>) {
    let id = server
        .tournament(json!({"regulations": regulations}), 4)
        .await;
    server
        .post(
            &format!("/tournaments/{id}/stages"),
            json!({"format": "round_robin"}),
        )
        .await
        .is(201);
    let rounds = format!("/tournaments/{id}/stages/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server
        .post(&format!("{rounds}/1/publish"), json!({}))
        .await
        .is(200)
        .json();
    (id, out["games"].as_array().unwrap().clone())
}

fn path(game: &Value) -> String {
    format!("/games/{}", game["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_result_is_entered_once_and_corrected_with_a_reason() {
    let server = Server::new().await;
    let (id, games) = round(&server, json!({})).await;
    let result = format!("{}/result", path(&games[0]));
    server
        .ask("PUT", &result)
        .key(ADMIN)
        .json(&json!({"result": "red"}))
        .go()
        .await
        .is(428);
    let entered = server
        .change(
            "PUT",
            &result,
            1,
            json!({"result": "red", "reason": "resignation"}),
        )
        .await
        .is(200)
        .json();
    assert_eq!(
        (&entered["state"], &entered["version"]),
        (&json!("finished"), &json!(2))
    );
    let late = server
        .change("PUT", &result, 1, json!({"result": "black"}))
        .await
        .is(412);
    assert_eq!(late.json()["version"], 2);
    let unfit = server
        .change(
            "PUT",
            &result,
            2,
            json!({"result": "draw", "reason": "resignation", "note": "x"}),
        )
        .await
        .is(422);
    assert_eq!(unfit.json()["errors"][0]["pointer"], "/reason");
    let bare = server
        .change("PUT", &result, 2, json!({"result": "draw"}))
        .await
        .is(422);
    assert_eq!(bare.json()["errors"][0]["pointer"], "/note");
    let dry = server
        .change(
            "PUT",
            &result,
            2,
            json!({"result": "draw", "dry_run": true}),
        )
        .await
        .is(200)
        .json();
    assert_eq!(dry["standings"].as_array().unwrap().len(), 2, "{dry}");
    assert_eq!(server.get(&path(&games[0])).await.json()["result"], "red");
    server
        .change(
            "PUT",
            &result,
            2,
            json!({"result": "draw", "reason": "agreement", "note": "记录有误"}),
        )
        .await
        .is(200);
    let log = server
        .ask("GET", &format!("/tournaments/{id}/audit"))
        .key(ADMIN)
        .go()
        .await
        .is(200)
        .json();
    let last = log["items"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["action"], &last["reason"]),
        (&json!("game.correct"), &json!("记录有误"))
    );
    assert_eq!(last["changes"][0]["before"]["game"]["result"], "red");
    assert_eq!(last["changes"][0]["after"]["game"]["result"], "draw");
}

#[tokio::test]
async fn two_boards_never_conflict_and_on_one_board_exactly_one_wins() {
    let server = Server::new().await;
    let (id, games) = round(&server, json!({})).await;
    let put = |game: &Value, result: &'static str| {
        let path = format!("{}/result", path(game));
        let body = json!({"result": result});
        let server = &server;
        async move { server.change("PUT", &path, 1, body).await }
    };
    let (a, b, c) = tokio::join!(
        put(&games[0], "red"),
        put(&games[1], "black"),
        put(&games[0], "draw")
    );
    let mut on_one = [a.status.as_u16(), c.status.as_u16()];
    on_one.sort_unstable();
    assert_eq!((b.status.as_u16(), on_one), (200, [200, 412]));
    let changes = server
        .get(&format!("/tournaments/{id}/changes"))
        .await
        .is(200)
        .json();
    let revisions: Vec<i64> = changes["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["revision"].as_i64().unwrap())
        .collect();
    let expected: Vec<i64> = (1..=changes["revision"].as_i64().unwrap()).collect();
    assert_eq!(revisions, expected, "revisions are gapless");
}

#[tokio::test]
async fn an_acknowledged_result_is_in_the_very_next_read() {
    let server = Server::new().await;
    let (id, games) = round(&server, json!({})).await;
    let standings = format!("/tournaments/{id}/standings");
    let before = server.get(&standings).await.is(200);
    let got = server
        .change(
            "PUT",
            &format!("{}/result", path(&games[0])),
            1,
            json!({"result": "black"}),
        )
        .await
        .is(200)
        .json();
    let after = server
        .ask("GET", &standings)
        .header("if-none-match", before.header("etag"))
        .go()
        .await
        .is(200);
    assert_eq!(after.json()["revision"], got["revision"]);
    assert_eq!(after.json()["open"], 1);
    let past = server
        .get(&format!(
            "{standings}?revision={}",
            before.json()["revision"]
        ))
        .await
        .is(200);
    assert_eq!(
        past.bytes, before.bytes,
        "an earlier revision is rebuilt byte for byte"
    );
}

#[tokio::test]
async fn where_two_enter_a_result_one_alone_does_not_count() {
    let server = Server::new().await;
    let (id, games) = round(&server, json!({"double_confirmation": true})).await;
    let (one, two) = (
        server.made_key("arbiter", Some(&id)).await,
        server.made_key("arbiter", Some(&id)).await,
    );
    let game = path(&games[0]);
    let put = server
        .ask("PUT", &format!("{game}/result"))
        .key(&one)
        .saw(1)
        .json(&json!({"result": "red"}))
        .go()
        .await
        .is(200)
        .json();
    assert_eq!(
        (&put["result"], put["proposed"]["after"]["result"].as_str()),
        (&json!(null), Some("red"))
    );
    assert_eq!(
        server
            .get(&format!("/tournaments/{id}/standings"))
            .await
            .json()["open"],
        2
    );
    let confirm = |key: &str, side: &'static str| {
        server
            .ask("POST", &format!("{game}/confirmations"))
            .key(key)
            .fresh()
            .json(&json!({"side": side}))
            .go()
    };
    assert_eq!(
        confirm(&one, "arbiter").await.is(409).problem(),
        "same_person"
    );
    let done = confirm(&two, "arbiter").await.is(200).json();
    assert_eq!(
        (&done["result"], &done["state"]),
        (&json!("red"), &json!("finished"))
    );
    confirm(&one, "red").await.is(200);
    assert_eq!(
        confirm(&one, "red").await.is(409).problem(),
        "already_confirmed"
    );
    assert_eq!(
        confirm(&one, "black").await.is(200).json()["state"],
        "confirmed"
    );
}

#[tokio::test]
async fn an_illegal_move_is_refused_with_ply_and_reason() {
    let server = Server::new().await;
    let (_, games) = round(&server, json!({})).await;
    let moves = format!("{}/moves", path(&games[0]));
    let added = server
        .post(&moves, json!({"moves": ["h2e2", "h9g7"]}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&added["state"], &added["plies"]),
        (&json!("playing"), &json!(2))
    );
    let bad = server
        .post(&moves, json!({"moves": ["h0g2", "a9a1"]}))
        .await
        .is(422);
    let body = bad.json();
    assert_eq!(
        (
            bad.problem().as_str(),
            body["errors"][0]["pointer"].as_str()
        ),
        ("illegal_move", Some("/moves/1"))
    );
    assert!(
        body["detail"].as_str().unwrap().contains("第 4 着"),
        "{body}"
    );
    let unread = server
        .post(&moves, json!({"moves": ["炮二平五"]}))
        .await
        .is(422);
    assert_eq!(unread.json()["errors"][0]["pointer"], "/moves/0");
    let other = server
        .post(&moves, json!({"moves": ["h0g2"], "from_ply": 1}))
        .await
        .is(409);
    assert_eq!(other.problem(), "ply_mismatch");
    let read = server.get(&moves).await.is(200).json();
    assert_eq!(
        (&read["moves"], &read["side_to_move"]),
        (&json!(["h2e2", "h9g7"]), &json!("red"))
    );
}

#[tokio::test]
async fn mate_ends_the_game_by_itself_4_1_1() {
    let server = Server::new().await;
    let (_, games) = round(&server, json!({})).await;
    let moves = format!("{}/moves", path(&games[0]));
    // Two rooks against a bare general.
    let fen = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1";
    server
        .post(&moves, json!({"fen": fen, "moves": ["a1a8", "d9e9"]}))
        .await
        .is(200);
    let mated = server
        .post(&moves, json!({"moves": ["b0b9"]}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&mated["result"], &mated["reason"], &mated["state"]),
        (&json!("red"), &json!("checkmate"), &json!("finished"))
    );
    let over = server
        .post(&moves, json!({"moves": ["e9d9"]}))
        .await
        .is(422);
    assert_eq!(over.problem(), "game_over");
    let against = server
        .change(
            "PUT",
            &format!("{}/result", path(&games[0])),
            3,
            json!({"result": "black", "note": "x"}),
        )
        .await
        .is(422);
    assert_eq!(against.problem(), "contradicts_record");
}
