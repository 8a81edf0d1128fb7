//! A whole Swiss: registered from CSV, drawn from a seed, results from two clients at once in random
//! order, tables polled all the while.
use crate::client::{ADMIN, Server};
use crate::events::data;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

/// The units of the 24 players of the masters event, or 24 made-up ones.
fn units() -> Vec<String> {
    let made_up = || (0..24).map(|n| format!("单位{}", n % 9)).collect();
    let Some(events) = data("events_published.jsonl") else {
        return made_up();
    };
    let masters = events
        .iter()
        .find(|e| e["id"] == "xq-masters-champ-2-1999")
        .expect("the masters event");
    masters["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["team"].as_str().unwrap().to_owned())
        .collect()
}

/// A small generator of numbers, so that a run can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Enters results game by game; each client has its own share and its own arbiter's key.
async fn client(server: &Server, key: &str, games: Vec<(String, i64, &'static str)>) {
    for (id, version, result) in games {
        let path = format!("/games/{id}/result");
        let body = json!({"result": result});
        server
            .ask("PUT", &path)
            .key(key)
            .fresh()
            .saw(version)
            .json(&body)
            .go()
            .await
            .is(200);
    }
}

/// Polls the table until told to stop: revisions never go back, and points fit the games counted.
async fn scoreboard(server: &Server, id: &str, stop: &AtomicBool) -> usize {
    let (mut newest, mut tag, mut polls) = (0, String::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        let path = format!("/tournaments/{id}/standings");
        let got = server
            .ask("GET", &path)
            .header("if-none-match", &tag)
            .go()
            .await;
        polls += 1;
        if got.status.as_u16() == 200 {
            let table = got.json();
            let revision = table["revision"].as_i64().unwrap();
            assert!(revision >= newest, "{revision} after {newest}");
            newest = revision;
            tag = got.header("etag").to_owned();
            let points: f64 = table["rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|r| r["points"].as_f64().unwrap())
                .sum();
            let counted =
                table["after_round"].as_f64().unwrap() * 12.0 - table["open"].as_f64().unwrap();
            assert_eq!(points, counted * 2.0, "a table is of one moment");
        } else {
            assert_eq!(got.status.as_u16(), 304);
        }
        tokio::task::yield_now().await;
    }
    polls
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nine_rounds_of_24_players_by_two_clients_at_once() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let mut csv = "姓名,单位\n".to_owned();
    for (unit, n) in units().iter().zip(1..) {
        csv.push_str(&format!("棋手{n},{unit}\n"));
    }
    let import = format!("/tournaments/{id}/entries/import");
    let report = server
        .ask("POST", &import)
        .key(ADMIN)
        .fresh()
        .bytes("text/csv", csv.into_bytes())
        .go()
        .await
        .is(201)
        .json();
    assert_eq!(report["accepted"], 24);
    server
        .post(
            &format!("/tournaments/{id}/stages"),
            json!({"format": "swiss", "rounds_planned": 9}),
        )
        .await
        .is(201);
    let seed = "5eed".repeat(16);
    server
        .post(
            &format!("/tournaments/{id}/stages/1/draw"),
            json!({"seed": seed}),
        )
        .await
        .is(200);
    let keys = [
        server.made_key("arbiter", Some(&id)).await,
        server.made_key("arbiter", Some(&id)).await,
    ];
    let mut dice = Dice(1);
    let stop = AtomicBool::new(false);
    let playing = async {
        for round in 1..=9 {
            let rounds = format!("/tournaments/{id}/stages/1/rounds");
            server.post(&rounds, json!({})).await.is(201);
            let out = server
                .post(&format!("{rounds}/{round}/publish"), json!({}))
                .await
                .is(200)
                .json();
            let mut games: Vec<(String, i64, &'static str)> = out["games"]
                .as_array()
                .unwrap()
                .iter()
                .map(|g| {
                    let result = ["red", "draw", "black", "draw", "red"][dice.below(5)];
                    (
                        g["id"].as_str().unwrap().to_owned(),
                        g["version"].as_i64().unwrap(),
                        result,
                    )
                })
                .collect();
            for i in (1..games.len()).rev() {
                games.swap(i, dice.below(i + 1));
            }
            let rest = games.split_off(6);
            tokio::join!(
                client(&server, &keys[0], games),
                client(&server, &keys[1], rest)
            );
        }
        stop.store(true, Ordering::Relaxed);
    };
    let (polls, ()) = tokio::join!(scoreboard(&server, &id, &stop), playing);
    assert!(polls > 0);
    let event = server
        .get(&format!("/tournaments/{id}/export"))
        .await
        .is(200)
        .json();
    let mut met = BTreeSet::new();
    let mut balance: HashMap<u64, i64> = HashMap::new();
    let mut points: HashMap<u64, i64> = HashMap::new();
    for game in event["stages"][0]["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|r| r["games"].as_array().unwrap())
    {
        let (red, black) = (
            game["red"].as_u64().unwrap(),
            game["black"].as_u64().unwrap(),
        );
        assert!(
            met.insert((red.min(black), red.max(black))),
            "{red} and {black} met twice"
        );
        *balance.entry(red).or_default() += 1;
        *balance.entry(black).or_default() -= 1;
        let (r, b) = match game["result"].as_str().unwrap() {
            "red" => (2, 0),
            "black" => (0, 2),
            _ => (1, 1),
        };
        *points.entry(red).or_default() += r;
        *points.entry(black).or_default() += b;
    }
    assert_eq!(met.len(), 108);
    // Nine games: one more of a colour than of the other. Rule 10 of appendix 2 would let a pair of the
    // last round make it three; with these results nobody needs it.
    assert!(balance.values().all(|b| b.abs() == 1), "{balance:?}");

    let table = server
        .get(&format!("/tournaments/{id}/standings"))
        .await
        .is(200)
        .json();
    for row in table["rows"].as_array().unwrap() {
        assert_eq!(
            row["points"].as_i64().unwrap(),
            points[&row["number"].as_u64().unwrap()]
        );
    }
    finish(&server, &id).await;
}

/// The tournament is closed, and its log is whole.
async fn finish(server: &Server, id: &str) {
    let path = format!("/tournaments/{id}");
    let version = server.get(&path).await.json()["version"].as_i64().unwrap();
    let done: Value = server
        .change("PATCH", &path, version, json!({"status": "finished"}))
        .await
        .is(200)
        .json();
    assert_eq!(done["status"], "finished");
    let more = server
        .post(&format!("{path}/stages/1/rounds"), json!({}))
        .await
        .is(409);
    assert_eq!(more.problem(), "tournament_finished");
    let whole = server
        .ask("GET", &format!("{path}/audit/verify"))
        .key(ADMIN)
        .go()
        .await
        .is(200)
        .json();
    assert_eq!(whole["whole"], true);
}
