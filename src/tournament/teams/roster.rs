//! Rosters: ordered members, reserves, captain (11.1, 11.2), and changes after the start.
use crate::tournament::event_file::Fault;
use crate::tournament::model::{Entry, Level, Member};
use crate::tournament::regulations::{Regulations, TeamMode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// A roster as it was before a change made after the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RosterChange {
    /// Stage (from 1) in which it changed.
    pub stage: u32,
    /// The last round played with the old roster.
    pub after_round: u32,
    /// The members before the change.
    pub before: Vec<Member>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Whether the order of a roster must follow the ratings (11.1: national events).
pub const fn order_follows_rating(level: Level) -> bool {
    matches!(level, Level::National | Level::NationalYouth)
}

/// Every fault of a team's roster; pointers are relative to the entry (`/members/2/rating`).
///
/// 11.1: in national events the higher rating stands before the lower one, and who has none after
/// all who have; 11.2: at most so many reserves as the regulations allow.
pub fn check(team: &Entry, regulations: &Regulations) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut add = |pointer: String, en: String, zh: String| faults.push(Fault { pointer, en, zh });
    let members = &team.members;
    if members.is_empty() {
        return faults;
    }
    let mut names = BTreeSet::new();
    for (i, member) in members.iter().enumerate() {
        if member.name.trim().is_empty() {
            add(
                format!("/members/{i}/name"),
                "a member needs a name".into(),
                "队员必须有姓名".into(),
            );
        } else if !names.insert(member.name.trim()) {
            add(
                format!("/members/{i}/name"),
                format!("{} is on the roster twice", member.name),
                format!("队员 {} 重复", member.name),
            );
        }
    }
    if members.iter().filter(|m| m.captain).count() > 1 {
        add(
            "/members".into(),
            "a team has one captain".into(),
            "每队只有一名队长".into(),
        );
    }
    let by_boards = matches!(
        regulations.team_mode,
        TeamMode::FixedBoards | TeamMode::Reserves
    );
    if by_boards {
        let reserves = match regulations.team_mode {
            TeamMode::Reserves => regulations.reserves,
            _ => 0,
        };
        let most = regulations.boards + reserves;
        if members.len() as u32 > most {
            add(
                "/members".into(),
                format!(
                    "{} members for {} boards and {reserves} reserves",
                    members.len(),
                    regulations.boards
                ),
                format!(
                    "{} 名队员, 而规程为 {} 台、替补 {reserves} 名",
                    members.len(),
                    regulations.boards
                ),
            );
        }
        let named = members.iter().filter(|m| m.reserve).count() as u32;
        if named > reserves {
            add(
                "/members".into(),
                format!("{named} reserves, the regulations allow {reserves} (11.2)"),
                format!("替补 {named} 名, 规程允许 {reserves} 名(11.2)"),
            );
        }
        if order_follows_rating(regulations.level) {
            for (i, pair) in members.windows(2).enumerate() {
                if pair[1].rating > pair[0].rating {
                    add(
                        format!("/members/{}/rating", i + 1),
                        format!(
                            "{} stands behind a lower rating or an unrated member (11.1)",
                            pair[1].name
                        ),
                        format!("{} 等级分较高, 台次应列前(11.1)", pair[1].name),
                    );
                }
            }
        }
    }
    faults
}

/// The members in the order of 11.1: by rating, unrated ones behind, otherwise as they stood.
pub fn by_rating(members: &[Member]) -> Vec<Member> {
    let mut ordered = members.to_vec();
    ordered.sort_by_key(|m| std::cmp::Reverse(m.rating));
    ordered
}

/// What a change of a roster breaks once matches have been played: boards on record name members
/// by their place, so a place that has played keeps its member; new ones may stand in a place that
/// has not, or behind all.
pub fn change_faults(before: &Entry, after: &Entry, played: &BTreeSet<u32>) -> Vec<Fault> {
    played
        .iter()
        .filter_map(|place| {
            let index = *place as usize - 1;
            let was = before.members.get(index)?;
            let stays = after.members.get(index).is_some_and(|m| m.name == was.name);
            (!stays).then(|| Fault {
                pointer: format!("/members/{index}"),
                en: format!(
                    "{} has played as number {place} of the team and keeps that place",
                    was.name
                ),
                zh: format!("{} 已以第 {place} 位出场, 次序不能改动", was.name),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::Tournament;
    use crate::tournament::regulations::RegulationsPatch;

    fn team(ratings: &[Option<i32>]) -> Entry {
        Entry {
            number: 1,
            members: ratings
                .iter()
                .enumerate()
                .map(|(i, rating)| Member {
                    name: format!("队员{i}"),
                    rating: *rating,
                    ..Member::default()
                })
                .collect(),
            ..Entry::default()
        }
    }

    fn regulations(level: Level, mode: TeamMode) -> Regulations {
        let tournament = Tournament {
            level,
            ..Tournament::default()
        };
        let patch = RegulationsPatch {
            team_mode: Some(mode),
            reserves: Some(2),
            ..RegulationsPatch::default()
        };
        Regulations::resolve(&tournament, Some(&patch))
    }

    fn pointers(entry: &Entry, level: Level, mode: TeamMode) -> Vec<String> {
        check(entry, &regulations(level, mode))
            .into_iter()
            .map(|f| f.pointer)
            .collect()
    }

    #[test]
    fn in_national_events_the_order_follows_the_ratings_11_1() {
        let good = team(&[Some(2500), Some(2400), Some(2400), None]);
        let bad = team(&[Some(2500), None, Some(2400), Some(2450)]);
        assert!(pointers(&good, Level::National, TeamMode::FixedBoards).is_empty());
        assert_eq!(
            pointers(&bad, Level::National, TeamMode::FixedBoards),
            ["/members/2/rating", "/members/3/rating"]
        );
        assert!(pointers(&bad, Level::Local, TeamMode::FixedBoards).is_empty());
        let mut sorted = bad.clone();
        sorted.members = by_rating(&bad.members);
        assert!(pointers(&sorted, Level::National, TeamMode::FixedBoards).is_empty());
    }

    #[test]
    fn reserves_are_counted_11_2() {
        let mut six = team(&[None; 6]);
        assert!(pointers(&six, Level::Local, TeamMode::Reserves).is_empty());
        assert_eq!(
            pointers(&six, Level::Local, TeamMode::FixedBoards),
            ["/members"]
        );
        six.members.push(Member {
            name: "多".into(),
            ..Member::default()
        });
        assert_eq!(
            pointers(&six, Level::Local, TeamMode::Reserves),
            ["/members"]
        );
        let mut twice = team(&[None; 2]);
        twice.members[1].name = twice.members[0].name.clone();
        for member in &mut twice.members {
            member.captain = true;
        }
        assert_eq!(
            pointers(&twice, Level::Local, TeamMode::Reserves),
            ["/members/1/name", "/members"]
        );
    }

    #[test]
    fn who_has_played_keeps_the_place() {
        let before = team(&[None; 5]);
        let mut after = before.clone();
        after.members[4].name = "新".into();
        let played = BTreeSet::from([1, 2, 3, 4]);
        assert!(change_faults(&before, &after, &played).is_empty());
        after.members.swap(0, 4);
        assert_eq!(
            change_faults(&before, &after, &played)[0].pointer,
            "/members/0"
        );
    }
}
