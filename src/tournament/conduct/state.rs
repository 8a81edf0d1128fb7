//! The state of a game, and the one way from its log to it.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::natural_limit::Stretch;
use crate::rules::{Color, Move, Position};
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

use super::claims::RepetitionClaim;
use super::clock::ClockState;
use super::discipline::{DisputeState, PenaltyState};
use super::effect::{Effect, What};
use super::entry::{Act, Entry, FairCopy, FoulKind, Role};
use super::error::ConductError;
use super::fouls::FoulState;
use super::settings::Settings;
use super::signing::SigningState;
use super::touch::Compelled;

/// One of something for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PerSide<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> Index<Color> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Color) -> &T {
        match side {
            Color::Red => &self.red,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for PerSide<T> {
    fn index_mut(&mut self, side: Color) -> &mut T {
        match side {
            Color::Red => &mut self.red,
            Color::Black => &mut self.black,
        }
    }
}

/// The life of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Not begun.
    #[default]
    Scheduled,
    /// Being played.
    Playing,
    /// It has a result.
    Finished,
    /// The result is signed (9): it changes only by a correction.
    Confirmed,
}

impl Phase {
    /// The phase in Chinese.
    pub const fn zh(self) -> &'static str {
        match self {
            Phase::Scheduled => "尚未开始",
            Phase::Playing => "正在进行",
            Phase::Finished => "已经终了",
            Phase::Confirmed => "结果已签字确认",
        }
    }

    /// The phase in English.
    pub const fn en(self) -> &'static str {
        match self {
            Phase::Scheduled => "not begun",
            Phase::Playing => "being played",
            Phase::Finished => "over",
            Phase::Confirmed => "confirmed",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Ending {
    /// By the colours as played.
    pub result: GameResult,
    /// Why, when it is known.
    pub reason: Option<ResultReason>,
    /// The clause of the reason, or of the kind of ending.
    pub clause: &'static str,
    /// It stands on an arbiter's word against the moves on record.
    pub by_word: bool,
    /// The entry that brought it about, counted from 0.
    pub entry: u32,
}

/// The state of a game, derived from its log.
#[derive(Clone, Debug, PartialEq)]
pub struct GameState {
    pub(super) settings: Settings,
    pub(super) log: Vec<Entry>,
    /// Entries left out, by their number.
    pub(super) void: Vec<u32>,
    pub(super) effects: Vec<Effect>,
    pub(super) phase: Phase,
    pub(super) start: Position,
    /// Every position so far, the start first: one more than there are moves.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    /// The stretch since the last capture at each position.
    pub(super) stretches: Vec<Stretch>,
    pub(super) ending: Option<Ending>,
    pub(super) fouls: FoulState,
    pub(super) illegal_moves: PerSide<u32>,
    pub(super) offers: PerSide<u32>,
    /// Who has offered a draw that is neither accepted nor refused.
    pub(super) offer: Option<Color>,
    /// Untrue natural-limit claims: who, at which ply.
    pub(super) untrue_claims: Vec<(Color, u32)>,
    /// Who has claimed that neither side can win (4.2.2).
    pub(super) simple_claim: Option<Color>,
    pub(super) repetition: Option<RepetitionClaim>,
    pub(super) compelled: Option<Compelled>,
    pub(super) clock: ClockState,
    /// Seconds used, as the result slip says.
    pub(super) times_used: PerSide<Option<u32>>,
    pub(super) fair_copies: PerSide<Option<FairCopy>>,
    pub(super) penalties: Vec<PenaltyState>,
    pub(super) disputes: Vec<DisputeState>,
    pub(super) signing: SigningState,
    pub(super) colours_swapped: bool,
}

impl GameState {
    /// A game before its first entry.
    ///
    /// # Errors
    /// The settings' start position cannot be played from.
    pub fn new(settings: Settings) -> Result<GameState, ConductError> {
        let start = match &settings.fen {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::startpos(),
        };
        Ok(GameState {
            settings,
            log: Vec::new(),
            void: Vec::new(),
            effects: Vec::new(),
            phase: Phase::Scheduled,
            start,
            positions: vec![start],
            moves: Vec::new(),
            stretches: vec![Stretch::at_start_of(&start)],
            ending: None,
            fouls: FoulState::default(),
            illegal_moves: PerSide::default(),
            offers: PerSide::default(),
            offer: None,
            untrue_claims: Vec::new(),
            simple_claim: None,
            repetition: None,
            compelled: None,
            clock: ClockState::default(),
            times_used: PerSide::default(),
            fair_copies: PerSide::default(),
            penalties: Vec::new(),
            disputes: Vec::new(),
            signing: SigningState::default(),
            colours_swapped: false,
        })
    }

    /// The state a log leads to.
    ///
    /// # Errors
    /// The number of the entry, counted from 0, that cannot stand after those before it.
    pub fn replay(log: &[Entry], settings: &Settings) -> Result<GameState, (usize, ConductError)> {
        let mut state = GameState::new(settings.clone()).map_err(|error| (0, error))?;
        for (index, entry) in log.iter().enumerate() {
            state.enter(entry.clone()).map_err(|error| (index, error))?;
        }
        Ok(state)
    }

    /// The state after one more entry.
    ///
    /// # Errors
    /// The entry cannot stand here; this state is as before.
    pub fn apply(&self, entry: Entry) -> Result<GameState, ConductError> {
        let mut next = self.clone();
        next.enter(entry)?;
        Ok(next)
    }

    /// Enters into this state. After an error the state is of no use.
    fn enter(&mut self, entry: Entry) -> Result<(), ConductError> {
        self.check_author(&entry)?;
        self.check_ply(&entry)?;
        match entry.act {
            Act::Void { entry: number, .. } => return self.make_void(number, entry),
            Act::Undone { from, .. } => return self.undo(from, entry),
            _ => {}
        }
        self.check_phase(&entry.act)?;
        self.log.push(entry.clone());
        self.act(&entry)
    }

    /// The number of the entry being entered.
    pub(super) fn current(&self) -> u32 {
        self.log.len().saturating_sub(1) as u32
    }

    pub(super) fn effect(&mut self, clause: &'static str, what: What) {
        let entry = self.current();
        self.effects.push(Effect {
            entry,
            clause,
            what,
        });
    }

    pub(super) fn act(&mut self, entry: &Entry) -> Result<(), ConductError> {
        let by = &entry.by;
        self.begin(&entry.act);
        match &entry.act {
            // `begin` has begun it.
            Act::Start {} => Ok(()),
            Act::Late { side, minutes } => self.late(*side, *minutes),
            Act::Absent {
                red,
                black,
                minutes,
                appeared,
            } => self.absent(*red, *black, *minutes, *appeared),
            Act::Move {
                mv,
                clock,
                as_played,
            } => self.play(*mv, *clock, *as_played),
            Act::Sheet {
                from_ply,
                moves,
                reason,
                ..
            } => self.sheet(*from_ply, moves, reason.as_deref()),
            Act::Clock { red, black } => {
                self.read_clocks(*red, *black);
                Ok(())
            }
            Act::Adjust {
                side,
                seconds,
                clause,
                agreed,
                reason,
            } => self.adjust(*side, *seconds, *clause, *agreed, reason),
            Act::Flag { side, clock } => self.flag(*side, *clock),
            Act::DrawOffer { side } => self.offer_draw(*side),
            Act::DrawAnswer { side, accept } => self.answer_draw(*side, *accept),
            Act::Claim { side, claim } => self.claim(*side, *claim, entry.ply),
            Act::RepetitionRuling {
                ruling,
                judge,
                reason,
            } => self.rule_on_repetition(*ruling, judge.as_ref(), reason.as_deref()),
            Act::ChangeRuling { changed, reason } => self.rule_on_change(*changed, reason),
            Act::DrawRuling { accept, reason } => {
                self.rule_on_simple_draw(*accept, reason.as_deref())
            }
            Act::FoulCount { fouls } => self.count_fouls(*fouls, by.role),
            Act::TimesUsed { red, black } => self.note_times(*red, *black, by.role),
            Act::Foul {
                side,
                foul: FoulKind::IllegalMove,
                ..
            } => {
                self.unrecorded_illegal_move(*side);
                Ok(())
            }
            Act::Foul { side, foul, .. } => {
                self.foul(*side, *foul);
                Ok(())
            }
            Act::RecordFault {
                side,
                missed_plies,
                unreadable,
            } => self.record_fault(*side, *missed_plies, *unreadable, by.role),
            Act::FairCopy { side, state } => {
                self.fair_copies[*side] = Some(*state);
                Ok(())
            }
            Act::Touch {
                touched,
                announced,
                accidental,
                dropped,
            } => self.touch(touched, *announced, *accidental, *dropped),
            Act::TakeBack {
                to_ply,
                cause,
                reason,
            } => self.take_back(*to_ply, *cause, reason),
            Act::ColoursSwapped {
                minutes, as_paired, ..
            } => self.swap_colours(*minutes, *as_paired, by.role),
            Act::UpsetPieces { .. } => Ok(()),
            Act::PointNamed { side, mv } => self.name_point(*side, *mv),
            Act::Resign { side } => self.resign(*side),
            Act::Misconduct { side, reason, .. } => self.misconduct(*side, reason),
            Act::Result {
                result,
                reason,
                word,
                settled,
            } => self.report_result(*result, *reason, word.as_deref(), *settled, by),
            Act::ResultRemoved { why } => self.remove_result(why, entry),
            Act::Penalty {
                side,
                clause,
                reason,
            } => self.penalize(*side, *clause, reason, by.role),
            Act::PenaltyOutcome { entry, outcome } => self.penalty_outcome(*entry, outcome),
            Act::Dispute {
                side,
                subject,
                appeal,
            } => self.dispute(*side, subject, *appeal),
            Act::Decision {
                entry,
                body,
                decision,
            } => self.decide(*entry, *body, decision, by.role),
            Act::Confirm {
                signature, agree, ..
            } => self.sign(*signature, *agree, by),
            Act::Correction {
                result,
                reason,
                why,
            } => self.correct(*result, *reason, why, entry),
            // Entered by `enter` itself.
            Act::Void { .. } | Act::Undone { .. } => Ok(()),
        }
    }

    /// Whatever happens at the board begins the game.
    fn begin(&mut self, act: &Act) {
        let at_the_board = matches!(
            act,
            Act::Start {}
                | Act::Move { .. }
                | Act::DrawOffer { .. }
                | Act::Claim { .. }
                | Act::Touch { .. }
                | Act::UpsetPieces { .. }
                | Act::PointNamed { .. }
        );
        let sheet = matches!(act, Act::Sheet { moves, .. } if !moves.is_empty());
        if (at_the_board || sheet) && self.phase == Phase::Scheduled {
            self.phase = Phase::Playing;
        }
    }

    /// Players enter their own moves, offers, claims and signatures, and only for themselves.
    fn check_author(&self, entry: &Entry) -> Result<(), ConductError> {
        let role = entry.by.role;
        let clause = entry.act.clause();
        let may_not = Err(ConductError::MayNot { role, clause });
        if role == Role::Recorder {
            return if entry.act.is_recorders() {
                Ok(())
            } else {
                may_not
            };
        }
        let Some(player) = role.side() else {
            // The organizer runs the event, not the games: it gives penalties and decisions.
            let organizers = matches!(
                entry.act,
                Act::Penalty { .. } | Act::PenaltyOutcome { .. } | Act::Decision { .. }
            );
            return if role.is_arbiter() || organizers {
                Ok(())
            } else {
                may_not
            };
        };
        if !entry.act.is_players_own() {
            return may_not;
        }
        let side = match entry.act {
            Act::Move { .. } => Some(self.side_to_move()),
            ref act => act.players_side(),
        };
        if side == Some(player) {
            Ok(())
        } else {
            may_not
        }
    }

    pub(super) fn check_ply(&self, entry: &Entry) -> Result<(), ConductError> {
        let game = self.ply();
        let late_claim = matches!(entry.act, Act::Claim { .. }) && entry.ply < game;
        if entry.ply == game || late_claim {
            return Ok(());
        }
        Err(ConductError::WrongPly {
            entry: entry.ply,
            game,
        })
    }

    /// What can be entered when.
    pub(super) fn check_phase(&self, act: &Act) -> Result<(), ConductError> {
        let phase = self.phase;
        let open = matches!(phase, Phase::Scheduled | Phase::Playing);
        let allowed = match act {
            Act::Start {} => phase == Phase::Scheduled,
            Act::DrawAnswer { .. } => phase == Phase::Playing,
            // A claim made in time stands when the claimant oversteps afterwards (B 22.4); a ruling
            // on a change and a take-back may open what the moves had ended; who resigns at once
            // is spared the foul (8.2).
            Act::Claim { .. } => phase != Phase::Confirmed,
            Act::RepetitionRuling { .. } | Act::ChangeRuling { .. } | Act::TakeBack { .. } => {
                matches!(phase, Phase::Playing | Phase::Finished)
            }
            // A result that the moves have brought about already may be reported once more.
            Act::Resign { .. }
            | Act::Result { .. }
            | Act::Foul { .. }
            | Act::RecordFault { .. }
            | Act::FairCopy { .. }
            | Act::Clock { .. } => phase != Phase::Confirmed,
            Act::Confirm { .. } => phase == Phase::Finished,
            Act::Correction { .. } | Act::ResultRemoved { .. } => !open,
            Act::DrawRuling { .. } => phase == Phase::Playing,
            Act::Penalty { .. }
            | Act::PenaltyOutcome { .. }
            | Act::Dispute { .. }
            | Act::Decision { .. }
            | Act::Sheet { .. }
            | Act::FoulCount { .. }
            | Act::TimesUsed { .. }
            | Act::ColoursSwapped { .. }
            | Act::Void { .. }
            | Act::Undone { .. } => true,
            _ => open,
        };
        if allowed {
            Ok(())
        } else {
            Err(ConductError::WrongPhase { phase })
        }
    }
}
