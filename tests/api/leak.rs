//! A draft leaks nowhere: with one present every public answer is the same to the last byte.
use crate::client::{Got, Server};
use crate::running::Running;
use saiwu::live::feed::Resume;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const VIEWS: &[&str] = &[
    "",
    "/entries",
    "/entries?limit=2",
    "/entries/E",
    "/stages",
    "/stages/1",
    "/stages/1/rounds",
    "/stages/1/rounds/1",
    "/stages/1/rounds/2",
    "/stages/1/order-table",
    "/stages/1/bracket",
    "/stages/2",
    "/standings",
    "/standings?explain=true",
    "/standings?after_round=1",
    "/standings?after_round=2",
    "/crosstable",
    "/progress",
    "/pairings",
    "/current",
    "/places",
    "/teams/standings",
    "/changes",
    "/changes?since=2",
    "/export",
    "/draws",
];

/// Everything the public can see, by path: status, body, ETag and all other headers that are not of
/// the single request.
async fn everything(
    server: &Server,
    id: &str,
    entry: &str,
    games: &[String],
) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut paths: Vec<String> = VIEWS
        .iter()
        .map(|view| {
            format!(
                "/tournaments/{id}{}",
                view.replace("/E", &format!("/{entry}"))
            )
        })
        .collect();
    paths.push("/tournaments".to_owned());
    paths.push("/tournaments?limit=1".to_owned());
    for game in games {
        paths.push(format!("/games/{game}"));
        paths.push(format!("/games/{game}/moves"));
    }
    for path in paths {
        for coding in ["identity", "gzip"] {
            let got = server
                .ask("GET", &path)
                .header("accept-encoding", coding)
                .go()
                .await;
            all.insert(format!("{coding} {path}"), shown(&got));
        }
    }
    all
}

fn shown(got: &Got) -> String {
    let mut headers: Vec<String> = got
        .headers
        .iter()
        .filter(|(name, _)| *name != "x-request-id")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort();
    let mut bytes = got.bytes.clone();
    if got.status.as_u16() >= 400 {
        // The request's id is in the body of a problem.
        let mut problem: Value = serde_json::from_slice(&bytes).unwrap();
        problem["request_id"] = json!(null);
        bytes = problem.to_string().into_bytes();
    }
    format!("{} {headers:?} {}", got.status, hex::encode(bytes))
}

#[tokio::test]
async fn with_a_draft_every_public_answer_is_as_before() {
    let running = Running::start().await;
    let server = &running.server;
    let id = server.tournament(json!({}), 6).await;
    let stages = format!("/tournaments/{id}/stages");
    server
        .post(&stages, json!({"format": "swiss", "rounds_planned": 3}))
        .await
        .is(201);
    let rounds = format!("{stages}/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server.post(&format!("{rounds}/1/publish"), json!({})).await;
    let mut games = Vec::new();
    for game in out.is(200).json()["games"].as_array().unwrap() {
        let game = game["id"].as_str().unwrap();
        let path = format!("/games/{game}/result");
        server
            .change("PUT", &path, 1, json!({"result": "red"}))
            .await
            .is(200);
        games.push(game.to_owned());
    }
    let list = server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .json();
    let entry = list["items"][0]["id"].as_str().unwrap().to_owned();
    let live = server.app.live.clone();
    let mut following = live.follow(id.parse().unwrap(), Resume::Now).await.unwrap();
    let greeting = following.next().await.unwrap();

    let before = everything(server, &id, &entry, &games).await;
    let draft = server.post(&rounds, json!({})).await.is(201).json();
    let drafted: Vec<String> = draft["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["id"].as_str().unwrap().to_owned())
        .collect();
    let after = everything(server, &id, &entry, &games).await;
    for (path, shown) in &before {
        assert_eq!(&after[path], shown, "{path}");
    }
    // Its games are not there, whoever asks by their ids, with the same words as for any other id.
    let unknown = server
        .get(&format!("/games/{}", uuid::Uuid::now_v7()))
        .await;
    for game in &drafted {
        let got = server.get(&format!("/games/{game}")).await.is(404);
        assert_eq!(shown(&got), shown(&unknown));
        server.get(&format!("/games/{game}/moves")).await.is(404);
    }
    // A change of the draft and its end leave no trace either: the revision is not raised.
    server
        .ask("DELETE", &format!("{rounds}/2"))
        .key(crate::client::ADMIN)
        .saw(draft["version"].as_i64().unwrap())
        .json(&json!({"reason": "重新编排"}))
        .go()
        .await
        .is(200);
    server.post(&rounds, json!({})).await.is(201);
    let again = everything(server, &id, &entry, &games).await;
    assert_eq!(again, before);
    // Nothing was told: the next event is that of the next public change.
    let revision = running.touch(&id, "广州").await;
    let told = following.next().await.unwrap();
    assert!(greeting.starts_with(b"retry"));
    assert!(
        told.starts_with(format!("id: {revision}\n").as_bytes()),
        "{told:?}"
    );
}
