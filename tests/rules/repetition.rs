//! Rulings on repetition (articles 23 to 26): one small position for each clause, the federation's
//! figures where they are at hand, and what must not change a ruling.

use saiwu::rules::repetition::{Answer, Edition};
use saiwu::rules::{Move, Position, Square};

use crate::repetition_asking::{
    Case, fields, labels, played_is_as_assumed, stays_mirrored_and_swapped, word,
};

fn clauses() -> Vec<Case> {
    fields(include_str!("repetition_clauses.txt"))
        .map(|fields| Case::of_fields(&fields))
        .collect()
}

/// The figures of the Chinese federation.
fn figures() -> Vec<Case> {
    crate::repetition_asking::figures(|ruleset| ruleset.starts_with("cxa"))
}

/// By the approved edition.
fn ask(fen: &str, moves: &[String], assume: bool) -> Answer {
    crate::repetition_asking::ask(Edition::Approved, fen, moves, assume)
}

#[test]
fn every_clause_has_its_position() {
    for case in clauses() {
        let answer = ask(&case.fen, &case.moves, true);
        assert_eq!(word(answer.ruling), case.ruling, "{}", case.name);
        assert_eq!(labels(&answer), case.labels[case.start..], "{}", case.name);
        assert_eq!(answer.cycle.start_ply, case.start, "{}", case.name);
    }
}

/// The figures of chapter 7: every ruling, and at least 95 of 100 labels; what is missed is named.
#[test]
fn the_figures_of_chapter_7() {
    let figures = figures();
    let (mut wrong, mut right, mut all) = (Vec::new(), 0, 0);
    for case in &figures {
        let answer = ask(&case.fen, &case.moves, true);
        if word(answer.ruling) != case.ruling {
            wrong.push(format!("{}: {:?}", case.name, answer.ruling));
        }
        let wanted = &case.labels[case.start..];
        let got = labels(&answer);
        right += got.iter().zip(wanted).filter(|(a, b)| a == b).count();
        all += wanted.len();
        if got != wanted {
            println!("{}: {got:?}, the book says {wanted:?}", case.name);
        }
    }
    println!("{} figures, {right} of {all} labels", figures.len());
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(right * 100 >= all * 95, "{right} of {all} labels");
}

#[test]
fn mirror_and_colours_change_nothing() {
    for case in clauses().iter().chain(&figures()) {
        stays_mirrored_and_swapped(Edition::Approved, case);
    }
}

#[test]
fn where_the_cycle_is_entered_changes_nothing() {
    for case in clauses().into_iter().chain(figures()) {
        let answer = ask(&case.fen, &case.moves, true);
        let wanted = labels(&answer);
        let cycle = &case.moves[case.start..];
        let mut position = Position::from_fen(&case.fen).expect("a position");
        for text in &case.moves[..case.start] {
            position = position.play(text.parse().expect("a move")).expect("legal");
        }
        for turn in 0..cycle.len() {
            let mut moves = cycle.to_vec();
            moves.rotate_left(turn);
            let other = ask(&position.to_fen(), &moves, true);
            let mut expected = wanted.clone();
            expected.rotate_left(turn);
            assert_eq!(
                other.ruling, answer.ruling,
                "{} turned by {turn}",
                case.name
            );
            assert_eq!(labels(&other), expected, "{} turned by {turn}", case.name);
            position = position
                .play(cycle[turn].parse().expect("a move"))
                .expect("legal");
        }
    }
}

#[test]
fn played_three_times_it_is_ruled_the_same_as_assumed() {
    for case in clauses().iter().chain(&figures()) {
        played_is_as_assumed(Edition::Approved, case);
    }
}

/// A soldier that has not moved, attacks nothing, is attacked by nothing and stands on no line
/// anybody uses is no part of the question.
#[test]
fn idle_pieces_change_nothing() {
    let mut tried = 0;
    for case in clauses().into_iter().chain(figures()) {
        let answer = ask(&case.fen, &case.moves, true);
        for square in Square::all() {
            let Some(fen) = with_idle_soldier(&case, &answer, square) else {
                continue;
            };
            let other = ask(&fen, &case.moves, true);
            assert_eq!(
                other.ruling, answer.ruling,
                "{} with a soldier on {square}",
                case.name
            );
            assert_eq!(
                labels(&other),
                labels(&answer),
                "{} with a soldier on {square}",
                case.name
            );
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} positions tried");
}

/// The position of a case with an idle Red soldier on a square, if one can stand there idly.
fn with_idle_soldier(case: &Case, answer: &Answer, square: Square) -> Option<String> {
    use saiwu::rules::{Color, Piece, PieceKind, Setup};
    let mut setup = Setup::from_fen(&case.fen).ok()?;
    // A soldier across the river guards points the other general may need.
    if square.rank() > 4 || setup.board.piece_at(square).is_some() {
        return None;
    }
    let soldier = Piece::new(Color::Red, PieceKind::Soldier);
    setup.board.set(square, Some(soldier));
    let mut position = Position::try_from(setup).ok()?;
    let fen = position.to_fen();
    let used = |text: &String| text.parse::<Move>().ok();
    let quiet = |position: &Position| {
        let board = position.board();
        let free = board.pieces().all(|(at, piece)| {
            let (df, dr) = (
                at.file().abs_diff(square.file()),
                at.rank().abs_diff(square.rank()),
            );
            at == square
                || match piece.kind {
                    PieceKind::Rook | PieceKind::Cannon | PieceKind::General => df > 0 && dr > 0,
                    _ => df.max(dr) > 2,
                }
        });
        free && board
            .reach(square)
            .into_iter()
            .all(|to| board.piece_at(to).is_none())
    };
    // No move of the cycle or of a demonstration goes along the square's file or rank.
    let crosses = |mv: Move| {
        [mv.from, mv.to]
            .iter()
            .any(|at| at.file() == square.file() || at.rank() == square.rank())
    };
    let lines = answer.moves.iter().flat_map(|mv| mv.line.iter());
    if lines.chain(&case.moves).filter_map(used).any(crosses) {
        return None;
    }
    for text in &case.moves {
        if !quiet(&position) {
            return None;
        }
        position = position.play(used(text)?).ok()?;
    }
    quiet(&position).then_some(fen)
}

#[test]
fn a_demonstration_can_be_played() {
    for case in clauses().into_iter().chain(figures()) {
        let answer = ask(&case.fen, &case.moves, true);
        let mut position = Position::from_fen(&case.fen).expect("a position");
        let mut before = Vec::new();
        for text in &case.moves {
            position = position.play(text.parse().expect("a move")).expect("legal");
            before.push(position);
        }
        for mv in &answer.moves {
            let Some(first) = mv.line.first() else {
                continue;
            };
            let mut shown = before[mv.ply];
            let first: Move = first.parse().expect("a move");
            let mover = shown.board().piece_at(first.from).expect("a piece").color;
            if mover != shown.side_to_move() {
                shown = shown.pass().expect("nobody is in check");
            }
            for text in &mv.line {
                shown = shown
                    .play(text.parse().expect("a move"))
                    .unwrap_or_else(|error| {
                        panic!("{} ply {} {:?}: {error}", case.name, mv.ply, mv.line)
                    });
            }
        }
    }
}
