//! Routes of rounds.

pub mod get;
pub mod list;
pub mod lock;
pub mod pair;
pub mod publish;
pub mod reopen;
pub mod repair;
pub mod undo;
