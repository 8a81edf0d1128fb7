//! 名次总和: the sum of the places of a unit's counted members, fewer is better (A 14.8, B 14.9).
//! A shared place counts as printed.

/// The sum of the best `counted` places, or none where there are too few.
pub fn sum(places: &[u32], counted: usize) -> Option<i64> {
    let mut best = places.to_vec();
    best.sort_unstable();
    (counted > 0 && best.len() >= counted)
        .then(|| best[..counted].iter().map(|place| i64::from(*place)).sum())
}
