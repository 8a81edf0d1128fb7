//! The rules of the game, seen from outside.

mod data;
mod fen;
mod legality;
mod natural_limit;
mod notation;
mod outcome;
mod perft;
mod positions;
mod properties;
mod records;
mod repetition;
mod touch_move;
