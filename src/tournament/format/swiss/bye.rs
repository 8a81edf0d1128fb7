//! Who rests in an odd field (principle 5).
use super::PairingError;
use super::matching::{Matching, NONE};
use super::orders;
use super::reasons::ByeReason;
use super::state::State;

/// Takes the bye out of the pool where the field is odd; makes sure that the rest can be paired.
///
/// Candidates from round 2: who never had a bye before who had one (a setting); the lowest score;
/// then the last in the merged order. In round 1 the last number.
///
/// # Errors
/// [`PairingError::Infeasible`] names everyone whom some largest pairing leaves out.
pub fn choose(state: &State, pool: &mut Vec<usize>) -> Result<Option<ByeReason>, PairingError> {
    if pool.len().is_multiple_of(2) {
        if !surely_pairable(state, pool) {
            let matching = largest(state, pool);
            if matching.mate.contains(&NONE) {
                return Err(infeasible(state, pool, &matching));
            }
        }
        return Ok(None);
    }
    let candidates = candidates(state, pool);
    let taken = first_possible(state, pool, &candidates)?;
    pool.retain(|&i| i != candidates[taken]);
    Ok(Some(reason(state, &candidates, taken)))
}

/// Everybody in the order in which they are asked to rest.
pub(super) fn candidates(state: &State, pool: &[usize]) -> Vec<usize> {
    let mut candidates = pool.to_vec();
    if state.round == 1 {
        candidates.reverse();
    } else {
        let avoid_second = state.regulations.avoid_second_bye;
        candidates.sort_by(|&a, &b| {
            let (a, b) = (&state.players[a], &state.players[b]);
            (avoid_second && a.byes > 0)
                .cmp(&(avoid_second && b.byes > 0))
                .then(a.score.cmp(&b.score))
                .then(orders::compare(b, a, state.round))
        });
    }
    candidates
}

/// Why one of the candidates, by his place in the order, has the bye.
pub(super) fn reason(state: &State, candidates: &[usize], taken: usize) -> ByeReason {
    let player = &state.players[candidates[taken]];
    let skipped = candidates[..taken]
        .iter()
        .map(|&i| state.players[i].number)
        .collect();
    ByeReason::new(
        player.number,
        player.score,
        player.byes,
        skipped,
        state.round,
    )
}

/// The place of the first candidate without whom the rest can all be paired.
fn first_possible(
    state: &State,
    pool: &[usize],
    candidates: &[usize],
) -> Result<usize, PairingError> {
    let rest: Vec<usize> = pool
        .iter()
        .copied()
        .filter(|&i| i != candidates[0])
        .collect();
    if surely_pairable(state, &rest) || !largest(state, &rest).mate.contains(&NONE) {
        return Ok(0);
    }
    // Exactly those whom some largest pairing leaves out may rest, if it leaves out only one.
    let matching = largest(state, pool);
    if matching.singles().len() > 1 {
        return Err(infeasible(state, pool, &matching));
    }
    let may_rest = matching.left_out_by_some(|a, b| state.may_meet(pool[a], pool[b]));
    candidates
        .iter()
        .position(|c| may_rest.iter().any(|&v| pool[v] == *c))
        .ok_or_else(|| infeasible(state, pool, &matching))
}

/// A largest pairing of a set of players.
pub fn largest(state: &State, pool: &[usize]) -> Matching {
    Matching::largest(pool.len(), |a, b| state.may_meet(pool[a], pool[b]))
}

/// Whether a set of players can all be paired.
pub fn pairable(state: &State, pool: &[usize]) -> bool {
    pool.len().is_multiple_of(2)
        && (surely_pairable(state, pool) || !largest(state, pool).mate.contains(&NONE))
}

/// The error that names everyone whom some largest pairing leaves out.
pub fn infeasible(state: &State, pool: &[usize], matching: &Matching) -> PairingError {
    let numbers = matching
        .left_out_by_some(|a, b| state.may_meet(pool[a], pool[b]))
        .into_iter()
        .map(|v| state.players[pool[v]].number)
        .collect();
    PairingError::Infeasible {
        round: state.round,
        numbers,
    }
}

/// By Dirac's theorem an even number of players, each of whom may meet at least half of them, can
/// be paired; here without looking at who met whom.
fn surely_pairable(state: &State, pool: &[usize]) -> bool {
    pool.len().is_multiple_of(2) && pool.len() >= 2 * (state.most_conflicts() + 1)
}
