//! Competition rules. Pure: knows nothing of the web, the database, the clock or chance.

pub mod check;
pub mod conduct;
pub mod dossier;
pub mod event_file;
pub mod field_source;
pub mod format;
pub mod generate;
pub mod lots;
pub mod model;
pub mod points;
pub mod reason;
pub mod regulations;
pub mod scoring;
pub mod standings;
pub mod teams;
