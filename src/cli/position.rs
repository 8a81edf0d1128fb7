//! `saiwu position`: what positions are, JSON lines in and out (api.md, `position`).

use std::process::ExitCode;

use serde_json::Value;

use super::json_lines::{self, LineError};
use crate::rules::query::PositionQuestion;

/// Arguments of `position`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    lines: json_lines::Args,
}

/// Describes every line's position.
pub fn run(args: &Args) -> ExitCode {
    json_lines::run(&args.lines, answer)
}

fn answer(line: Value) -> Result<Value, LineError> {
    let question: PositionQuestion = json_lines::read(line)?;
    json_lines::value(&question.answer()?)
}
