//! `GET /`: the tournaments of this server and their tables as a page to look at, kept up to date by
//! the same conditional reads as any scoreboard. One small file, nothing fetched elsewhere.
use super::docs::html;
use axum::response::IntoResponse;

/// The page.
pub async fn page() -> impl IntoResponse {
    html(include_str!("home.html"))
}
