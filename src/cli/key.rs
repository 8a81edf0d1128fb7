//! `saiwu key`: makes, lists, rotates and revokes API keys, for whoever may reach the database. A
//! running server takes the change at once. The secret of a key is shown when it is made, and never
//! again.

use std::process::ExitCode;

use clap::Subcommand;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::database::Database;
use super::{BAD_INPUT, FINDING, refuse, words};
use crate::config::DatabaseConfig;
use crate::service::keys::create::NewKey;
use crate::service::keys::rotate::Rotation;
use crate::service::keys::{create, revoke, rotate};
use crate::service::{Caller, Error, Office};
use crate::store::keys::{self, Role};
use crate::store::page::Page;
use crate::store::{Settings, Store};

/// How many keys are read at once.
const PAGE: i64 = 200;

/// Arguments of `key`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Clone, Subcommand)]
enum Action {
    /// Make a key; its secret is the only line on standard output
    Create {
        /// What it is for: shown in lists and in the audit log
        #[arg(long)]
        name: String,
        /// admin, organizer, chief_arbiter, arbiter, entry_clerk, registrar, broadcaster or captain
        #[arg(long, value_parser = role)]
        role: Role,
        /// The only tournament it is for
        #[arg(long, value_name = "ID")]
        tournament: Option<Uuid>,
        /// A captain's team
        #[arg(long, value_name = "ID")]
        entry: Option<Uuid>,
        /// Days until it stops to work
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=3660))]
        days: Option<u32>,
    },
    /// List all keys, one JSON object a line, newest first; without their secrets
    List,
    /// Make a new key in the place of an old one
    Rotate {
        /// The old key
        id: Uuid,
        /// Seconds for which the old one still works
        #[arg(long, value_name = "SECONDS", default_value = "0")]
        overlap: u32,
    },
    /// End a key at once
    Revoke {
        /// The key
        id: Uuid,
    },
}

fn role(text: &str) -> Result<Role, String> {
    serde_json::from_value(Value::from(text)).map_err(|_| {
        let known = Role::ALL.map(|role| serde_json::json!(role).to_string().replace('"', ""));
        format!("one of {} (角色须为其中之一)", known.join(", "))
    })
}

/// Does it.
pub fn run(args: &Args) -> ExitCode {
    let runtime = match super::runtime() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(FINDING, "无法启动", &error.to_string()),
    };
    runtime.block_on(async {
        let database = match Database::open(&args.database).await {
            Ok(database) => database,
            Err(error) => return error.report(),
        };
        let code = match database.migrate().await {
            Ok(()) => act(&args.action, &database).await,
            Err(error) => error.report(),
        };
        database.close().await;
        code
    })
}

async fn act(action: &Action, database: &Database) -> ExitCode {
    let settings = Settings {
        options: database.options.clone(),
        max_connections: 1,
    };
    let office = Office::new(Store::lazy(settings));
    let done = match action {
        Action::Create {
            name,
            role,
            tournament,
            entry,
            days,
        } => {
            let end = days.map(|days| OffsetDateTime::now_utc() + Duration::days(days.into()));
            let wish = NewKey {
                name: name.clone(),
                role: *role,
                tournament_id: *tournament,
                entry_id: *entry,
                expires_at: end,
            };
            let made = create::run(&office, &Caller::machine("key"), wish).await;
            made.map(|(_, secret)| show(secret))
        }
        Action::List => list(&office).await,
        Action::Rotate { id, overlap } => {
            let wish = Rotation {
                overlap_seconds: *overlap,
            };
            let made = rotate::run(&office, &Caller::machine("key"), *id, wish).await;
            made.map(|(_, secret)| show(secret))
        }
        Action::Revoke { id } => revoke::run(&office, &Caller::machine("key"), *id)
            .await
            .map(|_| ()),
    };
    office.store.close().await;
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let (chinese, english) = words(&error);
            refuse(BAD_INPUT, &chinese, &english)
        }
    }
}

/// The secret alone, so that a script can take it.
fn show(secret: Option<String>) {
    println!("{}", secret.unwrap_or_default());
}

async fn list(office: &Office) -> Result<(), Error> {
    let mut after = None;
    loop {
        let mut connection = office.store.primary().await?;
        let page = keys::list(&mut connection, None, Page { after, limit: PAGE }).await?;
        for key in &page.rows {
            println!("{}", serde_json::to_string(key)?);
        }
        match page.next {
            Some(next) => after = Some(next),
            None => return Ok(()),
        }
    }
}
