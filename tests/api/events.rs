//! Whole tournaments as files: real events go in by HTTP and give the published values.
use crate::client::{ADMIN, Server};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The lines of a data file, unless the data is not present.
pub fn data(name: &str) -> Option<Vec<Value>> {
    let path = format!("{}/../shared/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("{path}: not present");
        return None;
    };
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect(),
    )
}

/// A published event as an event file; numbers are the players' places in the list.
fn event_file(event: &Value) -> (Value, HashMap<String, u64>) {
    let players = event["players"].as_array().unwrap();
    let number: HashMap<String, u64> = players
        .iter()
        .zip(1..)
        .map(|(p, n)| (p["id"].as_str().unwrap().to_owned(), n))
        .collect();
    let of = |id: &Value| number[id.as_str().unwrap()];
    let entries: Vec<Value> = players
        .iter()
        .zip(1..)
        .map(|(p, n)| json!({"number": n, "name": p["id"], "unit": p["team"]}))
        .collect();
    let rounds = event["rounds"].as_u64().unwrap();
    let rounds: Vec<Value> = (1..=rounds)
        .map(|r| {
            let games = event["pairings"].as_array().unwrap().iter().filter(|g| g["round"] == r);
            let games: Vec<Value> = games
                .zip(1..)
                .map(|(g, table)| {
                    let result = match g["result"].as_str().unwrap() {
                        "1-0" => "red",
                        "0-1" => "black",
                        "1/2-1/2" => "draw",
                        other => panic!("{other}"),
                    };
                    json!({"table": table, "red": of(&g["red"]), "black": of(&g["black"]), "result": result,
                        "moves": g["iccs"].as_str().unwrap_or_default()})
                })
                .collect();
            json!({"number": r, "games": games})
        })
        .collect();
    let file = json!({"format": "saiwu-event/1",
        "tournament": {"name": event["name"], "kind": "individual", "edition": "2011-approved", "regulations": {}},
        "entries": entries,
        "stages": [{"format": event["system"], "rounds_planned": event["rounds"], "rounds": rounds}]});
    (file, number)
}

#[tokio::test]
async fn the_published_xiangqi_events_give_their_computed_values_through_http() {
    let Some(events) = data("events_published.jsonl") else {
        return;
    };
    let server = Server::new().await;
    let mut seen = 0;
    for event in events.iter().filter(|e| e["game"] == "xiangqi") {
        let (file, number) = event_file(event);
        let made = server
            .post("/tournaments/import", file)
            .await
            .is(201)
            .json();
        let games = event["pairings"].as_array().unwrap();
        assert_eq!(made["games"].as_u64().unwrap() as usize, games.len());
        let id = made["id"].as_str().unwrap();
        let table = server
            .get(&format!("/tournaments/{id}/standings"))
            .await
            .is(200)
            .json();
        assert_eq!(table["open"], 0);
        let rows: HashMap<u64, &Value> = table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| (r["number"].as_u64().unwrap(), r))
            .collect();
        for (player, computed) in event["computed"].as_object().unwrap() {
            let row = rows[&number[player]];
            let value = |name: &str| {
                let all = row["criteria"].as_array().unwrap();
                all.iter()
                    .find(|c| c["name"] == name)
                    .map(|c| c["value"].as_f64().unwrap())
            };
            assert_eq!(
                row["points"].as_f64(),
                computed["points"].as_f64(),
                "{player}"
            );
            assert_eq!(value("wins"), computed["wins"].as_f64(), "{player}");
            let (name, key) = if event["system"] == "swiss" {
                ("opponents", "opp_sum")
            } else {
                ("small_score", "sb")
            };
            assert_eq!(value(name), computed[key].as_f64(), "{player} {name}");
        }
        // Export and import give the same event.
        let exported = server
            .get(&format!("/tournaments/{id}/export"))
            .await
            .is(200)
            .json();
        let again = server
            .post("/tournaments/import", exported.clone())
            .await
            .is(201)
            .json();
        let twice = server
            .get(&format!(
                "/tournaments/{}/export",
                again["id"].as_str().unwrap()
            ))
            .await
            .is(200)
            .json();
        assert_eq!(exported, twice);
        let moves = exported["stages"][0]["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|r| r["games"].as_array().unwrap())
            .filter(|g| g.get("moves").is_some())
            .count();
        let with_moves = games
            .iter()
            .filter(|g| g["iccs"].as_str().is_some_and(|m| !m.is_empty()))
            .count();
        assert_eq!(moves, with_moves);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

fn small() -> Value {
    json!({"format": "saiwu-event/1", "tournament": {"name": "小赛"},
        "entries": [{"number": 1, "name": "甲", "status": "withdrawn", "withdrawn_after": 1, "penalties": [{"clause": "18.1", "round": 1}]},
            {"number": 2, "name": "乙", "unit": "粤", "rating": 2400}, {"number": 3, "name": "丙", "first_round": 2}],
        "stages": [{"format": "swiss", "name": "预赛", "rounds_planned": 3, "regulations": {"late_minutes": 10}, "rounds": [
            {"number": 1, "byes": [3], "games": [{"table": 1, "red": 2, "black": 1, "result": "red", "reason": "resignation",
                "fouls": {"red": 1, "black": 0}, "moves": "h2e2 h9g7"}]}]}]})
}

#[tokio::test]
async fn a_file_fills_an_empty_tournament_and_only_that() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}/import");
    let filled = server.post(&path, small()).await.is(200).json();
    assert_eq!(
        (&filled["entries"], &filled["name"], &filled["status"]),
        (&json!(3), &json!("小赛"), &json!("running"))
    );
    assert_eq!(
        server.post(&path, small()).await.is(409).problem(),
        "not_empty"
    );
    let exported = server
        .get(&format!("/tournaments/{id}/export"))
        .await
        .is(200)
        .json();
    let read = |v: &Value| saiwu::tournament::event_file::read(v.to_string().as_bytes()).unwrap();
    assert_eq!(
        read(&exported),
        read(&small()),
        "what came out is what went in"
    );
    // The empty revisions before are still there.
    let before = server
        .get(&format!("/tournaments/{id}/export?revision=1"))
        .await
        .is(200)
        .json();
    assert_eq!(before["entries"], json!([]));
}

#[tokio::test]
async fn a_faulty_file_is_told_by_pointer_and_leaves_nothing() {
    let server = Server::new().await;
    let mut file = small();
    file["stages"][0]["rounds"][0]["games"][0]["moves"] = "h2e2 a9a5".into();
    let bad = server.post("/tournaments/import", file).await.is(422);
    assert_eq!(
        bad.json()["errors"][0]["pointer"],
        "/stages/0/rounds/0/games/0/moves/1"
    );
    let mut file = small();
    file["entries"][0]["nickname"] = "x".into();
    let unknown = server.post("/tournaments/import", file).await.is(422);
    assert!(
        unknown.json()["detail"]
            .as_str()
            .unwrap()
            .contains("nickname")
    );
    let dry = server
        .ask("POST", "/tournaments/import?dry_run=true")
        .key(ADMIN)
        .json(&small())
        .go()
        .await
        .is(200)
        .json();
    assert_eq!(dry["games"], 1);
    assert_eq!(server.get("/tournaments").await.json()["items"], json!([]));
}

#[tokio::test]
async fn what_no_command_would_take_no_file_brings_in() {
    let server = Server::new().await;
    let game = "/stages/0/rounds/0/games/0";
    let cases = [
        ("/tournament/name", json!("小\0赛")),
        ("/tournament/venue", json!("\0")),
        ("/tournament/venue", json!("场".repeat(301))),
        ("/tournament/start_date", json!("-9999-12-31")),
        ("/tournament/end_date", json!("0000-01-01")),
        ("/entries/0/name", json!("甲\0")),
        ("/entries/0/name", json!("甲".repeat(5000))),
        ("/entries/1/unit", json!("\0")),
        ("/entries/1/unit", json!("粤".repeat(201))),
        ("/entries/1/seed", json!(u32::MAX)),
        ("/entries/1/seed", json!(0)),
        ("/entries/1/birth_year", json!(i16::MIN)),
        ("/entries/1/rating", json!(-1)),
        ("/entries/2/first_round", json!(u32::MAX)),
        ("/entries/0/withdrawn_after", json!(u32::MAX)),
        ("/entries/0/penalties/0/round", json!(u32::MAX)),
        ("/entries/0/penalties/0/note", json!("a".repeat(2001))),
        ("/stages/0/name", json!("\0")),
        ("/stages/0/rounds_planned", json!(u32::MAX)),
        (&format!("{game}/table"), json!(3_000_000_000_u32)),
        (&format!("{game}/game"), json!(0)),
        (&format!("{game}/fouls/red"), json!(u32::MAX)),
        (&format!("{game}/match"), json!("W".repeat(33))),
    ];
    let empty = server.tournament(json!({}), 0).await;
    for (pointer, value) in cases {
        let mut file = small();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        file.pointer_mut(parent).unwrap()[field] = value;
        for path in [
            "/tournaments/import".to_owned(),
            "/tournaments/import?dry_run=true".to_owned(),
            format!("/tournaments/{empty}/import"),
        ] {
            let refused = server.post(&path, file.clone()).await.is(422).json();
            let named: Vec<_> = refused["errors"].as_array().unwrap().iter().collect();
            assert!(
                named.iter().any(|e| e["pointer"] == pointer),
                "{pointer}: {named:?}"
            );
        }
    }
    let list = json!(["saiwu-event/1", {"name": "小赛"}]);
    server.post("/tournaments/import", list).await.is(422);
    let mut file = small();
    file["entries"][0]["number"] = json!(u32::MAX);
    file["entries"][1]["birth_year"] = json!(-5);
    let refused = server
        .post("/tournaments/import", file)
        .await
        .is(422)
        .json();
    let named = refused["errors"].as_array().unwrap();
    for pointer in ["/entries/0/number", "/entries/1/birth_year"] {
        assert!(named.iter().any(|e| e["pointer"] == pointer), "{named:?}");
    }
    let list = server.get("/tournaments").await.json();
    assert_eq!(
        list["items"].as_array().unwrap().len(),
        1,
        "nothing was made"
    );
}
