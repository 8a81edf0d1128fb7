//! Why a move is illegal: which piece, what blocks it and where (article 2.2), and the three kinds
//! of suicide (article 3.4).

use saiwu::rules::{IllegalReason, Move, Position, Square, Suicide};

fn reason(fen: &str, mv: &str) -> IllegalReason {
    let position = Position::from_fen(fen).unwrap();
    let mv: Move = mv.parse().unwrap();
    let reason = position
        .why_illegal(mv)
        .unwrap_or_else(|| panic!("{mv} is legal in {fen}"));
    assert!(!position.legal_moves().contains(&mv));
    assert_eq!(position.play(mv).unwrap_err().reason, reason);
    assert!(reason.to_string().is_ascii());
    assert!(!reason.zh().is_ascii());
    reason
}

fn code(fen: &str, mv: &str) -> &'static str {
    reason(fen, mv).code()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

const START: &str = saiwu::rules::START_FEN;

#[test]
fn article_2_1_one_moves_ones_own_pieces() {
    assert_eq!(code(START, "e4e5"), "empty_square");
    assert_eq!(code(START, "h9g7"), "not_your_piece");
    assert_eq!(code(START, "h0h0"), "no_movement");
    assert_eq!(reason(START, "e4e5").clause(), "2.1");
}

#[test]
fn article_2_2_generals_and_advisors_stay_in_the_palace() {
    let bare = "3k5/9/9/9/9/9/9/9/9/5K3 w";
    assert_eq!(code(bare, "f0g0"), "leaves_palace");
    assert_eq!(code(bare, "f0f2"), "wrong_shape");
    assert_eq!(code(bare, "f0e1"), "wrong_shape");
    let high = "3k5/9/9/9/9/9/9/5K3/9/9 w";
    assert_eq!(code(high, "f2f3"), "leaves_palace");
    let advisor = "3k5/9/9/9/9/9/9/3A5/9/5K3 w";
    assert_eq!(code(advisor, "d2c3"), "leaves_palace");
    assert_eq!(code(advisor, "d2c1"), "leaves_palace");
    assert_eq!(code(advisor, "d2d1"), "wrong_shape");
}

#[test]
fn article_2_2_elephants_stay_before_the_river_and_need_a_free_eye() {
    let fen = "3k5/9/9/9/9/2B6/3p5/9/9/5K3 w";
    assert_eq!(code(fen, "c4e6"), "crosses_river");
    assert_eq!(code(fen, "c4d3"), "wrong_shape");
    match reason(fen, "c4e2") {
        IllegalReason::EyeBlocked { at, by, .. } => {
            assert_eq!(at, square("d3"));
            assert_eq!(by.fen_char(), 'p');
        }
        other => panic!("{other:?}"),
    }
    assert!(reason(fen, "c4e2").zh().contains("塞相眼"));
    assert!(
        Position::from_fen(fen)
            .unwrap()
            .is_legal("c4a2".parse().unwrap())
    );
    let black = "5k3/9/9/9/2b6/9/9/9/9/3K5 b";
    assert_eq!(code(black, "c5e3"), "crosses_river");
}

#[test]
fn article_2_2_horses_need_a_free_leg() {
    match reason(START, "b0d1") {
        IllegalReason::LegBlocked { at, by, .. } => {
            assert_eq!(at, square("c0"));
            assert_eq!(by.fen_char(), 'B');
        }
        other => panic!("{other:?}"),
    }
    assert!(reason(START, "b0d1").zh().contains("蹩腿：c0"));
    assert_eq!(code(START, "b0b2"), "wrong_shape");
    // The leg is beside the horse, not beside the target.
    let fen = "3k5/9/9/9/4N4/4p4/9/9/9/5K3 w";
    assert_eq!(code(fen, "e5d3"), "leg_blocked");
    assert_eq!(code(fen, "e5f3"), "leg_blocked");
    assert!(
        Position::from_fen(fen)
            .unwrap()
            .is_legal("e5c4".parse().unwrap())
    );
}

#[test]
fn article_2_2_rooks_pass_over_nothing() {
    match reason(START, "a0a6") {
        IllegalReason::PathBlocked { at, .. } => assert_eq!(at, square("a3")),
        other => panic!("{other:?}"),
    }
    assert_eq!(code(START, "a0a3"), "own_piece_on_target");
    assert_eq!(reason(START, "a0a3").clause(), "2.3");
    assert_eq!(code(START, "a0b1"), "wrong_shape");
}

#[test]
fn article_2_2_cannons_capture_over_exactly_one_piece() {
    let fen = "3k5/9/9/p3p3p/9/9/4P4/9/4C4/5K3 w";
    assert!(
        Position::from_fen(fen)
            .unwrap()
            .is_legal("e1e6".parse().unwrap())
    );
    let bare = "3k5/9/9/4p4/9/9/9/9/4C4/5K3 w";
    assert_eq!(code(bare, "e1e6"), "cannon_without_mount");
    let two = "3k5/9/9/4p4/4n4/9/4P4/9/4C4/5K3 w";
    match reason(two, "e1e6") {
        IllegalReason::CannonOverSeveral { at, count, .. } => {
            assert_eq!((at, count), (square("e5"), 2));
        }
        other => panic!("{other:?}"),
    }
    // Without a capture it passes over nothing, like a rook.
    match reason(fen, "e1e4") {
        IllegalReason::PathBlocked { at, .. } => assert_eq!(at, square("e3")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn article_2_2_soldiers_never_go_back_and_sideways_only_beyond_the_river() {
    let fen = "3k5/9/9/9/2P6/P8/9/9/9/5K3 w";
    assert_eq!(code(fen, "a4b4"), "soldier_sideways");
    assert_eq!(code(fen, "a4a3"), "soldier_backward");
    assert_eq!(code(fen, "c5c4"), "soldier_backward");
    assert_eq!(code(fen, "c5c7"), "wrong_shape");
    assert_eq!(code(fen, "c5d6"), "wrong_shape");
    let position = Position::from_fen(fen).unwrap();
    for mv in ["c5b5", "c5d5", "c5c6", "a4a5"] {
        assert!(position.is_legal(mv.parse().unwrap()), "{mv}");
    }
    let last = "P3k4/9/9/9/9/9/9/9/9/5K3 w";
    assert!(
        Position::from_fen(last)
            .unwrap()
            .is_legal("a9b9".parse().unwrap())
    );
}

#[test]
fn article_3_4_facing_generals_is_suicide() {
    let fen = "4k4/9/9/9/9/9/9/9/4A4/4K4 w";
    assert_eq!(
        reason(fen, "e1d0"),
        IllegalReason::Suicide(Suicide::FacingKings {
            own: square("e0"),
            other: square("e9")
        })
    );
    let step = "3k5/9/9/9/9/9/9/9/9/4K4 w";
    assert_eq!(code(step, "e0d0"), "facing_kings");
}

#[test]
fn article_3_4_offering_the_general_is_suicide() {
    // A pinned advisor, a mount taken from between two others, a leg uncovered, a jump made possible.
    for (fen, mv, by) in [
        ("3k5/4r4/9/9/9/9/9/9/4A4/4K4 w", "e1d0", "e8"),
        ("3k5/4c4/9/4p4/9/9/4R4/9/9/4K4 w", "e3d3", "e8"),
        ("3k5/9/9/9/9/9/9/5n3/5R3/4K4 w", "f1i1", "f2"),
        ("3k5/4c4/9/9/9/9/R8/9/9/4K4 w", "a3e3", "e8"),
    ] {
        match reason(fen, mv) {
            IllegalReason::Suicide(Suicide::KingOffered {
                by: found, king, ..
            }) => {
                assert_eq!((found, king), (square(by), square("e0")), "{fen} {mv}");
            }
            other => panic!("{fen} {mv}: {other:?}"),
        }
        assert_eq!(reason(fen, mv).clause(), "3.4");
    }
    // A step into an attack.
    assert_eq!(code("4k4/9/9/9/9/9/9/9/r8/3K5 w", "d0d1"), "king_offered");
    // In check, and out of it into another: the check is answered, the general offered.
    assert_eq!(code("4k4/9/9/9/9/9/9/9/r8/r2K5 w", "d0d1"), "king_offered");
}

#[test]
fn article_3_4_an_unanswered_check_is_suicide() {
    let fen = "4k4/9/9/9/9/9/8P/9/9/r2K5 w";
    match reason(fen, "i3i4") {
        IllegalReason::Suicide(Suicide::CheckUnanswered { by, king, piece }) => {
            assert_eq!(
                (by, king, piece.fen_char()),
                (square("a0"), square("d0"), 'r')
            );
        }
        other => panic!("{other:?}"),
    }
    assert!(reason(fen, "i3i4").zh().contains("没有应将"));
    // Moving along the check's own line answers nothing either; the general stands on it still.
    assert_eq!(code("4k4/9/9/9/9/9/9/9/9/r2K5 w", "d0e0"), "facing_kings");
}

#[test]
fn a_move_of_the_wrong_shape_is_that_even_in_check() {
    assert_eq!(code("4k4/9/9/9/9/9/8P/9/9/r2K5 w", "i3i5"), "wrong_shape");
}
