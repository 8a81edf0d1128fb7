//! What a report says of a game: why it was refused, or what is odd about it. Each in Chinese
//! (`zh`) and English (`Display`).

use std::fmt;

use super::GameResult;
use crate::rules::notation::ReadError;
use crate::rules::{FenError, Move, Outcome};

/// Why a game was refused: nothing of it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The first bad ply, counted from 1; 0 where the game fails before its first move.
    pub ply: usize,
    /// The text that could not be read, shortened.
    pub text: String,
    /// What is wrong.
    pub reason: RefusalReason,
}

/// What is wrong with a refused game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalReason {
    /// The starting position is none.
    Position(FenError),
    /// The move is unreadable, illegal or ambiguous.
    Move(ReadError),
    /// A move after the end: the side to move is mated or stalemated already.
    AfterEnd {
        /// How the game ended on the board.
        outcome: Outcome,
        /// What is wrong with the move itself.
        error: ReadError,
    },
    /// The format has no such thing: a line of JSON that is not a game, a truncated file.
    Malformed {
        /// In Chinese.
        zh: String,
        /// In English.
        en: String,
    },
}

impl Refusal {
    /// `bad_position`, `unreadable`, `illegal`, `ambiguous` or `malformed`.
    pub fn code(&self) -> &'static str {
        match &self.reason {
            RefusalReason::Position(_) => "bad_position",
            RefusalReason::Move(error) | RefusalReason::AfterEnd { error, .. } => error.code(),
            RefusalReason::Malformed { .. } => "malformed",
        }
    }

    /// What an ambiguous text can mean.
    pub fn readings(&self) -> &[Move] {
        match &self.reason {
            RefusalReason::Move(error) | RefusalReason::AfterEnd { error, .. } => error.readings(),
            _ => &[],
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        let reason = match &self.reason {
            RefusalReason::Position(error) => error.zh(),
            RefusalReason::Move(error) => error.zh(),
            RefusalReason::AfterEnd { outcome, error } => {
                format!("对局已以{}结束，其后还有着法；{}", outcome.zh(), error.zh())
            }
            RefusalReason::Malformed { zh, .. } => zh.clone(),
        };
        match self.ply {
            0 => reason,
            ply => format!("第 {ply} 着“{}”：{reason}", self.text),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ply > 0 {
            write!(f, "ply {} {:?}: ", self.ply, self.text)?;
        }
        match &self.reason {
            RefusalReason::Position(error) => error.fmt(f),
            RefusalReason::Move(error) => error.fmt(f),
            RefusalReason::AfterEnd { outcome, error } => {
                write!(
                    f,
                    "the game had ended by {} before this move; {error}",
                    outcome.name()
                )
            }
            RefusalReason::Malformed { en, .. } => f.write_str(en),
        }
    }
}

impl std::error::Error for Refusal {}

/// Something odd about a game that was read all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The record names another result than the mate or stalemate on the board.
    ResultContradictsBoard {
        /// What the record says.
        said: GameResult,
        /// What the board shows.
        outcome: Outcome,
    },
    /// The record names no result although the board shows one.
    ResultMissing {
        /// What the board shows.
        outcome: Outcome,
    },
    /// The Result tag and the end of the moves differ; the tag is kept.
    ResultsDiffer {
        /// The tag.
        tag: GameResult,
        /// The end of the moves.
        moves: GameResult,
    },
    /// A result that says nothing known.
    ResultUnknown(String),
    /// Text after the result; not read.
    TextAfterResult(String),
    /// A variation whose moves do not read to the end; the rest is kept as a comment.
    VariationUnread {
        /// The ply in the variation's line, counted from 1 from the start of the game.
        ply: usize,
        /// The text.
        text: String,
        /// Why.
        error: ReadError,
    },
    /// Variations too deep, too many, or before any move: kept as comments. How many.
    VariationsKeptAsText(usize),
    /// A comment without its end.
    CommentNotClosed,
    /// A variation without its end.
    VariationNotClosed,
    /// Closing brackets without opening ones. How many.
    StrayBrackets(usize),
    /// A tag that cannot be read.
    BadTag(String),
    /// Characters that are none in the encoding. How many.
    Undecodable(usize),
    /// A comment or branch of DhtmlXQ that belongs to no move.
    Orphan(String),
}

impl Remark {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Remark::ResultContradictsBoard { .. } => "result_contradicts_board",
            Remark::ResultMissing { .. } => "result_missing",
            Remark::ResultsDiffer { .. } => "results_differ",
            Remark::ResultUnknown(_) => "result_unknown",
            Remark::TextAfterResult(_) => "text_after_result",
            Remark::VariationUnread { .. } => "variation_unread",
            Remark::VariationsKeptAsText(_) => "variations_kept_as_text",
            Remark::CommentNotClosed => "comment_not_closed",
            Remark::VariationNotClosed => "variation_not_closed",
            Remark::StrayBrackets(_) => "stray_brackets",
            Remark::BadTag(_) => "bad_tag",
            Remark::Undecodable(_) => "undecodable",
            Remark::Orphan(_) => "orphan",
        }
    }

    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            Remark::ResultContradictsBoard { said, outcome } => format!(
                "记录的结果是{}，而盘上{}方{}",
                said.zh(),
                outcome.winner().other().zh(),
                loss_zh(*outcome)
            ),
            Remark::ResultMissing { outcome } => format!(
                "记录没有写明结果，而盘上{}方{}",
                outcome.winner().other().zh(),
                loss_zh(*outcome)
            ),
            Remark::ResultsDiffer { tag, moves } => {
                format!(
                    "Result 标签是{}，着法末尾是{}；取标签",
                    tag.zh(),
                    moves.zh()
                )
            }
            Remark::ResultUnknown(text) => format!("结果“{text}”无法辨认"),
            Remark::TextAfterResult(text) => format!("结果之后还有文字“{text}”"),
            Remark::VariationUnread { ply, text, error } => {
                format!(
                    "变着第 {ply} 着“{text}”起未能读入，作注解保留：{}",
                    error.zh()
                )
            }
            Remark::VariationsKeptAsText(count) => {
                format!("{count} 个变着过深、过多或不在任何一着之后，作注解保留")
            }
            Remark::CommentNotClosed => "注解没有结束符".to_owned(),
            Remark::VariationNotClosed => "变着没有结束符".to_owned(),
            Remark::StrayBrackets(count) => format!("{count} 个多余的右括号"),
            Remark::BadTag(text) => format!("标签“{text}”无法辨认"),
            Remark::Undecodable(count) => format!("{count} 个字符不能按此编码解读"),
            Remark::Orphan(what) => format!("“{what}”不属于任何一着"),
        }
    }
}

fn loss_zh(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { .. } => "被将死",
        Outcome::Stalemate { .. } => "被困毙",
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loser = |outcome: &Outcome| outcome.winner().other().en();
        let lost = |outcome: &Outcome| match outcome {
            Outcome::Checkmate { .. } => "mated",
            Outcome::Stalemate { .. } => "stalemated",
        };
        match self {
            Remark::ResultContradictsBoard { said, outcome } => write!(
                f,
                "the record says {}, but {} is {} on the board",
                said.pgn(),
                loser(outcome),
                lost(outcome)
            ),
            Remark::ResultMissing { outcome } => write!(
                f,
                "the record says no result, but {} is {} on the board",
                loser(outcome),
                lost(outcome)
            ),
            Remark::ResultsDiffer { tag, moves } => write!(
                f,
                "the Result tag says {}, the end of the moves {}; the tag is kept",
                tag.pgn(),
                moves.pgn()
            ),
            Remark::ResultUnknown(text) => write!(f, "{text:?} is no known result"),
            Remark::TextAfterResult(text) => write!(f, "text after the result: {text:?}"),
            Remark::VariationUnread { ply, text, error } => write!(
                f,
                "a variation could not be read from ply {ply} {text:?} on and is kept as a comment: {error}"
            ),
            Remark::VariationsKeptAsText(count) => write!(
                f,
                "{count} variations lie too deep, are too many or follow no move, and are kept as comments"
            ),
            Remark::CommentNotClosed => f.write_str("a comment is not closed"),
            Remark::VariationNotClosed => f.write_str("a variation is not closed"),
            Remark::StrayBrackets(count) => write!(f, "{count} closing brackets too many"),
            Remark::BadTag(text) => write!(f, "the tag {text:?} cannot be read"),
            Remark::Undecodable(count) => {
                write!(f, "{count} characters are none in this encoding")
            }
            Remark::Orphan(what) => write!(f, "{what:?} belongs to no move"),
        }
    }
}
