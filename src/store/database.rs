//! The database as a whole: creating it, and bringing its schema up to date.

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Every migration, compiled in.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Creates the database `name` on the server `options` lead to (through its database `postgres`),
/// unless it is there. Two servers may try at the same moment.
pub async fn create_if_missing(options: &PgConnectOptions, name: &str) -> Result<(), sqlx::Error> {
    let mut connection = options.clone().database("postgres").connect().await?;
    let there: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1")
        .bind(name)
        .fetch_optional(&mut connection)
        .await?;
    if there.is_none() {
        // A name cannot be a parameter; quoted like this it can be nothing but a name.
        let create = format!("CREATE DATABASE \"{}\"", name.replace('"', "\"\""));
        let created = sqlx::raw_sql(AssertSqlSafe(create))
            .execute(&mut connection)
            .await;
        match created {
            Err(sqlx::Error::Database(error)) if is_already_there(&*error) => {}
            other => {
                other?;
            }
        }
    }
    connection.close().await
}

/// Another server was faster: `duplicate_database`, or the unique index on the names.
fn is_already_there(error: &dyn sqlx::error::DatabaseError) -> bool {
    matches!(error.code().as_deref(), Some("42P04" | "23505"))
}

/// The major version of the server `options` lead to.
pub async fn server_major(options: &PgConnectOptions) -> Result<u32, sqlx::Error> {
    let mut connection = options.connect().await?;
    let number: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(number.unsigned_abs() / 10_000)
}

/// Brings the schema up to date. Servers starting together wait for each other.
pub async fn migrate(options: &PgConnectOptions) -> Result<(), MigrateError> {
    let mut connection = options.connect().await?;
    MIGRATOR.run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
