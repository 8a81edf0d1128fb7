//! What comes out: the ranked rows with every value of the chain.
use super::super::model::Number;
use super::super::points::Points;
use super::super::regulations::Criterion;
use super::chain::Link;
use super::text;
use super::value::Value;
use serde::Serialize;
use utoipa::ToSchema;

/// The standings of one stage after one round.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Table {
    /// The stage, counted from 1.
    pub stage: u32,
    /// After which round.
    pub after_round: u32,
    /// Games (team events: boards) of these rounds that are not finished.
    pub open: u32,
    /// The chain by which it is ordered.
    pub chain: Vec<Link>,
    /// Best first.
    pub rows: Vec<Row>,
    /// By which criterion (place in `chain`) each row is separated from the one above; none
    /// where they share a place.
    #[serde(skip)]
    pub separated_by: Vec<Option<usize>>,
}

/// One entry of the table.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Row {
    /// Place; shared places are equal (1, 2, 2, 4). None: annulled (19.2).
    pub rank: Option<u32>,
    /// Number of the entry.
    pub number: Number,
    /// The score that ranks first: points, match points or game points.
    pub points: Points,
    /// Every criterion of the chain, in order.
    pub criteria: Vec<Item>,
    /// Withdrawn, expelled, annulled, late.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// One criterion of one row.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Item {
    /// Which criterion.
    pub name: Criterion,
    /// Its value.
    pub value: Value,
    /// The clause it comes from; none for criteria that only regulations know.
    pub clause: Option<&'static str>,
}

/// What a reader must know of an entry beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Withdrew; results stand (19.2, 19.3).
    Withdrawn,
    /// Expelled (18.3).
    Expelled,
    /// All results annulled (19.2).
    Annulled,
    /// Entered late.
    Late,
}

impl Mark {
    /// In Chinese.
    pub const fn zh(self) -> &'static str {
        match self {
            Mark::Withdrawn => "退出",
            Mark::Expelled => "除名",
            Mark::Annulled => "成绩注销",
            Mark::Late => "补报",
        }
    }

    /// In English.
    pub const fn en(self) -> &'static str {
        match self {
            Mark::Withdrawn => "withdrawn",
            Mark::Expelled => "expelled",
            Mark::Annulled => "results annulled",
            Mark::Late => "late entry",
        }
    }
}

impl Table {
    /// The row of an entry.
    pub fn row(&self, number: Number) -> Option<&Row> {
        self.rows.iter().find(|row| row.number == number)
    }

    /// Headings of the criteria in Chinese, in order.
    pub fn headings_zh(&self) -> Vec<&'static str> {
        self.chain.iter().map(|l| text::zh(l.criterion)).collect()
    }
}

impl Row {
    /// The value of a criterion of the chain.
    pub fn value(&self, criterion: Criterion) -> Option<&Value> {
        self.criteria
            .iter()
            .find(|item| item.name == criterion)
            .map(|item| &item.value)
    }
}
