//! The handed events: published and stored values, ranks and tie-breaks reproduced (articles 13,
//! 14, 20). Each difference between what another organiser published and the rules is explained
//! where it is checked.
use saiwu::tournament::event_file;
use saiwu::tournament::model::Event;
use saiwu::tournament::regulations::Criterion;
use saiwu::tournament::standings::{self, Table, Value};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn data(file: &str) -> Vec<Json> {
    let path = format!("{}/../shared/data/{file}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(&path) {
        Ok(text) => text
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect(),
        Err(_) => {
            println!("{file}: not present");
            Vec::new()
        }
    }
}

fn by_id(file: &str, id: &str) -> Option<Json> {
    data(file).into_iter().find(|event| event["id"] == id)
}

fn event(value: Json) -> Event {
    event_file::read(value.to_string().as_bytes()).expect("a good event")
}

fn table(event: &Event) -> Table {
    standings::compute(event, 0, None).expect("a table")
}

fn number_of(row: &standings::Row, criterion: Criterion) -> &Value {
    row.value(criterion).expect("a criterion of the chain")
}

/// A value as a floating point number, to compare with published ones.
fn float(value: &Value) -> f64 {
    match value {
        Value::Points(points) => points.to_f64(),
        Value::Count(count) => *count as f64,
        other => panic!("{other:?} is not a number"),
    }
}

/// The real round robins of `events.jsonl`: players by name, results by colour.
fn round_robin(source: &Json, regulations: Json) -> (Event, BTreeMap<String, u32>) {
    let mut numbers = BTreeMap::new();
    let mut entries = Vec::new();
    for player in source["players"].as_array().unwrap() {
        let number = player["no"].as_u64().unwrap() as u32;
        let name = player["name"].as_str().unwrap().to_owned();
        entries.push(json!({"number": number, "name": name}));
        numbers.insert(name, number);
    }
    let rounds: Vec<Json> = source["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| {
            let games: Vec<Json> = round["games"]
                .as_array()
                .unwrap()
                .iter()
                .enumerate()
                .map(|(i, game)| {
                    json!({"table": i + 1,
                        "red": numbers[game["red"].as_str().unwrap()],
                        "black": numbers[game["black"].as_str().unwrap()],
                        "result": game["result"]})
                })
                .collect();
            json!({"number": round["round"], "games": games})
        })
        .collect();
    let file = json!({"format": "saiwu-event/1",
        "tournament": {"name": source["name"], "regulations": regulations},
        "entries": entries,
        "stages": [{"format": "round_robin", "rounds": rounds}]});
    (event(file), numbers)
}

/// Two single round robins (14.1): the computed points, 小分, 胜局, 后走局数 in their order.
#[test]
fn single_round_robins_14_1() {
    for id in ["wuyang14", "yinli1"] {
        let Some(source) = by_id("events.jsonl", id) else {
            return;
        };
        let (event, numbers) = round_robin(&source, json!({}));
        let table = table(&event);
        let expected = source["computed_14_1"].as_array().unwrap();
        assert_eq!(table.rows.len(), expected.len());
        for (row, want) in table.rows.iter().zip(expected) {
            let name = want["player"].as_str().unwrap();
            assert_eq!(row.number, numbers[name], "{id}: {name}");
            for (criterion, field) in [
                (Criterion::Points, "points"),
                (Criterion::SmallScore, "small_score"),
                (Criterion::Wins, "wins"),
                (Criterion::BlackGames, "black_games"),
            ] {
                assert_eq!(
                    float(number_of(row, criterion)),
                    want[field].as_f64().unwrap(),
                    "{id}: {name}: {field}"
                );
            }
        }
        if let Some(champion) = source["published"]["champion"].as_str() {
            assert_eq!(table.rows[0].number, numbers[champion]);
        }
    }
}

/// A round robin of two cycles (14.2): a match is both games against one opponent.
#[test]
fn a_round_robin_of_two_cycles_14_2() {
    let Some(source) = by_id("events.jsonl", "wuyang13") else {
        return;
    };
    let (event, numbers) = round_robin(&source, json!({"cycles": 2}));
    let table = table(&event);
    for (row, want) in table
        .rows
        .iter()
        .zip(source["computed_14_2_by_match_points"].as_array().unwrap())
    {
        let name = want["player"].as_str().unwrap();
        assert_eq!(row.number, numbers[name]);
        for (criterion, field) in [
            (Criterion::MatchPoints, "match_points"),
            (Criterion::GamePoints, "game_points"),
            (Criterion::Wins, "wins"),
            (Criterion::BlackWins, "black_wins"),
        ] {
            assert_eq!(
                float(number_of(row, criterion)),
                want[field].as_f64().unwrap(),
                "{name}: {field}"
            );
        }
    }
    assert_eq!(
        table.rows[0].number,
        numbers[source["published"]["champion"].as_str().unwrap()]
    );
}

/// A stored Swiss event of an independent program as an event file.
fn stored_swiss(source: &Json) -> Json {
    let entries: Vec<Json> = source["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| json!({"number": p["no"], "name": p["name"], "unit": p["unit"]}))
        .collect();
    let rounds: Vec<Json> = source["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| {
            let games: Vec<Json> = round["games"]
                .as_array()
                .unwrap()
                .iter()
                .map(|game| {
                    let red = game["red_points"].as_f64().unwrap();
                    let black = game["black_points"].as_f64().unwrap();
                    let result = match (&game["forfeit"], red > black, red < black) {
                        (Json::Null, true, _) => "red",
                        (Json::Null, _, true) => "black",
                        (Json::Null, ..) => "draw",
                        (_, true, _) => "black_forfeit",
                        (_, _, true) => "red_forfeit",
                        (..) => "double_forfeit",
                    };
                    json!({"table": game["table"], "red": game["red"], "black": game["black"],
                        "result": result})
                })
                .collect();
            let bye = &round["bye"];
            match bye["no"].as_u64() {
                None => json!({"number": round["round"], "games": games}),
                Some(number) => json!({"number": round["round"], "games": games,
                    "byes": [number], "bye_colours": [bye["colour_recorded"]]}),
            }
        })
        .collect();
    json!({"format": "saiwu-event/1",
        "tournament": {"name": source["name"], "edition": "2011-trial", "regulations": {
            "bye_colour": "recorded", "bye_opponents_value": "zero",
            "chain": ["points", "opponents", "wins", "fouls", "black_wins", "black_games",
                "without", "cumulative"]}},
        "entries": entries,
        "stages": [{"format": "swiss", "rounds": rounds}]})
}

/// Three Swiss events ranked by an independent program: every value and every rank (one exception,
/// explained), with its recorded bye colours and a bye worth 0 in 对手分.
#[test]
fn stored_swiss_events_14_3() {
    let mut seen = 0;
    for id in ["mbp7", "mbp22", "mbp24"] {
        let Some(source) = by_id("events.jsonl", id) else {
            return;
        };
        let event = event(stored_swiss(&source));
        let table = table(&event);
        let expected = source["stored_ranking"].as_array().unwrap();
        for want in expected {
            let number = want["no"].as_u64().unwrap() as u32;
            let row = table.row(number).unwrap();
            let at = format!("{id}: number {number}");
            // One exception. Numbers 14 and 3 of mbp22 are level up to the games as black. That
            // program then leaves the points of round 1 out of the points (7 against 7 − 2),
            // where 14.3.2 leaves the running total after round 1 out of the cumulative score
            // (37 − 0 against 47 − 2): the other order.
            let rank = match (id, number) {
                ("mbp22", 14) => Some(12),
                ("mbp22", 3) => Some(11),
                _ => want["rank"].as_u64(),
            };
            assert_eq!(row.rank.map(u64::from), rank, "{at}: place");
            for (criterion, field) in [
                (Criterion::Points, "points"),
                (Criterion::Opponents, "opponent_score"),
                (Criterion::Wins, "wins"),
                (Criterion::Fouls, "fouls"),
                (Criterion::BlackWins, "black_wins"),
                (Criterion::BlackGames, "black_games"),
                (Criterion::Cumulative, "cumulative"),
            ] {
                assert_eq!(
                    float(number_of(row, criterion)),
                    want[field].as_f64().unwrap(),
                    "{at}: {field}"
                );
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 3);
}

/// One of the events of `events_published.jsonl`. Half-point and zero-point byes are no byes of
/// these rules: a zero is an absence without a game; the half ones are all in round 1 and are
/// written as late entries whose missed round scores as configured.
fn published(source: &Json, chain: Json) -> (Event, BTreeMap<String, u32>) {
    let mut numbers = BTreeMap::new();
    let mut entries = Vec::new();
    for (i, player) in source["players"].as_array().unwrap().iter().enumerate() {
        let id = player["id"].as_str().unwrap().to_owned();
        entries.push(json!({"number": i + 1, "name": id, "unit": player["team"],
            "rating": player["rating"]}));
        numbers.insert(id, i as u32 + 1);
    }
    let count = source["rounds"].as_u64().unwrap();
    let mut rounds: Vec<(Vec<Json>, Vec<u32>)> = vec![Default::default(); count as usize];
    for game in source["pairings"].as_array().unwrap() {
        let round = &mut rounds[game["round"].as_u64().unwrap() as usize - 1];
        let result = match game["result"].as_str().unwrap() {
            "1-0" => "red",
            "0-1" => "black",
            "1/2-1/2" => "draw",
            "+/-" => "black_forfeit",
            "-/+" => "red_forfeit",
            other => panic!("result {other}"),
        };
        round.0.push(json!({"table": round.0.len() + 1,
            "red": numbers[game["red"].as_str().unwrap()],
            "black": numbers[game["black"].as_str().unwrap()],
            "result": result}));
    }
    for rest in source["byes"].as_array().unwrap() {
        let number = numbers[rest["player"].as_str().unwrap()];
        let round = rest["round"].as_u64().unwrap();
        match rest["kind"].as_str().unwrap() {
            "zero" => {}
            "half" => {
                assert_eq!(round, 1);
                entries[number as usize - 1]["first_round"] = json!(2);
            }
            _ => rounds[round as usize - 1].1.push(number),
        }
    }
    let swiss = source["system"] == "swiss";
    let rounds: Vec<Json> = (1..)
        .zip(rounds)
        .map(|(number, (games, byes))| json!({"number": number, "games": games, "byes": byes}))
        .collect();
    let file = json!({"format": "saiwu-event/1",
        "tournament": {"name": source["name"], "regulations": {
            "points": {"win": source["points"]["win"], "loss": source["points"]["loss"],
                "draw_red": source["points"]["draw"], "draw_black": source["points"]["draw"]},
            "missed_round": source["points"]["draw"],
            "bye_opponents_value": "zero", "chain": chain}},
        "entries": entries,
        "stages": [{"format": if swiss {"swiss"} else {"round_robin"}, "rounds": rounds}]});
    (event(file), numbers)
}

/// Points, 小分 (Sonneborn-Berger in this scale), 对手分 and 胜局 of ten real events.
///
/// Not reproduced, on purpose: the draughts event's `fide_buchholz`, which replaces unplayed rounds
/// by a virtual opponent; 14.3.1 and 14.4 know no such thing, the `computed` sums are the rules'.
#[test]
fn published_events() {
    let events = data("events_published.jsonl");
    for source in &events {
        let id = source["id"].as_str().unwrap();
        let swiss = source["system"] == "swiss";
        let chain = if swiss {
            json!(["points", "opponents", "small_score", "wins"])
        } else {
            json!(["points", "small_score"])
        };
        let (event, numbers) = published(source, chain);
        let table = table(&event);
        // Values computed from the results.
        for (player, want) in source["computed"].as_object().unwrap() {
            let row = table.row(numbers[player]).unwrap();
            let at = format!("{id}: {player}");
            assert_eq!(
                row.points.to_f64(),
                want["points"].as_f64().unwrap(),
                "{at}"
            );
            assert_eq!(
                float(number_of(row, Criterion::SmallScore)),
                want["sb"].as_f64().unwrap(),
                "{at}: 小分"
            );
            if swiss {
                assert_eq!(
                    float(number_of(row, Criterion::Opponents)),
                    want["opp_sum"].as_f64().unwrap(),
                    "{at}: 对手分"
                );
                // 胜局 counts the bye here, the computed figure does not.
                let byes = event.stages[0]
                    .rounds
                    .iter()
                    .filter(|round| round.byes.contains(&row.number))
                    .count() as f64;
                assert_eq!(
                    float(number_of(row, Criterion::Wins)) - byes,
                    want["wins"].as_f64().unwrap(),
                    "{at}: 胜局"
                );
            }
        }
        // Values and places as published.
        for want in source["published"].as_array().unwrap() {
            let row = table
                .row(numbers[want["player"].as_str().unwrap()])
                .unwrap();
            let at = format!("{id}: {}", want["player"]);
            assert_eq!(
                row.points.to_f64(),
                want["points"].as_f64().unwrap(),
                "{at}"
            );
            if let Some(small) = want["sonneborn_berger"].as_f64() {
                assert_eq!(float(number_of(row, Criterion::SmallScore)), small, "{at}");
            }
            if let Some(rank) = want["rank"].as_u64() {
                assert_eq!(row.rank.map(u64::from), Some(rank), "{at}: place");
            }
        }
    }
}

/// The worked Swiss examples: the ranking by 14.3.1 in the trial edition, and the doubled
/// 对手分 of the approved one.
#[test]
fn worked_swiss_examples_14_3_1() {
    let path = format!(
        "{}/../shared/data/swiss_examples.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("swiss_examples.json: not present");
        return;
    };
    let examples: Json = serde_json::from_str(&text).unwrap();
    for (id, example) in examples.as_object().unwrap() {
        if example["rounds"].is_null() {
            continue;
        }
        let entries: Vec<Json> = (1..=example["players"].as_u64().unwrap())
            .map(|n| json!({"number": n, "name": format!("{n}")}))
            .collect();
        let rounds: Vec<Json> = example["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|round| {
                let games: Vec<Json> = round["games"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|g| {
                        json!({"table": g["table"], "red": g["red"], "black": g["black"],
                            "result": g["result"]})
                    })
                    .collect();
                let byes: Vec<u64> = round["bye"].as_u64().into_iter().collect();
                json!({"number": round["round"], "games": games, "byes": byes})
            })
            .collect();
        for (edition, field, factor) in [
            ("2011-trial", "opp_score", 1.0),
            ("2011-approved", "opp_score_doubled_edition2", 2.0),
        ] {
            let event = event(json!({"format": "saiwu-event/1",
                "tournament": {"name": id, "edition": edition},
                "entries": entries, "stages": [{"format": "swiss", "rounds": rounds}]}));
            let table = table(&event);
            for want in example["ranking_14_3_1"].as_array().unwrap() {
                let row = table.row(want["no"].as_u64().unwrap() as u32).unwrap();
                let at = format!("{id}, {edition}, number {}", row.number);
                assert_eq!(row.points.to_f64(), want["score"].as_f64().unwrap(), "{at}");
                assert_eq!(
                    float(number_of(row, Criterion::Opponents)) * factor,
                    want[field].as_f64().unwrap(),
                    "{at}: 对手分"
                );
                assert_eq!(
                    float(number_of(row, Criterion::BlackGames)),
                    want["black_games"].as_f64().unwrap(),
                    "{at}: 后走局数"
                );
                if edition == "2011-trial" {
                    assert_eq!(
                        row.rank.map(u64::from),
                        want["rank"].as_u64(),
                        "{at}: place"
                    );
                }
            }
            // 14.4: the bye of number 9 is worth half as much in the approved edition, which
            // puts number 1 before it.
            if id.starts_with('B') && edition == "2011-approved" {
                let rank = |n| table.row(n).unwrap().rank;
                assert!(rank(1) < rank(9), "{id}");
            }
        }
    }
}
