//! What one move is (24.1–24.8).

use serde::{Deserialize, Serialize};

/// The class of one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// 将: the general is attacked (24.1).
    Check,
    /// 杀: mate by checks is threatened (24.2).
    Kill,
    /// 捉: a piece can be won (24.3).
    Chase,
    /// 兑: an exchange is offered (24.4).
    Exchange,
    /// 献: a piece is offered for nothing (24.5).
    Offer,
    /// 拦: an enemy piece is blocked (24.6).
    Block,
    /// 跟: a protected piece is followed (24.7).
    Follow,
    /// 闲: none of these (24.8).
    Idle,
}

impl Label {
    /// Whether a side may not repeat it for ever on its own (24.13).
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Label::Check | Label::Kill | Label::Chase)
    }

    /// The one character of the rule text.
    pub const fn zh(self) -> &'static str {
        match self {
            Label::Check => "将",
            Label::Kill => "杀",
            Label::Chase => "捉",
            Label::Exchange => "兑",
            Label::Offer => "献",
            Label::Block => "拦",
            Label::Follow => "跟",
            Label::Idle => "闲",
        }
    }

    /// The word of the glossary.
    pub const fn en(self) -> &'static str {
        match self {
            Label::Check => "check",
            Label::Kill => "kill",
            Label::Chase => "chase",
            Label::Exchange => "exchange",
            Label::Offer => "offer",
            Label::Block => "block",
            Label::Follow => "follow",
            Label::Idle => "idle",
        }
    }
}
