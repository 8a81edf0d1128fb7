//! Pairing, publication, undo: a draft leaks nowhere.
use crate::client::{ADMIN, Got, Server};
use serde_json::{Value, json};

/// A tournament with a Swiss stage and six entries.
async fn swiss(server: &Server) -> String {
    let id = server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}/stages");
    server
        .post(&path, json!({"format": "swiss", "rounds_planned": 3}))
        .await
        .is(201);
    id
}

async fn pair(server: &Server, id: &str) -> Value {
    server
        .post(&format!("/tournaments/{id}/stages/1/rounds"), json!({}))
        .await
        .is(201)
        .json()
}

async fn publish(server: &Server, id: &str, round: u32) -> Got {
    server
        .post(
            &format!("/tournaments/{id}/stages/1/rounds/{round}/publish"),
            json!({}),
        )
        .await
}

/// Enters this result for every game of a round; the game's ids.
async fn finish(server: &Server, round: &Value, result: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for game in round["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let version = game["version"].as_i64().unwrap();
        server
            .change(
                "PUT",
                &format!("/games/{id}/result"),
                version,
                json!({"result": result}),
            )
            .await
            .is(200);
        ids.push(id.to_owned());
    }
    ids
}

#[tokio::test]
async fn a_round_goes_from_draft_to_published_to_locked_and_back_with_a_reason() {
    let server = Server::new().await;
    let id = swiss(&server).await;
    let draft = pair(&server, &id).await;
    assert_eq!(
        (&draft["state"], &draft["number"]),
        (&json!("draft"), &json!(1))
    );
    assert!(
        !draft["games"][0]["reasons"].as_array().unwrap().is_empty(),
        "{draft}"
    );
    let twice = server
        .post(&format!("/tournaments/{id}/stages/1/rounds"), json!({}))
        .await
        .is(409);
    assert_eq!(twice.problem(), "draft_exists");
    let out = publish(&server, &id, 1).await.is(200).json();
    assert_eq!(out["state"], "published");
    assert_eq!(
        server.get(&format!("/tournaments/{id}")).await.json()["status"],
        "running"
    );
    let path = format!("/tournaments/{id}/stages/1/rounds/1");
    let open = server
        .post(&format!("{path}/lock"), json!({}))
        .await
        .is(409);
    assert_eq!(open.problem(), "games_open");
    let games = finish(&server, &out, "draw").await;
    server
        .post(&format!("{path}/lock"), json!({}))
        .await
        .is(200);
    let locked = server
        .change(
            "PUT",
            &format!("/games/{}/result", games[0]),
            2,
            json!({"result": "red", "note": "x"}),
        )
        .await
        .is(409);
    assert_eq!(locked.problem(), "round_locked");
    server
        .post(&format!("{path}/reopen"), json!({}))
        .await
        .is(422);
    server
        .post(&format!("{path}/reopen"), json!({"reason": "记录有误"}))
        .await
        .is(200);
    server
        .change(
            "PUT",
            &format!("/games/{}/result", games[0]),
            2,
            json!({"result": "red", "note": "记录有误"}),
        )
        .await
        .is(200);
    let stale = server
        .change("DELETE", &path, 1, json!({"reason": "x"}))
        .await
        .is(412);
    assert_eq!(stale.problem(), "stale");
    let version = server.get(&path).await.json()["version"].as_i64().unwrap();
    server
        .change("DELETE", &path, version, json!({}))
        .await
        .is(422);
    let kept = server
        .change("DELETE", &path, version, json!({"reason": "重编"}))
        .await
        .is(409);
    assert_eq!(kept.problem(), "round_has_results");
    server
        .change(
            "DELETE",
            &path,
            version,
            json!({"reason": "重编", "discard_results": true}),
        )
        .await
        .is(200);
    server.get(&path).await.is(404);
    assert_eq!(
        server.get(&format!("/tournaments/{id}")).await.json()["status"],
        "scheduled"
    );
    let whole = server
        .ask("GET", &format!("/tournaments/{id}/audit/verify"))
        .key(ADMIN)
        .go()
        .await
        .is(200);
    assert_eq!(whole.json()["whole"], true);
}

#[tokio::test]
async fn with_a_draft_present_every_public_answer_is_the_same_as_before() {
    let server = Server::new().await;
    let id = swiss(&server).await;
    let first = pair(&server, &id).await;
    publish(&server, &id, 1).await.is(200);
    let games = finish(&server, &first, "red").await;
    let t = format!("/tournaments/{id}");
    let mut paths: Vec<String> = [
        "",
        "/entries",
        "/stages",
        "/stages/1",
        "/stages/1/rounds",
        "/stages/1/rounds/1",
        "/standings",
        "/standings?explain=true",
        "/crosstable",
        "/progress",
        "/pairings",
        "/current",
        "/changes",
        "/changes?since=3",
        "/export",
        "/draws",
    ]
    .iter()
    .map(|p| format!("{t}{p}"))
    .collect();
    paths.push("/tournaments".to_owned());
    paths.push(format!("/games/{}", games[0]));
    paths.push(format!("/games/{}/moves", games[0]));
    let read = async || {
        let mut all = Vec::new();
        for path in &paths {
            let got = server.get(path).await.is(200);
            all.push((path.clone(), got.header("etag").to_owned(), got.bytes));
        }
        all
    };
    let before = read().await;
    let draft = pair(&server, &id).await;
    let hidden = draft["games"][0]["id"].as_str().unwrap();
    assert_eq!(read().await, before);
    // Changing and deleting the draft shows nothing either.
    let rows: Vec<Value> = draft["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| json!({"red": g["black"], "black": g["red"]}))
        .collect();
    let changed = server
        .change(
            "PUT",
            &format!("{t}/stages/1/rounds/2/pairings"),
            1,
            json!({"games": rows}),
        )
        .await
        .is(200)
        .json();
    assert!(
        changed["engine"]["games"].is_array(),
        "the engine's pairing is shown beside"
    );
    assert_eq!(read().await, before);
    // The draft itself is not there for the public, nor for a key that may not see it.
    for path in [
        format!("{t}/stages/1/rounds/2"),
        format!("/games/{hidden}"),
        format!("/games/{hidden}/moves"),
        format!("{t}/standings?after_round=2"),
        format!("{t}/pairings?round=2"),
    ] {
        let got = server.get(&path).await;
        assert!(matches!(got.status.as_u16(), 404 | 409), "{path}: {got:?}");
        assert!(!String::from_utf8_lossy(&got.bytes).contains(hidden));
    }
    let clerk = server.made_key("entry_clerk", Some(&id)).await;
    server
        .ask("GET", &format!("{t}/stages/1/rounds/2"))
        .key(&clerk)
        .go()
        .await
        .is(404);
    let arbiter = server.made_key("arbiter", Some(&id)).await;
    let seen = server
        .ask("GET", &format!("{t}/stages/1/rounds/2"))
        .key(&arbiter)
        .go()
        .await
        .is(200);
    assert_eq!(
        (
            seen.json()["state"].as_str().unwrap(),
            seen.header("cache-control")
        ),
        ("draft", "private, no-store")
    );
    let broadcaster = server.made_key("broadcaster", Some(&id)).await;
    let moves = server
        .ask("POST", &format!("/games/{hidden}/moves"))
        .key(&broadcaster)
        .fresh()
        .json(&json!({"moves": ["h2e2"]}))
        .go()
        .await;
    assert_eq!(moves.status.as_u16(), 404);
    let version = changed["version"].as_i64().unwrap();
    server
        .change(
            "DELETE",
            &format!("{t}/stages/1/rounds/2"),
            version,
            json!({}),
        )
        .await
        .is(200);
    assert_eq!(read().await, before);
}

#[tokio::test]
async fn a_pairing_by_hand_is_checked_and_warned_about() {
    let server = Server::new().await;
    let id = swiss(&server).await;
    let first = pair(&server, &id).await;
    publish(&server, &id, 1).await.is(200);
    finish(&server, &first, "draw").await;
    pair(&server, &id).await;
    let path = format!("/tournaments/{id}/stages/1/rounds/2/pairings");
    let put = |games: Value| {
        server
            .ask("PUT", &path)
            .key(ADMIN)
            .header("if-match", "*")
            .json(&json!({"games": games}))
            .go()
    };
    let twice = put(json!([{"red": 1, "black": 2}, {"red": 1, "black": 3}]))
        .await
        .is(422);
    assert_eq!(twice.json()["errors"][0]["pointer"], "/games/1/red");
    let nobody = put(json!([{"red": 1, "black": 77}])).await.is(422);
    assert_eq!(nobody.json()["errors"][0]["pointer"], "/games/0/black");
    let rematch: Vec<Value> = first["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| json!({"red": g["black"], "black": g["red"]}))
        .collect();
    let warned = put(json!(rematch)).await.is(200).json();
    assert_eq!(warned["warnings"][0]["code"], "rematch");
    assert_eq!(warned["warnings"].as_array().unwrap().len(), 3);
    publish(&server, &id, 2).await.is(200);
    assert_eq!(put(json!([])).await.is(409).problem(), "not_a_draft");
}

#[tokio::test]
async fn numbers_drawn_from_a_seed_can_be_drawn_again_and_are_the_same() {
    let server = Server::new().await;
    let id = swiss(&server).await;
    let path = format!("/tournaments/{id}/stages/1/draw");
    let seed = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let order = |drawn: &Value| -> Vec<String> {
        drawn["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let drawn = server
        .post(&path, json!({"seed": seed}))
        .await
        .is(200)
        .json();
    let numbers: Vec<i64> = drawn["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["number"].as_i64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    let record: saiwu::tournament::lots::Lots =
        serde_json::from_value(drawn["draw"].clone()).unwrap();
    assert_eq!(record.run().unwrap(), record.result);
    let by_hand: Vec<Value> = drawn["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| json!({"entry_id": e["id"], "number": 7 - e["number"].as_i64().unwrap()}))
        .collect();
    let hand = server
        .post(&path, json!({"drawn": by_hand}))
        .await
        .is(200)
        .json();
    let mut reversed = order(&drawn);
    reversed.reverse();
    assert_eq!(order(&hand), reversed);
    assert_eq!(
        server.get(&format!("/tournaments/{id}/draws")).await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let missing = server
        .post(
            &path,
            json!({"drawn": [{"entry_id": drawn["entries"][0]["id"], "number": 1}]}),
        )
        .await
        .is(422);
    assert_eq!(missing.json()["errors"][0]["pointer"], "/drawn");
    pair(&server, &id).await;
    assert_eq!(
        server.post(&path, json!({})).await.is(409).problem(),
        "stage_started"
    );
}

#[tokio::test]
async fn a_round_robin_of_five_rests_one_and_ends_after_five_rounds() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 5).await;
    server
        .post(
            &format!("/tournaments/{id}/stages"),
            json!({"format": "round_robin"}),
        )
        .await
        .is(201);
    for round in 1..=5 {
        let paired = pair(&server, &id).await;
        assert_eq!(paired["rests"].as_array().unwrap().len(), 1, "{paired}");
        publish(&server, &id, round).await.is(200);
        finish(&server, &paired, "red").await;
    }
    let over = server
        .post(&format!("/tournaments/{id}/stages/1/rounds"), json!({}))
        .await
        .is(409);
    assert_eq!(over.problem(), "stage_over");
    let table = server
        .get(&format!("/tournaments/{id}/standings"))
        .await
        .is(200)
        .json();
    let points: i64 = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["points"].as_i64().unwrap())
        .sum();
    assert_eq!(points, 20, "ten games of two points");
    let early = server
        .get(&format!("/tournaments/{id}/standings?after_round=2"))
        .await
        .is(200)
        .json();
    assert_eq!(early["after_round"], 2);
    let printed = server
        .get(&format!("/tournaments/{id}/stages/1/order-table"))
        .await
        .is(200)
        .json();
    assert_eq!(printed["lines"].as_array().unwrap().len(), 5);
}
