//! The rules as the fuzz targets see them: their own sources, with nothing of the service.

#[path = "../../src/rules/mod.rs"]
pub mod rules;
pub mod targets;
