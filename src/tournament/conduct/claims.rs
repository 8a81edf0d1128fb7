//! Claims: the natural limit (22.2), which is audited at once, and repetition (23), which waits for a
//! ruling and is then watched move by move.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::repetition::claim::Claim;
use crate::rules::repetition::request::Confidence;
use crate::rules::repetition::{self, Counting, Ruling};
use crate::rules::{Color, Move, Position};
use crate::tournament::model::Edition;
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::RepetitionCount;

use super::effect::What;
use super::entry::{Act, ClaimKind, FoulKind};
use super::error::ConductError;
use super::settings::Settings;
use super::state::{GameState, Phase};

/// Seconds taken for an untrue natural-limit claim (22.2).
const UNTRUE_CLAIM_SECONDS: u32 = 5 * 60;

/// Untrue natural-limit claims in one stage that lose (4.1.11).
const UNTRUE_CLAIMS_TO_LOSE: usize = 2;

/// Plies that may have been played after a claim made in time (B 22.4): the claimant's own and the
/// opponent's at once.
const LATE_CLAIM_PLIES: u32 = 2;

/// What the judge of repetition said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgeOpinion {
    /// The ruling.
    pub ruling: Ruling,
    /// Whether the text leaves nothing to the arbiter.
    pub certain: bool,
    /// The ply, counted from 0, at which the judged cycle starts.
    pub cycle_start: u32,
}

/// A repetition claim and what has become of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RepetitionClaim {
    /// Its state (23.5).
    pub claim: Claim,
    /// Who claimed.
    #[schema(value_type = String)]
    pub by: Color,
    /// The ply at which it was made.
    pub ply: u32,
    /// The ruling given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// What the judge said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgeOpinion>,
    /// Why the arbiter ruled otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The positions of the cycle.
    #[serde(skip)]
    cycle: Vec<Position>,
    /// The state before the last move that touched it, and the ply of that move: what a ruling on
    /// the change goes back to.
    #[serde(skip)]
    before: Option<(Claim, u32)>,
}

impl RepetitionClaim {
    /// Whether it waits for a ruling.
    pub fn waits(&self) -> bool {
        matches!(self.claim, Claim::Claimed { .. })
    }
}

/// The entry by which the judge's opinion decides a waiting claim; `None` when none waits. The arbiter
/// may enter another ruling instead, with a reason.
pub fn adjudicate(
    state: &GameState,
    judge: impl FnOnce(&Position, &[Move]) -> JudgeOpinion,
) -> Option<Act> {
    let claim = state.repetition().filter(|claim| claim.waits())?;
    let moves = state.moves().get(..claim.ply as usize)?;
    let opinion = judge(state.start(), moves);
    Some(Act::RepetitionRuling {
        ruling: opinion.ruling,
        judge: Some(opinion),
        reason: None,
    })
}

impl JudgeOpinion {
    /// What a judgement comes to.
    pub fn of(answer: &repetition::request::Answer) -> JudgeOpinion {
        JudgeOpinion {
            ruling: answer.ruling,
            certain: answer.confidence == Confidence::Certain,
            cycle_start: answer.cycle.start_ply as u32,
        }
    }
}

/// How the judge of repetition is asked under these settings.
pub fn settings_of_judge(settings: &Settings) -> repetition::Settings {
    repetition::Settings {
        edition: match settings.edition {
            Edition::Approved => repetition::Edition::Approved,
            Edition::Trial => repetition::Edition::Trial,
        },
        counting: match settings.repetition_count {
            RepetitionCount::Cycles => Counting::Cycles,
            RepetitionCount::Occurrences => Counting::Occurrences,
        },
        assume_repeated: false,
    }
}

/// The judge of repetition as the settings want it, for [`adjudicate`].
pub fn judge_by(settings: &Settings) -> impl Fn(&Position, &[Move]) -> JudgeOpinion {
    let settings = settings_of_judge(settings);
    move |start, moves| JudgeOpinion::of(&repetition::judge(*start, moves, settings))
}

impl GameState {
    /// A claim in the claimant's own time (16.3). In B it stands when moves followed at once, or when
    /// the claimant overstepped afterwards (22.4).
    pub(super) fn claim(
        &mut self,
        side: Color,
        kind: ClaimKind,
        ply: u32,
    ) -> Result<(), ConductError> {
        let position = self.positions.get(ply as usize);
        let own_time = position.is_some_and(|position| position.side_to_move() == side);
        let followed = self.ply() - ply;
        let late_allowed = self.settings.edition == Edition::Approved;
        if !own_time || (followed > 0 && !late_allowed) || followed > LATE_CLAIM_PLIES {
            let clause = if late_allowed { "22.4" } else { "16.3" };
            return Err(ConductError::NotOwnTime { side, clause });
        }
        if self.phase == Phase::Finished {
            let overstepped = self.ending.is_some_and(|ending| {
                ending.reason == Some(ResultReason::Time) && self.loser() == Some(side)
            });
            if !late_allowed || !overstepped {
                return Err(ConductError::WrongPhase { phase: self.phase });
            }
        }
        // 4.2.2 rests on the position alone, the others on the record (22.3).
        if kind != ClaimKind::NeitherCanWin && !self.fouls.may_claim(side) {
            return Err(ConductError::MayNotClaim(side));
        }
        if self.repetition.as_ref().is_some_and(RepetitionClaim::waits) {
            return Err(ConductError::ClaimPending);
        }
        match kind {
            ClaimKind::NaturalLimit => self.audit_natural_limit(side, ply),
            ClaimKind::NeitherCanWin => self.simple_claim = Some(side),
            ClaimKind::Repetition => {
                self.repetition = Some(RepetitionClaim {
                    claim: Claim::made(side),
                    by: side,
                    ply,
                    ruling: None,
                    judge: None,
                    reason: None,
                    cycle: Vec::new(),
                    before: None,
                });
            }
        }
        Ok(())
    }

    /// 22.2: true, the game is drawn. Untrue, a foul and five minutes; the flag falls through them, or
    /// the second in one stage without a capture loses (4.1.11).
    fn audit_natural_limit(&mut self, side: Color, ply: u32) {
        let limit = self.settings.natural_limit;
        let stretch = self
            .stretches
            .get(ply as usize)
            .copied()
            .unwrap_or_default();
        let audit = stretch.audit(side, limit.full_moves, limit.check_cap);
        self.effect("22.2", What::Audited { audit });
        if audit.claim_holds {
            self.reopen();
            self.drawn(Some(ResultReason::NaturalLimit));
            return;
        }
        self.foul(side, FoulKind::NaturalLimitClaim);
        if self.ending.is_some() {
            return;
        }
        self.untrue_claims.push((side, ply));
        let stage_start = ply.saturating_sub(stretch.plies());
        let in_stage = self
            .untrue_claims
            .iter()
            .filter(|&&(claimant, at)| claimant == side && at >= stage_start)
            .count();
        if in_stage >= UNTRUE_CLAIMS_TO_LOSE {
            self.lost(side, ResultReason::NaturalLimitClaims);
            return;
        }
        self.effect(
            "22.2",
            What::TimeDeducted {
                side,
                seconds: UNTRUE_CLAIM_SECONDS,
            },
        );
        if self.clock.deduct(side, UNTRUE_CLAIM_SECONDS) {
            self.lost(side, ResultReason::Time);
        }
    }

    pub(super) fn rule_on_repetition(
        &mut self,
        ruling: Ruling,
        judge: Option<&JudgeOpinion>,
        reason: Option<&str>,
    ) -> Result<(), ConductError> {
        let ply = self.ply();
        let (ending, loser, phase) = (self.ending, self.loser(), self.phase);
        let Some(claim) = self.repetition.as_mut().filter(|claim| claim.waits()) else {
            return Err(ConductError::NoClaim);
        };
        // Of all ends, a claim outlives only the claimant's own overstepping (B 22.4).
        let overstepped = ending.is_some_and(|ending| {
            ending.reason == Some(ResultReason::Time) && loser == Some(claim.by)
        });
        if ending.is_some() && !overstepped {
            return Err(ConductError::WrongPhase { phase });
        }
        let otherwise = judge.is_some_and(|judge| judge.certain && judge.ruling != ruling);
        if otherwise && reason.is_none_or(|reason| reason.trim().is_empty()) {
            return Err(ConductError::ReasonNeeded { clause: "23.5" });
        }
        let Some(ruled) = claim.claim.ruled(ruling) else {
            return Err(ConductError::NoClaim);
        };
        claim.claim = ruled;
        claim.ruling = Some(ruling);
        claim.judge = judge.copied();
        claim.reason = reason.map(str::to_owned);

        let at = claim.ply as usize;
        let present = self.positions[at];
        let same = |position: &Position| {
            position.board() == present.board() && position.side_to_move() == present.side_to_move()
        };
        // Without the judge, the cycle runs from the last time this position stood.
        let start = match judge {
            Some(judge) => judge.cycle_start as usize,
            None => self.positions[..at].iter().rposition(same).unwrap_or(at),
        };
        claim.cycle = self
            .positions
            .get(start..=at)
            .map(<[Position]>::to_vec)
            .unwrap_or_default();

        match ruled {
            Claim::Loss { side } => {
                self.reopen();
                self.lost(side, ResultReason::PerpetualCheck);
            }
            // The time of the claimant is over: nobody can play on and change.
            Claim::DrawUnlessChanged { .. } if overstepped => {
                self.reopen();
                self.drawn(Some(ResultReason::Repetition));
            }
            _ => {
                // Moves that followed a claim at once (B 22.4) are part of the two full moves.
                for index in at..ply as usize {
                    self.watch_ply(index);
                }
            }
        }
        Ok(())
    }

    /// Looks at the move just put on record.
    pub(super) fn watch_repetition(&mut self) {
        if let Some(last) = self.moves.len().checked_sub(1) {
            self.watch_ply(last);
        }
    }

    /// 23.5.2: a move whose position is none of the cycle's changes the repetition.
    fn watch_ply(&mut self, index: usize) {
        let (Some(before), Some(after)) =
            (self.positions.get(index), self.positions.get(index + 1))
        else {
            return;
        };
        let mover = before.side_to_move();
        let (board, to_move) = (*after.board(), after.side_to_move());
        let Some(claim) = self.repetition.as_mut() else {
            return;
        };
        if !claim.claim.is_open() || claim.waits() {
            return;
        }
        let repeats = claim
            .cycle
            .iter()
            .any(|position| *position.board() == board && position.side_to_move() == to_move);
        claim.before = Some((claim.claim, index as u32 + 1));
        claim.claim = claim.claim.moved(mover, repeats);
        self.after_watch();
    }

    fn after_watch(&mut self) {
        let Some(claim) = &self.repetition else {
            return;
        };
        match claim.claim {
            Claim::Changed { by } => {
                self.effect("23.5.2", What::RepetitionChanged { side: by });
            }
            Claim::Final { loser: Some(side) } => {
                self.lost(side, ResultReason::RepetitionUnchanged)
            }
            Claim::Final { loser: None } => self.drawn(Some(ResultReason::Repetition)),
            _ => {}
        }
    }

    /// The arbiter's word on the last move after a ruling, against what the positions say.
    pub(super) fn rule_on_change(
        &mut self,
        changed: bool,
        reason: &str,
    ) -> Result<(), ConductError> {
        if reason.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: "23.5.2" });
        }
        let ply = self.ply();
        let last = self
            .positions
            .len()
            .checked_sub(2)
            .and_then(|index| self.positions.get(index));
        let mover = last.map(Position::side_to_move);
        let (Some(claim), Some(mover)) = (self.repetition.as_mut(), mover) else {
            return Err(ConductError::NoClaim);
        };
        let Some((before, at)) = claim.before.filter(|&(_, at)| at == ply) else {
            return Err(ConductError::NoClaim);
        };
        claim.before = Some((before, at));
        claim.claim = before.moved(mover, !changed);
        self.reopen();
        self.after_watch();
        Ok(())
    }
}
