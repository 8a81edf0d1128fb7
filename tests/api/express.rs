//! The express lane: polls of a running server, over a socket, before and after changes.
use crate::client::ADMIN;
use crate::running::Running;
use reqwest::header::{ACCEPT_ENCODING, ETAG, HeaderMap, IF_NONE_MATCH};
use serde_json::json;

fn stable(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    headers.remove("x-request-id");
    headers.remove("date");
    headers
}

#[tokio::test]
async fn a_poll_that_finds_nothing_new_needs_no_database() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}/entries");
    let first = running.get(&path, &[]).await;
    let tag = first.headers()[ETAG].to_str().unwrap().to_owned();
    let (headers, bytes) = (stable(first.headers()), first.bytes().await.unwrap());
    let packed = running.get(&path, &[(ACCEPT_ENCODING, "gzip")]).await;
    let packed = packed.bytes().await.unwrap();

    // All connections are taken: nothing can ask the database any more.
    let mut held = Vec::new();
    let store = running.server.app.store();
    while let Ok(connection) = store.primary().await {
        held.push(connection);
    }
    while let Ok(connection) = store.read().await {
        held.push(connection);
    }
    let other = running.get("/tournaments?limit=7", &[]).await;
    assert_eq!(other.status(), 503, "what needs a query cannot be answered");
    let again = running.get(&path, &[]).await;
    assert_eq!(again.status(), 200);
    assert_eq!(stable(again.headers()), headers);
    assert_eq!(again.bytes().await.unwrap(), bytes);
    let again = running.get(&path, &[(ACCEPT_ENCODING, "gzip")]).await;
    assert_eq!(again.headers()["content-encoding"], "gzip");
    assert_eq!(again.bytes().await.unwrap(), packed);
    let unchanged = running.get(&path, &[(IF_NONE_MATCH, &tag)]).await;
    assert_eq!(unchanged.status(), 304);
    assert_eq!(unchanged.headers()[ETAG], tag.as_str());
    assert!(!unchanged.headers().contains_key("content-type"));
    // A client's own request id is echoed here too.
    let id = reqwest::header::HeaderName::from_static("x-request-id");
    let named = running.get(&path, &[(id.clone(), "poll-7")]).await;
    assert_eq!(named.headers()[&id], "poll-7");
}

#[tokio::test]
async fn a_poll_after_an_acknowledged_change_shows_it() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}");
    let mut tag = String::new();
    for (version, venue) in ["广州", "北京", "上海"].into_iter().enumerate() {
        // Twice, so that the second one is the express lane's.
        for _ in 0..2 {
            let seen = running.get(&path, &[]).await;
            tag = seen.headers()[ETAG].to_str().unwrap().to_owned();
        }
        let changed = running
            .client
            .patch(format!("{}{path}", running.base))
            .bearer_auth(ADMIN)
            .header("if-match", format!("\"{}\"", version + 1))
            .json(&json!({ "venue": venue }))
            .send()
            .await
            .unwrap();
        assert_eq!(changed.status(), 200);
        let fresh = running.get(&path, &[(IF_NONE_MATCH, &tag)]).await;
        assert_eq!(fresh.status(), 200);
        assert_ne!(fresh.headers()[ETAG], tag.as_str());
        let body: serde_json::Value = fresh.json().await.unwrap();
        assert_eq!(body["venue"], venue);
    }
    // While the listener is away nothing in memory is trusted, and all is answered all the same.
    running.server.app.live.set_listening(false);
    let seen = running.get(&path, &[(IF_NONE_MATCH, &tag)]).await;
    assert_eq!(seen.status(), 200);
}

#[tokio::test]
async fn the_server_ends_when_it_is_told_to() {
    let running = Running::start().await;
    assert_eq!(running.get("/tournaments", &[]).await.status(), 200);
    running.stop.send(()).unwrap();
    running.serving.await.unwrap().unwrap();
}
