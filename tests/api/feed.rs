//! The event stream, over real connections.
use crate::client::ADMIN;
use crate::running::{Block, PATIENCE, Running};
use saiwu::live::feed::{HEARTBEAT, KEPT, Resume};
use serde_json::json;
use std::time::Duration;

fn change(block: Option<Block>) -> i64 {
    let block = block.expect("an event");
    assert_eq!(block.event.as_deref(), Some("change"), "{block:?}");
    let id = block.id.expect("an id");
    assert_eq!(block.data.unwrap()["revision"], id);
    id
}

#[tokio::test]
async fn a_change_comes_with_its_revision_as_id_and_what_changes_tells() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 2).await;
    let mut stream = running.follow(&id, None, None).await;
    let first = stream.block().await.unwrap();
    let before = first.id.expect("where a cut-off client resumes");
    assert!(first.retry.is_some() && first.data.is_none(), "{first:?}");
    let revision = running.touch(&id, "广州").await;
    assert_eq!(revision, before + 1);
    let told = stream.event().await.unwrap();
    assert_eq!(told.id, Some(revision));
    let path = format!("/tournaments/{id}/changes?since={before}");
    let polled = running.server.get(&path).await.is(200).json();
    assert_eq!(told.data.unwrap(), polled["changes"][0]);
    // A read after the event is never older than it.
    let read = running.get(&format!("/tournaments/{id}"), &[]).await;
    let read: serde_json::Value = read.json().await.unwrap();
    assert_eq!(read["revision"], revision);
    let path = format!("/tournaments/{}/events", uuid::Uuid::nil());
    assert_eq!(running.get(&path, &[]).await.status(), 404);
}

#[tokio::test]
async fn a_client_that_comes_back_gets_what_it_missed_once_and_in_order() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 0).await;
    let seen = running.touch(&id, "a").await;
    for venue in ["b", "c", "d"] {
        running.touch(&id, venue).await;
    }
    let mut stream = running.follow(&id, None, Some(&seen.to_string())).await;
    let mut got = Vec::new();
    for _ in 0..3 {
        got.push(change(stream.event().await));
    }
    running.touch(&id, "e").await;
    got.push(change(stream.event().await));
    assert_eq!(got, [seen + 1, seen + 2, seen + 3, seen + 4]);
    // Nothing missed, nothing told; the query says the same as the header.
    let path = format!("/tournaments/{id}/events?since={}", seen + 4);
    let answer = running.get(&path, &[]).await;
    assert_eq!(answer.status(), 200);
    let mut up_to_date = running
        .follow(&id, None, Some(&(seen + 4).to_string()))
        .await;
    running.touch(&id, "f").await;
    assert_eq!(change(up_to_date.event().await), seen + 5);
}

#[tokio::test]
async fn who_missed_too_much_or_lags_is_told_to_read_anew() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 0).await;
    let mut newest = running.touch(&id, "first").await;
    for unknown in ["999999", "-5", "gestern"] {
        let mut stream = running.follow(&id, None, Some(unknown)).await;
        let block = stream.event().await.unwrap();
        assert_eq!(block.event.as_deref(), Some("resync"), "{unknown}");
        assert_eq!(block.id, Some(newest));
        assert_eq!(block.data, Some(json!({"revision": newest})));
    }
    let live = running.server.app.live.clone();
    let tournament = id.parse().unwrap();
    let mut lagging = live.follow(tournament, Resume::Now).await.unwrap();
    let old = newest;
    let mut watching = running.follow(&id, None, Some(&old.to_string())).await;
    for n in 0..=KEPT {
        newest = running.touch(&id, &n.to_string()).await;
        // The feed has come as far.
        while change(watching.event().await) < newest {}
    }
    let mut late = running.follow(&id, None, Some(&old.to_string())).await;
    let block = late.event().await.unwrap();
    assert_eq!(
        (block.event.as_deref(), block.id),
        (Some("resync"), Some(newest))
    );
    let mut in_time = running
        .follow(&id, None, Some(&(old + 1).to_string()))
        .await;
    assert_eq!(change(in_time.event().await), old + 2);
    // The one who did not read: first what he was promised, then resync, then what is new.
    assert!(lagging.next().await.unwrap().starts_with(b"retry:"));
    let told = lagging.next().await.unwrap();
    let told = std::str::from_utf8(&told).unwrap();
    assert!(told.contains("event: resync"), "{told}");
    let next = running.touch(&id, "last").await;
    // Told to everyone before the lagging one looks.
    while change(watching.event().await) < next {}
    let told = lagging.next().await.unwrap();
    let told = std::str::from_utf8(&told).unwrap();
    let wanted = format!("id: {next}\nevent: change");
    assert!(told.starts_with(&wanted), "{told} instead of {wanted}");
}

#[tokio::test]
async fn everyone_gets_the_same_bytes_rendered_once() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 0).await;
    let live = running.server.app.live.clone();
    let mut all = Vec::new();
    for _ in 0..100 {
        let mut following = live.follow(id.parse().unwrap(), Resume::Now).await.unwrap();
        following.next().await.expect("the greeting");
        all.push(following);
    }
    running.touch(&id, "广州").await;
    let mut places = std::collections::BTreeSet::new();
    for following in &mut all {
        let bytes = tokio::time::timeout(PATIENCE, following.next());
        places.insert(bytes.await.unwrap().unwrap().as_ptr());
    }
    assert_eq!(places.len(), 1);
}

#[tokio::test]
async fn a_sign_of_life_comes_while_nothing_happens() {
    assert_eq!(HEARTBEAT, Duration::from_secs(15));
    let running = Running::start().await;
    running
        .server
        .app
        .live
        .set_heartbeat(Duration::from_millis(20));
    let id = running.server.tournament(json!({}), 0).await;
    let mut stream = running.follow(&id, None, None).await;
    stream.block().await.unwrap();
    for _ in 0..3 {
        let block = stream.block().await.unwrap();
        assert_eq!((block.comments, block.data), (1, None));
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_key_and_with_no_other() {
    let running = Running::start().await;
    let server = &running.server;
    let id = server.tournament(json!({}), 0).await;
    let make = async |body: serde_json::Value| {
        let made = server.post("/keys", body).await.is(201).json();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("id"), text("secret"))
    };
    let role = json!({"name": "x", "role": "broadcaster", "tournament_id": id});
    let (revoked, secret) = make(role.clone()).await;
    let (rotated, other) = make(role.clone()).await;
    let mut one = running.follow(&id, Some(&secret), None).await;
    let mut two = running.follow(&id, Some(&other), None).await;
    let mut open = running.follow(&id, None, None).await;
    server
        .post(&format!("/keys/{revoked}/revoke"), json!({}))
        .await
        .is(200);
    assert_eq!(one.event().await, None);
    let revision = running.touch(&id, "广州").await;
    assert_eq!(change(two.event().await), revision);
    server
        .post(
            &format!("/keys/{rotated}/rotate"),
            json!({"overlap_seconds": 0}),
        )
        .await
        .is(201);
    assert_eq!(two.event().await, None);
    let mut brief = role;
    let end = time::OffsetDateTime::now_utc() + time::Duration::seconds(2);
    brief["expires_at"] = json!(
        end.format(&time::format_description::well_known::Rfc3339)
            .unwrap()
    );
    let (_, brief) = make(brief).await;
    let mut expiring = running.follow(&id, Some(&brief), None).await;
    assert_eq!(expiring.event().await, None);
    let revision = running.touch(&id, "北京").await;
    assert_eq!(change(open.event().await), revision - 1);
    assert_eq!(change(open.event().await), revision);
    let path = format!("/tournaments/{id}/events");
    let refused = running.ask("GET", &path).bearer_auth(secret).send().await;
    assert_eq!(refused.unwrap().status(), 401);
}

#[tokio::test]
async fn streams_end_when_the_server_stops_and_when_the_tournament_goes() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 0).await;
    let other = running.server.tournament(json!({}), 0).await;
    let mut stream = running.follow(&id, None, None).await;
    let mut gone = running.follow(&other, None, None).await;
    let removed = running.ask("DELETE", &format!("/tournaments/{other}"));
    let removed = removed.bearer_auth(ADMIN).header("if-match", "*").send();
    assert_eq!(removed.await.unwrap().status(), 200);
    assert_eq!(gone.event().await, None);
    running.stop.send(()).unwrap();
    assert_eq!(stream.event().await, None);
    tokio::time::timeout(PATIENCE, running.serving)
        .await
        .expect("open streams do not hold the server up")
        .unwrap()
        .unwrap();
}
