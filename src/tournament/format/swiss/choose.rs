//! Item 6 of the objectives: the first sequence of choices among the best pairings of a segment.
use super::reasons::SkipReason;
use super::segment::{Choice, Cost, Segment};
use integer_blossom::max_weight_matching;

/// The best pairing of a segment as the sequence of choices that makes it; none when its players
/// and everybody below cannot all be paired.
pub fn choose(segment: &Segment) -> Option<Vec<Choice>> {
    let m = segment.len();
    let mut gone = vec![false; m];
    let mut best = best_total(segment, &gone)?;
    let mut left: Vec<usize> = Vec::new();
    let mut choices = Vec::new();
    for chooser in 0..m {
        if gone[chooser] {
            continue;
        }
        let unpaired: Vec<bool> = (0..m).map(|p| !gone[p] && !left.contains(&p)).collect();
        if !unpaired[chooser] {
            continue;
        }
        let mut skipped = Vec::new();
        let mut partner = None;
        for candidate in segment.candidates(chooser, &unpaired) {
            if let Some(obstacle) = segment.obstacle(chooser, candidate) {
                skipped.push((candidate, obstacle));
                continue;
            }
            gone[chooser] = true;
            gone[candidate] = true;
            let here = weight(segment, &segment.pair_cost(chooser, candidate));
            if best_with(segment, &gone, &left).is_some_and(|rest| rest + here == best) {
                best -= here;
                partner = Some(candidate);
                break;
            }
            gone[chooser] = false;
            gone[candidate] = false;
            skipped.push((candidate, SkipReason::Objective));
        }
        if partner.is_none() {
            left.push(chooser);
        }
        choices.push(Choice {
            chooser,
            partner,
            skipped,
        });
    }
    Some(choices)
}

fn weight(segment: &Segment, cost: &Cost) -> i128 {
    let radix = [1i128 << 88, 1 << 66, 1 << 44, 1 << 24, 1];
    let _ = segment;
    cost.iter()
        .zip(radix)
        .map(|(c, r)| i128::from(*c) * r)
        .sum()
}

fn best_total(segment: &Segment, gone: &[bool]) -> Option<i128> {
    best_with(segment, gone, &[])
}

/// Cost of the best completion; `left` must stay left over.
fn best_with(segment: &Segment, gone: &[bool], left: &[usize]) -> Option<i128> {
    let here: Vec<usize> = (0..segment.len()).filter(|&p| !gone[p]).collect();
    let n = here.len() + segment.below.len();
    if n % 2 == 1 {
        return None;
    }
    let offset = 1i128 << 110;
    let mut weights = vec![0i128; n * n];
    let player = |v: usize| {
        if v < here.len() {
            segment.order.players[here[v]]
        } else {
            segment.below[v - here.len()]
        }
    };
    for a in 0..n {
        for b in a + 1..n {
            if !segment.state.may_meet(player(a), player(b)) {
                continue;
            }
            let cost = match (here.get(a), here.get(b)) {
                (Some(p), Some(q)) if !left.contains(p) && !left.contains(q) => {
                    weight(segment, &segment.pair_cost(*p, *q))
                }
                (Some(_), Some(_)) => continue,
                (Some(p), None) => weight(segment, &segment.left_cost(*p)),
                _ => 0,
            };
            weights[a * n + b] = offset - cost;
            weights[b * n + a] = offset - cost;
        }
    }
    let mate = max_weight_matching(&weights, n);
    let mut total = 0;
    for a in 0..n {
        let b = mate[a]?;
        if a < b {
            total += offset - weights[a * n + b];
        }
    }
    Some(total)
}
