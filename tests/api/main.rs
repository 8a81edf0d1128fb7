//! The API from outside: a router on a database of its own, one file a noun.

#[path = "../harness/mod.rs"]
mod harness;

mod access;
mod client;
mod conduct_claims;
mod conduct_fouls;
mod conduct_play;
mod conduct_results;
mod downloads;
mod entries;
mod events;
mod express;
mod faults;
mod feed;
mod games;
mod hand_changes;
mod hostile;
mod leak;
mod openapi;
mod play;
mod players;
mod problems;
mod proxy;
mod records;
mod register;
mod rounds;
mod rules;
mod running;
mod stages_chains;
mod stages_corrections;
mod stages_draws;
mod stages_knockout;
mod swiss_event;
mod table;
mod teams_lineups;
mod teams_modes;
mod teams_office;
mod teams_signed;
mod together;
mod tournaments;
mod undo;
mod webhooks;
mod wire;
