//! A record as PGN.

use super::super::{Aside, Line, Record};
use super::format_name;
use super::read::is_usual_start;
use crate::rules::notation::{self, Notation};
use crate::rules::{Color, Position};

/// Movetext is wrapped before this many characters.
const LINE_WIDTH: usize = 78;

/// The tags a xiangqi PGN has, in this order, whether known or not.
const ROSTER: [&str; 8] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "RedTeam",
    "Red",
    "BlackTeam",
    "Black",
];

/// Writes a record as PGN, its moves in a notation (Chinese, WXF, or ICCS for the others).
pub fn write(record: &Record, notation: Notation) -> String {
    let notation = match notation {
        Notation::Chinese | Notation::Wxf => notation,
        _ => Notation::Iccs,
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    };
    tag("Game", "Chinese Chess");
    for name in ROSTER {
        // Team tags only where there are teams.
        match record.tag(name) {
            Some(value) => tag(name, value),
            None if name.ends_with("Team") => {}
            None if name == "Date" => tag(name, "????.??.??"),
            None => tag(name, "?"),
        }
    }
    let result = record.result.map_or("*", |result| result.pgn());
    tag("Result", result);
    for (name, value) in &record.tags {
        if !ROSTER
            .iter()
            .any(|roster| name.eq_ignore_ascii_case(roster))
            && is_tag_name(name)
        {
            tag(name, value);
        }
    }
    if !is_usual_start(&record.start) {
        tag("FEN", &record.start.to_fen());
    }
    tag("Format", format_name(notation));
    text.push('\n');
    let mut movetext = Movetext {
        text,
        column: 0,
        notation,
    };
    movetext.game(record);
    movetext.word(result);
    movetext.text.push('\n');
    movetext.text
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Tag values are one line.
fn escape(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ")
}

/// A line on the way to being written.
struct Frame<'a> {
    line: &'a Line,
    ply: usize,
    aside: usize,
    /// The position before the ply that comes next.
    position: Position,
    /// The position before the last ply: where its variations begin.
    previous: Position,
    /// Whether the next move needs its number although it is Black's.
    number: bool,
}

struct Movetext {
    text: String,
    column: usize,
    notation: Notation,
}

impl Movetext {
    /// Writes all lines, without recursion: records may nest as deep as they like.
    fn game(&mut self, record: &Record) {
        let Some(main) = record.lines.first() else {
            return;
        };
        let mut frames = vec![self.begin(main, record.start)];
        while let Some(frame) = frames.last_mut() {
            let said = frame
                .ply
                .checked_sub(1)
                .and_then(|last| frame.line.plies.get(last));
            if let Some(aside) = said.and_then(|ply| ply.asides.get(frame.aside)) {
                frame.aside += 1;
                frame.number = true;
                match aside {
                    Aside::Comment(text) => self.comment(text),
                    Aside::Variation(index) => {
                        let (start, line) = (frame.previous, record.lines.get(*index));
                        if let Some(line) = line.filter(|_| frames.len() <= record.lines.len()) {
                            self.word("(");
                            let frame = self.begin(line, start);
                            frames.push(frame);
                        }
                    }
                }
            } else if let Some(ply) = frame.line.plies.get(frame.ply) {
                self.number(&frame.position, frame.number);
                self.word(&notation::write(&frame.position, ply.mv, self.notation));
                for glyph in &ply.glyphs {
                    self.word(&format!("${glyph}"));
                }
                frame.previous = frame.position;
                frame.position = frame.position.play_unchecked(ply.mv);
                frame.ply += 1;
                frame.aside = 0;
                frame.number = false;
            } else {
                frames.pop();
                if !frames.is_empty() {
                    self.text.push(')');
                    self.column += 1;
                }
            }
        }
    }

    fn begin<'a>(&mut self, line: &'a Line, start: Position) -> Frame<'a> {
        line.intro.iter().for_each(|comment| self.comment(comment));
        Frame {
            line,
            ply: 0,
            aside: 0,
            position: start,
            previous: start,
            number: true,
        }
    }

    fn number(&mut self, position: &Position, always: bool) {
        match position.side_to_move() {
            Color::Red => self.word(&format!("{}.", position.fullmove())),
            Color::Black if always => self.word(&format!("{}...", position.fullmove())),
            Color::Black => {}
        }
    }

    /// A comment keeps its line breaks. One that did not come from a reader may have to be made
    /// fit for PGN.
    fn comment(&mut self, text: &str) {
        if let Some(text) = super::super::comment(text) {
            self.word(&format!("{{{text}}}"));
        }
    }

    /// Writes a word, on a new line where the line would grow too long.
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        let after_bracket = self.text.ends_with('(');
        if self.column > 0 && self.column + 1 + width > LINE_WIDTH && !after_bracket {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 && !after_bracket {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }
}
