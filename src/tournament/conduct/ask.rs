//! What others ask of a game's state.

use crate::rules::{Color, Move, Position};
use crate::tournament::model::GameResult;

use super::claims::RepetitionClaim;
use super::clock::ClockState;
use super::discipline::{DisputeState, PenaltyState};
use super::effect::Effect;
use super::entry::{Entry, FairCopy};
use super::fouls::FoulState;
use super::settings::Settings;
use super::signing::SigningState;
use super::state::{Ending, GameState, PerSide, Phase};

impl GameState {
    /// The settings it is played under.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The log, void entries included.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What followed from the entries.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Where the game is in its life.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Plies on record.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves on record.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        // There is one more position than there are moves.
        self.positions.last().unwrap_or(&self.start)
    }

    /// Whose time it is.
    pub fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Who has offered a draw that stands.
    pub fn offer(&self) -> Option<Color> {
        self.offer
    }

    /// The repetition claim, waiting or watched.
    pub fn repetition(&self) -> Option<&RepetitionClaim> {
        self.repetition.as_ref()
    }

    /// Illegal moves played.
    pub fn illegal_moves(&self) -> PerSide<u32> {
        self.illegal_moves
    }

    /// Fouls on record.
    pub fn fouls(&self) -> &FoulState {
        &self.fouls
    }

    /// Who has claimed that neither side can win (4.2.2).
    pub fn simple_claim(&self) -> Option<Color> {
        self.simple_claim
    }

    /// Whether an entry is left out, by its number.
    pub fn is_void(&self, number: u32) -> bool {
        self.void.contains(&number)
    }

    /// Seconds used, as the result slip says.
    pub fn times_used(&self) -> PerSide<Option<u32>> {
        self.times_used
    }

    /// The clocks.
    pub fn clock(&self) -> &ClockState {
        &self.clock
    }

    /// The moves of which one must be played after a touch.
    pub fn compelled(&self) -> Option<&[Move]> {
        self.compelled
            .as_ref()
            .map(|compelled| compelled.moves.as_slice())
    }

    /// Penalties given in this game.
    pub fn penalties(&self) -> &[PenaltyState] {
        &self.penalties
    }

    /// Disputes and appeals.
    pub fn disputes(&self) -> &[DisputeState] {
        &self.disputes
    }

    /// Signatures and corrections.
    pub fn signing(&self) -> &SigningState {
        &self.signing
    }

    /// Where the fair copies of the records stand (7.3).
    pub fn fair_copies(&self) -> &PerSide<Option<FairCopy>> {
        &self.fair_copies
    }

    /// Played with other colours than paired (5.8.1).
    pub fn colours_swapped(&self) -> bool {
        self.colours_swapped
    }

    /// The result by the colours as paired: what pairing and standings count.
    pub fn paired_result(&self) -> Option<GameResult> {
        let result = self.ending?.result;
        Some(if self.colours_swapped {
            result.swapped()
        } else {
            result
        })
    }
}
