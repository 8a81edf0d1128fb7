//! Routes of rounds.

pub mod get;
pub mod list;
pub mod lock;
pub mod pair;
pub mod publish;
pub mod reopen;
pub mod repair;
pub mod undo;

use serde::Deserialize;
use utoipa::IntoParams;

/// With or without how the pairing as a whole came about.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExplainRound {
    /// Adds the segments with their columns, order of choice and objectives, and for a pairing
    /// changed by hand the engine's own.
    #[serde(default)]
    pub explain: bool,
}

impl ExplainRound {
    /// A view of a round, explained where that is asked for.
    pub fn view(
        self,
        dossier: &crate::tournament::dossier::Dossier,
        stage: u32,
        facts: &crate::tournament::dossier::RoundFacts,
    ) -> crate::service::views::RoundView {
        let view = crate::service::views::RoundView::new(dossier, stage, facts);
        if self.explain {
            view.explained(facts)
        } else {
            view
        }
    }
}
