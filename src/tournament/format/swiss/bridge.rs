//! A Swiss pairing in the form that every format shares.
use super::reasons::{ByeReason, PairReasons};
use super::{PairedGame, Pairing, PairingError, feasibility, pair_state, state, warnings};
use crate::tournament::event_file::Fault;
use crate::tournament::format::paired;
use crate::tournament::model::Event;

/// The next round of a Swiss stage in the common form, with what the arbiter should know.
///
/// # Errors
/// As [`super::pair_next`].
pub fn next_round(
    event: &Event,
    stage: usize,
) -> Result<paired::PairedRound, paired::PairingError> {
    let rounds = event.stages.get(stage).map_or(0, |s| s.rounds.len());
    let state = state::before_round(event, stage, rounds as u32 + 1)?;
    let pairing = pair_state(&state)?;
    let mut round = common(&pairing, state.regulations.games_per_pairing);
    round.feasibility = feasibility::after(&state, &pairing);
    round.warnings = warnings::of_pairing(&state, round.feasibility.as_ref());
    Ok(round)
}

/// The k-th game of a pairing of several: colours exchanged in every second one (12.4).
fn leg(first: &paired::PairedGame, k: u32) -> paired::PairedGame {
    let mut leg = first.clone();
    leg.game = k;
    if k.is_multiple_of(2) {
        (leg.red, leg.black) = (first.black, first.red);
        leg.reasons = vec![paired::PairReason::new(
            "colours_exchanged",
            "12.4",
            "与上局互换先后走",
            "colours exchanged after the game before",
        )];
    }
    leg
}

/// A pairing in the common form, with so many games for each pair.
pub fn common(pairing: &Pairing, games_per_pairing: u32) -> paired::PairedRound {
    let games = |g: &PairedGame| {
        let first = paired::PairedGame {
            table: g.table,
            red: g.red,
            black: g.black,
            game: 1,
            reasons: vec![pair_reason(&g.reasons)],
            ..paired::PairedGame::default()
        };
        (1..=games_per_pairing.max(1)).map(move |k| leg(&first, k))
    };
    paired::PairedRound {
        round: pairing.round,
        games: pairing.games.iter().flat_map(games).collect(),
        byes: pairing.byes.clone(),
        provisional: pairing.provisional.clone(),
        bye_reasons: pairing.bye_reasons.iter().map(bye_reason).collect(),
        explanation: (!pairing.segments.is_empty())
            .then(|| serde_json::json!({ "segments": pairing.segments })),
        ..paired::PairedRound::default()
    }
}

fn pair_reason(reasons: &PairReasons) -> paired::PairReason {
    let code = serde_json::to_value(reasons.form)
        .ok()
        .and_then(|v| v.as_str().map(str::to_owned))
        .unwrap_or_default();
    paired::PairReason {
        code,
        clause: Some(reasons.form.clause().to_owned()),
        zh: reasons.zh.clone(),
        en: reasons.en.clone(),
        data: serde_json::to_value(reasons).ok(),
    }
}

fn bye_reason(reason: &ByeReason) -> paired::PairReason {
    paired::PairReason {
        code: "bye".to_owned(),
        clause: Some("附录二.一.5".to_owned()),
        zh: reason.zh.clone(),
        en: reason.en.clone(),
        data: serde_json::to_value(reason).ok(),
    }
}

impl From<PairingError> for paired::PairingError {
    fn from(error: PairingError) -> paired::PairingError {
        match &error {
            PairingError::NoSuchStage { stage } => paired::PairingError::NoSuchStage(*stage),
            PairingError::Infeasible { numbers, .. } => paired::PairingError::Infeasible {
                numbers: numbers.clone(),
            },
            PairingError::NobodyLeft { .. } => paired::PairingError::TooFewEntries { entries: 0 },
            _ => paired::PairingError::Invalid(vec![Fault {
                pointer: "/stages".to_owned(),
                en: error.en(),
                zh: error.zh(),
            }]),
        }
    }
}
