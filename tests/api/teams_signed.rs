//! A team match is signed and waits as a whole (9, 9.10): what its boards' logs say, who may change it.
use crate::client::Got;
use crate::table::Table;
use serde_json::{Value, json};

/// A published match of so many boards.
async fn a_match(boards: u32, double: bool) -> Table {
    Table::of(json!({"kind": "team", "level": "provincial",
        "regulations": {"boards": boards, "double_confirmation": double}}))
    .await
}

fn signed(side: &str) -> Value {
    json!({"side": side})
}

fn resigns(side: &str) -> Value {
    json!({"act": {"kind": "resign", "side": side}})
}

impl Table {
    /// Enters the result of a board under its own version.
    async fn board(&self, key: &str, board: u32, body: Value) -> Got {
        let game = self.game().await;
        let boards = game["boards"].as_array().into_iter().flatten();
        let known = boards.clone().find(|b| b["board"] == board);
        let version = known.map_or(1, |b| b["version"].as_i64().unwrap());
        self.server
            .ask("PUT", &format!("{}/boards/{board}/result", self.game))
            .key(key)
            .saw(version)
            .json(&body)
            .go()
            .await
    }

    /// The results of the boards as everybody sees them.
    async fn results(&self) -> Vec<Value> {
        let game = self.game().await;
        let boards = game["boards"].as_array().into_iter().flatten();
        boards.map(|b| b["result"].clone()).collect()
    }

    async fn sign(&self, key: &str) {
        for side in ["red", "black"] {
            self.by(key, "confirmations", signed(side)).await.is(200);
        }
    }

    /// A file with the logs comes back the same.
    async fn comes_back(&self) {
        let file = self.file(&self.tournament).await;
        let made = self.server.post("/tournaments/import", file.clone()).await;
        let copy = made.is(201).json()["id"].as_str().unwrap().to_owned();
        assert_eq!(self.file(&copy).await, file);
    }

    async fn undo(&self, key: &str) -> Got {
        let path = format!("/tournaments/{}", self.tournament);
        let revision = self.server.get(&path).await.json()["revision"].clone();
        self.server
            .ask("POST", &format!("{path}/undo"))
            .key(key)
            .fresh()
            .json(&json!({"revision": revision, "reason": "误操作"}))
            .go()
            .await
    }
}

/// Signatures fall with the result they were given for.
#[tokio::test]
async fn article_9_signatures_do_not_outlive_their_result() {
    let table = a_match(1, true).await;
    let (one, two) = (table.key("arbiter").await, table.key("arbiter").await);
    table.board(&one, 1, json!({"result": "red"})).await.is(200);
    table.sign(&one).await;
    let other = json!({"result": "black", "note": "看错"});
    table.board(&one, 1, other).await.is(200);
    let done = table.by(&two, "confirmations", signed("arbiter")).await;
    assert_eq!(
        done.is(200).json()["state"],
        "finished",
        "nobody else has signed that"
    );
    assert_eq!(table.results().await, ["black"]);
    table.sign(&two).await;
    assert_eq!(table.game().await["state"], "confirmed");
    table.comes_back().await;
}

/// 9.10: a signed match is changed by the chief arbiter only, whichever way is tried.
#[tokio::test]
async fn article_9_a_signed_match_is_the_chief_arbiters() {
    let table = a_match(2, false).await;
    let (one, chief) = (table.key("arbiter").await, table.key("chief_arbiter").await);
    table
        .by(&one, "log?board=1", resigns("black"))
        .await
        .is(200);
    table
        .board(&one, 2, json!({"result": "draw"}))
        .await
        .is(200);
    table.sign(&one).await;
    table
        .by(&one, "confirmations", signed("arbiter"))
        .await
        .is(200);
    assert_eq!(table.game().await["state"], "confirmed");
    let before = table.file(&table.tournament).await;
    let void = json!({"act": {"kind": "void", "entry": 0, "reason": "v"}});
    let got = table.by(&one, "log?board=1", void).await.is(409);
    assert_eq!(got.problem(), "wrong_phase");
    let foul = json!({"side": "red", "foul": "disturbing"});
    assert_eq!(
        table
            .by(&one, "fouls?board=1", foul)
            .await
            .is(409)
            .problem(),
        "wrong_phase"
    );
    let other = json!({"result": "black", "note": "更正"});
    let got = table.board(&one, 1, other.clone()).await.is(403);
    assert_eq!(got.json()["clause"], "9");
    table.undo(&one).await.is(403);
    assert_eq!(table.file(&table.tournament).await, before);
    table.board(&chief, 1, other).await.is(200);
    assert_eq!(table.results().await, ["black", "draw"]);
    // The correction stands in the board's log with who and why.
    let path = format!("{}/log?board=1", table.game);
    let log = table
        .server
        .ask("GET", &path)
        .key(&chief)
        .go()
        .await
        .is(200)
        .json();
    let last = log["items"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["kind"], &last["act"]["why"]),
        (&json!("correction"), &json!("更正"))
    );
    table.comes_back().await;
}

/// Where two enter a result the match waits as a whole, whatever is corrected meanwhile.
#[tokio::test]
async fn article_9_what_waits_is_corrected_and_not_lost() {
    let table = a_match(3, true).await;
    let (one, two) = (table.key("arbiter").await, table.key("arbiter").await);
    for board in [1, 2] {
        table
            .board(&one, board, json!({"result": "red"}))
            .await
            .is(200);
    }
    // The last board, and a correction of the first in one wish.
    let both = json!({"boards": [{"board": 1, "result": "draw"}, {"board": 3, "result": "red"}], "note": "更正"});
    let got = table.result(&one, both).await.is(200).json();
    assert_eq!(got["proposed"]["after"]["boards"][0]["result"], "draw");
    assert_eq!(table.results().await, ["red", "red"], "nothing counts yet");
    // Corrected while it waits: it waits on.
    let again = json!({"result": "black", "note": "再更正"});
    let got = table.board(&one, 2, again).await.is(200).json();
    assert_eq!(got["proposed"]["after"]["boards"][1]["result"], "black");
    let foul = json!({"side": "red", "foul": "disturbing"});
    table.by(&two, "fouls?board=1", foul).await.is(200);
    table.comes_back().await;
    let done = table
        .by(&one, "confirmations", signed("arbiter"))
        .await
        .is(200);
    assert_eq!(
        done.json()["state"],
        "finished",
        "the second entered the foul"
    );
    assert_eq!(table.results().await, ["draw", "black", "red"]);
    let game = table.game().await;
    assert_eq!(game["boards"][0]["fouls"]["red"], 1);
    table.comes_back().await;
}

/// Who entered the result is not who confirms it, whatever else was entered after it.
#[tokio::test]
async fn article_9_who_entered_it_is_not_forgotten() {
    let table = a_match(1, true).await;
    let (one, two) = (table.key("arbiter").await, table.key("arbiter").await);
    table
        .by(&one, "log?board=1", resigns("black"))
        .await
        .is(200);
    let dispute = json!({"act": {"kind": "dispute", "side": "red", "subject": "时间"}});
    table.by(&two, "log?board=1", dispute).await;
    let own = table
        .by(&one, "confirmations", signed("arbiter"))
        .await
        .is(409);
    assert_eq!(own.problem(), "same_person");
    table
        .by(&two, "confirmations", signed("arbiter"))
        .await
        .is(200);
    assert_eq!(table.results().await, ["red"]);
}

/// A disputed match waits for the chief arbiter; who disputed it may sign after all.
#[tokio::test]
async fn article_9_a_disputed_match_waits_for_the_chief_arbiter() {
    let table = a_match(1, false).await;
    let (one, chief) = (table.key("arbiter").await, table.key("chief_arbiter").await);
    table.board(&one, 1, json!({"result": "red"})).await.is(200);
    let no = json!({"side": "red", "agrees": false, "note": "不服"});
    table.by(&one, "confirmations", no).await.is(200);
    let waits = table
        .by(&one, "confirmations", signed("arbiter"))
        .await
        .is(409);
    assert_eq!(waits.problem(), "disputed");
    let refuses = json!({"side": "arbiter", "agrees": false});
    table.by(&one, "confirmations", refuses).await.is(403);
    let settled = table
        .by(&chief, "confirmations", signed("arbiter"))
        .await
        .is(200);
    assert_eq!(settled.json()["state"], "confirmed");
    // Settled, it comes back so.
    let file = table.file(&table.tournament).await;
    let made = table
        .server
        .post("/tournaments/import", file)
        .await
        .is(201)
        .json();
    let round = format!(
        "/tournaments/{}/stages/1/rounds/1",
        made["id"].as_str().unwrap()
    );
    let round = table.server.get(&round).await.is(200).json();
    assert_eq!(round["games"][0]["state"], "confirmed");
    let other = a_match(1, false).await;
    let one = other.key("arbiter").await;
    other.board(&one, 1, json!({"result": "red"})).await.is(200);
    let no = json!({"side": "red", "agrees": false});
    other.by(&one, "confirmations", no).await.is(200);
    other.sign(&one).await;
    let done = other
        .by(&one, "confirmations", signed("arbiter"))
        .await
        .is(200);
    assert_eq!(done.json()["state"], "confirmed");
}

/// Undo puts a whole match back: boards with logs, boards without, a whole team's absence.
#[tokio::test]
async fn a_match_is_undone_whole() {
    let table = a_match(3, false).await;
    let one = table.key("chief_arbiter").await;
    table
        .by(&one, "log?board=1", resigns("black"))
        .await
        .is(200);
    for board in [2, 3] {
        table
            .board(&one, board, json!({"result": "red"}))
            .await
            .is(200);
    }
    let before = table.results().await;
    let many = json!({"boards": [{"board": 1, "result": null}, {"board": 2, "result": "black"}], "note": "n"});
    table.result(&one, many).await.is(200);
    table.undo(&one).await.is(200);
    assert_eq!(table.results().await, before);
    table.comes_back().await;
    let absent = json!({"result": "red_forfeit", "note": "整队未到"});
    table.result(&one, absent).await.is(200);
    table.undo(&one).await.is(200);
    assert_eq!(table.results().await, before);
    assert_eq!(table.game().await["result"], json!(null));
    // What comes next does not meet what was undone.
    table
        .board(&one, 2, json!({"result": "draw", "note": "更正"}))
        .await
        .is(200);
    assert_eq!(table.results().await, ["red", "draw", "red"]);
    table.comes_back().await;
}

/// 9.2 and 9: a board's result is held against its moves as a single game's is; times used are kept.
#[tokio::test]
async fn article_9_a_board_has_its_reason_and_its_times() {
    let table = a_match(1, false).await;
    let one = table.key("arbiter").await;
    let moves = json!({"moves": ["h2e2", "h9g7"]});
    table.by(&one, "moves?board=1", moves).await.is(200);
    let mate = json!({"result": "red", "reason": "checkmate"});
    let got = table.board(&one, 1, mate).await;
    assert_eq!(got.problem(), "contradicts_record", "{}", got.json());
    let times =
        json!({"result": "red", "reason": "resignation", "times": {"red": 1200, "black": 1500}});
    table.board(&one, 1, times).await.is(200);
    let game = table.game().await;
    assert_eq!(
        game["boards"][0]["times"],
        json!({"red": 1200, "black": 1500})
    );
    let word = json!({"result": "draw", "reason": "agreement", "against_record": true, "note": "裁判认定"});
    table.board(&one, 1, word).await.is(200);
    table.comes_back().await;
}

/// 5.8.1: colours swapped on a board are kept beside the paired ones, and its log is taken out.
#[tokio::test]
async fn article_5_8_1_colours_swapped_on_a_board_are_kept() {
    let table = a_match(1, false).await;
    table
        .post("moves?board=1", json!({"moves": ["h2e2"]}))
        .await
        .is(200);
    let late = json!({"on": "colours", "minutes": 40});
    table.post("rulings?board=1", late).await.is(200);
    table.post("log?board=1", resigns("black")).await.is(200);
    let game = table.game().await;
    assert_eq!(
        game["boards"][0]["result"], "black",
        "by the paired colours"
    );
    let file = table.file(&table.tournament).await;
    let board = &file["stages"][0]["rounds"][0]["games"][0]["boards"][0];
    assert_eq!(board["colours_swapped"], true);
    assert_eq!(board["log"]["entries"].as_array().unwrap().len(), 3);
    table.comes_back().await;
}

/// 18.5, 18.3: a penalty entered by mistake is taken back from the entry too.
#[tokio::test]
async fn article_18_a_penalty_made_void_leaves_the_entry() {
    let table = Table::new(json!({})).await;
    let gone = json!({"act": {"kind": "penalty", "side": "red", "clause": "18.3", "reason": "x"}});
    table.post("log", gone).await.is(200);
    let number = table.paired["red"].as_u64().unwrap();
    let entries = format!("/tournaments/{}/entries", table.tournament);
    let of_red = async || {
        let list = table.server.get(&entries).await.is(200).json();
        let items = list["items"].as_array().unwrap().clone();
        items.into_iter().find(|e| e["number"] == number).unwrap()
    };
    assert_eq!(of_red().await["status"], "expelled");
    let void = json!({"act": {"kind": "void", "entry": 0, "reason": "记错"}});
    table.post("log", void).await.is(200);
    let entry = of_red().await;
    assert_eq!(entry["status"], "active", "{entry}");
    assert!(
        entry["penalties"].as_array().is_none_or(Vec::is_empty),
        "{entry}"
    );
    assert_eq!(table.game().await["result"], json!(null));
}
