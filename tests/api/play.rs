//! Whole events played over HTTP: rounds paired and published, games and boards finished, the file
//! taken out and brought in again.
use crate::client::{ADMIN, Got, Server};
use serde_json::{Value, json};

/// A tournament being played.
pub struct Play<'a> {
    pub server: &'a Server,
    pub id: String,
}

/// A small generator of numbers, so that a run can be repeated.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// A result by colours.
    pub fn result(&mut self) -> &'static str {
        ["red", "black", "draw", "red", "black"][self.below(5)]
    }
}

impl<'a> Play<'a> {
    /// A tournament without entries.
    pub async fn new(server: &'a Server, frame: Value) -> Play<'a> {
        let id = server.tournament(frame, 0).await;
        Play { server, id }
    }

    /// A path below the tournament.
    pub fn path(&self, rest: &str) -> String {
        format!("/tournaments/{}{rest}", self.id)
    }

    /// A read below the tournament.
    pub async fn get(&self, rest: &str) -> Value {
        self.server.get(&self.path(rest)).await.is(200).json()
    }

    /// A POST below the tournament.
    pub async fn post(&self, rest: &str, body: Value) -> Got {
        self.server.post(&self.path(rest), body).await
    }

    /// Enters somebody; the entry.
    pub async fn enter(&self, entry: Value) -> Value {
        self.post("/entries", entry).await.is(201).json()
    }

    /// Enters players 1 … n, the smaller number the stronger; units in turn.
    pub async fn players(&self, n: u32, units: u32) {
        let rows: Vec<Value> = (1..=n)
            .map(|k| {
                json!({"name": format!("选手{k}"), "number": k, "seed": k,
                    "rating": 2600 - k, "unit": format!("单位{}", (k - 1) % units + 1)})
            })
            .collect();
        self.post("/entries/import", Value::Array(rows))
            .await
            .is(201);
    }

    /// Enters teams 1 … n with so many members each.
    pub async fn teams(&self, n: u32, members: u32) -> Vec<Value> {
        let mut teams = Vec::new();
        for team in 1..=n {
            teams.push(self.enter(team_of(team, members)).await);
        }
        teams
    }

    /// Adds a stage.
    pub async fn stage(&self, stage: Value) -> Value {
        self.post("/stages", stage).await.is(201).json()
    }

    /// Pairs and publishes the next round of a stage; nothing when the stage is over.
    pub async fn next(&self, stage: u32) -> Option<Value> {
        let rounds = format!("/stages/{stage}/rounds");
        let paired = self.post(&rounds, json!({})).await;
        if paired.status.as_u16() == 409 && paired.problem() == "stage_over" {
            return None;
        }
        let number = paired.is(201).json()["number"].clone();
        let published = self
            .post(&format!("{rounds}/{number}/publish"), json!({}))
            .await;
        Some(published.is(200).json())
    }

    /// Enters the result of a game.
    pub async fn result(&self, game: &Value, body: Value) -> Value {
        let path = format!("/games/{}/result", game["id"].as_str().unwrap());
        let version = game["version"].as_i64().unwrap();
        self.server
            .change("PUT", &path, version, body)
            .await
            .is(200)
            .json()
    }

    /// Enters the result of a board under its own version.
    pub async fn board(&self, game: &Value, board: &Value, body: Value) -> Value {
        let path = format!(
            "/games/{}/boards/{}/result",
            game["id"].as_str().unwrap(),
            board["board"]
        );
        let version = board["version"].as_i64().unwrap();
        self.server
            .change("PUT", &path, version, body)
            .await
            .is(200)
            .json()
    }

    /// Finishes every open game of a round: `result` by the two numbers.
    pub async fn finish(&self, round: &Value, mut result: impl FnMut(u64, u64) -> &'static str) {
        for game in list(&round["games"]) {
            if game["state"] == "finished" {
                continue;
            }
            let (red, black) = (number(&game["red"]), number(&game["black"]));
            self.result(game, json!({"result": result(red, black)}))
                .await;
        }
    }

    /// Finishes every board of a round of teams, each under its own version.
    pub async fn finish_boards(&self, round: &Value, dice: &mut Dice) {
        for game in list(&round["games"]) {
            for board in game["boards"].as_array().into_iter().flatten() {
                if board["result"].is_null() {
                    self.board(game, board, json!({"result": dice.result()}))
                        .await;
                }
            }
        }
    }

    /// Plays a stage of an individual event to its end.
    pub async fn play(&self, stage: u32, mut result: impl FnMut(u64, u64) -> &'static str) -> u32 {
        let planned = self.get(&format!("/stages/{stage}")).await["rounds_planned"]
            .as_u64()
            .unwrap_or(200);
        for n in 0..planned as u32 {
            match self.next(stage).await {
                Some(round) => self.finish(&round, &mut result).await,
                None => return n,
            }
        }
        planned as u32
    }

    /// The event file.
    pub async fn export(&self) -> Value {
        self.get("/export").await
    }

    /// Export → import → export gives the identical event.
    pub async fn comes_back_the_same(&self) -> Value {
        let file = self.export().await;
        let made = self
            .server
            .ask("POST", "/tournaments/import")
            .key(ADMIN)
            .fresh()
            .json(&file)
            .go()
            .await
            .is(201)
            .json();
        let copy = made["id"].as_str().unwrap();
        let again = self
            .server
            .get(&format!("/tournaments/{copy}/export"))
            .await
            .is(200)
            .json();
        assert_eq!(again, file);
        self.logs_come_back().await;
        file
    }

    /// The same with what the office keeps of the games: every log, every signature.
    async fn logs_come_back(&self) {
        let whole = |id: String| async move {
            let path = format!("/tournaments/{id}/export?log=true");
            let got = self.server.ask("GET", &path).key(ADMIN).go().await;
            got.is(200).json()
        };
        let file = whole(self.id.clone()).await;
        let made = self.server.post("/tournaments/import", file.clone()).await;
        let copy = made.is(201).json()["id"].as_str().unwrap().to_owned();
        assert_eq!(whole(copy).await, file);
    }
}

/// A team as it is entered: members by rating, the first its captain.
pub fn team_of(team: u32, members: u32) -> Value {
    let members: Vec<Value> = (1..=members)
        .map(|m| {
            json!({"name": format!("{team}队{m}"), "rating": 2500 - 10 * m - team,
                "captain": m == 1})
        })
        .collect();
    json!({"name": format!("{team}队"), "unit": format!("单位{team}"), "number": team,
        "members": members})
}

/// The smaller number always wins.
pub fn stronger(red: u64, black: u64) -> &'static str {
    if red < black { "red" } else { "black" }
}

/// An array.
#[track_caller]
pub fn list(value: &Value) -> &Vec<Value> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("a list, not {value}"))
}

/// A number.
#[track_caller]
pub fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("a number, not {value}"))
}

/// The numbers of a list of rows, in its order.
pub fn numbers(rows: &Value) -> Vec<u64> {
    list(rows).iter().map(|r| number(&r["number"])).collect()
}

/// The event of a file, and everything the checkers find in it: nothing.
pub fn checked(file: &Value) -> saiwu::tournament::model::Event {
    use saiwu::tournament::{check, event_file, lots};
    let event = event_file::read(file.to_string().as_bytes()).expect("a good file");
    let mut findings = check::pairing::check(&event);
    findings.extend(check::standings::check(&event));
    findings.extend(check::teams::check(&event));
    assert_eq!(findings, []);
    for draw in &event.draws {
        assert_eq!(lots::check(draw), []);
    }
    event
}
