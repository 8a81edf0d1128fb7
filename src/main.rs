//! The `saiwu` binary: parse arguments, start, stop.

fn main() {}
