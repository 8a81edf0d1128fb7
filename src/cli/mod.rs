//! The command line: one file per command.

pub mod order_table;
pub mod perft;
pub mod standings;
