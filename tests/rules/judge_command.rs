//! `saiwu judge` as its users call it: JSON lines in, one answer a line out (api.md).

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const CHECKS: &str = "3k5/R8/6n2/9/9/9/9/9/9/4K4 w - - 0 1";

fn judge(input: &str, threads: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saiwu"))
        .args(["judge", "--threads", threads])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("saiwu starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let done = child.wait_with_output().expect("saiwu ends");
    writer.join().expect("written").expect("all of it");
    assert!(done.status.success(), "a bad line does not fail the rest");
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("an answer a line"))
        .collect()
}

fn lines(requests: &[Value]) -> String {
    requests
        .iter()
        .map(|request| format!("{request}\n"))
        .collect()
}

fn perpetual_check(times: usize) -> Vec<&'static str> {
    ["a8a9", "d9d8", "a9a8", "d8d9"].repeat(times)
}

/// 25.1 and the shape of an answer: every field the API names, the `id` echoed as it came.
#[test]
fn an_answer_has_the_shape_of_the_api() {
    let request = json!({"id": {"board": 7}, "edition": "2011-approved", "fen": CHECKS,
        "moves": perpetual_check(1), "assume_repeated": true});
    let answer = &judge(&lines(&[request]), "1")[0];
    assert_eq!(answer["id"], json!({"board": 7}));
    assert_eq!(answer["edition"], "2011-approved");
    assert_eq!(answer["ruling"], "red_loses");
    assert_eq!(answer["confidence"], "certain");
    assert_eq!(
        answer["cycle"],
        json!({"start_ply": 0, "length": 4, "occurrences": 3})
    );
    assert_eq!(answer["red"], json!({"profile": "perpetual_check"}));
    assert_eq!(answer["black"], json!({"profile": "allowed"}));
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[0]["ply"], 0);
    assert_eq!(moves[0]["move"], "a8a9");
    assert_eq!(moves[0]["label"], "check");
    assert_eq!(moves[0]["label_zh"], "将");
    assert_eq!(moves[0]["quality"], Value::Null);
    assert_eq!(moves[0]["targets"], json!(["d9"]));
    assert_eq!(moves[0]["attackers"], json!(["a9"]));
    assert_eq!(moves[0]["line"], json!([]));
    assert_eq!(moves[1]["label"], "idle");
    assert_eq!(answer["clauses"], json!(["25.1", "23.5.1"]));
    assert!(
        answer["reasons"]
            .as_array()
            .is_some_and(|reasons| !reasons.is_empty())
    );
}

/// 23.3, 23.4: six rounds on two points are three times every position; `occurrences` is content
/// with the present position.
#[test]
fn counting_is_a_setting() {
    let request = |times: usize, plies: usize, count: &str| {
        let mut moves = perpetual_check(times);
        moves.truncate(plies);
        json!({"fen": CHECKS, "moves": moves, "repetition_count": count})
    };
    let answers = judge(
        &lines(&[
            request(3, 11, "cycles"),
            request(3, 12, "cycles"),
            request(3, 8, "occurrences"),
            request(3, 9, "occurrences"),
            json!({"fen": CHECKS, "moves": perpetual_check(1)}),
        ]),
        "1",
    );
    let rulings: Vec<&Value> = answers.iter().map(|answer| &answer["ruling"]).collect();
    // The starting position counts only when a move is known to have led to it.
    assert_eq!(
        rulings,
        [
            "not_repeated",
            "red_loses",
            "not_repeated",
            "red_loses",
            "not_repeated"
        ]
    );
    assert_eq!(answers[0]["clauses"], json!(["23.3"]));
}

/// What cannot be answered says what and where, keeps its `id`, and the rest goes on.
#[test]
fn a_bad_line_says_what_and_where() {
    let facing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let mut input = lines(&[
        json!({"id": 1, "fen": CHECKS, "moves": ["a8a9", "d9d8", "a9a8", "d8d9", "e0e5"]}),
        json!({"id": "x", "fen": CHECKS, "moves": ["a8a9", "d9-"]}),
        json!({"id": 3, "fen": facing, "moves": []}),
        json!({"id": 4, "fen": "nonsense", "moves": []}),
        json!({"id": 5, "edition": "2099", "moves": []}),
        json!({"id": 6, "moves": "h2e2"}),
        json!({"id": 7, "move": []}),
        json!({"id": 8, "moves": vec!["h2e2"; 5_001]}),
    ]);
    input.push_str("{\"id\": 9\n\n[]\n");
    input.push_str(&lines(&[json!({"id": 11, "fen": CHECKS, "moves": []})]));
    let answers = judge(&input, "2");
    let wanted = [
        (json!(1), "illegal_move", "/moves/4"),
        (json!("x"), "unreadable_move", "/moves/1"),
        (json!(3), "bad_position", "/fen"),
        (json!(4), "bad_fen", "/fen"),
        (json!(5), "bad_request", "/edition"),
        (json!(6), "bad_request", "/moves"),
        (json!(7), "bad_request", "/move"),
        (json!(8), "too_long", "/moves"),
        (Value::Null, "bad_json", ""),
        (Value::Null, "bad_request", ""),
    ];
    for (answer, (id, code, pointer)) in answers.iter().zip(&wanted) {
        assert_eq!(&answer["id"], id, "{answer}");
        assert_eq!(answer["error"]["code"], *code, "{answer}");
        assert_eq!(answer["error"]["pointer"], *pointer, "{answer}");
        assert!(answer["error"]["detail"].is_string(), "{answer}");
        assert!(answer["error"]["detail_zh"].is_string(), "{answer}");
        assert!(answer.get("ruling").is_none(), "{answer}");
    }
    assert_eq!(
        answers.len(),
        wanted.len() + 1,
        "an empty line is no question"
    );
    assert_eq!(answers[wanted.len()]["ruling"], "not_repeated");
}

/// In the order of the input on any number of threads, and the same answers.
#[test]
fn answers_keep_the_order_of_the_input() {
    let requests: Vec<Value> = include_str!("repetition_clauses.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .cycle()
        .take(150)
        .enumerate()
        .map(|(id, line)| {
            let fields: Vec<&str> = line.split(" | ").collect();
            let moves: Vec<&str> = fields[2].split(' ').collect();
            json!({"id": id, "fen": fields[1], "moves": moves, "assume_repeated": true})
        })
        .collect();
    let one = judge(&lines(&requests), "1");
    let ids: Vec<&Value> = one.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(
        ids,
        (0..150)
            .map(Value::from)
            .collect::<Vec<_>>()
            .iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(one, judge(&lines(&requests), "4"));
}
