//! The short form of article 7.5: three characters, Arabic digits for both sides; a line under
//! the last digit means 进, above it 退, none 平.

use crate::rules::{Move, Position};

use super::Strictness;
use super::chinese::{Subject, characters, name, not_book, settle, shape, words_fit};
use super::error::{ReadError, Unreadable};
use super::phrase::{Phrase, action_and_target, can_be_said, settle_strictly};
use super::symbols::{Action, Script, Symbol, arabic_numeral};

/// The line under a digit: 进.
const LINE_BELOW: char = '\u{0332}';
/// The line above a digit: 退.
const LINE_ABOVE: char = '\u{0305}';

/// Reads a move in the short form. Plain text often loses the lines, so the tolerant reader
/// takes a digit without one for any of the three actions, by legality; the strict one for 平.
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
    let (said, line) = match symbols[..] {
        [ref said @ .., Symbol::LineBelow] => (said, Some(Action::Advance)),
        [ref said @ .., Symbol::LineAbove] => (said, Some(Action::Retreat)),
        _ => (&symbols[..], None),
    };
    let [head @ .., Symbol::Digit { value, .. }] = said else {
        return Err(shape(text));
    };
    let subject = Subject::parse(head).ok_or_else(|| shape(text))?;
    if strictness == Strictness::Tolerant {
        let actions = match &line {
            Some(action) => std::slice::from_ref(action),
            None => &Action::ALL[..],
        };
        return settle(position, subject, actions, *value);
    }
    let action = line.unwrap_or(Action::Traverse);
    if !can_be_said(subject.kind(), action) {
        let kind = subject.kind();
        return Err(ReadError::Unreadable(Unreadable::NoSuchMovement { kind }));
    }
    let book = characters.iter().all(|character| character.bookish)
        && words_fit(&symbols, position.side_to_move())
        && digits_are_arabic(said);
    let who = subject
        .book(position)
        .filter(|_| book)
        .ok_or_else(|| not_book(text))?;
    settle_strictly(
        position,
        &[Phrase {
            who,
            action,
            target: *value,
        }],
    )
}

/// Files and points are Arabic; the number that counts soldiers (二兵) stays a Chinese one.
fn digits_are_arabic(symbols: &[Symbol]) -> bool {
    symbols.iter().enumerate().all(|(at, symbol)| match symbol {
        Symbol::Digit { script, .. } if at == 0 => *script == Script::Chinese,
        Symbol::Digit { script, .. } => *script == Script::Arabic,
        _ => true,
    })
}

/// Writes a move in the short form. `None` where the side to move has no piece on the square.
pub(super) fn write(position: &Position, mv: Move) -> Option<String> {
    let piece = position.board().piece_at(mv.from)?;
    let color = position.side_to_move();
    if piece.color != color {
        return None;
    }
    let (action, target) = action_and_target(piece.kind, color, mv);
    let mut text = name(position, piece.kind, mv, &arabic_numeral);
    text.push(arabic_numeral(target));
    match action {
        Action::Advance => text.push(LINE_BELOW),
        Action::Retreat => text.push(LINE_ABOVE),
        Action::Traverse => {}
    }
    Some(text)
}
