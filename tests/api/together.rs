//! Several servers on one database, many people at once.
use crate::client::{ADMIN, Server};
use crate::proxy::Proxy;
use crate::running::{PATIENCE, Running};
use futures::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Two servers on one database, and the address of a plain proxy before them.
async fn two() -> (Running, Running, String, Client) {
    let one = Running::start().await;
    let two = Running::of(one.server.twin()).await;
    let address = |running: &Running| {
        let rest = running.base.strip_prefix("http://").unwrap();
        rest.split('/').next().unwrap().parse().unwrap()
    };
    let proxy = Proxy::before_servers(vec![address(&one), address(&two)]).await;
    let base = format!("http://{}/api/v1", proxy.address);
    // A new connection each time, so that requests go to both in turn.
    let client = Client::builder().no_proxy().pool_max_idle_per_host(0);
    (one, two, base, client.build().unwrap())
}

/// A published round-robin round; its games.
async fn round(server: &Server, entries: u32) -> (String, Vec<Value>) {
    let id = server.tournament(json!({}), entries).await;
    let stages = format!("/tournaments/{id}/stages");
    server
        .post(&stages, json!({"format": "round_robin"}))
        .await
        .is(201);
    let rounds = format!("{stages}/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server.post(&format!("{rounds}/1/publish"), json!({})).await;
    let games = out.is(200).json()["games"].as_array().unwrap().clone();
    (id, games)
}

#[tokio::test]
async fn a_hundred_equal_submissions_have_one_effect() {
    let (one, _two, base, client) = two().await;
    let id = one.server.tournament(json!({}), 0).await;
    let submit = || async {
        loop {
            let ask = client.post(format!("{base}/tournaments/{id}/entries"));
            let ask = ask
                .bearer_auth(ADMIN)
                .header("idempotency-key", "one and the same");
            let answer = ask.json(&json!({"name": "许银川"})).send().await.unwrap();
            // The first one is in flight on either server: as told, again.
            if answer.status() == 409 {
                assert!(answer.headers().contains_key("retry-after"));
                continue;
            }
            assert_eq!(answer.status(), 201);
            break answer.bytes().await.unwrap();
        }
    };
    let answers = tokio::time::timeout(PATIENCE, join_all((0..100).map(|_| submit()))).await;
    let answers: BTreeSet<_> = answers.unwrap().into_iter().collect();
    assert_eq!(answers.len(), 1, "everyone gets the same answer");
    let list = one
        .server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .json();
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
    let other = client.post(format!("{base}/tournaments/{id}/entries"));
    let other = other
        .bearer_auth(ADMIN)
        .header("idempotency-key", "one and the same");
    let other = other.json(&json!({"name": "吕钦"})).send().await.unwrap();
    assert_eq!(other.status(), 422, "the same key for another request");
}

async fn result(running: &Running, game: &Value, version: i64, result: &str) -> (u16, i64) {
    let path = format!("/games/{}/result", game["id"].as_str().unwrap());
    let ask = running.ask("PUT", &path).bearer_auth(ADMIN);
    let ask = ask.header("if-match", format!("\"{version}\""));
    let body = json!({"result": result, "note": "更正"});
    let answer = ask.json(&body).send().await.unwrap();
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    (status, body["version"].as_i64().unwrap_or_default())
}

#[tokio::test]
async fn arbiters_at_different_boards_never_conflict_and_at_one_exactly_one_wins() {
    let (one, two, ..) = two().await;
    let (_, games) = round(&one.server, 12).await;
    let arbiter = async |running: &Running, game: &Value| {
        let mut version = 1;
        for n in 0..8 {
            let outcome = ["red", "black"][n % 2];
            let (status, now) = result(running, game, version, outcome).await;
            assert_eq!(status, 200);
            version = now;
        }
        version
    };
    let all = games.iter().take(5).enumerate().map(|(n, game)| {
        let running = if n % 2 == 0 { &one } else { &two };
        arbiter(running, game)
    });
    let versions = tokio::time::timeout(PATIENCE, join_all(all)).await.unwrap();
    assert!(versions.iter().all(|v| *v == 9), "{versions:?}");
    let mut version = 1;
    for n in 0..10 {
        let outcome = ["red", "black"][n % 2];
        let (a, b) = tokio::join!(
            result(&one, &games[5], version, outcome),
            result(&two, &games[5], version, outcome)
        );
        let mut statuses = [a.0, b.0];
        statuses.sort();
        assert_eq!(statuses, [200, 412]);
        version += 1;
        // The one refused learns the version he should have seen.
        assert_eq!((a.1, b.1), (version, version));
    }
}

#[tokio::test]
async fn readers_never_see_a_revision_go_back() {
    let (one, two, base, client) = two().await;
    let id = one.server.tournament(json!({}), 0).await;
    let done = AtomicBool::new(false);
    let reader = async |view: &str| {
        let mut newest = 0;
        let mut tag = String::new();
        let mut seen = 0;
        while !done.load(Ordering::Relaxed) {
            let ask = client.get(format!("{base}/tournaments/{id}{view}"));
            // As browsers and apps do: what was seen last is named.
            let answer = ask.header("if-none-match", &tag).send().await.unwrap();
            if answer.status() == 304 {
                continue;
            }
            assert_eq!(answer.status(), 200);
            tag = answer.headers()["etag"].to_str().unwrap().to_owned();
            let revision: i64 = tag[2..].split('.').next().unwrap().parse().unwrap();
            assert!(revision >= newest, "{view}: {newest} and then {revision}");
            newest = revision;
            seen += 1;
        }
        seen
    };
    let writer = async {
        let mut last = 0;
        for n in 0..60 {
            let running = if n % 2 == 0 { &one } else { &two };
            last = running.touch(&id, &n.to_string()).await;
            // Who names the revision he was promised gets it, whomever he asks.
            let other = if n % 2 == 0 { &two } else { &one };
            let read = other
                .get(&format!("/tournaments/{id}?min_revision={last}"), &[])
                .await;
            let read: Value = read.json().await.unwrap();
            assert!(read["revision"].as_i64().unwrap() >= last);
        }
        done.store(true, Ordering::Relaxed);
        last
    };
    let (last, a, b) = tokio::join!(writer, reader(""), reader("/entries"));
    assert!(last > 60 && a > 1 && b > 1, "{last} {a} {b}");
}

#[tokio::test]
async fn a_lost_listening_connection_drops_what_is_in_memory() {
    let (one, two, ..) = two().await;
    let id = one.server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}");
    let mut stream = one.follow(&id, None, None).await;
    let pool = one.server.app.store().pool();
    for venue in ["a", "b", "c"] {
        one.get(&path, &[]).await;
        // Every listening connection, of both servers.
        let kill = "select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and query ilike 'listen%'";
        let killed = sqlx::query(kill).execute(pool).await.unwrap();
        assert!(killed.rows_affected() >= 1);
        let revision = two.touch(&id, venue).await;
        // From the moment the loss is noticed, at the latest once it is mended, the news is there.
        let live = &one.server.app.live;
        let noticed = async {
            loop {
                let read = one.get(&path, &[]).await;
                let read: Value = read.json().await.unwrap();
                if read["revision"] == revision {
                    break;
                }
                tokio::task::yield_now().await;
            }
            live.until_listening().await;
        };
        tokio::time::timeout(PATIENCE, noticed)
            .await
            .expect("the news is shown");
        let told = stream.event().await.expect("the stream goes on");
        assert_eq!(
            told.id,
            Some(revision),
            "and told, though nobody heard of it"
        );
    }
}
