//! The seeded layout of a bracket of any power of two (appendix 3).
//!
//! Positions are draw labels: seeds 1, 2, 3 … stand on positions 1, 2, 3 …, in different halves,
//! quarters, eighths; the positions missing from a full bracket are the last ones, and fall to the
//! first seeds as byes. Slots are the lines of the printed bracket from the top, counted from 0.

/// The power of two that holds `entries` (at least 2).
pub const fn size(entries: u32) -> u32 {
    if entries <= 2 {
        2
    } else {
        entries.next_power_of_two()
    }
}

/// Rounds of a single knock-out of `entries`.
pub const fn rounds(entries: u32) -> u32 {
    size(entries).ilog2()
}

/// The positions from the top of the bracket: neighbours meet in round 1, their sum is size + 1.
pub fn positions(size: u32) -> Vec<u32> {
    let mut list = vec![1];
    while (list.len() as u32) < size {
        let sum = 2 * list.len() as u32 + 1;
        list = list
            .iter()
            .enumerate()
            .flat_map(|(i, &p)| {
                if i % 2 == 0 {
                    [p, sum - p]
                } else {
                    [sum - p, p]
                }
            })
            .collect();
    }
    list
}

/// The slot (from 0) of each position of the bracket that holds `entries`; index = position − 1.
pub fn slots(entries: u32) -> Vec<u32> {
    let positions = positions(size(entries));
    let mut slots = vec![0; positions.len()];
    for (slot, position) in positions.iter().enumerate() {
        slots[*position as usize - 1] = slot as u32;
    }
    slots
}

/// The round in which two different slots can meet first.
pub const fn meeting_round(a: u32, b: u32) -> u32 {
    32 - (a ^ b).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_kept_apart_as_long_as_possible() {
        for exponent in 1..=10 {
            let size = 1 << exponent;
            let list = positions(size);
            for pair in list.chunks(2) {
                assert_eq!(pair[0] + pair[1], size + 1);
            }
            let slots = slots(size);
            for k in 1..exponent {
                let top = 1u32 << k;
                // Among the first 2^k seeds nobody meets before that many are left.
                for a in 0..top {
                    for b in 0..a {
                        assert!(meeting_round(slots[a as usize], slots[b as usize]) > exponent - k);
                    }
                }
            }
        }
    }
}
