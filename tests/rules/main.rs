//! The rules of the game, seen from outside.

mod data;
mod notation;
