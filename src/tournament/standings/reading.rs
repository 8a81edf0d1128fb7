//! From the event's games to the lines of each entry.
use super::super::model::{
    Entry, EntryStatus, Event, Format, Game, GameResult, Kind, Number, PenaltyClause, Round,
};
use super::super::points::Points;
use super::super::regulations::{ByeColour, PointsTable, Regulations};
use super::super::scoring::{self, BySide, Outcome, Side, TeamScore};
use super::error::StandingsError;
use super::ledger::{ExtraStage, Line, What};
use super::table::Mark;
use super::withdrawal::{Departure, departure};

/// The facts by entry, before anything is added up.
pub(super) struct Facts {
    pub rounds: u32,
    pub numbers: Vec<Number>,
    pub lines: Vec<Vec<Line>>,
    pub marks: Vec<Vec<Mark>>,
    pub penalties: Vec<[u32; 2]>,
    pub open: u32,
}

/// Reads rounds 1…`after_round` of a stage (counted from 0).
pub(super) fn read(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
    regulations: &Regulations,
) -> Result<Facts, StandingsError> {
    let played = event
        .stages
        .get(stage)
        .ok_or(StandingsError::NoStage { stage })?;
    let paired = played.rounds.len() as u32;
    let rounds = after_round.unwrap_or(paired);
    if rounds > paired {
        return Err(StandingsError::NoRound {
            asked: rounds,
            paired,
        });
    }
    let mut numbers = event.field(stage);
    numbers.sort_unstable();
    let mut reader = Reader {
        team: regulations.kind == Kind::Team,
        boards: scoring::boards_of_a_match(event, stage, regulations),
        table: points_table(regulations, played.format),
        regulations,
        departures: vec![None; numbers.len()],
        lines: numbers
            .iter()
            .map(|_| Vec::with_capacity(rounds as usize))
            .collect(),
        numbers,
        open: 0,
    };
    let mut marks = vec![Vec::new(); reader.numbers.len()];
    let mut penalties = vec![[0; 2]; reader.numbers.len()];
    for entry in &event.entries {
        let Ok(index) = reader.numbers.binary_search(&entry.number) else {
            continue;
        };
        penalties[index] = counted_penalties(entry, stage, rounds);
        if let Some(first) = entry.first_round
            && first > 1
            && played.format == Format::Swiss
        {
            marks[index].push(Mark::Late);
            reader.add_missed(index, first, rounds);
        }
        let left = entry
            .status
            .has_left()
            .then(|| departure(event, stage, entry.number, rounds))
            .flatten();
        reader.departures[index] = left;
        if left.is_some() {
            marks[index].push(match entry.status {
                EntryStatus::Expelled => Mark::Expelled,
                _ => Mark::Withdrawn,
            });
        }
        if left == Some(Departure::Annulled) {
            marks[index].push(Mark::Annulled);
        }
    }
    for round in &played.rounds[..rounds as usize] {
        reader.add_round(round)?;
    }
    if played.format == Format::RoundRobin {
        reader.add_unpaired_forfeits(&event.field(stage), rounds);
    }
    for lines in &mut reader.lines {
        lines.sort_unstable_by_key(|line| (line.round, line.leg, line.opponent));
    }
    Ok(Facts {
        rounds,
        numbers: reader.numbers,
        lines: reader.lines,
        marks,
        penalties,
        open: reader.open,
    })
}

/// Extra games are rapid where their stage's clocks are (13.3).
fn points_table(regulations: &Regulations, format: Format) -> PointsTable {
    let rapid = regulations.time_control.as_ref().is_some_and(|t| t.rapid);
    if format == Format::Playoff && rapid {
        scoring::rapid_table(&regulations.points)
    } else {
        regulations.points
    }
}

/// 18.5: how often 18.2 and 18.1 were applied in this stage up to a round.
fn counted_penalties(entry: &Entry, stage: usize, rounds: u32) -> [u32; 2] {
    let mut counts = [0; 2];
    for penalty in &entry.penalties {
        let here = penalty.stage.unwrap_or(1) as usize == stage + 1;
        let given = penalty.round.is_none_or(|round| round <= rounds);
        if here && given {
            match penalty.clause {
                PenaltyClause::RoundDisqualification => counts[0] += 1,
                PenaltyClause::Warning => counts[1] += 1,
                PenaltyClause::Expulsion | PenaltyClause::RecommendedBan => {}
            }
        }
    }
    counts
}

/// Takes in games, byes and missed rounds one by one.
pub(super) struct Reader<'a> {
    team: bool,
    boards: u32,
    table: PointsTable,
    pub(super) regulations: &'a Regulations,
    pub(super) numbers: Vec<Number>,
    pub(super) departures: Vec<Option<Departure>>,
    pub(super) lines: Vec<Vec<Line>>,
    open: u32,
}

impl Reader<'_> {
    fn index(&self, number: Number, round: u32) -> Result<usize, StandingsError> {
        self.numbers
            .binary_search(&number)
            .map_err(|_| StandingsError::NotInField { number, round })
    }

    fn add_missed(&mut self, entry: usize, first_round: u32, rounds: u32) {
        for round in 1..first_round.min(rounds + 1) {
            self.lines[entry].push(Line {
                what: What::Missed,
                points: self.regulations.missed_round,
                ..empty_line(round)
            });
        }
    }

    fn add_round(&mut self, round: &Round) -> Result<(), StandingsError> {
        for game in &round.games {
            let red = self.index(game.red, round.number)?;
            let black = self.index(game.black, round.number)?;
            let annulled = |e: usize| self.departures[e] == Some(Departure::Annulled);
            if annulled(red) || annulled(black) {
                continue;
            }
            let result = game
                .result
                .or_else(|| self.forfeit_after_leaving(red, black, round.number, game));
            self.add_game(red, black, round.number, game, result);
        }
        for (i, number) in round.byes.iter().enumerate() {
            let entry = self.index(*number, round.number)?;
            let recorded = round.bye_colours.get(i).copied().flatten();
            self.add_bye(entry, round.number, recorded);
        }
        Ok(())
    }

    /// 19.2, 19.3: a game paired after an entry left, and not played, is a forfeit.
    fn forfeit_after_leaving(
        &self,
        red: usize,
        black: usize,
        round: u32,
        game: &Game,
    ) -> Option<GameResult> {
        if game.boards.iter().any(|board| board.result.is_some()) {
            return None;
        }
        let gone = |e: usize| match self.departures[e] {
            Some(Departure::Stands { after }) => round > after,
            Some(Departure::Annulled) => true,
            None => false,
        };
        match (gone(red), gone(black)) {
            (false, false) => None,
            (true, false) => Some(GameResult::RedForfeit),
            (false, true) => Some(GameResult::BlackForfeit),
            (true, true) => Some(GameResult::DoubleForfeit),
        }
    }

    pub(super) fn add_game(
        &mut self,
        red: usize,
        black: usize,
        round: u32,
        game: &Game,
        result: Option<GameResult>,
    ) {
        let (score, ended, open) = if self.team {
            let with_result;
            let matched = if result == game.result {
                game
            } else {
                // A whole match forfeited after leaving: no board of it was played.
                with_result = Game {
                    result,
                    boards: Vec::new(),
                    ..game.clone()
                };
                &with_result
            };
            let played = scoring::team_match(matched, self.boards, &self.table);
            (played.score, played.result, played.open)
        } else {
            (
                self.game_score(game, result),
                result,
                u32::from(result.is_none()),
            )
        };
        self.open += open;
        for (entry, opponent, side) in [(red, black, Side::Red), (black, red, Side::Black)] {
            let own = score.get(side);
            self.lines[entry].push(Line {
                round,
                leg: game.game,
                opponent: Some(opponent as u32),
                side: Some(side),
                what: ended.map_or(What::Open, |r| What::Finished(Outcome::of(r, side))),
                points: own.game_points,
                wins: own.wins,
                black_wins: own.black_wins,
                black_games: own.black_games,
                fouls: own.fouls,
            });
        }
    }

    /// A game of an individual event, in the measures of a match of one board.
    fn game_score(&self, game: &Game, result: Option<GameResult>) -> BySide<TeamScore> {
        let Some(result) = result else {
            return BySide::default();
        };
        let mut points = scoring::game_points(result, &self.table);
        if game.colours_swapped && result == GameResult::Draw {
            points = points.swapped();
        }
        let side_score = |side: Side, fouls: u32| {
            let won = u32::from(Outcome::of(result, side).is_win());
            let black = u32::from(side == Side::Black);
            TeamScore {
                game_points: points.get(side),
                wins: won,
                black_wins: won * black,
                black_games: black,
                fouls,
            }
        };
        BySide {
            red: side_score(Side::Red, game.fouls.red),
            black: side_score(Side::Black, game.fouls.black),
        }
    }

    fn add_bye(&mut self, entry: usize, round: u32, recorded: Option<ByeColour>) {
        let games = self.regulations.games_per_pairing;
        let colour = match self.regulations.bye_colour {
            ByeColour::Recorded => recorded.unwrap_or_default(),
            fixed => fixed,
        };
        let side = match colour {
            ByeColour::Red => Some(Side::Red),
            ByeColour::Black => Some(Side::Black),
            ByeColour::None | ByeColour::Recorded => None,
        };
        let (points, wins) = if self.team {
            let bye = scoring::team_bye(self.boards * games, self.regulations);
            (bye.game_points, bye.wins)
        } else {
            (self.regulations.points.bye * i64::from(games), games)
        };
        let black = u32::from(side == Some(Side::Black) && !self.team);
        self.lines[entry].push(Line {
            side,
            what: What::Bye,
            points,
            wins,
            black_wins: wins * black,
            black_games: games * black,
            ..empty_line(round)
        });
    }
}

const fn empty_line(round: u32) -> Line {
    Line {
        round,
        leg: 1,
        opponent: None,
        side: None,
        what: What::Missed,
        points: Points::ZERO,
        wins: 0,
        black_wins: 0,
        black_games: 0,
        fouls: 0,
    }
}

/// Later stages of extra matches (附加赛) among entries of this one.
pub(super) fn extra_stages(
    event: &Event,
    stage: usize,
    numbers: &[Number],
    regulations: &Regulations,
) -> Vec<ExtraStage> {
    let mut found = Vec::new();
    for (later, played) in event.stages.iter().enumerate().skip(stage + 1) {
        if played.format != Format::Playoff {
            continue;
        }
        let field: Option<Vec<u32>> = event
            .field(later)
            .iter()
            .map(|n| numbers.binary_search(n).ok().map(|i| i as u32))
            .collect();
        let Some(field) = field else { continue };
        let settings = event.regulations(later);
        let table = points_table(&settings, Format::Playoff);
        let boards = scoring::boards_of_a_match(event, later, &settings);
        let games = played
            .rounds
            .iter()
            .flat_map(|round| &round.games)
            .filter_map(|game| {
                let red = numbers.binary_search(&game.red).ok()? as u32;
                let black = numbers.binary_search(&game.black).ok()? as u32;
                let points = if regulations.kind == Kind::Team {
                    let result = scoring::team_match(game, boards, &table).result?;
                    scoring::match_points(result, &table)
                } else {
                    scoring::paired_points(game, &table)?
                };
                Some((red, black, points))
            })
            .collect();
        found.push(ExtraStage { field, games });
    }
    found
}
