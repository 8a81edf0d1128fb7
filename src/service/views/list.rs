//! A page of a list.
use serde::Serialize;
use utoipa::ToSchema;

/// One page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Listing<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Cursor of the next page (`?cursor=`); null on the last one.
    pub next: Option<String>,
}
