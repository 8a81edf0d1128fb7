//! Pseudo-random numbers, the same on every machine.

/// The generator splitmix64: a counter, mixed.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, every one as likely; 0 for `n` = 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // Values above the last full multiple would favour small numbers.
        let limit = u64::MAX - u64::MAX % n;
        loop {
            let bits = self.next_bits();
            if bits < limit {
                return bits % n;
            }
        }
    }

    /// True in so many of a thousand cases.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < u64::from(per_mille)
    }

    /// Puts a list in any order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            let other = self.below(k as u64 + 1) as usize;
            list.swap(k, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_of_a_seed_are_the_published_ones_of_splitmix64() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!(dice.next_bits(), 6_457_827_717_110_365_317);
        assert_eq!(dice.next_bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_below_one_are_zero() {
        assert_eq!(Dice::new(7).below(1), 0);
        assert_eq!(Dice::new(7).below(0), 0);
    }
}
