//! Commands on a tournament's frame.

pub mod create;
pub mod edit;
pub mod remove;
pub mod undo;
