//! Who sits at which board in a match (11.1–11.3), and until when the other side may not know.
use crate::tournament::event_file::Fault;
use crate::tournament::model::{Entry, Game, Number};
use crate::tournament::regulations::TeamMode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// One team's choice for a match: for each board the place in the registered order (from 1), or
/// null where nobody comes and the board is forfeited.
pub type LineUp = Vec<Option<u32>>;

/// The line-ups of one match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineUps {
    /// Of the team paired with red.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<u32>>>)]
    pub red: Option<LineUp>,
    /// Of the team paired with black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<u32>>>)]
    pub black: Option<LineUp>,
    /// Until when line-ups are handed in (RFC 3339); after it both are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
}

/// Who looks at a line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anyone.
    Public,
    /// The captain of this team.
    Captain(Number),
    /// The tournament office.
    Office,
}

impl LineUps {
    /// Nothing handed in, no deadline.
    pub fn is_empty(&self) -> bool {
        *self == LineUps::default()
    }

    /// Whether both are shown to everybody: both are in, or the deadline has passed.
    pub const fn are_open(&self, deadline_passed: bool) -> bool {
        deadline_passed || (self.red.is_some() && self.black.is_some())
    }

    /// What a viewer may see: a team its own, everybody both once they are open.
    pub fn seen_by(&self, viewer: Viewer, game: &Game, deadline_passed: bool) -> LineUps {
        let all = self.are_open(deadline_passed) || viewer == Viewer::Office;
        let own = |team: Number| viewer == Viewer::Captain(team);
        LineUps {
            red: self.red.clone().filter(|_| all || own(game.red)),
            black: self.black.clone().filter(|_| all || own(game.black)),
            deadline: self.deadline.clone(),
        }
    }

    /// Hands in, or replaces, the line-up of one team; the other side stays as it is.
    ///
    /// # Errors
    /// The team does not play this match, line-ups are open already, or the line-up breaks the
    /// rules of the mode; pointers are relative to the line-up.
    pub fn hand_in(
        &mut self,
        team: &Entry,
        game: &Game,
        line_up: LineUp,
        (mode, boards): (TeamMode, u32),
        deadline_passed: bool,
    ) -> Result<(), Vec<Fault>> {
        if self.are_open(deadline_passed) {
            return Err(vec![fault(
                "",
                "line-ups of this match are open: both were in, or the deadline has passed",
                "本场阵容已公开(双方均已提交或已过截止时间), 不能再改",
            )]);
        }
        let faults = check(&line_up, team, mode, boards);
        if !faults.is_empty() {
            return Err(faults);
        }
        let side = if game.red == team.number {
            &mut self.red
        } else if game.black == team.number {
            &mut self.black
        } else {
            return Err(vec![fault(
                "",
                format!("team {} does not play this match", team.number),
                format!("序号 {} 的队不参加本场比赛", team.number),
            )]);
        };
        *side = Some(line_up);
        Ok(())
    }
}

fn fault(pointer: impl Into<String>, en: impl Into<String>, zh: impl Into<String>) -> Fault {
    Fault {
        pointer: pointer.into(),
        en: en.into(),
        zh: zh.into(),
    }
}

/// How many line-ups of so many boards a roster has under 11.2: members over boards.
pub fn count(members: u32, boards: u32) -> u128 {
    if boards > members {
        return 0;
    }
    (0..u128::from(boards.min(members - boards)))
        .fold(1, |all, k| all * (u128::from(members) - k) / (k + 1))
}

/// The line-ups of 11.2 in order: every strictly increasing choice of `boards` of the registered
/// order. Four boards and six members have fifteen: 1-2-3-4, 1-2-3-5 … 3-4-5-6.
pub fn choices(members: u32, boards: u32) -> impl Iterator<Item = Vec<u32>> {
    let mut next: Option<Vec<u32>> = (1..=members)
        .contains(&boards)
        .then(|| (1..=boards).collect());
    std::iter::from_fn(move || {
        let current = next.take()?;
        // The last place that can move up, and those behind it directly after.
        let movable = (0..current.len())
            .rev()
            .find(|&i| current[i] < members - (boards - 1 - i as u32));
        next = movable.map(|i| {
            let mut following = current.clone();
            let start = following[i] + 1;
            for (k, place) in following[i..].iter_mut().enumerate() {
                *place = start + k as u32;
            }
            following
        });
        Some(current)
    })
}

/// Every fault of a line-up; pointers are relative to it (`/2` is the third board).
///
/// 11.1: board k is played by the k-th of the registered order or by nobody; 11.2: the order may
/// not be inverted; 11.3: any order; in all of them nobody plays twice.
pub fn check(line_up: &LineUp, team: &Entry, mode: TeamMode, boards: u32) -> Vec<Fault> {
    let mut faults = Vec::new();
    if mode == TeamMode::MembersPlaces {
        return vec![fault(
            "",
            "there are no boards: the team's result comes from its members' event (11.5)",
            "队员总分制不分台次, 成绩来自个人赛(11.5)",
        )];
    }
    let wanted = if mode == TeamMode::AllPlayAll {
        team.members.len() as u32
    } else {
        boards
    };
    if line_up.len() as u32 != wanted {
        faults.push(fault(
            "",
            format!(
                "a line-up names {wanted} boards, this one {}",
                line_up.len()
            ),
            format!("阵容须列 {wanted} 台, 此处为 {} 台", line_up.len()),
        ));
    }
    let mut before: Option<u32> = None;
    for (i, place) in line_up.iter().enumerate() {
        let Some(place) = *place else { continue };
        let pointer = format!("/{i}");
        if place == 0 || place as usize > team.members.len() {
            faults.push(fault(
                pointer,
                format!("the roster has places 1 to {}", team.members.len()),
                format!("名单只有第 1 至 {} 位", team.members.len()),
            ));
            continue;
        }
        if line_up[..i].contains(&Some(place)) {
            faults.push(fault(
                pointer,
                format!("place {place} plays twice"),
                format!("第 {place} 位出场两次"),
            ));
            continue;
        }
        match mode {
            TeamMode::FixedBoards if place != i as u32 + 1 => faults.push(fault(
                pointer,
                format!("board {} is fixed for place {} (11.1)", i + 1, i + 1),
                format!("第 {} 台固定由第 {} 位出场(11.1)", i + 1, i + 1),
            )),
            TeamMode::Reserves if before.is_some_and(|b| place < b) => faults.push(fault(
                pointer,
                "the registered order may not be inverted (11.2)",
                "台次顺序不能前后颠倒(11.2)",
            )),
            _ => {}
        }
        before = Some(place);
    }
    faults
}

/// The line-up of a team that has handed in none: the registered order from its first board on,
/// reserves left out while others are there, barred members always; boards beyond the roster stay
/// empty.
pub fn registered_order(team: &Entry, boards: u32, barred: &BTreeSet<u32>) -> LineUp {
    let places = |reserve: bool| {
        team.members
            .iter()
            .enumerate()
            .filter(move |(_, m)| m.reserve == reserve)
            .map(|(i, _)| i as u32 + 1)
            .filter(|place| !barred.contains(place))
    };
    let mut chosen: Vec<u32> = places(false)
        .chain(places(true))
        .take(boards as usize)
        .collect();
    chosen.sort_unstable();
    let mut line_up: LineUp = chosen.into_iter().map(Some).collect();
    line_up.resize(boards as usize, None);
    line_up
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::Member;

    fn team(members: usize) -> Entry {
        Entry {
            number: 1,
            name: "队".to_owned(),
            members: (1..=members)
                .map(|k| Member {
                    name: format!("队员{k}"),
                    ..Member::default()
                })
                .collect(),
            ..Entry::default()
        }
    }

    fn some(places: &[u32]) -> LineUp {
        places.iter().copied().map(Some).collect()
    }

    /// 11.2: four boards and two reserves: exactly fifteen, from 1-2-3-4 to 3-4-5-6.
    #[test]
    fn four_of_six_have_fifteen_line_ups() {
        let all: Vec<Vec<u32>> = choices(6, 4).collect();
        assert_eq!(all.len(), 15);
        assert_eq!(all[0], [1, 2, 3, 4]);
        assert_eq!(all[1], [1, 2, 3, 5]);
        assert_eq!(all[14], [3, 4, 5, 6]);
        for line_up in &all {
            assert_eq!(check(&some(line_up), &team(6), TeamMode::Reserves, 4), []);
        }
        // Every other order or choice of four is refused.
        let mut accepted = 0;
        for code in 0..6u32.pow(4) {
            let places: Vec<u32> = (0..4).map(|i| code / 6u32.pow(i) % 6 + 1).collect();
            accepted +=
                usize::from(check(&some(&places), &team(6), TeamMode::Reserves, 4).is_empty());
        }
        assert_eq!(accepted, 15);
    }

    #[test]
    fn the_number_of_line_ups_is_the_binomial() {
        for members in 0..=12 {
            for boards in 1..=12 {
                assert_eq!(
                    choices(members, boards).count() as u128,
                    count(members, boards),
                    "{members} {boards}"
                );
            }
        }
        assert_eq!(count(6, 4), 15);
    }

    #[test]
    fn each_mode_has_its_order_11_1_to_11_3() {
        let six = team(6);
        let pointers = |line_up: &LineUp, mode| -> Vec<String> {
            check(line_up, &six, mode, 4)
                .into_iter()
                .map(|f| f.pointer)
                .collect()
        };
        assert!(pointers(&some(&[1, 2, 3, 4]), TeamMode::FixedBoards).is_empty());
        assert_eq!(
            pointers(&some(&[1, 2, 3, 5]), TeamMode::FixedBoards),
            ["/3"]
        );
        assert_eq!(pointers(&some(&[2, 1, 3, 5]), TeamMode::Reserves), ["/1"]);
        assert!(pointers(&some(&[6, 1, 3, 5]), TeamMode::OrderPerMatch).is_empty());
        assert_eq!(
            pointers(&some(&[6, 1, 6, 5]), TeamMode::OrderPerMatch),
            ["/2"]
        );
        assert_eq!(pointers(&some(&[1, 2, 3, 7]), TeamMode::Reserves), ["/3"]);
        assert_eq!(pointers(&some(&[1, 2, 3]), TeamMode::Reserves), [""]);
        assert_eq!(
            pointers(&some(&[1, 2, 3, 4]), TeamMode::MembersPlaces),
            [""]
        );
        // An empty board keeps its place: 11.1 does not let the others move up.
        let gap = vec![Some(1), None, Some(3), Some(4)];
        assert!(pointers(&gap, TeamMode::FixedBoards).is_empty());
        assert!(pointers(&gap, TeamMode::Reserves).is_empty());
    }

    #[test]
    fn a_line_up_is_hidden_until_both_are_in_or_the_deadline_has_passed() {
        let game = Game {
            red: 1,
            black: 2,
            ..Game::default()
        };
        let mode = (TeamMode::Reserves, 4);
        let mut line_ups = LineUps::default();
        line_ups
            .hand_in(&team(6), &game, some(&[1, 2, 3, 5]), mode, false)
            .unwrap();
        // May still be changed while it is hidden.
        line_ups
            .hand_in(&team(6), &game, some(&[1, 2, 3, 6]), mode, false)
            .unwrap();
        let seen = |l: &LineUps, viewer, passed| l.seen_by(viewer, &game, passed).red;
        assert_eq!(seen(&line_ups, Viewer::Public, false), None);
        assert_eq!(seen(&line_ups, Viewer::Captain(2), false), None);
        assert!(seen(&line_ups, Viewer::Captain(1), false).is_some());
        assert!(seen(&line_ups, Viewer::Office, false).is_some());
        assert!(seen(&line_ups, Viewer::Public, true).is_some());
        let other = Entry {
            number: 2,
            ..team(6)
        };
        line_ups
            .hand_in(&other, &game, some(&[3, 4, 5, 6]), mode, false)
            .unwrap();
        assert!(seen(&line_ups, Viewer::Captain(2), false).is_some());
        assert!(
            line_ups
                .hand_in(&team(6), &game, some(&[1, 2, 3, 4]), mode, false)
                .is_err()
        );
        let third = Entry {
            number: 3,
            ..team(6)
        };
        assert!(
            LineUps::default()
                .hand_in(&third, &game, some(&[1, 2, 3, 4]), mode, false)
                .is_err()
        );
    }

    #[test]
    fn without_a_line_up_the_registered_order_plays() {
        let mut five = team(5);
        five.members[1].reserve = true;
        let nobody = BTreeSet::new();
        assert_eq!(registered_order(&five, 4, &nobody), some(&[1, 3, 4, 5]));
        let expelled = BTreeSet::from([3]);
        assert_eq!(registered_order(&five, 4, &expelled), some(&[1, 2, 4, 5]));
        assert_eq!(
            registered_order(&team(3), 4, &nobody),
            [Some(1), Some(2), Some(3), None]
        );
    }
}
