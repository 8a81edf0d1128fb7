//! The HTTP interface: the router, the wire forms, the problems.
//!
//! # How to add a route
//! 1. A file `http/<noun>/<verb>.rs` with one handler that carries `#[utoipa::path(…)]`; the path is
//!    below `/api/v1`. The handler names only its success answers; problems, `If-Match`,
//!    `Idempotency-Key` and the key are added to the document by `openapi.rs` from the method.
//! 2. One line in `router.rs`, the one list of routes: `.routes(routes!(noun::verb::handler))`,
//!    several methods of one path in one `routes!`.
//! 3. A write takes `State<App>`, the path by [`extract::Path`], and last [`extract::Wish<T>`]
//!    (the caller, If-Match, the body as `T` and as raw JSON; a POST without Idempotency-Key is
//!    refused there). It calls one function of `service` and returns `app.answer(answer)`.
//! 4. A public read takes [`reading::Reading`] and calls `app.show(tournament, &reading, view, f)`,
//!    where `view` names the view with its parameters and `f` makes the value from a
//!    `live::Snapshot`: it is rendered once a revision and language, with ETag and 304.
//! 5. Errors are `service::Error`; only `error.rs` knows their status codes.
//! 6. Regenerate the document: `saiwu openapi > openapi.yaml`.

pub mod answer;
pub mod app;
pub mod auth;
pub mod docs;
pub mod download;
pub mod entries;
pub mod envelope;
pub mod error;
pub mod etag;
pub mod events;
pub mod express;
pub mod extract;
pub mod games;
pub mod health;
pub mod home;
pub mod keys;
pub mod language;
pub mod limit;
pub mod lineups;
pub mod openapi;
pub mod paging;
pub mod players;
pub mod reading;
pub mod rounds;
pub mod router;
pub mod rules;
pub mod serve;
pub mod stages;
pub mod tournaments;
pub mod views;
pub mod waiting;
pub mod webhooks;

pub use app::App;
pub use error::Problem;
pub use openapi::document;
pub use router::router;
pub use serve::serve;

/// The result of a handler.
pub type Handled = std::result::Result<axum::response::Response, Problem>;
