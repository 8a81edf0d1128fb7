//! The order table (循环赛对局秩序表) of appendix 1, for any number of entries.
use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

/// The largest field an order table is made for; its size grows with the square.
pub const MAX_ENTRIES: u32 = 1000;

/// The order table of one cycle, over places 1…n of the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderTable {
    /// Number of entries.
    pub n: u32,
    /// One list a round, in printed order; a pair is `[red, black]`.
    #[schema(value_type = Vec<Vec<[u32; 2]>>)]
    pub rounds: Vec<Vec<(u32, u32)>>,
    /// Who rests in each round; null in an even field.
    pub rests: Vec<Option<u32>>,
}

/// An order table needs 2 to [`MAX_ENTRIES`] entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSize(pub u32);

impl BadSize {
    /// What is wrong, in Chinese.
    pub fn zh(&self) -> String {
        format!(
            "对局秩序表适用于 2 至 {MAX_ENTRIES} 人(队), 而不是 {}",
            self.0
        )
    }
}

impl fmt::Display for BadSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "an order table is for 2 to {MAX_ENTRIES} entries, not {}",
            self.0
        )
    }
}

impl std::error::Error for BadSize {}

impl OrderTable {
    /// The table for `n` entries, by the four rules of appendix 1.
    ///
    /// # Errors
    /// [`BadSize`] for fewer than 2 or more than [`MAX_ENTRIES`] entries.
    pub fn new(n: u32) -> Result<OrderTable, BadSize> {
        if !(2..=MAX_ENTRIES).contains(&n) {
            return Err(BadSize(n));
        }
        // Rule 1: an odd field is filled up with a dummy, the largest number.
        let largest = n + n % 2;
        let mut rounds = Vec::with_capacity(largest as usize - 1);
        let mut rests = Vec::with_capacity(largest as usize - 1);
        let mut printed = first_round(largest);
        for r in 1..largest {
            if r > 1 {
                printed = following_round(&printed, largest, r);
            }
            if n == largest {
                rounds.push(printed.clone());
                rests.push(None);
            } else {
                // The pair with the dummy is always printed first; its other number rests.
                let (a, b) = printed[0];
                rests.push(Some(if a == largest { b } else { a }));
                rounds.push(printed[1..].to_vec());
            }
        }
        Ok(OrderTable { n, rounds, rests })
    }

    /// The table as the rule book prints it: one line a round, the dummy in parentheses, which
    /// serves the odd field (its opponent rests) and the even one alike.
    pub fn lines(&self) -> Vec<String> {
        let largest = self.n + self.n % 2;
        let number = |k: u32| {
            if k == largest {
                format!("({k})")
            } else {
                k.to_string()
            }
        };
        let pair = |&(a, b): &(u32, u32)| format!("{}-{}", number(a), number(b));
        self.rounds
            .iter()
            .zip(&self.rests)
            .enumerate()
            .map(|(i, (pairs, rest))| {
                let dummy = rest.map(|k| {
                    // Rule 3: the largest number is red in even rounds.
                    pair(&if i % 2 == 1 {
                        (largest, k)
                    } else {
                        (k, largest)
                    })
                });
                dummy
                    .into_iter()
                    .chain(pairs.iter().map(pair))
                    .collect::<Vec<_>>()
                    .join("  ")
            })
            .collect()
    }
}

/// Rule 2: first against last, moving inwards; the first number is red.
fn first_round(largest: u32) -> Vec<(u32, u32)> {
    (1..=largest / 2).map(|k| (k, largest + 1 - k)).collect()
}

/// Rules 3 and 4: the largest number meets the last number printed before, with red in even
/// rounds; the others meet across the old pairs, order kept, printed from the back.
fn following_round(before: &[(u32, u32)], largest: u32, round: u32) -> Vec<(u32, u32)> {
    let last = before[before.len() - 1].1;
    let rest: Vec<u32> = before
        .iter()
        .flat_map(|&(a, b)| [a, b])
        .filter(|&k| k != largest && k != last)
        .collect();
    let with_largest = if round.is_multiple_of(2) {
        (largest, last)
    } else {
        (last, largest)
    };
    std::iter::once(with_largest)
        .chain(rest.chunks_exact(2).rev().map(|pair| (pair[0], pair[1])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn appendix_1_prints_the_table_for_3_or_4() {
        let table = OrderTable::new(4).unwrap();
        assert_eq!(table.lines(), ["1-(4)  2-3", "(4)-3  1-2", "2-(4)  3-1"]);
        let table = OrderTable::new(3).unwrap();
        assert_eq!(table.lines(), ["1-(4)  2-3", "(4)-3  1-2", "2-(4)  3-1"]);
        assert_eq!(table.rests, [Some(1), Some(3), Some(2)]);
    }

    #[test]
    fn everyone_meets_everyone_once_and_colours_differ_by_at_most_one() {
        for n in 2..=130 {
            let table = OrderTable::new(n).unwrap();
            let mut met = BTreeSet::new();
            let mut balance = vec![0i32; n as usize + 1];
            for (pairs, rest) in table.rounds.iter().zip(&table.rests) {
                let mut seen: BTreeSet<u32> = rest.iter().copied().collect();
                for &(red, black) in pairs {
                    assert!(
                        met.insert((red.min(black), red.max(black))),
                        "{n}: {red}-{black}"
                    );
                    assert!(seen.insert(red) && seen.insert(black));
                    balance[red as usize] += 1;
                    balance[black as usize] -= 1;
                }
                assert_eq!(seen.len(), n as usize, "everyone plays or rests");
            }
            assert_eq!(met.len() as u32, n * (n - 1) / 2);
            assert!(balance.iter().all(|b| b.abs() <= 1), "{n}: {balance:?}");
            if n % 2 == 1 {
                let rests: BTreeSet<_> = table.rests.iter().flatten().collect();
                assert_eq!(rests.len(), n as usize, "each rests once");
                assert!(
                    balance.iter().all(|&b| b == 0),
                    "odd fields balance exactly"
                );
            }
        }
    }

    #[test]
    fn sizes_without_a_table_are_refused() {
        for n in [0, 1, MAX_ENTRIES + 1] {
            assert_eq!(OrderTable::new(n), Err(BadSize(n)));
        }
    }
}
