//! Routes of entries.

pub mod create;
pub mod edit;
pub mod get;
pub mod import;
pub mod list;
pub mod penalise;
pub mod upsert;
pub mod withdraw;
