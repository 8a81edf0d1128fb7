//! Penalties and who may give them (18), disputes (16.3) and appeals (15).

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Color;
use crate::tournament::model::PenaltyClause;
use crate::tournament::reason::ResultReason;

use super::entry::{DecidingBody, Role};
use super::error::ConductError;
use super::state::{GameState, Phase};

/// A penalty given in a game. It reaches the standings (18.5) and, as an expulsion, the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PenaltyState {
    /// Whose, by the colours as played.
    #[schema(value_type = String)]
    pub side: Color,
    /// Which.
    pub clause: PenaltyClause,
    /// Why.
    pub reason: String,
    /// The entry, counted from 0.
    pub entry: u32,
    /// What became of a recommended ban.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// A dispute or an appeal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DisputeState {
    /// By whom.
    #[schema(value_type = String)]
    pub side: Color,
    /// About what.
    pub subject: String,
    /// An appeal.
    pub appeal: bool,
    /// The entry, counted from 0.
    pub entry: u32,
    /// Who decided what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<DisputeDecision>,
}

/// What became of a dispute or an appeal (15, 16.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DisputeDecision {
    /// Who decided.
    pub body: DecidingBody,
    /// What.
    pub decision: String,
}

/// 18.1 to 18.4: the monitoring arbiter warns (and so may his chief), the chief arbiter disqualifies
/// for the round, the organizer expels or recommends a ban.
pub(super) const fn may_penalize(role: Role, clause: PenaltyClause) -> bool {
    match clause {
        PenaltyClause::Warning => role.is_arbiter(),
        PenaltyClause::RoundDisqualification => matches!(role, Role::ChiefArbiter),
        PenaltyClause::Expulsion | PenaltyClause::RecommendedBan => {
            matches!(role, Role::Organizer)
        }
    }
}

impl GameState {
    pub(super) fn penalize(
        &mut self,
        side: Color,
        clause: PenaltyClause,
        reason: &str,
        role: Role,
    ) -> Result<(), ConductError> {
        let number = match clause {
            PenaltyClause::Warning => "18.1",
            PenaltyClause::RoundDisqualification => "18.2",
            PenaltyClause::Expulsion => "18.3",
            PenaltyClause::RecommendedBan => "18.4",
        };
        if !may_penalize(role, clause) {
            return Err(ConductError::MayNot {
                role,
                clause: number,
            });
        }
        if reason.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause: number });
        }
        let (entry, reason) = (self.current(), reason.to_owned());
        self.penalties.push(PenaltyState {
            side,
            clause,
            reason,
            entry,
            outcome: None,
        });
        let ends = matches!(
            clause,
            PenaltyClause::RoundDisqualification | PenaltyClause::Expulsion
        );
        if ends {
            self.lost(side, ResultReason::Misconduct);
        }
        Ok(())
    }

    pub(super) fn penalty_outcome(
        &mut self,
        entry: u32,
        outcome: &str,
    ) -> Result<(), ConductError> {
        let penalty = self.penalties.iter_mut().find(|penalty| {
            penalty.entry == entry && penalty.clause == PenaltyClause::RecommendedBan
        });
        let penalty = penalty.ok_or(ConductError::Nothing {
            what: "recommended ban",
            number: entry,
        })?;
        penalty.outcome = Some(outcome.to_owned());
        Ok(())
    }

    /// 16.3: what comes up in a game is raised in one's own time.
    pub(super) fn dispute(
        &mut self,
        side: Color,
        subject: &str,
        appeal: bool,
    ) -> Result<(), ConductError> {
        let clause = if appeal { "15" } else { "16.3" };
        if !appeal && self.phase == Phase::Playing && side != self.side_to_move() {
            return Err(ConductError::NotOwnTime { side, clause });
        }
        if subject.trim().is_empty() {
            return Err(ConductError::ReasonNeeded { clause });
        }
        let (entry, subject) = (self.current(), subject.to_owned());
        self.disputes.push(DisputeState {
            side,
            subject,
            appeal,
            entry,
            decision: None,
        });
        Ok(())
    }

    pub(super) fn decide(
        &mut self,
        entry: u32,
        body: DecidingBody,
        decision: &str,
        role: Role,
    ) -> Result<(), ConductError> {
        let entitled = match body {
            DecidingBody::Arbiter => role.is_arbiter(),
            DecidingBody::ChiefArbiter => role == Role::ChiefArbiter,
            DecidingBody::AppealsCommittee | DecidingBody::Organizer => {
                matches!(role, Role::ChiefArbiter | Role::Organizer)
            }
        };
        if !entitled {
            return Err(ConductError::MayNot { role, clause: "15" });
        }
        let dispute = self
            .disputes
            .iter_mut()
            .find(|dispute| dispute.entry == entry);
        let dispute = dispute.ok_or(ConductError::Nothing {
            what: "dispute",
            number: entry,
        })?;
        // An appeal is not decided by the arbiter it is against.
        if dispute.appeal && body == DecidingBody::Arbiter {
            return Err(ConductError::MayNot { role, clause: "15" });
        }
        dispute.decision = Some(DisputeDecision {
            body,
            decision: decision.to_owned(),
        });
        Ok(())
    }
}
