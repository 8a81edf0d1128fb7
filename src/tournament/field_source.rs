//! How one stage follows another: where a field comes from, what it brings along, and decisions of
//! matches outside of their games. Part of the event file; `format::stages` acts on it.
use super::model::Number;
use super::points::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where the field of a stage comes from (10.2, 10.5, B 10.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldSource {
    /// Places of earlier stages, in the order in which they fill the field; none: all entries of
    /// the event by seed, then rating, then number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picks: Vec<Pick>,
    /// Only one part of those picked: a group of a group phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Divide>,
    /// Which position (number) of this stage they get.
    #[serde(default, skip_serializing_if = "FieldOrder::is_default")]
    pub order: FieldOrder,
    /// Whom the order keeps apart as long as may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
    /// What happens when the chain leaves entries level across the cut line.
    #[serde(default, skip_serializing_if = "CutRule::is_default")]
    pub cut: CutRule,
    /// Which points they bring along.
    #[serde(default, skip_serializing_if = "Carry::is_default")]
    pub carry: Carry,
}

/// Places of earlier stages that move on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// Which stages, counted from 1: the first place of each, then the second of each, and so on.
    pub stages: Vec<u32>,
    /// First place taken.
    pub from: u32,
    /// Last place taken.
    pub to: u32,
    /// Only so many of all these, compared across the stages (the best thirds of the groups).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// By the table after this round, not the last (a final for the top two beside the last round).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_round: Option<u32>,
}

/// One group of several into which the picked entries are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Divide {
    /// How many groups.
    pub groups: u32,
    /// Which of them this stage is, from 1.
    pub this: u32,
    /// How.
    #[serde(default)]
    pub by: DivideBy,
}

/// How groups are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DivideBy {
    /// The snake: 1…g, g…1, 1…g.
    #[default]
    Snake,
    /// Seed k heads group k, the other pots are drawn.
    Pots,
}

/// Which position of the new stage the picked entries get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldOrder {
    /// In the order picked: the first is the first seed.
    #[default]
    Picked,
    /// All drawn.
    Drawn,
    /// Each rank of places (all winners, all seconds …) is drawn among itself.
    DrawnByRank,
}

impl FieldOrder {
    fn is_default(&self) -> bool {
        *self == FieldOrder::default()
    }
}

/// Who is kept apart in a bracket or in groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Apart {
    /// Entries of one unit.
    Units,
    /// Entries that come from one earlier stage (group mates).
    Groups,
}

/// What happens when the chain leaves entries level across the cut line. Never silent: the way it
/// was resolved is part of the field's notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutRule {
    /// The field waits until a play-off stage or `tie_orders` of the source separates them.
    #[default]
    Wait,
    /// Lots from the stage's `lots_seed`.
    Lots,
}

impl CutRule {
    pub(super) fn is_default(&self) -> bool {
        *self == CutRule::default()
    }
}

/// Which points are brought along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Carry {
    /// None: everyone starts from 0.
    #[default]
    Fresh,
    /// All points of the stage one comes from.
    All,
    /// Only points from games against others who moved on too.
    AmongQualified,
}

impl Carry {
    fn is_default(&self) -> bool {
        *self == Carry::default()
    }
}

/// Points an entry brings into a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The entry.
    pub number: Number,
    /// Its points (teams: match points).
    pub points: Points,
    /// Teams: its game points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_points: Option<Points>,
}

/// A match of a bracket decided otherwise than by its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchDecision {
    /// Code of the match.
    #[serde(rename = "match")]
    pub match_code: String,
    /// Who moves on; null: nobody.
    pub winner: Option<Number>,
    /// Why: lots drawn in the hall, a ruling of the chief arbiter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}
