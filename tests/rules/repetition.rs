//! Rulings on repetition (articles 23 to 26): one small position for each clause, the federation's
//! figures where they are at hand, and what must not change a ruling.

use saiwu::rules::repetition::{Answer, Request, Ruling, judge_request};
use saiwu::rules::{Move, Position, Square};
use serde_json::json;

use crate::data::{rows, text};

/// A case: a position, moves that end where the cycle began, and what is expected.
#[derive(Clone)]
struct Case {
    name: String,
    fen: String,
    moves: Vec<String>,
    start: usize,
    ruling: String,
    labels: Vec<char>,
}

fn clauses() -> Vec<Case> {
    include_str!("repetition_clauses.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split(" | ").collect();
            Case {
                name: fields[0].into(),
                fen: fields[1].into(),
                moves: fields[2].split(' ').map(Into::into).collect(),
                start: fields[3].parse().expect("a number"),
                ruling: fields[4].into(),
                labels: fields[5].chars().collect(),
            }
        })
        .collect()
}

/// The figures of the Chinese federation.
fn figures() -> Vec<Case> {
    let chinese = |row: &serde_json::Value| text(row, "ruleset").starts_with("cxa");
    let list = |row: &serde_json::Value, field: &str| -> Vec<String> {
        let items = row[field].as_array().expect("a list");
        items
            .iter()
            .filter_map(|item| item.as_str().map(Into::into))
            .collect()
    };
    rows("repetition_cases.jsonl")
        .unwrap_or_default()
        .iter()
        .filter(|row| chinese(row))
        .map(|row| Case {
            name: text(row, "id").into(),
            fen: text(row, "fen").into(),
            moves: list(row, "moves"),
            start: row["cycle_start"].as_u64().expect("a number") as usize,
            ruling: text(row, "ruling").into(),
            labels: list(row, "classification")
                .iter()
                .filter_map(|word| word.chars().next())
                .collect(),
        })
        .collect()
}

fn ask(fen: &str, moves: &[String], assume: bool) -> Answer {
    let request: Request = serde_json::from_value(json!({
        "fen": fen, "moves": moves, "assume_repeated": assume,
    }))
    .expect("a request");
    judge_request(&request).unwrap_or_else(|error| panic!("{fen} {moves:?}: {error}"))
}

fn labels(answer: &Answer) -> Vec<char> {
    answer
        .moves
        .iter()
        .map(|mv| mv.label.zh().chars().next().expect("a character"))
        .collect()
}

fn name(ruling: Ruling) -> String {
    serde_json::to_value(ruling)
        .expect("a name")
        .as_str()
        .expect("text")
        .into()
}

/// What a side's colours swapped makes of a ruling.
fn swapped(ruling: Ruling) -> Ruling {
    match ruling {
        Ruling::RedLoses => Ruling::BlackLoses,
        Ruling::BlackLoses => Ruling::RedLoses,
        Ruling::RedMustChange => Ruling::BlackMustChange,
        Ruling::BlackMustChange => Ruling::RedMustChange,
        Ruling::Draw => Ruling::Draw,
        Ruling::NotRepeated => Ruling::NotRepeated,
    }
}

fn mapped(moves: &[String], map: impl Fn(Square) -> Square) -> Vec<String> {
    moves
        .iter()
        .map(|text| {
            let mv: Move = text.parse().expect("a move");
            Move::new(map(mv.from), map(mv.to)).to_string()
        })
        .collect()
}

#[test]
fn every_clause_has_its_position() {
    for case in clauses() {
        let answer = ask(&case.fen, &case.moves, true);
        assert_eq!(name(answer.ruling), case.ruling, "{}", case.name);
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
        if name(answer.ruling) != case.ruling {
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
    for case in clauses().into_iter().chain(figures()) {
        let answer = ask(&case.fen, &case.moves, true);
        let position = Position::from_fen(&case.fen).expect("a position");
        let mirrored = ask(
            &position.mirror().to_fen(),
            &mapped(&case.moves, Square::mirror),
            true,
        );
        let flipped = ask(
            &position.swap_colors().to_fen(),
            &mapped(&case.moves, Square::flip),
            true,
        );
        let both = ask(
            &position.mirror().swap_colors().to_fen(),
            &mapped(&case.moves, |square| square.mirror().flip()),
            true,
        );
        for (other, ruling, what) in [
            (&mirrored, answer.ruling, "mirrored"),
            (&flipped, swapped(answer.ruling), "colours swapped"),
            (&both, swapped(answer.ruling), "mirrored and swapped"),
        ] {
            assert_eq!(other.ruling, ruling, "{} {what}", case.name);
            assert_eq!(other.confidence, answer.confidence, "{} {what}", case.name);
            assert_eq!(labels(other), labels(&answer), "{} {what}", case.name);
            for (a, b) in answer.moves.iter().zip(&other.moves) {
                assert_eq!(a.quality, b.quality, "{} {what} {}", case.name, a.ply);
                assert_eq!(
                    a.targets.len(),
                    b.targets.len(),
                    "{} {what} {}",
                    case.name,
                    a.ply
                );
                assert_eq!(a.clauses, b.clauses, "{} {what} {}", case.name, a.ply);
            }
        }
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
    for case in clauses().into_iter().chain(figures()) {
        let assumed = ask(&case.fen, &case.moves, true);
        let cycle = &case.moves[case.start..];
        let mut moves = case.moves.clone();
        moves.extend(cycle.iter().cloned());
        let early = ask(&case.fen, &moves, false);
        assert_eq!(early.ruling, Ruling::NotRepeated, "{} twice", case.name);
        moves.extend(cycle.iter().cloned());
        moves.extend(cycle.iter().cloned());
        let played = ask(&case.fen, &moves, false);
        assert_eq!(played.ruling, assumed.ruling, "{}", case.name);
        assert_eq!(played.confidence, assumed.confidence, "{}", case.name);
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
