//! The settings of a tournament that bear on a single game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tournament::format::knockout::tie;
use crate::tournament::model::{Edition, Game};
use crate::tournament::regulations::{NaturalLimit, Regulations, RepetitionCount, TimeControl};

/// What a game is played under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = GameSettings)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Which rule text decides.
    pub edition: Edition,
    /// Illegal moves that lose (4.1.8); the ones before are fouls (8.1.8).
    pub illegal_moves_to_lose: u32,
    /// Fouls that lose (4.1.10).
    pub fouls_to_lose: u32,
    /// 自然限着 (4.2.4, 22.2).
    pub natural_limit: NaturalLimit,
    /// Minutes after which an absent player forfeits (20.1).
    pub late_minutes: u32,
    /// Clocks, when they are recorded (6).
    #[serde(default)]
    pub time_control: Option<TimeControl>,
    /// When a repetition claim is accepted (23).
    pub repetition_count: RepetitionCount,
    /// Who enters a result is not who confirms it for the arbiters.
    pub double_confirmation: bool,
    /// Whether the players have to keep a record (7.1).
    #[serde(default = "yes")]
    pub record_duty: bool,
    /// Rapid game of a final: in a draw, the one side with a foul on record loses (appendix 3
    /// note 5).
    #[serde(default)]
    pub fouls_lose_draws: bool,
    /// Start position when it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

const fn yes() -> bool {
    true
}

impl Settings {
    /// The settings of one game of a stage: a game of a tie procedure has a clock of its own, and in
    /// the rapid games of a double knock-out's final (its match is `F`) fouls decide a draw
    /// (appendix 3 note 5).
    pub fn of(regulations: &Regulations, game: &Game) -> Settings {
        let own = tie::time_control(game.tie_step, &regulations.tie_controls);
        let time_control = own.or_else(|| regulations.time_control.clone());
        let rapid = time_control.as_ref().is_some_and(|control| control.rapid);
        Settings {
            fouls_lose_draws: rapid
                && game.tie_step.is_some()
                && game.match_code.as_deref() == Some("F"),
            time_control,
            fen: game.fen.clone(),
            ..Settings::from(regulations)
        }
    }
}

impl From<&Regulations> for Settings {
    /// The settings of an ordinary game: a draw stands whatever the fouls.
    fn from(regulations: &Regulations) -> Settings {
        Settings {
            edition: regulations.edition,
            illegal_moves_to_lose: regulations.illegal_moves_to_lose,
            fouls_to_lose: regulations.fouls_to_lose,
            natural_limit: regulations.natural_limit,
            late_minutes: regulations.late_minutes,
            time_control: regulations.time_control.clone(),
            repetition_count: regulations.repetition_count,
            double_confirmation: regulations.double_confirmation,
            record_duty: regulations.record_duty,
            fouls_lose_draws: false,
            fen: None,
        }
    }
}
