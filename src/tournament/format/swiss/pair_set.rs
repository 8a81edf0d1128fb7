//! A set of pairs of players: who met whom.

/// A set of pairs of players, one bit each.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    words_per_row: usize,
    bits: Vec<u64>,
}

impl PairSet {
    /// The empty set over `n` players.
    pub fn new(n: usize) -> PairSet {
        let words_per_row = n.div_ceil(64);
        PairSet {
            words_per_row,
            bits: vec![0; words_per_row * n],
        }
    }

    /// Adds a pair.
    pub fn insert(&mut self, a: usize, b: usize) {
        self.bits[a * self.words_per_row + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words_per_row + a / 64] |= 1 << (a % 64);
    }

    /// Whether the pair is in the set.
    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words_per_row + b / 64] >> (b % 64) & 1 == 1
    }
}
