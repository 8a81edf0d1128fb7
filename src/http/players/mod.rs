//! Routes of the register.

pub mod create;
pub mod edit;
pub mod get;
pub mod import;
pub mod list;
pub mod merge;
pub mod upsert;
