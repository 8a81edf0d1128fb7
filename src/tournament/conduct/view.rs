//! A game's state as it is shown.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{Color, Move};
use crate::tournament::model::{Fouls, GameResult};

use super::claims::RepetitionClaim;
use super::clock::{ClockState, FlagVerdict};
use super::discipline::{DisputeState, PenaltyState};
use super::effect::Effect;
use super::entry::FairCopy;
use super::fouls::FoulState;
use super::proposal::{Proposal, neither_can_win};
use super::settings::Settings;
use super::signing::SigningState;
use super::state::{Ending, GameState, PerSide, Phase};

/// Everything an arbiter's screen shows of a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ConductView)]
pub struct GameView {
    /// What it is played under.
    pub settings: Settings,
    /// Where it is in its life.
    pub phase: Phase,
    /// Plies on record.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// Whose time it is.
    #[schema(value_type = String)]
    pub side_to_move: Color,
    /// Whether that side is in check.
    pub in_check: bool,
    /// The moves on record, as `h2e2`.
    #[schema(value_type = Vec<String>)]
    pub moves: Vec<Move>,
    /// How it ended, by the colours as played.
    pub ending: Option<Ending>,
    /// The result by the colours as paired.
    pub paired_result: Option<GameResult>,
    /// Played with other colours than paired (5.8.1).
    pub colours_swapped: bool,
    /// Who has offered a draw that stands.
    #[schema(value_type = Option<String>)]
    pub offer: Option<Color>,
    /// Who has claimed that neither side can win (4.2.2).
    #[schema(value_type = Option<String>)]
    pub simple_claim: Option<Color>,
    /// The repetition claim.
    pub repetition: Option<RepetitionClaim>,
    /// The moves that touched pieces compel.
    #[schema(value_type = Option<Vec<String>>)]
    pub compelled: Option<Vec<Move>>,
    /// Fouls that count.
    pub foul_counts: Fouls,
    /// Fouls and records.
    pub fouls: FoulState,
    /// Illegal moves played.
    pub illegal_moves: PerSide<u32>,
    /// The clocks.
    pub clock: ClockState,
    /// Whether each side's time is used up, by what is on record.
    pub flags: PerSide<FlagVerdict>,
    /// Seconds used, as the result slip says (9).
    pub times_used: PerSide<Option<u32>>,
    /// Where fair copies stand (7.3).
    pub fair_copies: PerSide<Option<FairCopy>>,
    /// Penalties given.
    pub penalties: Vec<PenaltyState>,
    /// Disputes and appeals.
    pub disputes: Vec<DisputeState>,
    /// Signatures and corrections.
    pub signing: SigningState,
    /// A draw that the arbiter may give (4.2.2).
    pub proposal: Option<Proposal>,
    /// What followed from the entries.
    pub effects: Vec<Effect>,
}

impl GameState {
    /// The state as it is shown.
    pub fn view(&self) -> GameView {
        let position = self.position();
        let open = self.ending().is_none();
        GameView {
            settings: self.settings().clone(),
            phase: self.phase(),
            ply: self.ply(),
            fen: position.to_fen(),
            side_to_move: self.side_to_move(),
            in_check: position.in_check(),
            moves: self.moves().to_vec(),
            ending: self.ending().copied(),
            paired_result: self.paired_result(),
            colours_swapped: self.colours_swapped(),
            offer: self.offer(),
            simple_claim: self.simple_claim(),
            repetition: self.repetition().cloned(),
            compelled: self.compelled().map(<[Move]>::to_vec),
            foul_counts: self.fouls().counts(),
            fouls: self.fouls().clone(),
            illegal_moves: self.illegal_moves(),
            clock: self.clock().clone(),
            flags: PerSide {
                red: self.flag_verdict(Color::Red),
                black: self.flag_verdict(Color::Black),
            },
            times_used: self.times_used(),
            fair_copies: *self.fair_copies(),
            penalties: self.penalties().to_vec(),
            disputes: self.disputes().to_vec(),
            signing: self.signing().clone(),
            proposal: neither_can_win(position).filter(|_| open),
            effects: self.effects().to_vec(),
        }
    }
}
