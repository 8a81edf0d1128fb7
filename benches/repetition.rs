//! Rulings on repetition: `cargo bench --bench repetition`. One item is one ruling with its
//! reasons, from the request to the answer. The small positions are our own; the federation's
//! figures are measured where they lie beside the repository.

use divan::Bencher;
use divan::counter::ItemsCount;
use saiwu::rules::repetition::{Request, judge_request};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

fn clauses() -> Vec<Request> {
    include_str!("../tests/rules/repetition_clauses.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split(" | ").collect();
            let moves: Vec<&str> = fields[2].split(' ').collect();
            request(json!({"fen": fields[1], "moves": moves, "assume_repeated": true}))
        })
        .collect()
}

fn request(value: Value) -> Request {
    serde_json::from_value(value).expect("a request")
}

/// The figures with their names; empty where they are not at hand.
fn figures() -> Vec<(String, Request)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/repetition_cases.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|row| {
            row["ruleset"]
                .as_str()
                .is_some_and(|ruleset| ruleset.starts_with("cxa"))
        })
        .map(|row| {
            let name = row["id"].as_str().unwrap_or_default().to_owned();
            let value = json!({"fen": row["fen"], "moves": row["moves"], "assume_repeated": true});
            (name, request(value))
        })
        .collect()
}

/// All small positions, one for each clause.
#[divan::bench(sample_count = 20)]
fn clauses_all(bencher: Bencher) {
    let requests = clauses();
    bencher
        .counter(ItemsCount::new(requests.len()))
        .bench_local(|| {
            for request in &requests {
                divan::black_box(judge_request(request).expect("an answer"));
            }
        });
}

/// All figures together.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn figures_all(bencher: Bencher) {
    let requests = figures();
    bencher
        .counter(ItemsCount::new(requests.len()))
        .bench_local(|| {
            for (_, request) in &requests {
                divan::black_box(judge_request(request).expect("an answer"));
            }
        });
}

/// Each figure by itself: the median, the 95th percentile and the worst are read off here.
#[divan::bench(args = figures().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), sample_count = 10, sample_size = 1)]
fn figure(bencher: Bencher, name: &str) {
    let request = figures()
        .into_iter()
        .find(|(found, _)| found == name)
        .expect("its request")
        .1;
    bencher.bench_local(|| judge_request(divan::black_box(&request)).expect("an answer"));
}
