//! The `saiwu` binary: the command line of the library.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    saiwu::cli::Cli::parse().run()
}
