//! Swiss pairing with its reasons. Budgets on one core: 1,000 entries 50 ms, 5,000 1 s, 10,000 3 s, in
//! any round up to the last; hostile fields of 1,000 exact within 2 s, 10 s at worst.
//!
//! Events are paired by the engine itself and played at random. What is timed is the whole way from
//! the event to the pairing: the state out of all earlier rounds, the bye, colours, reasons.
use divan::{Bencher, black_box};
use saiwu::tournament::format::swiss::feasibility::exact;
use saiwu::tournament::format::swiss::{self, Pairing};
use saiwu::tournament::model::{Entry, Event, Format, Game, GameResult, Number, Round, Stage};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

fn main() {
    divan::main();
}

/// xorshift64: the same field on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn result(&mut self) -> GameResult {
        match self.below(20) {
            0 => GameResult::RedForfeit,
            n if n < 8 => GameResult::Red,
            n if n < 13 => GameResult::Draw,
            _ => GameResult::Black,
        }
    }
}

fn empty(entries: u32, planned: u32) -> Event {
    let mut event = Event {
        format: "saiwu-event/1".to_owned(),
        ..Event::default()
    };
    event.tournament.name = "bench".to_owned();
    event.entries = (1..=entries)
        .map(|number| Entry {
            number,
            name: format!("棋手{number}"),
            ..Entry::default()
        })
        .collect();
    event.stages = vec![Stage {
        format: Format::Swiss,
        rounds_planned: Some(planned),
        ..Stage::default()
    }];
    event
}

fn round(
    number: u32,
    pairs: impl IntoIterator<Item = (Number, Number)>,
    byes: Vec<Number>,
    mut result: impl FnMut() -> GameResult,
) -> Round {
    let games = pairs
        .into_iter()
        .zip(1..)
        .map(|((red, black), table)| Game {
            table,
            red,
            black,
            game: 1,
            result: Some(result()),
            ..Game::default()
        });
    Round {
        number,
        byes,
        games: games.collect(),
        ..Round::default()
    }
}

/// An event of a size, paired by the engine, with so many rounds played of eleven.
fn random(entries: u32, played: u32) -> Arc<Event> {
    type Known = Mutex<HashMap<(u32, u32), Arc<Event>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let mut known = known.lock().expect("one bench at a time");
    if let Some(event) = known.get(&(entries, played)) {
        return event.clone();
    }
    // From the longest that is there already.
    let start = (0..played).rev().find_map(|p| known.get(&(entries, p)));
    let mut event = start.map_or_else(|| empty(entries, 11), |e| (**e).clone());
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ u64::from(entries));
    for number in event.stages[0].rounds.len() as u32 + 1..=played {
        let pairing = swiss::pair_next(&event, 0).expect("a pairing");
        let pairs: Vec<_> = pairing.games.iter().map(|g| (g.red, g.black)).collect();
        let next = round(number, pairs, pairing.byes, || dice.result());
        event.stages[0].rounds.push(next);
    }
    let event = Arc::new(event);
    known.insert((entries, played), event.clone());
    event
}

fn pair(event: &Event) -> Pairing {
    swiss::pair_next(black_box(event), 0).expect("a pairing")
}

const SIZES: [u32; 6] = [100, 500, 1_000, 2_000, 5_000, 10_000];

#[divan::bench(args = SIZES, sample_count = 5)]
fn random_round_2(bencher: Bencher, entries: u32) {
    let event = random(entries, 1);
    bencher.bench_local(|| pair(&event));
}

#[divan::bench(args = SIZES, sample_count = 5)]
fn random_round_6(bencher: Bencher, entries: u32) {
    let event = random(entries, 5);
    bencher.bench_local(|| pair(&event));
}

#[divan::bench(args = SIZES, sample_count = 5)]
fn random_the_last_round(bencher: Bencher, entries: u32) {
    let event = random(entries, 10);
    bencher.bench_local(|| pair(&event));
}

#[divan::bench(args = [1_001, 10_001], sample_count = 5)]
fn random_odd_the_last_round(bencher: Bencher, entries: u32) {
    let event = random(entries, 10);
    bencher.bench_local(|| pair(&event));
}

/// The rounds of a round robin of `n` (even) by the circle, as pairs of 0..n.
fn circle(n: u32) -> Vec<Vec<(u32, u32)>> {
    let m = n - 1;
    (0..m)
        .map(|r| {
            let mut pairs = vec![(r, m)];
            pairs.extend((1..n / 2).map(|k| ((r + k) % m, (r + m - k) % m)));
            pairs
        })
        .collect()
}

/// Everybody on one score, and everybody has met his whole clique: all draws.
#[divan::bench(args = [10, 50, 100, 250, 500], sample_count = 3)]
fn hostile_one_score_met_in_cliques(bencher: Bencher, clique: u32) {
    let mut event = empty(1_000, clique + 5);
    for (pairs, number) in circle(clique).into_iter().zip(1..) {
        let all = (0..1_000 / clique).flat_map(|c| {
            let of = move |v: u32| c * clique + v + 1;
            pairs.iter().map(move |&(a, b)| {
                if (number + a + b) % 2 == 0 {
                    (of(a), of(b))
                } else {
                    (of(b), of(a))
                }
            })
        });
        let all: Vec<_> = all.collect();
        event.stages[0]
            .rounds
            .push(round(number, all, Vec::new(), || GameResult::Draw));
    }
    bencher.bench_local(|| pair(&event));
}

/// At the bottom fourteen who can only meet each other in two cycles of seven: those above must
/// leave them somebody.
#[divan::bench(sample_count = 3)]
fn hostile_two_odd_cycles_at_the_bottom(bencher: Bencher) {
    let in_cycle = |a: usize, b: usize| a / 7 == b / 7 && matches!((a + 7 - b) % 7, 1 | 6);
    let mut free = [0u16; exact::MOST];
    for (a, row) in free.iter_mut().enumerate() {
        for b in (0..exact::MOST).filter(|&b| a != b && !in_cycle(a, b)) {
            *row |= 1 << b;
        }
    }
    let task = exact::Task {
        pool: (1 << exact::MOST) - 1,
        except: [0; exact::MOST],
    };
    let tasks = vec![task; 11];
    let exact::Found::Way(way) = exact::complete(free, &tasks) else {
        panic!("eleven rounds of all pairs outside the cycles");
    };
    let mut event = empty(1_000, 20);
    let mut dice = Dice(0x5851_f42d_4c95_7f2d);
    let upper = circle(986);
    for (number, bottom) in (1..).zip(way) {
        // Above, wins and losses; at the bottom nobody ever scores.
        let mut next = round(
            number,
            upper[number as usize * 31]
                .iter()
                .map(|&(a, b)| (a + 1, b + 1)),
            Vec::new(),
            || {
                if dice.below(2) == 0 {
                    GameResult::Red
                } else {
                    GameResult::Black
                }
            },
        );
        let pairs = bottom
            .iter()
            .map(|&(a, b)| (a as u32 + 987, b as u32 + 987));
        let mut below = round(number, pairs, Vec::new(), || GameResult::DoubleForfeit);
        for game in &mut below.games {
            game.table += 493;
        }
        next.games.append(&mut below.games);
        event.stages[0].rounds.push(next);
    }
    bencher.bench_local(|| pair(&event));
}

/// Half the field is one unit, kept apart in every round: it meets the other half only.
#[divan::bench(args = [2, 6, 11], sample_count = 3)]
fn hostile_half_the_field_one_unit(bencher: Bencher, next: u32) {
    let mut event = empty(1_000, 11);
    event.tournament.regulations.avoid_unit_rounds = Some((1..=11).collect());
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut units = vec![true; 500];
    units.resize(1_000, false);
    for i in (1..1_000).rev() {
        units.swap(i, dice.below(i + 1));
    }
    for (entry, own) in event.entries.iter_mut().zip(units) {
        entry.unit = own.then(|| "东道主".to_owned());
    }
    for number in 1..next {
        let pairing = swiss::pair_next(&event, 0).expect("a pairing");
        let pairs: Vec<_> = pairing.games.iter().map(|g| (g.red, g.black)).collect();
        let played = round(number, pairs, pairing.byes, || dice.result());
        event.stages[0].rounds.push(played);
    }
    bencher.bench_local(|| pair(&event));
}

/// As many rounds as entries minus one: nearly everybody has met nearly everybody.
#[divan::bench(args = [250, 500, 750, 900, 990, 999], sample_count = 3)]
fn hostile_rounds_as_many_as_opponents(bencher: Bencher, next: u32) {
    let mut event = empty(1_000, 999);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for (pairs, number) in circle(1_000).into_iter().zip(1..next) {
        let pairs = pairs.into_iter().map(|(a, b)| (a + 1, b + 1));
        event.stages[0]
            .rounds
            .push(round(number, pairs, Vec::new(), || dice.result()));
    }
    bencher.bench_local(|| pair(&event));
}
