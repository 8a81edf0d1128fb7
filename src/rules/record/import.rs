//! A file of games in any of the formats and encodings → its games, each with a report.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde::Serialize;

use super::builder::Reading;
use super::encoding::{self, Decoded, read_in_best_encoding};
use super::remark::{Refusal, Remark};
use super::segments::{Kind, Segment, Segments};
use super::{GameResult, Record, dhtmlxq, json_lines, list, pgn};
use crate::rules::notation::Notation;

/// What a game is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Tags and movetext.
    Pgn,
    /// `[DhtmlXQ_movelist]…`.
    DhtmlXq,
    /// One JSON object a line.
    JsonLines,
    /// Moves with or without words around them.
    List,
}

impl Format {
    /// The name in reports: `pgn`, `dhtml_xq`, `json_lines`, `list`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::DhtmlXq => "dhtml_xq",
            Format::JsonLines => "json_lines",
            Format::List => "list",
        }
    }
}

/// One game of a file, read or refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line it begins on, from 1.
    pub line: usize,
    /// What it is kept in.
    pub format: Format,
    /// The encoding in which its moves read: `UTF-8`, `UTF-8 BOM`, `GB18030`, `Big5`, `UTF-16LE`,
    /// `UTF-16BE`.
    pub encoding: &'static str,
    /// The notation of its first move; `None` for formats with one of their own.
    pub notation: Option<Notation>,
    /// The plies that could be read: all of a good game, those before the bad one otherwise.
    pub plies: usize,
    /// The game, or why it was refused.
    pub game: Result<Record, Refusal>,
    /// What is odd about it.
    pub remarks: Vec<Remark>,
}

/// The games of a file, read one after another. A bad game stops no other.
pub fn import(bytes: &[u8]) -> Imports<'_> {
    let mark = encoding::mark(bytes);
    let (bytes, fixed) = match mark {
        None => (Cow::Borrowed(bytes), None),
        Some((name, encoding, length)) if name.starts_with("UTF-16") => {
            let text = encoding::decode_marked(encoding, &bytes[length..]);
            (Cow::Owned(text.into_owned().into_bytes()), Some(name))
        }
        Some((name, _, length)) => (Cow::Borrowed(&bytes[length..]), Some(name)),
    };
    Imports {
        bytes,
        fixed,
        at: (0, 1),
        number: 0,
        expected: None,
        ready: VecDeque::new(),
    }
}

/// The games of a file.
pub struct Imports<'a> {
    bytes: Cow<'a, [u8]>,
    /// The encoding a byte order mark says, whose name replaces UTF-8 in reports.
    fixed: Option<&'static str>,
    /// Where the next segment begins.
    at: (usize, usize),
    number: usize,
    expected: Option<&'static str>,
    ready: VecDeque<Import>,
}

impl Imports<'_> {
    /// How many bytes of the file have been read, for a progress bar.
    pub fn bytes_read(&self) -> usize {
        self.at.0
    }

    /// Reads the next segment; false at the end of the file.
    fn advance(&mut self) -> bool {
        let mut segments = Segments::resume(&self.bytes, self.at);
        let Some(segment) = segments.next() else {
            return false;
        };
        let at = segments.mark();
        let (format, decoded) = read_segment(&segment, self.expected);
        let line = segment.line;
        self.at = at;
        if decoded.games.iter().any(|(_, game)| game.refusal.is_none()) {
            self.expected = Some(decoded.encoding);
        }
        let encoding = match (decoded.encoding, self.fixed) {
            ("UTF-8", Some(fixed)) => fixed,
            (found, _) => found,
        };
        for (offset, reading) in decoded.games {
            self.number += 1;
            let number = self.number;
            let line = line + offset;
            self.ready
                .push_back(report(number, line, format, encoding, reading));
        }
        true
    }
}

impl Iterator for Imports<'_> {
    type Item = Import;

    fn next(&mut self) -> Option<Import> {
        while self.ready.is_empty() {
            if !self.advance() {
                return None;
            }
        }
        self.ready.pop_front()
    }
}

fn read_segment(segment: &Segment<'_>, expected: Option<&'static str>) -> (Format, Decoded) {
    let one = |read: fn(&str) -> Reading| {
        read_in_best_encoding(segment.bytes, expected, move |text| vec![(0, read(text))])
    };
    match segment.kind {
        Kind::Pgn => (Format::Pgn, one(pgn::read)),
        Kind::DhtmlXq => (Format::DhtmlXq, one(dhtmlxq::read)),
        Kind::Json => (Format::JsonLines, one(json_lines::read)),
        Kind::List => (
            Format::List,
            read_in_best_encoding(segment.bytes, expected, list::read),
        ),
    }
}

/// What is said of a game once it is read: its result is held against the board.
fn report(
    number: usize,
    line: usize,
    format: Format,
    encoding: &'static str,
    reading: Reading,
) -> Import {
    let plies = reading.plies();
    let Reading {
        record,
        mut remarks,
        refusal,
        notation,
    } = reading;
    let game = match refusal {
        Some(refusal) => Err(refusal),
        None => {
            remarks.extend(result_against_board(&record));
            Ok(record)
        }
    };
    Import {
        number,
        line,
        format,
        encoding,
        notation,
        plies,
        game,
        remarks,
    }
}

/// A mate or stalemate on the board that the record's result does not say.
fn result_against_board(record: &Record) -> Option<Remark> {
    let outcome = record.end().outcome()?;
    match record.result {
        None => Some(Remark::ResultMissing { outcome }),
        Some(said) if said != GameResult::win_of(outcome.winner()) => {
            Some(Remark::ResultContradictsBoard { said, outcome })
        }
        Some(_) => None,
    }
}

/// A report of one game as a line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportLine {
    /// The number in the file, from 1.
    pub number: usize,
    /// The line it begins on, from 1.
    pub line: usize,
    /// What it is kept in.
    pub format: Format,
    /// The encoding in which it reads.
    pub encoding: &'static str,
    /// The notation of its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Notation>,
    /// The plies that could be read.
    pub plies: usize,
    /// The variations kept.
    pub variations: usize,
    /// The comments kept.
    pub comments: usize,
    /// The result the record says.
    pub result: Option<GameResult>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorLine>,
    /// What is odd about it.
    pub warnings: Vec<WarningLine>,
}

/// Why a game was refused.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorLine {
    /// `unreadable`, `illegal`, `ambiguous`, `bad_position`, `malformed`.
    pub code: &'static str,
    /// The first bad ply, from 1; 0 where the game fails before its first move.
    pub ply: usize,
    /// The text of that ply.
    pub text: String,
    /// The message in English.
    pub detail: String,
    /// The message in Chinese.
    pub detail_zh: String,
    /// What an ambiguous text can mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
}

/// Something odd about a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WarningLine {
    /// A stable name.
    pub code: &'static str,
    /// The message in English.
    pub detail: String,
    /// The message in Chinese.
    pub detail_zh: String,
}

impl Import {
    /// The report.
    pub fn report(&self) -> ReportLine {
        let record = self.game.as_ref().ok();
        let error = self.game.as_ref().err().map(|refusal| ErrorLine {
            code: refusal.code(),
            ply: refusal.ply,
            text: refusal.text.clone(),
            detail: refusal.to_string(),
            detail_zh: refusal.zh(),
            readings: refusal.readings().iter().map(ToString::to_string).collect(),
        });
        let warning = |remark: &Remark| WarningLine {
            code: remark.code(),
            detail: remark.to_string(),
            detail_zh: remark.zh(),
        };
        ReportLine {
            number: self.number,
            line: self.line,
            format: self.format,
            encoding: self.encoding,
            notation: self.notation,
            plies: self.plies,
            variations: record.map_or(0, Record::variations),
            comments: record.map_or(0, Record::comments),
            result: record.and_then(|record| record.result),
            error,
            warnings: self.remarks.iter().map(warning).collect(),
        }
    }
}
