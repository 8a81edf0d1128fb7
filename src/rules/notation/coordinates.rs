//! Moves as two points: ICCS (`H2-E2`), UCI with ranks 0 to 9 (`h2e2`), and the dialect that
//! counts ranks from 1 to 10 (`h3e3`, `h10g8`).

use crate::rules::{Move, Position, Square};

use super::chinese::shape;
use super::error::{Fault, ReadError, Unreadable};
use super::{MAX_CHARACTERS, Strictness};

/// Which way of writing two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Any case, a hyphen or none.
    Iccs,
    /// Lower case, no hyphen.
    Uci,
    /// As UCI, ranks 1 to 10.
    Uci10,
}

/// Reads a move given as two points. The tolerant reader takes any case, any dash and blanks in
/// all styles.
pub(super) fn read(
    position: &Position,
    text: &str,
    style: Style,
    strictness: Strictness,
) -> Result<Move, ReadError> {
    let mv = points(text, style, strictness)?;
    match position.why_illegal(mv) {
        None => Ok(mv),
        Some(reason) => Err(ReadError::Illegal {
            faults: vec![Fault::Refused { mv, reason }],
        }),
    }
}

/// The two points a text names, whatever stands on them.
pub(super) fn points(text: &str, style: Style, strictness: Strictness) -> Result<Move, ReadError> {
    let mut clean = String::with_capacity(6);
    for (at, c) in text.chars().enumerate() {
        if at >= MAX_CHARACTERS {
            return Err(ReadError::Unreadable(Unreadable::TooLong(
                text.chars().count(),
            )));
        }
        match (c, strictness) {
            ('a'..='i' | '0'..='9', _) => clean.push(c),
            ('A'..='I', _) if style == Style::Iccs || strictness == Strictness::Tolerant => {
                clean.push(c.to_ascii_lowercase());
            }
            ('-', Strictness::Strict) if style == Style::Iccs && clean.len() == 2 => {}
            (_, Strictness::Tolerant) if is_dash(c) || c.is_whitespace() => {}
            (_, Strictness::Tolerant) => match full_width(c) {
                Some(c) => clean.push(c.to_ascii_lowercase()),
                None => return Err(unknown(at, c)),
            },
            _ => return Err(unknown(at, c)),
        }
    }
    if clean.is_empty() {
        return Err(ReadError::Unreadable(Unreadable::Empty));
    }
    let bytes = clean.as_bytes();
    let second = bytes
        .iter()
        .skip(1)
        .position(u8::is_ascii_lowercase)
        .map(|at| at + 1);
    let mv = second.and_then(|second| {
        let (from, to) = clean.split_at(second);
        Some(Move::new(point(from, style)?, point(to, style)?))
    });
    mv.ok_or_else(|| shape(text))
}

fn unknown(at: usize, found: char) -> ReadError {
    ReadError::Unreadable(Unreadable::Character { at: at + 1, found })
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}')
}

fn full_width(c: char) -> Option<char> {
    let narrow = match c {
        '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff29}' | '\u{ff41}'..='\u{ff49}' => {
            char::from_u32(c as u32 - 0xfee0)?
        }
        _ => return None,
    };
    Some(narrow)
}

fn point(text: &str, style: Style) -> Option<Square> {
    let (&file, rank) = text.as_bytes().split_first()?;
    let file = file.checked_sub(b'a')?;
    let rank = match (style, rank) {
        (Style::Uci10, b"10") => 9,
        (Style::Uci10, [rank @ b'1'..=b'9']) => rank - b'1',
        (Style::Iccs | Style::Uci, [rank @ b'0'..=b'9']) => rank - b'0',
        _ => return None,
    };
    Square::new(file, rank)
}

/// Whether a text has the form of two points, in any of the styles.
pub(super) fn looks_like(text: &str) -> bool {
    [Style::Iccs, Style::Uci10]
        .into_iter()
        .any(|style| points(text, style, Strictness::Tolerant).is_ok())
}

/// Writes the two points of a move.
pub(super) fn write(mv: Move, style: Style) -> String {
    match style {
        Style::Uci => mv.to_string(),
        Style::Iccs => format!("{}-{}", mv.from, mv.to).to_ascii_uppercase(),
        Style::Uci10 => {
            let file = |square: Square| char::from(b'a' + square.file());
            let (from, to) = (mv.from, mv.to);
            format!(
                "{}{}{}{}",
                file(from),
                from.rank() + 1,
                file(to),
                to.rank() + 1
            )
        }
    }
}
