//! `GET /api/docs`: the document as a page to browse. One small file, nothing fetched elsewhere.
use axum::http::header;
use axum::response::IntoResponse;

/// The page.
pub async fn page() -> impl IntoResponse {
    html(include_str!("docs.html"))
}

/// A page of ours: it may run its own script, ask this server, and reach nothing else.
pub(super) fn html(text: &'static str) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=300"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:",
        ),
    ];
    (headers, text)
}
