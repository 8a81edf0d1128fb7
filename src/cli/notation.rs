//! `saiwu notation`: texts read as moves and written in every form, JSON lines in and out (api.md,
//! `notation`).

use std::process::ExitCode;

use serde_json::Value;

use super::json_lines::{self, LineError};
use crate::rules::query::NotationQuestion;

/// Arguments of `notation`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    lines: json_lines::Args,
}

/// Reads every line's text.
pub fn run(args: &Args) -> ExitCode {
    json_lines::run(&args.lines, answer)
}

fn answer(line: Value) -> Result<Value, LineError> {
    let question: NotationQuestion = json_lines::read(line)?;
    json_lines::value(&question.answer()?)
}
