//! `saiwu openapi`: the description of the HTTP interface, as committed in `openapi.yaml`.

use std::process::ExitCode;

use super::{FINDING, refuse};
use crate::http;

/// Arguments of `openapi`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// As JSON instead of YAML
    #[arg(long)]
    json: bool,
}

/// Prints the document.
pub fn run(args: &Args) -> ExitCode {
    let document = http::document();
    let text = if args.json {
        document.to_pretty_json().map_err(|error| error.to_string())
    } else {
        document.to_yaml().map_err(|error| error.to_string())
    };
    match text {
        Ok(text) => {
            println!("{}", text.trim_end());
            ExitCode::SUCCESS
        }
        Err(error) => refuse(FINDING, "无法写出接口说明", &error),
    }
}
