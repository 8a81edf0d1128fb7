//! A record as it grows: moves are read in the position they stand in, so that nothing illegal
//! ever enters it.

use super::movetext::{Lexer, Part, Token, parts};
use super::remark::{Refusal, RefusalReason, Remark};
use super::{Aside, GameResult, Line, Ply, Record};
use crate::rules::notation::{self, Notation, ReadError, Reader, Strictness, WxfDialect};
use crate::rules::square::excerpt;
use crate::rules::{Move, Position};

/// Remarks kept of one game.
const MOST_REMARKS: usize = 100;

/// How a whole game is read. A game is written in one way throughout, so a second way is tried
/// where the first fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Each move by itself, as a tolerant reader does.
    Plain,
    /// Two points with ranks 1 to 10.
    RanksFromOne,
    /// WXF with soldiers by index and file.
    IndexDialect,
    /// The short form with its lines: a digit without one is 平.
    ShortWithLines,
}

/// A game read to its end, or to the ply at which it was refused.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) record: Record,
    pub(super) remarks: Vec<Remark>,
    pub(super) refusal: Option<Refusal>,
    /// The notation of the first move.
    pub(super) notation: Option<Notation>,
}

impl Reading {
    /// A game refused before its first move.
    pub(super) fn refused(reason: RefusalReason) -> Reading {
        Reading {
            record: Record::new(Position::startpos()),
            remarks: Vec::new(),
            refusal: Some(Refusal {
                ply: 0,
                text: String::new(),
                reason,
            }),
            notation: None,
        }
    }

    /// The plies that could be read.
    pub(super) fn plies(&self) -> usize {
        self.record.main().len()
    }
}

/// Reads a game in the way that takes it furthest.
pub(super) fn in_the_best_way(read: impl Fn(Way) -> (Reading, Hints)) -> Reading {
    let (mut best, hints) = read(Way::Plain);
    for (tried, way) in [
        (hints.points, Way::RanksFromOne),
        (hints.indexes, Way::IndexDialect),
        (hints.lines, Way::ShortWithLines),
    ] {
        if best.refusal.is_none() {
            break;
        }
        if tried {
            let (other, _) = read(way);
            if other.refusal.is_none() || other.plies() > best.plies() {
                best = other;
            }
        }
    }
    best
}

/// What was seen of a game that makes another way worth trying.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hints {
    points: bool,
    indexes: bool,
    lines: bool,
}

/// One line being read.
struct Frame {
    line: usize,
    /// The plies of the game before this line.
    before: usize,
    position: Position,
    /// The position before the last ply: where a variation begins.
    previous: Option<Position>,
}

/// Builds a record from text.
pub(super) struct Builder {
    reading: Reading,
    frames: Vec<Frame>,
    way: Way,
    hints: Hints,
    kept_as_text: usize,
}

impl Builder {
    pub(super) fn new(start: Position, way: Way) -> Builder {
        Builder {
            reading: Reading {
                record: Record::new(start),
                remarks: Vec::new(),
                refusal: None,
                notation: None,
            },
            frames: vec![Frame {
                line: 0,
                before: 0,
                position: start,
                previous: None,
            }],
            way,
            hints: Hints::default(),
            kept_as_text: 0,
        }
    }

    /// Notes something odd; of a game with ever so many oddities, the first ones.
    pub(super) fn remark(&mut self, remark: Remark) {
        if self.reading.remarks.len() < MOST_REMARKS {
            self.reading.remarks.push(remark);
        }
    }

    /// The record, to set its tags and its result.
    pub(super) fn record(&mut self) -> &mut Record {
        &mut self.reading.record
    }

    /// The end of the reading: what is still open is closed.
    pub(super) fn finish(mut self) -> (Reading, Hints) {
        if self.frames.len() > 1 && self.reading.refusal.is_none() {
            self.remark(Remark::VariationNotClosed);
            while self.frames.len() > 1 {
                self.close();
            }
        }
        if self.kept_as_text > 0 {
            self.remark(Remark::VariationsKeptAsText(self.kept_as_text));
        }
        (self.reading, self.hints)
    }

    /// Reads movetext up to the result of the game, or to the first move of the game that is
    /// none. Text behind the result is remarked. Returns the result the moves end with.
    pub(super) fn movetext(&mut self, text: &str) -> Option<GameResult> {
        // A writer who marks moves has left a level one without a mark on purpose, even where it comes
        // before the first mark and is all that is read the first time.
        self.hints.lines |= notation::has_line(text);
        let mut lexer = Lexer::new(text);
        let mut stray = 0;
        let mut result = None;
        while let Some((at, token)) = lexer.next() {
            match token {
                Token::Comment { text, closed } => {
                    if !closed {
                        self.remark(Remark::CommentNotClosed);
                    }
                    self.comment(text);
                }
                Token::Glyph(glyph) => self.glyph(glyph),
                Token::Open => {
                    if !self.open() {
                        self.kept_as_text += 1;
                        let (text, closed) = lexer.skip_variation();
                        self.comment(text);
                        if !closed {
                            self.remark(Remark::VariationNotClosed);
                        }
                    }
                }
                Token::Close => {
                    if !self.close() {
                        stray += 1;
                    }
                }
                Token::Word(word) => match self.word(word) {
                    Flow::On => {}
                    Flow::Ended(found) => {
                        result = found;
                        let rest = lexer.rest().trim_start();
                        if !rest.is_empty() {
                            self.remark(Remark::TextAfterResult(excerpt(rest)));
                        }
                        break;
                    }
                    Flow::Refused => break,
                    Flow::VariationLost { unread } => {
                        let start = at + word.len() - unread;
                        let (rest, closed) = lexer.skip_variation();
                        let end = start + unread + rest.len();
                        self.comment(text.get(start..end).unwrap_or(rest));
                        if !closed {
                            self.remark(Remark::VariationNotClosed);
                        }
                        self.close();
                    }
                },
            }
        }
        if stray > 0 {
            self.remark(Remark::StrayBrackets(stray));
        }
        result
    }

    fn word(&mut self, word: &str) -> Flow {
        let mut unread = word.len();
        let mut parts = parts(word);
        while let Some(part) = parts.next() {
            match part {
                Part::Glyph(glyph) => self.glyph(glyph),
                Part::Result(result) if self.frames.len() == 1 => return Flow::Ended(result),
                Part::Result(_) => {}
                Part::Move(text) => {
                    if let Err(error) = self.play(text) {
                        return self.refuse(text, error, unread);
                    }
                }
            }
            unread = parts.unread();
        }
        Flow::On
    }

    /// Reads one move of the line that is open. Returns why it is none.
    pub(super) fn play(&mut self, text: &str) -> Result<(), ReadError> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let kind = Notation::guess(text);
        match kind {
            Notation::Iccs | Notation::Uci10 => self.hints.points = true,
            Notation::Wxf if notation::depends_on_dialect(text) => self.hints.indexes = true,
            Notation::Short if notation::has_line(text) => self.hints.lines = true,
            _ => {}
        }
        let tolerant = Reader::tolerant(kind);
        let reader = match (self.way, kind) {
            (Way::RanksFromOne, Notation::Iccs) => Reader::tolerant(Notation::Uci10),
            (Way::IndexDialect, Notation::Wxf) => tolerant.with_dialect(WxfDialect::Index),
            (Way::ShortWithLines, Notation::Short) => Reader {
                strictness: Strictness::Strict,
                ..tolerant
            },
            _ => tolerant,
        };
        let mv = reader.read(&frame.position, text)?;
        self.reading
            .notation
            .get_or_insert(reader.notation.unwrap_or(kind));
        self.push(mv);
        Ok(())
    }

    /// Adds a legal move to the line that is open.
    fn push(&mut self, mv: Move) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let position = frame.position;
        frame.previous = Some(position);
        frame.position = position.play_unchecked(mv);
        if let Some(line) = self.reading.record.lines.get_mut(frame.line) {
            line.plies.push(Ply {
                mv,
                glyphs: Vec::new(),
                asides: Vec::new(),
            });
        }
    }

    /// What a move that is none means: the end of the game's reading, or of a variation's.
    fn refuse(&mut self, text: &str, error: ReadError, unread: usize) -> Flow {
        let ply = self.next_ply();
        let text = excerpt(text);
        if self.frames.len() > 1 {
            self.remark(Remark::VariationUnread { ply, text, error });
            return Flow::VariationLost { unread };
        }
        self.refuse_game(text, error);
        Flow::Refused
    }

    /// Refuses the game at the ply that is next.
    pub(super) fn refuse_game(&mut self, text: String, error: ReadError) {
        let ply = self.next_ply();
        let ended = self
            .frames
            .first()
            .and_then(|frame| frame.position.outcome());
        let reason = match ended {
            Some(outcome) => RefusalReason::AfterEnd { outcome, error },
            None => RefusalReason::Move(error),
        };
        self.reading.refusal = Some(Refusal { ply, text, reason });
    }

    /// The number of the next ply, counted from 1 from the start of the game.
    fn next_ply(&self) -> usize {
        self.frames.last().map_or(0, |frame| {
            let line = self.reading.record.lines.get(frame.line);
            frame.before + line.map_or(0, |line| line.plies.len()) + 1
        })
    }

    fn line(&mut self) -> Option<&mut Line> {
        let frame = self.frames.last()?;
        self.reading.record.lines.get_mut(frame.line)
    }

    /// Adds a comment behind the last ply, or before the first. Empty ones are dropped.
    pub(super) fn comment(&mut self, text: &str) {
        let Some(text) = super::comment(text) else {
            return;
        };
        if let Some(line) = self.line() {
            match line.plies.last_mut() {
                Some(ply) => ply.asides.push(Aside::Comment(text)),
                None => line.intro.push(text),
            }
        }
    }

    fn glyph(&mut self, glyph: u16) {
        if let Some(ply) = self.line().and_then(|line| line.plies.last_mut()) {
            ply.glyphs.push(glyph);
        }
    }

    /// Begins a variation in place of the last ply. Returns whether it can be kept.
    fn open(&mut self) -> bool {
        let lines = self.reading.record.lines.len();
        if self.frames.len() > Record::DEEPEST || lines > Record::MOST_VARIATIONS {
            return false;
        }
        let Some(frame) = self.frames.last() else {
            return false;
        };
        let Some(position) = frame.previous else {
            return false;
        };
        let Some(line) = self.reading.record.lines.get_mut(frame.line) else {
            return false;
        };
        let before = frame.before + line.plies.len() - 1;
        let Some(ply) = line.plies.last_mut() else {
            return false;
        };
        ply.asides.push(Aside::Variation(lines));
        self.reading.record.lines.push(Line::default());
        self.frames.push(Frame {
            line: lines,
            before,
            position,
            previous: None,
        });
        true
    }

    /// Ends a variation. Returns whether one was open.
    fn close(&mut self) -> bool {
        if self.frames.len() < 2 {
            return false;
        }
        let closed = self.frames.pop().map_or(0, |frame| frame.line);
        let lines = &mut self.reading.record.lines;
        let empty = lines
            .get(closed)
            .is_some_and(|line| line.plies.is_empty() && line.intro.is_empty());
        // Nothing hangs on a line without plies, so an empty one is the last.
        if empty && closed + 1 == lines.len() {
            lines.pop();
            if let Some(ply) = self.line().and_then(|line| line.plies.last_mut()) {
                ply.asides.pop();
            }
        }
        true
    }
}

/// What a word leads to.
enum Flow {
    On,
    Ended(Option<GameResult>),
    Refused,
    /// The last `unread` bytes of the word, and the variation behind them, do not read.
    VariationLost {
        unread: usize,
    },
}
