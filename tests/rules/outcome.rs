//! Mate and stalemate, both lost for the side to move (3.2, 3.3, 4.1.1, 4.1.2).

use saiwu::rules::{Color, Outcome, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn article_4_1_1_mate_loses() {
    // Two rooks on the last two ranks; two cannons on the general's file, where an advisor that
    // steps between them only becomes the mount of the front one.
    for fen in [
        "R3k4/1R7/9/9/9/9/9/9/9/3K5 b",
        "3aka3/9/9/4C4/4C4/9/9/9/9/3K5 b",
    ] {
        let outcome = position(fen).outcome();
        assert_eq!(
            outcome,
            Some(Outcome::Checkmate { winner: Color::Red }),
            "{fen}"
        );
        assert_eq!(outcome.unwrap().clause(), "4.1.1");
        let swapped = position(fen).swap_colors();
        assert_eq!(
            swapped.outcome(),
            Some(Outcome::Checkmate {
                winner: Color::Black
            })
        );
    }
}

#[test]
fn a_check_with_an_answer_is_no_mate() {
    let check = position("R3k4/9/9/9/9/9/9/9/9/3K5 b");
    assert!(check.in_check());
    assert_eq!(check.outcome(), None);
}

#[test]
fn article_4_1_2_stalemate_loses() {
    // Forward into the soldier, sideways onto the open file of Red's general.
    let stuck = position("3k5/9/3P5/9/9/9/9/9/9/4K4 b");
    assert!(!stuck.in_check());
    assert_eq!(
        stuck.outcome(),
        Some(Outcome::Stalemate { winner: Color::Red })
    );
    assert_eq!(stuck.outcome().unwrap().clause(), "4.1.2");
}

#[test]
fn a_piece_that_can_move_is_no_stalemate() {
    assert_eq!(position("3k5/9/3P5/9/9/p8/9/9/9/4K4 b").outcome(), None);
    // An elephant that is not blocked can; one blocked in both its eyes cannot.
    assert_eq!(position("2bk5/9/3P5/9/9/9/9/9/9/4K4 b").outcome(), None);
    assert_eq!(
        position("2bk5/1P1N5/3P5/9/9/9/9/9/9/4K4 b").outcome(),
        Some(Outcome::Stalemate { winner: Color::Red })
    );
}
