//! The generator against node counts that two independent engines agree on.

use saiwu::rules::Position;
use saiwu::rules::perft::{perft, perft_no_bulk};

/// Depth 4 in the suite; all five depths where the code is optimised (`cargo test --release`).
const DEEPEST: usize = if cfg!(debug_assertions) { 4 } else { 5 };

/// Below this count the last moves are played as well, which is slower.
const PLAYED_OUT: u64 = 500_000;

fn agrees(fen: &str, depth: u32, expected: u64) {
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(perft(&position, depth), expected, "{fen} depth {depth}");
    if expected < PLAYED_OUT {
        assert_eq!(
            perft_no_bulk(&position, depth),
            expected,
            "{fen} depth {depth}, played out"
        );
    }
}

#[test]
fn published_counts_are_reproduced() {
    let rows = include_str!("perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for row in rows {
        let mut columns = row.split('\t');
        let fen = columns.next().unwrap();
        for (depth, count) in (1..).zip(columns).take(DEEPEST) {
            agrees(fen, depth, count.parse().unwrap());
            seen += 1;
        }
    }
    assert_eq!(seen, 11 * DEEPEST);
}

/// The handed-out table may hold more than our fixture.
#[test]
fn handed_out_counts_are_reproduced() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/perft.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("{path}: not present");
        return;
    };
    let table: serde_json::Value = serde_json::from_str(&text).unwrap();
    for row in table["positions"].as_array().unwrap() {
        for (depth, count) in row["counts"].as_object().unwrap() {
            let depth: u32 = depth.parse().unwrap();
            if depth as usize <= DEEPEST {
                agrees(row["fen"].as_str().unwrap(), depth, count.as_u64().unwrap());
            }
        }
    }
}

#[test]
fn depth_nought_is_the_position_itself() {
    assert_eq!(perft(&Position::startpos(), 0), 1);
    assert_eq!(perft_no_bulk(&Position::startpos(), 0), 1);
}
