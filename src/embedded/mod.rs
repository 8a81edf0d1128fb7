//! A private PostgreSQL cluster, for a server that was given no `DATABASE_URL`.
//!
//! [`Cluster::start`] finds the PostgreSQL programs of the machine, makes a cluster in a folder that
//! only its owner may enter, runs it on a Unix socket in that folder (no network port at all, no
//! password needed: whoever may enter the folder is trusted), and restarts it when it dies.
//!
//! * `locate`: which PostgreSQL programs.
//! * `owner`: which user the cluster runs as; PostgreSQL refuses to run as root.
//! * `folder`: what lies in the folder, and the three files by which servers find each other.
//! * `start`: make the cluster and bring it up, under a lock.
//! * `supervise`: the handle a server holds, the restart after a crash, the stop.
//!
//! # Who keeps the cluster alive
//! Every server on the folder holds the writing end of the named pipe `alive`. A small shell holds
//! the reading end and runs PostgreSQL. The kernel closes a dead process's pipes, so when the last
//! server has gone, were it by `kill -9`, the shell reads the end of the pipe and stops PostgreSQL.
//! The shell also holds the lock of the folder for as long as it lives; every server has a thread
//! that waits for this lock. Whoever gets it knows that the cluster has ended, and starts it again.
//! So a second server on the same folder adopts the running cluster, keeps it when the first one
//! leaves, and takes over its restarts.

mod error;
mod folder;
mod locate;
mod owner;
mod start;
mod supervise;

use std::path::PathBuf;
use std::time::Duration;

pub use error::EmbeddedError;
pub use locate::{Binaries, OLDEST_MAJOR, Search};
pub use supervise::Cluster;

/// What [`Cluster::start`] needs to know.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the server's data; the cluster lives in its subfolder `postgres`.
    pub data_dir: PathBuf,
    /// The folder is removed when the last server on it has gone, and nothing is forced to disk.
    pub ephemeral: bool,
    /// How long the cluster stays up after the last server has gone, waiting for the next one.
    pub linger: Option<Duration>,
    /// Where to look for the PostgreSQL programs.
    pub search: Search,
    /// As root: the user (name or number) the cluster runs as. Without it, the owner of the cluster
    /// that is there already, else `postgres`, else `nobody`.
    pub run_as: Option<String>,
    /// How long a start may take before it counts as failed.
    pub start_timeout: Duration,
}

impl Options {
    /// A lasting cluster under `data_dir`.
    pub fn at(data_dir: impl Into<PathBuf>) -> Options {
        Options {
            data_dir: data_dir.into(),
            ephemeral: false,
            linger: None,
            search: Search::default(),
            run_as: None,
            start_timeout: Duration::from_secs(60),
        }
    }

    /// A cluster that leaves nothing behind, in the folder `data_dir`, which need not exist.
    pub fn ephemeral_at(data_dir: impl Into<PathBuf>) -> Options {
        Options {
            ephemeral: true,
            ..Options::at(data_dir)
        }
    }

    /// A cluster that leaves nothing behind, in a new folder under the folder for temporary files.
    pub fn ephemeral() -> Options {
        let since_epoch = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        let name = format!("saiwu-{}-{}", std::process::id(), since_epoch.as_nanos());
        Options::ephemeral_at(std::env::temp_dir().join(name))
    }
}
