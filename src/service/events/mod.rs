//! A whole tournament in and out as one event file.

mod bounds;
pub mod export;
pub mod import;
