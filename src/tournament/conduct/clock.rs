//! Clocks (6, 21): readings come in, what is left and whether a time is used up goes out. Nothing here
//! runs; the clocks stand in the hall.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Color;
use crate::tournament::model::Edition;
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::{Period, TimeControl};

use super::effect::What;
use super::entry::{AdjustmentClause, Reading, Role};
use super::error::ConductError;
use super::state::{GameState, PerSide};

/// Seconds by which a missed press or an early flag is adjusted at most (21.5).
const MISSED_PRESS_SECONDS: u64 = 60;

/// What is left to a side, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SideClock {
    /// Milliseconds left.
    pub remaining_ms: i64,
    /// The period the clock shows, from 1, when it was read with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u32>,
    /// The ply at which it was read.
    pub ply: u32,
}

/// An adjustment on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Adjustment {
    /// Whose clock.
    #[schema(value_type = String)]
    pub side: Color,
    /// Seconds given; negative: taken.
    pub seconds: i64,
    /// Under which clause.
    pub clause: AdjustmentClause,
    /// Why.
    pub reason: String,
    /// The entry, counted from 0.
    pub entry: u32,
}

/// The clocks of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClockState {
    /// What is left to each side.
    pub sides: PerSide<Option<SideClock>>,
    /// What arbiters have adjusted.
    pub adjustments: Vec<Adjustment>,
}

impl ClockState {
    /// Takes seconds from a side whose clock is known; whether its time is used up by that.
    pub(super) fn deduct(&mut self, side: Color, seconds: u32) -> bool {
        let Some(clock) = self.sides[side].as_mut() else {
            return false;
        };
        clock.remaining_ms = clock.remaining_ms.saturating_sub(i64::from(seconds) * 1000);
        clock.remaining_ms <= 0
    }
}

/// Whether a side's time is used up, by what is on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagVerdict {
    /// 超时.
    Overstepped,
    /// Time is left, or the period's moves are made.
    InTime,
    /// No reading is on record.
    Unknown,
}

/// Moves a side must have made when the time of a period (from 1) is used up; `None`: the whole game.
/// The last period repeats.
pub fn moves_required(periods: &[Period], period: u32) -> Option<u32> {
    let last = periods.last()?;
    let listed = periods.len().min(period as usize);
    let repeated = period.saturating_sub(periods.len() as u32);
    let sum = periods[..listed]
        .iter()
        .try_fold(0u32, |sum, period| Some(sum.saturating_add(period.moves?)))?;
    if repeated == 0 {
        return Some(sum);
    }
    Some(sum.saturating_add(last.moves?.saturating_mul(repeated)))
}

/// One of the schemes of article 6, ready to use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preset {
    /// A stable name.
    pub name: &'static str,
    /// The clause.
    pub clause: &'static str,
    /// The name in Chinese.
    pub zh: &'static str,
    /// The time control.
    pub time_control: TimeControl,
}

/// The five schemes of article 6, with the text's own examples where it gives one.
pub fn presets() -> Vec<Preset> {
    let period = |minutes: u32, moves: Option<u32>, increment_seconds: u32| Period {
        base_seconds: minutes * 60,
        moves,
        increment_seconds,
        delay_seconds: 0,
    };
    let control = |periods: Vec<Period>| TimeControl {
        periods,
        black_periods: None,
        rapid: false,
        draw_is_black_win: false,
    };
    let preset = |name, clause, zh, time_control| Preset {
        name,
        clause,
        zh,
        time_control,
    };
    vec![
        preset(
            "increment",
            "6.1",
            "基本用时加秒制",
            control(vec![period(60, None, 30)]),
        ),
        preset(
            "moves_in_period",
            "6.2",
            "限时限着制",
            control(vec![period(60, Some(30), 0), period(10, Some(10), 0)]),
        ),
        preset(
            "whole_game",
            "6.3",
            "限时包干制",
            control(vec![period(60, None, 0)]),
        ),
        preset(
            "rapid",
            "6.4",
            "快棋赛用时制",
            TimeControl {
                rapid: true,
                ..control(vec![period(10, None, 10)])
            },
        ),
        preset(
            "time_odds",
            "6.5",
            "贴时制",
            TimeControl {
                periods: vec![period(6, None, 3)],
                black_periods: Some(vec![period(4, None, 3)]),
                rapid: true,
                draw_is_black_win: true,
            },
        ),
    ]
}

impl GameState {
    /// Moves a side has on record.
    pub fn moves_made(&self, side: Color) -> u32 {
        let first = self.start().side_to_move();
        if side == first {
            self.ply().div_ceil(2)
        } else {
            self.ply() / 2
        }
    }

    /// Whether a side's time is used up, by the last reading and the moves on record (21.1 to 21.3). A
    /// period whose moves are made is over, and the next has begun.
    pub fn flag_verdict(&self, side: Color) -> FlagVerdict {
        let Some(clock) = self.clock.sides[side] else {
            return FlagVerdict::Unknown;
        };
        if clock.remaining_ms > 0 {
            return FlagVerdict::InTime;
        }
        let (Some(control), Some(period)) = (&self.settings.time_control, clock.period) else {
            return FlagVerdict::Overstepped;
        };
        let periods = match (side, &control.black_periods) {
            (Color::Black, Some(black)) => black,
            _ => &control.periods,
        };
        match moves_required(periods, period) {
            Some(required) if self.moves_made(side) >= required => FlagVerdict::InTime,
            _ => FlagVerdict::Overstepped,
        }
    }

    pub(super) fn read_clocks(&mut self, red: Option<Reading>, black: Option<Reading>) {
        for (side, reading) in [(Color::Red, red), (Color::Black, black)] {
            if let Some(reading) = reading {
                self.read_clock(side, reading);
            }
        }
    }

    /// The slip's times (9).
    pub(super) fn note_times(
        &mut self,
        red: Option<u32>,
        black: Option<u32>,
        role: Role,
    ) -> Result<(), ConductError> {
        self.chief_when_confirmed(role)?;
        self.times_used = PerSide { red, black };
        Ok(())
    }

    pub(super) fn read_mover(&mut self, reading: Option<Reading>) {
        if let Some(reading) = reading {
            self.read_clock(self.side_to_move(), reading);
        }
    }

    fn read_clock(&mut self, side: Color, reading: Reading) {
        let Reading {
            remaining_ms,
            period,
        } = reading;
        self.clock.sides[side] = Some(SideClock {
            remaining_ms,
            period,
            ply: self.ply(),
        });
    }

    pub(super) fn adjust(
        &mut self,
        side: Color,
        seconds: i64,
        clause: AdjustmentClause,
        agreed: bool,
        reason: &str,
    ) -> Result<(), ConductError> {
        if reason.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "21.4" });
        }
        match clause {
            AdjustmentClause::FaultyClock if !agreed => return Err(ConductError::NotAgreed),
            AdjustmentClause::MissedPress if seconds.unsigned_abs() > MISSED_PRESS_SECONDS => {
                return Err(ConductError::AdjustmentTooLarge { seconds });
            }
            _ => {}
        }
        if let Some(clock) = self.clock.sides[side].as_mut() {
            clock.remaining_ms = clock
                .remaining_ms
                .saturating_add(seconds.saturating_mul(1000));
        }
        let entry = self.current();
        let reason = reason.to_owned();
        self.clock.adjustments.push(Adjustment {
            side,
            seconds,
            clause,
            reason,
            entry,
        });
        Ok(())
    }

    /// An arbiter says that a side's time is used up. What is on record must not say otherwise; where
    /// nothing is, his word stands. Mate and stalemate have ended the game before (21.6).
    pub(super) fn flag(
        &mut self,
        side: Color,
        reading: Option<Reading>,
    ) -> Result<(), ConductError> {
        if let Some(reading) = reading {
            self.read_clock(side, reading);
        }
        if self.flag_verdict(side) == FlagVerdict::InTime {
            return Err(ConductError::TimeNotUp { side });
        }
        self.lost(side, ResultReason::Time);
        Ok(())
    }

    /// 20.1: in A the clock of a late side starts at its turn; B has dropped this, and it runs from
    /// the start of the game.
    pub(super) fn late(&mut self, side: Color, minutes: u32) -> Result<(), ConductError> {
        let limit = self.settings.late_minutes;
        if minutes > limit {
            return Err(ConductError::TooLate { clause: "20.1" });
        }
        let starts_at_turn = self.settings.edition == Edition::Trial;
        self.effect(
            "20.1",
            What::LateClock {
                side,
                starts_at_turn,
            },
        );
        Ok(())
    }
}
