//! Counting the leaves of the tree of legal moves: the measure by which move generators are
//! compared.

use super::position::Position;

/// The number of legal move sequences of `depth` plies. The last ply is counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    bulk(&mut position.clone(), depth)
}

fn bulk(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => {
            let mut nodes = 0;
            for &mv in &position.legal_moves() {
                let undo = position.make(mv);
                nodes += bulk(position, depth - 1);
                position.unmake(undo);
            }
            nodes
        }
    }
}

/// As [`perft`], every last move played and taken back as well.
pub fn perft_no_bulk(position: &Position, depth: u32) -> u64 {
    each(&mut position.clone(), depth)
}

fn each(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for &mv in &position.legal_moves() {
        let undo = position.make(mv);
        nodes += each(position, depth - 1);
        position.unmake(undo);
    }
    nodes
}
