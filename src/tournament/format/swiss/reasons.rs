//! Why a pairing is as it is: structured reasons, stored with the round, and their wording in
//! Chinese and English.
use super::colours::ColourRule;
use super::orders::Column;
use super::state::State;
use crate::tournament::model::Number;
use crate::tournament::points::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The objectives of a segment in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// As few left over as possible, and all below still pairable (principles 4 and 10).
    LeftOver,
    /// At most two downs and two ups each (principle 9).
    FloatLimit,
    /// No third surplus colour, no three in a row (principle 11 (3)).
    Threes,
    /// Everyone the colour he is owed (principle 10).
    UnwantedColours,
    /// Floats spread evenly (principle 9).
    FloatBalance,
}

impl Objective {
    /// In order, the most important first.
    pub const ALL: [Objective; 5] = [
        Objective::LeftOver,
        Objective::FloatLimit,
        Objective::Threes,
        Objective::UnwantedColours,
        Objective::FloatBalance,
    ];

    /// The clause of appendix 2.
    pub const fn clause(self) -> &'static str {
        match self {
            Objective::LeftOver => "附录二.一.10",
            Objective::FloatLimit | Objective::FloatBalance => "附录二.一.9",
            Objective::Threes => "附录二.一.11(3)",
            Objective::UnwantedColours => "附录二.一.10",
        }
    }
}

/// Why a candidate was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// They have met (principle 6).
    Met,
    /// They are of one unit, which this round keeps apart (principle 7).
    Unit,
    /// The arbiter has forbidden the pair.
    Forbidden,
    /// The rest of the segment, or everybody below, could no longer be paired as well.
    Objective,
}

/// A candidate who was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Skipped {
    /// His number.
    pub number: Number,
    /// Why.
    pub why: SkipReason,
    /// The first objective that would be broken, where the engine knows it without pairing anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
}

impl Skipped {
    fn chinese(&self) -> String {
        let why = match (self.why, self.objective) {
            (SkipReason::Met, _) => "已相遇",
            (SkipReason::Unit, _) => "同单位",
            (SkipReason::Forbidden, _) => "指定不配",
            (SkipReason::Objective, None) => "妨碍最佳编排",
            (SkipReason::Objective, Some(objective)) => match objective {
                Objective::LeftOver => "妨碍最佳编排: 目标1 少下调",
                Objective::FloatLimit => "妨碍最佳编排: 目标2 上下调不过限",
                Objective::Threes => "妨碍最佳编排: 目标3 不三先三后",
                Objective::UnwantedColours => "妨碍最佳编排: 目标4 各得应得先后",
                Objective::FloatBalance => "妨碍最佳编排: 目标5 上下调均衡",
            },
        };
        format!("{}({why})", self.number)
    }

    fn english(&self) -> String {
        let why = match (self.why, self.objective) {
            (SkipReason::Met, _) => "met",
            (SkipReason::Unit, _) => "same unit",
            (SkipReason::Forbidden, _) => "forbidden by the arbiter",
            (SkipReason::Objective, None) => "would spoil the best pairing",
            (SkipReason::Objective, Some(objective)) => match objective {
                Objective::LeftOver => "would break objective 1: few left over",
                Objective::FloatLimit => "would break objective 2: the limit of floats",
                Objective::Threes => "would break objective 3: no threes",
                Objective::UnwantedColours => "would break objective 4: everyone his colour",
                Objective::FloatBalance => "would break objective 5: balance of floats",
            },
        };
        format!("{} ({why})", self.number)
    }
}

/// The form of a pair (part 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// 同位: the first of the other column.
    SamePlace,
    /// 错位: a later one of the other column.
    ShiftedPlace,
    /// 同行: one of the chooser's own column.
    SameColumn,
    /// First round by the mode of the regulations.
    FirstRound,
    /// First round, moved away from the own unit.
    FirstRoundUnit,
    /// Set by hand.
    ByHand,
}

impl Form {
    /// The clause of appendix 2.
    pub const fn clause(self) -> &'static str {
        match self {
            Form::SamePlace => "附录二.二.3(1)",
            Form::ShiftedPlace => "附录二.二.3(2)",
            Form::SameColumn => "附录二.二.3(3)",
            Form::FirstRound => "附录二.二.1",
            Form::FirstRoundUnit => "附录二.一.7",
            Form::ByHand => "附录二.二.5(3)",
        }
    }
}

/// A float of one player in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FloatMark {
    /// His number.
    pub number: Number,
    /// True: down (下调), false: up (上调).
    pub down: bool,
    /// He is the only one of his score: forced, not counted (principle 9).
    pub forced: bool,
}

/// Everything behind one pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PairReasons {
    /// The score of the segment.
    pub segment: Points,
    /// Who chose.
    pub chooser: Number,
    /// The chooser's column; none in the first round.
    pub column: Option<Column>,
    /// How the pair was found.
    pub form: Form,
    /// Candidates before the partner; at most [`SKIPPED_SHOWN`] of them.
    pub skipped: Vec<Skipped>,
    /// How many more were skipped.
    pub skipped_more: u32,
    /// 拆对: an earlier candidate was possible by itself and was undone for the sake of the rest.
    pub undone: bool,
    /// The rule that gave the colours.
    pub colour_rule: ColourRule,
    /// Its clause.
    pub colour_clause: String,
    /// The rule is extended to a case of which the text does not speak.
    pub colour_extension: bool,
    /// Who floats.
    pub floats: Vec<FloatMark>,
    /// All of it in Chinese.
    pub zh: String,
    /// All of it in English.
    pub en: String,
}

/// Skipped candidates listed one by one; the rest is counted.
pub const SKIPPED_SHOWN: usize = 20;

/// Why a player has the bye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ByeReason {
    /// Who.
    pub number: Number,
    /// His score.
    pub score: Points,
    /// Byes before this one.
    pub earlier_byes: u32,
    /// Candidates before him without whom the rest could not be paired.
    pub skipped: Vec<Number>,
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// How one segment was paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SegmentReport {
    /// Its scores, those floated down included, highest first.
    pub scores: Vec<Points>,
    /// 要先 in order.
    pub wants_red: Vec<Number>,
    /// 要后 in order.
    pub wants_black: Vec<Number>,
    /// The merged order in which players choose.
    pub order: Vec<Number>,
    /// 下调: left over, they go to the next segment.
    pub left_over: Vec<Number>,
    /// Values of the first five objectives.
    pub objectives: [u32; 5],
}

impl PairReasons {
    /// Fills in the wording; `red` and `black` are the pair.
    pub fn worded(mut self, red: Number, black: Number) -> PairReasons {
        let partner = if self.chooser == red { black } else { red };
        self.zh = self.chinese(red, partner);
        self.en = self.english(red, partner);
        self
    }

    fn chinese(&self, red: Number, partner: Number) -> String {
        let mut text = match self.form {
            Form::FirstRound => format!("首轮按规定配对: {}-{partner}", self.chooser),
            Form::FirstRoundUnit => {
                format!("首轮同单位回避: {} 改配 {partner}", self.chooser)
            }
            Form::ByHand => format!("裁判长指定: {}-{partner}", self.chooser),
            _ => {
                let form = match self.form {
                    Form::SamePlace => "同位",
                    Form::ShiftedPlace => "错位",
                    _ => "同行",
                };
                let column = match self.column {
                    Some(Column::WantsRed) => "要先行",
                    _ => "要后行",
                };
                format!(
                    "{} 分段: {}({column})先编, {form}配 {partner}",
                    self.segment, self.chooser
                )
            }
        };
        if !self.skipped.is_empty() {
            let list: Vec<String> = self.skipped.iter().map(Skipped::chinese).collect();
            text.push_str(&format!("; 跳过 {}", list.join("、")));
            if self.skipped_more > 0 {
                text.push_str(&format!(" 等另 {} 人", self.skipped_more));
            }
        }
        if self.undone {
            text.push_str("; 拆对重配");
        }
        text.push_str(&format!("; {red} 执红: {}", self.colour_rule.chinese()));
        text.push_str(&format!("[{}]", self.colour_clause));
        if self.colour_extension {
            text.push_str("(推广适用)");
        }
        for mark in &self.floats {
            let way = if mark.down { "下调" } else { "上调" };
            let forced = if mark.forced {
                "(该分仅一人, 不计)"
            } else {
                ""
            };
            text.push_str(&format!("; {} {way}{forced}", mark.number));
        }
        text
    }

    fn english(&self, red: Number, partner: Number) -> String {
        let mut text = match self.form {
            Form::FirstRound => {
                format!("first round by its mode: {}-{partner}", self.chooser)
            }
            Form::FirstRoundUnit => format!(
                "first round, kept away from the own unit: {} gets {partner}",
                self.chooser
            ),
            Form::ByHand => format!("set by the chief arbiter: {}-{partner}", self.chooser),
            _ => {
                let form = match self.form {
                    Form::SamePlace => "first of the other column",
                    Form::ShiftedPlace => "a later one of the other column",
                    _ => "one of the same column",
                };
                let column = match self.column {
                    Some(Column::WantsRed) => "owed red",
                    _ => "owed black",
                };
                format!(
                    "score {}: {} ({column}) chose {partner}, {form}",
                    self.segment, self.chooser
                )
            }
        };
        if !self.skipped.is_empty() {
            let list: Vec<String> = self.skipped.iter().map(Skipped::english).collect();
            text.push_str(&format!("; passed over {}", list.join(", ")));
            if self.skipped_more > 0 {
                text.push_str(&format!(" and {} more", self.skipped_more));
            }
        }
        if self.undone {
            text.push_str("; an earlier choice was undone");
        }
        text.push_str(&format!("; {red} is red: {}", self.colour_rule.english()));
        text.push_str(&format!(" [{}]", self.colour_clause));
        if self.colour_extension {
            text.push_str(" (extended)");
        }
        for mark in &self.floats {
            let way = if mark.down { "down" } else { "up" };
            let forced = if mark.forced {
                " (alone on the score, not counted)"
            } else {
                ""
            };
            text.push_str(&format!("; {} floats {way}{forced}", mark.number));
        }
        text
    }
}

impl ColourRule {
    fn chinese(self) -> &'static str {
        match self {
            ColourRule::C1 => "先走局数少者先走",
            ColourRule::C2 => "先后走局数相等, 连后(上后)者先走",
            ColourRule::C3 => "条件相同, 号数之和奇数小号先走, 偶数大号先走",
            ColourRule::C4 => "最后三轮, 低分服从高分",
            ColourRule::Table => "单号台小号先走, 双号台大号先走",
            ColourRule::Hand => "裁判长指定",
        }
    }

    fn english(self) -> &'static str {
        match self {
            ColourRule::C1 => "fewer games with red",
            ColourRule::C2 => "equal balance, the longer run of black",
            ColourRule::C3 => "all equal, odd sum the smaller number, even the larger",
            ColourRule::C4 => "last rounds, the higher score is served",
            ColourRule::Table => "small number on odd tables, large on even",
            ColourRule::Hand => "set by the chief arbiter",
        }
    }
}

impl ByeReason {
    /// A bye given by the arbiter.
    pub fn by_hand(state: &State, number: Number) -> ByeReason {
        let player = state.index_of(number).map(|i| &state.players[i]);
        ByeReason {
            number,
            score: player.map_or(Points::ZERO, |p| p.score),
            earlier_byes: player.map_or(0, |p| p.byes),
            skipped: Vec::new(),
            zh: format!("{number} 轮空: 裁判长指定"),
            en: format!("{number} has the bye: given by the chief arbiter"),
        }
    }

    /// A reason with its wording.
    pub fn new(
        number: Number,
        score: Points,
        earlier_byes: u32,
        skipped: Vec<Number>,
        round: u32,
    ) -> ByeReason {
        let (mut zh, mut en) = if round == 1 {
            (
                format!("{number} 轮空: 人数逢单, 首轮末号轮空[附录二.一.5]"),
                format!(
                    "{number} has the bye: odd field, the last number rests in round 1 [附录二.一.5]"
                ),
            )
        } else {
            let before_zh = if earlier_byes == 0 {
                "未轮空过".to_owned()
            } else {
                format!("已轮空 {earlier_byes} 次")
            };
            (
                format!("{number} 轮空: {before_zh}, 最低分({score})中排序最后[附录二.一.5]"),
                format!(
                    "{number} has the bye: {earlier_byes} before, lowest score ({score}), last in the order [附录二.一.5]"
                ),
            )
        };
        if !skipped.is_empty() {
            let list: Vec<String> = skipped.iter().map(ToString::to_string).collect();
            zh.push_str(&format!("; 跳过 {}: 其轮空则余者无法排通", list.join("、")));
            en.push_str(&format!(
                "; passed over {}: without them the rest cannot be paired",
                list.join(", ")
            ));
        }
        ByeReason {
            number,
            score,
            earlier_byes,
            skipped,
            zh,
            en,
        }
    }
}
