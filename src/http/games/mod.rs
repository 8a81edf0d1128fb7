//! Routes of games.

pub mod board;
pub mod claims;
pub mod clock;
pub mod confirm;
pub mod fouls;
pub mod get;
pub mod list_moves;
pub mod log;
pub mod moves;
pub mod offers;
pub mod record;
pub mod result;
pub mod rulings;
pub mod take_back;
