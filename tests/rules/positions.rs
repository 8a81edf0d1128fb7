//! Arbitrary positions for the properties: random set-ups, and ends of random games.

use proptest::prelude::*;
use saiwu::rules::{Board, Color, Piece, PieceKind, Position, Setup, Square};

/// Any point of the board.
pub fn squares() -> impl Strategy<Value = Square> {
    (0..Square::COUNT as u8).prop_map(|index| Square::from_index(index).unwrap())
}

/// The points on which a piece of Red can stand, general's palace and all (2.2).
fn red_points(kind: PieceKind) -> Vec<Square> {
    Square::all()
        .filter(|square| {
            let (file, rank) = (square.file(), square.rank());
            match kind {
                PieceKind::General => (3..=5).contains(&file) && rank <= 2,
                PieceKind::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
                PieceKind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
                PieceKind::Soldier => rank >= 5 || (rank >= 3 && file % 2 == 0),
                _ => true,
            }
        })
        .collect()
}

fn side() -> impl Strategy<Value = Vec<(PieceKind, Square)>> {
    // Generals are put first: a later piece never takes their point.
    let pieces = |kind: PieceKind, least: usize| {
        proptest::collection::vec(
            proptest::sample::select(red_points(kind)).prop_map(move |square| (kind, square)),
            least..=kind.full_count() as usize,
        )
    };
    (
        pieces(PieceKind::General, 1),
        pieces(PieceKind::Advisor, 0),
        pieces(PieceKind::Elephant, 0),
        pieces(PieceKind::Horse, 0),
        pieces(PieceKind::Rook, 0),
        pieces(PieceKind::Cannon, 0),
        pieces(PieceKind::Soldier, 0),
    )
        .prop_map(|(k, a, b, n, r, c, p)| [k, a, b, n, r, c, p].concat())
}

/// Set-ups of possible pieces on possible points, whatever they look like.
pub fn random_setups() -> impl Strategy<Value = Position> {
    (side(), side(), any::<bool>(), 0u32..200, 1u32..200).prop_filter_map(
        "impossible set-up",
        |(red, black, red_to_move, halfmove, fullmove)| {
            let mut board = Board::empty();
            let red = red
                .into_iter()
                .map(|(kind, at)| (Piece::new(Color::Red, kind), at));
            let black = black
                .into_iter()
                .map(|(kind, at)| (Piece::new(Color::Black, kind), at.flip()));
            for (piece, at) in red.chain(black) {
                if board.piece_at(at).is_none() {
                    board.set(at, Some(piece));
                }
            }
            let side_to_move = if red_to_move {
                Color::Red
            } else {
                Color::Black
            };
            let setup = Setup {
                board,
                side_to_move,
                halfmove,
                fullmove,
            };
            let other = Setup {
                side_to_move: side_to_move.other(),
                ..setup
            };
            Position::try_from(setup)
                .or_else(|_| Position::try_from(other))
                .ok()
        },
    )
}

/// Positions of games of random legal moves from the start.
pub fn played_positions() -> impl Strategy<Value = Position> {
    proptest::collection::vec(any::<prop::sample::Index>(), 0..160).prop_map(|choices| {
        let mut position = Position::startpos();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(*choice.get(&moves));
        }
        position
    })
}

/// Both kinds.
pub fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![2 => random_setups(), 1 => played_positions()]
}
