//! Notation and records: `cargo bench --bench notation`. Items are moves or games.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use saiwu::rules::notation::{Notation, Reader, write};
use saiwu::rules::record::{Record, dhtmlxq, import, list, pgn};
use saiwu::rules::{Move, Position};

fn main() {
    divan::main();
}

/// A game of 60 plies, every other bench's material.
const GAME: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 h7h5 g3g4 c6c5 b0a2 c9e7 b2c2 b9c7 c3c4 c7b5 c4c5 e7c5 \
    g2f4 c5e7 g4g5 g6g5 f4h5 h9h5 h0h5 g7h5 e2e6 d9e8 a0a1 a9d9 c2g2 h5g3 a1c1 b5d4 g2e2 g3e2 e6e2 d4b3 \
    c1c3 b3c5 e3e4 b7c7 c3e3 c7c0 d0e1 d9b9 e4e5 c0a0 e0d0 b9b0 d0d1 b0b2 e5d5 c5b7 e3d3 a0g0 e2e3 b2b1 \
    d1d2 g0g1 e3e2 b1d1";

fn record() -> Record {
    let moves: Vec<Move> = GAME
        .split_whitespace()
        .map(|mv| mv.parse().expect("a move"))
        .collect();
    Record::from_moves(Position::startpos(), &moves).expect("legal moves")
}

/// Reading the 60 moves of a game, one by one.
#[divan::bench(args = [Notation::Chinese, Notation::Wxf, Notation::Iccs])]
fn read_moves(bencher: Bencher, notation: Notation) {
    let record = record();
    let mut position = record.start;
    let texts: Vec<String> = record
        .moves()
        .map(|mv| {
            let text = write(&position, mv, notation);
            position = position.play_unchecked(mv);
            text
        })
        .collect();
    let reader = Reader::tolerant(notation);
    bencher
        .counter(ItemsCount::new(texts.len()))
        .bench_local(|| {
            texts.iter().fold(record.start, |position, text| {
                position.play_unchecked(reader.read(&position, text).expect("written by ourselves"))
            })
        });
}

/// Writing the 60 moves of a game, one by one.
#[divan::bench(args = [Notation::Chinese, Notation::Wxf, Notation::Iccs])]
fn write_moves(bencher: Bencher, notation: Notation) {
    let record = record();
    bencher
        .counter(ItemsCount::new(record.main().len()))
        .bench_local(|| {
            record.moves().fold(record.start, |position, mv| {
                divan::black_box(write(&position, mv, notation));
                position.play_unchecked(mv)
            })
        });
}

const GAMES: usize = 1_000;

fn read_games(bencher: Bencher, file: &[u8]) {
    bencher
        .counter(ItemsCount::new(GAMES))
        .counter(BytesCount::new(file.len()))
        .bench_local(|| {
            let good = import(file).filter(|game| game.game.is_ok()).count();
            assert_eq!(good, GAMES);
        });
}

/// A thousand games of PGN with Chinese moves, by encoding.
#[divan::bench(args = ["UTF-8", "GB18030", "Big5"], sample_count = 20)]
fn read_pgn(bencher: Bencher, encoding: &str) {
    let mut record = record();
    record.set_tag("Event", "锦标");
    let text = pgn::write(&record, Notation::Chinese).repeat(GAMES);
    // Big5 has no simplified characters.
    let text = match encoding {
        "Big5" => [
            "锦錦", "标標", "马馬", "车車", "进進", "将將", "帅帥", "后後",
        ]
        .iter()
        .fold(text, |text, pair| {
            let mut pair = pair.chars();
            let (from, to) = (pair.next(), pair.next());
            text.replace(from.expect("a pair"), &String::from_iter(to))
        }),
        _ => text,
    };
    let encoding = encoding_rs::Encoding::for_label(encoding.as_bytes()).expect("an encoding");
    let (bytes, _, lost) = encoding.encode(&text);
    assert!(!lost);
    read_games(bencher, &bytes);
}

/// A thousand games in the other formats.
#[divan::bench(args = ["pgn-iccs", "dhtmlxq", "list"], sample_count = 20)]
fn read_format(bencher: Bencher, format: &str) {
    let record = record();
    let text = match format {
        "pgn-iccs" => pgn::write(&record, Notation::Iccs),
        "dhtmlxq" => dhtmlxq::write(&record),
        _ => list::write(&record, Notation::Chinese),
    };
    read_games(bencher, text.repeat(GAMES).as_bytes());
}
