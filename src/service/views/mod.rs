//! What answers show: the domain's facts with ids, versions and, where they help, names.

pub mod entry;
pub mod game;
pub mod list;
pub mod log;
pub mod record;
pub mod round;
pub mod stage;
pub mod standings;
pub mod tournament;

pub use entry::EntryView;
pub use game::GameView;
pub use list::Listing;
pub use log::{LogItem, LogView};
pub use round::RoundView;
pub use stage::StageView;
pub use tournament::TournamentView;

/// Something to know that hinders nothing.
pub use crate::tournament::format::Warning;
