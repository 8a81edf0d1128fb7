//! `saiwu order-table N [--json]`: the round-robin table for N (循环赛对局秩序表, appendix 1).
use crate::tournament::format::round_robin::OrderTable;
use std::process::ExitCode;

/// Arguments of `order-table`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Number of entries.
    pub n: u32,
    /// As JSON: `{n, rounds: [[[red, black], …], …], rests}`.
    #[arg(long)]
    pub json: bool,
}

/// Prints the table; exit code 2 for a number there is no table for.
pub fn run(args: &Args) -> ExitCode {
    let table = match OrderTable::new(args.n) {
        Ok(table) => table,
        Err(error) => {
            eprintln!("saiwu: {error} ({})", error.zh());
            return ExitCode::from(2);
        }
    };
    if args.json {
        println!(
            "{}",
            serde_json::to_string(&table).expect("a table has only string keys")
        );
        return ExitCode::SUCCESS;
    }
    for (i, line) in table.lines().iter().enumerate() {
        println!("{:>3}  {line}", i + 1);
    }
    ExitCode::SUCCESS
}
