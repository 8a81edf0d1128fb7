//! `GET /rules/time-controls`
use crate::http::{Handled, answer};
use crate::tournament::conduct::clock::{Preset, presets};
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

/// The schemes of article 6.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TimeControls {
    /// Each ready to be taken over into the regulations.
    pub presets: Vec<Preset>,
}

/// The five schemes of clocks (6.1 to 6.5), as data for the regulations' `time_control`
#[utoipa::path(get, path = "/rules/time-controls", tag = "rules",
    responses((status = 200, description = "The schemes", body = TimeControls)))]
pub async fn time_controls(headers: HeaderMap) -> Handled {
    let presets = presets();
    answer::public(&TimeControls { presets }, None, &headers)
}
