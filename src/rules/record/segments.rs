//! A file cut into games, on its bytes: games of one file may come in different encodings.
//!
//! Everything looked for is ASCII at the beginning of a line, where no second byte of a
//! double-byte character can stand. A line that begins a tag always begins a game, even inside a
//! comment that was never closed: one bad game must not swallow the others.

use super::pgn::is_tag_line;

/// What a part of a file looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Tags and movetext.
    Pgn,
    /// `[DhtmlXQ]` to `[/DhtmlXQ]`.
    DhtmlXq,
    /// One line of JSON.
    Json,
    /// Anything else: moves with or without words around them.
    List,
}

/// A part of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment<'a> {
    pub(super) kind: Kind,
    /// The line it begins on, from 1.
    pub(super) line: usize,
    pub(super) bytes: &'a [u8],
}

const DHTMLXQ: &[u8] = b"[DhtmlXQ";
const DHTMLXQ_BEGIN: &[u8] = b"[DhtmlXQ]";
const DHTMLXQ_END: &[u8] = b"[/DhtmlXQ]";

/// Cuts a file, a line at a time.
pub(super) struct Segments<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Segments<'a> {
    /// Goes on where an earlier cut ended: at a byte, and the number of the line there (from 1).
    pub(super) fn resume(bytes: &'a [u8], (at, line): (usize, usize)) -> Segments<'a> {
        Segments { bytes, at, line }
    }

    /// Where to resume.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.at, self.line)
    }

    /// The line at `at`, with its end.
    fn line_at(&self, at: usize) -> &'a [u8] {
        let rest = &self.bytes[at..];
        let newline = rest.iter().position(|&b| b == b'\n' || b == b'\r');
        let end = newline.map_or(rest.len(), |end| {
            end + if rest[end..].starts_with(b"\r\n") {
                2
            } else {
                1
            }
        });
        &rest[..end]
    }

    fn cut(&mut self, kind: Kind, end: usize, lines: usize) -> Segment<'a> {
        let segment = Segment {
            kind,
            line: self.line,
            bytes: &self.bytes[self.at..end],
        };
        self.at = end;
        self.line += lines;
        segment
    }

    /// From `[DhtmlXQ]` to its end, or to where the next one begins.
    fn dhtmlxq(&mut self, start: usize) -> Segment<'a> {
        let rest = &self.bytes[start..];
        let begin = if rest.starts_with(DHTMLXQ_BEGIN) {
            DHTMLXQ_BEGIN.len()
        } else {
            0
        };
        let body = &rest[begin..];
        let mut length = body.len();
        for (at, _) in body.iter().enumerate().filter(|&(_, &b)| b == b'[') {
            if body[at..].starts_with(DHTMLXQ_END) {
                length = at + DHTMLXQ_END.len();
                break;
            }
            if body[at..].starts_with(DHTMLXQ_BEGIN) {
                length = at;
                break;
            }
        }
        let end = start + begin + length;
        let lines = self.bytes[self.at..end]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        self.cut(Kind::DhtmlXq, end, lines)
    }

    /// Tags, movetext, up to the tags of the next game.
    fn pgn(&mut self) -> Segment<'a> {
        let (mut at, mut lines) = (self.at, 0);
        let (mut in_tags, mut blank) = (true, false);
        while at < self.bytes.len() {
            let line = self.line_at(at);
            let text = line.trim_ascii();
            // Before the moves there is no comment that could hold an indented tag.
            if is_tag_line(if in_tags {
                line.trim_ascii_start()
            } else {
                line
            }) {
                let begins_game = [&b"[Event "[..], b"[Game "]
                    .iter()
                    .any(|t| text.starts_with(t));
                if at > self.at && (!in_tags || (blank && begins_game)) {
                    break;
                }
            } else if begins_dhtmlxq(line) || (blank && !in_tags && begins_json(line)) {
                break;
            } else if !text.is_empty() {
                in_tags = false;
            }
            blank = text.is_empty();
            at += line.len();
            lines += 1;
        }
        self.cut(Kind::Pgn, at, lines)
    }

    /// Everything up to something more particular.
    fn list(&mut self) -> Segment<'a> {
        let (mut at, mut lines) = (self.at, 0);
        while at < self.bytes.len() {
            let line = self.line_at(at);
            let start = line.trim_ascii_start();
            if is_tag_line(start) || begins_dhtmlxq(line) || begins_json(start) {
                break;
            }
            at += line.len();
            lines += 1;
        }
        self.cut(Kind::List, at, lines)
    }
}

fn begins_dhtmlxq(line: &[u8]) -> bool {
    line.starts_with(DHTMLXQ)
}

fn begins_json(line: &[u8]) -> bool {
    let Some(inner) = line.strip_prefix(b"{") else {
        return false;
    };
    let Some(name) = inner.trim_ascii_start().strip_prefix(b"\"") else {
        return false;
    };
    // A comment of PGN may begin with a quotation; a member name is followed by a colon.
    let end = name.iter().take(64).position(|&b| b == b'"');
    end.is_some_and(|end| name[end + 1..].trim_ascii_start().first() == Some(&b':'))
}

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        loop {
            if self.at >= self.bytes.len() {
                return None;
            }
            // Many blocks may stand on one line, which must not be measured for each of them.
            let rest = &self.bytes[self.at..];
            let blanks = rest
                .iter()
                .take_while(|b| matches!(b, b' ' | b'\t'))
                .count();
            if rest[blanks..].starts_with(DHTMLXQ) {
                return Some(self.dhtmlxq(self.at + blanks));
            }
            let line = self.line_at(self.at);
            if line.trim_ascii().is_empty() {
                self.at += line.len();
                self.line += 1;
                continue;
            }
            let start = line.trim_ascii_start();
            return Some(if is_tag_line(start) {
                self.pgn()
            } else if begins_json(start) {
                self.cut(Kind::Json, self.at + line.len(), 1)
            } else {
                self.list()
            });
        }
    }
}
