//! The line-ups a team may choose from (11.1–11.3), listed.
use super::lineup;
use crate::tournament::regulations::TeamMode;
use serde::Serialize;
use utoipa::ToSchema;

/// The line-ups a mode allows; members by their place in the registered order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Allowed {
    /// How many there are.
    pub count: u64,
    /// They, in order; the first of them where there are very many.
    pub line_ups: Vec<Vec<u32>>,
    /// Whether all are listed.
    pub complete: bool,
}

/// The line-ups of so many boards that `members` members may play, at most `most` of them listed.
/// Where there are no line-ups (11.4, 11.5) there is none.
pub fn allowed(members: u32, boards: u32, mode: TeamMode, most: usize) -> Allowed {
    let (count, line_ups): (u128, Vec<Vec<u32>>) = match mode {
        TeamMode::FixedBoards if members >= boards && boards > 0 => {
            (1, vec![(1..=boards).collect()])
        }
        TeamMode::Reserves => (
            lineup::count(members, boards),
            lineup::choices(members, boards).take(most).collect(),
        ),
        TeamMode::OrderPerMatch => (
            orders_in_number(members, boards),
            orders(members, boards).take(most).collect(),
        ),
        _ => (0, Vec::new()),
    };
    Allowed {
        complete: count == line_ups.len() as u128,
        count: u64::try_from(count).unwrap_or(u64::MAX),
        line_ups,
    }
}

/// In how many orders `boards` of `members` can sit (11.3).
fn orders_in_number(members: u32, boards: u32) -> u128 {
    if boards == 0 || boards > members {
        return 0;
    }
    (members - boards + 1..=members).fold(1u128, |all, k| all.saturating_mul(u128::from(k)))
}

/// Every order in which `boards` of `members` can sit, the smallest places first (11.3).
fn orders(members: u32, boards: u32) -> impl Iterator<Item = Vec<u32>> {
    let mut next: Option<Vec<u32>> = (1..=members)
        .contains(&boards)
        .then(|| (1..=boards).collect());
    std::iter::from_fn(move || {
        let current = next.take()?;
        next = following(&current, members);
        Some(current)
    })
}

/// The order after this one: the last seat that can take a larger free place does, and those behind
/// it take the smallest places left.
fn following(current: &[u32], members: u32) -> Option<Vec<u32>> {
    for seat in (0..current.len()).rev() {
        let kept = &current[..seat];
        let larger = (current[seat] + 1..=members).find(|p| !kept.contains(p));
        if let Some(larger) = larger {
            let mut order = kept.to_vec();
            order.push(larger);
            while order.len() < current.len() {
                let free = (1..=members).find(|p| !order.contains(p))?;
                order.push(free);
            }
            return Some(order);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::{Entry, Member};
    use std::collections::BTreeSet;

    #[test]
    fn what_is_listed_is_what_is_accepted_11_1_to_11_3() {
        for (members, boards, mode, count) in [
            (4, 4, TeamMode::FixedBoards, 1),
            (6, 4, TeamMode::Reserves, 15),
            (5, 3, TeamMode::OrderPerMatch, 60),
            (4, 4, TeamMode::OrderPerMatch, 24),
            (3, 4, TeamMode::Reserves, 0),
        ] {
            let all = allowed(members, boards, mode, 1000);
            assert_eq!((all.count, all.complete), (count, true), "{mode:?}");
            let team = Entry {
                members: vec![Member::default(); members as usize],
                ..Entry::default()
            };
            let distinct: BTreeSet<_> = all.line_ups.iter().collect();
            assert_eq!(distinct.len() as u64, count);
            for line_up in &all.line_ups {
                let line_up = line_up.iter().copied().map(Some).collect();
                assert_eq!(lineup::check(&line_up, &team, mode, boards), []);
            }
        }
    }

    #[test]
    fn very_many_are_counted_and_the_first_listed() {
        let many = allowed(30, 20, TeamMode::OrderPerMatch, 10);
        assert_eq!((many.line_ups.len(), many.complete), (10, false));
        assert!(many.count > 1_000_000_000);
        assert_eq!(many.line_ups[1][18..], [19, 21]);
    }
}
