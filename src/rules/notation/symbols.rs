//! What the characters of Chinese notation mean, in whichever script, width or hand they come.

use crate::rules::{Color, Piece, PieceKind};

/// 进, 退 or 平.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// 进: towards the opponent.
    Advance,
    /// 退: back towards one's own side.
    Retreat,
    /// 平: along the rank.
    Traverse,
}

impl Action {
    pub(super) const ALL: [Action; 3] = [Action::Traverse, Action::Advance, Action::Retreat];

    /// The character of the book.
    pub const fn zh(self) -> &'static str {
        match self {
            Action::Advance => "进",
            Action::Retreat => "退",
            Action::Traverse => "平",
        }
    }

    /// In English.
    pub const fn en(self) -> &'static str {
        match self {
            Action::Advance => "forward",
            Action::Retreat => "back",
            Action::Traverse => "sideways",
        }
    }
}

/// Which of the like pieces on one file.
///
/// The words of the Chinese form and the signs of WXF differ once four or five soldiers share a
/// file: 前 is always the first, `+` then is the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// 前: the one nearest to the opponent.
    Front,
    /// 中: the third of five, the second of three; of four it names two.
    Middle,
    /// 后: the one nearest to one's own side.
    Back,
    /// `+` of WXF: the first of two or three, the second of four or five.
    Plus,
    /// `-` of WXF: the last of two or three, the last but one of four or five.
    Minus,
    /// `++` of WXF: the first of four or five.
    PlusPlus,
    /// `--` of WXF: the last of four or five.
    MinusMinus,
}

impl Place {
    /// The indices (front first) this word names among `count` pieces on one file.
    pub(super) const fn of(self, count: usize) -> &'static [usize] {
        match (self, count) {
            (Place::Front | Place::Plus, 2 | 3) => &[0],
            (Place::Back | Place::Minus, 2) => &[1],
            (Place::Back | Place::Minus, 3) => &[2],
            (Place::Front | Place::PlusPlus, 4 | 5) => &[0],
            (Place::Back | Place::MinusMinus, 4) => &[3],
            (Place::Back | Place::MinusMinus, 5) => &[4],
            (Place::Plus, 4 | 5) => &[1],
            (Place::Minus, 4) => &[2],
            (Place::Minus, 5) => &[3],
            (Place::Middle, 3) => &[1],
            (Place::Middle, 4) => &[1, 2],
            (Place::Middle, 5) => &[2],
            _ => &[],
        }
    }

    /// The word, or the sign where the book has none.
    pub const fn zh(self) -> &'static str {
        match self {
            Place::Front | Place::PlusPlus => "前",
            Place::Middle => "中",
            Place::Back | Place::MinusMinus => "后",
            Place::Plus => "＋",
            Place::Minus => "－",
        }
    }

    /// In English, or the sign.
    pub const fn en(self) -> &'static str {
        match self {
            Place::Front | Place::PlusPlus => "front",
            Place::Middle => "middle",
            Place::Back | Place::MinusMinus => "rear",
            Place::Plus => "+",
            Place::Minus => "-",
        }
    }
}

/// How a numeral is written: the book has Chinese numerals for Red, Arabic ones for Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// 一二三四五六七八九.
    Chinese,
    /// 1–9, half or full width.
    Arabic,
}

/// One character of a move in Chinese.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A piece word. `owner` is the side whose word it is, when it is only one side's.
    Piece {
        kind: PieceKind,
        owner: Option<Color>,
    },
    /// 1 to 9.
    Digit { value: u8, script: Script },
    /// 进 退 平.
    Action(Action),
    /// 前 中 后.
    Place(Place),
    /// The line under the digit (short form: 进).
    LineBelow,
    /// The line above the digit (short form: 退).
    LineAbove,
}

/// A character read, and whether the book has it in this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Character {
    pub(super) symbol: Symbol,
    pub(super) bookish: bool,
}

/// The meaning of a character, or `None` where it has none in a move.
pub(super) fn character(c: char) -> Option<Character> {
    use Color::{Black, Red};
    use PieceKind::{Advisor, Cannon, Elephant, General, Horse, Rook, Soldier};
    let piece = |kind, owner| Symbol::Piece { kind, owner };
    let digit = |value, script| Symbol::Digit { value, script };
    let book = |symbol| {
        Some(Character {
            symbol,
            bookish: true,
        })
    };
    let loose = |symbol| {
        Some(Character {
            symbol,
            bookish: false,
        })
    };
    match c {
        '1'..='9' => book(digit(c as u8 - b'0', Script::Arabic)),
        '１'..='９' => book(digit((c as u32 - '０' as u32) as u8, Script::Arabic)),
        '一' => book(digit(1, Script::Chinese)),
        '二' => book(digit(2, Script::Chinese)),
        '三' => book(digit(3, Script::Chinese)),
        '四' => book(digit(4, Script::Chinese)),
        '五' => book(digit(5, Script::Chinese)),
        '六' => book(digit(6, Script::Chinese)),
        '七' => book(digit(7, Script::Chinese)),
        '八' => book(digit(8, Script::Chinese)),
        '九' => book(digit(9, Script::Chinese)),
        '进' | '進' => book(Symbol::Action(Action::Advance)),
        '退' => book(Symbol::Action(Action::Retreat)),
        '平' => book(Symbol::Action(Action::Traverse)),
        // How the moves are called over the board in the south, and signs some programs print.
        '上' | '+' | '＋' => loose(Symbol::Action(Action::Advance)),
        '下' | '-' | '－' | '−' => loose(Symbol::Action(Action::Retreat)),
        '=' | '＝' | '.' | '．' => loose(Symbol::Action(Action::Traverse)),
        '前' => book(Symbol::Place(Place::Front)),
        '中' => book(Symbol::Place(Place::Middle)),
        '后' | '後' => book(Symbol::Place(Place::Back)),
        '帅' | '帥' => book(piece(General, Some(Red))),
        '将' | '將' => book(piece(General, Some(Black))),
        '仕' => book(piece(Advisor, Some(Red))),
        '士' => book(piece(Advisor, Some(Black))),
        '相' => book(piece(Elephant, Some(Red))),
        '象' => book(piece(Elephant, Some(Black))),
        '马' | '馬' | '傌' => book(piece(Horse, None)),
        '车' | '車' | '俥' => book(piece(Rook, None)),
        '炮' | '砲' => book(piece(Cannon, None)),
        '包' => loose(piece(Cannon, None)),
        '兵' => book(piece(Soldier, Some(Red))),
        '卒' => book(piece(Soldier, Some(Black))),
        // Combining and free-standing forms of the two lines.
        '\u{0332}' | '\u{0331}' => book(Symbol::LineBelow),
        '\u{0305}' | '\u{0304}' => book(Symbol::LineAbove),
        '_' | '＿' => loose(Symbol::LineBelow),
        '\u{203e}' | '\u{00af}' | '￣' => loose(Symbol::LineAbove),
        _ => None,
    }
}

/// Whether a character belongs to a move written in Chinese and to nothing else: digits and signs
/// do not tell.
pub(super) fn is_chinese(c: char) -> bool {
    !c.is_ascii()
        && character(c).is_some_and(|character| match character.symbol {
            Symbol::Digit { script, .. } => script == Script::Chinese,
            Symbol::Action(_) => character.bookish || matches!(c, '上' | '下'),
            Symbol::Piece { .. } | Symbol::Place(_) => true,
            Symbol::LineBelow | Symbol::LineAbove => false,
        })
}

/// Whether a character says 进, 退 or 平 in some way.
pub(super) fn is_action(c: char) -> bool {
    character(c).is_some_and(|character| matches!(character.symbol, Symbol::Action(_)))
}

/// Whether a character names a piece.
pub(super) fn is_piece(c: char) -> bool {
    character(c).is_some_and(|character| matches!(character.symbol, Symbol::Piece { .. }))
}

/// Whether a character is the line under or above a digit.
pub(super) fn is_line(c: char) -> bool {
    let symbol = character(c).map(|character| character.symbol);
    matches!(symbol, Some(Symbol::LineBelow | Symbol::LineAbove))
}

/// A numeral 1 to 9 as `color` writes files and points: Chinese for Red, Arabic for Black.
pub(super) fn numeral(color: Color, value: u8) -> char {
    match color {
        Color::Red => chinese_numeral(value),
        Color::Black => arabic_numeral(value),
    }
}

/// 一 to 九.
pub(super) fn chinese_numeral(value: u8) -> char {
    const NUMERALS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    NUMERALS[usize::from(value % 10)]
}

/// 1 to 9.
pub(super) fn arabic_numeral(value: u8) -> char {
    char::from(b'0' + value % 10)
}

/// The word of a piece in one's own colour: 兵 or 卒, 相 or 象.
pub(super) fn word(color: Color, kind: PieceKind) -> &'static str {
    Piece::new(color, kind).zh()
}
