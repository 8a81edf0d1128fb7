//! The criteria of article 14, one file each: what its value is, and which parts it is made of.
//!
//! Most criteria give every entry a value of its own; a few (直胜, 对局时后走, 附加赛) only
//! compare the members of one group that is level on everything before.

pub mod best_place;
pub mod black_games;
pub mod black_wins;
pub mod cumulative;
pub mod direct;
pub mod extra_match;
pub mod fouls;
pub mod game_points;
pub mod lots;
pub mod match_points;
pub mod match_wins;
pub mod opponents;
pub mod opponents_cut;
pub mod penalties;
pub mod places;
pub mod points;
pub mod previous;
pub mod small_score;
pub mod was_black;
pub mod wins;
pub mod without;

use super::super::model::Number;
use super::super::points::Points;
use super::super::regulations::Criterion;
use super::ledger::Ledger;
use super::value::Value;
use serde::Serialize;
use std::borrow::Cow;
use std::cmp::Ordering;
use utoipa::ToSchema;

/// Every criterion, in the order of the list in the regulations.
pub const ALL: [Criterion; 21] = [
    Criterion::Points,
    Criterion::SmallScore,
    Criterion::Opponents,
    Criterion::OpponentsCut,
    Criterion::Cumulative,
    Criterion::Wins,
    Criterion::Direct,
    Criterion::Fouls,
    Criterion::BlackGames,
    Criterion::BlackWins,
    Criterion::WasBlack,
    Criterion::MatchPoints,
    Criterion::GamePoints,
    Criterion::MatchWins,
    Criterion::Previous,
    Criterion::Without,
    Criterion::Places,
    Criterion::BestPlace,
    Criterion::Penalties,
    Criterion::Lots,
    Criterion::ExtraMatch,
];

/// The values of a criterion.
pub(super) enum Column {
    /// By index of the entry.
    Each(Vec<Value>),
    /// Only groups of level entries have values: see [`within`].
    Group,
}

/// One part of a value: what one round or opponent gave.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ValuePart)]
pub struct Part {
    /// The round, where the part belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The opponent, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Number>,
    /// What it gave.
    pub value: Value,
    /// Why, in Chinese.
    #[schema(value_type = String)]
    pub zh: Cow<'static, str>,
    /// Why, in English.
    #[schema(value_type = String)]
    pub en: Cow<'static, str>,
}

impl Part {
    fn new(
        round: impl Into<Option<u32>>,
        opponent: Option<Number>,
        value: Value,
        zh: impl Into<Cow<'static, str>>,
        en: impl Into<Cow<'static, str>>,
    ) -> Part {
        Part {
            round: round.into(),
            opponent,
            value,
            zh: zh.into(),
            en: en.into(),
        }
    }
}

/// The part that comes from earlier stages, where there is one.
fn brought_along(points: Points) -> Option<Part> {
    (points != Points::ZERO).then(|| {
        Part::new(
            None,
            None,
            Value::Points(points),
            "前一阶段带入",
            "brought along from an earlier stage",
        )
    })
}

fn each(ledger: &Ledger, value: impl Fn(usize) -> Value) -> Column {
    Column::Each((0..ledger.len()).map(value).collect())
}

/// All values of a criterion; `first` is the first criterion of the chain.
pub(super) fn column(criterion: Criterion, ledger: &Ledger, first: Criterion) -> Column {
    match criterion {
        Criterion::Points => each(ledger, |e| points::value(ledger, e)),
        Criterion::SmallScore => each(ledger, |e| small_score::value(ledger, e)),
        Criterion::Opponents => each(ledger, |e| opponents::value(ledger, e)),
        Criterion::OpponentsCut => each(ledger, |e| opponents_cut::value(ledger, e)),
        Criterion::Cumulative => each(ledger, |e| cumulative::value(ledger, e)),
        Criterion::Wins => each(ledger, |e| wins::value(ledger, e)),
        Criterion::Fouls => each(ledger, |e| fouls::value(ledger, e)),
        Criterion::BlackGames => each(ledger, |e| black_games::value(ledger, e)),
        Criterion::BlackWins => each(ledger, |e| black_wins::value(ledger, e)),
        Criterion::MatchPoints => each(ledger, |e| match_points::value(ledger, e)),
        Criterion::GamePoints => each(ledger, |e| game_points::value(ledger, e)),
        Criterion::MatchWins => each(ledger, |e| match_wins::value(ledger, e)),
        Criterion::Previous => each(ledger, |e| previous::value(ledger, e, first)),
        Criterion::Without => each(ledger, |e| without::value(ledger, e)),
        Criterion::Penalties => each(ledger, |e| penalties::value(ledger, e)),
        Criterion::Lots => Column::Each(lots::values(ledger)),
        Criterion::Direct | Criterion::WasBlack | Criterion::ExtraMatch => Column::Group,
        // Of members, not of games: see `super::members`.
        Criterion::Places | Criterion::BestPlace => each(ledger, |_| Value::None),
    }
}

/// The values inside one group of level entries, for the criteria that only compare such.
pub(super) fn within(criterion: Criterion, ledger: &Ledger, group: &[u32]) -> Option<Vec<Value>> {
    match criterion {
        Criterion::Direct => Some(direct::values(ledger, group)),
        Criterion::WasBlack => Some(was_black::values(ledger, group)),
        Criterion::ExtraMatch => Some(extra_match::values(ledger, group)),
        _ => None,
    }
}

/// Whether the smaller value is the better one.
pub const fn fewer_is_better(criterion: Criterion) -> bool {
    matches!(
        criterion,
        Criterion::Fouls
            | Criterion::Penalties
            | Criterion::Places
            | Criterion::BestPlace
            | Criterion::Lots
    )
}

/// Orders the better of two values first.
pub fn better_first(criterion: Criterion, a: &Value, b: &Value) -> Ordering {
    if fewer_is_better(criterion) {
        a.compare(b)
    } else {
        b.compare(a)
    }
}

/// The parts a value is made of: what each round or opponent gave to it. `group`: for the criteria that compare a group, its members.
pub(super) fn parts(
    criterion: Criterion,
    ledger: &Ledger,
    entry: usize,
    group: &[u32],
    first: Criterion,
    value: &Value,
) -> Vec<Part> {
    match criterion {
        Criterion::Points => points::parts(ledger, entry),
        Criterion::SmallScore => small_score::parts(ledger, entry),
        Criterion::Opponents => opponents::parts(ledger, entry),
        Criterion::OpponentsCut => opponents_cut::parts(ledger, entry),
        Criterion::Cumulative => cumulative::parts(ledger, entry),
        Criterion::Wins => wins::parts(ledger, entry),
        Criterion::Direct => direct::parts(ledger, entry, group),
        Criterion::Fouls => fouls::parts(ledger, entry),
        Criterion::BlackGames => black_games::parts(ledger, entry),
        Criterion::BlackWins => black_wins::parts(ledger, entry),
        Criterion::WasBlack => was_black::parts(ledger, entry, group),
        Criterion::MatchPoints => match_points::parts(ledger, entry),
        Criterion::GamePoints => game_points::parts(ledger, entry),
        Criterion::MatchWins => match_wins::parts(ledger, entry),
        Criterion::Previous => previous::parts(ledger, entry, first),
        Criterion::Without => without::parts(ledger, entry),
        Criterion::Penalties => penalties::parts(ledger, entry),
        Criterion::Lots => lots::parts(ledger, value),
        Criterion::ExtraMatch => extra_match::parts(ledger, entry, group),
        Criterion::Places | Criterion::BestPlace => Vec::new(),
    }
}

/// How a line reads in a sentence: won, drew, "+", bye …
pub(super) fn outcome_words(line: &super::ledger::Line) -> (&'static str, &'static str) {
    use super::super::scoring::Outcome;
    use super::ledger::What;
    match line.what {
        What::Finished(outcome) => match outcome {
            Outcome::Win => ("胜", "won"),
            Outcome::Draw => ("和", "drew"),
            Outcome::Loss => ("负", "lost"),
            Outcome::ForfeitWin => ("+", "+ (won by forfeit)"),
            Outcome::ForfeitLoss => ("−", "− (forfeited)"),
            Outcome::DoubleForfeit => ("双方弃权", "both absent"),
        },
        What::Open => ("未结束", "not finished"),
        What::Bye => ("轮空", "bye"),
        What::Missed => ("未参加", "before the late entry"),
    }
}

/// Parts that count something of each line, zero lines left out.
fn counted(
    ledger: &Ledger,
    entry: usize,
    count: impl Fn(&super::ledger::Line) -> u32,
) -> Vec<Part> {
    ledger.lines[entry]
        .iter()
        .filter(|line| count(line) > 0)
        .map(|line| {
            let (zh, en) = outcome_words(line);
            Part::new(
                line.round,
                line.opponent.map(|o| ledger.numbers[o as usize]),
                Value::Count(i64::from(count(line))),
                zh,
                en,
            )
        })
        .collect()
}

fn sum(ledger: &Ledger, entry: usize, count: impl Fn(&super::ledger::Line) -> u32) -> Value {
    Value::Count(
        ledger.lines[entry]
            .iter()
            .map(|line| i64::from(count(line)))
            .sum(),
    )
}
