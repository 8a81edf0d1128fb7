//! Random events of every format and kind, with everything that happens to a tournament: byes,
//! forfeits, open games, fouls, penalties, withdrawals, late entries, odd points.
use saiwu::tournament::event_file::FORMAT;
use saiwu::tournament::format::round_robin::{OrderTable, first_number_is_red};
use saiwu::tournament::model::{
    BoardGame, Edition, Entry, EntryStatus, Event, Format, Fouls, Game, GameResult, Kind, Number,
    Penalty, PenaltyClause, Round, Stage,
};
use saiwu::tournament::points::Points;
use saiwu::tournament::regulations::Criterion as C;
use saiwu::tournament::regulations::{ByeColour, ByeOpponentsValue, PointsPatch, SwissMethod};

/// Numbers from a seed (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A generated event.
pub struct Made {
    /// As a file may hold it: games of withdrawn entries may be missing.
    pub event: Event,
    /// With every such game in its round as a forfeit.
    pub complete: Event,
    /// Whether the two differ.
    pub omitted: bool,
}

pub fn generate(seed: u64) -> Made {
    let mut random = Random::new(seed);
    let mut event = Event {
        format: FORMAT.to_owned(),
        ..Event::default()
    };
    event.tournament.name = format!("{seed}");
    if random.one_in(2) {
        event.tournament.edition = Edition::Trial;
    }
    if random.one_in(3) {
        event.tournament.kind = Kind::Team;
    }
    let team = event.tournament.kind == Kind::Team;
    let swiss = random.one_in(2);
    settings(&mut random, &mut event, team, swiss);
    let entries = 2 + random.below(if swiss { 12 } else { 8 }) as Number;
    let rounds = if swiss {
        1 + random.below(7) as u32
    } else {
        let in_cycle = entries + entries % 2 - 1;
        in_cycle * event.tournament.regulations.cycles.unwrap_or(1)
    };
    people(&mut random, &mut event, entries, rounds, swiss);
    event.stages.push(Stage {
        format: if swiss {
            Format::Swiss
        } else {
            Format::RoundRobin
        },
        ..Stage::default()
    });
    let all_rounds = (1..=rounds)
        .map(|number| {
            if swiss {
                swiss_round(&mut random, &event, number)
            } else {
                table_round(&mut random, &event, number, entries)
            }
        })
        .collect();
    event.stages[0].rounds = all_rounds;
    let complete = event.clone();
    // With two who left, a file without their games no longer tells whom the second had met.
    let left = event.entries.iter().filter(|e| e.status.has_left()).count();
    let omitted = !swiss && left == 1 && random.one_in(2) && omit_forfeits(&mut event);
    Made {
        event,
        complete,
        omitted,
    }
}

fn settings(random: &mut Random, event: &mut Event, team: bool, swiss: bool) {
    let regulations = &mut event.tournament.regulations;
    if random.one_in(3) {
        let halves = |n: u64| Some(Points::halves(n as i64));
        regulations.points = Some(PointsPatch {
            win: halves(4 + random.below(4)),
            draw_red: halves(1 + random.below(3)),
            draw_black: halves(1 + random.below(4)),
            loss: halves(random.below(2)),
            bye: random.one_in(2).then(|| Points::halves(3)),
            forfeit_win: random.one_in(3).then(|| Points::halves(5)),
            ..PointsPatch::default()
        });
    }
    if random.one_in(3) {
        regulations.games_per_pairing = Some(2);
    }
    if !swiss && random.one_in(3) {
        regulations.cycles = Some(2);
    }
    if team {
        regulations.boards = Some(2 + random.below(3) as u32);
    }
    if swiss {
        regulations.swiss_method = Some(if team {
            random.pick(&[SwissMethod::MatchPoints, SwissMethod::GamePoints])
        } else {
            random.pick(&[SwissMethod::Opponents, SwissMethod::Cumulative])
        });
        regulations.bye_opponents_value = random
            .one_in(4)
            .then(|| random.pick(&[ByeOpponentsValue::Lowest, ByeOpponentsValue::Zero]));
        regulations.bye_colour = random
            .one_in(4)
            .then(|| random.pick(&[ByeColour::Red, ByeColour::Black]));
        if random.one_in(3) {
            regulations.missed_round = Some(Points::halves(1));
        }
    }
    if random.one_in(3) {
        let first = if team { C::MatchPoints } else { C::Points };
        let mut others = vec![
            C::Wins,
            C::Direct,
            C::SmallScore,
            C::BlackGames,
            C::BlackWins,
            C::Fouls,
        ];
        if swiss {
            others.extend([
                C::Opponents,
                C::OpponentsCut,
                C::Cumulative,
                C::Previous,
                C::Without,
            ]);
        }
        if team {
            others.extend([C::GamePoints, C::MatchWins]);
        }
        if random.one_in(4) {
            others.push(C::Penalties);
        }
        random.shuffle(&mut others);
        others.truncate(1 + random.below(5) as usize);
        others.insert(0, first);
        regulations.cut_high = random.one_in(2).then_some(1);
        regulations.chain = Some(others);
    }
}

fn people(random: &mut Random, event: &mut Event, entries: Number, rounds: u32, swiss: bool) {
    for number in 1..=entries {
        let mut entry = Entry {
            number,
            name: format!("棋手{number}"),
            ..Entry::default()
        };
        if random.one_in(8) {
            entry.status = random.pick(&[EntryStatus::Withdrawn, EntryStatus::Expelled]);
            // Someone who left before a round robin is not in its table: a case of its own.
            let earliest = u64::from(!swiss);
            entry.withdrawn_after =
                Some((earliest + random.below(u64::from(rounds) + 1 - earliest)) as u32);
        }
        if swiss && random.one_in(10) {
            entry.first_round = Some(1 + random.below(u64::from(rounds) + 1) as u32);
        }
        while random.one_in(6) {
            entry.penalties.push(Penalty {
                clause: random
                    .pick(&[PenaltyClause::Warning, PenaltyClause::RoundDisqualification]),
                round: Some(1 + random.below(u64::from(rounds)) as u32),
                stage: None,
                member: None,
                note: None,
            });
        }
        event.entries.push(entry);
    }
}

fn gone(event: &Event, number: Number, round: u32) -> bool {
    event
        .entry(number)
        .and_then(|entry| entry.withdrawn_after)
        .is_some_and(|after| round > after)
}

fn swiss_round(random: &mut Random, event: &Event, number: u32) -> Round {
    let mut present: Vec<Number> = event
        .entries
        .iter()
        .filter(|entry| entry.first_round.unwrap_or(1) <= number)
        .map(|entry| entry.number)
        // Some who left are still in the pairing, some are not.
        .filter(|n| !gone(event, *n, number) || n % 2 == 0)
        .collect();
    random.shuffle(&mut present);
    let mut round = Round {
        number,
        ..Round::default()
    };
    if present.len() % 2 == 1 {
        round.byes.extend(present.pop());
    }
    for (t, pair) in present.chunks(2).enumerate() {
        games(random, event, &mut round, t as u32 + 1, pair[0], pair[1], 1);
    }
    round
}

fn table_round(random: &mut Random, event: &Event, number: u32, entries: Number) -> Round {
    let table = OrderTable::new(entries).unwrap();
    let in_cycle = table.rounds.len() as u32;
    let cycle = (number - 1) / in_cycle + 1;
    let mut round = Round {
        number,
        ..Round::default()
    };
    let pairs = &table.rounds[((number - 1) % in_cycle) as usize];
    for (t, (first, second)) in pairs.iter().enumerate() {
        games(
            random,
            event,
            &mut round,
            t as u32 + 1,
            *first,
            *second,
            cycle,
        );
    }
    round
}

fn games(
    random: &mut Random,
    event: &Event,
    round: &mut Round,
    table: u32,
    first: Number,
    second: Number,
    cycle: u32,
) {
    let regulations = event.regulations(0);
    for leg in 1..=regulations.games_per_pairing {
        let (red, black) = if first_number_is_red(cycle, leg) {
            (first, second)
        } else {
            (second, first)
        };
        let mut game = Game {
            table,
            red,
            black,
            game: leg,
            ..Game::default()
        };
        let left = (
            gone(event, red, round.number),
            gone(event, black, round.number),
        );
        match left {
            (false, false) => play(random, &regulations, &mut game),
            // Left open in the file, or written down as what it is.
            _ if random.one_in(2) => {}
            (true, true) => game.result = Some(GameResult::DoubleForfeit),
            (true, false) => game.result = Some(GameResult::RedForfeit),
            (false, true) => game.result = Some(GameResult::BlackForfeit),
        }
        round.games.push(game);
    }
}

fn result(random: &mut Random) -> Option<GameResult> {
    use GameResult::*;
    match random.below(24) {
        0 => Some(RedForfeit),
        1 => Some(BlackForfeit),
        2 => Some(DoubleForfeit),
        3 => None,
        n => Some([Red, Black, Draw][n as usize % 3]),
    }
}

fn fouls(random: &mut Random) -> Fouls {
    Fouls {
        red: u32::from(random.one_in(8)),
        black: u32::from(random.one_in(8)),
    }
}

fn play(
    random: &mut Random,
    regulations: &saiwu::tournament::regulations::Regulations,
    game: &mut Game,
) {
    if regulations.kind == Kind::Individual || random.one_in(10) {
        let result = result(random);
        // A whole match is given without its boards only when it was not played.
        game.result = result.filter(|r| regulations.kind == Kind::Individual || r.is_forfeit());
        if regulations.kind == Kind::Individual {
            game.fouls = fouls(random);
            game.colours_swapped = random.one_in(20);
        }
        return;
    }
    let absent = random.one_in(20);
    for board in 1..=regulations.boards {
        game.boards.push(BoardGame {
            board,
            result: if absent {
                Some(GameResult::DoubleForfeit)
            } else {
                result(random)
            },
            fouls: fouls(random),
            ..BoardGame::default()
        });
    }
}

/// Leaves out of the file the games of those who had left; whether there were any.
fn omit_forfeits(event: &mut Event) -> bool {
    let before = event.clone();
    let mut any = false;
    for round in &mut event.stages[0].rounds {
        let number = round.number;
        let games = round.games.len();
        round
            .games
            .retain(|game| !gone(&before, game.red, number) && !gone(&before, game.black, number));
        any |= round.games.len() != games;
    }
    any
}
