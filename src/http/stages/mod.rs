//! Routes of stages.

pub mod bracket;
pub mod commit;
pub mod create;
pub mod draw;
pub mod draws;
pub mod edit;
pub mod feasibility;
pub mod get;
pub mod list;
pub mod one_draw;
pub mod order_table;
pub mod remove;
