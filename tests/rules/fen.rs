//! FEN, and the refusal of every position that cannot arise (articles 1.2, 2.2, 3.2), by name.

use saiwu::rules::{Color, FenError, Position, PositionError, START_FEN, Setup};

fn refusal(fen: &str) -> PositionError {
    match Position::from_fen(fen) {
        Err(FenError::Position(error)) => error,
        other => panic!("{fen}: {other:?}"),
    }
}

#[test]
fn the_start_is_written_as_it_is_read() {
    assert_eq!(Position::startpos().to_fen(), START_FEN);
}

#[test]
fn other_letters_sides_and_fewer_fields_are_read() {
    let start = Position::startpos();
    for fen in [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  W - - 0 0",
        "rnbakabnr/54/1c5c1/p1p1p1p1p/9/333/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    ] {
        assert_eq!(Position::from_fen(fen).unwrap(), start, "{fen}");
    }
}

#[test]
fn counters_are_kept() {
    let setup = Setup::from_fen("4k4/9/9/9/9/9/9/9/9/3K5 b - - 17 63").unwrap();
    assert_eq!(
        (setup.halfmove, setup.fullmove, setup.side_to_move),
        (17, 63, Color::Black)
    );
    assert_eq!(setup.to_fen(), "4k4/9/9/9/9/9/9/9/9/3K5 b - - 17 63");
}

#[test]
fn unreadable_text_is_refused_by_name() {
    let code = |fen: &str| Setup::from_fen(fen).unwrap_err().code();
    assert_eq!(code(""), "fen_fields");
    assert_eq!(code("9/9/9/9/9/9/9/9/9/9"), "fen_fields");
    assert_eq!(code("9/9/9/9/9/9/9/9/9/9 w - - 0 1 7"), "fen_fields");
    assert_eq!(code("9/9/9 w"), "fen_rank_count");
    assert_eq!(code("9/9/9/9/9/9/9/9/9/9/9 w"), "fen_rank_count");
    assert_eq!(code("9/9/9/9/9/8/9/9/9/9 w"), "fen_rank_length");
    assert_eq!(code("9/9/9/9/9/9k/9/9/9/9 w"), "fen_rank_length");
    assert_eq!(code("9/9/9/9/9/55/9/9/9/9 w"), "fen_rank_length");
    assert_eq!(code("9/9/9/9/9/q8/9/9/9/9 w"), "fen_character");
    assert_eq!(code("9/9/9/9/9/09/9/9/9/9 w"), "fen_character");
    assert_eq!(code("9/9/9/9/9/帅8/9/9/9/9 w"), "fen_character");
    assert_eq!(code("9/9/9/9/9/9/9/9/9/9 x"), "fen_side");
    assert_eq!(code("9/9/9/9/9/9/9/9/9/9 w - - -1 1"), "fen_counter");
    assert_eq!(
        code("9/9/9/9/9/9/9/9/9/9 w - - 0 99999999999"),
        "fen_counter"
    );
}

#[test]
fn the_rank_of_a_bad_row_is_named() {
    assert_eq!(
        Setup::from_fen("9/9/9/9/9/9/9/9/9/8 w").unwrap_err(),
        FenError::RankLength { rank: 0 }
    );
    assert_eq!(
        Setup::from_fen("9/9/9?/9/9/9/9/9/9/9 w").unwrap_err(),
        FenError::Character {
            rank: 7,
            found: '?'
        }
    );
}

#[test]
fn each_side_needs_its_general() {
    assert_eq!(
        refusal("4k4/9/9/9/9/9/9/9/9/9 w"),
        PositionError::GeneralMissing(Color::Red)
    );
    assert_eq!(
        refusal("9/9/9/9/9/9/9/9/9/3K5 w"),
        PositionError::GeneralMissing(Color::Black)
    );
}

#[test]
fn no_side_has_more_pieces_than_its_set() {
    for (fen, count) in [
        ("3kk4/9/9/9/9/9/9/9/9/5K3 w", 2),
        ("4k4/9/9/9/9/9/9/RRR6/9/3K5 b", 3),
        ("4k4/9/9/pp1pppp2/9/9/9/9/9/3K5 w", 6),
        ("3akab2/4a4/9/9/9/9/9/9/9/5K3 w", 3),
    ] {
        assert!(
            matches!(refusal(fen), PositionError::TooManyPieces { count: n, .. } if n == count),
            "{fen}"
        );
    }
}

#[test]
fn pieces_stand_only_where_they_can_go() {
    let code = |fen: &str| refusal(fen).code();
    assert_eq!(code("4k4/9/9/9/9/9/9/9/9/2K6 w"), "general_outside_palace");
    assert_eq!(code("9/9/9/4k4/9/9/9/9/9/3K5 w"), "general_outside_palace");
    assert_eq!(code("4k4/9/9/9/9/9/9/9/9/3KA4 w"), "advisor_off_point");
    assert_eq!(code("4k4/3a5/9/9/9/9/9/9/9/4K4 w"), "advisor_off_point");
    assert_eq!(code("4k4/9/9/9/9/9/9/3A5/9/4K2A1 w"), "advisor_off_point");
    assert_eq!(code("4k4/9/9/9/9/9/9/9/2B6/3K5 w"), "elephant_off_point");
    assert_eq!(code("4k4/9/9/9/9/2b6/9/9/9/3K5 w"), "elephant_off_point");
    assert_eq!(code("4k4/9/9/9/9/9/9/P8/9/3K5 w"), "soldier_behind_start");
    assert_eq!(code("4k4/9/p8/9/9/9/9/9/9/3K5 w"), "soldier_behind_start");
    assert_eq!(code("4k4/9/9/9/9/9/1P7/9/9/3K5 w"), "soldier_off_file");
    assert_eq!(code("4k4/9/9/9/5p3/9/9/9/9/3K5 w"), "soldier_off_file");
    assert_eq!(code("4k4/9/9/9/9/P8/P8/9/9/3K5 w"), "soldiers_on_one_file");
    // Beyond the river every point is possible, its last rank too.
    Position::from_fen("P2k5/P8/9/1P7/1P7/9/9/9/9/4K4 b").unwrap();
}

#[test]
fn generals_never_face_whoever_moves() {
    for side in ["w", "b"] {
        let error = refusal(&format!("4k4/9/9/9/9/9/9/9/9/4K4 {side}"));
        assert_eq!(error.code(), "generals_facing");
        assert!(error.zh().contains("对面"));
    }
    Position::from_fen("4k4/9/9/4p4/9/9/9/9/9/4K4 w").unwrap();
}

#[test]
fn the_side_that_has_moved_is_not_in_check() {
    let rook = "3k5/9/9/9/9/9/9/3R5/9/4K4";
    assert_eq!(
        refusal(&format!("{rook} w")),
        PositionError::OpponentInCheck {
            color: Color::Black,
            by: "d2".parse().unwrap()
        }
    );
    assert!(Position::from_fen(&format!("{rook} b")).unwrap().in_check());
}

#[test]
fn every_refusal_speaks_both_languages() {
    for fen in [
        "x",
        "9 w",
        "9/9/9/9/9/8/9/9/9/9 w",
        "9/9/9/9/9/x8/9/9/9/9 w",
        "9/9/9/9/9/9/9/9/9/9 x",
        "9/9/9/9/9/9/9/9/9/9 w - - z",
        "9/9/9/9/9/9/9/9/9/9 w",
        "4k4/9/9/9/9/9/9/RRR6/9/3K5 b",
        "4k4/9/9/9/9/9/9/9/9/2K6 w",
        "4k4/9/9/9/9/9/9/9/9/3KA4 w",
        "4k4/9/9/9/9/9/9/9/2B6/3K5 w",
        "4k4/9/9/9/9/9/9/P8/9/3K5 w",
        "4k4/9/9/9/9/9/1P7/9/9/3K5 w",
        "4k4/9/9/9/9/P8/P8/9/9/3K5 w",
        "4k4/9/9/9/9/9/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/3R5/9/4K4 w",
    ] {
        let error = Position::from_fen(fen).unwrap_err();
        assert!(
            error.zh().chars().any(|c| ('一'..='龥').contains(&c)),
            "{}",
            error.zh()
        );
        assert!(error.to_string().is_ascii(), "{error}");
    }
}
