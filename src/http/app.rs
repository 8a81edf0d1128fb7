//! What every handler can reach.
use super::express::Express;
use super::limit::Limiter;
use crate::config::Limits;
use crate::live::{Live, Webhooks};
use crate::service::Office;
use crate::store::Store;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;

/// How long requests in flight may take to finish after the shutdown began.
const GRACE: Duration = Duration::from_secs(15);

/// What every handler can reach. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The commands.
    pub office: Office,
    /// The public reads.
    pub live: Arc<Live>,
    /// Answers that can be given again.
    pub express: Arc<Express>,
    /// The counters.
    pub metrics: PrometheusHandle,
    /// What one request, or one client, may ask for.
    pub limits: Arc<Limits>,
    /// How long requests in flight may take to finish after the shutdown began.
    pub grace: Duration,
    /// Requests a second for each key.
    pub limiter: Arc<Limiter>,
    /// What is settled about sending webhooks.
    pub webhooks: Arc<Webhooks>,
    /// True from the moment the server shuts down: open streams end.
    pub stopping: watch::Sender<bool>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("office", &self.office)
            .finish_non_exhaustive()
    }
}

impl App {
    /// An app on a store. The caller runs `live::listener::run` beside it; without it every read
    /// asks the database for the revision.
    pub fn new(store: Store) -> App {
        App::with(store, Limits::default(), GRACE)
    }

    /// The same with limits of its own, and a time for requests in flight at the end.
    pub fn with(store: Store, limits: Limits, grace: Duration) -> App {
        let live = Arc::new(Live::new(store.clone()));
        App {
            office: Office::new(store),
            live,
            express: Arc::default(),
            metrics: recorder(),
            limiter: Arc::new(Limiter::new(
                limits.rate_per_second.get(),
                limits.rate_burst.get(),
            )),
            limits: Arc::new(limits),
            grace,
            webhooks: Arc::default(),
            stopping: watch::Sender::new(false),
        }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.office.store
    }
}

/// One recorder a process, however many apps its tests make.
fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    let made = RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets(&[
                0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0,
            ])
            .expect("the list of buckets is not empty")
            .build_recorder();
        let handle = recorder.handle();
        // Another recorder installed by an embedding program keeps its place.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    made.clone()
}
