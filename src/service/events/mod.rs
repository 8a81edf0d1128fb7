//! A whole tournament in and out as one event file.

pub mod export;
pub mod import;
