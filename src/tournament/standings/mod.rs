//! Standings: the table after any round, by an ordered chain of criteria (articles 13, 14, 18.5,
//! 19, 20 of both editions).
//!
//! Everything is a pure function of the facts in an [`Event`]: [`compute`] makes the table,
//! [`explain`](explain::explain) says why it is so. The way of a table:
//!
//! * [`withdrawal`]: who has left, and what becomes of their games (19.2, 19.3, 18.3);
//! * [`ledger`]: the facts of a stage per entry, forfeits and byes filled in;
//! * [`meeting`]: matches of several games, and team matches (13.2, 14.2);
//! * [`chain`]: which criteria, in which order, by which clause;
//! * [`criteria`]: one file per criterion;
//! * [`ranking`]: the chain applied, group by group;
//! * [`table`]: what comes out; [`views`]: the same facts arranged for other questions.

pub mod chain;
pub mod criteria;
pub mod error;
pub mod explain;
pub mod ledger;
pub mod meeting;
pub mod ranking;
mod reading;
pub mod table;
pub mod text;
mod unpaired;
pub mod value;
pub mod views;
pub mod withdrawal;

pub use error::StandingsError;
pub use ledger::Ledger;
pub use table::{Mark, Row, Table};
pub use value::Value;

use super::model::Event;
use super::regulations::Criterion;

/// The table of a stage (counted from 0) after a round, by default the last one paired.
///
/// Games that are not finished do not count; [`Table::open`] says how many there are.
///
/// # Errors
/// A stage that does not exist or has no table, a round not yet paired, a chain with a criterion
/// that makes no sense for the format (by name).
pub fn compute(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
) -> Result<Table, StandingsError> {
    let regulations = event.regulations(stage);
    let format = event
        .stages
        .get(stage)
        .ok_or(StandingsError::NoStage { stage })?
        .format;
    let chain = chain::chain(&regulations, format)?;
    if chain.iter().any(|link| link.criterion == Criterion::Places) {
        return Err(StandingsError::Method {
            zh: "队员总分制没有本队的对局: 名次由个人赛的名次得出(11.5)".to_owned(),
            en: "teams ranked by their members' places have no games of their own: the table comes from the individual event (11.5)".to_owned(),
        });
    }
    let ledger = Ledger::build(event, stage, after_round, regulations)?;
    Ok(ranking::rank(&ledger, chain))
}
