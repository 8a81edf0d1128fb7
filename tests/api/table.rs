//! One game of a published round, as tests of its conduct speak to it.
use crate::client::{ADMIN, Got, Server};
use serde_json::{Value, json};

/// A server with a tournament of two entries whose one game is published.
pub struct Table {
    pub server: Server,
    pub tournament: String,
    /// `/games/{id}`.
    pub game: String,
    /// The game as its round shows it.
    pub paired: Value,
}

impl Table {
    /// A game under these regulations, of a provincial event by the approved edition.
    pub async fn new(regulations: Value) -> Table {
        Table::of(json!({"level": "provincial", "regulations": regulations})).await
    }

    /// A game of a tournament that has this.
    pub async fn of(tournament: Value) -> Table {
        let server = Server::new().await;
        let id = server.tournament(tournament, 2).await;
        let stages = format!("/tournaments/{id}/stages");
        let format = json!({"format": "round_robin"});
        server.post(&stages, format).await.is(201);
        let rounds = format!("{stages}/1/rounds");
        server.post(&rounds, json!({})).await.is(201);
        let publish = format!("{rounds}/1/publish");
        let out = server.post(&publish, json!({})).await.is(200).json();
        let paired = out["games"][0].clone();
        Table {
            game: format!("/games/{}", paired["id"].as_str().unwrap()),
            tournament: id,
            paired,
            server,
        }
    }

    /// A POST below the game, by the administrator.
    pub async fn post(&self, path: &str, body: Value) -> Got {
        self.by(ADMIN, path, body).await
    }

    /// The same by another key.
    pub async fn by(&self, key: &str, path: &str, body: Value) -> Got {
        self.server
            .ask("POST", &format!("{}/{path}", self.game))
            .key(key)
            .fresh()
            .json(&body)
            .go()
            .await
    }

    /// A key of this tournament.
    pub async fn key(&self, role: &str) -> String {
        self.server.made_key(role, Some(&self.tournament)).await
    }

    /// Plays moves.
    pub async fn play(&self, moves: &str) -> Value {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let path = "moves";
        self.post(path, json!({"moves": moves}))
            .await
            .is(200)
            .json()
    }

    /// Plays moves from a position.
    pub async fn play_from(&self, fen: &str, moves: &str) -> Value {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let body = json!({"fen": fen, "moves": moves});
        self.post("moves", body).await.is(200).json()
    }

    /// Enters a result.
    pub async fn result(&self, key: &str, body: Value) -> Got {
        let version = self.game().await["version"].as_i64().unwrap();
        self.server
            .ask("PUT", &format!("{}/result", self.game))
            .key(key)
            .saw(version)
            .json(&body)
            .go()
            .await
    }

    /// The game as the public sees it.
    pub async fn game(&self) -> Value {
        self.server.get(&self.game).await.is(200).json()
    }

    /// What a path shows the office.
    async fn office(&self, path: &str) -> Value {
        let got = self.server.ask("GET", path).key(ADMIN).go().await;
        got.is(200).json()
    }

    /// The log as the office sees it.
    pub async fn log(&self) -> Value {
        let path = format!("{}/log", self.game);
        self.office(&path).await
    }

    /// Asserts how the game ended, for everyone.
    pub async fn ended(&self, result: &str, reason: &str) {
        let game = self.game().await;
        assert_eq!(
            (&game["result"], &game["reason"], &game["state"]),
            (&json!(result), &json!(reason), &json!("finished")),
            "{game}"
        );
        self.comes_back_with_its_log().await;
    }

    /// Asserts that it goes on.
    pub async fn goes_on(&self) {
        let game = self.game().await;
        assert_eq!(game["result"], json!(null), "{game}");
        self.comes_back_with_its_log().await;
    }

    /// The tournament as the office takes it out: with the log of the game.
    pub async fn file(&self, tournament: &str) -> Value {
        let path = format!("/tournaments/{tournament}/export?log=true");
        self.office(&path).await
    }

    /// Asserts that a file brings the game's log back whole: the same entries, and the same that
    /// follows from them.
    pub async fn comes_back_with_its_log(&self) {
        let file = self.file(&self.tournament).await;
        let made = self.server.post("/tournaments/import", file.clone()).await;
        let copy = made.is(201).json()["id"].as_str().unwrap().to_owned();
        assert_eq!(self.file(&copy).await, file);
        let rounds = format!("/tournaments/{copy}/stages/1/rounds/1");
        let round = self.server.get(&rounds).await.is(200).json();
        let game = &round["games"][0];
        assert_eq!(game["state"], self.game().await["state"]);
        let path = format!("/games/{}/log", game["id"].as_str().unwrap());
        let (log, own) = (self.office(&path).await, self.log().await);
        assert_eq!(without_ids(&log["conduct"]), without_ids(&own["conduct"]));
        let told = |log: &Value| -> Vec<Value> {
            let items = log["items"].as_array().unwrap().clone();
            let bare = |mut item: Value| {
                // Of two keys of one name the second is told as `name (2)`.
                item.as_object_mut().unwrap().remove("author");
                item
            };
            items.into_iter().map(bare).collect()
        };
        assert_eq!(told(&log), told(&own));
    }

    /// Asserts that a request is refused with a code and a clause, and that nothing has changed.
    pub async fn refused(&self, path: &str, body: Value, code: &str, clause: Option<&str>) {
        let before = self.log().await;
        let got = self.post(path, body).await;
        let told = got.json();
        assert!(got.status.is_client_error(), "{told}");
        assert_eq!(got.problem(), code, "{told}");
        assert_eq!(told["clause"].as_str(), clause, "{told}");
        assert_eq!(self.log().await, before);
    }
}

/// What follows from a log, whoever entered it: keys are told by name in a file.
fn without_ids(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "id")
            .map(|(name, value)| (name.clone(), without_ids(value)))
            .collect(),
        Value::Array(items) => items.iter().map(without_ids).collect(),
        other => other.clone(),
    }
}

/// Whether an answer of an entry says that this has followed.
pub fn effects(answer: &Value) -> Vec<String> {
    let entries = answer["entries"].as_array().into_iter().flatten();
    entries
        .flat_map(|entry| entry["effects"].as_array().into_iter().flatten())
        .map(|effect| effect["what"]["effect"].as_str().unwrap().to_owned())
        .collect()
}
