//! The rules of the game, seen from outside.

mod data;
mod fen;
mod fuzz;
mod judge_command;
mod legality;
mod natural_limit;
mod notation;
mod outcome;
mod perft;
mod positions;
mod properties;
mod records;
mod repetition;
mod repetition_asking;
mod repetition_world;
#[path = "../../fuzz/src/targets.rs"]
mod targets;
mod touch_move;

// The targets name the rules as the fuzz package does.
use saiwu::rules;
