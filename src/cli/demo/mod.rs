//! `saiwu demo`: the server with filled example events, to look at and to try things on. The database
//! is an embedded one that is gone afterwards, or the one named by `--database-url` as long as it
//! holds no tournament yet.

mod example;
mod openings;

use std::process::ExitCode;

use serde_json::Value;
use uuid::Uuid;

use crate::config::ServerConfig;
use crate::service::rounds::pair;
use crate::service::{Answer, Caller, Error, Office, Result, events};
use crate::store::page::Page;
use crate::store::tournaments;
use crate::tournament::event_file;

/// Arguments of `demo`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("data_dir", |arg| arg.hide(true)), mut_arg("ephemeral", |arg| arg.hide(true)))]
pub struct Args {
    #[command(flatten)]
    config: ServerConfig,
}

/// Serves the examples until a signal ends it.
pub fn run(args: &Args) -> ExitCode {
    let mut config = args.config.clone();
    config.database.ephemeral = config.database.database_url.is_none();
    super::serve::serve(&config, fill)
}

/// Makes the example events; the lines to print with the addresses.
async fn fill(office: Office) -> Result<Vec<String>> {
    let first = Page {
        after: None,
        limit: 1,
    };
    let mut conn = office.store.read().await?;
    let known = tournaments::list(&mut conn, None, first).await?;
    drop(conn);
    if !known.rows.is_empty() {
        return Ok(vec![
            "数据库中已有赛事, 未添加示例 (the database holds tournaments, no examples were added)"
                .to_owned(),
            "浏览 (look around): {address}/".to_owned(),
        ]);
    }
    let mut lines = vec!["浏览 (look around): {address}/".to_owned()];
    for example in example::all()? {
        let caller = Caller::machine("demo");
        let file = event_file::write(&example.event);
        let made = events::import::as_new(&office, &caller, file.as_bytes(), false).await?;
        let id = made_id(&made)?;
        if example.draft {
            pair::run(&office, &caller, id, 1).await?;
        }
        let name = &example.event.tournament.name;
        lines.push(format!("{name}: {{address}}/#{id}"));
        lines.push(format!(
            "    {{address}}/api/v1/tournaments/{id}/{}",
            example.look_at
        ));
    }
    Ok(lines)
}

/// The id in the answer of an import.
fn made_id(answer: &Answer) -> Result<Uuid> {
    let body: Value = serde_json::from_slice(&answer.body)?;
    let id = body["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| Error::Fault("an import answered without an id".into()))
}
