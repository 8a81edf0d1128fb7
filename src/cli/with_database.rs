//! `saiwu with-database COMMAND…`: runs a command with `DATABASE_URL` set, and PostgreSQL's own
//! programs in its `PATH`. An embedded database has no port to connect to from outside; this is the
//! way in, for a backup, a look with psql, or a restore.

use std::path::PathBuf;
use std::process::ExitCode;

use super::database::Database;
use super::{BAD_INPUT, FINDING, refuse};
use crate::config::DatabaseConfig;

/// Arguments of `with-database`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    database: DatabaseConfig,
    /// The command and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs the command; its exit code is ours.
pub fn run(args: &Args) -> ExitCode {
    let runtime = match super::runtime() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(FINDING, "无法启动", &error.to_string()),
    };
    runtime.block_on(with_database(args))
}

async fn with_database(args: &Args) -> ExitCode {
    let database = match Database::open(&args.database).await {
        Ok(database) => database,
        Err(error) => return error.report(),
    };
    let code = command(args, &database).await;
    database.close().await;
    code
}

async fn command(args: &Args, database: &Database) -> ExitCode {
    let mut path: Vec<PathBuf> = Vec::new();
    if let Some(cluster) = &database.cluster {
        // The programs of the version that runs the cluster come first.
        match cluster.binaries() {
            Ok(binaries) => path.push(binaries.folder),
            Err(error) => return refuse(BAD_INPUT, &error.chinese(), &error.to_string()),
        }
    }
    path.extend(
        std::env::var_os("PATH")
            .iter()
            .flat_map(std::env::split_paths),
    );
    let program = &args.command[0];
    let mut command = tokio::process::Command::new(program);
    command
        .args(&args.command[1..])
        .env("DATABASE_URL", database.url());
    if let Ok(path) = std::env::join_paths(path) {
        command.env("PATH", path);
    }
    match command.status().await {
        Ok(status) => match status.code().and_then(|code| u8::try_from(code).ok()) {
            Some(code) => ExitCode::from(code),
            None => refuse(
                FINDING,
                &format!("{program}:{status}"),
                &format!("{program}: {status}"),
            ),
        },
        Err(error) => refuse(
            BAD_INPUT,
            &format!("无法运行 {program}:{error}"),
            &format!("cannot run {program}: {error}"),
        ),
    }
}
