//! A slow, naive second implementation of article 14, written from the text by numbers and lists,
//! agrees with the real one on generated events of every format, kind and edition.
mod chains;
mod generate;
mod naive;

use generate::{Random, generate};
use saiwu::tournament::event_file;
use saiwu::tournament::standings::{self, Table};

/// A table as text: place, number, values.
fn printed(table: &Table) -> Vec<String> {
    table
        .rows
        .iter()
        .map(|row| {
            let values: Vec<String> = row
                .criteria
                .iter()
                .map(|item| {
                    let name = serde_json::to_value(item.name).unwrap();
                    format!("{}={}", name.as_str().unwrap(), item.value)
                })
                .collect();
            let rank = row.rank.map_or("-".to_owned(), |rank| rank.to_string());
            format!("{rank}: {} {}", row.number, values.join("; "))
        })
        .collect()
}

/// How many events are asked for; so many in an everyday run.
fn events_asked(everyday: u64) -> u64 {
    std::env::var("SAIWU_STANDINGS_EVENTS")
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(everyday)
}

/// 14.1–14.9, 18.5, 19.2, 19.3, 20 on generated events.
#[test]
fn the_naive_implementation_agrees_on_generated_events() {
    for seed in 0..events_asked(2000) {
        let made = generate(seed);
        let faults = event_file::check(&made.event);
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        let stage = &made.event.stages[0];
        let rounds = stage.rounds.len() as u32;
        let mut random = Random::new(seed + 1_000_000);
        // Where games were left out of the file, only the last round has a known truth.
        let after = if made.omitted || random.below(2) == 0 {
            rounds
        } else {
            random.below(u64::from(rounds) + 1) as u32
        };
        let table = standings::compute(&made.event, 0, Some(after))
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let expected = naive::table(&made.complete, after);
        assert_eq!(
            printed(&table),
            expected,
            "seed {seed}, after round {after}: {:?} {:?} {:?}",
            stage.format,
            made.event.tournament.kind,
            made.event.tournament.regulations
        );
    }
}

/// Entries, and the games of each round, in any order: the same table.
#[test]
fn the_order_of_entries_and_results_does_not_matter() {
    for seed in 0..300 {
        let made = generate(seed);
        let table = standings::compute(&made.event, 0, None).unwrap();
        let mut random = Random::new(seed + 2_000_000);
        let mut other = made.event.clone();
        // The stage's list keeps the order table's places.
        other.stages[0].entries = Some(made.event.field(0));
        random.shuffle(&mut other.entries);
        for round in &mut other.stages[0].rounds {
            random.shuffle(&mut round.games);
            for game in &mut round.games {
                random.shuffle(&mut game.boards);
            }
        }
        let again = standings::compute(&other, 0, None).unwrap();
        assert_eq!(printed(&again), printed(&table), "seed {seed}");
    }
}

/// The score that pairs a Swiss is the first criterion of its chain (appendix 2; B 14.7, B 14.8).
#[test]
fn the_swiss_pairs_by_what_the_table_ranks_first() {
    use saiwu::tournament::format::swiss::state::before_round;
    use saiwu::tournament::model::Format;
    let mut compared = 0;
    for seed in 0..2000 {
        let made = generate(seed);
        let rounds = made.event.stages[0].rounds.len() as u32;
        let Ok(table) = standings::compute(&made.event, 0, None) else {
            panic!("seed {seed}");
        };
        // An open game counts as a draw for the pairing and not at all for the table.
        let swiss = made.event.stages[0].format == Format::Swiss;
        let preset = made.event.tournament.regulations.chain.is_none();
        if !swiss || !preset || table.open > 0 {
            continue;
        }
        let state = before_round(&made.event, 0, rounds + 1)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        for player in &state.players {
            let row = table.row(player.number).unwrap();
            assert_eq!(
                player.score, row.points,
                "seed {seed}, number {}: {:?}",
                player.number, made.event.tournament.regulations
            );
        }
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// The explanation says what the table did: neighbours differ first in the criterion named, and
/// the parts of a sum add up to it.
#[test]
fn explanations_add_up() {
    use saiwu::tournament::points::Points;
    use saiwu::tournament::regulations::Criterion;
    use saiwu::tournament::standings::{Value, criteria, explain};
    for seed in 0..200 {
        let made = generate(seed);
        let table = standings::compute(&made.event, 0, None).unwrap();
        let explanation = explain::explain(&made.event, 0, &table).unwrap();
        for (i, why) in explanation.neighbours.iter().enumerate() {
            let (upper, lower) = (&table.rows[i], &table.rows[i + 1]);
            let first = upper
                .criteria
                .iter()
                .zip(&lower.criteria)
                .find(|(a, b)| a.value.compare(&b.value).is_ne());
            if lower.rank.is_none() {
                continue;
            }
            match (first, why.criterion) {
                (None, None) => assert_eq!(upper.rank, lower.rank, "seed {seed}"),
                (Some((a, b)), Some(criterion)) => {
                    assert_eq!(a.name, criterion, "seed {seed}");
                    assert!(criteria::better_first(criterion, &a.value, &b.value).is_lt());
                    assert_eq!((&why.upper_value, &why.lower_value), (&a.value, &b.value));
                }
                // 直胜 inside different groups of one table may differ without separating.
                (Some((a, _)), None) => assert!(
                    matches!(a.name, Criterion::Direct | Criterion::WasBlack),
                    "seed {seed}"
                ),
                other => panic!("seed {seed}: {other:?}"),
            }
        }
        for entry in &explanation.entries {
            for criterion in &entry.criteria {
                let sum: i64 = criterion
                    .parts
                    .iter()
                    .map(|part| match part.value {
                        Value::Points(points) => points.as_quarters(),
                        Value::Count(count) => count * 4,
                        _ => 0,
                    })
                    .sum();
                match criterion.value {
                    Value::Points(total) => assert_eq!(
                        Points::quarters(sum),
                        total,
                        "seed {seed}, {}: {:?}",
                        entry.number,
                        criterion.name
                    ),
                    Value::Count(total) => assert_eq!(
                        sum,
                        total * 4,
                        "seed {seed}, {}: {:?}",
                        entry.number,
                        criterion.name
                    ),
                    _ => {}
                }
            }
        }
    }
}
