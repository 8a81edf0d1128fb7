//! A bracket filled with the facts: who sits where, what was played, who moved on.
use super::bracket::{MatchPlan, Part, Plan, Source};
use super::places::{self, Place};
use super::tie::{self, Score, SideOf, TieGame, Verdict};
use super::{lots_seed, titles};
use crate::tournament::event_file::Fault;
use crate::tournament::format::double_elimination;
use crate::tournament::format::paired::PairingError;
use crate::tournament::model::{Event, Format, Game, GameResult, Kind, Number};
use crate::tournament::points::Points;
use crate::tournament::regulations::{Regulations, TieStep};
use crate::tournament::scoring;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The bracket of a stage as a client can draw it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Bracket {
    /// Format of the stage.
    pub format: Format,
    /// How many entries take part.
    pub entries: u32,
    /// Positions of the draw: a power of two; those beyond `entries` are byes.
    pub size: u32,
    /// The matches; whoever feeds a match stands before it.
    pub matches: Vec<MatchState>,
    /// Places known so far, best first.
    pub places: Vec<Place>,
    /// Whether every match is decided.
    pub finished: bool,
    /// Recorded games and decisions that do not fit the bracket; nothing is paired before they are
    /// put right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Fault>,
}

/// One match of a bracket.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MatchState {
    /// Its code.
    pub code: String,
    /// Its part of the bracket.
    pub part: Part,
    /// Round within the part, from 1.
    pub round: u32,
    /// Name of the round, in Chinese.
    pub title_zh: String,
    /// Name of the round, in English.
    pub title_en: String,
    /// First side.
    pub a: SideState,
    /// Second side.
    pub b: SideState,
    /// The games played or paired, in order.
    pub games: Vec<GameRef>,
    /// How it stands.
    pub status: MatchStatus,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Number>,
    /// Who lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser: Option<Number>,
    /// What decided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidedBy>,
    /// The games still needed: the step of the tie procedure and how many.
    #[serde(skip)]
    pub needed: Option<(Option<TieStep>, u32)>,
    /// Where the winner goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_to: Option<Feed>,
    /// Where the loser goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser_to: Option<Feed>,
    /// Place of the winner, where this match decides one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_place: Option<u32>,
    /// First and last place that those beaten here share.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<[u32; 2]>)]
    pub loser_places: Option<(u32, u32)>,
    #[serde(skip)]
    pub(super) best_place: u32,
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SideState {
    /// Where it comes from.
    pub source: Source,
    /// Who sits there.
    pub seat: Seat,
    /// What it made of the finished games: 2 a win, 1 a draw (teams: a match).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Points>,
}

/// Who sits at a side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Not known yet.
    Waiting,
    /// Nobody: the other side moves on without a game.
    Bye,
    /// This entry.
    Entry(Number),
}

impl Seat {
    /// The entry that sits there.
    pub const fn number(self) -> Option<Number> {
        match self {
            Seat::Entry(number) => Some(number),
            _ => None,
        }
    }
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchStatus {
    /// A side is not known yet.
    Waiting,
    /// Both sides are known, nothing is paired.
    Ready,
    /// A paired game is not finished.
    Playing,
    /// Level: the next game of the tie procedure is to be paired.
    MoreGames,
    /// Level: lots decide, and no seed is recorded to draw them from.
    LotsNeeded,
    /// Decided.
    Decided,
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A side is empty.
    Bye,
    /// The games of the match itself.
    Games,
    /// A forfeit (20.1, 20.2).
    Forfeit,
    /// A step of the tie procedure.
    TieProcedure,
    /// Lots.
    Lots,
    /// A recorded decision.
    Decision,
}

/// Where somebody goes from a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Feed {
    /// Code of the next match.
    #[serde(rename = "match")]
    pub match_code: String,
    /// `a` or `b`.
    pub side: char,
}

/// One game of a match, by its place in the event.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameRef {
    /// Round of the stage.
    pub round: u32,
    /// Table.
    pub table: u32,
    /// Which game at this table.
    pub game: u32,
    /// Number with red.
    pub red: Number,
    /// Number with black.
    pub black: Number,
    /// Step of the tie procedure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_step: Option<TieStep>,
    /// The result.
    pub result: Option<GameResult>,
}

/// The bracket of a knock-out stage (counted from 0), filled with everything recorded.
///
/// # Errors
/// No such stage, another format, or a field too small or too large for it.
pub fn bracket(event: &Event, stage: usize) -> Result<Bracket, PairingError> {
    let this = event
        .stages
        .get(stage)
        .ok_or(PairingError::NoSuchStage(stage))?;
    let field = event.field(stage);
    let regulations = event.regulations(stage);
    let plan = plan(this.format, field.len() as u32, &regulations, stage)?;
    let mut filler = Filler {
        event,
        stage,
        regulations: &regulations,
        outcomes: BTreeMap::new(),
        coded: BTreeMap::new(),
        uncoded: Vec::new(),
        conflicts: Vec::new(),
    };
    filler.collect_games(&plan);
    let feeds = feeds(&plan);
    let matches: Vec<MatchState> = plan
        .matches
        .iter()
        .map(|m| filler.fill(m, &plan, &field, &feeds))
        .collect();
    filler.leftovers();
    let conflicts = filler.conflicts;
    let finished = matches.iter().all(|m| m.status == MatchStatus::Decided);
    Ok(Bracket {
        format: this.format,
        entries: field.len() as u32,
        size: plan.size,
        places: places::places(&field, &matches),
        matches,
        finished,
        conflicts,
    })
}

fn plan(
    format: Format,
    entries: u32,
    regulations: &Regulations,
    stage: usize,
) -> Result<Plan, PairingError> {
    let (fewest, most) = match format {
        Format::DoubleElimination => (
            double_elimination::MIN_ENTRIES,
            double_elimination::MAX_ENTRIES,
        ),
        _ => (2, super::MAX_ENTRIES),
    };
    if entries < 2 {
        return Err(PairingError::TooFewEntries {
            entries: entries as usize,
        });
    }
    if !(fewest..=most).contains(&entries) {
        return Err(PairingError::Invalid(vec![Fault {
            pointer: format!("/stages/{stage}/entries"),
            en: format!("this knock-out is for {fewest} to {most} entries, not {entries}"),
            zh: format!("此淘汰制适用于 {fewest} 至 {most} 人(队), 而不是 {entries}"),
        }]));
    }
    match format {
        Format::DoubleElimination => Ok(double_elimination::plan(entries)),
        Format::SingleElimination | Format::Playoff => {
            Ok(super::bracket::single(entries, regulations.places_decided))
        }
        Format::RoundRobin | Format::Swiss => Err(PairingError::NotOffered(format)),
    }
}

fn feeds(plan: &Plan) -> BTreeMap<Source, Feed> {
    let mut feeds = BTreeMap::new();
    for m in &plan.matches {
        for (source, side) in [(&m.a, 'a'), (&m.b, 'b')] {
            feeds.insert(
                source.clone(),
                Feed {
                    match_code: m.code.clone(),
                    side,
                },
            );
        }
    }
    feeds
}

/// A recorded game with its place in the event, as indices.
type At<'a> = (usize, usize, &'a Game);

struct Filler<'a> {
    event: &'a Event,
    stage: usize,
    regulations: &'a Regulations,
    /// Winner and loser seats of the matches seen so far.
    outcomes: BTreeMap<String, (Seat, Seat)>,
    coded: BTreeMap<&'a str, Vec<At<'a>>>,
    /// Games without a code, in order; each is taken by the first match of its two sides.
    uncoded: Vec<Option<At<'a>>>,
    conflicts: Vec<Fault>,
}

impl<'a> Filler<'a> {
    fn collect_games(&mut self, plan: &Plan) {
        for (r, round) in self.event.stages[self.stage].rounds.iter().enumerate() {
            let mut games: Vec<At<'a>> = round
                .games
                .iter()
                .enumerate()
                .map(|(g, game)| (r, g, game))
                .collect();
            games.sort_by_key(|(_, _, game)| game.game);
            for at in games {
                match at.2.match_code.as_deref() {
                    None => self.uncoded.push(Some(at)),
                    Some(code) if plan.matches.iter().any(|m| m.code == code) => {
                        self.coded.entry(code).or_default().push(at);
                    }
                    Some(code) => self.conflict(
                        format!("{}/match", self.pointer(at)),
                        format!("this bracket has no match {code}"),
                        format!("本对阵表没有场次 {code}"),
                    ),
                }
            }
        }
    }

    fn pointer(&self, (r, g, _): At<'_>) -> String {
        format!("/stages/{}/rounds/{r}/games/{g}", self.stage)
    }

    fn conflict(&mut self, pointer: String, en: String, zh: String) {
        self.conflicts.push(Fault { pointer, en, zh });
    }

    fn seat(&self, source: &Source, field: &[Number]) -> Seat {
        match source {
            Source::Position(position) => field
                .get(*position as usize - 1)
                .map_or(Seat::Bye, |number| Seat::Entry(*number)),
            Source::Winner(code) => self.outcomes.get(code).map_or(Seat::Waiting, |o| o.0),
            Source::Loser(code) => self.outcomes.get(code).map_or(Seat::Waiting, |o| o.1),
        }
    }

    fn fill(
        &mut self,
        plan: &MatchPlan,
        whole: &Plan,
        field: &[Number],
        feeds: &BTreeMap<Source, Feed>,
    ) -> MatchState {
        let (a, b) = (self.seat(&plan.a, field), self.seat(&plan.b, field));
        let (title_zh, title_en) = titles::title(plan, whole);
        let side = |source: &Source, seat| SideState {
            source: source.clone(),
            seat,
            score: None,
        };
        let mut state = MatchState {
            code: plan.code.clone(),
            part: plan.part,
            round: plan.round,
            title_zh,
            title_en,
            a: side(&plan.a, a),
            b: side(&plan.b, b),
            games: Vec::new(),
            status: MatchStatus::Waiting,
            winner: None,
            loser: None,
            decided_by: None,
            needed: None,
            winner_to: feeds.get(&Source::Winner(plan.code.clone())).cloned(),
            loser_to: feeds.get(&Source::Loser(plan.code.clone())).cloned(),
            winner_place: plan.winner_place,
            loser_places: plan.loser_places,
            best_place: plan.best_place,
        };
        if let (Seat::Entry(a), Seat::Entry(b)) = (a, b) {
            self.play(&mut state, a, b);
        } else {
            if a != Seat::Waiting && b != Seat::Waiting {
                state.winner = a.number().or(b.number());
                state.status = MatchStatus::Decided;
                state.decided_by = Some(DecidedBy::Bye);
            }
            for at in self.coded.remove(plan.code.as_str()).unwrap_or_default() {
                self.misplaced(at, plan);
            }
        }
        if state.status == MatchStatus::Decided {
            let seat = |number: Option<Number>| number.map_or(Seat::Bye, Seat::Entry);
            self.outcomes
                .insert(plan.code.clone(), (seat(state.winner), seat(state.loser)));
        }
        state
    }

    fn misplaced(&mut self, at: At<'_>, plan: &MatchPlan) {
        let (red, black, code) = (at.2.red, at.2.black, &plan.code);
        let (en, zh) = (
            format!(
                "match {code} is not between {red} and {black}; this game stands in no match now"
            ),
            format!("场次 {code} 的双方不是 {red} 与 {black}; 此局目前不属于任何场次"),
        );
        self.conflict(self.pointer(at), en, zh);
    }

    /// Attaches the games of a match between two entries and judges it.
    fn play(&mut self, state: &mut MatchState, a: Number, b: Number) {
        let is_pair = |game: &Game| game.opponent_of(a) == Some(b);
        let mut games: Vec<At<'a>> = Vec::new();
        for at in self.coded.remove(state.code.as_str()).unwrap_or_default() {
            if is_pair(at.2) {
                games.push(at);
            } else {
                let plan_code = state.code.clone();
                let (red, black) = (at.2.red, at.2.black);
                self.conflict(
                    self.pointer(at),
                    format!("match {plan_code} is between {a} and {b}, not {red} and {black}"),
                    format!("场次 {plan_code} 的双方是 {a} 与 {b}, 而不是 {red} 与 {black}"),
                );
            }
        }
        let mut verdict = self.judge(state.part, a, &games);
        // Games without a code join until the match is decided.
        for i in 0..self.uncoded.len() {
            if !matches!(verdict, Verdict::Play { .. }) {
                break;
            }
            if let Some(at) = self.uncoded[i].filter(|at| is_pair(at.2)) {
                self.uncoded[i] = None;
                games.push(at);
                verdict = self.judge(state.part, a, &games);
            }
        }
        games.sort_by_key(|(r, _, game)| (*r, game.game));
        self.games_after_the_decision(state, a, &games);
        let scores: Vec<Score> = games
            .iter()
            .filter_map(|(_, _, game)| self.tie_game(a, game).score)
            .collect();
        if !scores.is_empty() {
            state.a.score = Some(scores.iter().map(|s| s.points[0]).sum());
            state.b.score = Some(scores.iter().map(|s| s.points[1]).sum());
        }
        let forfeited = games
            .last()
            .is_some_and(|(_, _, game)| self.result_of(game).is_some_and(GameResult::is_forfeit));
        state.games = games.iter().map(|at| self.game_ref(at)).collect();
        self.conclude(state, verdict, (a, b), forfeited);
    }

    fn conclude(
        &mut self,
        state: &mut MatchState,
        verdict: Verdict,
        (a, b): (Number, Number),
        forfeited: bool,
    ) {
        let decision = self.event.stages[self.stage]
            .decisions
            .iter()
            .position(|d| d.match_code == state.code);
        let mut decided = |winner: Option<Number>, by| {
            state.winner = winner;
            state.loser = winner.map(|w| if w == a { b } else { a });
            state.status = MatchStatus::Decided;
            state.decided_by = Some(by);
        };
        if let Some(d) = decision {
            let winner = self.event.stages[self.stage].decisions[d].winner;
            if winner.is_none_or(|w| w == a || w == b) {
                decided(winner, DecidedBy::Decision);
                return;
            }
            let code = state.code.clone();
            self.conflict(
                format!("/stages/{}/decisions/{d}/winner", self.stage),
                format!("match {code} is between {a} and {b}"),
                format!("场次 {code} 的双方是 {a} 与 {b}"),
            );
            return;
        }
        match verdict {
            Verdict::Open => state.status = MatchStatus::Playing,
            Verdict::Nobody => decided(None, DecidedBy::Forfeit),
            Verdict::Won { side, step } => {
                let winner = match side {
                    SideOf::A => a,
                    SideOf::B => b,
                };
                decided(
                    Some(winner),
                    match step {
                        _ if forfeited => DecidedBy::Forfeit,
                        None => DecidedBy::Games,
                        Some(_) => DecidedBy::TieProcedure,
                    },
                );
            }
            Verdict::Play { step, games } => {
                state.status = if state.games.is_empty() {
                    MatchStatus::Ready
                } else {
                    MatchStatus::MoreGames
                };
                state.needed = Some((step, games));
            }
            Verdict::Lots => match lots_seed::recorded(self.regulations) {
                Some(seed) => {
                    let purpose = format!("match/{}/{}", self.stage + 1, state.code);
                    let first = seed.derive(&purpose).sequence().coin();
                    decided(Some(if first { a } else { b }), DecidedBy::Lots);
                }
                None => state.status = MatchStatus::LotsNeeded,
            },
        }
    }

    /// A game recorded after its match was decided does not belong there.
    fn games_after_the_decision(&mut self, state: &MatchState, a: Number, games: &[At<'a>]) {
        let decided = |v| matches!(v, Verdict::Won { .. } | Verdict::Nobody);
        let ruled = self.event.stages[self.stage]
            .decisions
            .iter()
            .any(|d| d.match_code == state.code);
        for n in 1..games.len() {
            if !ruled && decided(self.judge(state.part, a, &games[..n])) {
                let at = games[n];
                self.conflict(
                    self.pointer(at),
                    format!("match {} was decided before this game", state.code),
                    format!("场次 {} 在此局之前已决出", state.code),
                );
            }
        }
    }

    fn judge(&self, part: Part, a: Number, games: &[At<'_>]) -> Verdict {
        let games: Vec<TieGame> = games
            .iter()
            .map(|(_, _, game)| self.tie_game(a, game))
            .collect();
        if part == Part::Final {
            tie::judge_final(&games)
        } else {
            tie::judge(
                &games,
                self.regulations.games_per_pairing,
                &self.regulations.tie_procedure,
            )
        }
    }

    fn result_of(&self, game: &Game) -> Option<GameResult> {
        match self.regulations.kind {
            Kind::Individual => game.result,
            Kind::Team => self.team_match(game).result,
        }
    }

    fn team_match(&self, game: &Game) -> scoring::TeamMatch {
        let boards = scoring::boards_of_a_match(self.event, self.stage, self.regulations);
        scoring::team_match(game, boards, &self.regulations.points)
    }

    /// A game as sides a and b see it. Between two, any scale of points gives the same winner, so
    /// a win is 2 and a draw 1 whatever the tournament's points are: a draw that is worth more to
    /// Black (13.3) must not decide a match.
    fn tie_game(&self, a: Number, game: &Game) -> TieGame {
        let a_paired_red = game.red == a;
        let by_side = |red: Points, black: Points| {
            if a_paired_red {
                [red, black]
            } else {
                [black, red]
            }
        };
        let score = self.result_of(game).map(|result| {
            let (red, black) = match result {
                GameResult::Red | GameResult::BlackForfeit => (2, 0),
                GameResult::Black | GameResult::RedForfeit => (0, 2),
                GameResult::Draw => (1, 1),
                GameResult::DoubleForfeit => (0, 0),
            };
            let game_points = match self.regulations.kind {
                Kind::Individual => [Points::ZERO; 2],
                Kind::Team => {
                    let score = self.team_match(game).score;
                    by_side(score.red.game_points, score.black.game_points)
                }
            };
            Score {
                points: by_side(Points::whole(red), Points::whole(black)),
                game_points,
                nobody: result == GameResult::DoubleForfeit,
                draw: result == GameResult::Draw,
            }
        });
        let (red, black) = (game.fouls.red, game.fouls.black);
        TieGame {
            a_has_red: a_paired_red != game.colours_swapped,
            score,
            fouls: if a_paired_red {
                [red, black]
            } else {
                [black, red]
            },
        }
    }

    fn game_ref(&self, (r, _, game): &At<'_>) -> GameRef {
        GameRef {
            round: *r as u32 + 1,
            table: game.table,
            game: game.game,
            red: game.red,
            black: game.black,
            tie_step: game.tie_step,
            result: self.result_of(game),
        }
    }

    /// Games that no match of the bracket has taken, decisions of matches that do not exist.
    fn leftovers(&mut self) {
        for at in std::mem::take(&mut self.uncoded).into_iter().flatten() {
            let (red, black) = (at.2.red, at.2.black);
            self.conflict(
                self.pointer(at),
                format!("{red} and {black} do not meet in this bracket as it stands"),
                format!("按目前对阵表, {red} 与 {black} 不相遇"),
            );
        }
    }
}
