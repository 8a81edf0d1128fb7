//! 全队轮赛制 (11.4): all of one team play all of the other, in sittings in which everyone plays once.
//!
//! Colours are as even as can be: of everyone's games half are with red, one more or less when
//! they are odd in number; the same for the games of the first team in every sitting where the
//! team has an odd number of players, or one divisible by four.
use serde::Serialize;
use utoipa::ToSchema;

/// One game between members of two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Encounter {
    /// The sitting, from 1.
    pub sitting: u32,
    /// Place of the first team's player, from 1.
    pub first: u32,
    /// Place of the second team's player, from 1.
    pub second: u32,
    /// The first team's player has red.
    pub first_has_red: bool,
}

/// The games of a team of `n` against a team of `m`, sitting by sitting. Where the teams are of
/// different size, members of the larger one rest in turn.
pub fn schedule(n: u32, m: u32) -> Vec<Encounter> {
    if n == 0 || m == 0 {
        return Vec::new();
    }
    let games = match (n == m, n % 2) {
        (true, 1) => odd(n),
        (true, _) => even(n),
        (false, _) => unequal(n, m),
    };
    let mut games: Vec<Encounter> = games
        .into_iter()
        .map(|(sitting, i, j, first_has_red)| Encounter {
            sitting: sitting + 1,
            first: i + 1,
            second: j + 1,
            first_has_red,
        })
        .collect();
    games.sort_by_key(|g| (g.sitting, g.first));
    games
}

/// Sitting, player of the first team, player of the second, first has red; all from 0.
type Cell = (u32, u32, u32, bool);

/// k odd: in sitting r player i meets i + r. The value 2i + r (mod k) takes every value once for
/// each player of either team and in each sitting, so "less than half" is even everywhere; half of
/// the cells of the middle value make up the odd game.
fn odd(k: u32) -> Vec<Cell> {
    cells(k, |r, i| (i + r) % k)
        .map(|(r, i, j)| {
            let value = (2 * i + r) % k;
            let middle = (k - 1) / 2;
            (r, i, j, value < middle || (value == middle && i <= middle))
        })
        .collect()
}

/// k even: both teams are cut into halves. Halves meet by shifts; colours alternate like a
/// chessboard, exchanged where the halves cross, so that every player has exactly half. The two
/// pairs of halves that play at a time are shifted so that their colours make up for each other.
fn even(k: u32) -> Vec<Cell> {
    let h = k / 2;
    let mut games = Vec::with_capacity((k * k) as usize);
    for crossed in [false, true] {
        for (r, s) in shifts(h) {
            let sitting = if crossed { h + r } else { r };
            for half in 0..2 {
                let shift = if half == 0 { r } else { s };
                for x in 0..h {
                    let y = (x + shift) % h;
                    let (i, j) = (
                        half * h + x,
                        (if crossed { 1 - half } else { half }) * h + y,
                    );
                    let chessboard = (x + y).is_multiple_of(2);
                    // h even: exchanged in the second half; h odd: where the halves cross.
                    let exchanged = if h.is_multiple_of(2) {
                        half == 1
                    } else {
                        crossed
                    };
                    games.push((sitting, i, j, chessboard != exchanged));
                }
            }
        }
    }
    games
}

/// The shifts of the first and of the second half in each sitting. h even: the same; a shift gives
/// all of a half one colour, and the exchange in the second half evens it out. h odd: a shift r
/// gives h − r or r reds; the one with few goes with the one with many.
fn shifts(h: u32) -> Vec<(u32, u32)> {
    if h.is_multiple_of(2) {
        return (0..h).map(|r| (r, r)).collect();
    }
    let reds = |r: &u32| if r.is_multiple_of(2) { h - r } else { *r };
    let mut few: Vec<u32> = (0..h).collect();
    few.sort_by_key(|r| (reds(r), *r));
    let mut pairs: Vec<(u32, u32)> = few.iter().copied().zip(few.iter().rev().copied()).collect();
    pairs.sort_unstable();
    pairs
}

/// Teams of different size: everyone's colours alternate like a chessboard.
fn unequal(n: u32, m: u32) -> Vec<Cell> {
    let most = n.max(m);
    cells(most, |r, i| (i + r) % most)
        .filter(|&(_, i, j)| i < n && j < m)
        .map(|(r, i, j)| (r, i, j, (i + j) % 2 == 0))
        .collect()
}

fn cells(k: u32, opponent: impl Fn(u32, u32) -> u32) -> impl Iterator<Item = (u32, u32, u32)> {
    (0..k)
        .flat_map(move |r| (0..k).map(move |i| (r, i)))
        .map(move |(r, i)| (r, i, opponent(r, i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// 11.4: each meets each once, everyone plays at most once in a sitting, colours are even.
    #[test]
    fn everyone_meets_everyone_once_with_even_colours() {
        for n in 1..=16u32 {
            for m in 1..=16u32 {
                let games = schedule(n, m);
                assert_eq!(games.len() as u32, n * m);
                let pairs: BTreeSet<_> = games.iter().map(|g| (g.first, g.second)).collect();
                assert_eq!(pairs.len(), games.len());
                let sittings = games.iter().map(|g| g.sitting).max().unwrap();
                assert_eq!(sittings, n.max(m));
                for sitting in 1..=sittings {
                    let now: Vec<_> = games.iter().filter(|g| g.sitting == sitting).collect();
                    let first: BTreeSet<_> = now.iter().map(|g| g.first).collect();
                    let second: BTreeSet<_> = now.iter().map(|g| g.second).collect();
                    assert!(first.len() == now.len() && second.len() == now.len());
                    if n == m {
                        assert_eq!(now.len() as u32, n, "nobody rests");
                        let reds = now.iter().filter(|g| g.first_has_red).count() as i32;
                        let balance = (2 * reds - n as i32).abs();
                        let most = match n % 4 {
                            2 => 2,
                            0 => 0,
                            _ => 1,
                        };
                        assert!(balance <= most, "{n}: sitting {sitting}: {reds} reds");
                    }
                }
                let even = |mine: &dyn Fn(&&Encounter) -> bool| {
                    let reds = games
                        .iter()
                        .filter(|g| g.first_has_red)
                        .filter(mine)
                        .count() as i32;
                    let all = games.iter().filter(mine).count() as i32;
                    (2 * reds - all).abs() <= 1
                };
                for player in 1..=n {
                    assert!(
                        even(&|g| g.first == player),
                        "{n}×{m}: first team's {player}"
                    );
                }
                for player in 1..=m {
                    assert!(
                        even(&|g| g.second == player),
                        "{n}×{m}: second team's {player}"
                    );
                }
                let reds = games.iter().filter(|g| g.first_has_red).count() as u32;
                assert_eq!(
                    reds,
                    (n * m).div_ceil(2),
                    "odd boards are the first team's reds"
                );
            }
        }
    }
}
