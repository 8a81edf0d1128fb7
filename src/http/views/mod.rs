//! Routes of what the public sees: tables, pairings.

pub mod categories;
pub mod crosstable;
pub mod current;
pub mod pairings;
pub mod places;
pub mod progress;
pub mod standings;
pub mod teams;

use crate::service::entries::now_playing;
use crate::service::{Error, Result};
use crate::tournament::dossier::Dossier;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which stage, after which round.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AtQuery {
    /// The stage, from 1; the one being played when absent.
    stage: Option<u32>,
    /// After this round; the last one published when absent.
    after_round: Option<u32>,
}

impl AtQuery {
    fn key(&self) -> String {
        let part = |n: Option<u32>| n.map(|n| n.to_string()).unwrap_or_default();
        format!(
            "stage={}&after_round={}",
            part(self.stage),
            part(self.after_round)
        )
    }

    /// The stage asked for, from 1.
    fn stage(&self, dossier: &Dossier) -> Result<u32> {
        let stage = self.stage.unwrap_or_else(|| now_playing(dossier).0);
        dossier.stage(stage).map(|_| stage).ok_or(Error::NotFound)
    }
}
