//! Appendix 2 step by step: columns, choosers, forms, colours, floats, objectives, byes.
//!
//! The two events of our own fixture are worked by exhaustive search; the same events in
//! `../shared/data/swiss_examples.json` are compared field by field where that file is present.
use saiwu::tournament::event_file;
use saiwu::tournament::format::swiss::{self, Pairing, colours::ColourRule, reasons::Form, state};
use saiwu::tournament::model::Event;
use serde_json::{Value, json};

/// An event file with the rounds of an example up to, not including, `round`.
fn event_before(example: &Value, round: u64) -> Event {
    let players = example["players"].as_u64().unwrap();
    let rounds: Vec<Value> = example["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|r| r["round"].as_u64().unwrap() < round)
        .map(|r| {
            let byes: Vec<&Value> = Some(&r["bye"]).into_iter().filter(|b| !b.is_null()).collect();
            let games: Vec<Value> = r["games"]
                .as_array()
                .unwrap()
                .iter()
                .map(|g| json!({"table": g["table"], "red": g["red"], "black": g["black"], "result": g["result"]}))
                .collect();
            json!({"number": r["round"], "byes": byes, "games": games})
        })
        .collect();
    let file = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "例", "regulations": {}},
        "entries": (1..=players).map(|n| json!({"number": n, "name": format!("棋手{n}")})).collect::<Vec<_>>(),
        "stages": [{"format": "swiss", "rounds_planned": example["total_rounds_T"], "rounds": rounds}]
    });
    event_file::read(file.to_string().as_bytes()).unwrap()
}

fn compare_state(event: &Event, expected: &Value, round: u64) {
    let state = state::before_round(event, 0, round as u32).unwrap();
    for e in expected["before"].as_array().unwrap() {
        let number = e["no"].as_u64().unwrap() as u32;
        let player = &state.players[state.index_of(number).unwrap()];
        let mut met: Vec<u32> = (0..state.players.len())
            .filter(|&j| state.met.contains(state.index_of(number).unwrap(), j))
            .map(|j| state.players[j].number)
            .collect();
        met.sort_unstable();
        let mut opponents: Vec<u32> = serde_json::from_value(e["opponents"].clone()).unwrap();
        opponents.sort_unstable();
        let got = json!({"score": player.score, "reds": player.reds, "blacks": player.blacks,
            "run": player.run, "byes": player.byes, "down": player.downs, "up": player.ups});
        for (field, value) in got.as_object().unwrap() {
            assert_eq!(value, &e[field], "round {round}, number {number}, {field}");
        }
        assert_eq!(met, opponents, "round {round}, number {number}");
    }
}

fn compare_pairing(pairing: &Pairing, expected: &Value, round: u64) {
    let games: Vec<Value> = pairing
        .games
        .iter()
        .map(|g| json!([g.table, g.red, g.black]))
        .collect();
    let wanted: Vec<Value> = expected["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| json!([g["table"], g["red"], g["black"]]))
        .collect();
    assert_eq!(games, wanted, "games of round {round}");
    let byes: Vec<u32> = serde_json::from_value(match &expected["bye"] {
        Value::Null => json!([]),
        bye => json!([bye]),
    })
    .unwrap();
    assert_eq!(pairing.byes, byes, "bye of round {round}");
    for (game, e) in pairing
        .games
        .iter()
        .zip(expected["games"].as_array().unwrap())
    {
        let rule = e["colour_rule"].as_str().unwrap();
        let wanted = match rule.as_bytes()[..2] {
            [b'1', _] => ColourRule::C1,
            [b'2', _] => ColourRule::C2,
            [b'8', _] => ColourRule::C3,
            [b'9', _] => ColourRule::C4,
            _ => ColourRule::Table,
        };
        assert_eq!(
            game.reasons.colour_rule, wanted,
            "round {round}, table {}",
            game.table
        );
    }
    let mut at = 0;
    let segments = expected["segments"].as_array().unwrap();
    assert_eq!(
        pairing.segments.len(),
        segments.len(),
        "segments of round {round}"
    );
    for (segment, e) in pairing.segments.iter().zip(segments) {
        let names = [
            "unpaired",
            "float_limit",
            "three_violations",
            "undue_colours",
            "float_balance",
        ];
        let objectives: Vec<u32> = names
            .iter()
            .map(|n| e["objective"][n].as_u64().unwrap() as u32)
            .collect();
        assert_eq!(segment.objectives.to_vec(), objectives, "round {round}");
        assert_eq!(json!(segment.wants_red), e["want_red"], "round {round}");
        assert_eq!(json!(segment.wants_black), e["want_black"], "round {round}");
        assert_eq!(json!(segment.order), e["chooser_order"], "round {round}");
        assert_eq!(json!(segment.left_over), e["floated_down"], "round {round}");
        assert_eq!(json!(segment.scores), e["scores"], "round {round}");
        for step in e["steps"].as_array().unwrap() {
            let game = &pairing.games[at];
            at += 1;
            assert_eq!(
                json!(game.reasons.chooser),
                step["chooser"],
                "round {round}"
            );
            let form = match step["form"].as_str().unwrap() {
                "同位" => Form::SamePlace,
                "错位" => Form::ShiftedPlace,
                _ => Form::SameColumn,
            };
            assert_eq!(
                game.reasons.form, form,
                "round {round}, table {}",
                game.table
            );
        }
    }
}

fn compare_example(name: &str, example: &Value) {
    for expected in example["rounds"].as_array().unwrap() {
        let round = expected["round"].as_u64().unwrap();
        let event = event_before(example, round);
        compare_state(&event, expected, round);
        let pairing =
            swiss::pair_next(&event, 0).unwrap_or_else(|e| panic!("{name}, round {round}: {e}"));
        compare_pairing(&pairing, expected, round);
    }
}

#[test]
fn the_worked_examples_of_appendix_2_step_by_step() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/swiss_examples.json"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("{path}: not present");
        return;
    };
    let examples: Value = serde_json::from_str(&text).unwrap();
    let mut seen = 0;
    for (name, example) in examples.as_object().unwrap() {
        if example.is_object() {
            compare_example(name, example);
            seen += 1;
        }
    }
    assert!(seen > 0);
}
