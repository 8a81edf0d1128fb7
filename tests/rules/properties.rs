//! What holds in every position, whatever stands in it.

use proptest::prelude::*;
use saiwu::rules::perft::{perft, perft_no_bulk};
use saiwu::rules::{Bits, Color, Move, Outcome, Position, Square};

use crate::positions::{played_positions, positions, squares};

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

proptest! {
    /// Two programs for one rule: the generator, and the judge of a single move.
    #[test]
    fn the_generator_and_the_validator_agree(position in positions()) {
        let generated = sorted(position.legal_moves());
        let judged: Vec<Move> = Square::all()
            .flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
            .filter(|&mv| position.is_legal(mv))
            .collect();
        prop_assert_eq!(generated, judged, "{}", position.to_fen());
    }

    #[test]
    fn no_move_is_generated_twice_and_the_count_is_right(position in positions()) {
        let moves = position.legal_moves();
        let mut once = sorted(moves.clone());
        once.dedup();
        prop_assert_eq!(once.len(), moves.len());
        prop_assert_eq!(position.count_legal_moves() as usize, moves.len());
        prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
    }

    #[test]
    fn mirrored_positions_have_mirrored_moves(position in positions()) {
        let mirrored = position.mirror();
        prop_assert_eq!(
            sorted(mirrored.legal_moves()),
            sorted(position.legal_moves().into_iter().map(Move::mirror))
        );
        prop_assert_eq!(mirrored.checkers(), position.checkers().map(Square::mirror).collect::<Bits>());
        prop_assert_eq!(mirrored.mirror(), position);
    }

    #[test]
    fn swapped_colours_have_swapped_moves(position in positions()) {
        let swapped = position.swap_colors();
        prop_assert_eq!(
            sorted(swapped.legal_moves()),
            sorted(position.legal_moves().into_iter().map(Move::flip))
        );
        prop_assert_eq!(swapped.outcome().map(Outcome::winner), position.outcome().map(|o| o.winner().other()));
        prop_assert_eq!(swapped.swap_colors(), position);
    }

    /// After every move: a valid position, its hash as if it had been set up, and all of it gone
    /// again when the move is taken back.
    #[test]
    fn moves_keep_positions_valid_and_can_be_taken_back(position in positions()) {
        let mut board = position;
        for mv in position.legal_moves() {
            let captured = position.captured(mv);
            let undo = board.make(mv);
            let set_up = Position::try_from(board.setup());
            prop_assert_eq!(set_up.as_ref(), Ok(&board), "{} {}", position.to_fen(), mv);
            prop_assert_eq!(board.side_to_move(), position.side_to_move().other());
            let expected = if captured.is_some() { 0 } else { position.plies_since_capture() + 1 };
            prop_assert_eq!(board.plies_since_capture(), expected);
            let black_moved = position.side_to_move() == Color::Black;
            prop_assert_eq!(board.fullmove(), position.fullmove() + u32::from(black_moved));
            board.unmake(undo);
            prop_assert_eq!(board, position);
        }
    }

    #[test]
    fn different_positions_have_different_hashes(a in positions(), b in positions()) {
        let same = a.board() == b.board() && a.side_to_move() == b.side_to_move();
        prop_assert_eq!(a.hash() == b.hash(), same);
    }

    #[test]
    fn a_position_reads_back_from_its_fen(position in positions()) {
        prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
    }

    #[test]
    fn counting_and_playing_out_agree(position in positions()) {
        prop_assert_eq!(perft(&position, 2), perft_no_bulk(&position, 2));
    }

    /// A piece attacks an enemy piece exactly when it can go to its point.
    #[test]
    fn attackers_are_those_that_reach(position in positions()) {
        let board = position.board();
        for (square, piece) in board.pieces() {
            let by = piece.color.other();
            let reaching: Bits =
                board.by_color(by).filter(|&from| board.reach(from).contains(square)).collect();
            prop_assert_eq!(board.attackers(square, by), reaching, "{} {}", position.to_fen(), square);
        }
    }

    /// Of two sides neither in check, a pass gives a position of play, and two give it back.
    #[test]
    fn a_pass_is_undone_by_a_pass(position in positions()) {
        match position.pass() {
            None => prop_assert!(position.in_check()),
            Some(passed) => {
                prop_assert_eq!(Position::try_from(passed.setup()), Ok(passed));
                if !passed.in_check() {
                    prop_assert_eq!(passed.pass(), Some(position));
                }
            }
        }
    }

    #[test]
    fn games_of_legal_moves_never_reach_an_impossible_position(position in played_positions()) {
        prop_assert_eq!(Position::try_from(position.setup()), Ok(position));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), rows in "[rnbakcpRNBAKCP1-9/ wb-]{0,80}") {
        for text in [text, rows] {
            if let Err(error) = Position::from_fen(&text) {
                prop_assert!(!error.zh().is_empty());
            }
            let _ = text.parse::<Move>();
            let _ = text.parse::<Square>();
        }
    }

    #[test]
    fn squares_and_moves_read_back(from in squares(), to in squares()) {
        let mv = Move::new(from, to);
        prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        let iccs = format!("{from}-{to}").to_uppercase();
        prop_assert_eq!(iccs.parse(), Ok(mv));
        prop_assert_eq!(from.mirror().mirror(), from);
        prop_assert_eq!(from.flip().flip(), from);
        prop_assert_eq!(Square::new(from.file(), from.rank()), Some(from));
    }
}
