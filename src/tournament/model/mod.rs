//! The facts of a tournament: who entered, who met whom, with what result.
//!
//! These types are at the same time the event file `saiwu-event/1` (see `event_file`): everything
//! that pairing and standings need is here, and nothing that can be computed from the rest.
//! Unknown fields are refused by name.
mod game;

pub use super::conduct::facts::TimesUsed;
use super::field_source::{Carried, FieldSource, MatchDecision};
use super::regulations::RegulationsPatch;
pub use game::{BoardGame, Fouls, Game, GameResult, MemberRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The drawn number (序号) of an entry: its name inside one tournament.
pub type Number = u32;

/// One whole tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Always `saiwu-event/1`.
    pub format: String,
    /// Name and regulations.
    pub tournament: Tournament,
    /// Everyone who entered, in any order; numbers are unique.
    #[serde(default)]
    pub entries: Vec<Entry>,
    /// The formats in sequence.
    #[serde(default)]
    pub stages: Vec<Stage>,
    /// Draws of lots on record, in order; anyone can run them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<super::lots::Lots>,
}

/// The frame of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Its name.
    pub name: String,
    /// Who enters: players or teams.
    #[serde(default)]
    pub kind: Kind,
    /// Which rule text decides.
    #[serde(default)]
    pub edition: Edition,
    /// The level of the event; decides how many illegal moves lose (4.1.8, 8.1.8).
    #[serde(default)]
    pub level: Level,
    /// Where it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// First day, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// IANA time zone, for example `Asia/Shanghai`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Settings that differ from the defaults.
    #[serde(default)]
    pub regulations: RegulationsPatch,
}

/// Individual or team event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Entries are players.
    #[default]
    Individual,
    /// Entries are teams with a roster (chapter 11).
    Team,
}

/// Which rule text decides (竞赛规则 2011).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum Edition {
    /// 审定版, the approved edition.
    #[default]
    #[serde(rename = "2011-approved")]
    Approved,
    /// 试行, the trial edition.
    #[serde(rename = "2011-trial")]
    Trial,
}

impl Edition {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::Approved => "2011-approved",
            Edition::Trial => "2011-trial",
        }
    }
}

/// The level of an event (4.1.8, 8.1.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// National event: the first illegal move loses.
    #[default]
    National,
    /// National youth event: the second illegal move loses.
    NationalYouth,
    /// Provincial event: the second illegal move loses.
    Provincial,
    /// Below provincial level: the second illegal move loses.
    Local,
}

/// One participant: a player, or a team with its roster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The drawn number.
    pub number: Number,
    /// Name as printed.
    pub name: String,
    /// Unit (单位): club, province, country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Rating (等级分) at entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Title (等级称号) at entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Sex, for prizes by category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// Year of birth, for prizes by category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i16>,
    /// Seed rank, 1 = first seed (种子).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// Whether the entry still plays.
    #[serde(default)]
    pub status: EntryStatus,
    /// Last round of its stage that a withdrawn entry took part in; 0 = none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn_after: Option<u32>,
    /// Stage in which it withdrew, counted from 1; default the stage being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn_in_stage: Option<u32>,
    /// First round of a late entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_round: Option<u32>,
    /// Penalties of article 18.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<Penalty>,
    /// A team's roster in registered order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// Changes of the roster after the start, each with the roster before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roster_changes: Vec<super::teams::roster::RosterChange>,
}

/// Sex as registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    /// 男
    Male,
    /// 女
    Female,
}

/// Whether an entry still plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// Plays.
    #[default]
    Active,
    /// Withdrew (article 19).
    Withdrawn,
    /// Expelled (18.3): treated as withdrawn.
    Expelled,
}

impl EntryStatus {
    /// Withdrawn or expelled (18.3: an expelled entry is treated as withdrawn).
    pub const fn has_left(self) -> bool {
        !matches!(self, EntryStatus::Active)
    }
}

/// A penalty of article 18.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// `18.1` warning, `18.2` round disqualification, `18.3` expulsion, `18.4` recommended ban.
    pub clause: PenaltyClause,
    /// Round of the stage in which it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Stage in which it was given, counted from 1; default the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// The member of a team it concerns, by place in the roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<u32>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The clauses under which penalties are given.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
pub enum PenaltyClause {
    /// 警告
    #[serde(rename = "18.1")]
    Warning,
    /// 取消当场比赛资格
    #[serde(rename = "18.2")]
    RoundDisqualification,
    /// 除名
    #[serde(rename = "18.3")]
    Expulsion,
    /// 建议停赛等
    #[serde(rename = "18.4")]
    RecommendedBan,
}

/// A member of a team, in registered order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Name as printed.
    pub name: String,
    /// Rating at entry; the order of the roster follows it where the level asks for it (11.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A reserve (替补, 11.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
    /// The team's captain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captain: bool,
    /// The number of this member in the individual event whose places are added up (11.5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Number>,
}

/// How a stage is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// 循环制 (10.1)
    #[default]
    RoundRobin,
    /// 积分编排制 by 定位编排法 (10.2/10.3)
    Swiss,
    /// 单败淘汰
    SingleElimination,
    /// 双败淘汰
    DoubleElimination,
    /// 附加赛: extra games for a tied place
    Playoff,
}

/// One stage of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its format.
    pub format: Format,
    /// Name as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Rounds announced beforehand; a round robin and a knock-out know theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds_planned: Option<u32>,
    /// Who plays, in the order of the order table or bracket positions; default all, by number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<Number>>,
    /// Settings of this stage that differ from the tournament's.
    #[serde(default)]
    pub regulations: RegulationsPatch,
    /// Stages with the same phase are played side by side (groups, finals by equal place); default:
    /// every stage is a phase of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<u32>,
    /// Name of the group this stage is (10.2), for example `A`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Where its field comes from; `entries` holds what came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<FieldSource>,
    /// The seed of this stage's draw of lots, promised beforehand and not drawn from yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<super::lots::Commitment>,
    /// Points brought along from earlier stages, by entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried: Vec<Carried>,
    /// Knock-out: matches decided otherwise than by their games (lots drawn in the hall, a ruling).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<MatchDecision>,
    /// Entries whom the chain leaves level, in the order found for them (lots, a play-off): each
    /// list best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_orders: Vec<Vec<Number>>,
    /// The rounds paired so far.
    #[serde(default)]
    pub rounds: Vec<Round>,
    /// The final table as it was announced, for the checker: rows as `standings` writes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_table: Option<Vec<FinalRow>>,
}

/// One row of a stored final table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinalRow {
    /// Place; none for an entry without one (19.2).
    #[serde(default)]
    pub rank: Option<u32>,
    /// Number of the entry.
    pub number: Number,
    /// The score that ranks first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<super::points::Points>,
    /// Values of the chain, as far as they were announced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<FinalValue>,
    /// Withdrawn, annulled …: for the reader, not checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// One value of a stored final table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinalValue {
    /// The criterion.
    pub name: super::regulations::Criterion,
    /// Its value.
    pub value: StoredValue,
    /// Its clause: for the reader, not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// A stored value: a number, a list, or null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum StoredValue {
    /// One number.
    Number(super::points::Points),
    /// Several, compared in order.
    List(Vec<super::points::Points>),
    /// The criterion says nothing.
    None,
}

/// One round of a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Counted from 1 in each stage.
    pub number: u32,
    /// Swiss: who rests and scores as configured (14.4). A round-robin rest is not listed.
    #[serde(default)]
    pub byes: Vec<Number>,
    /// Whose previous game was not finished and counted as a draw for this pairing (principle 8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provisional: Vec<Number>,
    /// Colours another program recorded for the byes, in the order of `byes` (setting `bye_colour: recorded`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bye_colours: Vec<Option<super::regulations::ByeColour>>,
    /// The pairing was changed by hand (17.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<super::format::swiss::hand::ByHand>,
    /// The games, or in a team event the matches.
    #[serde(default)]
    pub games: Vec<Game>,
}

impl Event {
    /// The entry with this number.
    pub fn entry(&self, number: Number) -> Option<&Entry> {
        let place = (number as usize).wrapping_sub(1);
        let there = self.entries.get(place).filter(|e| e.number == number);
        there.or_else(|| self.entries.iter().find(|e| e.number == number))
    }

    /// Who plays in a stage (counted from 0), in the order of the order table: the stage's list,
    /// otherwise all entries by number.
    pub fn field(&self, stage: usize) -> Vec<Number> {
        match self.stages.get(stage).and_then(|s| s.entries.clone()) {
            Some(list) => list,
            None => {
                let mut numbers: Vec<Number> = self.entries.iter().map(|e| e.number).collect();
                numbers.sort_unstable();
                numbers
            }
        }
    }

    /// The settings of a stage (counted from 0), every default filled in.
    pub fn regulations(&self, stage: usize) -> super::regulations::Regulations {
        let patch = self.stages.get(stage).map(|s| &s.regulations);
        super::regulations::Regulations::resolve(&self.tournament, patch)
    }

    /// Last round of a stage (counted from 0) in which an entry that left the event took part;
    /// none while it plays, or where it left in a later stage. Left in an earlier stage: 0.
    ///
    /// Without `withdrawn_in_stage` it left in the last stage of its own that has begun; without
    /// `withdrawn_after`, after the last round paired there.
    pub fn last_round_taken_part_in(&self, stage: usize, number: Number) -> Option<u32> {
        let entry = self.entry(number).filter(|e| e.status.has_left())?;
        let left_in = match entry.withdrawn_in_stage {
            Some(s) => (s as usize).saturating_sub(1),
            None => (0..self.stages.len())
                .rev()
                .find(|&s| !self.stages[s].rounds.is_empty() && self.field(s).contains(&number))
                .unwrap_or(0),
        };
        match stage.cmp(&left_in) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Equal => {
                let paired = self.stages.get(stage).map_or(0, |s| s.rounds.len()) as u32;
                Some(entry.withdrawn_after.unwrap_or(paired))
            }
        }
    }
}
