//! WXF notation: `C2.5`, `R+-1`, and its dialect that writes a soldier as index and file: `23=4`.

use crate::rules::{Move, PieceKind, Position};

use super::chinese::shape;
use super::columns::Columns;
use super::error::{ReadError, Unreadable};
use super::phrase::{
    Name, Phrase, Who, action_and_target, can_be_said, settle_strictly, settle_tolerantly,
};
use super::symbols::{Action, Place};
use super::{MAX_CHARACTERS, Strictness, WxfDialect};

/// One character of a WXF move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Letter(PieceKind),
    Digit(u8),
    Plus,
    Minus,
    Level,
}

fn sign(c: char) -> Option<Sign> {
    // Full-width forms stand at a fixed distance from the ASCII ones.
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0)?,
        _ => c,
    };
    Some(match c.to_ascii_uppercase() {
        'K' => Sign::Letter(PieceKind::General),
        'A' => Sign::Letter(PieceKind::Advisor),
        'E' | 'B' => Sign::Letter(PieceKind::Elephant),
        'H' | 'N' => Sign::Letter(PieceKind::Horse),
        'R' => Sign::Letter(PieceKind::Rook),
        'C' => Sign::Letter(PieceKind::Cannon),
        'P' => Sign::Letter(PieceKind::Soldier),
        digit @ '1'..='9' => Sign::Digit(digit as u8 - b'0'),
        '+' => Sign::Plus,
        '-' | '\u{2212}' | '\u{2013}' => Sign::Minus,
        '.' | '=' => Sign::Level,
        _ => return None,
    })
}

impl Sign {
    const fn action(self) -> Option<Action> {
        match self {
            Sign::Plus => Some(Action::Advance),
            Sign::Minus => Some(Action::Retreat),
            Sign::Level => Some(Action::Traverse),
            _ => None,
        }
    }

    const fn place(self) -> Option<Place> {
        match self {
            Sign::Plus => Some(Place::Plus),
            Sign::Minus => Some(Place::Minus),
            Sign::Level => Some(Place::Middle),
            _ => None,
        }
    }
}

/// Reads a move in WXF. The tolerant reader also takes a move without its sign (`C25`), by
/// legality.
pub(super) fn read(
    position: &Position,
    text: &str,
    dialect: Option<WxfDialect>,
    strictness: Strictness,
) -> Result<Move, ReadError> {
    let signs = signs(text, strictness)?;
    let (head, actions, target): (_, &[Action], u8) = match signs[..] {
        [a, b, action, Sign::Digit(target)] => match action.action() {
            Some(Action::Advance) => ([a, b], &[Action::Advance], target),
            Some(Action::Retreat) => ([a, b], &[Action::Retreat], target),
            Some(Action::Traverse) => ([a, b], &[Action::Traverse], target),
            None => return Err(shape(text)),
        },
        [a @ Sign::Letter(_), b @ Sign::Digit(_), Sign::Digit(target)]
            if strictness == Strictness::Tolerant =>
        {
            ([a, b], &Action::ALL, target)
        }
        _ => return Err(shape(text)),
    };
    let meanings = Meanings::of(position, head, dialect).ok_or_else(|| shape(text))?;
    let kind = meanings.likely.kind();
    if let [action] = actions
        && !can_be_said(kind, *action)
    {
        return Err(ReadError::Unreadable(Unreadable::NoSuchMovement { kind }));
    }
    let phrases = |who: Option<Who>| -> Vec<Phrase> {
        let with = |who| {
            actions.iter().map(move |&action| Phrase {
                who,
                action,
                target,
            })
        };
        who.into_iter().flat_map(with).collect()
    };
    match strictness {
        Strictness::Tolerant => settle_tolerantly(
            position,
            &[
                &phrases(Some(meanings.likely)),
                &phrases(meanings.index),
                &phrases(meanings.loose),
            ],
        ),
        Strictness::Strict => {
            let mut both = phrases(Some(meanings.likely));
            both.extend(phrases(meanings.index));
            settle_strictly(position, &both)
        }
    }
}

fn signs(text: &str, strictness: Strictness) -> Result<Vec<Sign>, ReadError> {
    let unreadable = |why| Err(ReadError::Unreadable(why));
    let mut signs = Vec::with_capacity(4);
    for (at, c) in text.chars().enumerate() {
        if at >= MAX_CHARACTERS {
            return unreadable(Unreadable::TooLong(text.chars().count()));
        }
        match sign(c) {
            Some(sign) if c.is_ascii() || strictness == Strictness::Tolerant => signs.push(sign),
            None if c.is_whitespace() && strictness == Strictness::Tolerant => {}
            _ => {
                return unreadable(Unreadable::Character {
                    at: at + 1,
                    found: c,
                });
            }
        }
    }
    if signs.is_empty() {
        return unreadable(Unreadable::Empty);
    }
    Ok(signs)
}

/// What the first two characters can mean.
struct Meanings {
    /// What WXF means, or the index dialect where WXF means nothing.
    likely: Who,
    /// What the index dialect means beside it.
    index: Option<Who>,
    /// What is meant by someone who leaves out the signs for doubled pieces.
    loose: Option<Who>,
}

impl Meanings {
    fn of(position: &Position, head: [Sign; 2], dialect: Option<WxfDialect>) -> Option<Meanings> {
        let soldier = PieceKind::Soldier;
        let only = |likely| {
            Some(Meanings {
                likely,
                index: None,
                loose: None,
            })
        };
        let placed = |kind, place, file| only(Who::Placed { kind, place, file });
        match head {
            // P5: with three or five soldiers on the file the middle one (as 33 with two such
            // files), which has no sign.
            [Sign::Letter(kind), Sign::Digit(file)] => {
                let any = Who::File { kind, file };
                if kind == soldier && matches!(soldiers_on(position, file), 3 | 5) {
                    let middle = Who::Placed {
                        kind,
                        place: Place::Middle,
                        file: Some(file),
                    };
                    return Some(Meanings {
                        likely: middle,
                        index: None,
                        loose: Some(any),
                    });
                }
                only(any)
            }
            [Sign::Letter(kind), sign] => placed(kind, sign.place()?, None),
            [sign @ (Sign::Plus | Sign::Minus), Sign::Letter(kind)] => {
                placed(kind, sign.place()?, None)
            }
            [Sign::Plus, Sign::Plus] => placed(soldier, Place::PlusPlus, None),
            [Sign::Minus, Sign::Minus] => placed(soldier, Place::MinusMinus, None),
            [
                Sign::Digit(file),
                sign @ (Sign::Plus | Sign::Minus | Sign::Level),
            ] => placed(soldier, sign.place()?, Some(file)),
            [Sign::Digit(n), Sign::Digit(file)] => {
                let index = Who::Nth { file, n };
                let has_middle = n == file && matches!(soldiers_on(position, file), 3 | 5);
                let middle = Who::Placed {
                    kind: soldier,
                    place: Place::Middle,
                    file: Some(file),
                };
                match dialect {
                    Some(WxfDialect::Index) => only(index),
                    Some(WxfDialect::Wxf) if n == file => only(middle),
                    Some(WxfDialect::Wxf) => None,
                    None if has_middle => Some(Meanings {
                        likely: middle,
                        index: Some(index),
                        loose: None,
                    }),
                    None => only(index),
                }
            }
            _ => None,
        }
    }
}

/// How many soldiers the side to move has on the file (1 to 9).
fn soldiers_on(position: &Position, file: u8) -> usize {
    let color = position.side_to_move();
    Columns::new(position.board(), color, PieceKind::Soldier)
        .on_file(file)
        .len()
}

/// Writes a move in WXF: letters K A E R H C P, `.` for sideways. `None` where the side to move
/// has no piece on the square.
pub(super) fn write(position: &Position, mv: Move, dialect: WxfDialect) -> Option<String> {
    let piece = position.board().piece_at(mv.from)?;
    let color = position.side_to_move();
    if piece.color != color {
        return None;
    }
    let letter = match piece.kind {
        PieceKind::General => 'K',
        PieceKind::Advisor => 'A',
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        PieceKind::Rook => 'R',
        PieceKind::Cannon => 'C',
        PieceKind::Soldier => 'P',
    };
    let name = match Name::of(position.board(), color, piece.kind, mv.from) {
        Name::File(file) => format!("{letter}{file}"),
        Name::Among { file, index, count } if piece.kind == PieceKind::Soldier => {
            match (dialect, index, count) {
                (WxfDialect::Index, _, 3..) => format!("{}{file}", index + 1),
                (_, 0, 2 | 3) | (_, 1, 4 | 5) => "P+".to_owned(),
                (_, 1, 2) | (_, 2, 3 | 4) | (_, 3, 5) => "P-".to_owned(),
                (_, 0, _) => "++".to_owned(),
                (_, 3, 4) | (_, 4, _) => "--".to_owned(),
                _ => format!("P{file}"),
            }
        }
        Name::Among { index: 0, .. } => format!("{letter}+"),
        Name::Among { .. } => format!("{letter}-"),
        Name::Numbered {
            file, index, count, ..
        } => match (dialect, index, count) {
            (WxfDialect::Index, ..) => format!("{}{file}", index + 1),
            (_, 0, _) => format!("{file}+"),
            (_, 1, 3) => format!("{file}{file}"),
            _ => format!("{file}-"),
        },
    };
    let (action, target) = action_and_target(piece.kind, color, mv);
    let sign = match action {
        Action::Advance => '+',
        Action::Retreat => '-',
        Action::Traverse => '.',
    };
    Some(format!("{name}{sign}{target}"))
}

/// Whether a text has the form of a WXF move.
pub(super) fn is_shaped(text: &str) -> bool {
    match signs(text, Strictness::Tolerant).as_deref() {
        Ok([_, _, action, Sign::Digit(_)]) => action.action().is_some(),
        Ok([Sign::Letter(_), Sign::Digit(_), Sign::Digit(_)]) => true,
        _ => false,
    }
}
