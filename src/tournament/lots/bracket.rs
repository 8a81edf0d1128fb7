//! Positions in a bracket: seeds protected, the others drawn, mates kept apart as long as may be.
use super::seed::Sequence;
use crate::tournament::format::knockout::layout;

/// Positions 1…n of `n` participants in order of strength: the first `protected` stand on their own
/// position, the others are drawn for the rest. Mates (same name in `apart`) are then moved so that
/// they can meet as late as possible; protected ones never move.
pub fn draw(
    n: usize,
    protected: usize,
    apart: &[Option<String>],
    sequence: &mut Sequence,
) -> Vec<u32> {
    let mut positions: Vec<u32> = (1..=n as u32).collect();
    sequence.shuffle(&mut positions[protected.min(n)..]);
    let tiers: Vec<usize> = (0..n).map(|i| usize::from(i >= protected)).collect();
    let movable = |i: usize| i >= protected;
    keep_apart(&mut positions, &tiers, movable, apart);
    positions
}

/// Positions 1…n drawn rank by rank: rank k shares the positions behind those of the ranks before
/// it. Mates are then kept apart within their rank.
pub fn draw_ranks(sizes: &[u32], apart: &[Option<String>], sequence: &mut Sequence) -> Vec<u32> {
    let n: u32 = sizes.iter().sum();
    let mut positions: Vec<u32> = (1..=n).collect();
    let mut tiers = Vec::with_capacity(n as usize);
    for (tier, size) in sizes.iter().enumerate() {
        let start = tiers.len();
        tiers.extend(std::iter::repeat_n(tier, *size as usize));
        sequence.shuffle(&mut positions[start..tiers.len()]);
    }
    keep_apart(&mut positions, &tiers, |_| true, apart);
    positions
}

/// Exchanges positions within a tier while that lets mates meet later.
///
/// `positions[i]` is the position of participant i, `tiers[i]` whom he may change places with. The
/// measure is the number of pairs of mates that could meet in the first round, then in the second,
/// and so on; the first exchange that lowers it is made until none does. Participants and
/// positions are tried in order, so the outcome is always the same.
pub fn keep_apart(
    positions: &mut [u32],
    tiers: &[usize],
    movable: impl Fn(usize) -> bool,
    apart: &[Option<String>],
) {
    let n = positions.len();
    let mate = |i: usize, j: usize| {
        let (a, b) = (apart.get(i), apart.get(j));
        i != j && a == b && a.is_some_and(Option::is_some)
    };
    if !(0..n).any(|i| (0..i).any(|j| mate(i, j))) {
        return;
    }
    let slots = layout::slots(n as u32);
    let rounds = layout::rounds(n as u32) as usize;
    // What participant i on a slot costs: mates he could meet, by round.
    let cost = |positions: &[u32], i: usize, at: u32, skip: usize| {
        let mut by_round = vec![0i64; rounds + 1];
        for j in (0..n).filter(|&j| j != skip && mate(i, j)) {
            by_round[layout::meeting_round(slots[at as usize - 1], slots[positions[j] as usize - 1])
                as usize] += 1;
        }
        by_round
    };
    let sum = |a: Vec<i64>, b: Vec<i64>| a.iter().zip(&b).map(|(x, y)| x + y).collect::<Vec<_>>();
    loop {
        let mut better = false;
        for i in 0..n {
            for j in i + 1..n {
                if tiers[i] != tiers[j] || !movable(i) || !movable(j) || mate(i, j) {
                    continue;
                }
                let (here, there) = (positions[i], positions[j]);
                let now = sum(cost(positions, i, here, j), cost(positions, j, there, i));
                let then = sum(cost(positions, i, there, j), cost(positions, j, here, i));
                if then < now {
                    positions.swap(i, j);
                    better = true;
                }
            }
        }
        if !better {
            return;
        }
    }
}
