//! Every round of a Swiss stage derived anew, and what the file has otherwise (appendix 2).
use super::Finding;
use crate::tournament::format::swiss::hand::{
    Deviation, DeviationKind, HandGame, HandPairing, deviations,
};
use crate::tournament::format::swiss::pair_state;
use crate::tournament::format::swiss::state::History;
use crate::tournament::model::{Event, Format, Round};

/// Every deviation of every round from the pairing that the rules give.
///
/// Each round is derived from the rounds before it as they stand in the file, so that one deviation
/// does not make the later rounds wrong.
pub fn check(event: &Event) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (stage, played) in event.stages.iter().enumerate() {
        if played.format == Format::Swiss {
            check_stage(event, stage, &mut findings);
        }
    }
    findings
}

fn check_stage(event: &Event, stage: usize, findings: &mut Vec<Finding>) {
    let pointer = format!("/stages/{stage}");
    let mut history = match History::new(event, stage) {
        Ok(history) => history,
        Err(error) => {
            findings.push(Finding {
                pointer,
                clause: None,
                zh: error.zh(),
                en: error.en(),
            });
            return;
        }
    };
    for (r, round) in history.rounds().iter().enumerate() {
        let pointer = format!("{pointer}/rounds/{r}");
        let state = history.state();
        let hand = as_hand(round);
        let engine = pair_state(&state);
        for deviation in deviations(&state, engine.as_ref(), &hand) {
            findings.push(finding(&pointer, round, deviation));
        }
        if let Err(error) = history.advance() {
            findings.push(Finding {
                pointer,
                clause: None,
                zh: error.zh(),
                en: error.en(),
            });
            return;
        }
    }
}

/// The pairing of a round of the file; of several games of one pair the first.
fn as_hand(round: &Round) -> HandPairing {
    HandPairing {
        games: round
            .games
            .iter()
            .filter(|g| g.game <= 1)
            .map(|g| HandGame {
                table: g.table,
                red: g.red,
                black: g.black,
            })
            .collect(),
        byes: round.byes.clone(),
    }
}

fn finding(pointer: &str, round: &Round, deviation: Deviation) -> Finding {
    let game = deviation
        .table
        .and_then(|table| round.games.iter().position(|g| g.table == table));
    let pointer = match (game, deviation.kind) {
        (Some(game), _) => format!("{pointer}/games/{game}"),
        (None, DeviationKind::Bye | DeviationKind::SecondBye) => format!("{pointer}/byes"),
        _ => pointer.to_owned(),
    };
    let (mut zh, mut en) = (
        format!("第 {} 轮: {}", round.number, deviation.zh),
        format!("round {}: {}", round.number, deviation.en),
    );
    if let Some(hand) = round.by_hand.as_ref().filter(|h| h.records(&deviation)) {
        zh.push_str("; 已记录为裁判长更改");
        en.push_str("; recorded as changed by hand");
        if let Some(reason) = &hand.reason {
            zh.push_str(&format!(": {reason}"));
            en.push_str(&format!(": {reason}"));
        }
    }
    Finding {
        pointer,
        clause: Some(deviation.clause),
        zh,
        en,
    }
}
