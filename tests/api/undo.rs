//! The last public change taken back, where that is safe.
use crate::client::{ADMIN, Server};
use serde_json::{Value, json};

/// A published round of one game; the tournament and the game.
async fn game(server: &Server) -> (String, String) {
    let id = server.tournament(json!({}), 2).await;
    let stages = format!("/tournaments/{id}/stages");
    server
        .post(&stages, json!({"format": "round_robin"}))
        .await
        .is(201);
    let rounds = format!("{stages}/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server
        .post(&format!("{rounds}/1/publish"), json!({}))
        .await
        .is(200)
        .json();
    let game = out["games"][0]["id"].as_str().unwrap().to_owned();
    (id, game)
}

async fn revision(server: &Server, id: &str) -> i64 {
    let shown = server.get(&format!("/tournaments/{id}")).await.is(200);
    shown.json()["revision"].as_i64().unwrap()
}

async fn undo(server: &Server, id: &str, revision: i64, reason: &str) -> crate::client::Got {
    let wish = json!({"revision": revision, "reason": reason});
    server.post(&format!("/tournaments/{id}/undo"), wish).await
}

#[tokio::test]
async fn a_result_is_taken_back_in_a_new_revision() {
    let server = Server::new().await;
    let (id, game) = game(&server).await;
    let before = revision(&server, &id).await;
    let standings = format!("/tournaments/{id}/standings");
    let table = server.get(&standings).await.json()["rows"].clone();
    let result = format!("/games/{game}/result");
    server
        .change("PUT", &result, 1, json!({"result": "red"}))
        .await
        .is(200);
    assert_ne!(server.get(&standings).await.json()["rows"], table);
    let now = revision(&server, &id).await;
    assert_eq!(now, before + 1);

    undo(&server, &id, before, "误录").await.is(409);
    let silent = undo(&server, &id, now, " ").await.is(422).json();
    assert_eq!(silent["errors"][0]["pointer"], "/reason");
    let undone = undo(&server, &id, now, "误录").await.is(200).json();
    assert_eq!(undone["undone"], now);
    assert_eq!(undone["revision"], now + 1);

    let shown = server.get(&format!("/games/{game}")).await.json();
    assert_eq!(shown["result"], Value::Null);
    assert_eq!(shown["version"], 3, "a version is never used twice");
    assert_eq!(server.get(&standings).await.json()["rows"], table);
    // The earlier revision stays readable, with the result in it.
    let past = server
        .get(&format!("{standings}?revision={now}"))
        .await
        .is(200)
        .json();
    assert_ne!(past["rows"], table);
    let audit = server
        .ask("GET", &format!("/tournaments/{id}/audit/verify"))
        .key(ADMIN)
        .go()
        .await
        .is(200)
        .json();
    assert_eq!(audit["whole"], true, "{audit}");
}

#[tokio::test]
async fn an_entrys_data_and_a_withdrawal_are_taken_back() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 3).await;
    let list = server.get(&format!("/tournaments/{id}/entries")).await;
    let before = list.json()["items"][0].clone();
    let entry = format!(
        "/tournaments/{id}/entries/{}",
        before["id"].as_str().unwrap()
    );
    server
        .change("PATCH", &entry, 1, json!({"name": "改名"}))
        .await
        .is(200);
    let now = revision(&server, &id).await;
    undo(&server, &id, now, "改错人").await.is(200);
    let after = server.get(&entry).await.json();
    assert_eq!(after["name"], before["name"]);
    assert_eq!(after["version"], 3);
}

#[tokio::test]
async fn what_has_its_own_way_back_is_not_undone_here() {
    let server = Server::new().await;
    let (id, _) = game(&server).await;
    let now = revision(&server, &id).await;
    let refused = undo(&server, &id, now, "误发").await.is(409);
    assert_eq!(refused.problem(), "not_undoable");
    assert_eq!(revision(&server, &id).await, now);
}
