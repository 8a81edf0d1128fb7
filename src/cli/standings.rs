//! `saiwu standings EVENT.json [--stage S] [--after-round N] [--explain]`: the table as JSON.
use crate::tournament::event_file;
use crate::tournament::model::Event;
use crate::tournament::scoring;
use crate::tournament::standings::{self, explain};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `standings`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The event file (`saiwu-event/1`); `-` reads standard input.
    pub event: PathBuf,
    /// The stage, counted from 1; by default the last one that has rounds.
    #[arg(long)]
    pub stage: Option<usize>,
    /// The table after this round; by default the last one paired.
    #[arg(long)]
    pub after_round: Option<u32>,
    /// Adds what separates neighbours and what every value is made of.
    #[arg(long)]
    pub explain: bool,
}

/// Prints the table; exit code 2 for a file or a question that cannot be answered.
pub fn run(args: &Args) -> ExitCode {
    match table(args) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("saiwu: {}: {message}", args.event.display());
            ExitCode::from(2)
        }
    }
}

fn table(args: &Args) -> Result<String, String> {
    let event = read(&args.event)?;
    let stage = stage_of(&event, args.stage)?;
    let table =
        standings::compute(&event, stage, args.after_round).map_err(|error| error.to_string())?;
    for warning in scoring::warnings(&event.regulations(stage).points) {
        eprintln!("saiwu: 13.3: {} ({})", warning.en, warning.zh);
    }
    if table.open > 0 {
        eprintln!(
            "saiwu: {} games are not finished (尚有 {} 局未结束)",
            table.open, table.open
        );
    }
    let mut answer = json!(table);
    if args.explain {
        let explanation =
            explain::explain(&event, stage, &table).map_err(|error| error.to_string())?;
        answer["explanation"] = json!(explanation);
    }
    serde_json::to_string_pretty(&answer).map_err(|error| error.to_string())
}

fn read(path: &PathBuf) -> Result<Event, String> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    }
    .map_err(|error| error.to_string())?;
    event_file::read(&bytes).map_err(|error| error.to_string())
}

/// The stage asked for (counted from 1), otherwise the last one that has rounds, as an index.
fn stage_of(event: &Event, asked: Option<usize>) -> Result<usize, String> {
    match asked {
        Some(stage) if stage >= 1 && stage <= event.stages.len() => Ok(stage - 1),
        Some(stage) => Err(format!(
            "there is no stage {stage}, there are {} (没有第 {stage} 阶段)",
            event.stages.len()
        )),
        None => Ok(event
            .stages
            .iter()
            .rposition(|stage| !stage.rounds.is_empty())
            .unwrap_or(0)),
    }
}
