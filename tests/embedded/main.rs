//! The embedded PostgreSQL: its life, its sharing, and each way it can fail to run.

mod failures;
#[path = "../harness/mod.rs"]
mod harness;
mod life;
mod process;
mod template;
