//! Where a piece may go on an empty board, as tables made at compile time.
//!
//! Squares are `rank * 9 + file`, ranks counted from Red's side.

/// Number of points on the board.
pub(super) const SQUARES: usize = 90;

/// A short list without allocation.
#[derive(Clone, Copy)]
pub(super) struct Short<T: Copy, const N: usize> {
    len: usize,
    items: [T; N],
}

impl<T: Copy, const N: usize> Short<T, N> {
    /// The items put in.
    pub(super) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

/// A step that needs a free point on its way: the leg of a horse, the eye of an elephant.
#[derive(Clone, Copy)]
pub(super) struct Hop {
    /// The point that must be free.
    pub(super) over: u8,
    /// The other end.
    pub(super) to: u8,
}

const NO_HOP: Hop = Hop { over: 0, to: 0 };

/// Steps of the four straight directions: north, east, south, west.
pub(super) const STRAIGHT: [i8; 4] = [9, 1, -9, -1];

const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 9 && rank >= 0 && rank < 10
}

const fn in_palace(file: i32, rank: i32) -> bool {
    file >= 3 && file <= 5 && (rank <= 2 || rank >= 7)
}

/// How many points lie ahead in each straight direction.
pub(super) static AHEAD: [[u8; 4]; SQUARES] = {
    let mut table = [[0u8; 4]; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let (file, rank) = ((sq % 9) as u8, (sq / 9) as u8);
        table[sq] = [9 - rank, 8 - file, rank, file];
        sq += 1;
    }
    table
};

/// Horse jumps from a point (`over` = the leg).
pub(super) static HORSE: [Short<Hop, 8>; SQUARES] = horse_table();

const fn horse_table() -> [Short<Hop, 8>; SQUARES] {
    const JUMPS: [(i32, i32); 8] = [
        (1, 2),
        (-1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, 1),
        (-2, -1),
    ];
    let mut table = [Short {
        len: 0,
        items: [NO_HOP; 8],
    }; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let (file, rank) = ((sq % 9) as i32, (sq / 9) as i32);
        let mut i = 0;
        while i < 8 {
            let (df, dr) = JUMPS[i];
            let (f, r) = (file + df, rank + dr);
            if on_board(f, r) {
                // The leg is the point beside the horse, in the long direction of the jump.
                let (lf, lr) = (file + df / 2, rank + dr / 2);
                let at = table[sq].len;
                table[sq].items[at] = Hop {
                    over: (lr * 9 + lf) as u8,
                    to: (r * 9 + f) as u8,
                };
                table[sq].len = at + 1;
            }
            i += 1;
        }
        sq += 1;
    }
    table
}

/// Elephant moves; an elephant never crosses the river, so the half of its point is its own.
pub(super) static ELEPHANT: [Short<Hop, 4>; SQUARES] = {
    const JUMPS: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
    let mut table = [Short {
        len: 0,
        items: [NO_HOP; 4],
    }; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let (file, rank) = ((sq % 9) as i32, (sq / 9) as i32);
        let mut i = 0;
        while i < 4 {
            let (df, dr) = JUMPS[i];
            let (f, r) = (file + df, rank + dr);
            if on_board(f, r) && (r < 5) == (rank < 5) {
                let at = table[sq].len;
                table[sq].items[at] = Hop {
                    over: ((rank + dr / 2) * 9 + file + df / 2) as u8,
                    to: (r * 9 + f) as u8,
                };
                table[sq].len = at + 1;
            }
            i += 1;
        }
        sq += 1;
    }
    table
};

const fn palace_table(steps: [(i32, i32); 4]) -> [Short<u8, 4>; SQUARES] {
    let mut table = [Short {
        len: 0,
        items: [0u8; 4],
    }; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let (file, rank) = ((sq % 9) as i32, (sq / 9) as i32);
        let mut i = 0;
        while i < 4 {
            let (f, r) = (file + steps[i].0, rank + steps[i].1);
            if in_palace(file, rank) && on_board(f, r) && in_palace(f, r) {
                let at = table[sq].len;
                table[sq].items[at] = (r * 9 + f) as u8;
                table[sq].len = at + 1;
            }
            i += 1;
        }
        sq += 1;
    }
    table
}

/// Advisor moves.
pub(super) static ADVISOR: [Short<u8, 4>; SQUARES] =
    palace_table([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
/// General moves.
pub(super) static GENERAL: [Short<u8, 4>; SQUARES] =
    palace_table([(1, 0), (-1, 0), (0, 1), (0, -1)]);

/// Soldier moves, by side (0 Red, 1 Black).
pub(super) static SOLDIER: [[Short<u8, 3>; SQUARES]; 2] = [soldier_table(1), soldier_table(-1)];

const fn soldier_table(forward: i32) -> [Short<u8, 3>; SQUARES] {
    let mut table = [Short {
        len: 0,
        items: [0u8; 3],
    }; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let (file, rank) = ((sq % 9) as i32, (sq / 9) as i32);
        let crossed = if forward > 0 { rank >= 5 } else { rank <= 4 };
        let steps: [(i32, i32); 3] = [(0, forward), (1, 0), (-1, 0)];
        let mut i = 0;
        while i < 3 {
            let (f, r) = (file + steps[i].0, rank + steps[i].1);
            if on_board(f, r) && (i == 0 || crossed) {
                let at = table[sq].len;
                table[sq].items[at] = (r * 9 + f) as u8;
                table[sq].len = at + 1;
            }
            i += 1;
        }
        sq += 1;
    }
    table
}

/// A set of points, one bit each.
pub(super) type Points = u128;

/// The points on the file and the rank of a point, itself left out.
pub(super) static LINES: [Points; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            if other != sq && (other % 9 == sq % 9 || other / 9 == sq / 9) {
                table[sq] |= 1 << other;
            }
            other += 1;
        }
        sq += 1;
    }
    table
};

/// The points slantwise beside a point: the legs of the horses that attack it.
pub(super) static SLANTS: [Points; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let df = (other % 9).abs_diff(sq % 9);
            let dr = (other / 9).abs_diff(sq / 9);
            if df == 1 && dr == 1 {
                table[sq] |= 1 << other;
            }
            other += 1;
        }
        sq += 1;
    }
    table
};

/// The points a horse's jump away.
pub(super) static JUMPS: [Points; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let df = (other % 9).abs_diff(sq % 9);
            let dr = (other / 9).abs_diff(sq / 9);
            if df == 1 && dr == 2 || df == 2 && dr == 1 {
                table[sq] |= 1 << other;
            }
            other += 1;
        }
        sq += 1;
    }
    table
};
