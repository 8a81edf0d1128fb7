//! Why a text is not a move, for people: in Chinese and English.

use std::fmt;

use crate::rules::{Color, IllegalReason, Move, Piece, PieceKind, Square};

use super::symbols::{Action, Place, numeral, word};

/// A text that gives no move in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// No move in this notation, whatever the position.
    Unreadable(Unreadable),
    /// A move, but none the position allows. One fault for each piece the text names; never
    /// several unless the text fits several pieces.
    Illegal {
        /// What is wrong.
        faults: Vec<Fault>,
    },
    /// Several moves of the position fit.
    Ambiguous {
        /// The moves that fit and are legal. By the book a text is also ambiguous when it names
        /// two pieces of which only one can make the move; then there is one reading.
        readings: Vec<Move>,
    },
}

/// What stops a text from being a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// Nothing there.
    Empty,
    /// Longer than any move: the number of characters.
    TooLong(usize),
    /// A character that has no meaning in the notation, counted from 1.
    Character {
        /// Which one.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// Known characters in an order that says no move.
    Shape(String),
    /// A piece that has no such movement: 马, 相 and 仕 never go sideways.
    NoSuchMovement {
        /// The piece.
        kind: PieceKind,
    },
    /// Readable, but not as the book writes it (strict reading only).
    NotBookForm(String),
}

/// Why a move that was read is not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The file has no such piece.
    NoneOnFile {
        /// The side to move.
        color: Color,
        /// The piece named.
        kind: PieceKind,
        /// The file, 1 to 9 from that side's right.
        file: u8,
    },
    /// 前, 中, 后 said of pieces that do not share a file.
    NotSeveral {
        /// The side to move.
        color: Color,
        /// The piece named.
        kind: PieceKind,
        /// The word or sign, as text.
        place: Place,
        /// The file, when the text named one.
        file: Option<u8>,
    },
    /// A number beyond the pieces there are.
    NoSuchNumber {
        /// The side to move.
        color: Color,
        /// The piece named.
        kind: PieceKind,
        /// The number, from 1.
        n: u8,
    },
    /// Fewer soldiers on the file than the number says.
    FewerOnFile {
        /// The side to move.
        color: Color,
        /// The file, 1 to 9 from that side's right.
        file: u8,
        /// The number, from 1.
        n: u8,
    },
    /// From and to are one point.
    Stays {
        /// The side to move.
        color: Color,
        /// The piece named.
        kind: PieceKind,
        /// Where it stands.
        from: Square,
    },
    /// The piece has no such step, or the step leaves the board.
    OutOfReach {
        /// The side to move.
        color: Color,
        /// The piece named.
        kind: PieceKind,
        /// Where it stands.
        from: Square,
        /// 进, 退 or 平.
        action: Action,
        /// The number said.
        target: u8,
    },
    /// The rules of play forbid the move.
    Refused {
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalReason,
    },
}

impl ReadError {
    /// `unreadable`, `illegal` or `ambiguous`: the code of the API.
    pub fn code(&self) -> &'static str {
        match self {
            ReadError::Unreadable(_) => "unreadable",
            ReadError::Illegal { .. } => "illegal",
            ReadError::Ambiguous { .. } => "ambiguous",
        }
    }

    /// The moves an ambiguous text can mean; empty for other errors.
    pub fn readings(&self) -> &[Move] {
        match self {
            ReadError::Ambiguous { readings } => readings,
            _ => &[],
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            ReadError::Unreadable(why) => why.zh(),
            ReadError::Illegal { faults } if faults.is_empty() => "没有这样的合法着法".to_owned(),
            ReadError::Illegal { faults } => {
                faults.iter().map(Fault::zh).collect::<Vec<_>>().join("；")
            }
            ReadError::Ambiguous { readings } => match &readings[..] {
                [only] => format!("写法指两个子，只有 {only} 合法；按书写规范应写明前、后"),
                _ => format!("写法不止一种解释：{}", join(readings, "、")),
            },
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Unreadable(why) => why.fmt(f),
            ReadError::Illegal { faults } if faults.is_empty() => f.write_str("no such legal move"),
            ReadError::Illegal { faults } => f.write_str(&join(faults, "; ")),
            ReadError::Ambiguous { readings } => match &readings[..] {
                [only] => write!(
                    f,
                    "the text names two pieces, of which only {only} can move so; the book form says which"
                ),
                _ => write!(f, "the text can mean {}", join(readings, " or ")),
            },
        }
    }
}

impl std::error::Error for ReadError {}

fn join<T: fmt::Display>(items: &[T], between: &str) -> String {
    items
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(between)
}

impl Unreadable {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            Unreadable::Empty => "没有着法".to_owned(),
            Unreadable::TooLong(length) => format!("有 {length} 个字符，不是一着棋"),
            Unreadable::Character { at, found } => {
                format!("第 {at} 个字符“{}”不属于这种记谱法", found.escape_debug())
            }
            Unreadable::Shape(text) => format!("“{text}”不成一着：缺字、多字或次序不对"),
            Unreadable::NoSuchMovement { kind } => {
                format!("{}没有“平”的走法", both_words(*kind))
            }
            Unreadable::NotBookForm(text) => format!("“{text}”不是规范写法"),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Empty => f.write_str("there is no move"),
            Unreadable::TooLong(length) => write!(f, "{length} characters are too many for a move"),
            Unreadable::Character { at, found } => {
                write!(
                    f,
                    "character {at}, {found:?}, has no meaning in this notation"
                )
            }
            Unreadable::Shape(text) => write!(f, "{text:?} is not the shape of a move"),
            Unreadable::NoSuchMovement { kind } => {
                write!(f, "the {} never moves sideways", kind.en())
            }
            Unreadable::NotBookForm(text) => write!(f, "{text:?} is not the book form"),
        }
    }
}

/// 仕（士）: the words of both sides for a kind, one when they agree.
fn both_words(kind: PieceKind) -> String {
    let (red, black) = (word(Color::Red, kind), word(Color::Black, kind));
    if red == black {
        red.to_owned()
    } else {
        format!("{red}（{black}）")
    }
}

impl Fault {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match *self {
            Fault::NoneOnFile { color, kind, file } => {
                format!(
                    "{}方{}路上没有{}",
                    color.zh(),
                    numeral(color, file),
                    word(color, kind)
                )
            }
            Fault::NotSeveral {
                color,
                kind,
                place,
                file,
            } => {
                let piece = word(color, kind);
                match file {
                    Some(file) => format!(
                        "{}方{}路上没有可称“{}”的{piece}",
                        color.zh(),
                        numeral(color, file),
                        place.zh()
                    ),
                    None => format!(
                        "{}方没有同在一条直线上、可称“{}”的{piece}",
                        color.zh(),
                        place.zh()
                    ),
                }
            }
            Fault::NoSuchNumber { color, kind, n } => {
                format!(
                    "{}方没有第 {n} 个可这样编号的{}",
                    color.zh(),
                    word(color, kind)
                )
            }
            Fault::FewerOnFile { color, file, n } => format!(
                "{}方{}路上没有第 {n} 个{}",
                color.zh(),
                numeral(color, file),
                word(color, PieceKind::Soldier)
            ),
            Fault::Stays { color, kind, from } => {
                format!("{}方{}（{from}）没有移动", color.zh(), word(color, kind))
            }
            Fault::OutOfReach {
                color,
                kind,
                from,
                action,
                target,
            } => format!(
                "{}方{}（{from}）不能“{}{}”：走法不合，或走出棋盘",
                color.zh(),
                word(color, kind),
                action.zh(),
                numeral(color, target)
            ),
            Fault::Refused { mv, reason } => format!("{mv}：{}", reason.zh()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::NoneOnFile { color, kind, file } => {
                write!(f, "there is no {} on file {file}", Piece::new(color, kind))
            }
            Fault::NotSeveral {
                color,
                kind,
                place,
                file,
            } => {
                let piece = Piece::new(color, kind);
                match file {
                    Some(file) => {
                        write!(f, "file {file} has no {piece} to be called {}", place.en())
                    }
                    None => write!(
                        f,
                        "no two of the {piece}s share a file so that one could be called {}",
                        place.en()
                    ),
                }
            }
            Fault::NoSuchNumber { color, kind, n } => {
                write!(
                    f,
                    "there is no number {n} among the {}s",
                    Piece::new(color, kind)
                )
            }
            Fault::FewerOnFile { color, file, n } => {
                let piece = Piece::new(color, PieceKind::Soldier);
                write!(f, "file {file} has fewer than {n} {piece}s")
            }
            Fault::Stays { color, kind, from } => {
                write!(f, "the {} on {from} does not move", Piece::new(color, kind))
            }
            Fault::OutOfReach {
                color,
                kind,
                from,
                action,
                target,
            } => write!(
                f,
                "the {} on {from} cannot go {} {target}: it has no such step, or the board ends",
                Piece::new(color, kind),
                action.en()
            ),
            Fault::Refused { mv, reason } => write!(f, "{mv}: {reason}"),
        }
    }
}
