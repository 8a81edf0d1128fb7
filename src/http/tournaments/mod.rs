//! Routes of tournaments.

pub mod create;
pub mod edit;
pub mod get;
pub mod list;
pub mod remove;
pub mod undo;
