//! The engine and the literal one give the same pairing, colours, bye and reasons on random events.
//!
//! `SAIWU_SWISS_EVENTS=5000` runs that many events instead of the few of an everyday run.
use super::swiss_literal::{self, Literal, LiteralPair};
use saiwu::tournament::format::swiss::reasons::{Objective, SKIPPED_SHOWN};
use saiwu::tournament::format::swiss::{self, Pairing, PairingError};
use saiwu::tournament::model::{Entry, EntryStatus, Event, Game, GameResult, Number, Round};
use serde_json::json;

/// A small generator of pseudo-random numbers (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

pub fn as_literal(p: &Pairing) -> Literal {
    Literal {
        pairs: p
            .games
            .iter()
            .map(|g| LiteralPair {
                red: g.red,
                black: g.black,
                chooser: g.reasons.chooser,
                form: g.reasons.form,
                skipped: g
                    .reasons
                    .skipped
                    .iter()
                    .map(|s| (s.number, s.why))
                    .collect(),
                rule: g.reasons.colour_rule,
                extension: g.reasons.colour_extension,
                floats: g
                    .reasons
                    .floats
                    .iter()
                    .map(|f| (f.number, f.down, f.forced))
                    .collect(),
            })
            .collect(),
        bye: p.byes.first().copied(),
        bye_skipped: p
            .bye_reasons
            .iter()
            .flat_map(|b| b.skipped.clone())
            .collect(),
        left_over: p.segments.iter().map(|s| s.left_over.clone()).collect(),
        objectives: p.segments.iter().map(|s| s.objectives).collect(),
        broken: Vec::new(),
    }
}

/// Every objective that the engine names is the one that the denied pair would have broken. Returns
/// how many it named, of how many that are known.
fn named_objectives(p: &Pairing, literal: &[(Number, Number, Option<usize>)]) -> (u32, u32) {
    let mut named = 0;
    for &(chooser, denied, broken) in literal {
        let game = p.games.iter().find(|g| g.reasons.chooser == chooser);
        let skipped = &game.expect("he chose").reasons.skipped;
        let Some(skipped) = skipped.iter().find(|s| s.number == denied) else {
            continue;
        };
        if let Some(objective) = skipped.objective {
            assert_eq!(
                Some(objective),
                broken.map(|k| Objective::ALL[k]),
                "round {}: {chooser} was denied {denied}",
                p.round
            );
            named += 1;
        }
    }
    (named, literal.len() as u32)
}

/// A fresh event with random settings.
fn new_event(dice: &mut Dice, entries: u64, rounds: u64) -> Event {
    let mut regulations = json!({});
    let pick = |dice: &mut Dice, values: &[serde_json::Value]| {
        values[dice.below(values.len() as u64) as usize].clone()
    };
    regulations["first_round"] = pick(dice, &[json!("adjacent"), json!("ends"), json!("halves")]);
    if dice.chance(20) {
        regulations["forfeit_colours"] = json!(false);
    }
    if dice.chance(20) {
        regulations["float_limit"] = pick(dice, &[json!(0), json!(1), json!(3)]);
    }
    if dice.chance(20) {
        regulations["avoid_second_bye"] = json!(false);
    }
    if dice.chance(20) {
        regulations["last_rounds"] = pick(dice, &[json!(0), json!(1), json!(5)]);
    }
    if dice.chance(20) {
        regulations["missed_round"] = json!(1);
    }
    // More would keep the literal engine busy for hours: it tries every way of every later round.
    if entries == 6 && dice.chance(60) {
        regulations["plan_ahead"] = json!(true);
    }
    let units = dice.chance(40);
    if units {
        let until = 1 + dice.below(rounds);
        let list: Vec<u64> = (1..=until).filter(|_| dice.chance(70)).collect();
        regulations["avoid_unit_rounds"] = json!(list);
    }
    // In larger fields the literal search would not end where units leave hardly a pairing.
    let unit_count = if entries > 14 { entries / 2 } else { 2 } + dice.below(entries);
    let planned = if dice.chance(15) {
        json!(null)
    } else {
        json!(rounds)
    };
    let entries: Vec<Entry> = (1..=entries)
        .map(|n| Entry {
            number: n as Number,
            name: format!("{n}"),
            unit: (units && dice.chance(80)).then(|| format!("单位{}", dice.below(unit_count))),
            first_round: dice.chance(6).then(|| 2 + dice.below(2) as u32),
            ..Entry::default()
        })
        .collect();
    serde_json::from_value(json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "随机", "regulations": regulations},
        "entries": entries,
        "stages": [{"format": "swiss", "rounds_planned": planned}]
    }))
    .unwrap()
}

fn result(dice: &mut Dice, draws: u64) -> GameResult {
    match dice.below(100) {
        0..=2 => GameResult::RedForfeit,
        3..=4 => GameResult::BlackForfeit,
        5 => GameResult::DoubleForfeit,
        x if x < 6 + draws => GameResult::Draw,
        x if x % 2 == 0 => GameResult::Red,
        _ => GameResult::Black,
    }
}

/// What came of an event.
struct Played {
    /// The number of rounds compared.
    compared: u32,
    /// Objectives named for pairs denied, of how many whose objective is known.
    named: (u32, u32),
    /// Whether the event ended for want of a pairing.
    infeasible: bool,
}

/// Plays an event round by round; before each round whose segments are no larger than `largest` both
/// engines are asked.
fn play(dice: &mut Dice, entries: u64, rounds: u64, label: u64, largest: usize) -> Played {
    let mut event = new_event(dice, entries, rounds);
    let draws = dice.below(60);
    let provisional = dice.chance(40);
    // Some events leave the rules between, so that histories occur that the rules never make.
    let wild = dice.chance(30);
    let mut compared = 0;
    let mut named = (0, 0);
    for round in 1..=rounds as u32 {
        let mut open: Vec<Number> = Vec::new();
        let mut later: Vec<(usize, GameResult)> = Vec::new();
        if provisional && let Some(last) = event.stages[0].rounds.last_mut() {
            for (k, game) in last.games.iter_mut().enumerate() {
                if let Some(result) = game.result
                    && dice.chance(15)
                {
                    later.push((k, result));
                    game.result = None;
                    open.extend([game.red, game.black]);
                }
            }
        }
        let ours = swiss::pair_next(&event, 0);
        let too_large = largest_segment(&event, round) > largest;
        let literal = match &ours {
            Ok(ours) if too_large => Some(as_literal(ours)),
            _ => swiss_literal::pair(&event, round),
        };
        if let (Ok(ours), Some(literal)) = (&ours, &literal) {
            let (some, of) = named_objectives(ours, &literal.broken);
            named = (named.0 + some, named.1 + of);
        }
        // The engine names twenty of those passed over and counts the rest.
        let literal = literal.map(|mut l| {
            l.pairs
                .iter_mut()
                .for_each(|p| p.skipped.truncate(SKIPPED_SHOWN));
            l.broken.clear();
            l
        });
        let (ours, literal) = match (ours, literal) {
            (Err(PairingError::Infeasible { numbers, .. }), None) => {
                assert!(!numbers.is_empty(), "event {label}: somebody is left out");
                return Played {
                    compared,
                    named,
                    infeasible: true,
                };
            }
            (Err(PairingError::NobodyLeft { .. }), Some(l)) if l.pairs.is_empty() => {
                return Played {
                    compared,
                    named,
                    infeasible: false,
                };
            }
            (Ok(ours), Some(literal)) => (ours, literal),
            (ours, literal) => panic!(
                "event {label}, round {round}: {ours:?} against {literal:?}\n{}",
                serde_json::to_string(&event).unwrap()
            ),
        };
        assert_eq!(
            as_literal(&ours),
            literal,
            "event {label}, round {round}\n{}",
            serde_json::to_string(&event).unwrap()
        );
        let mut listed = ours.provisional.clone();
        listed.sort_unstable();
        open.retain(|n| {
            let e = event.entry(*n).unwrap();
            !e.status.has_left() || e.withdrawn_after.unwrap() >= round
        });
        open.sort_unstable();
        assert_eq!(
            listed, open,
            "event {label}, round {round}: whose game was open"
        );
        compared += u32::from(!too_large);
        if let Some(last) = event.stages[0].rounds.last_mut() {
            for (k, result) in later {
                last.games[k].result = Some(result);
            }
        }
        let mut pairs: Vec<(Number, Number)> =
            ours.games.iter().map(|g| (g.red, g.black)).collect();
        let mut byes = ours.byes.clone();
        if wild && dice.chance(50) {
            derange(dice, &mut pairs, &mut byes);
        }
        event.stages[0].rounds.push(Round {
            number: round,
            byes,
            provisional: open,
            games: pairs
                .into_iter()
                .enumerate()
                .map(|(k, (red, black))| Game {
                    table: k as u32 + 1,
                    red,
                    black,
                    game: 1,
                    result: Some(result(dice, draws)),
                    ..Game::default()
                })
                .collect(),
            ..Round::default()
        });
        if dice.chance(15) {
            let k = dice.below(event.entries.len() as u64) as usize;
            // Some do not come to this round any more: their game has no result.
            let gone = dice.chance(30);
            let entry = &mut event.entries[k];
            let number = entry.number;
            if !entry.status.has_left() && entry.first_round.is_none_or(|f| f <= round) {
                entry.status = EntryStatus::Withdrawn;
                entry.withdrawn_after = Some(round);
                let games = &mut event.stages[0].rounds[round as usize - 1].games;
                if gone
                    && let Some(game) = games.iter_mut().find(|g| g.opponent_of(number).is_some())
                {
                    game.result = None;
                    event.entries[k].withdrawn_after = Some(round - 1);
                }
            }
        }
    }
    Played {
        compared,
        named,
        infeasible: false,
    }
}

/// The number of players in the largest segment of a round, those floated down included.
fn largest_segment(event: &Event, round: u32) -> usize {
    match swiss::pair_round(event, 0, round) {
        Ok(pairing) if round > 1 => {
            let sizes = pairing.segments.iter().map(|s| s.order.len());
            sizes.max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// Any other pairing of the same people.
fn derange(dice: &mut Dice, pairs: &mut [(Number, Number)], byes: &mut [Number]) {
    for k in (1..pairs.len()).rev() {
        let j = dice.below(k as u64 + 1) as usize;
        let (a, b) = (pairs[k].1, pairs[j].1);
        pairs[k].1 = b;
        pairs[j].1 = a;
        if dice.chance(50) {
            pairs[k] = (pairs[k].1, pairs[k].0);
        }
    }
    if let (Some(bye), Some(pair)) = (byes.first_mut(), pairs.first_mut()) {
        std::mem::swap(bye, &mut pair.0);
    }
}

/// How many events are asked for; so many in an everyday run.
fn events_asked(everyday: u64) -> u64 {
    std::env::var("SAIWU_SWISS_EVENTS")
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(everyday)
}

/// Segments of up to 12 players in fields of 20 to 40: the look-ahead over everybody below.
#[test]
fn the_engine_equals_the_literal_reading_on_segments_inside_larger_fields() {
    let events = events_asked(100) / 5;
    // Twelve take the literal engine seconds a segment without optimisation.
    let largest = if cfg!(debug_assertions) { 9 } else { 12 };
    let mut rounds = 0;
    for k in 0..events {
        let mut dice = Dice(k.wrapping_mul(0x9e6c_63d0_876a_9a47) + 11);
        let entries = 20 + dice.below(21);
        let planned = 6 + dice.below(5);
        rounds += play(&mut dice, entries, planned, k, largest).compared;
    }
    println!("{events} events, {rounds} rounds equal");
    assert!(u64::from(rounds) > events);
}

#[test]
fn the_engine_equals_the_literal_reading_on_random_events_of_6_to_14_entries() {
    let events = events_asked(300);
    let (mut rounds, mut ended) = (0, 0);
    let (mut named, mut denied) = (0, 0);
    for k in 0..events {
        let mut dice = Dice(k.wrapping_mul(0x5851_f42d_4c95_7f2d) + 7);
        let entries = 6 + dice.below(9);
        let planned = 3 + dice.below(entries.min(9) - 2);
        let played = play(&mut dice, entries, planned, k, 14);
        rounds += played.compared;
        ended += u64::from(played.infeasible);
        named += played.named.0;
        denied += played.named.1;
    }
    println!("{events} events, {rounds} rounds equal, {ended} events ended without a pairing");
    println!("{denied} pairs denied for an objective, {named} of them with its name");
    assert!(named > 0);
    assert!(u64::from(rounds) > events * 2 && ended > 0);
}
