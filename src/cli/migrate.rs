//! `saiwu migrate`: brings the schema of the database up to date. `serve` does the same at its start;
//! this is for those who want it done before.

use std::process::ExitCode;

use super::database::{Database, DatabaseError};
use crate::config::DatabaseConfig;
use crate::store::database::MIGRATOR;

/// Arguments of `migrate`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Brings the schema up to date.
pub fn run(args: &Args) -> ExitCode {
    let runtime = match super::runtime() {
        Ok(runtime) => runtime,
        Err(error) => return super::refuse(super::FINDING, "无法启动", &error.to_string()),
    };
    match runtime.block_on(migrate(args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

async fn migrate(args: &Args) -> Result<(), DatabaseError> {
    let database = Database::open(&args.database).await?;
    let migrated = database.migrate().await;
    let latest = MIGRATOR
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0);
    if migrated.is_ok() {
        println!("{}: schema {latest}", database.place());
    }
    database.close().await;
    migrated
}
