//! The register.
use crate::client::{ADMIN, Server};
use serde_json::json;

#[tokio::test]
async fn a_player_is_registered_read_and_changed_by_whoever_saw_the_newest_version() {
    let server = Server::new().await;
    let made = server
        .post(
            "/players",
            json!({"name": "胡荣华", "unit": "上海", "rating": 2600}),
        )
        .await
        .is(201);
    let player = made.json();
    let path = format!("/players/{}", player["id"].as_str().unwrap());
    assert_eq!(made.header("location"), format!("/api/v1{path}"));
    let read = server.get(&path).await.is(200);
    assert_eq!(read.json(), player);
    server
        .ask("PATCH", &path)
        .key(ADMIN)
        .json(&json!({"rating": 2610}))
        .go()
        .await
        .is(428);
    let changed = server
        .change("PATCH", &path, 1, json!({"rating": 2610, "unit": null}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&changed["rating"], &changed["unit"], &changed["version"]),
        (&json!(2610), &json!(null), &json!(2))
    );
    let stale = server
        .change("PATCH", &path, 1, json!({"rating": 1}))
        .await
        .is(412);
    assert_eq!(
        (stale.problem(), &stale.json()["version"]),
        ("stale".to_owned(), &json!(2))
    );
    // The ETag of the read carries the version too.
    let tag = server.get(&path).await.header("etag").to_owned();
    server
        .ask("PATCH", &path)
        .key(ADMIN)
        .header("if-match", &tag)
        .json(&json!({"title": "特级大师"}))
        .go()
        .await
        .is(200);
}

#[tokio::test]
async fn an_upsert_twice_makes_one_player_and_changes_nothing_the_second_time() {
    let server = Server::new().await;
    let path = "/players/by-external-id/cxa/00017";
    let wish = json!({"name": "许银川", "unit": "广东"});
    let first = server
        .ask("PUT", path)
        .key(ADMIN)
        .json(&wish)
        .go()
        .await
        .is(201)
        .json();
    let second = server
        .ask("PUT", path)
        .key(ADMIN)
        .json(&wish)
        .go()
        .await
        .is(200)
        .json();
    assert_eq!(first, second);
    let third = server
        .ask("PUT", path)
        .key(ADMIN)
        .json(&json!({"name": "许银川", "unit": "广东", "rating": 2700}))
        .go()
        .await
        .is(200)
        .json();
    assert_eq!((&third["id"], &third["version"]), (&first["id"], &json!(2)));
    assert_eq!(
        third["external_ids"],
        json!([{"system": "cxa", "id": "00017"}])
    );
}

#[tokio::test]
async fn a_double_merged_on_request_leads_to_the_player_who_stays() {
    let server = Server::new().await;
    let a = server
        .post(
            "/players",
            json!({"name": "赵国荣", "external_ids": [{"system": "cxa", "id": "1"}]}),
        )
        .await
        .is(201)
        .json();
    let b = server
        .post(
            "/players",
            json!({"name": "趙國榮", "external_ids": [{"system": "wxf", "id": "9"}]}),
        )
        .await
        .is(201)
        .json();
    let (a, b) = (a["id"].as_str().unwrap(), b["id"].as_str().unwrap());
    let taken = server
        .post(
            "/players",
            json!({"name": "某", "external_ids": [{"system": "wxf", "id": "9"}]}),
        )
        .await
        .is(409);
    assert_eq!(taken.problem(), "external_id_taken");
    let merged = server
        .post(&format!("/players/{a}/merge"), json!({"double": b}))
        .await
        .is(200)
        .json();
    assert_eq!(merged["external_ids"].as_array().unwrap().len(), 2);
    assert_eq!(
        server.get(&format!("/players/{b}")).await.is(200).json()["id"],
        *a
    );
    assert_eq!(
        server.get("/players").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// What a tournament has published does not change because the register does: one ETag, one body. And
/// one person enters a tournament once, under whichever of his ids.
#[tokio::test]
async fn a_merge_changes_no_tournament_and_a_double_enters_none_twice() {
    let server = Server::new().await;
    let mut ids = Vec::new();
    for name in ["赵国荣", "趙國榮", "趙国荣", "另一人"] {
        let made = server.post("/players", json!({"name": name})).await.is(201);
        ids.push(made.json()["id"].as_str().unwrap().to_owned());
    }
    let [kept, double, third, other] = &ids[..] else {
        unreachable!()
    };
    let id = server.tournament(json!({}), 0).await;
    let entries = format!("/tournaments/{id}/entries");
    let enter = |player: &str| server.post(&entries, json!({"player_id": player}));
    enter(double).await.is(201);
    enter(other).await.is(201);
    let before = server.get(&entries).await.is(200);
    let merge = async |double: &str| {
        let path = format!("/players/{kept}/merge");
        server.post(&path, json!({"double": double})).await
    };
    merge(double).await.is(200);
    merge(third).await.is(200);
    let after = server.get(&entries).await.is(200);
    assert_eq!(after.bytes, before.bytes);
    assert_eq!(after.header("etag"), before.header("etag"));
    let shown = after.json()["items"][0]["player_id"].clone();
    let path = format!("/players/{}", shown.as_str().unwrap());
    assert_eq!(server.get(&path).await.is(200).json()["id"], **kept);
    for again in [kept, double, third] {
        assert_eq!(enter(again).await.is(409).problem(), "already_entered");
    }
    // Two who entered one tournament are two people.
    assert_eq!(merge(other).await.is(409).problem(), "already_entered");
}

#[tokio::test]
async fn a_list_pages_without_losing_or_repeating_rows_of_one_name() {
    let server = Server::new().await;
    for n in 0..7 {
        server
            .post("/players", json!({"name": if n < 5 { "王" } else { "李" }}))
            .await
            .is(201);
    }
    let mut seen = Vec::new();
    let mut path = "/players?limit=2".to_owned();
    loop {
        let page = server.get(&path).await.is(200);
        let body = page.json();
        seen.extend(
            body["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|p| p["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = body["next"].as_str() else {
            break;
        };
        assert!(
            page.header("link").contains(next),
            "the link leads where the body does"
        );
        path = format!("/players?limit=2&cursor={next}");
        // Inserts while paging disturb nothing already passed.
        server.post("/players", json!({"name": "阿"})).await.is(201);
    }
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len());
    assert!(seen.len() >= 7);
    assert_eq!(
        server.get("/players?limit=501").await.is(422).json()["errors"][0]["pointer"],
        "/limit"
    );
    server.get("/players?cursor=nonsense").await.is(422);
}
