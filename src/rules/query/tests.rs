//! The answers as JSON, whose shape other programs rely on.

use serde_json::{Value, json};

use super::{NotationQuestion, PositionQuestion};
use crate::rules::START_FEN;

fn position(question: Value) -> Value {
    let question: PositionQuestion = serde_json::from_value(question).expect("a question");
    match question.answer() {
        Ok(answer) => serde_json::to_value(answer).expect("JSON"),
        Err(error) => json!([error.code, error.pointer]),
    }
}

fn notation(question: Value) -> Value {
    let question: NotationQuestion = serde_json::from_value(question).expect("a question");
    match question.answer() {
        Ok(answer) => serde_json::to_value(answer).expect("JSON"),
        Err(error) => json!([error.code, error.pointer, error.readings]),
    }
}

#[test]
fn a_position_is_described() {
    let answer = position(json!({"id": 7, "moves": ["炮二平五", "H8+7"]}));
    assert_eq!(answer["id"], 7);
    assert_eq!(
        answer["fen"],
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"
    );
    assert_eq!(answer["side_to_move"], "red");
    assert_eq!(answer["in_check"], false);
    assert_eq!(answer["status"], "playing");
    assert_eq!(answer["winner"], Value::Null);
    let start = position(json!({}));
    assert_eq!(start["legal_moves"].as_array().map(Vec::len), Some(44));
    assert!(start.get("id").is_none());
}

#[test]
fn mate_and_stalemate_are_losses_of_the_side_to_move() {
    // 4.1.1: both advisors' points are taken, the rooks hold the two back ranks.
    let mate = position(json!({"fen": "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", "moves": ["a8a9"]}));
    assert_eq!(mate["status"], "playing");
    let mate = position(json!({"fen": "3k5/R8/8R/9/9/9/9/9/9/4K4 w - - 0 1", "moves": ["i7i9"]}));
    assert_eq!(
        (&mate["status"], &mate["winner"]),
        (&json!("checkmate"), &json!("red"))
    );
    // 4.1.2: the general has no step and is not in check.
    let stuck = position(json!({"fen": "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "moves": ["e6e7"]}));
    assert_eq!(stuck["status"], "playing");
    let stuck = position(json!({"fen": "3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "moves": ["d7d8"]}));
    assert_eq!(stuck["in_check"], true);
    let stuck = position(json!({"fen": "3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1"}));
    assert_eq!(
        (&stuck["status"], &stuck["winner"]),
        (&json!("stalemate"), &json!("red"))
    );
    assert_eq!(stuck["legal_moves"], json!([]));
}

#[test]
fn the_pointer_names_the_ply() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e9"];
    assert_eq!(
        position(json!({"moves": moves})),
        json!(["illegal", "/moves/4"])
    );
    assert_eq!(
        position(json!({"moves": ["h2e2", "马"]})),
        json!(["unreadable", "/moves/1"])
    );
    assert_eq!(
        position(json!({"fen": "4k4/9/9/9/9/9/9/9/9/9 w"})),
        json!(["bad_position", "/fen"])
    );
}

#[test]
fn a_move_is_read_although_another_piece_stands_where_none_can_have_come() {
    let ask = |fen: &str, text: &str| notation(json!({"fen": fen, "text": text}));
    // A soldier behind its start, on the horse's leg of one of the moves.
    let fen = "3k5/9/9/9/9/9/9/9/7P1/4K2N1 w";
    assert_eq!(ask(fen, "马二进四")["move"], "h0f1");
    assert_eq!(ask(fen, "马二进三"), json!(["illegal", "/text", []]));
    assert_eq!(
        ask("3k5/9/9/9/9/9/9/9/9/7N1 w", "马二进三"),
        json!(["illegal", "/fen", []])
    );
    let facing = "4k4/9/9/9/9/9/9/9/9/4K2N1 w";
    assert_eq!(ask(facing, "马二进三"), json!(["bad_position", "/fen", []]));
}

#[test]
fn a_move_is_answered_in_every_form() {
    let answer = notation(json!({"fen": START_FEN, "text": "炮２平５", "id": "a"}));
    assert_eq!(
        answer,
        json!({"id": "a", "move": "h2e2", "forms": {
            "chinese": "炮二平五", "short": "炮25", "wxf": "C2.5", "iccs": "H2-E2", "uci": "h2e2"}})
    );
}

#[test]
fn texts_that_give_no_move_are_answered_with_the_reason() {
    let ask = |text, kind, strict| {
        notation(json!({"fen": START_FEN, "text": text, "kind": kind, "strict": strict}))
    };
    assert_eq!(
        ask("二炮平五", "chinese", false),
        json!(["ambiguous", "/text", ["h2e2", "b2e2"]])
    );
    assert_eq!(
        ask("二炮平五", "chinese", true),
        json!(["unreadable", "/text", []])
    );
    assert_eq!(ask("h2h7", "auto", false), json!(["illegal", "/text", []]));
    assert_eq!(ask("h2h7", "uci10", false), json!(["illegal", "/text", []]));
    assert_eq!(
        ask("C2.5", "iccs", false),
        json!(["unreadable", "/text", []])
    );
    let collision = |dialect| {
        notation(
            json!({"fen": "3k5/2P3P2/6P2/2P6/6P2/9/9/9/9/4K4 w - - 0 1", "text": "33.4",
            "kind": "wxf", "strict": true, "dialect": dialect}),
        )
    };
    assert_eq!(collision("wxf")["move"], "g7f7");
    assert_eq!(collision("index")["move"], "g5f5");
    assert_eq!(collision("index")["forms"]["wxf"], "3-.4");
}

#[test]
fn unknown_fields_are_refused_by_name() {
    let error = serde_json::from_value::<NotationQuestion>(
        json!({"fen": START_FEN, "text": "h2e2", "sort": "uci"}),
    )
    .expect_err("refused");
    assert!(error.to_string().contains("sort"), "{error}");
    assert!(serde_json::from_value::<PositionQuestion>(json!({"move": []})).is_err());
}
