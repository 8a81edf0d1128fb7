//! `saiwu perft`: counts the leaves of the tree of legal moves, and how fast.

use std::process::ExitCode;
use std::time::Instant;

use crate::rules::perft::{perft, perft_no_bulk};
use crate::rules::{Position, START_FEN};

/// Count the sequences of legal moves of a length from a position.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Length of the sequences, in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    pub depth: u32,
    /// The position; the starting position when left out.
    #[arg(long, default_value = START_FEN)]
    pub fen: String,
    /// Play and take back the last ply of every sequence too, instead of counting its moves.
    #[arg(long)]
    pub no_bulk: bool,
}

/// Prints the count and the speed; 2 for a bad position.
pub fn run(args: &Args) -> ExitCode {
    let position = match Position::from_fen(&args.fen) {
        Ok(position) => position,
        Err(error) => {
            eprintln!("saiwu: --fen: {error} ({})", error.zh());
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let nodes = if args.no_bulk {
        perft_no_bulk(&position, args.depth)
    } else {
        perft(&position, args.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    println!("nodes {nodes}");
    println!("seconds {seconds:.3}");
    // A clock that has not moved measures nothing.
    if seconds > 0.0 {
        println!("nodes/s {:.0}", nodes as f64 / seconds);
    }
    ExitCode::SUCCESS
}
