//! The API from outside: a router on a database of its own, one file a noun.

#[path = "../harness/mod.rs"]
mod harness;

mod access;
mod client;
mod downloads;
mod entries;
mod events;
mod express;
mod games;
mod openapi;
mod players;
mod problems;
mod rounds;
mod rules;
mod swiss_event;
mod tournaments;
mod undo;
