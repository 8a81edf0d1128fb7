//! `GET /rules/round-robin/{n}`
use crate::http::extract::Path;
use crate::http::{Handled, answer};
use crate::service::Error;
use crate::tournament::format::round_robin::OrderTable;
use axum::http::HeaderMap;

/// The round-robin table for a number of entries (循环赛对局秩序表, appendix 1)
#[utoipa::path(get, path = "/rules/round-robin/{n}", tag = "rules",
    params(("n" = u32, Path, description = "Number of entries")),
    responses((status = 200, description = "The table", body = OrderTable)))]
pub async fn round_robin(Path(n): Path<u32>, headers: HeaderMap) -> Handled {
    let table = OrderTable::new(n).map_err(|e| Error::invalid("/n", e.zh(), e.to_string()))?;
    answer::public(&table, None, &headers)
}
