//! 19.2 where the file leaves games out: whoever left a round robin after half of the opponents
//! forfeits the rest, also when those games were never put into a round.
use super::super::format::round_robin::{OrderTable, first_number_is_red};
use super::super::model::{Game, GameResult, Number};
use super::reading::Reader;
use super::withdrawal::Departure;

impl Reader<'_> {
    /// Adds the forfeits of games that are in no round: by the order table where both sit idle,
    /// and all that are left once the last round is in.
    pub(super) fn add_unpaired_forfeits(&mut self, field: &[Number], rounds: u32) {
        let stayed = |d: &Option<Departure>| matches!(d, Some(Departure::Stands { .. }));
        if !self.departures.iter().any(stayed) {
            return;
        }
        let entries = field.len() as u32;
        let in_cycle = entries + entries % 2 - 1;
        if let Ok(table) = OrderTable::new(entries) {
            for round in 1..=rounds {
                let row = ((round - 1) % in_cycle) as usize;
                let cycle = (round - 1) / in_cycle + 1;
                for (first, second) in &table.rounds[row] {
                    let of = |place: u32| self.numbers.binary_search(&field[place as usize - 1]);
                    if let (Ok(first), Ok(second)) = (of(*first), of(*second)) {
                        self.add_idle_pair(first, second, round, cycle);
                    }
                }
            }
        }
        if rounds >= in_cycle * self.regulations.cycles {
            self.add_what_is_left(rounds);
        }
    }

    /// Whether an entry had left before a round; none where its results are annulled.
    fn gone_in(&self, entry: usize, round: u32) -> Option<bool> {
        match self.departures[entry] {
            None => Some(false),
            Some(Departure::Stands { after }) => Some(round > after),
            Some(Departure::Annulled) => None,
        }
    }

    fn games_between(&self, one: usize, other: usize) -> u32 {
        self.lines[one]
            .iter()
            .filter(|line| line.opponent == Some(other as u32))
            .count() as u32
    }

    fn add_idle_pair(&mut self, first: usize, second: usize, round: u32, cycle: u32) {
        let idle = |e: usize| self.lines[e].iter().all(|line| line.round != round);
        let gone = (self.gone_in(first, round), self.gone_in(second, round));
        let (Some(first_gone), Some(second_gone)) = gone else {
            return;
        };
        let games = self.regulations.games_per_pairing;
        let room = self.games_between(first, second) + games <= games * cycle;
        if !(first_gone || second_gone) || !idle(first) || !idle(second) || !room {
            return;
        }
        for leg in 1..=games {
            let (red, black, red_gone, black_gone) = if first_number_is_red(cycle, leg) {
                (first, second, first_gone, second_gone)
            } else {
                (second, first, second_gone, first_gone)
            };
            self.add_forfeit(red, black, round, leg, (red_gone, black_gone));
        }
    }

    fn add_what_is_left(&mut self, last_round: u32) {
        let planned = self.regulations.cycles * self.regulations.games_per_pairing;
        for one in 0..self.numbers.len() {
            for other in one + 1..self.numbers.len() {
                // "After the last round" everyone who left is gone.
                let gone = |e: usize| self.gone_in(e, u32::MAX);
                let (Some(one_gone), Some(other_gone)) = (gone(one), gone(other)) else {
                    continue;
                };
                if !one_gone && !other_gone {
                    continue;
                }
                for leg in self.games_between(one, other)..planned {
                    self.add_forfeit(one, other, last_round, leg + 1, (one_gone, other_gone));
                    // In no round of the table: nobody has a colour of it.
                    for entry in [one, other] {
                        if let Some(line) = self.lines[entry].last_mut() {
                            line.black_wins = 0;
                            line.black_games = 0;
                        }
                    }
                }
            }
        }
    }

    fn add_forfeit(&mut self, red: usize, black: usize, round: u32, leg: u32, gone: (bool, bool)) {
        let result = match gone {
            (true, true) => GameResult::DoubleForfeit,
            (true, false) => GameResult::RedForfeit,
            (false, _) => GameResult::BlackForfeit,
        };
        let game = Game {
            game: leg,
            ..Game::default()
        };
        self.add_game(red, black, round, &game, Some(result));
    }
}
