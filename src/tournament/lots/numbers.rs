//! Drawing the numbers (序号): all at once, or in two halves (appendix 2, part 2.1).
use super::seed::Sequence;

/// One draw for all: participant i has the i-th of the numbers 1…n in drawn order.
pub fn simple(n: usize, sequence: &mut Sequence) -> Vec<u32> {
    let mut numbers: Vec<u32> = (1..=n as u32).collect();
    sequence.shuffle(&mut numbers);
    numbers
}

/// The seeded draw. Participants stand in order, the first `seeds` of them seeded; the others
/// behind them keep their order or are drawn first. Cut into two halves (in an odd field the upper
/// one has one more), the upper half draws the odd numbers and the lower half the even ones.
pub fn seeded_halves(
    n: usize,
    seeds: usize,
    draw_others: bool,
    sequence: &mut Sequence,
) -> Vec<u32> {
    let mut order: Vec<usize> = (0..n).collect();
    if draw_others {
        sequence.shuffle(&mut order[seeds.min(n)..]);
    }
    let (upper, lower) = order.split_at(n.div_ceil(2));
    let mut odd: Vec<u32> = (0..upper.len() as u32).map(|k| 2 * k + 1).collect();
    let mut even: Vec<u32> = (0..lower.len() as u32).map(|k| 2 * k + 2).collect();
    sequence.shuffle(&mut odd);
    sequence.shuffle(&mut even);
    let mut numbers = vec![0; n];
    for (half, drawn) in [(upper, odd), (lower, even)] {
        for (&participant, number) in half.iter().zip(drawn) {
            numbers[participant] = number;
        }
    }
    numbers
}
