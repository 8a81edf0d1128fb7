//! Material that lies beside the repository, when it is there.

use serde_json::Value;

/// The lines of a JSON-lines file in `../shared/data`, or `None` (said on standard output) where
/// it is not present.
pub fn rows(file: &str) -> Option<Vec<Value>> {
    let path = format!("{}/../shared/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("{path}: not present");
        return None;
    };
    let rows = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON lines"));
    Some(rows.collect())
}

/// A text field of a row.
pub fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} in {row}"))
}
