//! The full form of article 7.5: 炮二平五, 前车退一, 二兵平四.

use crate::rules::{Color, Move, PieceKind, Position};

use super::error::{ReadError, Unreadable};
use super::phrase::{
    Name, Phrase, Who, action_and_target, can_be_said, settle_strictly, settle_tolerantly,
};
use super::symbols::{
    Action, Character, Place, Script, Symbol, character, chinese_numeral, numeral, word,
};
use super::{MAX_CHARACTERS, Strictness, excerpt};

/// Reads a move in the full form.
pub(super) fn read(
    position: &Position,
    text: &str,
    strictness: Strictness,
) -> Result<Move, ReadError> {
    let characters = characters(text, strictness)?;
    let symbols: Vec<Symbol> = characters
        .iter()
        .map(|character| character.symbol)
        .collect();
    let [
        head @ ..,
        Symbol::Action(action),
        Symbol::Digit { value, .. },
    ] = &symbols[..]
    else {
        return Err(shape(text));
    };
    let (action, value) = (*action, *value);
    let subject = Subject::parse(head).ok_or_else(|| shape(text))?;
    if !can_be_said(subject.kind(), action) {
        let kind = subject.kind();
        return Err(ReadError::Unreadable(Unreadable::NoSuchMovement { kind }));
    }
    match strictness {
        Strictness::Tolerant => settle(position, subject, &[action], value),
        Strictness::Strict => {
            let color = position.side_to_move();
            let book = characters.iter().all(|character| character.bookish)
                && words_fit(&symbols, color)
                && numerals_fit(&symbols, color);
            let who = subject
                .book(position)
                .filter(|_| book)
                .ok_or_else(|| not_book(text))?;
            settle_strictly(
                position,
                &[Phrase {
                    who,
                    action,
                    target: value,
                }],
            )
        }
    }
}

/// Reads the characters of a move. The tolerant reader passes over blanks.
pub(super) fn characters(text: &str, strictness: Strictness) -> Result<Vec<Character>, ReadError> {
    let unreadable = |why| Err(ReadError::Unreadable(why));
    let mut found = Vec::with_capacity(8);
    for (at, c) in text.chars().enumerate() {
        if at >= MAX_CHARACTERS {
            return unreadable(Unreadable::TooLong(text.chars().count()));
        }
        match character(c) {
            Some(character) => found.push(character),
            None if c.is_whitespace() && strictness == Strictness::Tolerant => {}
            None => {
                return unreadable(Unreadable::Character {
                    at: at + 1,
                    found: c,
                });
            }
        }
    }
    if found.is_empty() {
        return unreadable(Unreadable::Empty);
    }
    Ok(found)
}

pub(super) fn shape(text: &str) -> ReadError {
    ReadError::Unreadable(Unreadable::Shape(excerpt(text)))
}

pub(super) fn not_book(text: &str) -> ReadError {
    ReadError::Unreadable(Unreadable::NotBookForm(excerpt(text)))
}

/// Whether every piece word is one of `color`'s: Red says 兵, 相, 仕, 帅.
pub(super) fn words_fit(symbols: &[Symbol], color: Color) -> bool {
    symbols.iter().all(|symbol| match symbol {
        Symbol::Piece {
            owner: Some(owner), ..
        } => *owner == color,
        _ => true,
    })
}

/// Whether files and points are written in `color`'s numerals. The number before a soldier
/// (二兵) counts pieces and is Chinese for both sides.
fn numerals_fit(symbols: &[Symbol], color: Color) -> bool {
    let own = match color {
        Color::Red => Script::Chinese,
        Color::Black => Script::Arabic,
    };
    symbols.iter().enumerate().all(|(at, symbol)| match symbol {
        Symbol::Digit { script, .. } if at == 0 => *script == Script::Chinese,
        Symbol::Digit { script, .. } => *script == own,
        _ => true,
    })
}

/// The part of a move that names the piece, as its characters stand.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    /// 炮二
    File { kind: PieceKind, file: u8 },
    /// 前车
    Placed { kind: PieceKind, place: Place },
    /// 前五: a soldier
    PlacedFile { place: Place, file: u8 },
    /// 前兵四
    PlacedOnFile {
        kind: PieceKind,
        place: Place,
        file: u8,
    },
    /// 二兵
    Numbered { kind: PieceKind, n: u8 },
    /// 二兵四, 二四: the second of the soldiers on a file
    NumberedOnFile { kind: PieceKind, n: u8, file: u8 },
    /// 车前, 兵四前: the words in the wrong order
    Swapped {
        kind: PieceKind,
        place: Place,
        file: Option<u8>,
    },
}

impl Subject {
    pub(super) fn parse(symbols: &[Symbol]) -> Option<Subject> {
        use Symbol::{Digit, Piece};
        Some(match *symbols {
            [Piece { kind, .. }, Digit { value: file, .. }] => Subject::File { kind, file },
            [Symbol::Place(place), Piece { kind, .. }] => Subject::Placed { kind, place },
            [Symbol::Place(place), Digit { value: file, .. }] => {
                Subject::PlacedFile { place, file }
            }
            [
                Symbol::Place(place),
                Piece { kind, .. },
                Digit { value: file, .. },
            ] => Subject::PlacedOnFile { kind, place, file },
            [Digit { value: n, .. }, Piece { kind, .. }] => Subject::Numbered { kind, n },
            [
                Digit { value: n, .. },
                Piece { kind, .. },
                Digit { value: file, .. },
            ] => Subject::NumberedOnFile { kind, n, file },
            [Digit { value: n, .. }, Digit { value: file, .. }] => Subject::NumberedOnFile {
                kind: PieceKind::Soldier,
                n,
                file,
            },
            [Piece { kind, .. }, Symbol::Place(place)] => Subject::Swapped {
                kind,
                place,
                file: None,
            },
            [
                Piece { kind, .. },
                Digit { value: file, .. },
                Symbol::Place(place),
            ] => Subject::Swapped {
                kind,
                place,
                file: Some(file),
            },
            _ => return None,
        })
    }

    pub(super) const fn kind(self) -> PieceKind {
        match self {
            Subject::File { kind, .. }
            | Subject::Placed { kind, .. }
            | Subject::PlacedOnFile { kind, .. }
            | Subject::Numbered { kind, .. }
            | Subject::NumberedOnFile { kind, .. }
            | Subject::Swapped { kind, .. } => kind,
            Subject::PlacedFile { .. } => PieceKind::Soldier,
        }
    }

    /// What the words mean by the book in this position, or `None` where the book has another
    /// form for it or none.
    pub(super) fn book(self, position: &Position) -> Option<Who> {
        let soldier = PieceKind::Soldier;
        match self {
            Subject::File { kind, file } => Some(Who::File { kind, file }),
            Subject::Placed {
                kind: PieceKind::General,
                ..
            } => None,
            Subject::Placed {
                kind,
                place: Place::Middle,
            } if kind != soldier => None,
            Subject::Placed { kind, place } => Some(Who::Placed {
                kind,
                place,
                file: None,
            }),
            Subject::PlacedFile { place, file } => Some(Who::Placed {
                kind: soldier,
                place,
                file: Some(file),
            }),
            Subject::PlacedOnFile { kind, place, file } if kind == soldier => Some(Who::Placed {
                kind,
                place,
                file: Some(file),
            }),
            // Two soldiers on a file are 前 and 后, three 前 中 后; numbers begin with four, or
            // with a second such file.
            Subject::Numbered { kind, n } if kind == soldier => {
                let (files, most) = doubled_soldiers(position);
                (files >= 2 || most >= 4).then_some(Who::Numbered { n })
            }
            _ => None,
        }
    }

    /// What people mean by it: the likeliest meaning, and two more of equal weight.
    fn meanings(self, position: &Position) -> (Option<Who>, [Option<Who>; 2]) {
        let soldier = PieceKind::Soldier;
        let likely = match self {
            Subject::File { kind, file } => Who::File { kind, file },
            Subject::Placed { kind, place } => Who::Placed {
                kind,
                place,
                file: None,
            },
            Subject::PlacedFile { place, file } => Who::Placed {
                kind: soldier,
                place,
                file: Some(file),
            },
            Subject::PlacedOnFile { kind, place, file } => Who::Placed {
                kind,
                place,
                file: Some(file),
            },
            Subject::Swapped { kind, place, file } => Who::Placed { kind, place, file },
            Subject::NumberedOnFile { kind, n, file } if kind == soldier => Who::Nth { file, n },
            Subject::NumberedOnFile { kind, n, file } => {
                let place = if n == 1 { Place::Front } else { Place::Back };
                Who::Placed {
                    kind,
                    place,
                    file: Some(file),
                }
            }
            // 二炮平五 may be 炮二平五 with two characters exchanged, or the second cannon. Of
            // soldiers that share a file a number has a meaning of its own.
            Subject::Numbered { kind, n } => {
                if kind == soldier && n <= 5 && doubled_soldiers(position).0 > 0 {
                    return (Some(Who::Numbered { n }), [None, None]);
                }
                let swapped = Who::File { kind, file: n };
                return (None, [Some(swapped), Some(Who::Counted { kind, n })]);
            }
        };
        (Some(likely), [None, None])
    }
}

/// How many files have several soldiers of the side to move, and how many the fullest has.
fn doubled_soldiers(position: &Position) -> (usize, usize) {
    let color = position.side_to_move();
    let columns = super::columns::Columns::new(position.board(), color, PieceKind::Soldier);
    columns.doubled().fold((0, 0), |(files, most), file| {
        (files + 1, most.max(file.len()))
    })
}

/// What a tolerant reader makes of a subject and one or more actions: the book's meaning first,
/// then the meanings people have when they do not write by the book.
pub(super) fn settle(
    position: &Position,
    subject: Subject,
    actions: &[Action],
    target: u8,
) -> Result<Move, ReadError> {
    let phrases = |who: Who| {
        actions.iter().map(move |&action| Phrase {
            who,
            action,
            target,
        })
    };
    let (likely, other) = subject.meanings(position);
    let likely: Vec<Phrase> = likely.into_iter().flat_map(phrases).collect();
    let other: Vec<Phrase> = other.into_iter().flatten().flat_map(phrases).collect();
    settle_tolerantly(position, &[&likely, &other])
}

/// The piece in the full and the short form: its name, with files in the numerals `digit` writes.
pub(super) fn name(
    position: &Position,
    kind: PieceKind,
    mv: Move,
    digit: &dyn Fn(u8) -> char,
) -> String {
    let color = position.side_to_move();
    let piece = word(color, kind);
    match Name::of(position.board(), color, kind, mv.from) {
        Name::File(file) => format!("{piece}{}", digit(file)),
        Name::Among { index, count, .. } => {
            let place = match (index, count) {
                (0, 2 | 3) => '前',
                (1, 2) | (2, 3) => '后',
                (1, 3) => '中',
                _ => chinese_numeral(index as u8 + 1),
            };
            format!("{place}{piece}")
        }
        Name::Numbered { n, .. } => format!("{}{piece}", chinese_numeral(n)),
    }
}

/// Writes a move in the full form: simplified characters, Red in Chinese numerals, Black in
/// Arabic ones. `None` where the side to move has no piece on the square.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let piece = position.board().piece_at(mv.from)?;
    let color = position.side_to_move();
    if piece.color != color {
        return None;
    }
    let (action, target) = action_and_target(piece.kind, color, mv);
    let name = name(position, piece.kind, mv, &|value| numeral(color, value));
    Some(format!("{name}{}{}", action.zh(), numeral(color, target)))
}

/// Whether a text has the form of a move in Chinese, full or short.
pub(super) fn is_shaped(text: &str) -> bool {
    let Ok(characters) = characters(text, Strictness::Tolerant) else {
        return false;
    };
    let symbols: Vec<Symbol> = characters
        .iter()
        .map(|character| character.symbol)
        .collect();
    let said = match &symbols[..] {
        [said @ .., Symbol::LineBelow | Symbol::LineAbove] => said,
        all => all,
    };
    match said {
        [head @ .., Symbol::Action(_), Symbol::Digit { .. }]
        | [head @ .., Symbol::Digit { .. }] => Subject::parse(head).is_some(),
        _ => false,
    }
}
