//! What is tried with any bytes: reading never panics, and what was read holds. The gate runs the
//! same functions for a moment (tests/rules/fuzz.rs), `scripts/fuzz` for as long as one likes.

use std::collections::BTreeSet;

use crate::rules::notation::{Notation, Reader, WxfDialect, write};
use crate::rules::record::{Record, dhtmlxq, import, list, pgn};
use crate::rules::{Board, Color, Move, Piece, PieceKind, Position, Setup, Square};

/// A target: a name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 11] = [
    ("fen", fen),
    ("legality", legality),
    ("chinese", |data| notation(Notation::Chinese, data)),
    ("short", |data| notation(Notation::Short, data)),
    ("wxf", |data| notation(Notation::Wxf, data)),
    ("coordinates", coordinates),
    ("pgn", |data| records(b"[Event \"x\"]\n", data)),
    ("dhtmlxq", |data| records(b"[DhtmlXQ]", data)),
    ("list", |data| records(b"1. ", data)),
    ("json_lines", |data| records(b"{\"moves\":", data)),
    ("import", |data| records(b"", data)),
];

/// A FEN that reads is written, reads again, and is then the same.
fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(setup) = Setup::from_fen(text) {
        let written = setup.to_fen();
        let again = Setup::from_fen(&written).expect("written by ourselves");
        assert_eq!(again.to_fen(), written);
    }
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
    }
}

/// Any placement that is a position: the generator and the judge of single moves agree.
fn legality(data: &[u8]) {
    let Some(position) = placed(data) else { return };
    let generated: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            let judged = position.is_legal(mv);
            assert_eq!(
                generated.contains(&mv),
                judged,
                "{mv} in {}",
                position.to_fen()
            );
        }
    }
    assert_eq!(
        position.outcome().is_some(),
        generated.is_empty(),
        "{}",
        position.to_fen()
    );
}

/// A position with pieces where the bytes say, when it is one.
fn placed(data: &[u8]) -> Option<Position> {
    let (&side, rest) = data.split_first()?;
    let mut board = Board::empty();
    for pair in rest.chunks_exact(2).take(32) {
        let kind = PieceKind::ALL[usize::from(pair[0] >> 1) % PieceKind::ALL.len()];
        let color = Color::ALL[usize::from(pair[0] & 1)];
        if let Some(square) = Square::from_index(pair[1] % 90) {
            board.set(square, Some(Piece::new(color, kind)));
        }
    }
    let side_to_move = Color::ALL[usize::from(side & 1)];
    Position::try_from(Setup {
        board,
        side_to_move,
        halfmove: 0,
        fullmove: 1,
    })
    .ok()
}

/// A position some moves from the start, and what is left of the bytes.
fn played(data: &[u8]) -> (Position, &[u8]) {
    let mut position = Position::startpos();
    let Some((&plies, rest)) = data.split_first() else {
        return (position, data);
    };
    let (choices, rest) = rest.split_at(usize::from(plies % 64).min(rest.len()));
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(moves[usize::from(choice) % moves.len()]);
    }
    (position, rest)
}

/// What a reader makes of a text is legal; the strict reader never sees another move than the
/// tolerant one; what is written reads back.
fn notation(notation: Notation, data: &[u8]) {
    let (position, rest) = match placed(data) {
        Some(position) => (position, data.get(65..).unwrap_or_default()),
        None => played(data),
    };
    let text = String::from_utf8_lossy(rest);
    let tolerant = Reader::tolerant(notation).read(&position, &text);
    let strict = Reader::strict(notation).read(&position, &text);
    if let Ok(mv) = tolerant {
        assert!(position.legal_moves().contains(&mv));
    }
    if let (Ok(tolerant), Ok(strict)) = (&tolerant, &strict) {
        assert_eq!(tolerant, strict);
    }
    let strict = Reader::strict(notation).with_dialect(WxfDialect::Wxf);
    for &mv in &position.legal_moves() {
        let written = write(&position, mv, notation);
        assert_eq!(
            strict.read(&position, &written),
            Ok(mv),
            "{written}: {}",
            position.to_fen()
        );
    }
}

fn coordinates(data: &[u8]) {
    for kind in [Notation::Iccs, Notation::Uci, Notation::Uci10] {
        notation(kind, data);
    }
}

/// Every game of a file has a report; a good one is legal, and is the same game after it was
/// written and read again.
fn records(head: &[u8], data: &[u8]) {
    let bytes = [head, data].concat();
    for game in import(&bytes) {
        let report = game.report();
        assert_eq!(report.error.is_some(), game.game.is_err());
        let Ok(record) = game.game else { continue };
        let moves: Vec<Move> = record.moves().collect();
        assert!(Record::from_moves(record.start, &moves).is_ok());
        for notation in [Notation::Chinese, Notation::Wxf, Notation::Iccs] {
            let written = pgn::write(&record, notation);
            let again = import(written.as_bytes()).next().expect("a game");
            let read = again.game.expect("written by ourselves");
            assert_eq!(read.lines, record.lines, "{written}");
            assert_eq!(read.start, record.start, "{written}");
            assert_eq!(read.result, record.result, "{written}");
        }
        let written = dhtmlxq::write(&record);
        let again = import(written.as_bytes()).next().expect("a game");
        assert!(
            again.game.is_ok_and(|read| read.moves().eq(record.moves())),
            "{written}"
        );
        if !moves.is_empty() {
            let written = list::write(&record, Notation::Chinese);
            let again = import(written.as_bytes()).next().expect("a game");
            assert!(
                again.game.is_ok_and(|read| read.moves().eq(record.moves())),
                "{written}"
            );
        }
    }
}
