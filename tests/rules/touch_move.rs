//! Touched pieces (5.1 to 5.7) and the touches that are fouls (8.1.5).

use saiwu::rules::query::TouchQuestion;
use saiwu::rules::touch_move::{Circumstances, Touch, TouchRuling, rule};
use saiwu::rules::{Position, START_FEN, Square};

fn touches(texts: &str) -> Vec<Touch> {
    texts
        .split_whitespace()
        .map(|text| {
            let (square, together) = match text.strip_prefix('+') {
                Some(square) => (square, true),
                None => (text, false),
            };
            Touch {
                square: square.parse().unwrap(),
                together,
            }
        })
        .collect()
}

fn ruling(fen: &str, texts: &str) -> TouchRuling {
    let position = Position::from_fen(fen).unwrap();
    rule(&position, &touches(texts), Circumstances::default()).unwrap()
}

fn must(fen: &str, texts: &str) -> (String, &'static str) {
    let ruling = ruling(fen, texts);
    let moves = ruling
        .compelled
        .unwrap_or_else(|| panic!("free: {texts} in {fen}"));
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    (moves.join(" "), ruling.clause)
}

fn free(fen: &str, texts: &str) -> &'static str {
    let ruling = ruling(fen, texts);
    assert_eq!(ruling.compelled, None, "{texts} in {fen}");
    ruling.clause
}

fn fouls(fen: &str, texts: &str) -> Vec<String> {
    ruling(fen, texts)
        .fouls
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Red: rook a0, horse c2, advisor f0 shut in behind the general's line; Black: rook a5, soldier
/// d4, soldier i6.
const TABLE: &str = "3k5/9/9/8p/r8/3p5/9/2N6/4K4/R4A3 w";

#[test]
fn the_table_of_touches_stands_as_drawn() {
    let position = Position::from_fen(TABLE).unwrap();
    let legal = |text: &str| position.is_legal(text.parse().unwrap());
    assert!(legal("a0a5") && legal("c2d4"));
    // The advisor's only points are the general's and off the palace.
    assert!(
        !position
            .legal_moves()
            .iter()
            .any(|mv| mv.from == "f0".parse().unwrap())
    );
    assert!(
        !position
            .legal_moves()
            .iter()
            .any(|mv| mv.to == "i6".parse().unwrap())
    );
}

#[test]
fn article_5_1_an_own_piece_must_move() {
    let (moves, clause) = must(START_FEN, "b0");
    assert_eq!((moves.as_str(), clause), ("b0a2 b0c2", "5.1"));
    // The first own piece decides.
    assert_eq!(must(START_FEN, "b0 h2").0, "b0a2 b0c2");
}

#[test]
fn article_5_1_an_own_piece_that_cannot_move_frees() {
    assert_eq!(free(TABLE, "f0"), "5.1");
    assert_eq!(fouls(TABLE, "f0"), ["f0"]);
}

#[test]
fn article_5_2_an_enemy_piece_must_be_taken() {
    assert_eq!(must(TABLE, "d4"), ("c2d4".into(), "5.2"));
    assert_eq!(free(TABLE, "i6"), "5.2");
    assert_eq!(fouls(TABLE, "i6"), ["i6"]);
}

#[test]
fn article_5_3_own_piece_first() {
    assert_eq!(must(TABLE, "a0 a5"), ("a0a5".into(), "5.3.1"));
    // The rook cannot take the soldier: it must move.
    let (moves, clause) = must(TABLE, "a0 d4");
    assert_eq!(clause, "5.3.2");
    assert!(moves.split(' ').all(|mv| mv.starts_with("a0")) && moves.contains("a0a5"));
    // The advisor can do nothing: another piece takes.
    assert_eq!(must(TABLE, "f0 d4"), ("c2d4".into(), "5.3.3"));
    assert_eq!(fouls(TABLE, "f0 d4"), ["f0"]);
    // Nothing can be done with either.
    assert_eq!(free(TABLE, "f0 i6"), "5.3.4");
    assert_eq!(fouls(TABLE, "f0 i6"), ["f0", "i6"]);
}

#[test]
fn article_5_4_enemy_piece_first() {
    assert_eq!(must(TABLE, "a5 a0"), ("a0a5".into(), "5.4.1"));
    // The rook cannot take the soldier: another piece must, before the rook need move.
    assert_eq!(must(TABLE, "d4 a0"), ("c2d4".into(), "5.4.2"));
    let (moves, clause) = must(TABLE, "i6 a0");
    assert_eq!(clause, "5.4.3");
    assert!(moves.split(' ').all(|mv| mv.starts_with("a0")));
    assert_eq!(
        fouls(TABLE, "i6 a0"),
        ["i6"],
        "a foul although a move is compelled"
    );
    assert_eq!(free(TABLE, "i6 f0"), "5.4.4");
}

#[test]
fn article_5_5_both_at_once_goes_as_enemy_first() {
    assert_eq!(must(TABLE, "a0 +d4"), ("c2d4".into(), "5.4.2"));
    assert_eq!(must(TABLE, "+a0 d4"), ("c2d4".into(), "5.4.2"));
    assert_eq!(must(TABLE, "a0 d4").1, "5.3.2");
    // A third touch at once with the second does not join the first to it.
    assert_eq!(must(TABLE, "a0 c2 +d4").1, "5.3.2");
}

#[test]
fn the_first_own_and_the_first_enemy_piece_count() {
    assert_eq!(must(TABLE, "a0 c2 d4 a5").1, "5.3.2");
    assert_eq!(must(TABLE, "a5 d4 a0"), ("a0a5".into(), "5.4.1"));
}

#[test]
fn article_8_1_5_is_judged_for_each_piece_once() {
    assert_eq!(fouls(TABLE, "a0 f0 i6 f0 i6"), ["f0", "i6"]);
    assert_eq!(fouls(TABLE, "a0 c2"), Vec::<String>::new());
}

#[test]
fn a_pinned_piece_cannot_move() {
    let pinned = "3kr4/9/9/9/9/9/9/9/4N4/4K4 w";
    assert_eq!(free(pinned, "e1"), "5.1");
    assert_eq!(fouls(pinned, "e1"), ["e1"]);
}

#[test]
fn article_5_6_announced_or_accidental_touches_mean_nothing() {
    let position = Position::from_fen(TABLE).unwrap();
    for circumstances in [
        Circumstances {
            announced: true,
            ..Circumstances::default()
        },
        Circumstances {
            accidental: true,
            ..Circumstances::default()
        },
    ] {
        let ruling = rule(&position, &touches("f0 d4"), circumstances).unwrap();
        assert_eq!((ruling.compelled, ruling.clause), (None, "5.6"));
        assert!(ruling.fouls.is_empty());
    }
}

#[test]
fn article_5_7_a_dropped_piece_was_touched_all_the_same() {
    let position = Position::from_fen(TABLE).unwrap();
    let dropped = Circumstances {
        dropped: true,
        ..Circumstances::default()
    };
    let ruling = rule(&position, &touches("c2"), dropped).unwrap();
    assert!(
        ruling.compelled.unwrap().len() > 1,
        "any move of it, wherever it fell"
    );
}

#[test]
fn an_empty_point_cannot_be_touched() {
    let position = Position::startpos();
    let error = rule(&position, &touches("b0 e5"), Circumstances::default()).unwrap_err();
    assert_eq!(
        (error.index, error.square),
        (1, "e5".parse::<Square>().unwrap())
    );
}

#[test]
fn black_touches_too() {
    let black = Position::from_fen(TABLE).unwrap().swap_colors().to_fen();
    assert_eq!(must(&black, "a9 a4"), ("a9a4".into(), "5.3.1"));
    assert_eq!(fouls(&black, "f9"), ["f9"]);
}

#[test]
fn the_wire_form() {
    let ask = |value: serde_json::Value| {
        serde_json::from_value::<TouchQuestion>(value)
            .unwrap()
            .answer()
    };
    let answer = ask(serde_json::json!({
        "fen": TABLE, "touched": [{"square": "f0"}, {"square": "d4", "together": true}]
    }));
    assert_eq!(
        serde_json::to_value(answer.unwrap()).unwrap(),
        serde_json::json!({"compelled": ["c2d4"], "fouls": [{"square": "f0", "clause": "8.1.5"}]})
    );
    let answer = ask(serde_json::json!({"fen": TABLE, "touched": [{"square": "i6"}]})).unwrap();
    assert_eq!(
        serde_json::to_value(answer).unwrap()["compelled"],
        serde_json::Value::Null
    );
    for (square, touched) in [("e5", 0), ("z9", 0)] {
        let error =
            ask(serde_json::json!({"fen": TABLE, "touched": [{"square": square}]})).unwrap_err();
        assert_eq!(error.pointer, format!("/touched/{touched}/square"));
    }
    assert_eq!(
        ask(serde_json::json!({"fen": "x", "touched": []}))
            .unwrap_err()
            .code,
        "bad_position"
    );
}
