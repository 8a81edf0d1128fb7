//! What a move says once its characters are understood: which piece, how, where to. Chinese
//! full form, short form and WXF all come down to this; here it becomes squares, by the position.

use crate::rules::{Board, Color, Move, PieceKind, Position, Square};

use super::columns::{Columns, Squares, file_index, file_number};
use super::error::{Fault, ReadError};
use super::symbols::{Action, Place};

/// How a text names the piece that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// 炮二: by kind and file.
    File { kind: PieceKind, file: u8 },
    /// 前车, 前五, 前兵四: by its place among like pieces on a file, the file given or not.
    Placed {
        kind: PieceKind,
        place: Place,
        file: Option<u8>,
    },
    /// 二兵: by its number among the soldiers on files with several.
    Numbered { n: u8 },
    /// The second cannon, counted from the right: no book has it, people write it.
    Counted { kind: PieceKind, n: u8 },
    /// The `n`-th of the soldiers on a file.
    Nth { file: u8, n: u8 },
}

/// A move in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) who: Who,
    pub(super) action: Action,
    /// 1 to 9: a file, or a number of points.
    pub(super) target: u8,
}

impl Who {
    pub(super) const fn kind(self) -> PieceKind {
        match self {
            Who::File { kind, .. } | Who::Placed { kind, .. } | Who::Counted { kind, .. } => kind,
            Who::Numbered { .. } | Who::Nth { .. } => PieceKind::Soldier,
        }
    }

    /// The squares of the pieces of `color` that the words fit.
    fn named(self, board: &Board, color: Color) -> Squares {
        let columns = Columns::new(board, color, self.kind());
        let mut squares = Squares::default();
        let mut place_on = |file: &Squares, place: Place| {
            for &index in place.of(file.len()) {
                file.get(index)
                    .into_iter()
                    .for_each(|square| squares.push(square));
            }
        };
        match self {
            Who::File { file, .. } => return columns.on_file(file),
            Who::Placed {
                place,
                file: Some(file),
                ..
            } => place_on(&columns.on_file(file), place),
            Who::Placed {
                place, file: None, ..
            } => {
                columns.doubled().for_each(|file| place_on(file, place));
            }
            Who::Numbered { n } => {
                columns
                    .nth_doubled(n)
                    .into_iter()
                    .for_each(|square| squares.push(square));
            }
            Who::Counted { n, .. } => {
                columns
                    .nth(n)
                    .into_iter()
                    .for_each(|square| squares.push(square));
            }
            Who::Nth { file, n } => {
                let index = usize::from(n).wrapping_sub(1);
                columns
                    .on_file(file)
                    .get(index)
                    .into_iter()
                    .for_each(|s| squares.push(s));
            }
        }
        squares
    }

    /// Advisors and elephants that share a file are told apart by 进 and 退 alone (7.5).
    const fn needs_no_place(self) -> bool {
        matches!(
            self,
            Who::File {
                kind: PieceKind::Advisor | PieceKind::Elephant,
                ..
            }
        )
    }
}

/// Where a piece of `kind` on `from` goes by `action` and `target`: a file for 平 and for every
/// move of horse, elephant and advisor, otherwise a number of points (7.5). `None` where the
/// board has no such point or the piece no such step.
fn destination(
    kind: PieceKind,
    color: Color,
    from: Square,
    action: Action,
    target: u8,
) -> Option<Square> {
    let steps = |points: i8| match action {
        Action::Advance => points * color.forward(),
        Action::Retreat | Action::Traverse => -points * color.forward(),
    };
    let to_file = || file_index(color, target) as i8 - from.file() as i8;
    match (kind, action) {
        (PieceKind::Horse | PieceKind::Elephant | PieceKind::Advisor, Action::Traverse) => None,
        (PieceKind::Horse, _) => match to_file() {
            across @ (1 | -1) => from.offset(across, steps(2)),
            across @ (2 | -2) => from.offset(across, steps(1)),
            _ => None,
        },
        (PieceKind::Elephant, _) => match to_file() {
            across @ (2 | -2) => from.offset(across, steps(2)),
            _ => None,
        },
        (PieceKind::Advisor, _) => match to_file() {
            across @ (1 | -1) => from.offset(across, steps(1)),
            _ => None,
        },
        (_, Action::Traverse) => from.offset(to_file(), 0),
        _ => from.offset(0, steps(target as i8)),
    }
}

/// Whether a kind of piece has moves of this action at all: 马八平七 is no move in any position.
pub(super) const fn can_be_said(kind: PieceKind, action: Action) -> bool {
    !matches!(
        (kind, action),
        (
            PieceKind::Horse | PieceKind::Elephant | PieceKind::Advisor,
            Action::Traverse
        )
    )
}

/// The legal moves some phrases describe, without repetition.
fn legal(position: &Position, phrases: &[Phrase]) -> Vec<Move> {
    let color = position.side_to_move();
    let mut moves = Vec::new();
    for phrase in phrases {
        let kind = phrase.who.kind();
        for from in phrase.who.named(position.board(), color).iter() {
            if let Some(to) = destination(kind, color, from, phrase.action, phrase.target) {
                let mv = Move::new(from, to);
                if from != to && position.is_legal(mv) && !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
    }
    moves
}

/// The one move that fits by legality. `classes` are tried in order, the likeliest meaning
/// first; within a class all readings count alike. A class with several legal moves is ambiguous.
pub(super) fn settle_tolerantly(
    position: &Position,
    classes: &[&[Phrase]],
) -> Result<Move, ReadError> {
    for phrases in classes {
        let moves = legal(position, phrases);
        match moves[..] {
            [] => {}
            [mv] => return Ok(mv),
            _ => return Err(ReadError::Ambiguous { readings: moves }),
        }
    }
    let first = classes.iter().flat_map(|phrases| phrases.iter()).next();
    Err(
        first.map_or(ReadError::Illegal { faults: Vec::new() }, |phrase| {
            ReadError::Illegal {
                faults: faults(position, phrase),
            }
        }),
    )
}

/// The one move by the book: the words must name one piece, whether or not only one of the named
/// could make the move. `phrases` has more than one entry only where two dialects collide.
pub(super) fn settle_strictly(position: &Position, phrases: &[Phrase]) -> Result<Move, ReadError> {
    let moves = legal(position, phrases);
    let named_too_many = phrases.iter().any(|phrase| {
        !phrase.who.needs_no_place()
            && phrase
                .who
                .named(position.board(), position.side_to_move())
                .len()
                > 1
    });
    match moves[..] {
        [] => {}
        [mv] if !named_too_many => return Ok(mv),
        _ => return Err(ReadError::Ambiguous { readings: moves }),
    }
    Err(ReadError::Illegal {
        faults: phrases
            .first()
            .map_or_else(Vec::new, |phrase| faults(position, phrase)),
    })
}

/// Why a phrase describes no legal move: for each piece it names, or that it names none.
fn faults(position: &Position, phrase: &Phrase) -> Vec<Fault> {
    let color = position.side_to_move();
    let kind = phrase.who.kind();
    let named = phrase.who.named(position.board(), color);
    if named.is_empty() {
        return vec![match phrase.who {
            Who::File { file, .. } => Fault::NoneOnFile { color, kind, file },
            Who::Placed { place, file, .. } => Fault::NotSeveral {
                color,
                kind,
                place,
                file,
            },
            Who::Numbered { n } | Who::Counted { n, .. } => Fault::NoSuchNumber { color, kind, n },
            Who::Nth { file, n } => Fault::FewerOnFile { color, file, n },
        }];
    }
    let fault = |from: Square| match destination(kind, color, from, phrase.action, phrase.target) {
        Some(to) if to == from => Some(Fault::Stays { color, kind, from }),
        Some(to) => {
            let mv = Move::new(from, to);
            position
                .why_illegal(mv)
                .map(|reason| Fault::Refused { mv, reason })
        }
        None => {
            let (action, target) = (phrase.action, phrase.target);
            Some(Fault::OutOfReach {
                color,
                kind,
                from,
                action,
                target,
            })
        }
    };
    named.iter().filter_map(fault).collect()
}

/// How the book names the piece on a square: what the writers share.
pub(super) enum Name {
    /// The only one of its kind on its file, or one that needs no more: kind and file.
    File(u8),
    /// One of `count` on its file, the `index`-th from the front (from 0), and no other file has
    /// several.
    Among {
        file: u8,
        index: usize,
        count: usize,
    },
    /// A soldier when two files have several: its number over both (from 1), and its place on
    /// its own file.
    Numbered {
        n: u8,
        file: u8,
        index: usize,
        count: usize,
    },
}

impl Name {
    /// The name of the piece of `color` and `kind` on `square`.
    pub(super) fn of(board: &Board, color: Color, kind: PieceKind, square: Square) -> Name {
        let file = file_number(color, square);
        if matches!(
            kind,
            PieceKind::Advisor | PieceKind::Elephant | PieceKind::General
        ) {
            return Name::File(file);
        }
        let columns = Columns::new(board, color, kind);
        let column = columns.on_file(file);
        let count = column.len();
        if count < 2 {
            return Name::File(file);
        }
        let index = column
            .iter()
            .position(|other| other == square)
            .unwrap_or_default();
        if columns.doubled().count() < 2 {
            return Name::Among { file, index, count };
        }
        let mut doubled = columns.doubled().flat_map(Squares::iter);
        let before = doubled
            .position(|other| other == square)
            .unwrap_or_default();
        Name::Numbered {
            n: before as u8 + 1,
            file,
            index,
            count,
        }
    }
}

/// The action and the target number of a move, as the book says them: the reverse of
/// [`destination`].
pub(super) fn action_and_target(kind: PieceKind, color: Color, mv: Move) -> (Action, u8) {
    let (from, to) = (color.rank_of(mv.from), color.rank_of(mv.to));
    let action = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Action::Advance,
        std::cmp::Ordering::Less => Action::Retreat,
        std::cmp::Ordering::Equal => Action::Traverse,
    };
    let by_file = action == Action::Traverse
        || matches!(
            kind,
            PieceKind::Horse | PieceKind::Elephant | PieceKind::Advisor
        );
    (
        action,
        if by_file {
            file_number(color, mv.to)
        } else {
            to.abs_diff(from)
        },
    )
}
