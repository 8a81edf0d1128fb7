//! The natural limit (4.2.4, 22.2): complete full moves since the last capture, the claimant's checks
//! above the cap taken off.

use proptest::prelude::*;
use saiwu::rules::natural_limit::{Audit, audit};
use saiwu::rules::query::NaturalLimitQuestion;
use saiwu::rules::{Color, Move, Position};

const QUIET: &str = "3k4r/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
const SHUTTLE: [&str; 4] = ["a0a1", "i9i8", "a1a0", "i8i9"];

/// Red checks with every move, Black steps to and fro.
const CHECKS: [&str; 4] = ["a0a9", "d9d8", "a9a8", "d8d9"];
const HUNTED: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
/// After the first check of the chain the rook stands on the eighth or ninth rank.
const AGAIN: [&str; 4] = ["a8a9", "d9d8", "a9a8", "d8d9"];

fn moves(texts: impl IntoIterator<Item = &'static str>) -> Vec<Move> {
    texts
        .into_iter()
        .map(|text| text.parse().unwrap())
        .collect()
}

fn run(fen: &str, moves: &[Move], claimant: Color, limit: u32, cap: Option<u32>) -> Audit {
    audit(
        &Position::from_fen(fen).unwrap(),
        moves,
        claimant,
        limit,
        cap,
    )
    .unwrap()
}

fn shuttle(plies: usize) -> Vec<Move> {
    moves(SHUTTLE.into_iter().cycle().take(plies))
}

fn hunt(full_moves: usize) -> Vec<Move> {
    moves(
        CHECKS
            .into_iter()
            .chain(AGAIN.into_iter().cycle())
            .take(full_moves * 2),
    )
}

#[test]
fn article_4_2_4_sixty_full_moves_of_both_sides() {
    for claimant in Color::ALL {
        let at = |plies| run(QUIET, &shuttle(plies), claimant, 60, Some(10));
        assert!(!at(119).claim_holds, "59 complete full moves and one ply");
        assert_eq!(
            at(120),
            Audit {
                claim_holds: true,
                full_moves: 60,
                checks: 0,
                counted: 60
            }
        );
        assert!(at(121).claim_holds);
    }
}

#[test]
fn a_capture_begins_anew() {
    // The rook takes a soldier after ten plies; nine full moves follow.
    let fen = "3k4r/9/9/9/9/9/p8/9/4A4/R3K4 w - - 0 1";
    let mut record = shuttle(10);
    record.extend(moves(["a1a3", "i8i9", "a3a2", "i9i8", "a2a1"]));
    // The shuttle's eleventh move would be a1a0: the rook stands on a1 after ten plies.
    let found = run(fen, &record, Color::Red, 2, None);
    assert_eq!(
        found,
        Audit {
            claim_holds: true,
            full_moves: 2,
            checks: 0,
            counted: 2
        }
    );
    // The capture itself is not in the span: after it and three plies there is one full move.
    let found = run(fen, &record[..14], Color::Red, 2, None);
    assert_eq!((found.full_moves, found.claim_holds), (1, false));
}

#[test]
fn article_22_2_the_claimants_checks_count_to_the_cap_only() {
    let record = hunt(60);
    let red = run(HUNTED, &record, Color::Red, 60, Some(10));
    assert_eq!(
        red,
        Audit {
            claim_holds: false,
            full_moves: 60,
            checks: 60,
            counted: 10
        }
    );
    // The opponent of the checks claims: none of them is his.
    let black = run(HUNTED, &record, Color::Black, 60, Some(10));
    assert_eq!(
        black,
        Audit {
            claim_holds: true,
            full_moves: 60,
            checks: 0,
            counted: 60
        }
    );
}

#[test]
fn other_caps_of_regulations() {
    let record = hunt(20);
    let counted = |cap| run(HUNTED, &record, Color::Red, 20, cap).counted;
    assert_eq!(counted(Some(0)), 0);
    assert_eq!(counted(Some(8)), 8);
    assert_eq!(counted(Some(19)), 19);
    assert_eq!(counted(Some(20)), 20);
    assert_eq!(counted(None), 20);
}

#[test]
fn plies_before_the_record_count_from_the_fen() {
    let fen = QUIET.replace("- - 0 1", "- - 118 200");
    assert!(!run(&fen, &shuttle(1), Color::Red, 60, Some(10)).claim_holds);
    assert!(run(&fen, &shuttle(2), Color::Red, 60, Some(10)).claim_holds);
}

#[test]
fn an_illegal_move_is_named_by_its_ply() {
    let start = Position::startpos();
    let error = audit(
        &start,
        &moves(["h2e2", "h9g7", "e2e7"]),
        Color::Red,
        60,
        None,
    )
    .unwrap_err();
    assert_eq!(error.ply, 2);
}

#[test]
fn the_wire_form() {
    let question: NaturalLimitQuestion = serde_json::from_value(serde_json::json!({
        "id": 7, "fen": HUNTED, "moves": ["a0a9", "D9-D8"], "claimant": "red", "limit": 1, "check_cap": 0
    }))
    .unwrap();
    assert_eq!(
        serde_json::to_value(question.answer().unwrap()).unwrap(),
        serde_json::json!({"id": 7, "claim_holds": false, "full_moves": 1, "checks": 1, "counted": 0})
    );
    let ask = |value: serde_json::Value| {
        let question: NaturalLimitQuestion = serde_json::from_value(value).unwrap();
        question.answer().unwrap_err()
    };
    let error = ask(serde_json::json!({"moves": ["h2e2", "h2e2"], "claimant": "black"}));
    assert_eq!(
        (error.code, error.pointer.as_str()),
        ("illegal", "/moves/1")
    );
    let error = ask(serde_json::json!({"fen": "9/9 w", "claimant": "black"}));
    assert_eq!(
        (error.code, error.pointer.as_str()),
        ("bad_position", "/fen")
    );
    let unknown = serde_json::json!({"claimant": "red", "rounds": 3});
    assert!(serde_json::from_value::<NaturalLimitQuestion>(unknown).is_err());
}

proptest! {
    /// A longer quiet record never loses a claim, and a larger cap never hurts the claimant.
    #[test]
    fn the_count_grows(plies in 0usize..200, limit in 1u32..80, cap in 0u32..20) {
        let red = |plies, cap| run(QUIET, &shuttle(plies), Color::Red, limit, Some(cap));
        prop_assert!(red(plies, cap).counted <= red(plies + 1, cap).counted);
        let hunted = |cap| run(HUNTED, &hunt(plies / 2), Color::Red, limit, Some(cap)).counted;
        prop_assert!(hunted(cap) <= hunted(cap + 1));
    }
}
