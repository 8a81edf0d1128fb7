//! 最高个人名次: the best single place among a unit's members, fewer is better (A 14.8, B 14.9).

/// The best place, or none without members.
pub fn best(places: &[u32]) -> Option<i64> {
    places.iter().min().map(|place| i64::from(*place))
}
