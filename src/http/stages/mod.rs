//! Routes of stages.

pub mod bracket;
pub mod create;
pub mod draw;
pub mod draws;
pub mod edit;
pub mod get;
pub mod list;
pub mod order_table;
pub mod remove;
