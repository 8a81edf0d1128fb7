//! Moves as people write them (article 7.5) and as programs do: read tolerantly, written strictly.
//!
//! One notation a file: `chinese` (the full form), `short`, `wxf`, and `coordinates` for
//! ICCS and UCI. The first three say which piece moves, how and where to; `phrase` turns that
//! into squares, by the position.

mod chinese;
mod columns;
mod coordinates;
mod error;
mod phrase;
mod short;
mod symbols;
mod wxf;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{Move, Position};
use coordinates::Style;

pub use error::{Fault, ReadError, Unreadable};
pub use symbols::{Action, Place};

/// No move is longer; what is longer is refused without being looked at.
const MAX_CHARACTERS: usize = 24;

/// A way of writing moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Notation {
    /// The full form of article 7.5: 炮二平五.
    Chinese,
    /// The short form of article 7.5: 炮25.
    Short,
    /// `C2.5`.
    Wxf,
    /// `H2-E2`.
    Iccs,
    /// `h2e2`, ranks 0 to 9.
    Uci,
    /// `h3e3`, ranks 1 to 10.
    Uci10,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 6] = [
        Notation::Chinese,
        Notation::Short,
        Notation::Wxf,
        Notation::Iccs,
        Notation::Uci,
        Notation::Uci10,
    ];

    /// The name in the API: `chinese`, `uci10` …
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Chinese => "chinese",
            Notation::Short => "short",
            Notation::Wxf => "wxf",
            Notation::Iccs => "iccs",
            Notation::Uci => "uci",
            Notation::Uci10 => "uci10",
        }
    }

    /// The notation a text is written in, by its characters alone. Two points are taken for
    /// `uci10` only where a rank 10 shows it.
    pub fn guess(text: &str) -> Notation {
        if text.chars().any(symbols::is_chinese) {
            let full = text.chars().any(symbols::is_action);
            return if full {
                Notation::Chinese
            } else {
                Notation::Short
            };
        }
        if coordinates::points(text, Style::Iccs, Strictness::Tolerant).is_ok() {
            Notation::Iccs
        } else if coordinates::looks_like(text) {
            Notation::Uci10
        } else {
            Notation::Wxf
        }
    }
}

/// How three or more soldiers on a file, or two files of soldiers, are written in WXF. The two
/// dialects collide where a number stands before an equal file number: `33`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WxfDialect {
    /// `3+`, `33` (the middle one), `3-`.
    Wxf,
    /// Index and file: `13`, `23`, `33` (the third one).
    Index,
}

/// How much a reader lets pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Whatever has one sensible legal meaning.
    Tolerant,
    /// The book form only.
    Strict,
}

/// What a reader is told about a text. The default: tolerant, the notation told from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// The notation; `None`: by [`Notation::guess`].
    pub notation: Option<Notation>,
    /// The dialect of WXF. `None`: the tolerant reader prefers WXF's own meaning, the strict one
    /// answers "ambiguous" where both are legal and differ.
    pub dialect: Option<WxfDialect>,
    /// How much passes.
    pub strictness: Strictness,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            notation: None,
            dialect: None,
            strictness: Strictness::Tolerant,
        }
    }
}

impl Reader {
    /// A tolerant reader of one notation.
    pub const fn tolerant(notation: Notation) -> Reader {
        Reader {
            notation: Some(notation),
            dialect: None,
            strictness: Strictness::Tolerant,
        }
    }

    /// A reader of the book form of one notation.
    pub const fn strict(notation: Notation) -> Reader {
        Reader {
            notation: Some(notation),
            dialect: None,
            strictness: Strictness::Strict,
        }
    }

    /// The same reader, told the dialect of WXF.
    #[must_use]
    pub const fn with_dialect(self, dialect: WxfDialect) -> Reader {
        Reader {
            dialect: Some(dialect),
            ..self
        }
    }

    /// Reads one move of the side to move.
    ///
    /// # Errors
    /// [`ReadError`]: no move at all, an illegal one (with the reason), or several.
    pub fn read(&self, position: &Position, text: &str) -> Result<Move, ReadError> {
        let strictness = self.strictness;
        match self.notation.unwrap_or_else(|| Notation::guess(text)) {
            Notation::Chinese => chinese::read(position, text, strictness),
            Notation::Short => short::read(position, text, strictness),
            Notation::Wxf => wxf::read(position, text, self.dialect, strictness),
            Notation::Iccs => coordinates::read(position, text, Style::Iccs, strictness),
            Notation::Uci => coordinates::read(position, text, Style::Uci, strictness),
            Notation::Uci10 => coordinates::read(position, text, Style::Uci10, strictness),
        }
    }
}

/// Writes a move in the one strict form of a notation: simplified characters, WXF's own dialect
/// with `.` for sideways moves. The move should be legal in the position; where the side to move
/// has no piece on its first square, the two points are written instead.
pub fn write(position: &Position, mv: Move, notation: Notation) -> String {
    let worded = match notation {
        Notation::Chinese => chinese::write(position, mv),
        Notation::Short => short::write(position, mv),
        Notation::Wxf => wxf::write(position, mv, WxfDialect::Wxf),
        Notation::Iccs => Some(coordinates::write(mv, Style::Iccs)),
        Notation::Uci => None,
        Notation::Uci10 => Some(coordinates::write(mv, Style::Uci10)),
    };
    worded.unwrap_or_else(|| coordinates::write(mv, Style::Uci))
}

/// Writes a move in WXF, in the dialect asked for.
pub fn write_wxf(position: &Position, mv: Move, dialect: WxfDialect) -> String {
    wxf::write(position, mv, dialect).unwrap_or_else(|| coordinates::write(mv, Style::Uci))
}

/// The beginning of a text from outside, short enough for a message.
fn excerpt(text: &str) -> String {
    super::square::excerpt(text)
}

/// Cuts the first move from Chinese text that has no blanks between its moves (炮二平五马8进7):
/// the move and what follows. Other text comes back whole.
pub(super) fn split_chinese(word: &str) -> (&str, &str) {
    let mut action = None;
    for (index, (at, c)) in word.char_indices().enumerate() {
        match action {
            None if index >= 4 => break,
            None if index >= 2 && symbols::is_chinese(c) && symbols::is_action(c) => {
                action = Some(index);
            }
            Some(action) if index == action + 2 => return word.split_at(at),
            _ => {}
        }
    }
    (word, "")
}

/// Whether a text has the form of a move in some notation, legal anywhere or not.
pub(super) fn is_move_shaped(text: &str) -> bool {
    match Notation::guess(text) {
        Notation::Chinese | Notation::Short => chinese::is_shaped(text),
        Notation::Wxf => wxf::is_shaped(text),
        Notation::Iccs | Notation::Uci | Notation::Uci10 => true,
    }
}

/// Whether a text was meant as a move, readable or not: short, and with the parts of one.
pub(super) fn is_meant_as_move(text: &str) -> bool {
    if text.chars().nth(8).is_some() {
        return false;
    }
    if is_move_shaped(text) {
        return true;
    }
    let numbered = text.chars().any(|c| c.is_numeric());
    if text.is_ascii() {
        return numbered && text.len() >= 3 && text.starts_with(|c: char| c.is_ascii_alphabetic());
    }
    let piece = text.chars().any(symbols::is_piece);
    let action = text
        .chars()
        .any(|c| symbols::is_chinese(c) && symbols::is_action(c));
    piece && (action || numbered)
}

/// Whether a text is a WXF move whose piece the two dialects name differently.
pub(super) fn depends_on_dialect(text: &str) -> bool {
    let mut characters = text.chars();
    matches!(
        (characters.next(), characters.next(), characters.next()),
        (
            Some('1'..='9'),
            Some('1'..='9'),
            Some('+' | '-' | '.' | '=')
        )
    )
}

/// Whether a text in the short form carries a line under or above a digit.
pub(super) fn has_line(text: &str) -> bool {
    text.chars().any(symbols::is_line)
}
