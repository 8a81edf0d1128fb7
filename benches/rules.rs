//! The rules of play: `cargo bench --bench rules`. Items are leaves (nodes), positions or moves.

use divan::Bencher;
use divan::counter::ItemsCount;
use saiwu::rules::perft::{perft, perft_no_bulk};
use saiwu::rules::{Move, Position, START_FEN, Square};

fn main() {
    divan::main();
}

/// A middle game with many captures on the board.
const MIDDLE_GAME: &str = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("the benchmarks' positions are valid")
}

/// Depth 5 of the starting position, the last ply counted.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn perft_5_bulk(bencher: Bencher) {
    let start = position(START_FEN);
    bencher
        .counter(ItemsCount::new(133_312_995u64))
        .bench_local(|| {
            assert_eq!(perft(divan::black_box(&start), 5), 133_312_995);
        });
}

/// Depth 5 of the starting position, every move played.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn perft_5_played(bencher: Bencher) {
    let start = position(START_FEN);
    bencher
        .counter(ItemsCount::new(133_312_995u64))
        .bench_local(|| {
            assert_eq!(perft_no_bulk(divan::black_box(&start), 5), 133_312_995);
        });
}

#[divan::bench(args = [START_FEN, MIDDLE_GAME])]
fn perft_3_bulk(bencher: Bencher, fen: &str) {
    let position = position(fen);
    let nodes = perft(&position, 3);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| perft(divan::black_box(&position), 3));
}

#[divan::bench(args = [START_FEN, MIDDLE_GAME])]
fn legal_moves(bencher: Bencher, fen: &str) {
    let position = position(fen);
    bencher.bench_local(|| divan::black_box(&position).legal_moves().len());
}

/// Judging every pair of points: what a reader of records does once a ply, 8,100 times over.
#[divan::bench(args = [START_FEN, MIDDLE_GAME])]
fn judge_every_move(bencher: Bencher, fen: &str) {
    let position = position(fen);
    bencher
        .counter(ItemsCount::new(Square::COUNT * Square::COUNT))
        .bench_local(|| {
            Square::all()
                .flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
                .filter(|&mv| divan::black_box(&position).is_legal(mv))
                .count()
        });
}

#[divan::bench(args = [START_FEN, MIDDLE_GAME])]
fn read_and_write_fen(bencher: Bencher, fen: &str) {
    bencher.bench_local(|| position(divan::black_box(fen)).to_fen());
}
