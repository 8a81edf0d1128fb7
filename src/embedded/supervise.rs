//! The handle a server holds on the embedded cluster: restart after a crash, stop at the end.

use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::folder::{Folder, PORT};
use super::start::{GLANCE, USER, launch};
use super::{Binaries, EmbeddedError, Options};

/// The longest pause between two attempts to restart a cluster that does not come up.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a stop waits for the end of PostgreSQL. The shell goes on stopping it in any case.
const STOP_PATIENCE: Duration = Duration::from_secs(40);

/// A running private PostgreSQL cluster. It ends when the last process that holds one on the same
/// folder drops it, stops it or dies.
#[derive(Debug)]
pub struct Cluster {
    shared: Arc<Shared>,
    watch: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    options: Options,
    folder: Folder,
    stopping: AtomicBool,
    /// What keeps the cluster alive; None after the stop.
    hold: Mutex<Option<Hold>>,
}

/// This process's share in the cluster.
#[derive(Debug)]
struct Hold {
    _pipe: OwnedFd,
    _user: File,
}

impl Cluster {
    /// Starts the cluster in the folder, making it if there is none, or adopts the one another
    /// server runs there. Waits until it accepts connections. Blocks: call it off the runtime.
    pub fn start(options: Options) -> Result<Cluster, EmbeddedError> {
        let deadline = Instant::now() + options.start_timeout;
        loop {
            let folder = Folder::under(&options.data_dir, options.ephemeral)?;
            match Cluster::attempt(&options, folder.clone()) {
                Ok(Some(cluster)) => return Ok(cluster),
                // An ephemeral folder may be removed at any moment by its last user.
                Err(EmbeddedError::Folder { source, .. })
                    if options.ephemeral && source.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
                Ok(None) => {}
            }
            if Instant::now() > deadline {
                return Err(EmbeddedError::StartTimeout {
                    folder: folder.path,
                    seconds: options.start_timeout.as_secs(),
                });
            }
            sleep(GLANCE);
        }
    }

    /// One attempt to start or adopt; None when another process is starting or stopping it now.
    fn attempt(options: &Options, folder: Folder) -> Result<Option<Cluster>, EmbeddedError> {
        let owner = super::owner::Owner::find(options.run_as.as_deref(), &folder.cluster())?;
        folder.prepare(&owner)?;
        let user = folder.join_users()?;
        let (pipe, shell) = match folder.try_lock()? {
            Some(lock) => {
                let running = launch(options, &folder, &lock)?;
                (Some(running.pipe), Some(running.shell))
            }
            None => (folder.hold_pipe().filter(|_| folder.is_ready(None)), None),
        };
        let Some(pipe) = pipe else { return Ok(None) };
        if let Some(linger) = options.linger {
            keep_open(&pipe, linger)?;
        }
        let shared = Arc::new(Shared {
            options: options.clone(),
            folder,
            stopping: AtomicBool::new(false),
            hold: Mutex::new(Some(Hold {
                _pipe: pipe,
                _user: user,
            })),
        });
        let watched = Arc::clone(&shared);
        let watch = std::thread::Builder::new()
            .name("postgres-watch".into())
            .spawn(move || watched.watch(shell))
            .map_err(|source| EmbeddedError::Program {
                program: "postgres-watch".into(),
                source,
            })?;
        Ok(Some(Cluster {
            shared,
            watch: Some(watch),
        }))
    }

    /// How to connect to a database of the cluster. No secret in it: the folder is the lock.
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.shared.folder.path)
            .port(PORT)
            .username(USER)
            .database(database)
            .ssl_mode(PgSslMode::Disable)
    }

    /// The same as an address, for `psql`, `pg_dump` and `DATABASE_URL`.
    pub fn url(&self, database: &str) -> String {
        let folder = self.shared.folder.path.to_string_lossy();
        let host: String = folder
            .bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    char::from(byte).to_string()
                }
                other => format!("%{other:02X}"),
            })
            .collect();
        format!("postgresql:///{database}?host={host}&user={USER}")
    }

    /// The folder with the socket, the data and the log.
    pub fn folder(&self) -> &Path {
        &self.shared.folder.path
    }

    /// The programs of the version the cluster was made by.
    pub fn binaries(&self) -> Result<Binaries, EmbeddedError> {
        let cluster = self.shared.folder.cluster();
        let made_by = self.shared.folder.major_version()?;
        let wanted = made_by.map(|major| (major, cluster.as_path()));
        Binaries::locate(&self.shared.options.search, wanted)
    }

    /// Leaves the cluster, and waits for its end if nobody else uses it.
    pub fn stop(mut self) {
        self.leave();
    }

    fn leave(&mut self) {
        let Some(watch) = self.watch.take() else {
            return;
        };
        self.shared.stopping.store(true, Ordering::SeqCst);
        self.shared
            .hold
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let end = Instant::now() + STOP_PATIENCE;
        // The watch ends when the shell has ended. It goes on waiting while others use the cluster,
        // or while the pipe is kept open for the next user.
        while !watch.is_finished()
            && self.shared.options.linger.is_none()
            && self.shared.folder.is_unused()
            && Instant::now() < end
        {
            sleep(GLANCE);
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Shared {
    /// Waits for the end of the shell, whoever started it, and starts the cluster again, unless
    /// this process has left it.
    fn watch(&self, mut shell: Option<Child>) {
        loop {
            let lock = self.folder.wait_for_lock();
            if let Some(mut ended) = shell.take() {
                // Only collects what the system keeps of the ended process.
                let _ = ended.wait();
            }
            if self.stopping.load(Ordering::SeqCst) {
                return;
            }
            let lock = match lock {
                Ok(lock) => lock,
                Err(error) => {
                    tracing::error!(%error, "the embedded PostgreSQL is no longer watched");
                    return;
                }
            };
            tracing::warn!("the embedded PostgreSQL has ended; starting it again");
            let mut pause = Duration::from_millis(100);
            while !self.stopping.load(Ordering::SeqCst) {
                match launch(&self.options, &self.folder, &lock) {
                    Ok(running) => {
                        tracing::info!("the embedded PostgreSQL runs again");
                        shell = Some(running.shell);
                        break;
                    }
                    Err(error) => tracing::error!(%error, "the embedded PostgreSQL does not start"),
                }
                sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// Keeps the pipe open for a while after this process has gone.
fn keep_open(pipe: &OwnedFd, time: Duration) -> Result<(), EmbeddedError> {
    let program = "sleep";
    let failed = |source| EmbeddedError::Program {
        program: program.into(),
        source,
    };
    let end = pipe.try_clone().map_err(failed)?;
    let mut sleeper = Command::new(program)
        .arg(time.as_secs().max(1).to_string())
        .stdin(Stdio::null())
        .stdout(end)
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    std::thread::spawn(move || sleeper.wait());
    Ok(())
}
