//! One game of a PGN file.

use super::super::builder::{Builder, Hints, Reading, Way, in_the_best_way};
use super::super::remark::{RefusalReason, Remark};
use super::super::{GameResult, Record};
use crate::rules::square::excerpt;
use crate::rules::{Position, START_FEN};

/// Tags that are not kept as such: they say what the format is, or are kept as more than text.
const STRUCTURAL: [&str; 6] = ["Game", "Variant", "FEN", "SetUp", "Format", "Result"];

/// Reads one game: its tags, then its moves up to the result.
pub(in crate::rules::record) fn read(text: &str) -> Reading {
    let header = Header::read(text);
    in_the_best_way(|way| read_in(&header, way))
}

fn read_in(header: &Header<'_>, way: Way) -> (Reading, Hints) {
    let start = match header.value("FEN").map(str::trim) {
        None | Some("" | "?") => Ok(Position::startpos()),
        Some(fen) => Position::from_fen(fen),
    };
    let start = match start {
        Ok(start) => start,
        Err(error) => {
            let mut reading = Reading::refused(RefusalReason::Position(error));
            keep_tags(&mut reading.record, header);
            return (reading, Hints::default());
        }
    };
    let mut builder = Builder::new(start, way);
    keep_tags(builder.record(), header);
    for &tag in &header.bad {
        builder.remark(Remark::BadTag(excerpt(tag)));
    }
    let said = header.value("Result").map(str::trim).unwrap_or_default();
    let tag = GameResult::parse(said);
    if tag.is_none() && !said.is_empty() {
        builder.remark(Remark::ResultUnknown(excerpt(said)));
    }
    let tag = tag.flatten();
    let moves = builder.movetext(header.movetext);
    if let (Some(tag), Some(moves)) = (tag, moves)
        && tag != moves
    {
        builder.remark(Remark::ResultsDiffer { tag, moves });
    }
    builder.record().result = tag.or(moves);
    builder.finish()
}

/// Tags under their names for xiangqi: White is Red here.
fn keep_tags(record: &mut Record, header: &Header<'_>) {
    for (name, value) in &header.tags {
        let structural = STRUCTURAL.iter().any(|tag| name.eq_ignore_ascii_case(tag));
        if structural || is_unknown(value) {
            continue;
        }
        let name = match *name {
            "White" => "Red",
            "WhiteTeam" => "RedTeam",
            "WhiteElo" => "RedElo",
            name => name,
        };
        if record.tag(name).is_none() {
            record.tags.push((name.to_owned(), value.clone()));
        }
    }
}

/// `?` and `????.??.??` stand for what nobody knows.
fn is_unknown(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '?' | '.' | ' ' | '-'))
}

/// The tags of a game, and where its moves begin.
struct Header<'a> {
    tags: Vec<(&'a str, String)>,
    bad: Vec<&'a str>,
    movetext: &'a str,
}

/// More tags than any game has; what is beyond is not kept.
const MOST_TAGS: usize = 200;

impl<'a> Header<'a> {
    fn read(text: &'a str) -> Header<'a> {
        let mut header = Header {
            tags: Vec::new(),
            bad: Vec::new(),
            movetext: "",
        };
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if rest.starts_with('%') {
                let end = rest.find('\n').unwrap_or(rest.len());
                rest = &rest[end..];
                continue;
            }
            if !rest.starts_with('[') {
                break;
            }
            match tag(rest) {
                Some((name, value, after)) => {
                    if header.tags.len() < MOST_TAGS {
                        header.tags.push((name, value));
                    }
                    rest = after;
                }
                None => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    if header.bad.len() < 10 {
                        header.bad.push(rest[..end].trim_end());
                    }
                    rest = &rest[end..];
                }
            }
        }
        header.movetext = rest;
        header
    }

    fn value(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// One tag, `[Name "value"]`, and what follows it. The value ends at the first quotation mark that
/// a closing bracket follows, so that quotation marks within it do no harm.
fn tag(text: &str) -> Option<(&str, String, &str)> {
    let inner = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let name_end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, after) = inner.split_at(name_end);
    if name.is_empty() {
        return None;
    }
    let value = after.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    let (value, after) = closing_quote(value)?;
    Some((name, unescape(value), after))
}

/// The value before the closing `"]` on the same line, and what follows the bracket.
fn closing_quote(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find(['"', '\n']) {
        let at = from + found;
        if text.as_bytes()[at] == b'\n' {
            return None;
        }
        let escaped = text[..at].bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1;
        let after = text[at + 1..].trim_start_matches([' ', '\t']);
        if !escaped && let Some(after) = after.strip_prefix(']') {
            return Some((&text[..at], after));
        }
        from = at + 1;
    }
    None
}

fn unescape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            ('\\', Some('"' | '\\')) => value.extend(characters.next()),
            _ => value.push(c),
        }
    }
    value
}

/// Whether a line of bytes begins with a tag of PGN, from its very first column: a comment may hold
/// an indented one.
pub(in crate::rules::record) fn is_tag_line(line: &[u8]) -> bool {
    let Some(inner) = line.strip_prefix(b"[") else {
        return false;
    };
    let inner = inner.trim_ascii_start();
    let name = inner
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    let after = inner[name..].trim_ascii_start();
    name > 0 && inner[0].is_ascii_alphabetic() && after.first() == Some(&b'"')
}

/// The starting position is written only where it is another one.
pub(super) fn is_usual_start(start: &Position) -> bool {
    start.to_fen() == START_FEN
}
