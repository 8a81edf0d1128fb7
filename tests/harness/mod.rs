//! A database for a test: empty, with the schema, and gone afterwards.
//!
//! All tests of a run share one ephemeral PostgreSQL cluster, whichever process they run in: the
//! first one starts it, the others adopt it, and it ends and removes itself soon after the last one
//! has gone. The schema is made once, in a template database; a test gets a copy.
//!
//! ```ignore
//! #[path = "../harness/mod.rs"]
//! mod harness;
//!
//! let database = harness::TestDatabase::new().await;
//! let pool = database.pool().await;
//! ```
#![allow(dead_code, reason = "each test binary uses the part it needs")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use saiwu::embedded::{Cluster, Options};
use saiwu::store::database::MIGRATOR;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

/// How long the shared cluster waits for the next test process.
const LINGER: Duration = Duration::from_secs(20);

/// The cluster shared by every test of this working copy.
pub fn cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| {
        // One cluster a working copy, under a short path that any user may reach.
        let mut hasher = DefaultHasher::new();
        env!("CARGO_MANIFEST_DIR").hash(&mut hasher);
        let folder = std::env::temp_dir().join(format!("saiwu-tests-{:016x}", hasher.finish()));
        let mut options = Options::ephemeral_at(folder);
        options.linger = Some(LINGER);
        options.search.pg_bin = std::env::var_os("PG_BIN").map(Into::into);
        Cluster::start(options).expect("the cluster of the tests starts")
    })
}

/// A database of its own for one test. Dropped from the cluster when this value is dropped.
pub struct TestDatabase {
    name: String,
}

impl TestDatabase {
    /// A fresh copy of the schema, without any rows but those the migrations made.
    pub async fn new() -> TestDatabase {
        let mut connection = connect("postgres").await;
        let template = template(&mut connection).await;
        let database = TestDatabase {
            name: unique_name(),
        };
        let create = format!("CREATE DATABASE {} TEMPLATE {template}", database.name);
        run(&mut connection, create).await;
        database
    }

    /// A fresh database without the schema, for the tests of the migrations.
    pub async fn empty() -> TestDatabase {
        let database = TestDatabase {
            name: unique_name(),
        };
        let create = format!("CREATE DATABASE {}", database.name);
        run(&mut connect("postgres").await, create).await;
        database
    }

    /// How to connect to it.
    pub fn options(&self) -> PgConnectOptions {
        cluster().connect_options(&self.name)
    }

    /// Its address, as `DATABASE_URL` for a process.
    pub fn url(&self) -> String {
        cluster().url(&self.name)
    }

    /// A small pool on it.
    pub async fn pool(&self) -> PgPool {
        PgPoolOptions::new()
            .max_connections(5)
            .connect_with(self.options())
            .await
            .expect("a pool on the test's database")
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let name = self.name.clone();
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime to drop the database in");
            runtime.block_on(async {
                let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                run(&mut connect("postgres").await, drop).await;
            });
        });
        // What is left goes with the cluster; a test that failed should tell its own reason.
        let _ = dropped.join();
    }
}

fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!(
        "test_{}_{count}_{}",
        std::process::id(),
        uuid::Uuid::now_v7().simple()
    )
}

async fn connect(database: &str) -> PgConnection {
    let options = cluster().connect_options(database);
    options
        .connect()
        .await
        .expect("a connection to the cluster of the tests")
}

async fn run(connection: &mut PgConnection, statement: String) {
    let done = sqlx::raw_sql(AssertSqlSafe(statement.clone()))
        .execute(connection)
        .await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// The name of the template database with the schema of now, made by whichever test comes first.
async fn template(connection: &mut PgConnection) -> String {
    let mut hasher = DefaultHasher::new();
    for migration in MIGRATOR.iter() {
        (migration.version, &migration.checksum).hash(&mut hasher);
    }
    let name = format!("template_{:016x}", hasher.finish());
    if exists(connection, &name).await {
        return name;
    }
    // The lock goes with the connection.
    run(connection, "SELECT pg_advisory_lock(7326)".into()).await;
    if !exists(connection, &name).await {
        run(connection, format!("DROP DATABASE IF EXISTS {name}_new")).await;
        run(connection, format!("CREATE DATABASE {name}_new")).await;
        let mut inside = connect(&format!("{name}_new")).await;
        MIGRATOR.run(&mut inside).await.expect("the migrations");
        inside.close().await.expect("the template is left alone");
        run(
            connection,
            format!("ALTER DATABASE {name}_new RENAME TO {name}"),
        )
        .await;
    }
    run(connection, "SELECT pg_advisory_unlock(7326)".into()).await;
    name
}

async fn exists(connection: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(name)
        .fetch_one(connection)
        .await
        .expect("the list of databases")
}
