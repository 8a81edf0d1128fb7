//! `saiwu check EVENT.json`: every round against the pairing rules, every position of a stored
//! table against the chain, rosters and boards of team events against chapter 11.
use super::{BAD_INPUT, FINDING, GOOD};
use crate::tournament::check;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `check`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The event file (`saiwu-event/1`); `-` reads standard input.
    pub event: PathBuf,
}

/// Prints `{findings: [{pointer, clause, zh, en}], rounds}`; exit code 1 when something is found.
pub fn run(args: &Args) -> ExitCode {
    let event = match super::pair::read_event(&args.event) {
        Ok(event) => event,
        Err(message) => {
            eprintln!("saiwu: {message}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut findings = check::pairing::check(&event);
    findings.extend(check::standings::check(&event));
    findings.extend(check::teams::check(&event));
    let rounds: usize = event.stages.iter().map(|s| s.rounds.len()).sum();
    println!("{:#}", json!({ "rounds": rounds, "findings": findings }));
    if findings.is_empty() {
        ExitCode::from(GOOD)
    } else {
        eprintln!(
            "saiwu: {} findings ({} 处不符)",
            findings.len(),
            findings.len()
        );
        ExitCode::from(FINDING)
    }
}
