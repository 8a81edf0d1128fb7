//! The database away, slow, or lost in the middle of a change: every answer is a problem that says
//! when to try again, nothing is done twice or by half, and all is well afterwards by itself.
use crate::client::{ADMIN, Server};
use crate::proxy::{Mode, Proxy};
use crate::running::{PATIENCE, Running};
use reqwest::Response;
use saiwu::service::keys::first;
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A server that reaches its database through a proxy.
async fn behind_a_proxy() -> (Running, Proxy) {
    let database = Arc::new(crate::harness::TestDatabase::new().await);
    let proxy = Proxy::before_database(&database.options()).await;
    let server = Server::at(proxy.options(&database.options()), database);
    first::run(&server.app.office, Some(ADMIN)).await.unwrap();
    (Running::of(server).await, proxy)
}

/// A problem that says when to try again.
async fn away(answer: Response) {
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    let after: u32 = answer.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(after >= 1);
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body["status"], 503);
}

async fn enter(running: &Running, tournament: &str, key: &str) -> Response {
    let path = format!("/tournaments/{tournament}/entries");
    let ask = running.ask("POST", &path).bearer_auth(ADMIN);
    let ask = ask.header("idempotency-key", key);
    ask.json(&json!({"name": "甲"})).send().await.unwrap()
}

/// Cuts everything off, and sees it noticed: what follows goes over new connections, on which every
/// statement is sent with its words.
async fn cut_off(running: &Running, proxy: &Proxy) {
    proxy.set(Mode::Cut);
    let lost = async {
        while running.server.app.live.listening() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, lost).await.unwrap();
}

async fn listening_again(running: &Running) {
    let listening = running.server.app.live.until_listening();
    tokio::time::timeout(PATIENCE, listening)
        .await
        .expect("it listens again");
}

#[tokio::test]
async fn a_database_that_is_cut_off_is_a_503_until_it_is_back() {
    let (running, proxy) = behind_a_proxy().await;
    let id = running.server.tournament(json!({}), 2).await;
    let path = format!("/tournaments/{id}");
    assert_eq!(running.get(&path, &[]).await.status(), 200);
    proxy.set(Mode::Cut);
    away(enter(&running, &id, "cut").await).await;
    // What is in memory may be old once nothing is heard of commits: it is not shown.
    cut_off(&running, &proxy).await;
    away(running.get(&path, &[]).await).await;
    let root = running.base.strip_suffix("/api/v1").unwrap();
    let health = async |path: &str| {
        running
            .client
            .get(format!("{root}{path}"))
            .send()
            .await
            .unwrap()
    };
    assert_eq!(health("/healthz").await.status(), 200);
    away(health("/readyz").await).await;
    proxy.set(Mode::Open);
    listening_again(&running).await;
    assert_eq!(health("/readyz").await.status(), 200);
    assert_eq!(running.get(&path, &[]).await.status(), 200);
    assert_eq!(enter(&running, &id, "cut").await.status(), 201);
}

#[tokio::test]
async fn a_slow_database_is_waited_for_and_a_silent_one_not_for_ever() {
    let (running, proxy) = behind_a_proxy().await;
    let id = running.server.tournament(json!({}), 2).await;
    proxy.set(Mode::Slow(Duration::from_millis(20)));
    assert_eq!(enter(&running, &id, "slow").await.status(), 201);
    proxy.set(Mode::Stalled);
    let start = Instant::now();
    away(enter(&running, &id, "silent").await).await;
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    proxy.set(Mode::Open);
    // What was under way is over: the first retry that finds it so is the one effect.
    let settled = async {
        loop {
            match enter(&running, &id, "silent").await.status().as_u16() {
                201 => break,
                status => assert!([409, 503].contains(&status), "{status}"),
            }
        }
    };
    tokio::time::timeout(PATIENCE, settled).await.unwrap();
    assert_eq!(entries(&running, &id).await, 4);
}

async fn entries(running: &Running, tournament: &str) -> usize {
    listening_again(running).await;
    let list = running
        .get(&format!("/tournaments/{tournament}/entries"), &[])
        .await;
    let list: Value = list.json().await.unwrap();
    list["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_change_lost_in_the_middle_is_done_once_when_it_is_sent_again() {
    let (running, proxy) = behind_a_proxy().await;
    let id = running.server.tournament(json!({}), 0).await;
    let cases = [
        // In the transaction, before the commit, after it: only then was it done already.
        (Mode::CutBefore(b"insert into entries"), false),
        (Mode::CutBefore(b"insert into audit"), false),
        (Mode::CutBefore(b"COMMIT"), false),
        (Mode::CutAfter(b"COMMIT"), true),
    ];
    for (n, (mode, done)) in cases.into_iter().enumerate() {
        let key = format!("lost-{n}");
        cut_off(&running, &proxy).await;
        proxy.set(mode);
        away(enter(&running, &id, &key).await).await;
        proxy.set(Mode::Open);
        let again = async {
            loop {
                let answer = enter(&running, &id, &key).await;
                match answer.status().as_u16() {
                    201 => break answer,
                    // The database has not yet noticed that the first one is gone.
                    status => assert!([409, 503].contains(&status), "{status}"),
                }
            }
        };
        let again = tokio::time::timeout(PATIENCE, again).await.unwrap();
        let replayed = again.headers().contains_key("idempotency-replayed");
        assert_eq!(replayed, done, "{mode:?}");
        assert_eq!(entries(&running, &id).await, n + 1, "{mode:?}");
    }
    let verify = running.ask("GET", &format!("/tournaments/{id}/audit/verify"));
    let verify = verify.bearer_auth(ADMIN).send().await.unwrap();
    let verify: Value = verify.json().await.unwrap();
    assert_eq!(verify["whole"], true, "{verify}");
}

/// Ends the process with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_server_started_without_its_database_waits_for_it() {
    let database = crate::harness::TestDatabase::empty().await;
    let proxy = Proxy::before_database(&database.options()).await;
    proxy.set(Mode::Cut);
    let name = database.options().get_database().unwrap().to_owned();
    let url = format!("postgres://saiwu@{}/{name}", proxy.address);
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let mut command = Command::new(env!("CARGO_BIN_EXE_saiwu"));
    command
        .args([
            "serve",
            "--listen",
            &address.to_string(),
            "--database-url",
            &url,
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _process = Process(command.spawn().unwrap());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let status = async |path: &str| loop {
        // It may not listen yet, or close the connection at the moment it goes over to serving.
        if let Ok(answer) = client.get(format!("http://{address}{path}")).send().await {
            break answer;
        }
        tokio::task::yield_now().await;
    };
    let waits = async {
        assert_eq!(status("/healthz").await.status(), 200);
        away(status("/readyz").await).await;
        away(status("/api/v1/tournaments").await).await;
        proxy.set(Mode::Open);
        while status("/readyz").await.status() != 200 {
            tokio::task::yield_now().await;
        }
        assert_eq!(status("/api/v1/tournaments").await.status(), 200);
    };
    tokio::time::timeout(PATIENCE * 3, waits).await.unwrap();
}
