//! The database a command works on: the one it was given, or an embedded one.

use std::process::ExitCode;

use sqlx::ConnectOptions;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;

use super::{BAD_INPUT, FINDING, refuse};
use crate::config::DatabaseConfig;
use crate::embedded::{Cluster, EmbeddedError, OLDEST_MAJOR};
use crate::store::database;

/// The name of the database in an embedded cluster.
const NAME: &str = "saiwu";

/// A database that can be connected to.
#[derive(Debug)]
pub(super) struct Database {
    /// How to connect.
    pub options: PgConnectOptions,
    /// The embedded cluster it is in, if it is.
    pub cluster: Option<Cluster>,
}

/// Why a command has no database.
#[derive(Debug, thiserror::Error)]
pub(super) enum DatabaseError {
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// The server named by `DATABASE_URL`, or the embedded one, does not let us in.
    #[error("cannot connect to PostgreSQL at {place}: {source}")]
    Connect { place: String, source: sqlx::Error },
    #[error("PostgreSQL at {place} is version {major}, and {OLDEST_MAJOR} or later is needed")]
    TooOld { place: String, major: u32 },
    #[error("the schema cannot be brought up to date: {0}")]
    Migrate(#[from] MigrateError),
}

impl DatabaseError {
    /// Whether the database is there but for the moment: it does not answer, starts or stops. A wrong
    /// password or name is another matter.
    pub fn is_away(&self) -> bool {
        match self {
            Self::Connect { source, .. } => match source {
                sqlx::Error::Io(_) => true,
                // Starting up, shutting down, crashed; too many connections.
                sqlx::Error::Database(error) => {
                    let code = error.code();
                    let code = code.as_deref().unwrap_or_default();
                    code.starts_with("57P") || code == "53300"
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Says it in both languages; gives the exit code.
    pub fn report(&self) -> ExitCode {
        let (code, chinese) = match self {
            Self::Embedded(error) => (BAD_INPUT, error.chinese()),
            Self::Connect { place, source } => (
                BAD_INPUT,
                format!("无法连接 {place} 的 PostgreSQL:{source}"),
            ),
            Self::TooOld { place, major } => (
                BAD_INPUT,
                format!("{place} 的 PostgreSQL 版本为 {major},需要 {OLDEST_MAJOR} 或更新的版本"),
            ),
            Self::Migrate(error) => (FINDING, format!("数据库结构无法更新:{error}")),
        };
        refuse(code, &chinese, &self.to_string())
    }
}

impl Database {
    /// Opens the database: starts the embedded cluster if no address is given, and sees that it can
    /// be connected to and is recent enough. Does not touch the schema.
    pub async fn open(config: &DatabaseConfig) -> Result<Database, DatabaseError> {
        if let Some(options) = &config.database_url {
            let database = Database {
                options: options.clone(),
                cluster: None,
            };
            database.check().await?;
            return Ok(database);
        }
        let embedded = config.embedded();
        let cluster = tokio::task::spawn_blocking(move || Cluster::start(embedded))
            .await
            .expect("starting the cluster does not panic")?;
        let options = cluster.connect_options(NAME);
        let database = Database {
            options,
            cluster: Some(cluster),
        };
        database::create_if_missing(&database.options, NAME)
            .await
            .map_err(|source| DatabaseError::Connect {
                place: database.place(),
                source,
            })?;
        database.check().await?;
        Ok(database)
    }

    async fn check(&self) -> Result<(), DatabaseError> {
        let major = database::server_major(&self.options)
            .await
            .map_err(|source| DatabaseError::Connect {
                place: self.place(),
                source,
            })?;
        if major < OLDEST_MAJOR {
            return Err(DatabaseError::TooOld {
                place: self.place(),
                major,
            });
        }
        Ok(())
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), DatabaseError> {
        Ok(database::migrate(&self.options).await?)
    }

    /// Where it is, without the password.
    pub fn place(&self) -> String {
        match &self.cluster {
            Some(cluster) => cluster.folder().display().to_string(),
            None => {
                let host = self.options.get_host();
                let name = self
                    .options
                    .get_database()
                    .unwrap_or(self.options.get_username());
                format!("{host}:{}/{name}", self.options.get_port())
            }
        }
    }

    /// Its address, for another program. With the password, if there is one.
    pub fn url(&self) -> String {
        match &self.cluster {
            Some(cluster) => cluster.url(NAME),
            None => self.options.to_url_lossy().to_string(),
        }
    }

    /// Leaves it; an embedded cluster that nobody else uses is stopped, and waited for.
    pub async fn close(self) {
        if let Some(cluster) = self.cluster {
            let stopped = tokio::task::spawn_blocking(move || cluster.stop()).await;
            if stopped.is_err() {
                tracing::error!("stopping the embedded PostgreSQL panicked");
            }
        }
    }
}
