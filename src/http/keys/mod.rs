//! Routes of API keys.

pub mod create;
pub mod get;
pub mod list;
pub mod revoke;
pub mod rotate;
