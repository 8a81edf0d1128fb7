//! Groups (10.2): by snake or by pots with a draw, entries of one unit spread.
use super::seed::Sequence;
use std::collections::BTreeMap;

/// Groups (from 1) of `n` participants in order of strength by the snake: 1…g, g…1, 1…g …
pub fn snake(n: usize, groups: usize, units: &[Option<String>]) -> Vec<u32> {
    let wished = (0..n).map(|i| {
        let (pot, place) = (i / groups, i % groups);
        let first = if pot % 2 == 0 {
            place
        } else {
            groups - 1 - place
        };
        // Where the unit stands in the way: the nearest group, the later one first.
        let mut order: Vec<usize> = (0..groups).collect();
        order.sort_by_key(|&g| (g.abs_diff(first), g < first));
        order
    });
    spread(groups, wished.collect(), units)
}

/// Groups (from 1) of `n` participants in order of strength, pot by pot (the first g, the next g …),
/// each pot drawn over the groups. With `seeds_fixed` the first pot stays in order: seed k in group k.
pub fn pots(
    n: usize,
    groups: usize,
    seeds_fixed: bool,
    units: &[Option<String>],
    sequence: &mut Sequence,
) -> Vec<u32> {
    let wished = (0..n).map(|i| {
        let mut order: Vec<usize> = (0..groups).collect();
        if seeds_fixed && i < groups {
            order.rotate_left(i);
        } else {
            sequence.shuffle(&mut order);
        }
        order
    });
    spread(groups, wished.collect(), units)
}

/// Gives every participant the first wished group that is free for his pot and without a mate of
/// his unit. That is the colouring of the edges of a graph (pots on one side, units on the other,
/// groups the colours): where no wish is left, two groups are exchanged along an alternating path,
/// so a unit never has more in one group than cannot be avoided.
fn spread(groups: usize, wished: Vec<Vec<usize>>, units: &[Option<String>]) -> Vec<u32> {
    let n = wished.len();
    let pots = n.div_ceil(groups.max(1));
    // A unit with more members than groups counts as several; nobody's unit is his own.
    let mut members: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chunks: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    let mut vertices = pots;
    let ends: Vec<(usize, usize)> = (0..n)
        .map(|i| {
            let mut fresh = || {
                vertices += 1;
                vertices - 1
            };
            let unit = match units.get(i).and_then(Option::as_deref) {
                None => fresh(),
                Some(unit) => {
                    let count = members.entry(unit).or_insert(0);
                    *count += 1;
                    let chunk = (unit, (*count - 1) / groups.max(1));
                    *chunks.entry(chunk).or_insert_with(fresh)
                }
            };
            (i / groups.max(1), unit)
        })
        .collect();
    let mut at: Vec<Vec<Option<usize>>> = vec![vec![None; groups]; vertices];
    let mut colour = vec![usize::MAX; n];
    for i in 0..n {
        let (pot, unit) = ends[i];
        let both = wished[i]
            .iter()
            .copied()
            .find(|&g| at[pot][g].is_none() && at[unit][g].is_none());
        let chosen = both.unwrap_or_else(|| {
            let free = |vertex: usize| wished[i].iter().copied().find(|&g| at[vertex][g].is_none());
            let for_pot = free(pot).expect("a pot has at most as many members as there are groups");
            let for_unit = free(unit).expect("a chunk has at most as many members as groups");
            exchange(&mut at, &mut colour, &ends, unit, for_pot, for_unit);
            for_pot
        });
        colour[i] = chosen;
        at[pot][chosen] = Some(i);
        at[unit][chosen] = Some(i);
    }
    // The exchanges may have moved the first pot: rename the groups so that it stands as wished.
    let mut name: Vec<Option<usize>> = vec![None; groups];
    let mut taken = vec![false; groups];
    for i in 0..n.min(groups) {
        let wish = wished[i].iter().copied().find(|&g| !taken[g]).unwrap_or(i);
        taken[wish] = true;
        name[colour[i]] = Some(wish);
    }
    let mut unused = (0..groups).filter(|&g| !taken[g]);
    let name: Vec<usize> = name
        .into_iter()
        .map(|g| g.or_else(|| unused.next()).unwrap_or(0))
        .collect();
    colour.iter().map(|&g| name[g] as u32 + 1).collect()
}

/// Exchanges groups `a` and `b` along the path that leaves `from` by `a`, so that `a` is free there.
fn exchange(
    at: &mut [Vec<Option<usize>>],
    colour: &mut [usize],
    ends: &[(usize, usize)],
    from: usize,
    a: usize,
    b: usize,
) {
    let mut path = Vec::new();
    let (mut vertex, mut next) = (from, a);
    while let Some(edge) = at[vertex][next] {
        path.push(edge);
        let (pot, unit) = ends[edge];
        vertex = if vertex == pot { unit } else { pot };
        next = if next == a { b } else { a };
    }
    for &edge in &path {
        let (pot, unit) = ends[edge];
        at[pot][colour[edge]] = None;
        at[unit][colour[edge]] = None;
    }
    for &edge in &path {
        colour[edge] = if colour[edge] == a { b } else { a };
        let (pot, unit) = ends[edge];
        at[pot][colour[edge]] = Some(edge);
        at[unit][colour[edge]] = Some(edge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::lots::Seed;

    #[test]
    fn the_snake_turns_at_every_end() {
        assert_eq!(snake(10, 4, &[]), [1, 2, 3, 4, 4, 3, 2, 1, 1, 2]);
    }

    /// For random units no group has more of a unit than the members spread evenly give, group
    /// sizes differ by at most one, and every pot has each group at most once.
    #[test]
    fn units_are_spread_as_evenly_as_possible() {
        let mut random = Seed::from_text("units").sequence();
        for _ in 0..500 {
            let groups = 1 + random.below(8) as usize;
            let n = random.below(40) as usize;
            let kinds = 1 + random.below(9);
            let units: Vec<Option<String>> = (0..n)
                .map(|_| {
                    let unit = random.below(kinds + 1);
                    (unit > 0).then(|| unit.to_string())
                })
                .collect();
            let drawn = [
                snake(n, groups, &units),
                pots(n, groups, true, &units, &mut random),
                pots(n, groups, false, &units, &mut random),
            ];
            for result in drawn {
                for (p, pot) in result.chunks(groups).enumerate() {
                    let mut seen = pot.to_vec();
                    seen.sort_unstable();
                    seen.dedup();
                    assert_eq!(seen.len(), pot.len(), "pot {p} of {result:?}");
                }
                for unit in 1..=kinds {
                    let unit = Some(unit.to_string());
                    let all = units.iter().filter(|u| **u == unit).count();
                    for group in 1..=groups as u32 {
                        let here = (0..n)
                            .filter(|&i| units[i] == unit && result[i] == group)
                            .count();
                        assert!(here <= all.div_ceil(groups), "{units:?} {result:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn fixed_seeds_head_the_groups_in_order() {
        let units = vec![Some("甲".to_owned()); 12];
        let mut sequence = Seed::from_text("fixed").sequence();
        assert_eq!(pots(12, 4, true, &units, &mut sequence)[..4], [1, 2, 3, 4]);
    }
}
