//! Live reads: what the public may see, kept in memory and rendered once a revision.
//!
//! * [`snapshot`]: a tournament's facts at one revision, and how they are kept current.
//! * [`render`]: the bytes of one view of one revision, plain and compressed, made once.
//! * [`workshop`]: the threads that do it, behind whatever a command does.
//! * [`feed`]: what happened, pushed to everyone who follows a tournament.
//! * [`webhooks`]: the same, sent to those who asked for it; [`upkeep`]: what is forgotten in time.
//! * [`listener`]: other servers' commits, through PostgreSQL's LISTEN.
//!
//! A poll that finds nothing new asks the database nothing: the revision is in memory, and every
//! commit, here or on another server, tells it. While the listener is not connected nothing is
//! trusted: each read asks for the revision first.

pub mod feed;
pub mod listener;
pub mod render;
pub mod snapshot;
pub mod upkeep;
pub mod webhooks;
mod workshop;

pub use render::{Coding, Rendered, ViewKey};
pub use snapshot::{Live, Snapshot, Stamp, Wish};
pub use webhooks::Webhooks;
