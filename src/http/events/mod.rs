//! Routes of whole tournaments: files in and out, the feed, the audit log.

pub mod audit;
pub mod changes;
pub mod export;
pub mod import;
pub mod stream;
pub mod verify;
