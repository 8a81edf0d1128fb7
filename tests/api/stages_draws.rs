//! Draws of lots over HTTP: seeds promised and revealed, positions, groups, numbers from the hall; every
//! draw can be run again by anyone with `saiwu lots`.
use crate::client::Server;
use crate::play::{Play, checked, list, number};
use saiwu::tournament::lots::Seed;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Runs a draw again with the program itself, from the answer of the service alone.
async fn run_again(play: &Play<'_>, draw: u32) -> String {
    let text = play.get(&format!("/draws/{draw}")).await.to_string();
    let file = std::env::temp_dir().join(format!("saiwu-draw-{}-{draw}.json", play.id));
    std::fs::write(&file, text).unwrap();
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_saiwu"))
        .arg("lots")
        .arg(&file)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    let out = String::from_utf8(said.stdout).unwrap();
    assert!(said.status.success(), "{out}");
    assert!(out.contains("same result"), "{out}");
    out
}

#[tokio::test]
async fn a_seed_is_promised_before_the_draw_and_no_other_one_will_do() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(9, 3).await;
    play.stage(json!({"format": "swiss", "rounds_planned": 5}))
        .await;
    let promised = play
        .post("/stages/1/draw/commitment", json!({}))
        .await
        .is(200)
        .json();
    let sha256 = promised["commitment"]["sha256"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(sha256.len(), 64);
    // Everyone sees the promise; nobody sees the seed.
    let seen = play.get("/stages/1").await;
    assert_eq!(seen["commitment"]["sha256"], sha256);
    let again = play
        .post("/stages/1/draw/commitment", json!({}))
        .await
        .is(409);
    assert_eq!(again.problem(), "already_committed");
    play.comes_back_the_same().await;
    let other = json!({"seed": "00".repeat(32)});
    let refused = play.post("/stages/1/draw", other).await.is(409);
    assert_eq!(refused.problem(), "seed_not_committed");
    let method = json!({"method": {"kind": "seeded_halves", "seeds": 3, "others": "drawn"}});
    let done = play.post("/stages/1/draw", method).await.is(200).json();
    let draw = &done["draw"];
    assert_eq!(draw["commitment"], sha256);
    assert!(draw["committed_at"].as_str().unwrap() <= draw["drawn_at"].as_str().unwrap());
    let seed: Seed = draw["seed"].as_str().unwrap().parse().unwrap();
    assert_eq!(seed.commitment(), sha256, "the seed is the promised one");
    assert!(
        play.get("/stages/1").await["commitment"].is_null(),
        "the promise is kept"
    );
    run_again(&play, 1).await;
    checked(&play.comes_back_the_same().await);
}

#[tokio::test]
async fn a_promise_may_be_kept_by_the_caller() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(4, 2).await;
    play.stage(json!({"format": "round_robin"})).await;
    let seed = Seed::from_text("kept by the referee");
    let bad = play
        .post("/stages/1/draw/commitment", json!({"sha256": "abc"}))
        .await
        .is(422);
    assert_eq!(bad.json()["errors"][0]["pointer"], "/sha256");
    let promise = json!({"sha256": seed.commitment().to_uppercase()});
    play.post("/stages/1/draw/commitment", promise)
        .await
        .is(200);
    let missing = play.post("/stages/1/draw", json!({})).await.is(422);
    assert_eq!(missing.json()["errors"][0]["pointer"], "/seed");
    let body = json!({"seed": seed.to_string()});
    play.post("/stages/1/draw", body).await.is(200);
    run_again(&play, 1).await;
}

/// Appendix 3, note 1: seeds 1–4 on positions 1–4, the others drawn, units apart as long as may be.
#[tokio::test]
async fn a_bracket_is_drawn_with_protected_seeds() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(8, 4).await;
    play.stage(json!({"format": "single_elimination"})).await;
    let body = json!({"method": {"kind": "bracket", "protected": 4}, "apart": "units", "seed": "b4".repeat(32)});
    let done = play.post("/stages/1/draw", body).await.is(200).json();
    let entries: Vec<u64> = list(&done["stages"][0]["entries"])
        .iter()
        .map(number)
        .collect();
    assert_eq!(entries[..4], [1, 2, 3, 4]);
    let mut rest = entries[4..].to_vec();
    rest.sort_unstable();
    assert_eq!(rest, [5, 6, 7, 8]);
    // Numbers k and k + 4 are of one unit: no such pair in the first round.
    let round = play.next(1).await.unwrap();
    for game in list(&round["games"]) {
        assert_ne!(number(&game["red"]) % 4, number(&game["black"]) % 4);
    }
    // The colours came from the same draw: their seed is on record too (12.4).
    assert!(play.get("/stages/1").await["regulations"]["lots_seed"].is_string());
    let late = play.post("/stages/1/draw", json!({})).await.is(409);
    assert_eq!(late.problem(), "stage_started");
    run_again(&play, 1).await;
    checked(&play.comes_back_the_same().await);
}

/// 10.2: pots: seed k heads group k, every pot gives one to each group, units apart.
#[tokio::test]
async fn groups_are_drawn_from_pots() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(12, 4).await;
    for group in ["A", "B", "C"] {
        play.stage(json!({"format": "round_robin", "phase": 1, "group": group}))
            .await;
    }
    let four = json!({"method": {"kind": "pots", "groups": 4}});
    let refused = play.post("/stages/1/draw", four).await.is(422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/method/groups");
    let body =
        json!({"method": {"kind": "pots", "groups": 3, "seeds_fixed": true}, "apart": "units"});
    let done = play.post("/stages/1/draw", body).await.is(200).json();
    assert_eq!(list(&done["stages"]).len(), 3);
    let mut all = Vec::new();
    for (stage, k) in list(&done["stages"]).iter().zip(1u64..) {
        let group: Vec<u64> = list(&stage["entries"]).iter().map(number).collect();
        assert_eq!(group.len(), 4);
        assert_eq!(group[0], k, "seed k heads group k");
        for (pot, number) in group.iter().enumerate() {
            assert_eq!((*number as usize - 1) / 3, pot, "one of each pot");
        }
        let units: std::collections::BTreeSet<u64> = group.iter().map(|n| n % 4).collect();
        assert!(units.len() >= 3, "units are spread");
        all.extend(group);
    }
    all.sort_unstable();
    assert_eq!(all, (1..=12).collect::<Vec<u64>>());
    run_again(&play, 1).await;
    for stage in 1..=3 {
        assert_eq!(play.play(stage, crate::play::stronger).await, 3);
    }
    checked(&play.comes_back_the_same().await);
}

/// Numbers drawn in the hall are entered, for everyone at first, for a later stage as positions.
#[tokio::test]
async fn numbers_drawn_by_hand() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "aa".repeat(32)}}),
    )
    .await;
    play.players(4, 4).await;
    play.stage(json!({"format": "round_robin"})).await;
    play.stage(json!({"format": "single_elimination",
        "source": {"picks": [{"stages": [1], "from": 1, "to": 4}]}}))
        .await;
    let entries = play.get("/entries").await["items"].clone();
    let id: BTreeMap<String, Value> = list(&entries)
        .iter()
        .map(|e| (e["name"].as_str().unwrap().to_owned(), e["id"].clone()))
        .collect();
    let drawn = |numbers: [u64; 4]| -> Value {
        (1..=4)
            .zip(numbers)
            .map(|(k, n)| json!({"entry_id": id[&format!("选手{k}")], "number": n}))
            .collect()
    };
    let early = play
        .post("/stages/2/draw", json!({"drawn": drawn([1, 2, 3, 4])}))
        .await;
    assert_eq!(early.is(409).problem(), "field_not_settled");
    let twice = play
        .post("/stages/1/draw", json!({"drawn": drawn([1, 2, 2, 4])}))
        .await
        .is(422);
    assert_eq!(twice.json()["errors"][0]["pointer"], "/result");
    let done = play
        .post("/stages/1/draw", json!({"drawn": drawn([4, 3, 2, 1])}))
        .await
        .is(200)
        .json();
    assert_eq!(done["entries"][0]["name"], "选手4");
    play.play(1, crate::play::stronger).await;
    let beyond = play
        .post("/stages/2/draw", json!({"drawn": drawn([1, 2, 3, 5])}))
        .await
        .is(422);
    assert_eq!(beyond.json()["errors"][0]["pointer"], "/drawn/3/number");
    play.post("/stages/2/draw", json!({"drawn": drawn([2, 4, 1, 3])}))
        .await
        .is(200);
    let stage = play.get("/stages/2").await;
    // 选手k has number 5 − k now; positions 2 4 1 3.
    assert_eq!(stage["entries"], json!([2, 4, 1, 3]));
    play.play(2, crate::play::stronger).await;
    let out = run_again(&play, 2).await;
    assert!(out.contains("by_hand"), "{out}");
    assert_eq!(list(&play.get("/draws").await["items"]).len(), 2);
    server.get(&play.path("/draws/3")).await.is(404);
    server.get(&play.path("/draws/0")).await.is(404);
    checked(&play.comes_back_the_same().await);
}
