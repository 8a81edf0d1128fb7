//! `GET /tournaments/{tournament}/stages/{stage}/order-table`
use crate::http::extract::Path;
use crate::http::reading::Reading;
use crate::http::{App, Handled};
use crate::service::Error;
use crate::tournament::format::round_robin::OrderTable;
use crate::tournament::model::{Format, Number};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A stage's order table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StageTable {
    /// The revision.
    pub revision: i64,
    /// Who stands on place 1, 2 … of the table.
    pub places: Vec<Number>,
    /// The table by places.
    #[serde(flatten)]
    pub table: OrderTable,
    /// The table as the rule book prints it, a line a round.
    pub lines: Vec<String>,
}

/// The order table of a round-robin stage (appendix 1)
#[utoipa::path(get, path = "/tournaments/{tournament}/stages/{stage}/order-table", tag = "stages",
    params(("tournament" = Uuid, Path, description = "The tournament's id"), ("stage" = u32, Path, description = "The stage, from 1")),
    responses((status = 200, description = "The table", body = StageTable)))]
pub async fn order_table(
    State(app): State<App>,
    Path((id, stage)): Path<(Uuid, u32)>,
    reading: Reading,
) -> Handled {
    app.show(
        id,
        &reading,
        format!("stages/{stage}/order-table"),
        move |s| {
            let facts = s.dossier.stage(stage).ok_or(Error::NotFound)?;
            if facts.stage.format != Format::RoundRobin {
                return Err(Error::NotFound);
            }
            super::bracket::settled(&facts.stage)?;
            let places = s.event.field(stage as usize - 1);
            let table = OrderTable::new(places.len() as u32)
                .map_err(|e| Error::refused("no_order_table", e.zh(), e.to_string()))?;
            let lines = table.lines();
            Ok(StageTable {
                revision: s.dossier.revision,
                places,
                table,
                lines,
            })
        },
    )
    .await
}
