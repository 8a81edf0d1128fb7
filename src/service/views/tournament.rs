//! A tournament as answers show it.
use crate::tournament::dossier::{Dossier, Frame, Status};
use crate::tournament::model::Tournament;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentView {
    /// Its id.
    pub id: Uuid,
    /// Its public revision.
    pub revision: i64,
    /// What If-Match takes.
    pub version: i64,
    /// How far it is.
    pub status: Status,
    /// Name, dates, regulations.
    #[serde(flatten)]
    pub tournament: Tournament,
}

impl TournamentView {
    /// The view of a frame at a revision.
    pub fn new(id: Uuid, revision: i64, frame: &Frame) -> TournamentView {
        TournamentView {
            id,
            revision,
            version: frame.version,
            status: frame.status,
            tournament: frame.tournament.clone(),
        }
    }

    /// The view of a dossier's frame.
    pub fn of(dossier: &Dossier) -> TournamentView {
        TournamentView::new(dossier.id, dossier.revision, &dossier.frame)
    }
}
