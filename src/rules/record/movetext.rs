//! Running text of moves cut into its parts: comments, brackets, glyphs, words; and words into
//! moves, numbers and results.

use super::GameResult;
use crate::rules::notation;

/// A part of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `{…}`, or `;` to the end of the line. `closed` is false where the end is missing.
    Comment { text: &'a str, closed: bool },
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$5`
    Glyph(u16),
    /// Anything else between blanks.
    Word(&'a str),
}

/// Cuts movetext, each character looked at once.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over the rest of a variation, nested ones and comments included, to its closing
    /// bracket. Returns the text passed over and whether the bracket was there.
    pub(super) fn skip_variation(&mut self) -> (&'a str, bool) {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.next() {
                None => return (&self.text[start..], false),
                Some((_, Token::Open)) => depth += 1,
                Some((at, Token::Close)) if depth == 0 => {
                    return (&self.text[start..at], true);
                }
                Some((_, Token::Close)) => depth -= 1,
                Some(_) => {}
            }
        }
    }

    /// The characters from `at` up to the first for which `stop` holds.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(stop).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}

impl<'a> Iterator for Lexer<'a> {
    /// Where the token starts, and the token.
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            self.take_until(|c| !c.is_whitespace() && c != '\u{feff}' && c != '\0');
            let start = self.at;
            let first = self.rest().chars().next()?;
            let line_start = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
            let token = match first {
                '{' => {
                    self.at += 1;
                    let text = self.take_until(|c| c == '}');
                    let closed = !self.rest().is_empty();
                    self.at += usize::from(closed);
                    Token::Comment { text, closed }
                }
                ';' => {
                    self.at += 1;
                    let text = self.take_until(|c| c == '\n' || c == '\r');
                    Token::Comment { text, closed: true }
                }
                // A line that programs keep for themselves.
                '%' if line_start => {
                    self.take_until(|c| c == '\n' || c == '\r');
                    continue;
                }
                '(' | '（' => {
                    self.at += first.len_utf8();
                    Token::Open
                }
                ')' | '）' => {
                    self.at += first.len_utf8();
                    Token::Close
                }
                '$' => {
                    self.at += 1;
                    let digits = self.take_until(|c| !c.is_ascii_digit());
                    match digits.parse() {
                        Ok(glyph) => Token::Glyph(glyph),
                        Err(_) => continue,
                    }
                }
                // `}` closes nothing here; `<` and `>` are reserved by PGN.
                '}' | '<' | '>' => {
                    self.at += 1;
                    continue;
                }
                _ => Token::Word(self.take_until(|c| {
                    c.is_whitespace()
                        || matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | '$' | ';')
                })),
            };
            return Some((start, token));
        }
    }
}

/// A part of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A move, or what stands in the place of one.
    Move(&'a str),
    /// A result: `None` for `*`.
    Result(Option<GameResult>),
    /// `!`, `?!` … as a glyph.
    Glyph(u16),
}

/// The parts of a word: move numbers dropped, marks such as `!?` split off, Chinese moves written
/// without blanks between them separated.
pub(super) struct Parts<'a> {
    rest: &'a str,
    glyph: Option<u16>,
}

pub(super) fn parts(word: &str) -> Parts<'_> {
    Parts {
        rest: word,
        glyph: None,
    }
}

impl Parts<'_> {
    /// How many bytes of the word are still to be cut.
    pub(super) fn unread(&self) -> usize {
        self.rest.len()
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        if let Some(glyph) = self.glyph.take() {
            return Some(Part::Glyph(glyph));
        }
        let word = without_number(self.rest);
        if word.is_empty() {
            self.rest = "";
            return None;
        }
        if let Some(result) = result(word) {
            self.rest = "";
            return Some(Part::Result(result));
        }
        let (mut text, rest) = notation::split_chinese(word);
        self.rest = rest;
        if rest.is_empty() {
            (text, self.glyph) = without_marks(text);
            if text.is_empty() {
                return self.next();
            }
        } else if let Some(marks) = rest.find(|c| !is_mark(c)).filter(|&end| end > 0) {
            self.glyph = glyph(&rest[..marks]);
            self.rest = &rest[marks..];
        }
        Some(Part::Move(text))
    }
}

const fn is_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

const fn is_number_end(c: char) -> bool {
    matches!(c, '.' | '．' | '。' | '、' | '…' | ':' | '：')
}

/// The word without the move number it begins with. `33.4` is a move of WXF and stays.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(is_digit);
    if after_digits.is_empty() {
        return "";
    }
    let rest = after_digits.trim_start_matches(is_number_end);
    let digits = word.len() - after_digits.len();
    let ends = after_digits.len() - rest.len();
    if ends == 0 {
        return word;
    }
    let target = rest.trim_end_matches(is_mark).as_bytes();
    let wxf = digits == 2 && ends == 1 && matches!(target, [b'1'..=b'9']);
    if wxf { word } else { rest }
}

/// A result that can end the moves of a game. The words that are results only in a tag (和, 胜)
/// are not among them.
fn result(word: &str) -> Option<Option<GameResult>> {
    let word = word.trim_end_matches(['.', '。', '，', ',']);
    let long_enough = word == "*" || word.chars().nth(1).is_some();
    GameResult::parse(word).filter(|_| long_enough)
}

const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '!' | '?' | '！' | '？' | ',' | '，' | '。' | '；' | '、' | '#' | '+' | '＋'
    )
}

/// A word and the glyph its closing marks stand for.
fn without_marks(word: &str) -> (&str, Option<u16>) {
    let text = word.trim_end_matches(is_mark);
    (text, glyph(&word[text.len()..]))
}

/// The numeric glyph of marks behind a move.
fn glyph(marks: &str) -> Option<u16> {
    let mut kinds = [None; 2];
    let said = marks.chars().filter_map(|c| match c {
        '!' | '！' => Some('!'),
        '?' | '？' => Some('?'),
        _ => None,
    });
    for (slot, mark) in kinds.iter_mut().zip(said) {
        *slot = Some(mark);
    }
    Some(match kinds {
        [Some('!'), None] => 1,
        [Some('?'), None] => 2,
        [Some('!'), Some('!')] => 3,
        [Some('?'), Some('?')] => 4,
        [Some('!'), _] => 5,
        [Some('?'), _] => 6,
        _ => return None,
    })
}
