//! Routes of games.

pub mod board;
pub mod confirm;
pub mod get;
pub mod list_moves;
pub mod moves;
pub mod result;
