//! The `saiwu` binary: the command line of the library.

use mimalloc::MiMalloc;
use std::process::ExitCode;

use clap::Parser;

/// A revision is many small pieces made and given back at once, on several threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    saiwu::cli::Cli::parse().run()
}
