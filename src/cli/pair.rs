//! `saiwu pair EVENT.json [--explain]`: the next round as JSON.
use crate::tournament::event_file;
use crate::tournament::format::swiss::{self, Pairing};
use crate::tournament::format::{self, PairingError, Warning};
use crate::tournament::model::{Event, Format};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `pair`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The event file (`saiwu-event/1`); `-` reads standard input.
    pub event: PathBuf,
    /// Also how each segment was paired and why the bye.
    #[arg(long)]
    pub explain: bool,
    /// The stage to pair, from 1; default the one being played.
    #[arg(long)]
    pub stage: Option<usize>,
}

/// Prints `{round, games: [{table, red, black, reasons}], byes, provisional}`.
///
/// Exit code 2 for a file that cannot be read, 3 with `{"infeasible": [numbers]}` where no pairing
/// exists.
pub fn run(args: &Args) -> ExitCode {
    let event = match read_event(&args.event) {
        Ok(event) => event,
        Err(message) => {
            eprintln!("saiwu: {message}");
            return ExitCode::from(2);
        }
    };
    let stage = match args.stage {
        Some(0) => {
            eprintln!("saiwu: stages count from 1");
            return ExitCode::from(2);
        }
        Some(stage) => stage - 1,
        None => format::stages::stage_being_played(&event),
    };
    match paired(&event, stage, args.explain) {
        Ok((answer, warnings)) => {
            for warning in warnings {
                eprintln!("saiwu: {warning}");
            }
            println!("{answer:#}");
            ExitCode::SUCCESS
        }
        Err(PairingError::Infeasible { numbers }) => {
            eprintln!(
                "saiwu: {}",
                PairingError::Infeasible {
                    numbers: numbers.clone()
                }
            );
            println!("{}", json!({ "infeasible": numbers }));
            ExitCode::from(3)
        }
        Err(error) => {
            eprintln!("saiwu: {} ({})", error.en(), error.zh());
            ExitCode::from(2)
        }
    }
}

/// Reads an event file, or standard input for `-`.
pub(crate) fn read_event(path: &std::path::Path) -> Result<Event, String> {
    let text = if path.as_os_str() == "-" {
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut text)
            .map(|_| text)
            .map_err(|e| e.to_string())
    } else {
        std::fs::read(path).map_err(|e| e.to_string())
    }
    .map_err(|e| format!("{}: {e}", path.display()))?;
    event_file::read(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// The answer of a stage and what to say on standard error.
fn paired(
    event: &Event,
    stage: usize,
    explain: bool,
) -> Result<(Value, Vec<String>), PairingError> {
    let swiss = event
        .stages
        .get(stage)
        .is_some_and(|s| s.format == Format::Swiss);
    if !swiss {
        let round = format::next_round(event, stage)?;
        return Ok((to_json(&round), said(&round.warnings)));
    }
    let (event, field) = format::prepared(event, stage)?;
    let next = event.stages[stage].rounds.len() as u32 + 1;
    let state = swiss::state::before_round(&event, stage, next)?;
    let pairing = swiss::pair_state(&state)?;
    let after = swiss::feasibility::after(&state, &pairing);
    let mut warnings = swiss::warnings::of_pairing(&state, after.as_ref());
    let mut answer = swiss_json(&pairing, state.regulations.games_per_pairing);
    if explain {
        answer["segments"] = to_json(&pairing.segments);
        answer["bye_reasons"] = to_json(&pairing.bye_reasons);
        answer["feasibility"] = to_json(&after);
    }
    if let Some(field) = field {
        answer["field"] = to_json(&field);
        warnings.extend(field.notes);
    }
    Ok((answer, said(&warnings)))
}

/// Of several games of one pairing each has a line of its own, the colours changing.
fn swiss_json(pairing: &Pairing, games_per_pairing: u32) -> Value {
    let games: Vec<Value> = pairing
        .games
        .iter()
        .flat_map(|g| {
            (1..=games_per_pairing.max(1)).map(move |game| {
                let mut line = to_json(g);
                if game > 1 {
                    line["game"] = json!(game);
                }
                if game % 2 == 0 {
                    line["red"] = json!(g.black);
                    line["black"] = json!(g.red);
                }
                line
            })
        })
        .collect();
    json!({
        "round": pairing.round,
        "games": games,
        "byes": pairing.byes,
        "provisional": pairing.provisional,
    })
}

fn to_json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("reasons have only string keys")
}

fn said(warnings: &[Warning]) -> Vec<String> {
    warnings
        .iter()
        .map(|w| format!("{} ({})", w.en, w.zh))
        .collect()
}
