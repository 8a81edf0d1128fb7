//! `saiwu serve`: the server. Settings, then logs, the database and its schema, then the doors open;
//! at the end the doors close first, then the pool, then the embedded cluster.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::database::{Database, DatabaseError};
use super::{BAD_INPUT, FINDING, refuse};
use crate::config::ServerConfig;
use crate::http::{self, App, waiting};
use crate::service::keys;
use crate::service::{Error as ServiceError, Office};
use crate::store::{Settings, Store};
use crate::telemetry;

/// How often the metrics put their samples in order.
const UPKEEP: Duration = Duration::from_secs(5);

/// How long between two looks for a database that is away.
const GLANCE: Duration = Duration::from_millis(500);

/// How soon after the first one a second signal is taken for the same.
const AGAIN: Duration = Duration::from_secs(1);

/// Arguments of `serve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ServerConfig,
}

/// Serves until a signal ends it.
pub fn run(args: &Args) -> ExitCode {
    serve(&args.config, |_| async { Ok(Vec::new()) })
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServeError {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("cannot listen on {address}: {source}")]
    Listen {
        address: SocketAddr,
        source: std::io::Error,
    },
    #[error("the server failed: {0}")]
    Io(#[from] std::io::Error),
    #[error("the start failed: {}", super::words(.0).1)]
    Service(ServiceError),
}

impl ServeError {
    fn report(&self) -> ExitCode {
        match self {
            Self::Database(error) => error.report(),
            Self::Listen { address, source } => refuse(
                BAD_INPUT,
                &format!("无法监听 {address}:{source}"),
                &self.to_string(),
            ),
            Self::Io(error) => refuse(FINDING, &format!("服务器出错:{error}"), &self.to_string()),
            Self::Service(error) => {
                let (chinese, _) = super::words(error);
                refuse(FINDING, &format!("启动失败:{chinese}"), &self.to_string())
            }
        }
    }
}

/// Serves by these settings. `fill` may put things into the database first, and returns lines to
/// print with the addresses, in which `{address}` stands for where the server is.
pub(super) fn serve<F>(config: &ServerConfig, fill: impl FnOnce(Office) -> F) -> ExitCode
where
    F: Future<Output = Result<Vec<String>, ServiceError>>,
{
    telemetry::start_log(&config.log);
    let served = super::runtime()
        .map_err(ServeError::from)
        .and_then(|runtime| runtime.block_on(open_and_serve(config, fill)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

async fn open_and_serve<F>(
    config: &ServerConfig,
    fill: impl FnOnce(Office) -> F,
) -> Result<(), ServeError>
where
    F: Future<Output = Result<Vec<String>, ServiceError>>,
{
    // From here on a signal ends the server in order, also while it is still starting.
    let shutdown = shutdown_signal()?;
    allow_many_connections();
    // Before anything is started: an address in use is the commonest mistake.
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|source| ServeError::Listen {
            address: config.listen,
            source,
        })?;
    let mut shutdown = Box::pin(shutdown);
    let opened = Database::open(&config.database).await;
    let database = match opened {
        // Its own server answers for it in the meantime; who waits in front sees it live.
        Err(error) if error.is_away() => {
            tracing::warn!(%error, "waiting for the database");
            let there = waiting::until(&listener, wait_for(config));
            tokio::select! {
                opened = there => opened?,
                () = &mut shutdown => return Ok(()),
            }
        }
        opened => opened?,
    };
    let served = serve_on(config, &database, listener, shutdown, fill).await;
    database.close().await;
    tracing::info!("stopped");
    served
}

/// Opens a database that is away, as soon as it is not.
async fn wait_for(config: &ServerConfig) -> Result<Database, DatabaseError> {
    loop {
        tokio::time::sleep(GLANCE).await;
        match Database::open(&config.database).await {
            Err(error) if error.is_away() => {}
            opened => return opened,
        }
    }
}

async fn serve_on<F>(
    config: &ServerConfig,
    database: &Database,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
    fill: impl FnOnce(Office) -> F,
) -> Result<(), ServeError>
where
    F: Future<Output = Result<Vec<String>, ServiceError>>,
{
    database.migrate().await?;
    let mut store = Store::lazy(Settings {
        options: database.options.clone(),
        max_connections: config.db_connections.get(),
    });
    if let Some(replica) = &config.database_read_url {
        store = store.with_replica(replica.clone(), config.db_connections.get());
    }
    let app = App::with(store, config.limits.clone(), config.shutdown_seconds);
    app.webhooks.allow_private(config.webhooks_private);
    let given = config.admin_key.as_ref().and_then(|key| key.reveal());
    let made = keys::first::run(&app.office, given)
        .await
        .map_err(ServeError::Service)?;
    let lines = fill(app.office.clone())
        .await
        .map_err(ServeError::Service)?;
    let address = format!("http://{}", listener.local_addr()?);
    tracing::info!(%address, database = database.place(), "serving");
    println!("saiwu: {address}/api/docs");
    for line in lines {
        println!("saiwu: {}", line.replace("{address}", &address));
    }
    if let Some(key) = made {
        println!("saiwu: 管理员密钥,仅显示这一次 (the administrator's key, shown only this once):");
        println!("{key}");
    }
    let metrics = app.metrics.clone();
    let upkeep = tokio::spawn(async move {
        let mut tick = tokio::time::interval(UPKEEP);
        loop {
            tick.tick().await;
            metrics.run_upkeep();
        }
    });
    let served = http::serve(listener, app, shutdown).await;
    upkeep.abort();
    Ok(served?)
}

/// A connection is a file to the system, and a hall of phones holds thousands open: as many as the
/// system lets this process have.
fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, allowed = limit.current, "the number of connections stays low");
    }
}

/// Ends when the process is asked to end. A second signal ends it at once.
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let (asked, ask) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(async move {
        let mut asked = Some(asked);
        let mut first = Instant::now();
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            let Some(asked) = asked.take() else {
                // Some programs send the signal to the process and again to its group.
                if first.elapsed() < AGAIN {
                    continue;
                }
                // The embedded cluster stops by itself when this process has gone.
                std::process::exit(i32::from(FINDING));
            };
            first = Instant::now();
            tracing::info!("stopping");
            // Nobody listens any more: the server has ended already.
            let _ = asked.send(());
        }
    });
    Ok(async move {
        // An error means that nobody will ask any more, which does not happen while it runs.
        drop(ask.await);
    })
}
