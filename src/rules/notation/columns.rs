//! The like pieces of one side, file by file: what 前, 中, 后 and the numbers are said of.

use crate::rules::{Board, Color, PieceKind, Square};

/// No kind has more pieces than this.
const MOST: usize = 5;

/// Up to five squares, in the order they were found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Squares {
    items: [Option<Square>; MOST],
    len: usize,
}

impl Squares {
    /// Keeps a square. A validated position never has a sixth piece of a kind; one would be
    /// left out.
    pub(super) fn push(&mut self, square: Square) {
        if let Some(item) = self.items.get_mut(self.len) {
            *item = Some(square);
            self.len += 1;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn get(&self, index: usize) -> Option<Square> {
        self.items.get(index).copied().flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }
}

/// The number of a file as `color` counts it: 1 to 9 from its own right.
pub(super) const fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// The file, 0 to 8 from Red's left, that `color` calls `number` (1 to 9).
pub(super) const fn file_index(color: Color, number: u8) -> u8 {
    match color {
        Color::Red => 9 - number,
        Color::Black => number - 1,
    }
}

/// The pieces of one side and kind by the file they stand on.
pub(super) struct Columns {
    /// By file number 1 to 9; each front to back.
    files: [Squares; 10],
}

impl Columns {
    pub(super) fn new(board: &Board, color: Color, kind: PieceKind) -> Columns {
        let mut files = [Squares::default(); 10];
        let mut found = Squares::default();
        for square in board.by_piece(color, kind) {
            found.push(square);
        }
        // Squares come by rank from Red's side; the front is the far end for Red.
        let mut add = |square: Square| files[usize::from(file_number(color, square))].push(square);
        match color {
            Color::Red => (0..found.len())
                .rev()
                .filter_map(|i| found.get(i))
                .for_each(&mut add),
            Color::Black => found.iter().for_each(&mut add),
        }
        Columns { files }
    }

    /// The pieces on the file `number` (1 to 9), front to back.
    pub(super) fn on_file(&self, number: u8) -> Squares {
        self.files
            .get(usize::from(number))
            .copied()
            .unwrap_or_default()
    }

    /// The files with at least two of the pieces, from the right to the left.
    pub(super) fn doubled(&self) -> impl Iterator<Item = &Squares> + '_ {
        self.files.iter().filter(|file| file.len() >= 2)
    }

    /// The `n`-th piece (from 1) of those on doubled files: right file first, front to back.
    pub(super) fn nth_doubled(&self, n: u8) -> Option<Square> {
        let mut all = self.doubled().flat_map(Squares::iter);
        all.nth(usize::from(n).checked_sub(1)?)
    }

    /// The `n`-th piece (from 1) of all: right file first, front to back.
    pub(super) fn nth(&self, n: u8) -> Option<Square> {
        let mut all = self.files.iter().flat_map(Squares::iter);
        all.nth(usize::from(n).checked_sub(1)?)
    }
}
