//! `saiwu judge`: rulings on repetition, JSON lines in and out (api.md, `repetition`).

use std::process::ExitCode;

use serde_json::Value;

use super::json_lines::{self, LineError};
use crate::rules::repetition::{Request, judge_request};

/// Arguments of `judge`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    lines: json_lines::Args,
}

/// Judges every line.
pub fn run(args: &Args) -> ExitCode {
    json_lines::run(&args.lines, answer)
}

fn answer(line: Value) -> Result<Value, LineError> {
    let request: Request = json_lines::read(line)?;
    let answer = judge_request(&request).map_err(|error| LineError {
        code: error.code().into(),
        detail: error.to_string(),
        detail_zh: error.zh(),
        pointer: error.pointer(),
        readings: Vec::new(),
    })?;
    json_lines::value(&answer)
}
