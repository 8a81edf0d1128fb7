//! 竞赛规程: one tournament's settings. A patch holds what a file says; `Regulations` is the whole
//! set with every default filled in by edition, kind and format.
use super::field_source::CutRule;
use super::model::{Edition, Kind, Level, Tournament};
use super::points::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Settings as written in a file or a request: only what differs from the defaults.
/// A stage's patch wins over the tournament's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RegulationsPatch {
    /// Points for results (13.1, 13.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsPatch>,
    /// Swiss: how round 1 is paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_round: Option<FirstRound>,
    /// Swiss: a forfeited game counts its paired colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_colours: Option<bool>,
    /// Swiss: rounds in which entries of one unit do not meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoid_unit_rounds: Option<Vec<u32>>,
    /// Swiss: which chain, and in team events what the pairing score is (14.3.1, 14.3.2, B 14.7, B 14.8).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swiss_method: Option<SwissMethod>,
    /// The criteria that order the table, most important first; default by edition and format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Vec<Criterion>>,
    /// Games each pair plays in one round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_per_pairing: Option<u32>,
    /// Round robin: how often everyone meets everyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u32>,
    /// 自然限着 (4.2.4, 22.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub natural_limit: Option<NaturalLimit>,
    /// Fouls that lose a game (4.1.10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fouls_to_lose: Option<u32>,
    /// Illegal moves that lose a game; wins over the level (4.1.8).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_moves_to_lose: Option<u32>,
    /// Minutes after which a late player forfeits (20.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_minutes: Option<u32>,
    /// Whether the players keep a record (7.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_duty: Option<bool>,
    /// Clocks (6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// Swiss: how many times one may float down, and up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float_limit: Option<u32>,
    /// Swiss: prefer who never had a bye over the lowest score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoid_second_bye: Option<bool>,
    /// Swiss: admit only pairings after which all remaining rounds can be completed (up to 14 entries).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan_ahead: Option<bool>,
    /// Swiss: number of last rounds in which rule 9 of the colours holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_rounds: Option<u32>,
    /// Points of a round missed by a late entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed_round: Option<Points>,
    /// Colour recorded for a bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_colour: Option<ByeColour>,
    /// What a bye gives in 对手分 (14.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_opponents_value: Option<ByeOpponentsValue>,
    /// Team bye: game points; default as if every board were won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_game_points: Option<Points>,
    /// When a repetition claim is accepted (23.1–23.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repetition_count: Option<RepetitionCount>,
    /// Results need a second person's confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_confirmation: Option<bool>,
    /// Members whose places are added up (11.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_members: Option<u32>,
    /// Boards of a team match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<u32>,
    /// Reserves of a team (11.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserves: Option<u32>,
    /// How a team's players come to their boards (chapter 11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_mode: Option<TeamMode>,
    /// Forfeits in a row before an entry is removed; 0 = never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeits_to_remove: Option<u32>,
    /// Knock-out: how a drawn tie is decided, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_procedure: Option<Vec<TieStep>>,
    /// Clocks of the tie procedure's games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_controls: Option<TieControls>,
    /// Knock-out: places that are played out: 2 (only the final), 4 (third place too), 8, 16 …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places_decided: Option<u32>,
    /// Swiss with the lowest dropped (10.6, B 10.4.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<DropRule>,
    /// Swiss: the two who lead before the last round do not play it; a stage of their own is the
    /// final.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_for_top_two: Option<bool>,
    /// Lowest opponents left out of `opponents_cut`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_low: Option<u32>,
    /// Highest opponents left out of `opponents_cut`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_high: Option<u32>,
    /// Late entries are allowed in a Swiss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_entries: Option<bool>,
    /// Seed from which `lots` at the end of a chain are drawn: 64 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lots_seed: Option<String>,
}

/// Points for results, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PointsPatch {
    /// A win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Points>,
    /// A loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Points>,
    /// A draw with red.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_red: Option<Points>,
    /// A draw with black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_black: Option<Points>,
    /// A bye; default a win (14.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<Points>,
    /// "+"; default a win (20.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_win: Option<Points>,
    /// "−"; default 0 (20.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_loss: Option<Points>,
    /// A rapid tie-break game won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rapid_win: Option<Points>,
    /// A rapid tie-break game drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rapid_draw: Option<Points>,
    /// A rapid tie-break game lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rapid_loss: Option<Points>,
    /// Match points of a match won (13.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_win: Option<Points>,
    /// Match points of a match drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_draw: Option<Points>,
    /// Match points of a match lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_loss: Option<Points>,
}

/// Points for results (13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PointsTable {
    /// A win.
    pub win: Points,
    /// A loss.
    pub loss: Points,
    /// A draw with red.
    pub draw_red: Points,
    /// A draw with black.
    pub draw_black: Points,
    /// A bye.
    pub bye: Points,
    /// "+".
    pub forfeit_win: Points,
    /// "−".
    pub forfeit_loss: Points,
    /// A rapid tie-break game won.
    pub rapid_win: Points,
    /// A rapid tie-break game drawn.
    pub rapid_draw: Points,
    /// A rapid tie-break game lost.
    pub rapid_loss: Points,
    /// A match won.
    pub match_win: Points,
    /// A match drawn.
    pub match_draw: Points,
    /// A match lost.
    pub match_loss: Points,
}

/// Swiss: how round 1 is paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstRound {
    /// 近号: 1-2, 4-3, 5-6 …
    #[default]
    Adjacent,
    /// 首尾: 1-N, 2-(N−1) …
    Ends,
    /// 对半: 1-(N/2+1) …
    Halves,
}

/// Swiss: which way of ranking, and in team events which score pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SwissMethod {
    /// 14.3.1: opponents' score.
    Opponents,
    /// 14.3.2: cumulative score.
    Cumulative,
    /// Teams by match points (A 14.6, B 14.7).
    MatchPoints,
    /// Teams by game points (A 14.7, B 14.8).
    GamePoints,
}

/// One criterion of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    /// 积分
    Points,
    /// 小分
    SmallScore,
    /// 对手分; teams: 团体对手分
    Opponents,
    /// 对手分 without the lowest (and highest)
    OpponentsCut,
    /// 累进分
    Cumulative,
    /// 胜局
    Wins,
    /// 直胜
    Direct,
    /// 犯规
    Fouls,
    /// 后走局数
    BlackGames,
    /// 后走胜局
    BlackWins,
    /// 对局时后走
    WasBlack,
    /// 场分
    MatchPoints,
    /// 局分
    GamePoints,
    /// 胜场
    MatchWins,
    /// 前一轮成绩
    Previous,
    /// 去轮
    Without,
    /// 名次总和
    Places,
    /// 最高个人名次
    BestPlace,
    /// 18.5 placed elsewhere than directly after the first criterion
    Penalties,
    /// 抽签
    Lots,
    /// 附加赛
    ExtraMatch,
}

/// 自然限着 (4.2.4, 22.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalLimit {
    /// Full moves without a capture after which a draw may be claimed; 60 by default.
    pub full_moves: u32,
    /// The claimant's checks that count; null = all of them.
    #[serde(default = "ten")]
    pub check_cap: Option<u32>,
}

fn ten() -> Option<u32> {
    Some(10)
}

/// Clocks of a game (6): a list of periods, per colour where they differ (6.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Red's periods, and Black's unless given; the last one repeats.
    pub periods: Vec<Period>,
    /// Black's periods where they differ (6.5 time odds).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_periods: Option<Vec<Period>>,
    /// Rapid: at most 15 minutes a side (6.4).
    #[serde(default)]
    pub rapid: bool,
    /// Extra game: a draw is a Black win.
    #[serde(default)]
    pub draw_is_black_win: bool,
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// Seconds given at its start.
    pub base_seconds: u32,
    /// Moves to make in it; null = the rest of the game.
    #[serde(default)]
    pub moves: Option<u32>,
    /// Seconds added for each move made.
    #[serde(default)]
    pub increment_seconds: u32,
    /// Seconds before the clock runs on each move.
    #[serde(default)]
    pub delay_seconds: u32,
}

/// Colour recorded for a bye; the text gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeColour {
    /// No colour.
    #[default]
    None,
    /// Counts as a game with red.
    Red,
    /// Counts as a game with black.
    Black,
    /// Some other program recorded a colour with each bye; it is taken from `Round::bye_colours`.
    Recorded,
}

/// What a bye gives in 对手分 (14.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeOpponentsValue {
    /// Edition A: the lowest total above 0.
    Lowest,
    /// Edition B: half of it.
    HalfLowest,
    /// Nothing.
    Zero,
}

/// When a repetition claim is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepetitionCount {
    /// Every position of the cycle three times (23.1–23.4).
    #[default]
    Cycles,
    /// The present position for the third time.
    Occurrences,
}

/// How a team's players come to their boards (chapter 11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamMode {
    /// 分台定人制 (11.1)
    #[default]
    FixedBoards,
    /// 分台换人制 (11.2)
    Reserves,
    /// 临时定台制 (11.3)
    OrderPerMatch,
    /// 全队轮赛制 (11.4)
    AllPlayAll,
    /// 队员总分制 (11.5)
    MembersPlaces,
}

/// One step by which a drawn knock-out tie is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieStep {
    /// A match of two games.
    TwoGames,
    /// A rapid game, colours reversed.
    Rapid,
    /// A blitz game.
    Blitz,
    /// Extra game: Red 6 min, Black 4 min, + 3 s, a draw is a Black win.
    ExtraGame,
    /// Lots.
    Lots,
}

/// Clocks of the tie procedure's games; each has a default (appendix 3, note 5 for rapid games).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TieControls {
    /// Rapid; default 10 minutes and 10 seconds a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rapid: Option<TimeControl>,
    /// Blitz; default 5 minutes and 3 seconds a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blitz: Option<TimeControl>,
    /// Extra game; default Red 6 minutes, Black 4 minutes, 3 seconds a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_game: Option<TimeControl>,
}

/// Swiss with the lowest dropped after each round (10.6, B 10.4.2); announced beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DropRule {
    /// After which round the first are dropped; default by edition: half of the planned rounds,
    /// rounded down (A: as the event nears half) or up (B: past half).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// How many are dropped after each round.
    pub per_round: u32,
    /// How many are left at the end; nobody is dropped below it.
    pub keep: u32,
    /// What happens when the chain leaves entries level across the line.
    #[serde(default, skip_serializing_if = "CutRule::is_default")]
    pub cut: CutRule,
}

/// Every setting, defaults filled in.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Regulations {
    /// Which rule text decides.
    pub edition: Edition,
    /// Players or teams.
    pub kind: Kind,
    /// Level of the event.
    pub level: Level,
    /// Points for results.
    pub points: PointsTable,
    /// See the patch; likewise below.
    pub first_round: FirstRound,
    /// A forfeited game counts its paired colour; default true.
    pub forfeit_colours: bool,
    /// Rounds in which entries of one unit do not meet; default none.
    pub avoid_unit_rounds: Vec<u32>,
    /// Default 14.3.1, teams by match points.
    pub swiss_method: SwissMethod,
    /// The chain when it differs from the preset of edition and format.
    pub chain: Option<Vec<Criterion>>,
    /// Default 1.
    pub games_per_pairing: u32,
    /// Default 1.
    pub cycles: u32,
    /// Default 60 full moves, 10 checks.
    pub natural_limit: NaturalLimit,
    /// Default 3.
    pub fouls_to_lose: u32,
    /// By level: national 1, else 2.
    pub illegal_moves_to_lose: u32,
    /// Default 15.
    pub late_minutes: u32,
    /// Default true, but not in rapid games.
    pub record_duty: bool,
    /// Default none recorded.
    pub time_control: Option<TimeControl>,
    /// Default 2.
    pub float_limit: u32,
    /// Default true.
    pub avoid_second_bye: bool,
    /// Default false.
    pub plan_ahead: bool,
    /// Default 3.
    pub last_rounds: u32,
    /// Default 0.
    pub missed_round: Points,
    /// Default none.
    pub bye_colour: ByeColour,
    /// By edition: A lowest, B half of it.
    pub bye_opponents_value: ByeOpponentsValue,
    /// Default: every board won.
    pub bye_game_points: Option<Points>,
    /// Default cycles.
    pub repetition_count: RepetitionCount,
    /// Default false.
    pub double_confirmation: bool,
    /// Default none set.
    pub counted_members: Option<u32>,
    /// Default 4.
    pub boards: u32,
    /// Default 0.
    pub reserves: u32,
    /// Default fixed boards.
    pub team_mode: TeamMode,
    /// Default 0: never.
    pub forfeits_to_remove: u32,
    /// Default rapid, blitz, extra game, lots.
    pub tie_procedure: Vec<TieStep>,
    /// Default clocks for all.
    pub tie_controls: TieControls,
    /// Default 2: only the final.
    pub places_decided: u32,
    /// Default none.
    pub drop: Option<DropRule>,
    /// Default false.
    pub final_for_top_two: bool,
    /// Default 1.
    pub cut_low: u32,
    /// Default 0.
    pub cut_high: u32,
    /// Default true.
    pub late_entries: bool,
    /// Default none.
    pub lots_seed: Option<String>,
}

impl Regulations {
    /// Fills in every default: a stage's patch first, then the tournament's, then the rule text's.
    pub fn resolve(tournament: &Tournament, stage: Option<&RegulationsPatch>) -> Regulations {
        let none = RegulationsPatch::default();
        let outer = &tournament.regulations;
        let inner = stage.unwrap_or(&none);
        macro_rules! pick {
            ($field:ident) => {
                inner.$field.clone().or_else(|| outer.$field.clone())
            };
        }
        let team = tournament.kind == Kind::Team;
        let swiss_default = if team {
            SwissMethod::MatchPoints
        } else {
            SwissMethod::Opponents
        };
        Regulations {
            edition: tournament.edition,
            kind: tournament.kind,
            level: tournament.level,
            points: PointsTable::resolve(outer.points.as_ref(), inner.points.as_ref()),
            first_round: pick!(first_round).unwrap_or_default(),
            forfeit_colours: pick!(forfeit_colours).unwrap_or(true),
            avoid_unit_rounds: pick!(avoid_unit_rounds).unwrap_or_default(),
            swiss_method: pick!(swiss_method).unwrap_or(swiss_default),
            chain: pick!(chain),
            games_per_pairing: pick!(games_per_pairing).unwrap_or(1),
            cycles: pick!(cycles).unwrap_or(1),
            natural_limit: pick!(natural_limit).unwrap_or(NaturalLimit {
                full_moves: 60,
                check_cap: Some(10),
            }),
            fouls_to_lose: pick!(fouls_to_lose).unwrap_or(3),
            illegal_moves_to_lose: pick!(illegal_moves_to_lose).unwrap_or(match tournament.level {
                Level::National => 1,
                _ => 2,
            }),
            late_minutes: pick!(late_minutes).unwrap_or(15),
            record_duty: pick!(record_duty)
                .unwrap_or_else(|| !pick!(time_control).is_some_and(|control| control.rapid)),
            time_control: pick!(time_control),
            float_limit: pick!(float_limit).unwrap_or(2),
            avoid_second_bye: pick!(avoid_second_bye).unwrap_or(true),
            plan_ahead: pick!(plan_ahead).unwrap_or(false),
            last_rounds: pick!(last_rounds).unwrap_or(3),
            missed_round: pick!(missed_round).unwrap_or(Points::ZERO),
            bye_colour: pick!(bye_colour).unwrap_or_default(),
            bye_opponents_value: pick!(bye_opponents_value).unwrap_or(match tournament.edition {
                Edition::Trial => ByeOpponentsValue::Lowest,
                Edition::Approved => ByeOpponentsValue::HalfLowest,
            }),
            bye_game_points: pick!(bye_game_points),
            repetition_count: pick!(repetition_count).unwrap_or_default(),
            double_confirmation: pick!(double_confirmation).unwrap_or(false),
            counted_members: pick!(counted_members),
            boards: pick!(boards).unwrap_or(4),
            reserves: pick!(reserves).unwrap_or(0),
            team_mode: pick!(team_mode).unwrap_or_default(),
            forfeits_to_remove: pick!(forfeits_to_remove).unwrap_or(0),
            tie_procedure: pick!(tie_procedure).unwrap_or_else(|| {
                vec![
                    TieStep::Rapid,
                    TieStep::Blitz,
                    TieStep::ExtraGame,
                    TieStep::Lots,
                ]
            }),
            tie_controls: pick!(tie_controls).unwrap_or_default(),
            places_decided: pick!(places_decided).unwrap_or(2),
            drop: pick!(drop),
            final_for_top_two: pick!(final_for_top_two).unwrap_or(false),
            cut_low: pick!(cut_low).unwrap_or(1),
            cut_high: pick!(cut_high).unwrap_or(0),
            late_entries: pick!(late_entries).unwrap_or(true),
            lots_seed: pick!(lots_seed),
        }
    }
}

impl PointsTable {
    fn resolve(outer: Option<&PointsPatch>, inner: Option<&PointsPatch>) -> PointsTable {
        let none = PointsPatch::default();
        let (outer, inner) = (outer.unwrap_or(&none), inner.unwrap_or(&none));
        macro_rules! pick {
            ($field:ident) => {
                inner.$field.or(outer.$field)
            };
        }
        let win = pick!(win).unwrap_or(Points::whole(2));
        let loss = pick!(loss).unwrap_or(Points::ZERO);
        let draw_red = pick!(draw_red).unwrap_or(Points::whole(1));
        let draw_black = pick!(draw_black).unwrap_or(Points::whole(1));
        PointsTable {
            win,
            loss,
            draw_red,
            draw_black,
            bye: pick!(bye).unwrap_or(win),
            forfeit_win: pick!(forfeit_win).unwrap_or(win),
            forfeit_loss: pick!(forfeit_loss).unwrap_or(Points::ZERO),
            rapid_win: pick!(rapid_win).unwrap_or(win),
            rapid_draw: pick!(rapid_draw).unwrap_or(Points::whole(1)),
            rapid_loss: pick!(rapid_loss).unwrap_or(loss),
            match_win: pick!(match_win).unwrap_or(Points::whole(2)),
            match_draw: pick!(match_draw).unwrap_or(Points::whole(1)),
            match_loss: pick!(match_loss).unwrap_or(Points::ZERO),
        }
    }
}
