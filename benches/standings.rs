//! Standings with every criterion, from scratch: 1,000 × 11 in 20 ms (aim 5), 10,000 × 11 in
//! 250 ms. After one result nothing is kept: the whole table is made again, which is fast enough.
use divan::{Bencher, black_box};
use saiwu::tournament::model::{Entry, Event, Format, Fouls, Game, GameResult, Round, Stage};
use saiwu::tournament::regulations::Criterion;
use saiwu::tournament::standings::{self, explain};

fn main() {
    divan::main();
}

/// A Swiss with random pairings and results, a bye each round where the field is odd, and the
/// longest chain there is for it.
fn event(entries: u32, rounds: u32) -> Event {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    let mut event = Event {
        format: "saiwu-event/1".to_owned(),
        ..Event::default()
    };
    event.tournament.name = "bench".to_owned();
    let regulations = &mut event.tournament.regulations;
    regulations.lots_seed = Some("5a".repeat(32));
    regulations.chain = Some(vec![
        Criterion::Points,
        Criterion::Penalties,
        Criterion::Opponents,
        Criterion::OpponentsCut,
        Criterion::Cumulative,
        Criterion::SmallScore,
        Criterion::Wins,
        Criterion::Fouls,
        Criterion::Direct,
        Criterion::BlackGames,
        Criterion::BlackWins,
        Criterion::WasBlack,
        Criterion::Previous,
        Criterion::Without,
        Criterion::ExtraMatch,
        Criterion::Lots,
    ]);
    event.entries = (1..=entries)
        .map(|number| Entry {
            number,
            name: format!("棋手{number}"),
            ..Entry::default()
        })
        .collect();
    let mut numbers: Vec<u32> = (1..=entries).collect();
    let all_rounds = (1..=rounds)
        .map(|number| {
            for i in (1..numbers.len()).rev() {
                numbers.swap(i, below(i + 1));
            }
            let games = numbers
                .chunks_exact(2)
                .enumerate()
                .map(|(t, pair)| Game {
                    table: t as u32 + 1,
                    red: pair[0],
                    black: pair[1],
                    game: 1,
                    result: Some(match below(20) {
                        0 => GameResult::RedForfeit,
                        n if n < 8 => GameResult::Red,
                        n if n < 14 => GameResult::Draw,
                        _ => GameResult::Black,
                    }),
                    fouls: Fouls {
                        red: u32::from(below(30) == 0),
                        black: u32::from(below(30) == 0),
                    },
                    ..Game::default()
                })
                .collect();
            Round {
                number,
                byes: numbers.chunks_exact(2).remainder().to_vec(),
                games,
                ..Round::default()
            }
        })
        .collect();
    event.stages = vec![Stage {
        format: Format::Swiss,
        rounds: all_rounds,
        ..Stage::default()
    }];
    event
}

#[divan::bench(args = [(100, 9), (1_000, 11), (1_001, 11), (10_000, 11)])]
fn every_criterion_from_scratch(bencher: Bencher, (entries, rounds): (u32, u32)) {
    let event = event(entries, rounds);
    bencher.bench(|| standings::compute(black_box(&event), 0, None));
}

#[divan::bench(args = [(1_000, 11), (10_000, 11)])]
fn preset_chain_14_3_1(bencher: Bencher, (entries, rounds): (u32, u32)) {
    let mut event = event(entries, rounds);
    event.tournament.regulations.chain = None;
    bencher.bench(|| standings::compute(black_box(&event), 0, None));
}

#[divan::bench(args = [(1_000, 11)])]
fn after_one_more_result(bencher: Bencher, (entries, rounds): (u32, u32)) {
    let mut event = event(entries, rounds);
    let mut game = 0;
    bencher.bench_local(move || {
        let games = &mut event.stages[0].rounds[rounds as usize - 1].games;
        game = (game + 1) % games.len();
        games[game].result = games[game].result.map(GameResult::swapped);
        standings::compute(black_box(&event), 0, None)
    });
}

#[divan::bench(args = [(1_000, 11)])]
fn explained(bencher: Bencher, (entries, rounds): (u32, u32)) {
    let event = event(entries, rounds);
    let table = standings::compute(&event, 0, None).expect("a table");
    bencher.bench(|| explain::explain(black_box(&event), 0, &table));
}
