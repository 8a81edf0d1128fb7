//! Plain lists of moves, with or without numbers and with words around them: what people paste.
//!
//! A line with moves belongs to the game; a line of words before the moves may name players and
//! event (`红方：…`), one between or after them is a comment. A list may begin with a FEN, or be
//! UCI's `position startpos moves …`. A move number 1 begins the next game; so does a blank line
//! where moves are not numbered. Lists with one game a line are told by what reads.

use super::builder::{Builder, Hints, Reading, Way, in_the_best_way};
use super::movetext::{Lexer, Part, Token, parts};
use super::remark::{RefusalReason, Remark};
use super::{GameResult, Record};
use crate::rules::Position;
use crate::rules::notation::{self, Notation};
use crate::rules::square::excerpt;

/// Words that head a line about the game, and the tags they are kept as.
const HEADINGS: [(&str, &str); 36] = [
    ("红方", "Red"),
    ("紅方", "Red"),
    ("红", "Red"),
    ("紅", "Red"),
    ("先手", "Red"),
    ("red", "Red"),
    ("黑方", "Black"),
    ("黑", "Black"),
    ("后手", "Black"),
    ("後手", "Black"),
    ("black", "Black"),
    ("红方单位", "RedTeam"),
    ("红方团体", "RedTeam"),
    ("黑方单位", "BlackTeam"),
    ("黑方团体", "BlackTeam"),
    ("赛事", "Event"),
    ("賽事", "Event"),
    ("比赛", "Event"),
    ("比賽", "Event"),
    ("比赛名称", "Event"),
    ("赛事名称", "Event"),
    ("event", "Event"),
    ("日期", "Date"),
    ("比赛日期", "Date"),
    ("比赛时间", "Date"),
    ("date", "Date"),
    ("地点", "Site"),
    ("地點", "Site"),
    ("比赛地点", "Site"),
    ("轮次", "Round"),
    ("輪次", "Round"),
    ("标题", "Title"),
    ("標題", "Title"),
    ("棋谱标题", "Title"),
    ("结果", "Result"),
    ("結果", "Result"),
];

/// More headings than any game has; what is beyond is not kept.
const MOST_TAGS: usize = 50;

/// A part of a game's text.
#[derive(Debug, Clone, Copy)]
enum Piece<'a> {
    Moves(&'a str),
    Words(&'a str),
}

/// One game on its way.
#[derive(Debug, Default)]
struct Draft<'a> {
    /// Where it begins, lines from 0.
    line: usize,
    tags: Vec<(&'static str, &'a str)>,
    fen: Option<&'a str>,
    pieces: Vec<Piece<'a>>,
    has_moves: bool,
    numbered: bool,
    ended: bool,
    /// Whether a comment of the moves is still open.
    in_comment: bool,
}

/// Reads the games of a text: the line each begins on (from 0), and what was read.
pub(super) fn read(text: &str) -> Vec<(usize, Reading)> {
    let mut games = Vec::new();
    let mut draft = Draft::default();
    let mut blank = false;
    // Old files end their lines with a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
        if line.is_empty() {
            blank = true;
            continue;
        }
        let kind = if draft.in_comment {
            LineKind::Moves { first: false }
        } else {
            kind(line)
        };
        let begins = match kind {
            LineKind::Heading(..) | LineKind::Fen(_) => draft.has_moves,
            LineKind::Position { .. } => draft.has_moves || draft.fen.is_some(),
            LineKind::Moves { first } => {
                draft.has_moves && (first || draft.ended || (blank && !draft.numbered))
            }
            LineKind::Words => false,
        };
        if begins && !draft.in_comment {
            finish(std::mem::take(&mut draft), &mut games);
        }
        if draft.pieces.is_empty() && draft.tags.is_empty() && draft.fen.is_none() {
            draft.line = number;
        }
        draft.add(line, kind);
        blank = false;
    }
    finish(draft, &mut games);
    games
}

enum LineKind<'a> {
    Heading(&'static str, &'a str),
    Fen(&'a str),
    /// UCI: the FEN (none for the usual start) and the moves.
    Position {
        fen: Option<&'a str>,
        moves: &'a str,
    },
    /// Moves; `first` where they begin with the number 1.
    Moves {
        first: bool,
    },
    Words,
}

fn kind(line: &str) -> LineKind<'_> {
    if let Some(rest) = line.strip_prefix("position ") {
        let (before, moves) = rest.split_once("moves").unwrap_or((rest, ""));
        let fen = before.trim().strip_prefix("fen").map(str::trim);
        return LineKind::Position { fen, moves };
    }
    let unlabelled = ["FEN", "fen"]
        .iter()
        .find_map(|label| line.strip_prefix(label));
    let fen = unlabelled.map(|rest| rest.trim_start_matches([':', '：', ' ', '=']));
    if let Some(fen) = fen.or_else(|| is_fen(line).then_some(line)) {
        return LineKind::Fen(fen);
    }
    if let Some((heading, value)) = line.split_once([':', '：'])
        && let Some(&(_, tag)) = HEADINGS
            .iter()
            .find(|(word, _)| heading.trim().eq_ignore_ascii_case(word))
    {
        return LineKind::Heading(tag, value.trim());
    }
    let first = {
        let rest = line.trim_start_matches(['1', '１']);
        let digits = line.chars().count() - rest.chars().count();
        digits == 1
            && !rest.starts_with(|c: char| c.is_numeric() || c == '-' || c == '/')
            && rest
                .starts_with(|c: char| c.is_whitespace() || !c.is_ascii() || c == '.' || c == ':')
    };
    if has_moves(line) {
        LineKind::Moves { first }
    } else {
        LineKind::Words
    }
}

fn is_fen(line: &str) -> bool {
    let placement = line.split_whitespace().next().unwrap_or_default();
    placement.bytes().filter(|&b| b == b'/').count() == 9 && placement.contains(['k', 'K'])
}

/// Whether something on a line was meant as a move or as the result.
fn has_moves(line: &str) -> bool {
    Lexer::new(line).any(|(_, token)| match token {
        Token::Word(word) => parts(word).take(2).any(|part| match part {
            Part::Move(text) => notation::is_meant_as_move(text),
            Part::Result(_) => true,
            Part::Glyph(_) => false,
        }),
        _ => false,
    })
}

impl<'a> Draft<'a> {
    fn add(&mut self, line: &'a str, kind: LineKind<'a>) {
        match kind {
            LineKind::Heading(tag, value) => {
                if self.tags.len() < MOST_TAGS {
                    self.tags.push((tag, value));
                }
            }
            LineKind::Fen(fen) => self.fen = Some(fen),
            LineKind::Position { fen, moves } => {
                self.fen = fen;
                self.pieces.push(Piece::Moves(moves));
                self.has_moves = true;
                self.ended = true;
            }
            LineKind::Moves { first } => {
                self.numbered |= first;
                self.has_moves = true;
                self.in_comment = match (line.rfind('{'), line.rfind('}')) {
                    (Some(open), Some(close)) => open > close,
                    (Some(_), None) => true,
                    (None, Some(_)) => false,
                    (None, None) => self.in_comment,
                };
                self.pieces.push(Piece::Moves(line));
            }
            LineKind::Words => self.pieces.push(Piece::Words(line)),
        }
    }

    fn read_in(&self, pieces: &[Piece<'_>], way: Way) -> (Reading, Hints) {
        let start = match self.fen.map(Position::from_fen) {
            None => Position::startpos(),
            Some(Ok(start)) => start,
            Some(Err(error)) => {
                return (
                    Reading::refused(RefusalReason::Position(error)),
                    Hints::default(),
                );
            }
        };
        let mut builder = Builder::new(start, way);
        self.keep_tags(builder.record());
        // Lines of moves are read as one text: brackets may span them.
        let mut moves = String::new();
        let mut result = None;
        for piece in pieces {
            match piece {
                Piece::Moves(line) => {
                    moves.push_str(line);
                    moves.push('\n');
                }
                Piece::Words(words) if moves.is_empty() => builder.comment(words),
                Piece::Words(words) => {
                    moves.push('{');
                    moves.push_str(&words.replace('}', ")"));
                    moves.push_str("}\n");
                }
            }
        }
        if !moves.is_empty() {
            result = builder.movetext(&moves);
        }
        let said = self
            .tags
            .iter()
            .find(|(tag, _)| *tag == "Result")
            .map(|(_, value)| *value);
        match said.map(GameResult::parse) {
            Some(Some(said)) => builder.record().result = said.or(result),
            Some(None) => {
                builder.remark(Remark::ResultUnknown(excerpt(said.unwrap_or_default())));
                builder.record().result = result;
            }
            None => builder.record().result = result,
        }
        builder.finish()
    }

    fn keep_tags(&self, record: &mut Record) {
        for &(tag, value) in &self.tags {
            if tag != "Result" && record.tag(tag).is_none() {
                record.set_tag(tag, value);
            }
        }
    }
}

fn finish(draft: Draft<'_>, games: &mut Vec<(usize, Reading)>) {
    if !draft.has_moves {
        return;
    }
    let whole = in_the_best_way(|way| draft.read_in(&draft.pieces, way));
    let lines: Vec<&Piece<'_>> = draft
        .pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Moves(_)))
        .collect();
    if whole.refusal.is_some() && !draft.numbered && draft.fen.is_none() && lines.len() > 1 {
        let apart: Vec<Reading> = lines
            .iter()
            .map(|line| in_the_best_way(|way| draft.read_in(&[**line], way)))
            .collect();
        let plies: usize = apart.iter().map(Reading::plies).sum();
        if plies > whole.plies() && apart.iter().all(|game| game.plies() > 0) {
            games.extend(
                apart
                    .into_iter()
                    .enumerate()
                    .map(|(at, game)| (draft.line + at, game)),
            );
            return;
        }
    }
    games.push((draft.line, whole));
}

/// Writes the moves of a record as a numbered list, one full move a line.
pub fn write(record: &Record, notation: Notation) -> String {
    use crate::rules::{Color, START_FEN};
    use std::fmt::Write;
    let mut text = String::new();
    let start = record.start.to_fen();
    if start != START_FEN {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "FEN: {start}");
    }
    let mut position = record.start;
    for (index, mv) in record.moves().enumerate() {
        let written = notation::write(&position, mv, notation);
        match position.side_to_move() {
            Color::Red => {
                let _ = write!(text, "{}. {written}", position.fullmove());
            }
            Color::Black if index == 0 => {
                let _ = writeln!(text, "{}. ... {written}", position.fullmove());
            }
            Color::Black => {
                let _ = writeln!(text, " {written}");
            }
        }
        position = position.play_unchecked(mv);
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(record.result.map_or("*", |result| result.pgn()));
    text.push('\n');
    text
}
