//! Webhooks by the Standard Webhooks specification: signed, tried again from a schedule in the
//! database, replayed; never into a private network.
use crate::client::{ADMIN, Server};
use crate::running::{PATIENCE, Running};
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use saiwu::live::webhooks::OFF_AFTER;
use saiwu::store::webhooks;
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A message as it arrived.
#[derive(Debug)]
struct Message {
    id: String,
    timestamp: i64,
    signatures: Vec<String>,
    body: String,
}

impl Message {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Which of the signatures is made with a secret.
    fn signed_by(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.{}", self.id, self.timestamp, self.body).as_bytes());
        let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.signatures.contains(&expected)
    }
}

/// A receiver that answers with statuses in turn, the last one for ever.
struct Receiver {
    url: String,
    arrived: mpsc::UnboundedReceiver<Message>,
}

impl Receiver {
    async fn answering(statuses: &[u16]) -> Receiver {
        let (tell, arrived) = mpsc::unbounded_channel();
        let statuses = Arc::new(Mutex::new(VecDeque::from(statuses.to_vec())));
        let take = async move |headers: HeaderMap, body: Bytes| {
            let text = |name: &str| headers[name].to_str().unwrap().to_owned();
            let message = Message {
                id: text("webhook-id"),
                timestamp: text("webhook-timestamp").parse().unwrap(),
                signatures: text("webhook-signature")
                    .split(' ')
                    .map(str::to_owned)
                    .collect(),
                body: String::from_utf8(body.to_vec()).unwrap(),
            };
            tell.send(message).unwrap();
            let mut statuses = statuses.lock().unwrap();
            let status = match statuses.len() {
                1 => statuses[0],
                _ => statuses.pop_front().unwrap(),
            };
            let status = StatusCode::from_u16(status).unwrap();
            (status, [("location", "/elsewhere")])
        };
        let take = move |headers, body| {
            let take = take.clone();
            async move { take(headers, body).await }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new().fallback(post(take));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Receiver { url, arrived }
    }

    async fn next(&mut self) -> Message {
        let next = tokio::time::timeout(PATIENCE, self.arrived.recv());
        next.await.expect("a message").unwrap()
    }
}

async fn running() -> Running {
    let server = Server::new().await;
    server.app.webhooks.allow_private(true);
    Running::of(server).await
}

/// A webhook of a tournament: its path and its secret.
async fn made(server: &Server, tournament: &str, body: Value) -> (String, String) {
    let path = format!("/tournaments/{tournament}/webhooks");
    let made = server.post(&path, body).await.is(201).json();
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (format!("{path}/{}", text("id")), text("secret"))
}

async fn office(server: &Server, path: &str) -> Value {
    server.ask("GET", path).key(ADMIN).go().await.is(200).json()
}

/// Waits until a webhook or its deliveries look as expected.
async fn until(server: &Server, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let looking = async {
        loop {
            let seen = office(server, path).await;
            if holds(&seen) {
                return seen;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, looking)
        .await
        .expect("it comes to hold")
}

/// Moves the schedule: everything waiting is due now.
async fn due_now(running: &Running) {
    let pool = running.server.app.store().pool();
    let move_up = "update webhook_deliveries set next_at = now() where next_at is not null";
    sqlx::query(move_up).execute(pool).await.unwrap();
    running.server.app.webhooks.wake();
}

#[tokio::test]
async fn a_change_is_told_signed_with_the_same_id_until_it_is_taken() {
    let running = running().await;
    let id = running.server.tournament(json!({}), 0).await;
    let mut receiver = Receiver::answering(&[500, 302, 200]).await;
    let (hook, secret) = made(&running.server, &id, json!({"url": receiver.url})).await;
    let shown = office(&running.server, &hook).await;
    assert_eq!(shown.get("secret"), None, "shown once");
    let revision = running.touch(&id, "广州").await;
    let first = receiver.next().await;
    assert!(first.signed_by(&secret), "{first:?}");
    assert!(first.id.starts_with("msg_"));
    let body = first.json();
    assert_eq!(body["type"], "tournament.edit");
    assert_eq!(body["data"]["tournament"], id);
    assert_eq!(body["data"]["revision"], revision);
    let list = format!("{hook}/deliveries");
    let attempts = |n: i64| {
        move |v: &Value| {
            v["items"][0]["attempts"] == n && v["items"][0]["last_status"] != json!(null)
        }
    };
    let waiting = until(&running.server, &list, attempts(1)).await;
    assert_eq!(waiting["items"][0]["last_status"], 500);
    assert_ne!(waiting["items"][0]["next_at"], json!(null));
    assert_ne!(
        office(&running.server, &hook).await["failing_since"],
        json!(null)
    );
    due_now(&running).await;
    let second = receiver.next().await;
    // A redirect is not followed: it could lead anywhere.
    until(&running.server, &list, |v| {
        v["items"][0]["last_status"] == 302
    })
    .await;
    due_now(&running).await;
    let third = receiver.next().await;
    assert_eq!((&second.id, &second.body), (&first.id, &first.body));
    assert_eq!((&third.id, &third.body), (&first.id, &first.body));
    assert!(third.signed_by(&secret));
    let taken = until(&running.server, &list, |v| {
        v["items"][0]["delivered_at"] != json!(null)
    })
    .await;
    assert_eq!(taken["items"][0]["next_at"], json!(null));
    assert_eq!(taken["items"][0]["message"], first.id);
    until(&running.server, &hook, |v| {
        v["failing_since"] == json!(null)
    })
    .await;
    // Sent again on request, under the same id.
    let delivery = taken["items"][0]["id"].clone();
    let replay = format!("{hook}/replay");
    let again = running
        .server
        .post(&replay, json!({"delivery": delivery}))
        .await;
    assert_eq!(again.is(200).json()["deliveries"], 1);
    assert_eq!(receiver.next().await.id, first.id);
    running.server.post(&replay, json!({})).await.is(422);
    let later = running.touch(&id, "北京").await;
    assert_eq!(receiver.next().await.json()["data"]["revision"], later);
    until(&running.server, &list, |v| {
        v["items"][0]["delivered_at"] != json!(null)
    })
    .await;
    running
        .server
        .post(&replay, json!({"since": revision}))
        .await
        .is(200);
    assert_eq!(receiver.next().await.json()["data"]["revision"], later);
}

#[tokio::test]
async fn what_was_not_sent_when_the_server_ended_is_sent_by_the_next_one() {
    let first = running().await;
    let id = first.server.tournament(json!({}), 0).await;
    let mut receiver = Receiver::answering(&[200]).await;
    made(
        &first.server,
        &id,
        json!({"url": receiver.url, "events": ["tournament.edit"]}),
    )
    .await;
    // The way of a kill between the claim and the sending: claimed, and nobody does it.
    let other = first.server.twin();
    first.stop.send(()).unwrap();
    first.serving.await.unwrap().unwrap();
    let tournament = format!("/tournaments/{id}");
    let changed = other.change("PATCH", &tournament, 1, json!({"venue": "a"}));
    let revision = changed.await.is(200).json()["revision"].clone();
    let mut conn = other.app.store().primary().await.unwrap();
    assert_eq!(webhooks::make(&mut conn).await.unwrap(), 1);
    assert_eq!(webhooks::make(&mut conn).await.unwrap(), 0, "made once");
    let claimed = webhooks::claim(&mut conn, 10).await.unwrap();
    assert_eq!(claimed.len(), 1);
    assert!(
        webhooks::claim(&mut conn, 10).await.unwrap().is_empty(),
        "by one alone"
    );
    let lapse = "update webhook_deliveries set claimed_until = now() - interval '1 second'";
    sqlx::query(lapse).execute(&mut *conn).await.unwrap();
    drop(conn);
    other.app.webhooks.allow_private(true);
    let second = Running::of(other).await;
    let message = receiver.next().await;
    assert_eq!(message.id, webhooks::message_id(claimed[0].id));
    assert_eq!(message.json()["data"]["revision"], revision);
    second.touch(&id, "b").await;
    assert_eq!(receiver.next().await.json()["type"], "tournament.edit");
}

#[tokio::test]
async fn two_servers_deliver_each_message_once() {
    let one = running().await;
    let twin = one.server.twin();
    twin.app.webhooks.allow_private(true);
    let two = Running::of(twin).await;
    let id = one.server.tournament(json!({}), 0).await;
    let mut receiver = Receiver::answering(&[200]).await;
    let (hook, _) = made(&one.server, &id, json!({"url": receiver.url})).await;
    let mut expected = BTreeSet::new();
    for n in 0..20 {
        let running = if n % 2 == 0 { &one } else { &two };
        expected.insert(running.touch(&id, &n.to_string()).await);
    }
    let mut told = Vec::new();
    while told.len() < expected.len() {
        told.push(
            receiver.next().await.json()["data"]["revision"]
                .as_i64()
                .unwrap(),
        );
    }
    let list = format!("{hook}/deliveries");
    let all_done = |v: &Value| {
        let items = v["items"].as_array().unwrap();
        items.len() == 20 && items.iter().all(|d| d["delivered_at"] != json!(null))
    };
    until(&one.server, &list, all_done).await;
    assert!(receiver.arrived.try_recv().is_err(), "nothing twice");
    assert_eq!(told.iter().copied().collect::<BTreeSet<_>>(), expected);
}

#[tokio::test]
async fn secrets_overlap_when_they_are_changed() {
    let running = running().await;
    let id = running.server.tournament(json!({}), 0).await;
    let mut receiver = Receiver::answering(&[200]).await;
    let (hook, old) = made(&running.server, &id, json!({"url": receiver.url})).await;
    let rotate = format!("{hook}/rotate");
    let new = running
        .server
        .post(&rotate, json!({"overlap_seconds": 60}))
        .await;
    let new = new.is(200).json()["secret"].as_str().unwrap().to_owned();
    assert_ne!(old, new);
    running.touch(&id, "a").await;
    let both = receiver.next().await;
    assert!(both.signed_by(&old) && both.signed_by(&new));
    let newest = running
        .server
        .post(&rotate, json!({"overlap_seconds": 0}))
        .await;
    let newest = newest.is(200).json()["secret"].as_str().unwrap().to_owned();
    running.touch(&id, "b").await;
    let one = receiver.next().await;
    assert!(one.signed_by(&newest) && !one.signed_by(&new) && !one.signed_by(&old));
    // Neither secret is in the log.
    let log = office(
        &running.server,
        &format!("/tournaments/{id}/audit?limit=500"),
    )
    .await
    .to_string();
    assert!(log.contains("webhook.rotate") && !log.contains("whsec_"));
}

#[tokio::test]
async fn an_endpoint_that_fails_for_days_or_is_gone_is_switched_off_and_catches_up() {
    let running = running().await;
    let id = running.server.tournament(json!({}), 0).await;
    let mut receiver = Receiver::answering(&[503, 503, 410, 200]).await;
    let (hook, _) = made(&running.server, &id, json!({"url": receiver.url})).await;
    let first = running.touch(&id, "a").await;
    receiver.next().await;
    until(&running.server, &hook, |v| {
        v["failing_since"] != json!(null)
    })
    .await;
    let pool = running.server.app.store().pool();
    let long_ago = format!(
        "update webhook_endpoints set failing_since = now() - interval '{} seconds'",
        OFF_AFTER + 1.0
    );
    sqlx::query(sqlx::AssertSqlSafe(long_ago))
        .execute(pool)
        .await
        .unwrap();
    due_now(&running).await;
    receiver.next().await;
    let off = until(&running.server, &hook, |v| v["enabled"] == false).await;
    assert!(
        off["disabled_reason"].as_str().unwrap().contains("503"),
        "{off}"
    );
    let on = async |version: &Value| {
        let version = version["version"].as_i64().unwrap();
        let on = running
            .server
            .change("PATCH", &hook, version, json!({"enabled": true}));
        on.await.is(200).json()
    };
    on(&off).await;
    due_now(&running).await;
    receiver.next().await;
    let gone = until(&running.server, &hook, |v| v["enabled"] == false).await;
    let second = running.touch(&id, "b").await;
    on(&gone).await;
    due_now(&running).await;
    let mut told = BTreeSet::new();
    while told.len() < 2 {
        told.insert(
            receiver.next().await.json()["data"]["revision"]
                .as_i64()
                .unwrap(),
        );
    }
    assert_eq!(told, BTreeSet::from([first, second]));
}

#[tokio::test]
async fn nothing_is_sent_into_a_private_network() {
    let running = Running::start().await;
    let server = &running.server;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}/webhooks");
    for url in [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://2130706433/",
        "http://example.org/",
        "ftp://example.org/",
        "",
    ] {
        let refused = server.post(&path, json!({ "url": url })).await.is(422);
        assert_eq!(refused.json()["errors"][0]["pointer"], "/url", "{url}");
    }
    server
        .post(&path, json!({"url": "https://example.org/", "colour": 1}))
        .await
        .is(422);
    // One that was allowed before the rule became stricter is refused when it is sent.
    let mut receiver = Receiver::answering(&[200]).await;
    server.app.webhooks.allow_private(true);
    let (hook, _) = made(server, &id, json!({"url": receiver.url})).await;
    server.app.webhooks.allow_private(false);
    running.touch(&id, "a").await;
    let list = format!("{hook}/deliveries");
    let tried = until(server, &list, |v| {
        v["items"][0]["last_error"] != json!(null)
    })
    .await;
    assert_eq!(tried["items"][0]["last_status"], json!(null));
    assert!(receiver.arrived.try_recv().is_err());
}
