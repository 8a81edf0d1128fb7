//! Commands, one a file: lock → load → pure function → save → notify.
//!
//! # How to add a command
//! 1. A file `service/<noun>/<verb>.rs` with one function
//!    `pub async fn run(office: &Office, caller: &Caller, …, wish: Wish) -> Result<Answer>`.
//! 2. It opens a [`Command`]: `Office::on_tournament` (takes the tournament's lock, checks the
//!    caller's permission, finds the answer already given to the same `Idempotency-Key`) or
//!    `Office::on_register` (players, keys). [`Opened::Again`] is returned at once.
//! 3. It checks the wish ([`Error::Invalid`] lists faults by JSON pointer), then the version the
//!    caller saw (`command.expect`), then the state ([`Error::Refused`] with a code and a clause).
//! 4. It calls the pure function, stores rows by the functions of `store`, and tells the command
//!    what changed: `command.public(Change::…)` raises the revision, `command.draft(…)` raises the
//!    draft version.
//! 5. `command.finish("noun.verb", subject, reason, Reply::…)` writes the audit row, the kept
//!    answer and the notification, and commits. Nothing is visible before that, all of it after.
//!
//! Reads need no command: they go through `live` (public, rendered once a revision) or straight to
//! the store (the office's own views).

pub mod access;
pub mod check;
pub mod command;
pub mod downstream;
pub mod entries;
pub mod error;
pub mod events;
pub mod games;
pub mod keys;
pub mod lineups;
pub mod patch;
pub mod players;
pub mod rounds;
pub mod stages;
pub mod tournaments;
pub mod views;
pub mod webhooks;

pub use access::{Actor, Caller, Permission, RetryKey};
pub use command::{Answer, Command, Opened, Reply};
pub use error::{Error, Refusal, Result, Text};

use crate::store::Store;

/// The tournament office: everything commands need.
#[derive(Clone, Debug)]
pub struct Office {
    /// The database.
    pub store: Store,
}

impl Office {
    /// An office on a store.
    pub fn new(store: Store) -> Office {
        Office { store }
    }
}
