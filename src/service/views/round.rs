//! A round as answers show it: who meets whom, with results and reasons.
use super::{GameView, Warning};
use crate::tournament::dossier::{Dossier, RoundFacts, RoundState};
use crate::tournament::format::swiss::hand::ByHand;
use crate::tournament::model::Number;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// A round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoundView {
    /// Its id.
    pub id: Uuid,
    /// What If-Match takes.
    pub version: i64,
    /// Its stage, from 1.
    pub stage: u32,
    /// Its number in the stage, from 1.
    pub number: u32,
    /// Draft, published, locked.
    pub state: RoundState,
    /// When it was published.
    pub published_at: Option<String>,
    /// The games by table.
    pub games: Vec<GameView>,
    /// Swiss: who has the bye.
    pub byes: Vec<Number>,
    /// Whose previous game counted as a draw for this pairing (principle 8).
    pub provisional: Vec<Number>,
    /// Round robin and knock-out: who has no game in this round.
    pub rests: Vec<Number>,
    /// Why these have the bye.
    #[schema(value_type = Vec<Object>)]
    pub bye_reasons: Value,
    /// What the arbiter should know before publishing; in drafts only.
    pub warnings: Vec<Warning>,
    /// Changed by hand: why, and what differs from the engine's pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    /// Changed by hand: the engine's own pairing, to compare; in drafts, and with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub engine: Option<Value>,
    /// Swiss: whether the rounds after this one can be completed; in drafts only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub feasibility: Option<Value>,
    /// With `explain`: how the pairing as a whole came about, as it was stored when it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub explanation: Option<Value>,
}

impl RoundView {
    /// The view of a round.
    pub fn new(dossier: &Dossier, stage: u32, facts: &RoundFacts) -> RoundView {
        let draft = facts.state == RoundState::Draft;
        let part = |name: &str| facts.pairing.as_ref().and_then(|p| p.get(name)).cloned();
        let list = |name: &str| part(name).unwrap_or_else(|| Value::Array(Vec::new()));
        let by_hand = part("by_hand").is_some_and(|b| b == Value::Bool(true));
        let reasons = reasons(facts);
        RoundView {
            id: facts.id,
            version: facts.version,
            stage,
            number: facts.round.number,
            state: facts.state,
            published_at: facts.published_at.clone(),
            games: facts
                .games
                .iter()
                .map(|g| {
                    let mut view = GameView::new(dossier, stage, facts.round.number, g);
                    let pair = (g.game.red.into(), g.game.black.into(), g.game.game.into());
                    let own = reasons.get(&pair).map(|&own| own.clone());
                    view.reasons = own.unwrap_or_else(|| Value::Array(Vec::new()));
                    view
                })
                .collect(),
            byes: facts.round.byes.clone(),
            provisional: facts.round.provisional.clone(),
            rests: serde_json::from_value(list("rests")).unwrap_or_default(),
            bye_reasons: list("bye_reasons"),
            warnings: if draft {
                warnings(&list("warnings"))
            } else {
                Vec::new()
            },
            by_hand: facts.round.by_hand.clone(),
            engine: part("engine").filter(|_| draft && by_hand),
            feasibility: part("feasibility").filter(|_| draft),
            explanation: None,
        }
    }

    /// With how the pairing as a whole came about.
    #[must_use]
    pub fn explained(mut self, facts: &RoundFacts) -> RoundView {
        let part = |name: &str| facts.pairing.as_ref().and_then(|p| p.get(name)).cloned();
        let by_hand = part("by_hand").is_some_and(|b| b == Value::Bool(true));
        self.explanation = part("explanation");
        self.engine = part("engine").filter(|_| by_hand);
        self
    }
}

/// Who meets whom with which colours, and in which game of the pairing.
type Pair = (u64, u64, u64);

/// The reasons the engine gave, by pair.
fn reasons(facts: &RoundFacts) -> HashMap<Pair, &Value> {
    let games = facts.pairing.as_ref().and_then(|p| p.get("games"));
    let games = games.and_then(Value::as_array).into_iter().flatten();
    games
        .filter_map(|g| {
            let number = |name: &str| g.get(name).and_then(Value::as_u64);
            let pair = (
                number("red")?,
                number("black")?,
                number("game").unwrap_or(1),
            );
            Some((pair, g.get("reasons")?))
        })
        .collect()
}

fn warnings(list: &Value) -> Vec<Warning> {
    let text = |w: &Value, name: &str| {
        w.get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let items = list.as_array().into_iter().flatten();
    items
        .map(|w| Warning {
            code: text(w, "code"),
            zh: text(w, "zh"),
            en: text(w, "en"),
        })
        .collect()
}
