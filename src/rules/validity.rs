//! Which set-ups can arise in play, and the name of what makes one impossible.

use super::attacks;
use super::bits::Bits;
use super::piece::{Color, Piece, PieceKind};
use super::position::Setup;
use super::square::Square;

/// Why a set-up is no position of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A side without its general.
    #[error("{0} has no general")]
    GeneralMissing(Color),
    /// More pieces of a kind than the set has (1.2).
    #[error("{count} pieces \"{piece}\", the set has {}", piece.kind.full_count())]
    TooManyPieces {
        /// Which piece.
        piece: Piece,
        /// How many stand on the board.
        count: u32,
    },
    /// A general that stands outside its palace (2.2).
    #[error("the {color} general on {square} is outside its palace")]
    GeneralOutsidePalace {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// An advisor on a point other than the five of its palace's slanting lines (2.2).
    #[error(
        "the {color} advisor on {square} is not on one of the five points of its palace's slanting lines"
    )]
    AdvisorOffPoint {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// An elephant on a point other than the seven it can reach (2.2).
    #[error("the {color} elephant on {square} is not on one of the seven points it can reach")]
    ElephantOffPoint {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A soldier behind the rank it started from (2.2: it never goes back).
    #[error("the {color} soldier on {square} is behind the rank it starts from")]
    SoldierBehindStart {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A soldier before the river on a file no soldier starts from (2.2: sideways only beyond it).
    #[error(
        "the {color} soldier on {square} has not crossed the river and is not on a file a soldier starts from"
    )]
    SoldierOffFile {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// Two soldiers of a side on one file before the river (one starts there, none can join it).
    #[error(
        "the {color} soldiers on {first} and {second} cannot both be on this file before the river"
    )]
    SoldiersOnOneFile {
        /// Whose.
        color: Color,
        /// The one on the starting rank.
        first: Square,
        /// The one before it.
        second: Square,
    },
    /// The generals face each other on an open file (2.2).
    #[error("the generals on {red} and {black} face each other")]
    GeneralsFacing {
        /// Red's general.
        red: Square,
        /// Black's general.
        black: Square,
    },
    /// The side that has moved last stands in check (3.2).
    #[error("{color} is in check from {by} although the other side is to move")]
    OpponentInCheck {
        /// Whose general could be taken.
        color: Color,
        /// A piece that could take it.
        by: Square,
    },
}

impl PositionError {
    /// A stable name of the error.
    pub fn code(self) -> &'static str {
        match self {
            PositionError::GeneralMissing(_) => "general_missing",
            PositionError::TooManyPieces { .. } => "too_many_pieces",
            PositionError::GeneralOutsidePalace { .. } => "general_outside_palace",
            PositionError::AdvisorOffPoint { .. } => "advisor_off_point",
            PositionError::ElephantOffPoint { .. } => "elephant_off_point",
            PositionError::SoldierBehindStart { .. } => "soldier_behind_start",
            PositionError::SoldierOffFile { .. } => "soldier_off_file",
            PositionError::SoldiersOnOneFile { .. } => "soldiers_on_one_file",
            PositionError::GeneralsFacing { .. } => "generals_facing",
            PositionError::OpponentInCheck { .. } => "opponent_in_check",
        }
    }

    /// The message in Chinese.
    pub fn zh(self) -> String {
        let name = |color, kind| Piece::new(color, kind).zh();
        match self {
            PositionError::GeneralMissing(color) => {
                format!("{}方没有{}", color.zh(), name(color, PieceKind::General))
            }
            PositionError::TooManyPieces { piece, count } => format!(
                "{}方的{}有 {count} 个，最多只能有 {} 个",
                piece.color.zh(),
                piece.zh(),
                piece.kind.full_count()
            ),
            PositionError::GeneralOutsidePalace { color, square } => {
                format!("{} 的{}不在九宫内", square, name(color, PieceKind::General))
            }
            PositionError::AdvisorOffPoint { color, square } => {
                format!(
                    "{} 的{}不在九宫斜线的五个点上",
                    square,
                    name(color, PieceKind::Advisor)
                )
            }
            PositionError::ElephantOffPoint { color, square } => {
                format!(
                    "{} 的{}不在它能走到的七个点上",
                    square,
                    name(color, PieceKind::Elephant)
                )
            }
            PositionError::SoldierBehindStart { color, square } => {
                format!(
                    "{} 的{}在其原始位置之后",
                    square,
                    name(color, PieceKind::Soldier)
                )
            }
            PositionError::SoldierOffFile { color, square } => {
                format!(
                    "{} 的{}尚未过河，却不在原来的纵线上",
                    square,
                    name(color, PieceKind::Soldier)
                )
            }
            PositionError::SoldiersOnOneFile {
                color,
                first,
                second,
            } => format!(
                "{first} 与 {second} 的两个{}都未过河，不可能在同一纵线上",
                name(color, PieceKind::Soldier)
            ),
            PositionError::GeneralsFacing { red, black } => {
                format!("帅（{red}）与将（{black}）直接对面")
            }
            PositionError::OpponentInCheck { color, by } => {
                format!(
                    "轮到{}方走棋，而{}方正被 {by} 的棋子将军",
                    color.other().zh(),
                    color.zh()
                )
            }
        }
    }
}

/// Whether an elephant of this side can stand on the point.
fn is_elephant_point(color: Color, square: Square) -> bool {
    matches!(
        (color.rank_of(square), square.file()),
        (0 | 4, 2 | 6) | (2, 0 | 4 | 8)
    )
}

/// Asks every question a position must stand, in the order a reader of the board would.
pub(in crate::rules) fn check(setup: &Setup) -> Result<(), PositionError> {
    for color in Color::ALL {
        check_side(setup, color)?;
    }
    check_generals(setup)
}

/// Asks only what it takes for moves to have a meaning: exercises and lessons set up advisors,
/// elephants and soldiers where none can have come.
pub(in crate::rules) fn check_for_reading(setup: &Setup) -> Result<(), PositionError> {
    for color in Color::ALL {
        match check_side(setup, color) {
            Ok(())
            | Err(
                PositionError::AdvisorOffPoint { .. }
                | PositionError::ElephantOffPoint { .. }
                | PositionError::SoldierBehindStart { .. }
                | PositionError::SoldierOffFile { .. }
                | PositionError::SoldiersOnOneFile { .. },
            ) => {}
            Err(error) => return Err(error),
        }
        // The first fault may have hidden this one.
        if let Some(square) = setup.board.king(color)
            && !color.is_in_palace(square)
        {
            return Err(PositionError::GeneralOutsidePalace { color, square });
        }
    }
    check_generals(setup)
}

fn check_generals(setup: &Setup) -> Result<(), PositionError> {
    let board = &setup.board;
    let waiting = setup.side_to_move.other();
    let (Some(red), Some(black)) = (board.king(Color::Red), board.king(Color::Black)) else {
        return Ok(()); // Both stand: check_side has seen them.
    };
    if board.generals_face() {
        return Err(PositionError::GeneralsFacing { red, black });
    }
    let king = if waiting == Color::Red { red } else { black };
    match board.attackers(king, setup.side_to_move).first() {
        Some(by) => Err(PositionError::OpponentInCheck { color: waiting, by }),
        None => Ok(()),
    }
}

fn check_side(setup: &Setup, color: Color) -> Result<(), PositionError> {
    let board = &setup.board;
    for kind in PieceKind::ALL {
        let count = board.by_piece(color, kind).count();
        if kind == PieceKind::General && count == 0 {
            return Err(PositionError::GeneralMissing(color));
        }
        if count > kind.full_count() {
            return Err(PositionError::TooManyPieces {
                piece: Piece::new(color, kind),
                count,
            });
        }
    }
    let mut waiting_soldiers = Bits::EMPTY;
    for square in board.by_color(color) {
        let Some(Piece { kind, .. }) = board.piece_at(square) else {
            continue;
        };
        match kind {
            PieceKind::General if !color.is_in_palace(square) => {
                return Err(PositionError::GeneralOutsidePalace { color, square });
            }
            PieceKind::Advisor
                if !(color.is_in_palace(square) && attacks::is_advisor_point(square)) =>
            {
                return Err(PositionError::AdvisorOffPoint { color, square });
            }
            PieceKind::Elephant if !is_elephant_point(color, square) => {
                return Err(PositionError::ElephantOffPoint { color, square });
            }
            PieceKind::Soldier if color.rank_of(square) < 3 => {
                return Err(PositionError::SoldierBehindStart { color, square });
            }
            PieceKind::Soldier if !color.is_across_river(square) => {
                if square.file() % 2 == 1 {
                    return Err(PositionError::SoldierOffFile { color, square });
                }
                waiting_soldiers = waiting_soldiers.with(square);
            }
            _ => {}
        }
    }
    for first in waiting_soldiers.filter(|&square| color.rank_of(square) == 3) {
        if let Some(second) = first.offset(0, color.forward())
            && waiting_soldiers.contains(second)
        {
            return Err(PositionError::SoldiersOnOneFile {
                color,
                first,
                second,
            });
        }
    }
    Ok(())
}
