//! Members who may not play any more: expelled by the organiser (18.3).
use crate::tournament::model::{BoardGame, Entry, GameResult, MemberRef, PenaltyClause};
use std::collections::BTreeSet;

/// Places of the members whom an expulsion keeps from a round of a stage (counted from 0). An
/// expulsion given in a round acts from the next one on; one without a round acts at once.
pub fn barred(team: &Entry, stage: usize, round: u32) -> BTreeSet<u32> {
    team.penalties
        .iter()
        .filter(|p| p.clause == PenaltyClause::Expulsion)
        .filter(|p| {
            let in_stage = p.stage.unwrap_or(1) as usize;
            p.round
                .is_none_or(|given| (in_stage, given) < (stage + 1, round))
        })
        .filter_map(|p| p.member)
        .collect()
}

/// Empties the seats of barred members: their boards are forfeited (18.3, 20.1).
pub fn empty_seats(boards: &mut [BoardGame], red_team: &BTreeSet<u32>, black_team: &BTreeSet<u32>) {
    for board in boards.iter_mut().filter(|b| b.result.is_none()) {
        let (with_red, with_black) = if board.red_team_has_red() {
            (red_team, black_team)
        } else {
            (black_team, red_team)
        };
        let out = |member: &Option<MemberRef>, barred: &BTreeSet<u32>| matches!(member, Some(MemberRef::Place(place)) if barred.contains(place));
        let (red_out, black_out) = (out(&board.red, with_red), out(&board.black, with_black));
        board.result = match (red_out, black_out) {
            (false, false) => continue,
            (true, false) => Some(GameResult::RedForfeit),
            (false, true) => Some(GameResult::BlackForfeit),
            (true, true) => Some(GameResult::DoubleForfeit),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::Penalty;

    #[test]
    fn an_expelled_member_sits_out_from_the_next_round_on_18_3() {
        let expelled = |round| Penalty {
            clause: PenaltyClause::Expulsion,
            round,
            stage: None,
            member: Some(2),
            note: None,
        };
        let mut team = Entry {
            penalties: vec![expelled(Some(3))],
            ..Entry::default()
        };
        assert!(barred(&team, 0, 3).is_empty());
        assert_eq!(barred(&team, 0, 4), BTreeSet::from([2]));
        assert_eq!(barred(&team, 1, 1), BTreeSet::from([2]));
        team.penalties = vec![expelled(None)];
        assert_eq!(barred(&team, 0, 1), BTreeSet::from([2]));

        let place = |p| Some(MemberRef::Place(p));
        let mut boards = [(1, 2, 1), (2, 1, 2), (3, 3, 3)].map(|(board, red, black)| BoardGame {
            board,
            red: place(red),
            black: place(black),
            ..BoardGame::default()
        });
        empty_seats(&mut boards, &BTreeSet::from([2]), &BTreeSet::new());
        let results = boards.map(|b| b.result);
        assert_eq!(
            results,
            [
                Some(GameResult::RedForfeit),
                Some(GameResult::BlackForfeit),
                None
            ]
        );
    }
}
