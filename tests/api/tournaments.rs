//! A tournament's frame: conditional reads and changes, retries, keys.
use crate::client::{ADMIN, Server};
use serde_json::json;

#[tokio::test]
async fn a_read_is_answered_304_until_something_public_changes() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}");
    let first = server.get(&path).await.is(200);
    let tag = first.header("etag").to_owned();
    assert!(first.header("cache-control").contains("max-age=2"));
    let again = server
        .ask("GET", &path)
        .header("if-none-match", &tag)
        .go()
        .await
        .is(304);
    assert!(again.bytes.is_empty());
    server
        .change("PATCH", &path, 1, json!({"venue": "广州"}))
        .await
        .is(200);
    let after = server
        .ask("GET", &path)
        .header("if-none-match", &tag)
        .go()
        .await
        .is(200);
    assert_eq!(after.json()["venue"], "广州");
    assert_eq!(after.json()["revision"], 2);
    // The earlier revision is still there and never changes.
    let past = server.get(&format!("{path}?revision=1")).await.is(200);
    assert_eq!(past.bytes, first.bytes);
    assert!(past.header("cache-control").contains("immutable"));
    server.get(&format!("{path}?revision=3")).await.is(404);
}

#[tokio::test]
async fn bytes_are_compressed_once_and_the_same_inside() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 40).await;
    let path = format!("/tournaments/{id}/entries");
    let plain = server.get(&path).await.is(200);
    let gzip = server
        .ask("GET", &path)
        .header("accept-encoding", "gzip")
        .go()
        .await
        .is(200);
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert_ne!(gzip.header("etag"), plain.header("etag"));
    let mut inside = Vec::new();
    std::io::Read::read_to_end(
        &mut flate2::read::GzDecoder::new(&gzip.bytes[..]),
        &mut inside,
    )
    .unwrap();
    assert_eq!(inside, plain.bytes);
    let br = server
        .ask("GET", &path)
        .header("accept-encoding", "br")
        .go()
        .await
        .is(200);
    let mut inside = Vec::new();
    brotli::BrotliDecompress(&mut &br.bytes[..], &mut inside).unwrap();
    assert_eq!(inside, plain.bytes);
}

#[tokio::test]
async fn the_same_key_and_body_has_one_effect_and_one_answer() {
    let server = Server::new().await;
    let ask = |body| {
        server
            .ask("POST", "/tournaments")
            .key(ADMIN)
            .header("idempotency-key", "k1")
            .json(body)
            .go()
    };
    let body = json!({"name": "全国赛"});
    let first = ask(&body).await.is(201);
    let again = ask(&body).await.is(201);
    assert_eq!(first.bytes, again.bytes);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.header("location"), first.header("location"));
    let other = ask(&json!({"name": "别的"})).await.is(422);
    assert_eq!(other.problem(), "idempotency_key_reused");
    assert_eq!(
        server.get("/tournaments").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Another owner's key of the same name is another key.
    let clerk = server.made_key("organizer", None).await;
    server
        .ask("POST", "/tournaments")
        .key(&clerk)
        .header("idempotency-key", "k1")
        .json(&body)
        .go()
        .await
        .is(201);
    assert_eq!(
        server.get("/tournaments").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn a_hundred_equal_submissions_at_once_have_one_effect() {
    let server = Server::new().await;
    let body = json!({"name": "同时"});
    let asks = (0..100).map(|_| {
        server
            .ask("POST", "/tournaments")
            .key(ADMIN)
            .header("idempotency-key", "k9")
            .json(&body)
            .go()
    });
    let got = futures::future::join_all(asks).await;
    for answer in &got {
        // Done, or told that the same request is in flight, or that all connections are taken.
        assert!(
            matches!(answer.status.as_u16(), 201 | 409 | 503),
            "{answer:?}"
        );
    }
    assert!(got.iter().any(|a| a.status == 201));
    assert_eq!(
        server.get("/tournaments").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn settings_are_checked_and_a_null_brings_the_default_back() {
    let server = Server::new().await;
    let bad = server.post("/tournaments", json!({"name": "x", "start_date": "2026-13-01", "regulations": {"points": {"win": 0.25}, "cycles": 0}})).await.is(422);
    let pointers: Vec<_> = bad.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["pointer"].as_str().unwrap().to_owned())
        .collect();
    for pointer in [
        "/start_date",
        "/regulations/points/win",
        "/regulations/cycles",
    ] {
        assert!(pointers.contains(&pointer.to_owned()), "{pointers:?}");
    }
    let id = server
        .tournament(json!({"regulations": {"cycles": 2, "fouls_to_lose": 4}}), 0)
        .await;
    let path = format!("/tournaments/{id}");
    let changed = server
        .change(
            "PATCH",
            &path,
            1,
            json!({"regulations": {"cycles": null, "boards": 6}}),
        )
        .await
        .is(200);
    assert_eq!(
        changed.json()["regulations"],
        json!({"fouls_to_lose": 4, "boards": 6})
    );
    server
        .change("PATCH", &path, 2, json!({"regulations": {"cycle": 2}}))
        .await
        .is(422);
}

#[tokio::test]
async fn keys_are_shown_once_rotated_and_end_at_once() {
    let server = Server::new().await;
    let body = json!({"name": "记录台", "role": "arbiter"});
    let ask = || {
        server
            .ask("POST", "/keys")
            .key(ADMIN)
            .header("idempotency-key", "key-1")
            .json(&body)
            .go()
    };
    let made = ask().await.is(201).json();
    let secret = made["secret"].as_str().unwrap();
    let again = ask().await.is(201);
    assert_eq!(
        again.json()["secret"],
        json!(null),
        "a retry does not show the secret"
    );
    let list = server.ask("GET", "/keys").key(ADMIN).go().await.is(200);
    assert!(!String::from_utf8_lossy(&list.bytes).contains(secret));
    let name = |key: &str| {
        server
            .ask("POST", "/players")
            .key(key)
            .fresh()
            .json(&json!({"name": "x"}))
            .go()
    };
    name(secret).await.is(403);
    let rotated = server
        .post(
            &format!("/keys/{}/rotate", made["id"].as_str().unwrap()),
            json!({}),
        )
        .await
        .is(201)
        .json();
    name(secret).await.is(401);
    let next = rotated["secret"].as_str().unwrap();
    name(next).await.is(403);
    server
        .post(
            &format!("/keys/{}/revoke", rotated["id"].as_str().unwrap()),
            json!({}),
        )
        .await
        .is(200);
    name(next).await.is(401);
}

#[tokio::test]
async fn a_deleted_tournament_is_not_there() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 2).await;
    let path = format!("/tournaments/{id}");
    server.get(&path).await.is(200);
    server.change("DELETE", &path, 1, json!({})).await.is(200);
    server.get(&path).await.is(404);
    assert_eq!(server.get("/tournaments").await.json()["items"], json!([]));
}

#[tokio::test]
async fn a_retry_gets_its_answer_though_the_tournament_was_deleted_since() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}");
    let enter = async |key: &str, name: &str| {
        let ask = server.ask("POST", &format!("{path}/entries")).key(ADMIN);
        let ask = ask.header("idempotency-key", key);
        ask.json(&json!({ "name": name })).go().await
    };
    let delete = async || {
        let ask = server.ask("DELETE", &path).key(ADMIN).saw(1);
        let ask = ask.header("idempotency-key", "delete-once");
        ask.json(&json!({})).go().await.is(200)
    };
    let entered = enter("enter-once", "甲").await.is(201);
    let deleted = delete().await;
    for (first, again) in [
        (entered, enter("enter-once", "甲").await.is(201)),
        (deleted, delete().await),
    ] {
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(again.bytes, first.bytes);
    }
    let other = enter("enter-once", "乙").await.is(422);
    assert_eq!(other.problem(), "idempotency_key_reused");
    enter("enter-new", "乙").await.is(404);
    server.get(&path).await.is(404);
}
