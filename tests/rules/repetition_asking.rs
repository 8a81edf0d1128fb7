//! How both judges of repetition are asked, and what must change no ruling of either.

use saiwu::rules::repetition::{Answer, Edition, Request, Ruling, judge_request};
use saiwu::rules::{Move, Position, Square};
use serde_json::{Value, json};

use crate::data::{rows, text};

/// A case: a position, moves that end where the cycle began, and what is expected.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub fen: String,
    pub moves: Vec<String>,
    /// The first ply of the cycle.
    pub start: usize,
    pub ruling: String,
    /// One character a move; empty where none are given.
    pub labels: Vec<char>,
}

impl Case {
    /// From the fields of a line of our own: name, position, moves, start, ruling, labels.
    pub fn of_fields(fields: &[&str]) -> Case {
        Case {
            name: fields[0].into(),
            fen: fields[1].into(),
            moves: fields[2].split(' ').map(Into::into).collect(),
            start: fields[3].parse().expect("a number"),
            ruling: fields[4].into(),
            labels: fields[5].chars().collect(),
        }
    }
}

/// The fields of every line that is no comment.
pub fn fields(lines: &str) -> impl Iterator<Item = Vec<&str>> {
    lines
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split(" | ").collect())
}

/// The figures of a rule set, when they are at hand.
pub fn figures(of: impl Fn(&str) -> bool) -> Vec<Case> {
    let list = |row: &Value, field: &str| -> Vec<String> {
        let items = row[field].as_array().into_iter().flatten();
        items
            .filter_map(|item| item.as_str().map(Into::into))
            .collect()
    };
    rows("repetition_cases.jsonl")
        .unwrap_or_default()
        .iter()
        .filter(|row| of(text(row, "ruleset")))
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

/// Asks for a ruling; `assume`: one cycle stands for three.
pub fn ask(edition: Edition, fen: &str, moves: &[String], assume: bool) -> Answer {
    let request: Request = serde_json::from_value(json!({
        "edition": edition, "fen": fen, "moves": moves, "assume_repeated": assume,
    }))
    .expect("a request");
    judge_request(&request).unwrap_or_else(|error| panic!("{fen} {moves:?}: {error}"))
}

pub fn labels(answer: &Answer) -> Vec<char> {
    answer
        .moves
        .iter()
        .map(|mv| mv.label.zh().chars().next().expect("a character"))
        .collect()
}

/// The word that stands for a value on the wire.
pub fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value)
        .expect("a name")
        .as_str()
        .expect("text")
        .into()
}

/// What a side's colours swapped makes of a ruling.
pub fn swapped(ruling: Ruling) -> Ruling {
    match ruling {
        Ruling::RedLoses => Ruling::BlackLoses,
        Ruling::BlackLoses => Ruling::RedLoses,
        Ruling::RedMustChange => Ruling::BlackMustChange,
        Ruling::BlackMustChange => Ruling::RedMustChange,
        Ruling::Draw => Ruling::Draw,
        Ruling::NotRepeated => Ruling::NotRepeated,
    }
}

pub fn mapped(moves: &[String], map: impl Fn(Square) -> Square) -> Vec<String> {
    moves
        .iter()
        .map(|text| {
            let mv: Move = text.parse().expect("a move");
            Move::new(map(mv.from), map(mv.to)).to_string()
        })
        .collect()
}

/// Asserts that a mirrored board, swapped colours and both give the same ruling, move by move.
pub fn stays_mirrored_and_swapped(edition: Edition, case: &Case) {
    let answer = ask(edition, &case.fen, &case.moves, true);
    let position = Position::from_fen(&case.fen).expect("a position");
    let other = |position: Position, map: &dyn Fn(Square) -> Square| {
        ask(edition, &position.to_fen(), &mapped(&case.moves, map), true)
    };
    let mirrored = other(position.mirror(), &Square::mirror);
    let flipped = other(position.swap_colors(), &Square::flip);
    let both = other(position.mirror().swap_colors(), &|square| {
        square.mirror().flip()
    });
    for (other, ruling, what) in [
        (&mirrored, answer.ruling, "mirrored"),
        (&flipped, swapped(answer.ruling), "colours swapped"),
        (&both, swapped(answer.ruling), "mirrored and swapped"),
    ] {
        assert_eq!(other.ruling, ruling, "{} {what}", case.name);
        assert_eq!(other.confidence, answer.confidence, "{} {what}", case.name);
        assert_eq!(labels(other), labels(&answer), "{} {what}", case.name);
        for (a, b) in answer.moves.iter().zip(&other.moves) {
            let at = format!("{} {what} {}", case.name, a.ply);
            assert_eq!(a.quality, b.quality, "{at}");
            assert_eq!(a.targets.len(), b.targets.len(), "{at}");
            assert_eq!(a.attackers.len(), b.attackers.len(), "{at}");
            assert_eq!(a.clauses, b.clauses, "{at}");
        }
    }
}

/// Asserts that a cycle played out is ruled as it is when assumed, and not before the third time.
pub fn played_is_as_assumed(edition: Edition, case: &Case) {
    let assumed = ask(edition, &case.fen, &case.moves, true);
    let cycle = &case.moves[case.start..];
    let mut moves = case.moves.clone();
    moves.extend(cycle.iter().cloned());
    let early = ask(edition, &case.fen, &moves, false);
    assert_eq!(early.ruling, Ruling::NotRepeated, "{} twice", case.name);
    moves.extend(cycle.iter().cloned());
    moves.extend(cycle.iter().cloned());
    let played = ask(edition, &case.fen, &moves, false);
    assert_eq!(played.ruling, assumed.ruling, "{}", case.name);
    assert_eq!(played.confidence, assumed.confidence, "{}", case.name);
}
