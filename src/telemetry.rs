//! Logs and metrics.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

use crate::config::{LogConfig, LogFormat};

/// Bounds of the histogram of request times, in seconds: from a cached read to the longest request.
const SECONDS: [f64; 11] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 10.0,
];

/// Starts the log of this process, on standard error. A second call changes nothing.
pub fn start_log(config: &LogConfig) {
    // The filter was checked with the other settings.
    let filter = EnvFilter::builder().parse_lossy(&config.log);
    let log = fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(true);
    let started = match config.log_format {
        LogFormat::Text => {
            let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
            log.with_ansi(colours).try_init()
        }
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .try_init(),
    };
    // Only a second start fails, and the first one goes on logging.
    drop(started);
}

/// The metrics of this process. The first call starts to collect them.
pub fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let builder = PrometheusBuilder::new()
                .set_buckets(&SECONDS)
                .expect("the list of bounds is not empty");
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            // Another recorder in the process (an embedding program's) keeps its place; then ours
            // stays empty.
            drop(metrics::set_global_recorder(recorder));
            handle
        })
        .clone()
}
