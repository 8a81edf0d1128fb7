//! Changes of a Swiss draft by hand over HTTP (17.1; appendix 2), reasons that stay, and what is said
//! of the rounds to come.
use crate::client::{ADMIN, Got, Server};
use serde_json::{Value, json};

/// A Swiss of seven entries over five rounds, the first round drawn, the second a draft.
struct Event {
    server: Server,
    id: String,
    draft: Value,
}

impl Event {
    async fn new() -> Event {
        let server = Server::new().await;
        let id = server.tournament(json!({}), 7).await;
        let stage = json!({"format": "swiss", "rounds_planned": 5});
        server
            .post(&format!("/tournaments/{id}/stages"), stage)
            .await
            .is(201);
        let mut event = Event {
            server,
            id,
            draft: Value::Null,
        };
        event.pair().await;
        event.publish(1).await;
        event.finish().await;
        event.pair().await;
        event
    }

    fn rounds(&self) -> String {
        format!("/tournaments/{}/stages/1/rounds", self.id)
    }

    async fn pair(&mut self) {
        self.draft = self
            .server
            .post(&self.rounds(), json!({}))
            .await
            .is(201)
            .json();
    }

    async fn publish(&mut self, round: u32) {
        let path = format!("{}/{round}/publish", self.rounds());
        self.draft = self.server.post(&path, json!({})).await.is(200).json();
    }

    /// Results of the published round: red wins on odd tables.
    async fn finish(&self) {
        for game in self.draft["games"].as_array().unwrap() {
            let result = if game["table"].as_u64().unwrap() % 2 == 1 {
                "red"
            } else {
                "draw"
            };
            let path = format!("/games/{}/result", game["id"].as_str().unwrap());
            let version = game["version"].as_i64().unwrap();
            self.server
                .change("PUT", &path, version, json!({"result": result}))
                .await
                .is(200);
        }
    }

    async fn put(&self, wish: Value) -> Got {
        self.server
            .ask("PUT", &format!("{}/2/pairings", self.rounds()))
            .key(ADMIN)
            .header("if-match", "*")
            .json(&wish)
            .go()
            .await
    }

    /// Red and black of a table of the draft.
    fn table(&self, table: usize) -> (u64, u64) {
        let game = &self.draft["games"][table - 1];
        (number(&game["red"]), number(&game["black"]))
    }
}

fn number(side: &Value) -> u64 {
    side.as_u64()
        .or_else(|| side["number"].as_u64())
        .unwrap_or_else(|| panic!("a number: {side}"))
}

fn pairs(round: &Value) -> Vec<(u64, u64)> {
    let games = round["games"].as_array().unwrap();
    games
        .iter()
        .map(|g| (number(&g["red"]), number(&g["black"])))
        .collect()
}

fn kinds(round: &Value) -> Vec<&str> {
    let list = round["by_hand"]["deviations"].as_array();
    let list = list.unwrap_or_else(|| panic!("{round}"));
    list.iter().map(|d| d["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn two_change_places_and_the_difference_is_recorded() {
    let event = Event::new().await;
    let ((a, x), (b, y)) = (event.table(1), event.table(2));
    let wish = json!({"swap": [[a, b]], "reason": "电视转播"});
    let changed = event.put(wish).await.is(200).json();
    assert_eq!(pairs(&changed)[..2], [(b, x), (a, y)]);
    assert_eq!(changed["by_hand"]["reason"], "电视转播");
    assert!(kinds(&changed).contains(&"pair"), "{changed}");
    let deviation = &changed["by_hand"]["deviations"][0];
    for field in ["zh", "en", "clause"] {
        assert!(!deviation[field].as_str().unwrap().is_empty());
    }
    // The engine's pairing is beside it, with its reasons; so are those of the pair made by hand.
    assert_eq!(pairs(&changed["engine"]), pairs(&event.draft));
    assert_eq!(changed["games"][0]["reasons"][0]["code"], "by_hand");
    // Changed back: the same as the engine's, nothing recorded.
    let back = event.put(json!({"swap": [[a, b]]})).await.is(200).json();
    assert_eq!(pairs(&back), pairs(&event.draft));
    assert_eq!(back["by_hand"], Value::Null);
}

#[tokio::test]
async fn tables_are_fixed_pairs_forbidden_and_the_bye_given() {
    let event = Event::new().await;
    let (a, x) = event.table(1);
    let (b, y) = event.table(2);
    let forbidden = event.put(json!({"forbid": [[a, x]]})).await.is(200).json();
    assert!(
        !pairs(&forbidden)
            .iter()
            .any(|p| [(a, x), (x, a)].contains(p))
    );
    let fixed = json!({"fix": [{"table": 3, "red": b, "black": a}]});
    let fixed = event.put(fixed).await.is(200).json();
    assert_eq!(pairs(&fixed)[2], (b, a));
    assert!(kinds(&fixed).contains(&"pair"));
    let bye = event
        .put(json!({"bye": y, "fix": [{"red": a, "black": x}]}))
        .await
        .is(200)
        .json();
    assert_eq!(bye["byes"], json!([y]));
    assert!(kinds(&bye).contains(&"bye"), "{bye}");
    assert!(
        bye["bye_reasons"][0]["zh"]
            .as_str()
            .unwrap()
            .contains("裁判长")
    );
    let mut all: Vec<u64> = pairs(&bye).into_iter().flat_map(|p| [p.0, p.1]).collect();
    all.push(y);
    all.sort_unstable();
    assert_eq!(all, [1, 2, 3, 4, 5, 6, 7]);
}

#[tokio::test]
async fn somebody_twice_or_missing_is_refused_and_nothing_changes() {
    let event = Event::new().await;
    let (a, x) = event.table(1);
    let path = format!("{}/2", event.rounds());
    let read = async || {
        event
            .server
            .ask("GET", &path)
            .key(ADMIN)
            .go()
            .await
            .is(200)
            .json()
    };
    let before = read().await;
    let all: Vec<Value> = pairs(&event.draft)
        .iter()
        .map(|p| json!({"red": p.0, "black": p.1}))
        .collect();
    let byes = &event.draft["byes"];
    let missing = event
        .put(json!({"games": all[1..], "byes": byes}))
        .await
        .is(422);
    assert_eq!(missing.problem(), "left_out");
    assert_eq!(missing.json()["clause"], "附录二.一.3");
    let mut numbers = [a, x];
    numbers.sort_unstable();
    let named = missing.json()["errors"].to_string();
    assert!(
        numbers
            .iter()
            .all(|n| named.contains(&format!("/left_out/{n}"))),
        "{named}"
    );
    let mut twice = all.clone();
    twice[1]["red"] = json!(a);
    let twice = event
        .put(json!({"games": twice, "byes": byes}))
        .await
        .is(422)
        .json();
    assert_eq!(twice["errors"][0]["pointer"], "/games/1/red");
    let twice = json!({"fix": [{"red": a, "black": x}, {"red": x, "black": byes[0]}]});
    let twice = event.put(twice).await.is(422);
    assert_eq!(twice.problem(), "paired_twice");
    assert_eq!(twice.json()["errors"][0]["pointer"], "/fix/1/red");
    let nobody = event.put(json!({"swap": [[a, 70]]})).await.is(422);
    assert_eq!(
        (
            nobody.problem().as_str(),
            &nobody.json()["errors"][0]["pointer"]
        ),
        ("not_playing", &json!("/swap/0/1"))
    );
    for wish in [
        json!({}),
        json!({"games": all, "byes": byes, "swap": [[a, x]]}),
        json!({"byes": byes}),
        json!({"swap": [[a]]}),
        json!({"unknown": 1}),
    ] {
        event.put(wish).await.is(422);
    }
    // Everybody whom 7 may still meet is forbidden him.
    let none: Vec<Value> = (1..7).map(|n| json!([7, n])).collect();
    let none = json!({"forbid": none, "bye": if byes[0] == 1 { 2 } else { 1 }});
    let refused = event.put(none).await.is(422);
    assert_eq!(refused.problem(), "infeasible");
    assert_eq!(read().await, before);
}

#[tokio::test]
async fn the_deviation_stays_with_the_round_and_the_checker_shows_it() {
    let mut event = Event::new().await;
    let (a, x) = event.table(1);
    event
        .put(json!({"swap": [[a, x]], "reason": "x"}))
        .await
        .is(200);
    event.publish(2).await;
    let path = format!("{}/2", event.rounds());
    let public = event.server.get(&path).await.is(200).json();
    assert_eq!(kinds(&public), ["colours"]);
    assert_eq!(public.get("engine"), None);
    let explained = event
        .server
        .get(&format!("{path}?explain=true"))
        .await
        .is(200)
        .json();
    assert!(explained["engine"]["games"].is_array());
    let export = event
        .server
        .get(&format!("/tournaments/{}/export", event.id))
        .await
        .is(200);
    let file = saiwu::tournament::event_file::read(&export.bytes).unwrap();
    let findings = saiwu::tournament::check::pairing::check(&file);
    assert_eq!(findings.len(), 1);
    assert!(
        findings[0].zh.contains("已记录为裁判长更改: x"),
        "{}",
        findings[0].zh
    );
    // The file brought into another tournament keeps it.
    let file: Value = serde_json::from_slice(&export.bytes).unwrap();
    let copy = event
        .server
        .post("/tournaments/import", file)
        .await
        .is(201)
        .json();
    let id = copy["id"].as_str().unwrap();
    let round = event
        .server
        .get(&format!("/tournaments/{id}/stages/1/rounds/2"))
        .await
        .is(200);
    assert_eq!(kinds(&round.json()), ["colours"]);
}

/// Reasons and segments are stored with the round: later corrections of results leave them alone.
#[tokio::test]
async fn explanations_are_given_when_asked_for_and_do_not_change() {
    let mut event = Event::new().await;
    assert!(event.draft["explanation"]["segments"][0]["order"].is_array());
    event.publish(2).await;
    let path = format!("{}/2", event.rounds());
    let plain = event.server.get(&path).await.is(200).json();
    assert_eq!(plain.get("explanation"), None);
    let explained = event
        .server
        .get(&format!("{path}?explain=true"))
        .await
        .is(200)
        .json();
    for game in explained["games"].as_array().unwrap() {
        let reason = &game["reasons"][0];
        assert!(reason["zh"].as_str().unwrap().contains("执红"), "{reason}");
        assert!(
            reason["en"].as_str().unwrap().contains("is red"),
            "{reason}"
        );
        assert!(reason["data"]["colour_clause"].is_string());
    }
    assert!(explained["bye_reasons"][0]["en"].is_string());
    let by_view = format!("/tournaments/{}/pairings?explain=true", event.id);
    assert_eq!(
        event.server.get(&by_view).await.is(200).json()["explanation"],
        explained["explanation"]
    );
    // Round 1 is corrected afterwards.
    let first = event
        .server
        .get(&format!("{}/1", event.rounds()))
        .await
        .is(200)
        .json();
    let game = &first["games"][0];
    let wish = json!({"result": "black", "note": "记录有误"});
    let result = format!("/games/{}/result", game["id"].as_str().unwrap());
    event
        .server
        .change("PUT", &result, game["version"].as_i64().unwrap(), wish)
        .await
        .is(200);
    let again = event
        .server
        .get(&format!("{path}?explain=true"))
        .await
        .is(200)
        .json();
    assert_eq!(again["explanation"], explained["explanation"]);
    assert_eq!(again["bye_reasons"], explained["bye_reasons"]);
    for (now, then) in again["games"]
        .as_array()
        .unwrap()
        .iter()
        .zip(explained["games"].as_array().unwrap())
    {
        assert_eq!(now["reasons"], then["reasons"]);
    }
}

/// Before the start and before each round: can the remaining rounds be completed at all?
#[tokio::test]
async fn what_is_ahead_is_said_of_the_stage_of_the_pairing_and_by_itself() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 6).await;
    let stages = format!("/tournaments/{id}/stages");
    server
        .post(&stages, json!({"format": "swiss", "rounds_planned": 6}))
        .await
        .is(201);
    let ahead = server
        .get(&format!("{stages}/1/feasibility"))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&ahead["verdict"], &ahead["method"]),
        (&json!("no"), &json!("exact"))
    );
    assert_eq!(
        (&ahead["first_round"], &ahead["numbers"]),
        (&json!(6), &json!([1, 2, 3, 4, 5, 6]))
    );
    assert!(ahead["zh"].as_str().unwrap().contains("第 6 轮"));
    let stage = server.get(&format!("{stages}/1")).await.is(200).json();
    assert_eq!(stage["feasibility"]["first_round"], 6);
    let codes = |of: &Value| -> Vec<String> {
        let list = of["warnings"].as_array().unwrap();
        list.iter()
            .map(|w| w["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(codes(&stage).contains(&"rounds_cannot_be_completed".to_owned()));
    assert!(codes(&stage).contains(&"few_rounds".to_owned()));
    let draft = server
        .post(&format!("{stages}/1/rounds"), json!({}))
        .await
        .is(201)
        .json();
    assert_eq!(draft["feasibility"]["verdict"], "no");
    assert!(codes(&draft).contains(&"rounds_cannot_be_completed".to_owned()));
    let other = server
        .post(&stages, json!({"format": "round_robin"}))
        .await
        .is(201)
        .json();
    let path = format!("{stages}/{}/feasibility", other["number"]);
    assert_eq!(server.get(&path).await.is(409).problem(), "not_a_swiss");
    assert_eq!(
        server
            .get(&format!("{stages}/9/feasibility"))
            .await
            .status
            .as_u16(),
        404
    );
}
