//! The API from outside: a router on a database of its own, one file a noun.

#[path = "../harness/mod.rs"]
mod harness;

mod client;
mod entries;
mod express;
mod players;
mod problems;
mod tournaments;
