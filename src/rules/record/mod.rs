//! Game records: read from the formats people keep games in, written in three of them.
//!
//! * [`import`]: a file of any kind → its games, each with a report; a bad game stops no other.
//! * [`pgn`], [`dhtmlxq`], [`list`], [`json_lines`]: one format a file.
//! * `segments` cuts a file into games, `encoding` finds the encoding in which the moves read,
//!   `movetext` and `builder` turn running text into lines of legal moves.
//! * [`remark`]: what is said of a game that could not be read, or of one that could.

mod builder;
pub mod dhtmlxq;
mod encoding;
pub mod import;
pub mod json_lines;
pub mod list;
mod movetext;
pub mod pgn;
pub mod remark;
mod segments;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{Color, Move, Position};

pub use import::{Format, Import, import};
pub use remark::{Refusal, Remark};

/// How a game ended, as its record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// Red has won.
    #[serde(rename = "1-0")]
    Red,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// Neither.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2`.
    pub const fn pgn(self) -> &'static str {
        match self {
            GameResult::Red => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// 红胜, 黑胜, 和棋.
    pub const fn zh(self) -> &'static str {
        match self {
            GameResult::Red => "红胜",
            GameResult::Black => "黑胜",
            GameResult::Draw => "和棋",
        }
    }

    /// The result in which a side wins.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::Red => GameResult::Red,
            Color::Black => GameResult::Black,
        }
    }

    /// Reads a result in the forms records have: `1-0`, `1/2-1/2`, 红胜, 先负, 和棋. `Some(None)`
    /// is a result said to be unknown (`*`, 未知); `None` is no result at all.
    pub fn parse(text: &str) -> Option<Option<GameResult>> {
        Some(match text.trim() {
            "1-0" | "１-０" | "１－０" | "2-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" | "先胜"
            | "先勝" | "红方胜" | "紅方勝" | "黑负" | "黑負" | "胜" | "勝" => {
                Some(GameResult::Red)
            }
            "0-1" | "０-１" | "０－１" | "0-2" | "黑胜" | "黑勝" | "红先负" | "紅先負" | "先负"
            | "先負" | "黑方胜" | "黑方勝" | "红负" | "紅負" | "负" | "負" => {
                Some(GameResult::Black)
            }
            "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "1-1" | "和棋" | "和" | "和局"
            | "先和" | "红先和" | "紅先和" | "平局" | "双方和" => {
                Some(GameResult::Draw)
            }
            "*" | "未知" | "不明" | "?" => None,
            _ => return None,
        })
    }
}

/// A remark of an annotator, or a variation, after a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aside {
    /// A comment.
    Comment(String),
    /// A variation: the line with this index. It begins in place of the ply it hangs on.
    Variation(usize),
}

/// One ply with what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` …
    pub glyphs: Vec<u16>,
    /// Comments and variations after it, in order.
    pub asides: Vec<Aside>,
}

/// A comment as records keep it: trimmed, with `\n` between its lines, and without what PGN cannot
/// hold in one: its closing brace, and lines that look like the beginning of another game. `None`
/// where nothing is left.
fn comment(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' | '\n' => {
                kept.push('\n');
                if matches!(characters.peek(), Some('[' | '{')) {
                    kept.push(' ');
                }
            }
            '}' => kept.push(')'),
            c => kept.push(c),
        }
    }
    Some(kept)
}

/// A line of moves: the game, or a variation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first ply.
    pub intro: Vec<String>,
    /// The plies.
    pub plies: Vec<Ply>,
}

/// Moves a line over, and those that hang on it behind it. As deep as variations are.
fn settle(given: &mut [Line], from: usize, settled: &mut Vec<Line>) {
    let at = settled.len();
    settled.push(Line::default());
    let mut line = given.get_mut(from).map(std::mem::take).unwrap_or_default();
    for ply in &mut line.plies {
        ply.asides.retain_mut(|aside| {
            let Aside::Variation(number) = aside else {
                return true;
            };
            // Nothing hangs on a line without plies.
            let says = |line: &Line| !line.plies.is_empty() || !line.intro.is_empty();
            if !given.get(*number).is_some_and(says) {
                return false;
            }
            let next = settled.len();
            settle(given, *number, settled);
            *number = next;
            true
        });
    }
    settled[at] = line;
}

/// The record of a game. All its moves, those of the variations too, are legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Names and values in the order of the record, under the names of PGN (`Red`, `RedTeam`,
    /// `Black`, `Event` …). Result, starting position and format are not among them.
    pub tags: Vec<(String, String)>,
    /// Where the moves start.
    pub start: Position,
    /// The lines. The first is the game itself; variations never hang deeper than
    /// [`Record::DEEPEST`].
    pub lines: Vec<Line>,
    /// How it ended, when the record says so.
    pub result: Option<GameResult>,
}

impl Record {
    /// Variations within variations are kept to this depth; what lies deeper is kept as text.
    pub const DEEPEST: usize = 64;
    /// Variations kept in one game; what is beyond is kept as text.
    pub const MOST_VARIATIONS: usize = 10_000;

    /// A record without moves.
    pub fn new(start: Position) -> Record {
        Record {
            tags: Vec::new(),
            start,
            lines: vec![Line::default()],
            result: None,
        }
    }

    /// A record of moves without comments.
    ///
    /// # Errors
    /// The first move that is not legal, with its index.
    pub fn from_moves(
        start: Position,
        moves: &[Move],
    ) -> Result<Record, (usize, super::IllegalMove)> {
        let mut record = Record::new(start);
        let mut position = start;
        for (index, &mv) in moves.iter().enumerate() {
            position = position.play(mv).map_err(|error| (index, error))?;
            record.push(mv);
        }
        Ok(record)
    }

    /// Numbers the variations in the order in which they are written, and drops those that say
    /// nothing, so that one record is one value however its file was laid out.
    fn settle_lines(&mut self) {
        let mut given = std::mem::take(&mut self.lines);
        self.lines = Vec::with_capacity(given.len());
        settle(&mut given, 0, &mut self.lines);
    }

    fn push(&mut self, mv: Move) {
        if let Some(main) = self.lines.first_mut() {
            main.plies.push(Ply {
                mv,
                glyphs: Vec::new(),
                asides: Vec::new(),
            });
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place when it is there already.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self
            .tags
            .iter_mut()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))
        {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The game itself, without variations.
    pub fn main(&self) -> &[Ply] {
        self.lines.first().map_or(&[], |line| &line.plies)
    }

    /// The moves of the game.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.main().iter().map(|ply| ply.mv)
    }

    /// The number of variations.
    pub fn variations(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// The number of comments, in the variations too.
    pub fn comments(&self) -> usize {
        let of_ply = |ply: &Ply| {
            ply.asides
                .iter()
                .filter(|aside| matches!(aside, Aside::Comment(_)))
                .count()
        };
        let of_line = |line: &Line| line.intro.len() + line.plies.iter().map(of_ply).sum::<usize>();
        self.lines.iter().map(of_line).sum()
    }

    /// The position at the end of the game.
    pub fn end(&self) -> Position {
        self.moves()
            .fold(self.start, |position, mv| position.play_unchecked(mv))
    }
}
