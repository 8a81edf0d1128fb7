//! A match becomes games: boards, their players and colours (12.2, 12.3), and boards forfeited
//! because nobody sits there.
use super::all_play_all;
use super::barred::{barred, empty_seats};
use super::lineup::{self, LineUp, LineUps};
use crate::tournament::format::PairedRound;
use crate::tournament::model::{BoardGame, Entry, Event, Game, GameResult, Kind, MemberRef};
use crate::tournament::regulations::TeamMode;

/// The boards of a match from the two line-ups. The team paired with red has red on odd boards,
/// the other one on even boards. A board without a player is forfeited; without both, by both.
pub fn from_line_ups(red: &LineUp, black: &LineUp) -> Vec<BoardGame> {
    let boards = red.len().max(black.len());
    (1..=boards as u32)
        .map(|board| {
            let of = |line_up: &LineUp| line_up.get(board as usize - 1).copied().flatten();
            let (red_team, black_team) = (of(red), of(black));
            if board % 2 == 1 {
                board_game(board, red_team, black_team)
            } else {
                board_game(board, black_team, red_team)
            }
        })
        .collect()
}

/// A board by the colours on it.
fn board_game(board: u32, red: Option<u32>, black: Option<u32>) -> BoardGame {
    BoardGame {
        board,
        red: red.map(MemberRef::Place),
        black: black.map(MemberRef::Place),
        result: match (red, black) {
            (Some(_), Some(_)) => None,
            (Some(_), None) => Some(GameResult::BlackForfeit),
            (None, Some(_)) => Some(GameResult::RedForfeit),
            (None, None) => Some(GameResult::DoubleForfeit),
        },
        ..BoardGame::default()
    }
}

/// The boards of a match in which all play all (11.4): odd boards are those on which the red
/// team's player has red, numbered in the order of the sittings.
pub fn all_play_all(red: u32, black: u32) -> Vec<BoardGame> {
    let (mut odd, mut even) = (1, 2);
    let mut boards: Vec<BoardGame> = all_play_all::schedule(red, black)
        .into_iter()
        .map(|game| {
            let (first, second) = (Some(game.first), Some(game.second));
            let number = if game.first_has_red {
                &mut odd
            } else {
                &mut even
            };
            let board = *number;
            *number += 2;
            let mut played = if game.first_has_red {
                board_game(board, first, second)
            } else {
                board_game(board, second, first)
            };
            played.sitting = Some(game.sitting);
            played
        })
        .collect();
    boards.sort_by_key(|b| b.board);
    boards
}

/// The boards of a match, where they are known: in fixed boards and all-play-all from the rosters,
/// in the other modes from the line-ups once they are open. A team without a line-up by then plays
/// in registered order. Boards of expelled members are forfeited (18.3). None while the boards are not known, or teams have no rosters.
pub fn boards_of(
    event: &Event,
    (stage, round): (usize, u32),
    game: &Game,
    line_ups: &LineUps,
    deadline_passed: bool,
) -> Option<Vec<BoardGame>> {
    let regulations = event.regulations(stage);
    if regulations.kind != Kind::Team {
        return None;
    }
    let red = event.entry(game.red)?;
    let black = event.entry(game.black)?;
    if red.members.is_empty() || black.members.is_empty() {
        return None;
    }
    let out = |team: &Entry| barred(team, stage, round);
    let mut boards = match regulations.team_mode {
        TeamMode::MembersPlaces => return None,
        TeamMode::AllPlayAll => all_play_all(red.members.len() as u32, black.members.len() as u32),
        TeamMode::FixedBoards => {
            let of = |team: &Entry, given: &Option<LineUp>| {
                given
                    .clone()
                    .unwrap_or_else(|| fixed(team, regulations.boards))
            };
            from_line_ups(&of(red, &line_ups.red), &of(black, &line_ups.black))
        }
        TeamMode::Reserves | TeamMode::OrderPerMatch => {
            if !line_ups.are_open(deadline_passed) {
                return None;
            }
            let of = |team: &Entry, given: &Option<LineUp>| {
                given.clone().unwrap_or_else(|| {
                    lineup::registered_order(team, regulations.boards, &out(team))
                })
            };
            from_line_ups(&of(red, &line_ups.red), &of(black, &line_ups.black))
        }
    };
    empty_seats(&mut boards, &out(red), &out(black));
    Some(boards)
}

/// 11.1: board k is for the k-th of the registered order.
fn fixed(team: &Entry, boards: u32) -> LineUp {
    (1..=boards)
        .map(|k| (k as usize <= team.members.len()).then_some(k))
        .collect()
}

/// A paired round with the boards of every match whose boards are known beforehand. A match that
/// is forfeited as a whole has none.
pub fn with_boards(event: &Event, stage: usize, mut round: PairedRound) -> PairedRound {
    for paired in &mut round.games {
        if paired.result.is_none() && paired.boards.is_empty() {
            let place = (stage, round.round);
            let boards = boards_of(event, place, &paired.to_game(), &LineUps::default(), false);
            paired.boards = boards.unwrap_or_default();
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(places: &[u32]) -> LineUp {
        places.iter().copied().map(Some).collect()
    }

    /// 12.2, 12.3: the team printed first has red on odd boards, black on even ones.
    #[test]
    fn the_red_team_has_red_on_odd_boards() {
        let boards = from_line_ups(&some(&[1, 2, 3, 5]), &some(&[2, 3, 4, 6]));
        let sides: Vec<_> = boards
            .iter()
            .map(|b| (b.red.clone(), b.black.clone()))
            .collect();
        let place = |p| Some(MemberRef::Place(p));
        assert_eq!(
            sides,
            [
                (place(1), place(2)),
                (place(3), place(2)),
                (place(3), place(4)),
                (place(6), place(5))
            ]
        );
    }

    /// 20.1, 20.2: an absent player forfeits the board.
    #[test]
    fn an_empty_board_is_forfeited() {
        let red = vec![Some(1), None, None, Some(4)];
        let black = vec![None, Some(2), None, Some(4)];
        let results: Vec<_> = from_line_ups(&red, &black)
            .iter()
            .map(|b| b.result)
            .collect();
        assert_eq!(
            results,
            [
                Some(GameResult::BlackForfeit),
                // On board 2 the black team has red: the red team's absence is Black's.
                Some(GameResult::BlackForfeit),
                Some(GameResult::DoubleForfeit),
                None
            ]
        );
    }

    #[test]
    fn all_play_all_keeps_the_parity_of_boards_11_4() {
        for (n, m) in [
            (1, 1),
            (2, 2),
            (3, 3),
            (4, 4),
            (5, 5),
            (6, 6),
            (4, 3),
            (2, 5),
        ] {
            let boards = all_play_all(n, m);
            let numbers: Vec<u32> = boards.iter().map(|b| b.board).collect();
            assert_eq!(numbers, (1..=n * m).collect::<Vec<_>>());
            let mut pairs = std::collections::BTreeSet::new();
            for board in &boards {
                let (Some(MemberRef::Place(red)), Some(MemberRef::Place(black))) =
                    (&board.red, &board.black)
                else {
                    panic!();
                };
                let pair = if board.red_team_has_red() {
                    (*red, *black)
                } else {
                    (*black, *red)
                };
                assert!(pair.0 <= n && pair.1 <= m && pairs.insert(pair));
            }
        }
    }
}
