//! What can be wrong with a move, in both languages.

use std::fmt;

use super::piece::Piece;
use super::square::{Move, Square};

/// Why a move may not be played. Displays in English; [`IllegalReason::zh`] is the Chinese.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalReason {
    /// Nothing stands where the move starts.
    EmptySquare {
        /// Where the move starts.
        from: Square,
    },
    /// The piece belongs to the other side (2.1).
    NotYourPiece {
        /// Where the move starts.
        from: Square,
        /// The piece there.
        piece: Piece,
    },
    /// The piece does not go anywhere.
    NoMovement {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        at: Square,
    },
    /// The piece does not move this way (2.2).
    WrongShape {
        /// The piece.
        piece: Piece,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A general or advisor would leave its palace (2.2).
    LeavesPalace {
        /// The piece.
        piece: Piece,
        /// To where.
        to: Square,
    },
    /// An elephant would cross the river (2.2).
    CrossesRiver {
        /// The piece.
        piece: Piece,
        /// To where.
        to: Square,
    },
    /// A soldier would go back (2.2).
    SoldierBackward {
        /// The piece.
        piece: Piece,
        /// To where.
        to: Square,
    },
    /// A soldier would go sideways before it has crossed the river (2.2).
    SoldierSideways {
        /// The piece.
        piece: Piece,
        /// To where.
        to: Square,
    },
    /// 蹩马腿: something stands beside the horse (2.2).
    LegBlocked {
        /// The horse.
        piece: Piece,
        /// The leg.
        at: Square,
        /// What stands there.
        by: Piece,
    },
    /// 塞象眼: something stands in the middle of the elephant's field (2.2).
    EyeBlocked {
        /// The elephant.
        piece: Piece,
        /// The eye.
        at: Square,
        /// What stands there.
        by: Piece,
    },
    /// A rook, or a cannon that does not capture, would pass over a piece (2.2).
    PathBlocked {
        /// The moving piece.
        piece: Piece,
        /// The first point in the way.
        at: Square,
        /// What stands there.
        by: Piece,
    },
    /// A cannon would capture without a piece to jump over (2.2).
    CannonWithoutMount {
        /// The cannon.
        piece: Piece,
        /// What it would take, where.
        to: Square,
    },
    /// A cannon would capture over more than one piece (2.2).
    CannonOverSeveral {
        /// The cannon.
        piece: Piece,
        /// What it would take, where.
        to: Square,
        /// The second piece in the way, seen from the cannon.
        at: Square,
        /// How many pieces are in the way.
        count: u32,
    },
    /// An own piece stands where the move goes (2.3).
    OwnPieceOnTarget {
        /// The moving piece.
        piece: Piece,
        /// To where.
        to: Square,
        /// The own piece there.
        by: Piece,
    },
    /// 自杀 (3.4): the general could be taken.
    Suicide(Suicide),
}

/// The kinds of suicide of article 3.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suicide {
    /// 帅（将）直接对面: the generals face each other.
    FacingKings {
        /// The mover's general after the move.
        own: Square,
        /// The opponent's general.
        other: Square,
    },
    /// 主动送吃帅（将）: the general steps into an attack, or is laid open to one.
    KingOffered {
        /// The mover's general after the move.
        king: Square,
        /// A piece that could take it.
        by: Square,
        /// Which piece that is.
        piece: Piece,
    },
    /// 没有应将: the general was in check and the move does not answer it.
    CheckUnanswered {
        /// The mover's general.
        king: Square,
        /// A piece whose check stands.
        by: Square,
        /// Which piece that is.
        piece: Piece,
    },
}

impl Suicide {
    /// A stable name.
    pub fn code(self) -> &'static str {
        match self {
            Suicide::FacingKings { .. } => "facing_kings",
            Suicide::KingOffered { .. } => "king_offered",
            Suicide::CheckUnanswered { .. } => "check_unanswered",
        }
    }
}

impl IllegalReason {
    /// A stable name.
    pub fn code(self) -> &'static str {
        match self {
            IllegalReason::EmptySquare { .. } => "empty_square",
            IllegalReason::NotYourPiece { .. } => "not_your_piece",
            IllegalReason::NoMovement { .. } => "no_movement",
            IllegalReason::WrongShape { .. } => "wrong_shape",
            IllegalReason::LeavesPalace { .. } => "leaves_palace",
            IllegalReason::CrossesRiver { .. } => "crosses_river",
            IllegalReason::SoldierBackward { .. } => "soldier_backward",
            IllegalReason::SoldierSideways { .. } => "soldier_sideways",
            IllegalReason::LegBlocked { .. } => "leg_blocked",
            IllegalReason::EyeBlocked { .. } => "eye_blocked",
            IllegalReason::PathBlocked { .. } => "path_blocked",
            IllegalReason::CannonWithoutMount { .. } => "cannon_without_mount",
            IllegalReason::CannonOverSeveral { .. } => "cannon_over_several",
            IllegalReason::OwnPieceOnTarget { .. } => "own_piece_on_target",
            IllegalReason::Suicide(suicide) => suicide.code(),
        }
    }

    /// The clause of the rules that forbids the move.
    pub fn clause(self) -> &'static str {
        match self {
            IllegalReason::EmptySquare { .. }
            | IllegalReason::NotYourPiece { .. }
            | IllegalReason::NoMovement { .. } => "2.1",
            IllegalReason::OwnPieceOnTarget { .. } => "2.3",
            IllegalReason::Suicide(_) => "3.4",
            _ => "2.2",
        }
    }

    /// The suicide, when the move is one.
    pub fn suicide(self) -> Option<Suicide> {
        match self {
            IllegalReason::Suicide(suicide) => Some(suicide),
            _ => None,
        }
    }

    /// The message in Chinese.
    pub fn zh(self) -> String {
        match self {
            IllegalReason::EmptySquare { from } => format!("{from} 上没有棋子"),
            IllegalReason::NotYourPiece { from, piece } => {
                let side = piece.color.zh();
                format!("{from} 的{}是{side}方的棋子，不该{side}方走", piece.zh())
            }
            IllegalReason::NoMovement { piece, at } => {
                format!("{at} 的{}没有离开原来的点", piece.zh())
            }
            IllegalReason::WrongShape { piece, from, to } => {
                format!("{}不能这样从 {from} 走到 {to}", piece.zh())
            }
            IllegalReason::LeavesPalace { piece, to } => {
                format!("{}不能走出九宫到 {to}", piece.zh())
            }
            IllegalReason::CrossesRiver { piece, to } => {
                format!("{}不能过河到 {to}", piece.zh())
            }
            IllegalReason::SoldierBackward { piece, to } => {
                format!("{}不能后退到 {to}", piece.zh())
            }
            IllegalReason::SoldierSideways { piece, to } => {
                format!("{}未过河，不能横走到 {to}", piece.zh())
            }
            IllegalReason::LegBlocked { piece, at, by } => {
                format!("{}蹩腿：{at} 有{}", piece.zh(), side_and_name(by))
            }
            IllegalReason::EyeBlocked { piece, at, by } => {
                format!("塞{}眼：{at} 有{}", piece.zh(), side_and_name(by))
            }
            IllegalReason::PathBlocked { piece, at, by } => {
                format!("{}不能隔子而行：{at} 有{}", piece.zh(), side_and_name(by))
            }
            IllegalReason::CannonWithoutMount { piece, to } => {
                format!("{}吃 {to} 的子须隔一个棋子，中间没有棋子", piece.zh())
            }
            IllegalReason::CannonOverSeveral {
                piece,
                to,
                at,
                count,
            } => {
                format!(
                    "{}吃 {to} 的子只能隔一个棋子，中间有 {count} 个（第二个在 {at}）",
                    piece.zh()
                )
            }
            IllegalReason::OwnPieceOnTarget { piece, to, by } => {
                format!("{}不能走到 {to}：那里有己方的{}", piece.zh(), by.zh())
            }
            IllegalReason::Suicide(Suicide::FacingKings { own, other }) => {
                format!("自杀：走后帅将（{own} 与 {other}）直接对面")
            }
            IllegalReason::Suicide(Suicide::KingOffered { king, by, piece }) => {
                format!(
                    "自杀：送吃，{by} 的{}可吃 {king} 的帅（将）",
                    side_and_name(piece)
                )
            }
            IllegalReason::Suicide(Suicide::CheckUnanswered { king, by, piece }) => {
                format!(
                    "自杀：没有应将，{by} 的{}仍将着 {king} 的帅（将）",
                    side_and_name(piece)
                )
            }
        }
    }
}

fn side_and_name(piece: Piece) -> String {
    format!("{}{}", piece.color.zh(), piece.zh())
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalReason::EmptySquare { from } => write!(f, "there is no piece on {from}"),
            IllegalReason::NotYourPiece { from, piece } => {
                write!(
                    f,
                    "the {piece} on {from} belongs to the side that is not to move"
                )
            }
            IllegalReason::NoMovement { piece, at } => {
                write!(f, "the {piece} on {at} does not leave its point")
            }
            IllegalReason::WrongShape { piece, from, to } => {
                write!(f, "a {} does not move from {from} to {to}", piece.kind.en())
            }
            IllegalReason::LeavesPalace { piece, to } => {
                write!(f, "the {piece} may not leave its palace for {to}")
            }
            IllegalReason::CrossesRiver { piece, to } => {
                write!(f, "the {piece} may not cross the river to {to}")
            }
            IllegalReason::SoldierBackward { piece, to } => {
                write!(f, "the {piece} may not go back to {to}")
            }
            IllegalReason::SoldierSideways { piece, to } => write!(
                f,
                "the {piece} may not go sideways to {to} before it has crossed the river"
            ),
            IllegalReason::LegBlocked { piece, at, by } => {
                write!(f, "the leg of the {piece} is blocked on {at} by the {by}")
            }
            IllegalReason::EyeBlocked { piece, at, by } => {
                write!(f, "the eye of the {piece} is blocked on {at} by the {by}")
            }
            IllegalReason::PathBlocked { piece, at, by } => {
                write!(f, "the {piece} may not pass the {by} on {at}")
            }
            IllegalReason::CannonWithoutMount { piece, to } => write!(
                f,
                "the {piece} captures only over a piece, and there is none before {to}"
            ),
            IllegalReason::CannonOverSeveral {
                piece,
                to,
                at,
                count,
            } => write!(
                f,
                "the {piece} captures over one piece only, and there are {count} before {to} (the second on {at})"
            ),
            IllegalReason::OwnPieceOnTarget { piece, to, by } => {
                write!(f, "the {piece} may not go to {to}, where the {by} stands")
            }
            IllegalReason::Suicide(Suicide::FacingKings { own, other }) => {
                write!(
                    f,
                    "suicide: the generals on {own} and {other} would face each other"
                )
            }
            IllegalReason::Suicide(Suicide::KingOffered { king, by, piece }) => write!(
                f,
                "suicide: the general is offered, the {piece} on {by} could take it on {king}"
            ),
            IllegalReason::Suicide(Suicide::CheckUnanswered { king, by, piece }) => write!(
                f,
                "suicide: the check is not answered, the {piece} on {by} could take the general on {king}"
            ),
        }
    }
}

/// A move that may not be played, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is illegal: {reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// What is wrong with it.
    pub reason: IllegalReason,
}

impl IllegalMove {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        format!("{} 不合行棋规定：{}", self.mv, self.reason.zh())
    }
}
