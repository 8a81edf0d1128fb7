//! Who plays.
use crate::client::{ADMIN, Server};
use serde_json::json;

#[tokio::test]
async fn an_entry_copies_its_player_and_does_not_follow_later_changes() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let player = server
        .post(
            "/players",
            json!({"name": "吕钦", "unit": "广东", "rating": 2650}),
        )
        .await
        .is(201)
        .json();
    let path = format!("/tournaments/{id}/entries");
    let entry = server
        .post(&path, json!({"player_id": player["id"]}))
        .await
        .is(201)
        .json();
    assert_eq!(
        (&entry["name"], &entry["number"], &entry["rating"]),
        (&json!("吕钦"), &json!(1), &json!(2650))
    );
    server
        .change(
            "PATCH",
            &format!("/players/{}", player["id"].as_str().unwrap()),
            1,
            json!({"rating": 2000}),
        )
        .await
        .is(200);
    let read = server
        .get(&format!("{path}/{}", entry["id"].as_str().unwrap()))
        .await
        .is(200)
        .json();
    assert_eq!(read["rating"], 2650);
    let twice = server
        .post(&path, json!({"player_id": player["id"]}))
        .await
        .is(409);
    assert_eq!(twice.problem(), "already_entered");
    let taken = server
        .post(&path, json!({"name": "某", "number": 1}))
        .await
        .is(409);
    assert_eq!(taken.problem(), "number_taken");
}

#[tokio::test]
async fn a_list_is_checked_first_and_entered_whole_or_in_part() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}/entries/import");
    let file = "姓名,单位,等级分\n胡荣华,上海,2600\n吕钦,广东,很高\n许银川,广东,2700\n";
    let send = |query: &str| {
        server
            .ask("POST", &format!("{path}{query}"))
            .key(ADMIN)
            .fresh()
            .bytes("text/csv", file.as_bytes().to_vec())
            .go()
    };
    let dry = send("?dry_run=true").await.is(200).json();
    assert_eq!(
        (&dry["accepted"], &dry["committed"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(
        (&dry["faults"][0]["row"], &dry["faults"][0]["column"]),
        (&json!(3), &json!("等级分"))
    );
    assert_eq!(
        server.get(&format!("/tournaments/{id}")).await.json()["revision"],
        1
    );
    let refused = send("").await.is(422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/rows/3/等级分");
    let done = send("?best_effort=true").await.is(201).json();
    assert_eq!(done["committed"], true);
    let list = server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .is(200)
        .json();
    let names: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["胡荣华", "许银川"]);
    let again = send("?dry_run=true").await.is(200).json();
    assert_eq!(again["duplicates"].as_array().unwrap().len(), 2, "{again}");
}

#[tokio::test]
async fn a_withdrawal_and_a_penalty_are_on_the_entry() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 3).await;
    let list = server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .json();
    let path = |n: usize| {
        format!(
            "/tournaments/{id}/entries/{}",
            list["items"][n]["id"].as_str().unwrap()
        )
    };
    let gone = server
        .post(&format!("{}/withdraw", path(0)), json!({"reason": "病"}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&gone["status"], &gone["withdrawn_after"]),
        (&json!("withdrawn"), &json!(0))
    );
    let twice = server
        .post(&format!("{}/withdraw", path(0)), json!({}))
        .await
        .is(409);
    assert_eq!(twice.problem(), "already_withdrawn");
    let warned = server
        .post(
            &format!("{}/penalties", path(1)),
            json!({"clause": "18.1", "note": "喧哗"}),
        )
        .await
        .is(200)
        .json();
    assert_eq!(warned["penalties"][0]["clause"], "18.1");
    let chief = server.made_key("chief_arbiter", Some(&id)).await;
    let give = |clause: &'static str| {
        server
            .ask("POST", &format!("{}/penalties", path(2)))
            .key(&chief)
            .fresh()
            .json(&json!({"clause": clause}))
            .go()
    };
    give("18.2").await.is(200);
    give("18.3").await.is(403);
    let back = server
        .change("PATCH", &path(0), 2, json!({"status": "active"}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&back["status"], back.get("withdrawn_after")),
        (&json!("active"), None)
    );
}

#[tokio::test]
async fn a_federation_system_may_retry_its_upserts_blindly() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let key = server.made_key("registrar", Some(&id)).await;
    let path = format!("/tournaments/{id}/entries/by-external-id/cxa/7");
    let put = || {
        server
            .ask("PUT", &path)
            .key(&key)
            .json(&json!({"name": "陶汉明", "unit": "吉林"}))
            .go()
    };
    let first = put().await.is(201).json();
    let second = put().await.is(200).json();
    assert_eq!(
        (&first["id"], &first["revision"]),
        (&second["id"], &second["revision"])
    );
}

#[tokio::test]
async fn the_link_of_a_page_belongs_to_the_revision_of_its_body() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 3).await;
    let path = format!("/tournaments/{id}/entries");
    let fourth = server.post(&path, json!({"name": "第四"})).await.is(201);
    let revision = fourth.json()["revision"].as_i64().unwrap();
    server.post(&path, json!({"name": "第五"})).await.is(201);
    let past = format!("{path}?limit=4&revision={revision}");
    let past = server.get(&past).await.is(200);
    assert_eq!(past.json()["items"].as_array().unwrap().len(), 4);
    assert!(past.json()["next"].is_null());
    assert_eq!(past.header("link"), "");
    let now = server.get(&format!("{path}?limit=4")).await.is(200);
    let next = now.json()["next"].as_str().unwrap().to_owned();
    assert!(now.header("link").contains(&format!("cursor={next}>")));
}
