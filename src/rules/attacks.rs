//! Where each kind of piece reaches (article 2.2), from tables computed at compile time.
//!
//! Rook and cannon look up their rank and their file by what stands on its inner points: the
//! outermost points never change what can be reached. The file is read from a second picture of
//! the board that runs file by file ([`Occupancy`]), so that both are one shift away.

use super::bits::Bits;
use super::piece::Color;
use super::square::{FILES, RANKS, Square};

/// The occupied points, held twice: rank by rank, and file by file.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::rules) struct Occupancy {
    /// Bit `rank * 9 + file`.
    pub by_rank: u128,
    /// Bit `file * 10 + rank`.
    pub by_file: u128,
}

impl Occupancy {
    /// The occupied points with one emptied and one filled, whatever they held before.
    #[inline]
    pub fn after(self, from: Square, to: Square) -> Occupancy {
        Occupancy {
            by_rank: self.by_rank & !Bits::of(from).0 | Bits::of(to).0,
            by_file: self.by_file & !file_bit(from) | file_bit(to),
        }
    }
}

static FILE_BIT: [u128; Square::COUNT] = {
    let mut bits = [0; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        bits[i] = 1 << LINES[i].file_bit;
        i += 1;
    }
    bits
};

/// The point's bit in [`Occupancy::by_file`].
#[inline]
pub(in crate::rules) fn file_bit(square: Square) -> u128 {
    FILE_BIT[square.index()]
}

/// Where a point lies in the two pictures of [`Occupancy`].
#[derive(Clone, Copy)]
struct Line {
    file: u8,
    rank: u8,
    /// First bit of the point's rank in `by_rank`.
    rank_start: u8,
    /// First bit of the point's file in `by_file`.
    file_start: u8,
    /// The point's own bit in `by_file`.
    file_bit: u8,
}

const LINES: [Line; Square::COUNT] = {
    let mut lines = [Line {
        file: 0,
        rank: 0,
        rank_start: 0,
        file_start: 0,
        file_bit: 0,
    }; 90];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::from_index_unchecked(i as u8);
        let (file, rank) = (square.file(), square.rank());
        lines[i] = Line {
            file,
            rank,
            rank_start: rank * FILES,
            file_start: file * RANKS,
            file_bit: file * RANKS + rank,
        };
        i += 1;
    }
    lines
};

/// Points reached on a line of `length` points from point `at`, given the occupied *inner* points
/// (bit 0 = point 1), each point being `stride` bits from the next. With `jump` the line behind
/// the first piece met, up to and with the next one (where a cannon captures); without it the
/// line up to and with the first piece.
const fn slide(at: u8, length: u8, inner: u32, stride: u8, jump: bool) -> u128 {
    let occupied = inner << 1;
    let mut reached = 0;
    let mut direction = 0;
    while direction < 2 {
        let mut point = at;
        let mut jumped = !jump;
        loop {
            if direction == 0 {
                point += 1;
                if point >= length {
                    break;
                }
            } else {
                if point == 0 {
                    break;
                }
                point -= 1;
            }
            if jumped {
                reached |= 1 << (point as u32 * stride as u32);
            }
            if occupied >> point & 1 != 0 {
                if jumped {
                    break;
                }
                jumped = true;
            }
        }
        direction += 1;
    }
    reached
}

const RANK_INNER: usize = 1 << (FILES - 2);
const FILE_INNER: usize = 1 << (RANKS - 2);

const fn rank_table(jump: bool) -> [[u128; RANK_INNER]; FILES as usize] {
    let mut table = [[0; RANK_INNER]; FILES as usize];
    let mut at = 0;
    while at < FILES {
        let mut inner = 0;
        while inner < RANK_INNER {
            table[at as usize][inner] = slide(at, FILES, inner as u32, 1, jump);
            inner += 1;
        }
        at += 1;
    }
    table
}

const fn file_table(jump: bool) -> [[u128; FILE_INNER]; RANKS as usize] {
    let mut table = [[0; FILE_INNER]; RANKS as usize];
    let mut at = 0;
    while at < RANKS {
        let mut inner = 0;
        while inner < FILE_INNER {
            table[at as usize][inner] = slide(at, RANKS, inner as u32, FILES, jump);
            inner += 1;
        }
        at += 1;
    }
    table
}

static SLIDE_RANK: [[u128; RANK_INNER]; FILES as usize] = rank_table(false);
static SLIDE_FILE: [[u128; FILE_INNER]; RANKS as usize] = file_table(false);
static JUMP_RANK: [[u128; RANK_INNER]; FILES as usize] = rank_table(true);
static JUMP_FILE: [[u128; FILE_INNER]; RANKS as usize] = file_table(true);

#[inline]
fn line_indices(square: Square, occupied: &Occupancy) -> (Line, usize, usize) {
    let line = LINES[square.index()];
    let rank = (occupied.by_rank >> (line.rank_start + 1)) as usize & (RANK_INNER - 1);
    let file = (occupied.by_file >> (line.file_start + 1)) as usize & (FILE_INNER - 1);
    (line, rank, file)
}

/// Points on the lines of `square` up to and with the first piece each way: where a rook moves and
/// captures, and where a cannon moves when the last points are left out.
#[inline]
pub(in crate::rules) fn rook(square: Square, occupied: &Occupancy) -> Bits {
    let (line, rank, file) = line_indices(square, occupied);
    Bits(
        SLIDE_RANK[line.file as usize][rank] << line.rank_start
            | SLIDE_FILE[line.rank as usize][file] << line.file,
    )
}

/// Points behind exactly one piece each way, up to and with the next piece: where a cannon
/// captures.
#[inline]
pub(in crate::rules) fn cannon(square: Square, occupied: &Occupancy) -> Bits {
    let (line, rank, file) = line_indices(square, occupied);
    Bits(
        JUMP_RANK[line.file as usize][rank] << line.rank_start
            | JUMP_FILE[line.rank as usize][file] << line.file,
    )
}

/// [`rook`] and [`cannon`] from one look at the lines.
#[inline]
pub(in crate::rules) fn cannon_slide_and_jump(
    square: Square,
    occupied: &Occupancy,
) -> (Bits, Bits) {
    let (line, rank, file) = line_indices(square, occupied);
    let (at_file, at_rank) = (line.file as usize, line.rank as usize);
    (
        Bits(SLIDE_RANK[at_file][rank] << line.rank_start | SLIDE_FILE[at_rank][file] << line.file),
        Bits(JUMP_RANK[at_file][rank] << line.rank_start | JUMP_FILE[at_rank][file] << line.file),
    )
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Which of the four orthogonal neighbours are occupied, in the order of `ORTHOGONAL`. Bits of
/// neighbours beyond the edge mean nothing; the tables leave those directions out.
#[inline]
fn orthogonal_index(square: Square, occupied: u128) -> usize {
    let around = ((occupied << 9) >> square.index()) as u32;
    (around & 1 | around >> 7 & 2 | around >> 8 & 4 | around >> 15 & 8) as usize
}

/// Which of the four diagonal neighbours are occupied, in the order of `DIAGONAL`.
#[inline]
fn diagonal_index(square: Square, occupied: u128) -> usize {
    let around = ((occupied << 10) >> square.index()) as u32;
    (around & 1 | around >> 1 & 2 | around >> 16 & 4 | around >> 17 & 8) as usize
}

#[derive(Clone, Copy)]
enum Leaper {
    Horse,
    /// The points from which a horse reaches a point: its leg is then a diagonal neighbour.
    HorseReversed,
    Elephant,
}

const fn leaper_table(leaper: Leaper) -> [[u128; 16]; Square::COUNT] {
    let mut table = [[0; 16]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::from_index_unchecked(i as u8);
        let mut blocked = 0;
        while blocked < 16 {
            let mut reached = 0;
            let mut direction = 0;
            while direction < 4 {
                if blocked >> direction & 1 == 0 {
                    let (x, y) = match leaper {
                        Leaper::Horse => ORTHOGONAL[direction],
                        _ => DIAGONAL[direction],
                    };
                    reached |= match leaper {
                        Leaper::Horse if x == 0 => bit(square, 1, 2 * y) | bit(square, -1, 2 * y),
                        Leaper::Horse => bit(square, 2 * x, 1) | bit(square, 2 * x, -1),
                        Leaper::HorseReversed => bit(square, 2 * x, y) | bit(square, x, 2 * y),
                        Leaper::Elephant => same_half(square, bit(square, 2 * x, 2 * y)),
                    };
                }
                direction += 1;
            }
            table[i][blocked] = reached;
            blocked += 1;
        }
        i += 1;
    }
    table
}

const fn bit(square: Square, files: i8, ranks: i8) -> u128 {
    match square.offset(files, ranks) {
        Some(to) => 1 << to.index(),
        None => 0,
    }
}

const fn same_half(square: Square, reached: u128) -> u128 {
    let red_half = (1 << 45) - 1;
    if square.rank() < 5 {
        reached & red_half
    } else {
        reached & !red_half
    }
}

static HORSE: [[u128; 16]; Square::COUNT] = leaper_table(Leaper::Horse);
static HORSE_REVERSED: [[u128; 16]; Square::COUNT] = leaper_table(Leaper::HorseReversed);
static ELEPHANT: [[u128; 16]; Square::COUNT] = leaper_table(Leaper::Elephant);

/// Points a horse reaches: those behind an occupied leg left out (蹩马腿).
#[inline]
pub(in crate::rules) fn horse(square: Square, occupied: &Occupancy) -> Bits {
    Bits(HORSE[square.index()][orthogonal_index(square, occupied.by_rank)])
}

/// Points from which a horse would reach `square`.
#[inline]
pub(in crate::rules) fn horse_reversed(square: Square, occupied: &Occupancy) -> Bits {
    Bits(HORSE_REVERSED[square.index()][diagonal_index(square, occupied.by_rank)])
}

/// Points from which a horse would reach `square` were no leg occupied.
#[inline]
pub(in crate::rules) fn horse_shape(square: Square) -> Bits {
    Bits(HORSE[square.index()][0])
}

/// The leg of a horse that goes (or would go) from one point to another a horse's move away.
#[inline]
pub(in crate::rules) fn horse_leg(from: Square, to: Square) -> Square {
    let (files, ranks) = (
        to.file() as i8 - from.file() as i8,
        to.rank() as i8 - from.rank() as i8,
    );
    let step = if ranks.abs() == 2 {
        FILES as i8 * (ranks / 2)
    } else {
        files / 2
    };
    Square::from_index_unchecked((from.index() as i8 + step) as u8)
}

/// Points an elephant reaches: those behind an occupied eye (塞象眼) or the river left out.
#[inline]
pub(in crate::rules) fn elephant(square: Square, occupied: &Occupancy) -> Bits {
    Bits(ELEPHANT[square.index()][diagonal_index(square, occupied.by_rank)])
}

const fn in_a_palace(square: Square) -> bool {
    Color::Red.is_in_palace(square) || Color::Black.is_in_palace(square)
}

const fn palace_table(steps: [(i8, i8); 4], lines_only: bool) -> [u128; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::from_index_unchecked(i as u8);
        let mut direction = 0;
        // The palace's slanting lines join its middle with its corners only.
        let on_line = !lines_only || is_advisor_point(square);
        while direction < 4 && on_line && in_a_palace(square) {
            let (x, y) = steps[direction];
            if let Some(to) = square.offset(x, y)
                && in_a_palace(to)
            {
                table[i] |= 1 << to.index();
            }
            direction += 1;
        }
        i += 1;
    }
    table
}

/// Whether the point is one of the five of a palace on which an advisor can stand.
pub(in crate::rules) const fn is_advisor_point(square: Square) -> bool {
    // The four corners on the files d and f, the middle on the file e.
    in_a_palace(square) && (square.file() != 4) == matches!(square.rank(), 0 | 2 | 7 | 9)
}

static GENERAL: [u128; Square::COUNT] = palace_table(ORTHOGONAL, false);
static ADVISOR: [u128; Square::COUNT] = palace_table(DIAGONAL, true);

/// Points a general reaches by a step; both palaces are alike.
#[inline]
pub(in crate::rules) fn general(square: Square) -> Bits {
    Bits(GENERAL[square.index()])
}

/// Points an advisor reaches.
#[inline]
pub(in crate::rules) fn advisor(square: Square) -> Bits {
    Bits(ADVISOR[square.index()])
}

const fn soldier_table(reversed: bool) -> [[u128; Square::COUNT]; 2] {
    let mut table = [[0; Square::COUNT]; 2];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::from_index_unchecked(i as u8);
        let mut side = 0;
        while side < 2 {
            let color = Color::ALL[side];
            let ahead = if reversed {
                -color.forward()
            } else {
                color.forward()
            };
            table[side][i] = bit(square, 0, ahead);
            if color.is_across_river(square) {
                table[side][i] |= bit(square, 1, 0) | bit(square, -1, 0);
            }
            side += 1;
        }
        i += 1;
    }
    table
}

static SOLDIER: [[u128; Square::COUNT]; 2] = soldier_table(false);
static SOLDIER_REVERSED: [[u128; Square::COUNT]; 2] = soldier_table(true);

/// Points a soldier of this side reaches.
#[inline]
pub(in crate::rules) fn soldier(color: Color, square: Square) -> Bits {
    Bits(SOLDIER[color.index()][square.index()])
}

/// Points from which a soldier of this side would reach `square`.
#[inline]
pub(in crate::rules) fn soldier_reversed(color: Color, square: Square) -> Bits {
    Bits(SOLDIER_REVERSED[color.index()][square.index()])
}

static BETWEEN: [[u128; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let from = Square::from_index_unchecked(i as u8);
        let mut direction = 0;
        while direction < 4 {
            let (x, y) = ORTHOGONAL[direction];
            let mut passed = 0;
            let mut point = from.offset(x, y);
            while let Some(to) = point {
                table[i][to.index()] = passed;
                passed |= 1 << to.index();
                point = to.offset(x, y);
            }
            direction += 1;
        }
        i += 1;
    }
    table
};

/// The points strictly between two on one line; empty when they share none.
#[inline]
pub(in crate::rules) fn between(a: Square, b: Square) -> Bits {
    Bits(BETWEEN[a.index()][b.index()])
}

const fn file_bits(file: u8) -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < RANKS {
        bits |= 1 << (rank * FILES + file);
        rank += 1;
    }
    bits
}

static CROSS: [u128; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::from_index_unchecked(i as u8);
        let rank = 0x1ff << (square.rank() * FILES);
        table[i] = (rank | file_bits(square.file())) & !(1 << i);
        i += 1;
    }
    table
};

/// The points that share a rank or a file with this one.
#[inline]
pub(in crate::rules) fn cross(square: Square) -> Bits {
    Bits(CROSS[square.index()])
}
