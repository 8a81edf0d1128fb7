//! What is known of every player before a round is paired: score, colours, opponents, byes, floats.
//!
//! Everything is derived from the games of the earlier rounds; nothing is kept beside them.
use super::PairingError;
pub use super::pair_set::PairSet;
pub use super::player::Player;
use crate::tournament::model::{
    Entry, Event, Format, Game, GameResult, Kind, Number, Round, Stage,
};
use crate::tournament::points::Points;
use crate::tournament::regulations::{ByeColour, Regulations, SwissMethod};
use crate::tournament::scoring;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Everything a round is paired from.
#[derive(Clone, Debug)]
pub struct State {
    /// The round to be paired, from 1.
    pub round: u32,
    /// Rounds announced beforehand.
    pub planned: Option<u32>,
    /// Every player of the stage, by ascending number.
    pub players: Vec<Player>,
    /// Who met whom, by index in `players`.
    pub met: PairSet,
    /// Pairs a hand change forbids.
    pub forbidden: Vec<(usize, usize)>,
    /// Numbers whose previous game is not finished and counts as a draw here (principle 8).
    pub provisional: Vec<Number>,
    /// The settings of the stage.
    pub regulations: Regulations,
    /// Whether units are kept apart in this round.
    units_apart: bool,
    conflicts: usize,
    /// Nobody has met more than so many.
    pub(super) met_at_most: usize,
}

impl State {
    /// Forbids a pair that the rules would allow.
    pub fn forbid(&mut self, a: usize, b: usize) {
        self.forbidden.push((a.min(b), a.max(b)));
        self.conflicts += 1;
    }

    /// Whether units are kept apart in this round (principle 7).
    pub fn avoids_units(&self) -> bool {
        self.units_apart
    }

    /// Whether two players are of one unit.
    pub fn same_unit(&self, a: usize, b: usize) -> bool {
        self.players[a].unit.is_some() && self.players[a].unit == self.players[b].unit
    }

    /// Whether two players may meet in this round: they have not met, and are not of one unit in
    /// a round that keeps units apart.
    pub fn may_meet(&self, a: usize, b: usize) -> bool {
        a != b
            && !self.met.contains(a, b)
            && !(self.avoids_units() && self.same_unit(a, b))
            && (self.forbidden.is_empty() || !self.forbidden.contains(&(a.min(b), a.max(b))))
    }

    /// Whether this is the last round (rule 10); without a planned number there is none.
    pub fn is_last_round(&self) -> bool {
        self.planned.is_some_and(|t| self.round >= t)
    }

    /// Whether rule 9 of the colours holds: by default in the last three rounds.
    pub fn is_in_last_rounds(&self) -> bool {
        self.planned
            .is_some_and(|t| self.round + self.regulations.last_rounds > t)
    }

    /// No player has more than so many others whom he may not meet.
    pub fn most_conflicts(&self) -> usize {
        self.conflicts
    }

    /// Indices of those to be paired, by ascending number.
    pub fn pool(&self) -> Vec<usize> {
        (0..self.players.len())
            .filter(|&i| self.players[i].plays)
            .collect()
    }

    /// The index of a number.
    pub fn index_of(&self, number: Number) -> Option<usize> {
        self.players
            .binary_search_by_key(&number, |p| p.number)
            .ok()
    }
}

/// The points of a player's latest game: final, and as the pairing of the next round counts it
/// when it is not finished.
#[derive(Clone, Copy, Debug, Default)]
struct Latest {
    known: Points,
    provisional: Points,
    open: bool,
    /// Reds, blacks and run as the next pairing counted them while the game was open, where its end
    /// has changed them: a forfeit that counts no colour, colours exchanged.
    colours: Option<(u32, u32, i32)>,
}

/// Walks through the rounds of a stage and keeps the state.
pub struct History<'a> {
    event: &'a Event,
    stage_index: usize,
    stage: &'a Stage,
    regulations: Regulations,
    boards: u32,
    entries: Vec<&'a Entry>,
    players: Vec<Player>,
    index: HashMap<Number, usize>,
    latest: Vec<Latest>,
    met: PairSet,
    /// Nobody has met more than so many.
    met_at_most: usize,
    /// Rounds taken in so far.
    done: u32,
}

impl<'a> History<'a> {
    /// Starts before the first round.
    ///
    /// # Errors
    /// No such stage, not a Swiss, a late entry where the regulations allow none.
    pub fn new(event: &'a Event, stage_index: usize) -> Result<History<'a>, PairingError> {
        let stage = event
            .stages
            .get(stage_index)
            .ok_or(PairingError::NoSuchStage { stage: stage_index })?;
        if stage.format != Format::Swiss {
            return Err(PairingError::NotSwiss { stage: stage_index });
        }
        let regulations = event.regulations(stage_index);
        let by_number: HashMap<Number, &Entry> =
            event.entries.iter().map(|e| (e.number, e)).collect();
        let mut numbers = event.field(stage_index);
        numbers.sort_unstable();
        numbers.dedup();
        let mut units: BTreeMap<&str, u32> = BTreeMap::new();
        let mut players = Vec::with_capacity(numbers.len());
        let mut entries = Vec::with_capacity(numbers.len());
        for number in numbers {
            let entry = *by_number
                .get(&number)
                .ok_or(PairingError::UnknownNumber { number })?;
            if !regulations.late_entries && entry.first_round.is_some_and(|r| r > 1) {
                return Err(PairingError::LateEntry { number });
            }
            let unit = entry
                .unit
                .as_deref()
                .map(str::trim)
                .filter(|u| !u.is_empty())
                .map(|u| {
                    let next = units.len() as u32;
                    *units.entry(u).or_insert(next)
                });
            entries.push(entry);
            players.push(Player {
                number,
                score: brought_along(stage, &regulations, number),
                reds: 0,
                blacks: 0,
                run: 0,
                byes: 0,
                downs: 0,
                ups: 0,
                unit,
                plays: false,
                from: entry.first_round.unwrap_or(1),
                until: None,
            });
        }
        let n = players.len();
        let mut history = History {
            event,
            stage_index,
            stage,
            boards: scoring::boards_of_a_match(event, stage_index, &regulations),
            regulations,
            entries,
            index: players
                .iter()
                .enumerate()
                .map(|(i, p)| (p.number, i))
                .collect(),
            players,
            latest: vec![Latest::default(); n],
            met: PairSet::new(n),
            met_at_most: 0,
            done: 0,
        };
        for i in 0..n {
            history.players[i].until = history.until(i);
        }
        Ok(history)
    }

    /// Rounds of the stage that stand in the file.
    pub fn rounds(&self) -> &'a [Round] {
        &self.stage.rounds
    }

    /// The state before the round that follows those taken in.
    pub fn state(&self) -> State {
        let round = self.done + 1;
        let (players, provisional) = self.current_players(round);
        let avoids = self.regulations.avoid_unit_rounds.contains(&round);
        let mut of_unit: HashMap<u32, usize> = HashMap::new();
        for player in players.iter().filter(|p| avoids && p.plays) {
            if let Some(unit) = player.unit {
                *of_unit.entry(unit).or_default() += 1;
            }
        }
        let unit_mates = of_unit.values().max().map_or(0, |most| most - 1);
        State {
            units_apart: avoids,
            conflicts: self.met_at_most + unit_mates,
            met_at_most: self.met_at_most,
            round,
            planned: self.stage.rounds_planned,
            players,
            met: self.met.clone(),
            forbidden: Vec::new(),
            provisional,
            regulations: self.regulations.clone(),
        }
    }

    /// The players as the pairing of a round counts them, and whose game was open.
    fn current_players(&self, round: u32) -> (Vec<Player>, Vec<Number>) {
        // When the round stands in the file, it tells itself whose game was open when it was paired.
        let listed: HashSet<Number> = self
            .stage
            .rounds
            .get(self.done as usize)
            .map(|r| r.provisional.iter().copied().collect())
            .unwrap_or_default();
        let mut provisional = Vec::new();
        let mut players = self.players.clone();
        // 10.6: the lowest are dropped; the final of the top two is played elsewhere.
        let sitting_out: HashSet<Number> =
            crate::tournament::format::stages::sitting_out(self.event, self.stage_index, round)
                .unwrap_or_default()
                .into_iter()
                .map(|out| out.number)
                .collect();
        for (i, player) in players.iter_mut().enumerate() {
            player.plays = player.takes_part_in(round) && !sitting_out.contains(&player.number);
            let latest = &self.latest[i];
            let open = latest.open || listed.contains(&player.number);
            if open {
                // Principle 8: the pairing stays valid whatever came of the game.
                if let Some((reds, blacks, run)) = latest.colours {
                    (player.reds, player.blacks, player.run) = (reds, blacks, run);
                }
                player.score += latest.provisional;
                if player.plays {
                    provisional.push(player.number);
                }
            } else {
                player.score += latest.known;
            }
            let missed = self.entries[i].first_round.map_or(0, |f| f.min(round) - 1);
            player.score += self.regulations.missed_round * i64::from(missed);
        }
        (players, provisional)
    }

    /// The last round in which an entry is to be paired; none for one that has not left.
    fn until(&self, i: usize) -> Option<u32> {
        let entry = self.entries[i];
        if !entry.status.has_left() {
            return None;
        }
        let left_in = match entry.withdrawn_in_stage {
            Some(stage) => stage as usize,
            None => self.event.stages.len(),
        };
        match (self.stage_index + 1).cmp(&left_in) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Equal => Some(
                entry
                    .withdrawn_after
                    .unwrap_or_else(|| self.last_appearance(entry.number)),
            ),
        }
    }

    /// The last round in which a number has a game or a bye.
    fn last_appearance(&self, number: Number) -> u32 {
        self.stage
            .rounds
            .iter()
            .filter(|r| {
                r.byes.contains(&number)
                    || r.games.iter().any(|g| g.red == number || g.black == number)
            })
            .map(|r| r.number)
            .max()
            .unwrap_or(0)
    }

    /// Takes in the next round of the file.
    ///
    /// # Errors
    /// A number that is not in the field.
    pub fn advance(&mut self) -> Result<(), PairingError> {
        let Some(round) = self.stage.rounds.get(self.done as usize) else {
            return Ok(());
        };
        let (before, _) = self.current_players(self.done + 1);
        let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(round.games.len());
        let mut of_round: HashMap<usize, Latest> = HashMap::with_capacity(round.games.len() * 2);
        for game in &round.games {
            let (red, black) = (self.find(game.red)?, self.find(game.black)?);
            self.met.insert(red, black);
            let decided = self.as_decided(game, round.number, red, black);
            let game = decided.as_ref();
            let (known, provisional) = if self.matches_have_games() {
                match self.match_points(round, game) {
                    Some(points) => points,
                    None => continue,
                }
            } else {
                self.points(game)
            };
            for (i, known, provisional) in [
                (red, known.map(|k| k.red), provisional.red),
                (black, known.map(|k| k.black), provisional.black),
            ] {
                let sum = of_round.entry(i).or_default();
                // Of several games of one pairing only the last can have been open.
                sum.provisional = sum.known + provisional;
                sum.known += known.unwrap_or(provisional);
                sum.open |= known.is_none();
            }
            // Of several games the first one carries the paired colours.
            if game.game > 1
                && pairs
                    .iter()
                    .any(|p| *p == (red, black) || *p == (black, red))
            {
                continue;
            }
            pairs.push((red, black));
            let forfeit = game.result.is_some_and(|r| r.is_forfeit());
            let paired = !game.colours_swapped && (!forfeit || self.regulations.forfeit_colours);
            if !paired {
                for (i, is_red) in [(red, true), (black, false)] {
                    let mut then = self.players[i].clone();
                    then.give_colour(is_red);
                    let latest = of_round.entry(i).or_default();
                    latest.colours = Some((then.reds, then.blacks, then.run));
                }
            }
            if !forfeit || self.regulations.forfeit_colours {
                // 5.8.1: a game that stands although the colours were exchanged.
                let as_paired = forfeit || !game.colours_swapped;
                self.players[red].give_colour(as_paired);
                self.players[black].give_colour(!as_paired);
            }
        }
        self.count_floats(&before, &pairs);
        for (i, latest) in of_round {
            let old = std::mem::replace(&mut self.latest[i], latest);
            self.players[i].score += old.known;
        }
        let bye = scoring::pairing_bye(self.boards, &self.regulations);
        for (k, number) in round.byes.iter().enumerate() {
            let i = self.find(*number)?;
            let player = &mut self.players[i];
            player.byes += 1;
            player.score += bye;
            let colour = match self.regulations.bye_colour {
                ByeColour::Recorded => round.bye_colours.get(k).copied().flatten(),
                set => Some(set),
            };
            match colour {
                Some(ByeColour::Red) => player.give_colour(true),
                Some(ByeColour::Black) => player.give_colour(false),
                _ => {}
            }
        }
        self.done += 1;
        self.met_at_most += 1;
        Ok(())
    }

    fn find(&self, number: Number) -> Result<usize, PairingError> {
        self.index
            .get(&number)
            .copied()
            .ok_or(PairingError::UnknownNumber { number })
    }

    /// Points of one game: final where finished, and as a draw.
    fn points(&self, game: &Game) -> (Option<scoring::BySide<Points>>, scoring::BySide<Points>) {
        let known = scoring::pairing_points(game, self.boards, &self.regulations);
        let drawn = scoring::pairing_points(
            &as_drawn(game, known.is_none()),
            self.boards,
            &self.regulations,
        )
        .unwrap_or_default();
        (known, drawn)
    }

    /// 19.3: a game of a round after an entry left, and not played, is a forfeit.
    fn as_decided<'g>(
        &self,
        game: &'g Game,
        round: u32,
        red: usize,
        black: usize,
    ) -> Cow<'g, Game> {
        let begun = game.result.is_some() || game.boards.iter().any(|b| b.result.is_some());
        let gone = |i: usize| {
            let entry = self.entries[i];
            let last = || {
                self.event
                    .last_round_taken_part_in(self.stage_index, entry.number)
            };
            entry.status.has_left() && last().is_some_and(|last| round > last)
        };
        if begun {
            return Cow::Borrowed(game);
        }
        let result = match (gone(red), gone(black)) {
            (false, false) => return Cow::Borrowed(game),
            (true, false) => GameResult::RedForfeit,
            (false, true) => GameResult::BlackForfeit,
            (true, true) => GameResult::DoubleForfeit,
        };
        Cow::Owned(Game {
            result: Some(result),
            boards: Vec::new(),
            ..game.clone()
        })
    }

    /// Whether several games of two teams make one match, which alone has match points (13.2).
    fn matches_have_games(&self) -> bool {
        self.regulations.kind == Kind::Team
            && self.regulations.swiss_method != SwissMethod::GamePoints
            && self.regulations.games_per_pairing > 1
    }

    /// The match points of all games of a pairing, at its first one; none at the others.
    fn match_points(
        &self,
        round: &Round,
        first: &Game,
    ) -> Option<(Option<scoring::BySide<Points>>, scoring::BySide<Points>)> {
        if first.game > 1 {
            return None;
        }
        let same = |game: &&Game| {
            (game.red, game.black) == (first.red, first.black)
                || (game.red, game.black) == (first.black, first.red)
        };
        let find = |number: Number| self.index.get(&number).copied();
        let games: Vec<Cow<'_, Game>> = round
            .games
            .iter()
            .filter(same)
            .filter_map(|game| {
                let (red, black) = (find(game.red)?, find(game.black)?);
                Some(self.as_decided(game, round.number, red, black))
            })
            .collect();
        let table = &self.regulations.points;
        let known = scoring::match_of_games(&games, self.boards, table);
        if known.is_some() {
            // Finished later: nobody knows any more which boards were open.
            return Some((known, scoring::match_points(GameResult::Draw, table)));
        }
        let drawn: Vec<Game> = games
            .iter()
            .map(|game| {
                let open = scoring::team_match(game, self.boards, table)
                    .result
                    .is_none();
                if open {
                    as_drawn(game, true)
                } else {
                    game.clone().into_owned()
                }
            })
            .collect();
        let provisional = scoring::match_of_games(&drawn, self.boards, table);
        Some((known, provisional.unwrap_or_default()))
    }

    /// Floats of a round (principle 9): paired with another score, unless he was the only one of
    /// his score among those paired.
    fn count_floats(&mut self, before: &[Player], pairs: &[(usize, usize)]) {
        let mut of_score: HashMap<Points, u32> = HashMap::new();
        for &(a, b) in pairs {
            for i in [a, b] {
                *of_score.entry(before[i].score).or_default() += 1;
            }
        }
        for &(a, b) in pairs {
            let (score_a, score_b) = (before[a].score, before[b].score);
            if score_a == score_b {
                continue;
            }
            let (high, low) = if score_a > score_b { (a, b) } else { (b, a) };
            if of_score[&before[high].score] > 1 {
                self.players[high].downs += 1;
            }
            if of_score[&before[low].score] > 1 {
                self.players[low].ups += 1;
            }
        }
    }
}

/// A game as the provisional pairing counts it: drawn. Of a team match that is still open, the
/// finished boards stand; of one that was finished later, nobody knows any more which were open,
/// so the match counts as drawn on every board.
fn as_drawn(game: &Game, still_open: bool) -> Game {
    use crate::tournament::model::GameResult::Draw;
    let mut boards = game.boards.clone();
    for board in &mut boards {
        board.moves.clear();
        if board.result.is_none() || !still_open {
            board.result = Some(Draw);
        }
    }
    Game {
        table: game.table,
        red: game.red,
        black: game.black,
        game: game.game,
        colours_swapped: game.colours_swapped,
        result: Some(Draw),
        boards,
        ..Game::default()
    }
}

/// The state before a round that stands in the file, or before the next one.
///
/// # Errors
/// As [`History::new`] and [`History::advance`]; a round beyond the next one.
pub fn before_round(event: &Event, stage: usize, round: u32) -> Result<State, PairingError> {
    let mut history = History::new(event, stage)?;
    if round == 0 || round as usize > history.rounds().len() + 1 {
        return Err(PairingError::NoSuchRound { round });
    }
    for _ in 1..round {
        history.advance()?;
    }
    Ok(history.state())
}

/// Points brought along from an earlier stage, by the score that pairs.
fn brought_along(stage: &Stage, regulations: &Regulations, number: Number) -> Points {
    let by_game_points =
        regulations.swiss_method == crate::tournament::regulations::SwissMethod::GamePoints;
    stage
        .carried
        .iter()
        .find(|c| c.number == number)
        .map_or(Points::ZERO, |c| match c.game_points {
            Some(game_points) if by_game_points => game_points,
            _ => c.points,
        })
}
