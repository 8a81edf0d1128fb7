//! All SQL, one file per noun. Rows become domain types at once.
//!
//! * [`tx`]: the one way to write: lock the tournament, then revision, audit, answer, notification.
//! * [`error`]: constraint names become domain errors; lost connections become [`Error::Busy`].
//! * [`facts`]: a whole tournament as a `tournament::dossier::Dossier`.

pub mod audit;
pub mod commitments;
pub mod database;
pub mod entries;
pub mod error;
pub mod facts;
pub mod games;
pub mod idempotency;
pub mod keys;
pub mod lineups;
pub mod log;
pub mod page;
pub mod players;
pub mod players_many;
pub mod rounds;
pub mod shape;
pub mod stages;
pub mod tournaments;
pub mod tx;
pub mod webhooks;

pub use error::{Error, Result};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, PgPool};
use std::time::Duration;

/// The channel on which every committed command says `tournament revision draft_version`.
pub const TOURNAMENT_CHANNEL: &str = "saiwu_tournament";

/// Said on [`TOURNAMENT_CHANNEL`] in the place of a revision: the tournament was deleted.
pub const GONE: i64 = i64::MAX;

/// The channel on which every key that ends, or whose end was moved, is named by its id.
pub const KEY_CHANNEL: &str = "saiwu_key";

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    /// Commands, keys, the listener: always the primary.
    pool: PgPool,
    /// Reads of their own size and never the last connection of a command: the primary too, or a
    /// replica.
    reads: PgPool,
    replica: bool,
}

/// How to reach the database.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it is.
    pub options: PgConnectOptions,
    /// Most connections held at once.
    pub max_connections: u32,
}

impl Settings {
    /// Settings for a database URL.
    ///
    /// # Errors
    /// When the URL cannot be read.
    pub fn from_url(url: &str) -> Result<Settings> {
        let options = url.parse::<PgConnectOptions>()?;
        Ok(Settings {
            options,
            max_connections: 16,
        })
    }
}

impl Store {
    /// Pools that connect when they are first used, so that a server starts without its database.
    pub fn lazy(settings: Settings) -> Store {
        let reads = (settings.max_connections / 2).max(1);
        Store {
            pool: pool(settings.options.clone(), settings.max_connections),
            reads: pool(settings.options, reads),
            replica: false,
        }
    }

    /// The same store with its reads from a replica (`DATABASE_READ_URL`). What the replica does not
    /// have yet is read from the primary.
    #[must_use]
    pub fn with_replica(mut self, options: PgConnectOptions, max_connections: u32) -> Store {
        self.reads = pool(options, max_connections);
        self.replica = true;
        self
    }

    /// A store on a pool made elsewhere (tests).
    pub fn on(pool: PgPool) -> Store {
        Store {
            reads: pool.clone(),
            pool,
            replica: false,
        }
    }

    /// The pool, for the listener.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Brings the schema up to date.
    ///
    /// # Errors
    /// When the database cannot be reached or a migration differs from the one applied.
    pub async fn migrate(&self) -> std::result::Result<(), sqlx::migrate::MigrateError> {
        database::MIGRATOR.run(&self.pool).await
    }

    /// Whether the database answers and its schema is the one this program knows.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn ready(&self) -> Result<bool> {
        let newest = database::MIGRATOR
            .iter()
            .map(|m| m.version)
            .max()
            .unwrap_or(0);
        let applied =
            sqlx::query_scalar!("select max(version) from _sqlx_migrations where success")
                .fetch_one(&self.pool)
                .await?;
        Ok(applied.is_some_and(|v| v >= newest))
    }

    /// A connection for single reads.
    ///
    /// # Errors
    /// [`Error::Busy`] when none is free in time.
    pub async fn read(&self) -> Result<sqlx::pool::PoolConnection<sqlx::Postgres>> {
        Ok(self.reads.acquire().await?)
    }

    /// A connection for reads that must see every commit: keys, the place of a game.
    ///
    /// # Errors
    /// [`Error::Busy`] when none is free in time.
    pub async fn primary(&self) -> Result<sqlx::pool::PoolConnection<sqlx::Postgres>> {
        Ok(self.pool.acquire().await?)
    }

    /// A transaction that sees one moment, for reads of several tables.
    ///
    /// # Errors
    /// [`Error::Busy`] when no connection is free in time.
    pub async fn snapshot(&self) -> Result<sqlx::Transaction<'static, sqlx::Postgres>> {
        Ok(self.reads.begin_with(ONE_MOMENT).await?)
    }

    /// As [`Store::snapshot`], of the primary.
    ///
    /// # Errors
    /// [`Error::Busy`] when no connection is free in time.
    pub async fn primary_snapshot(&self) -> Result<sqlx::Transaction<'static, sqlx::Postgres>> {
        Ok(self.pool.begin_with(ONE_MOMENT).await?)
    }

    /// Whether reads may be older than the last commit.
    pub fn has_replica(&self) -> bool {
        self.replica
    }

    /// Closes the pool; waits for connections in use.
    pub async fn close(&self) {
        self.reads.close().await;
        self.pool.close().await;
    }
}

const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

fn pool(options: PgConnectOptions, max_connections: u32) -> PgPool {
    let options = options.application_name("saiwu").options([
        ("statement_timeout", "8000"),
        ("lock_timeout", "6000"),
        ("idle_in_transaction_session_timeout", "10000"),
    ]);
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(Duration::from_secs(2))
        .connect_lazy_with(options)
}

/// Checks one connection: used while a server waits for its database.
///
/// # Errors
/// When the database does not answer.
pub async fn probe(options: &PgConnectOptions) -> Result<()> {
    let mut connection = PgConnection::connect_with(options).await?;
    connection.ping().await?;
    Ok(connection.close().await?)
}
