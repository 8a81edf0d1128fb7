//! The rules as the fuzz targets see them: their own sources, with nothing of the service.

#[path = "../../src/rules/mod.rs"]
pub mod rules;
pub mod targets;

/// Runs the target with this name.
pub fn run(name: &str, data: &[u8]) {
    let target = targets::TARGETS.iter().find(|(other, _)| *other == name);
    target.expect("a target of this name").1(data);
}
