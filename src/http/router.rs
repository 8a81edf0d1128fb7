//! The one list of routes.
use super::answer::PREFIX;
use super::{
    App, Problem, docs, entries, envelope, events, games, health, home, keys, limit, lineups,
    openapi, players, rounds, rules, stages, tournaments, views, webhooks,
};
use axum::http::{HeaderName, Method, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Every route of the API, with its document.
pub(super) fn api(document: OpenApi) -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(document).nest(PREFIX, routes())
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(players::list::list, players::create::create))
        .routes(routes!(players::import::import))
        .routes(routes!(players::get::get, players::edit::edit))
        .routes(routes!(players::merge::merge))
        .routes(routes!(players::upsert::upsert))
        .routes(routes!(
            tournaments::list::list,
            tournaments::create::create
        ))
        .routes(routes!(
            tournaments::get::get,
            tournaments::edit::edit,
            tournaments::remove::remove
        ))
        .routes(routes!(tournaments::undo::undo))
        .routes(routes!(entries::list::list, entries::create::create))
        .routes(routes!(entries::import::import))
        .routes(routes!(entries::upsert::upsert))
        .routes(routes!(entries::get::get, entries::edit::edit))
        .routes(routes!(entries::withdraw::withdraw))
        .routes(routes!(entries::penalise::penalise))
        .routes(routes!(stages::list::list, stages::create::create))
        .routes(routes!(
            stages::get::get,
            stages::edit::edit,
            stages::remove::remove
        ))
        .routes(routes!(stages::feasibility::feasibility))
        .routes(routes!(stages::draw::draw))
        .routes(routes!(stages::commit::commit))
        .routes(routes!(stages::draws::draws))
        .routes(routes!(stages::one_draw::one_draw))
        .routes(routes!(stages::order_table::order_table))
        .routes(routes!(stages::bracket::bracket))
        .routes(routes!(rounds::list::list, rounds::pair::pair))
        .routes(routes!(rounds::get::get, rounds::undo::undo))
        .routes(routes!(rounds::repair::repair))
        .routes(routes!(rounds::publish::publish))
        .routes(routes!(rounds::lock::lock))
        .routes(routes!(rounds::reopen::reopen))
        .routes(routes!(lineups::round::round))
        .routes(routes!(lineups::deadline::deadline))
        .routes(routes!(lineups::draw::draw))
        .routes(routes!(lineups::submit::submit))
        .routes(routes!(lineups::allowed::allowed))
        .routes(routes!(games::get::get))
        .routes(routes!(games::result::result))
        .routes(routes!(games::board::board))
        .routes(routes!(games::confirm::confirm))
        .routes(routes!(games::list_moves::list_moves, games::moves::moves))
        .routes(routes!(
            games::record::read_record,
            games::record::put_record
        ))
        .routes(routes!(games::log::read_log, games::log::enter))
        .routes(routes!(
            games::take_back::list_take_backs,
            games::take_back::take_back
        ))
        .routes(routes!(games::offers::list_offers, games::offers::offer))
        .routes(routes!(games::claims::list_claims, games::claims::claim))
        .routes(routes!(games::rulings::list_rulings, games::rulings::rule))
        .routes(routes!(games::fouls::list_fouls, games::fouls::foul))
        .routes(routes!(games::clock::read_clock, games::clock::clock))
        .routes(routes!(views::standings::standings))
        .routes(routes!(views::crosstable::crosstable))
        .routes(routes!(views::progress::progress))
        .routes(routes!(views::progress::entry))
        .routes(routes!(views::categories::by_category))
        .routes(routes!(views::pairings::pairings))
        .routes(routes!(views::current::current))
        .routes(routes!(views::places::places))
        .routes(routes!(views::teams::teams))
        .routes(routes!(events::stream::stream))
        .routes(routes!(events::changes::changes))
        .routes(routes!(events::export::export))
        .routes(routes!(events::import::as_new))
        .routes(routes!(events::import::into_empty))
        .routes(routes!(events::audit::audit))
        .routes(routes!(events::verify::verify))
        .routes(routes!(webhooks::list::list, webhooks::create::create))
        .routes(routes!(
            webhooks::get::get,
            webhooks::edit::edit,
            webhooks::remove::remove
        ))
        .routes(routes!(webhooks::rotate::rotate))
        .routes(routes!(webhooks::replay::replay))
        .routes(routes!(webhooks::deliveries::deliveries))
        .routes(routes!(rules::position::position))
        .routes(routes!(rules::notation::notation))
        .routes(routes!(rules::repetition::repetition))
        .routes(routes!(rules::natural_limit::natural_limit))
        .routes(routes!(rules::touch::touch))
        .routes(routes!(rules::round_robin::round_robin))
        .routes(routes!(rules::time_controls::time_controls))
        .routes(routes!(keys::list::list, keys::create::create))
        .routes(routes!(keys::get::get))
        .routes(routes!(keys::rotate::rotate))
        .routes(routes!(keys::revoke::revoke))
}

/// The whole service.
pub fn router(app: App) -> Router {
    let (routes, _) = api(OpenApi::default()).split_for_parts();
    routes
        .route(&format!("{PREFIX}/openapi.json"), get(openapi::json))
        .route("/", get(home::page))
        .route("/api/docs", get(docs::page))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(async || Problem::not_found())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), limit::around))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            envelope::around,
        ))
        .layer(cors())
        .with_state(app)
}

/// A panic is a fault of the program: its message goes to the log only.
fn panicked(panic: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    Problem::fault()
        .because(format!("a handler panicked: {message}"))
        .into_response()
}

/// Any page may read what is public; keys are never sent by a browser on its own.
fn cors() -> CorsLayer {
    let name = HeaderName::from_static;
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::OPTIONS])
        .allow_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::IF_NONE_MATCH,
            name("last-event-id"),
            name("x-request-id"),
        ])
        .expose_headers([
            header::ETAG,
            header::LINK,
            header::RETRY_AFTER,
            name("x-request-id"),
            name("ratelimit"),
            name("ratelimit-policy"),
        ])
        .max_age(Duration::from_secs(3600))
}
