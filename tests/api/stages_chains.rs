//! Chains of stages over HTTP: groups and finals, crossing, best thirds, ties at the line, Swiss into
//! knock-out (10.5), the lowest dropped (10.6), and random chains.
use crate::client::Server;
use crate::play::{Dice, Play, checked, list, number, stronger};
use serde_json::{Value, json};

/// Stages of `groups` groups by seeds, side by side.
fn groups(format: &str, groups: u32, by: &str) -> Vec<Value> {
    (1..=groups)
        .map(|this| {
            json!({"format": format, "phase": 1, "group": format!("{}", (b'A' + this as u8 - 1) as char),
                "source": {"divide": {"groups": groups, "this": this, "by": by}, "apart": "units"}})
        })
        .collect()
}

async fn field(play: &Play<'_>, stage: u32) -> Vec<u64> {
    let stage = play.get(&format!("/stages/{stage}")).await;
    list(&stage["entries"]).iter().map(number).collect()
}

/// 10.2: four groups by the snake, crossing finals with group mates apart, places played out.
#[tokio::test]
async fn groups_and_crossing_finals_10_2() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "9a".repeat(32)}}),
    )
    .await;
    play.players(12, 12).await;
    for stage in groups("round_robin", 4, "snake") {
        play.stage(stage).await;
    }
    play.stage(
        json!({"format": "single_elimination", "regulations": {"places_decided": 8},
        "source": {"picks": [{"stages": [1, 2, 3, 4], "from": 1, "to": 2}], "apart": "groups"}}),
    )
    .await;
    // Before the groups are over nobody knows who plays on.
    for path in ["/stages/5/bracket", "/stages/1/order-table"] {
        let got = server.get(&play.path(path)).await.is(409);
        assert_eq!(got.problem(), "field_not_settled");
    }
    let early = play.post("/stages/5/rounds", json!({})).await.is(409);
    assert_eq!(early.problem(), "field_not_settled");
    // All four groups are being played: a scoreboard sees each of their rounds.
    let mut rounds = Vec::new();
    for group in 1..=4 {
        rounds.push(play.next(group).await.unwrap());
    }
    let current = play.get("/current").await;
    let shown = std::iter::once(&current["round"]).chain(list(&current["beside"]));
    let stages: std::collections::BTreeSet<u64> = shown.map(|r| number(&r["stage"])).collect();
    assert_eq!(stages, [1, 2, 3, 4].into(), "{current}");
    for round in &rounds[..3] {
        play.finish(round, &mut stronger).await;
    }
    assert_eq!(play.get("/current").await.get("beside"), None);
    play.finish(&rounds[3], &mut stronger).await;
    for group in 1..=4 {
        assert_eq!(play.play(group, stronger).await, 2);
    }
    assert_eq!(field(&play, 1).await, [1, 8, 9]);
    assert_eq!(field(&play, 4).await, [4, 5, 12]);
    let table = play.get("/stages/1/order-table").await;
    assert_eq!(
        (&table["places"], &table["lines"][0]),
        (&json!([1, 8, 9]), &json!("1-(4)  2-3"))
    );
    play.play(5, stronger).await;
    assert_eq!(field(&play, 5).await[..4], [1, 2, 3, 4]);
    let bracket = play.get("/stages/5/bracket").await;
    // Group mates (1, 8), (2, 7), (3, 6), (4, 5) do not meet before the final.
    for m in list(&bracket["matches"])
        .iter()
        .filter(|m| m["round"] == 1 && m["part"] == "main")
    {
        let sides = [&m["a"], &m["b"]].map(|s| number(&s["seat"]["entry"]));
        assert_ne!(sides[0] + sides[1], 9, "{m}");
    }
    let places = play.get("/places").await;
    let order: Vec<u64> = list(&places["places"])
        .iter()
        .map(|p| number(&p["number"]))
        .collect();
    assert_eq!(order[..4], [1, 2, 3, 4]);
    let thirds: Vec<&Value> = list(&places["places"])
        .iter()
        .filter(|p| p["from"] == 9)
        .collect();
    assert_eq!(thirds.len(), 4, "all thirds share 9 to 12");
    checked(&play.comes_back_the_same().await);
}

/// 10.2: finals of equal places with the points of the groups brought along, among those who qualified.
#[tokio::test]
async fn finals_of_equal_places_with_carried_points() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(8, 8).await;
    for stage in groups("round_robin", 2, "snake") {
        play.stage(stage).await;
    }
    for (from, to) in [(1, 2), (3, 4)] {
        play.stage(json!({"format": "round_robin", "phase": 2,
            "source": {"picks": [{"stages": [1, 2], "from": from, "to": to}], "carry": "among_qualified"}}))
            .await;
    }
    for stage in 1..=4 {
        play.play(stage, stronger).await;
    }
    let last = play.get("/stages/3").await;
    let mut carried: Vec<(u64, f64)> = list(&last["carried"])
        .iter()
        .map(|c| (number(&c["number"]), c["points"].as_f64().unwrap()))
        .collect();
    carried.sort_by_key(|c| c.0);
    // Groups 1 4 5 8 and 2 3 6 7: 1 beat 4, 2 beat 3.
    assert_eq!(carried, [(1, 2.0), (2, 2.0), (3, 0.0), (4, 0.0)]);
    let table = play.get("/standings?stage=3").await;
    let top = &table["rows"][0];
    assert_eq!(
        (&top["number"], top["points"].as_f64()),
        (&json!(1), Some(8.0))
    );
    let places = play.get("/places").await;
    let order: Vec<u64> = list(&places["places"])
        .iter()
        .map(|p| number(&p["number"]))
        .collect();
    assert_eq!(order, [1, 2, 3, 4, 5, 6, 7, 8]);
    checked(&play.comes_back_the_same().await);
}

#[tokio::test]
async fn the_best_thirds_move_on() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "3d".repeat(32)}}),
    )
    .await;
    play.players(12, 12).await;
    for stage in groups("round_robin", 3, "snake") {
        play.stage(stage).await;
    }
    play.stage(json!({"format": "single_elimination", "source": {"cut": "lots", "picks": [
        {"stages": [1, 2, 3], "from": 1, "to": 2}, {"stages": [1, 2, 3], "from": 3, "to": 3, "best": 2}]}}))
        .await;
    let mut dice = Dice(33);
    for stage in 1..=3 {
        play.play(stage, |_, _| dice.result()).await;
    }
    play.play(4, stronger).await;
    assert_eq!(field(&play, 4).await.len(), 8);
    checked(&play.comes_back_the_same().await);
}

/// A tie on the cut line is told with its numbers, and resolved by a play-off or by an order on record.
#[tokio::test]
async fn ties_on_the_cut_line_are_never_silent() {
    let server = Server::new().await;
    for by_playoff in [true, false] {
        let play = Play::new(
            &server,
            json!({"regulations": {"lots_seed": "c7".repeat(32)}}),
        )
        .await;
        play.players(4, 4).await;
        play.stage(json!({"format": "round_robin", "regulations": {"chain": ["points"]}}))
            .await;
        play.stage(json!({"format": "single_elimination",
            "source": {"picks": [{"stages": [1], "from": 1, "to": 2}]}}))
            .await;
        // 1 wins all, 2 and 3 draw and lose alike, 4 loses to everyone but 1's equal: 2 = 3.
        play.play(1, |red, black| match (red.min(black), red.max(black)) {
            (2, 3) => "draw",
            _ => stronger(red, black),
        })
        .await;
        let got = play.post("/stages/2/rounds", json!({})).await.is(409);
        assert_eq!(got.problem(), "field_not_settled");
        let text = got.json()["detail"].as_str().unwrap().to_owned();
        assert!(text.contains("2, 3"), "{text}");
        let winner = if by_playoff {
            play.stage(json!({"format": "playoff", "entries": [2, 3]}))
                .await;
            let round = play.next(3).await.unwrap();
            play.finish(&round, |red, _| if red == 3 { "red" } else { "black" })
                .await;
            3
        } else {
            let version = play.get("/stages/1").await["version"].as_i64().unwrap();
            let path = play.path("/stages/1");
            let stranger = json!({"tie_orders": [[3, 9]]});
            let refused = server
                .change("PATCH", &path, version, stranger)
                .await
                .is(422);
            assert_eq!(refused.json()["errors"][0]["pointer"], "/tie_orders/0/1");
            server
                .change(
                    "PATCH",
                    &path,
                    version,
                    json!({"tie_orders": [[2, 3]], "reason": "抽签"}),
                )
                .await
                .is(200);
            2
        };
        let draft = play
            .post("/stages/2/rounds", json!({}))
            .await
            .is(201)
            .json();
        let codes: Vec<&str> = list(&draft["warnings"])
            .iter()
            .map(|w| w["code"].as_str().unwrap())
            .collect();
        let told = if by_playoff {
            "tie_playoff"
        } else {
            "tie_order"
        };
        assert!(codes.contains(&told), "{codes:?}");
        play.post("/stages/2/rounds/1/publish", json!({}))
            .await
            .is(200);
        assert_eq!(field(&play, 2).await, [1, winner]);
        play.comes_back_the_same().await;
    }
}

/// 10.5: a Swiss, then its first four in a knock-out seeded by place.
#[tokio::test]
async fn swiss_then_knock_out_10_5() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "05".repeat(32)}}),
    )
    .await;
    play.players(10, 4).await;
    play.stage(json!({"format": "swiss", "rounds_planned": 4}))
        .await;
    play.stage(
        json!({"format": "single_elimination", "regulations": {"places_decided": 4},
        "source": {"picks": [{"stages": [1], "from": 1, "to": 4}], "cut": "lots"}}),
    )
    .await;
    let mut dice = Dice(105);
    play.play(1, |_, _| dice.result()).await;
    let table = play.get("/standings?stage=1").await;
    let top: Vec<u64> = list(&table["rows"])[..4]
        .iter()
        .map(|r| number(&r["number"]))
        .collect();
    play.play(2, |_, _| dice.result()).await;
    let mut played = field(&play, 2).await;
    if list(&table["rows"])[..5]
        .windows(2)
        .all(|w| w[0]["rank"] != w[1]["rank"])
    {
        assert_eq!(played, top, "seeded by place");
    }
    let places = play.get("/places").await;
    let mut first: Vec<u64> = list(&places["places"])[..4]
        .iter()
        .map(|p| number(&p["number"]))
        .collect();
    first.sort_unstable();
    played.sort_unstable();
    assert_eq!(first, played);
    checked(&play.comes_back_the_same().await);
}

/// 10.6: the lowest are dropped from a round announced beforehand.
#[tokio::test]
async fn the_lowest_are_dropped_10_6() {
    let server = Server::new().await;
    let play = Play::new(
        &server,
        json!({"regulations": {"lots_seed": "06".repeat(32)}}),
    )
    .await;
    play.players(12, 12).await;
    let bad = json!({"format": "swiss", "regulations": {"drop": {"per_round": 2, "keep": 4}}});
    let refused = play.post("/stages", bad).await.is(422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/rounds_planned");
    play.stage(
        json!({"format": "swiss", "rounds_planned": 6, "regulations": {
        "drop": {"from_round": 3, "per_round": 2, "keep": 6, "cut": "lots"}}}),
    )
    .await;
    let mut dice = Dice(106);
    let mut sizes = Vec::new();
    for _ in 0..6 {
        let round = play.next(1).await.unwrap();
        sizes.push(2 * list(&round["games"]).len() + list(&round["byes"]).len());
        play.finish(&round, |_, _| dice.result()).await;
    }
    assert_eq!(sizes, [12, 12, 12, 10, 8, 6]);
    let places = play.get("/places").await;
    // Who stayed longer stands before who was dropped earlier.
    let file = play.export().await;
    let rounds = list(&file["stages"][0]["rounds"]);
    let last_round = |n: u64| {
        rounds
            .iter()
            .filter(|r| {
                list(&r["games"])
                    .iter()
                    .any(|g| g["red"] == n || g["black"] == n)
            })
            .count()
    };
    let stayed: Vec<usize> = list(&places["places"])
        .iter()
        .map(|p| last_round(number(&p["number"])))
        .collect();
    assert!(stayed.windows(2).all(|w| w[0] >= w[1]), "{stayed:?}");
    checked(&play.comes_back_the_same().await);
}

/// Settings that make no sense are refused by the field that says so.
#[tokio::test]
async fn stages_are_validated_by_field() {
    let server = Server::new().await;
    let play = Play::new(&server, json!({})).await;
    play.players(6, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    for (stage, pointer) in [
        (
            json!({"format": "single_elimination", "source": {"picks": [{"stages": [2], "from": 1, "to": 2}]}}),
            "/source/picks/0/stages/0",
        ),
        (
            json!({"format": "single_elimination", "source": {"picks": [{"stages": [1], "from": 3, "to": 2}]}}),
            "/source/picks/0/from",
        ),
        (
            json!({"format": "round_robin", "source": {"divide": {"groups": 2, "this": 3}}}),
            "/source/divide/this",
        ),
        (
            json!({"format": "single_elimination", "regulations": {"places_decided": 3}}),
            "/regulations/places_decided",
        ),
        (
            json!({"format": "single_elimination", "regulations": {"tie_procedure": []}}),
            "/regulations/tie_procedure",
        ),
        (
            json!({"format": "round_robin", "entries": [1, 9]}),
            "/entries/1",
        ),
        (
            json!({"format": "round_robin", "entries": [1, 2, 2]}),
            "/entries/2",
        ),
        (
            json!({"format": "single_elimination", "source": {"picks": [{"stages": [1], "from": 1, "to": 2}], "carry": "all"}}),
            "/source/carry",
        ),
        (
            json!({"format": "swiss", "regulations": {"final_for_top_two": true}}),
            "/rounds_planned",
        ),
        (
            json!({"format": "round_robin", "regulations": {"lots_seed": "xyz"}}),
            "/regulations/lots_seed",
        ),
    ] {
        let got = play.post("/stages", stage.clone()).await.is(422);
        assert_eq!(got.json()["errors"][0]["pointer"], pointer, "{stage}");
    }
    let unknown = play
        .post("/stages", json!({"format": "round_robin", "colour": 1}))
        .await
        .is(422);
    assert!(unknown.json().to_string().contains("colour"));
    assert_eq!(
        list(&play.get("/stages").await["items"]).len(),
        1,
        "nothing was stored"
    );
}

/// Random chains: whatever follows whatever, they run to the end, the places add up, the checkers find
/// nothing and the file comes back the same.
#[tokio::test]
async fn random_chains_run_to_the_end() {
    let server = Server::new().await;
    for seed in 1..=6u64 {
        let mut dice = Dice(seed * 7919);
        let entries = 6 + dice.below(6) as u32;
        let frame =
            json!({"regulations": {"lots_seed": format!("{seed:064x}"), "places_decided": 2}});
        let play = Play::new(&server, frame).await;
        play.players(entries, 3).await;
        let mut stages = match dice.below(3) {
            0 => vec![json!({"format": "swiss", "rounds_planned": 3})],
            1 => groups(
                "round_robin",
                2,
                if dice.below(2) == 0 { "snake" } else { "pots" },
            ),
            _ => vec![json!({"format": "round_robin"})],
        };
        let first: Vec<usize> = (1..=stages.len()).collect();
        let each = 4 / stages.len();
        let next = [
            "single_elimination",
            "double_elimination",
            "round_robin",
            "swiss",
        ][dice.below(4)];
        let mut second = json!({"format": next, "source": {"cut": "lots",
            "picks": [{"stages": first, "from": 1, "to": each}]}});
        if next == "swiss" {
            second["rounds_planned"] = json!(2);
        }
        stages.push(second);
        if dice.below(2) == 0 {
            let last = stages.len();
            stages.push(json!({"format": "playoff", "source": {"cut": "lots",
                "picks": [{"stages": [last], "from": 1, "to": 2}]}}));
        }
        let count = stages.len() as u32;
        for stage in stages {
            play.stage(stage).await;
        }
        for stage in 1..=count {
            play.play(stage, |_, _| dice.result()).await;
        }
        let places = play.get("/places").await;
        let mut next_place = 1;
        for group in list(&places["places"]).chunk_by(|a, b| a["from"] == b["from"]) {
            assert_eq!(number(&group[0]["from"]), next_place, "{seed}");
            next_place += group.len() as u64;
        }
        assert_eq!(next_place, u64::from(entries) + 1);
        checked(&play.comes_back_the_same().await);
    }
}
