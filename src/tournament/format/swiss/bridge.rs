//! A Swiss pairing in the form that every format shares.
use super::reasons::{ByeReason, PairReasons};
use super::{Pairing, PairingError};
use crate::tournament::event_file::Fault;
use crate::tournament::format::paired;
use crate::tournament::model::Event;

/// The next round of a Swiss stage in the common form, with warnings.
///
/// # Errors
/// As [`super::pair_next`].
pub fn next_round(
    event: &Event,
    stage: usize,
) -> Result<paired::PairedRound, paired::PairingError> {
    let pairing = super::pair_next(event, stage)?;
    let mut round = common(&pairing);
    let games = event.regulations(stage).games_per_pairing;
    round.games = round
        .games
        .into_iter()
        .flat_map(|first| (1..=games.max(1)).map(move |k| leg(&first, k)))
        .collect();
    round.warnings = warnings(event, stage, &pairing);
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

/// What the arbiter should know before publishing a pairing.
pub fn warnings(event: &Event, stage: usize, pairing: &Pairing) -> Vec<paired::Warning> {
    let mut found = Vec::new();
    let planned = event.stages.get(stage).and_then(|s| s.rounds_planned);
    if let Some(planned) = planned.filter(|t| pairing.round > *t) {
        found.push(paired::Warning::new(
            "beyond_planned",
            format!("第 {} 轮超出原定的 {planned} 轮", pairing.round),
            format!("round {} is beyond the {planned} planned", pairing.round),
        ));
    }
    found
}

/// A pairing in the common form.
pub fn common(pairing: &Pairing) -> paired::PairedRound {
    paired::PairedRound {
        round: pairing.round,
        games: pairing
            .games
            .iter()
            .map(|g| paired::PairedGame {
                table: g.table,
                red: g.red,
                black: g.black,
                game: 1,
                reasons: vec![pair_reason(&g.reasons)],
                ..paired::PairedGame::default()
            })
            .collect(),
        byes: pairing.byes.clone(),
        provisional: pairing.provisional.clone(),
        bye_reasons: pairing.bye_reasons.iter().map(bye_reason).collect(),
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
