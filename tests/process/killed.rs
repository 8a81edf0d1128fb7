//! kill -9 in the middle of a round, with two clients at work: nothing acknowledged is missing.
use crate::served::{ADMIN, Served, folder, json};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Mutex;

/// What a client was told, and what it was not told any more.
#[derive(Default)]
struct Told {
    /// By game: the result and the version acknowledged.
    acknowledged: HashMap<String, (&'static str, i64)>,
    /// Sent, with the Idempotency-Key, but never answered.
    unanswered: Vec<(String, i64, &'static str, String)>,
}

/// Enters results one after another until one is not answered.
async fn client(server: &Served, games: &[(String, i64, &'static str)], told: &Mutex<Told>) {
    for (id, version, result) in games {
        let key = uuid::Uuid::now_v7().to_string();
        let sent = enter(server, id, *version, result, &key).send().await;
        let body = match sent {
            Ok(answer) if answer.status().as_u16() == 200 => answer.json::<Value>().await,
            Ok(answer) => panic!("{}", answer.status()),
            Err(error) => Err(error),
        };
        let mut told = told.lock().unwrap();
        match body {
            Ok(body) => {
                let version = body["version"].as_i64().unwrap();
                told.acknowledged.insert(id.clone(), (result, version));
            }
            Err(_) => {
                told.unanswered.push((id.clone(), *version, result, key));
                return;
            }
        }
    }
}

fn enter(
    server: &Served,
    game: &str,
    version: i64,
    result: &str,
    key: &str,
) -> reqwest::RequestBuilder {
    server
        .ask(Method::PUT, &format!("/games/{game}/result"))
        .bearer_auth(ADMIN)
        .header("if-match", format!("\"{version}\""))
        .header("idempotency-key", key)
        .json(&json!({"result": result}))
}

/// The games of a round just published, with the results they will have.
async fn round(server: &Served, id: &str, round: u32) -> Vec<(String, i64, &'static str)> {
    let rounds = format!("/tournaments/{id}/stages/1/rounds");
    server.send(Method::POST, &rounds, &json!({}), 201).await;
    let publish = format!("{rounds}/{round}/publish");
    let out = server.send(Method::POST, &publish, &json!({}), 200).await;
    let games = out["games"].as_array().unwrap().iter().zip(0usize..);
    games
        .map(|(game, k)| {
            let result = ["red", "draw", "black", "draw", "red"][(k + round as usize) % 5];
            let id = game["id"].as_str().unwrap().to_owned();
            (id, game["version"].as_i64().unwrap(), result)
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_missing_after_kill_9() {
    let data = folder();
    let start = || {
        let data = data.path().to_owned();
        async move {
            tokio::task::spawn_blocking(move || Served::embedded_in(&data))
                .await
                .unwrap()
        }
    };
    let mut server = start().await;
    let made = server
        .send(
            Method::POST,
            "/tournaments",
            &json!({"name": "断电测试"}),
            201,
        )
        .await;
    let id = made["id"].as_str().unwrap().to_owned();
    let people: Vec<Value> = (1..=24)
        .map(|n| json!({"name": format!("棋手{n}")}))
        .collect();
    let entries = format!("/tournaments/{id}/entries/import");
    server
        .send(Method::POST, &entries, &people.into(), 201)
        .await;
    let stages = format!("/tournaments/{id}/stages");
    let swiss = json!({"format": "swiss", "rounds_planned": 9});
    server.send(Method::POST, &stages, &swiss, 201).await;

    let told = Mutex::new(Told::default());
    let first = round(&server, &id, 1).await;
    client(&server, &first, &told).await;
    let second = round(&server, &id, 2).await;
    // The kill comes from a client's own hands, after so many results of this round: whatever the
    // other one has sent meanwhile may or may not have been written.
    let (mine, others) = second.split_at(6);
    let process = server.pid();
    let killer = async {
        client(&server, &mine[..3], &told).await;
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
        client(&server, &mine[3..], &told).await;
    };
    tokio::join!(killer, client(&server, others, &told));
    server.kill();

    let server = start().await;
    let told = told.into_inner().unwrap();
    assert!(
        told.acknowledged.len() >= 12 + 3,
        "{}",
        told.acknowledged.len()
    );
    assert!(!told.unanswered.is_empty());
    for (game, (result, version)) in &told.acknowledged {
        let now = server.get(&format!("/games/{game}")).await;
        assert_eq!(
            (now["result"].as_str(), now["version"].as_i64()),
            (Some(*result), Some(*version)),
            "{game}"
        );
    }
    // What was not answered is sent again with the same key: done once, whether it was written
    // before the end or not.
    for (game, version, result, key) in &told.unanswered {
        let again = enter(&server, game, *version, result, key)
            .send()
            .await
            .unwrap();
        let again = json(again, 200).await;
        assert_eq!(again["version"].as_i64(), Some(version + 1));
    }
    let left = Mutex::new(Told::default());
    let current = server.get(&format!("/tournaments/{id}/current")).await;
    let open = current["round"]["games"].as_array().unwrap().iter();
    let open: Vec<(String, i64, &'static str)> = open
        .filter(|g| g["result"].is_null())
        .map(|g| {
            (
                g["id"].as_str().unwrap().to_owned(),
                g["version"].as_i64().unwrap(),
                "draw",
            )
        })
        .collect();
    assert_eq!(
        open.len() + told.acknowledged.len() + told.unanswered.len(),
        24,
        "every game is acknowledged, sent again, or still open"
    );
    client(&server, &open, &left).await;
    // The event goes on, and its log is whole.
    assert_eq!(round(&server, &id, 3).await.len(), 12);
    let verify = format!("/tournaments/{id}/audit/verify");
    let verify = server.ask(Method::GET, &verify).bearer_auth(ADMIN);
    assert_eq!(json(verify.send().await.unwrap(), 200).await["whole"], true);
    let table = server
        .get(&format!("/tournaments/{id}/standings?after_round=2"))
        .await;
    let points = table["rows"].as_array().unwrap().iter();
    let points: f64 = points.map(|row| row["points"].as_f64().unwrap()).sum();
    assert_eq!((points, &table["open"]), (48.0, &json!(0)));
    assert_eq!(server.terminate().code(), Some(0));
}
