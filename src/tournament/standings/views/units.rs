//! 队员总分制 (11.5): units by the sum of their members' places, fewer first; level ones by the
//! best single place (A 14.8, B 14.9).
use super::places;
use crate::tournament::model::{Edition, Entry, EntryStatus, Event, Kind, Number, PenaltyClause};
use crate::tournament::regulations::{Regulations, TeamMode};
use crate::tournament::standings::criteria::{best_place, places as places_sum};
use crate::tournament::standings::{StandingsError, Table};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// Units (or teams) by the places of their members.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct UnitTable {
    /// The clause it follows.
    pub clause: &'static str,
    /// How many members count: the setting `counted_members`, otherwise as many as the smallest
    /// unit has.
    pub counted: u32,
    /// Best first; units with too few members last, without a place.
    pub rows: Vec<UnitRow>,
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct UnitRow {
    /// Place; none with too few members.
    pub rank: Option<u32>,
    /// The unit, or the name of the team.
    pub unit: String,
    /// The number of the team, where teams are ranked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// Penalties that rank a team behind others of the same sum (18.5): round disqualifications,
    /// warnings.
    #[serde(skip_serializing_if = "no_penalties")]
    pub penalties: [u32; 2],
    /// 名次总和
    pub places: Option<i64>,
    /// 最高个人名次
    pub best_place: Option<i64>,
    /// Members by place.
    pub members: Vec<UnitMember>,
}

/// A member with its place in the individual event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnitMember {
    /// Number in the individual event.
    pub number: Number,
    /// Place as printed; none where annulled.
    pub rank: Option<u32>,
    /// Whether it counts.
    pub counted: bool,
}

struct Group {
    /// Penalties of the team (18.5): round disqualifications, warnings; none of a unit.
    penalties: [u32; 2],
    /// It was expelled (18.3): it has no place.
    gone: bool,
    unit: String,
    number: Option<Number>,
    members: Vec<(Number, Option<u32>)>,
}

/// The units of an individual event, from its table.
pub fn units(event: &Event, table: &Table) -> UnitTable {
    let rank: HashMap<Number, Option<u32>> = table
        .rows
        .iter()
        .map(|row| (row.number, row.rank))
        .collect();
    let mut groups: BTreeMap<&str, Vec<(Number, Option<u32>)>> = BTreeMap::new();
    for entry in &event.entries {
        if let (Some(unit), Some(place)) = (&entry.unit, rank.get(&entry.number)) {
            let members = groups.entry(unit).or_default();
            members.push((entry.number, *place));
        }
    }
    let groups = groups
        .into_iter()
        .map(|(unit, members)| Group {
            penalties: [0; 2],
            gone: false,
            unit: unit.to_owned(),
            number: None,
            members,
        })
        .collect();
    let counted = event
        .regulations((table.stage as usize).saturating_sub(1))
        .counted_members;
    rank_groups(groups, counted, event.tournament.edition)
}

/// The teams of a team event of mode 队员总分制, whose members name their numbers in an individual
/// event, from that event's table.
///
/// # Errors
/// [`StandingsError::Method`] where the event is no such team event: its table is its own.
pub fn teams(event: &Event, individual: &Table) -> Result<UnitTable, StandingsError> {
    let mode = Regulations::resolve(&event.tournament, None).team_mode;
    if event.tournament.kind != Kind::Team || mode != TeamMode::MembersPlaces {
        return Err(StandingsError::Method {
            zh: "只有队员总分制 (members_places) 的团体赛以个人赛名次计算团体名次 (11.5)"
                .to_owned(),
            en: "only a team event of mode members_places is ranked by an individual event (11.5)"
                .to_owned(),
        });
    }
    let rank: HashMap<Number, Option<u32>> = individual
        .rows
        .iter()
        .map(|row| (row.number, row.rank))
        .collect();
    let mut teams: Vec<_> = event.entries.iter().collect();
    teams.sort_by_key(|team| team.number);
    let groups = teams
        .into_iter()
        .map(|team| Group {
            penalties: of_team(team),
            gone: team.status == EntryStatus::Expelled,
            unit: team.name.clone(),
            number: Some(team.number),
            members: team
                .members
                .iter()
                .filter_map(|member| member.entry)
                .filter_map(|number| Some((number, *rank.get(&number)?)))
                .collect(),
        })
        .collect();
    let counted = event.regulations(0).counted_members;
    Ok(rank_groups(groups, counted, event.tournament.edition))
}

fn no_penalties(penalties: &[u32; 2]) -> bool {
    *penalties == [0; 2]
}

/// The penalties that are a team's own: a member's count for him.
fn of_team(team: &Entry) -> [u32; 2] {
    let count = |clause| {
        let own = team.penalties.iter().filter(|p| p.clause == clause);
        own.count() as u32
    };
    [
        count(PenaltyClause::RoundDisqualification),
        count(PenaltyClause::Warning),
    ]
}

fn rank_groups(groups: Vec<Group>, counted: Option<u32>, edition: Edition) -> UnitTable {
    let smallest = groups.iter().map(|group| group.members.len() as u32).min();
    let counted = counted.or(smallest).unwrap_or(1).max(1);
    let mut rows: Vec<UnitRow> = groups
        .into_iter()
        .map(|mut group| {
            // An entry without a place stands last and cannot count.
            group
                .members
                .sort_unstable_by_key(|(number, rank)| (rank.unwrap_or(u32::MAX), *number));
            let ranks: Vec<u32> = group.members.iter().filter_map(|(_, rank)| *rank).collect();
            let sum = places_sum::sum(&ranks, counted as usize).filter(|_| !group.gone);
            UnitRow {
                penalties: group.penalties,
                rank: None,
                unit: group.unit,
                number: group.number,
                places: sum,
                best_place: sum.and(best_place::best(&ranks)),
                members: group
                    .members
                    .into_iter()
                    .enumerate()
                    .map(|(i, (number, rank))| UnitMember {
                        number,
                        rank,
                        counted: sum.is_some() && i < counted as usize,
                    })
                    .collect(),
            }
        })
        .collect();
    // 18.5 stands directly behind the first criterion.
    let score = |row: &UnitRow| (row.places, row.penalties, row.best_place);
    // Stable: level units keep the order of their names or numbers.
    rows.sort_by_key(|row| (row.places.is_none(), score(row)));
    let scores: Vec<_> = rows.iter().map(score).collect();
    let placed = places(rows.len(), |i| scores[i] == scores[i - 1]);
    for (row, place) in rows.iter_mut().zip(placed) {
        row.rank = row.places.map(|_| place);
    }
    UnitTable {
        clause: match edition {
            Edition::Approved => "14.9",
            Edition::Trial => "14.8",
        },
        counted,
        rows,
    }
}
