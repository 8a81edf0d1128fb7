//! A pairing against the engine's, deviation by deviation.
use super::{Comparison, Deviation, DeviationKind, HandError, HandGame, HandPairing};
use crate::tournament::format::swiss::colours::{self, ColourRule};
use crate::tournament::format::swiss::reasons::{ByeReason, FloatMark, Form, PairReasons};
use crate::tournament::format::swiss::state::{self, State};
use crate::tournament::format::swiss::{PairedGame, Pairing, PairingError, pair_state};
use crate::tournament::model::{Event, Number};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Compares a hand pairing of a round with the engine's.
///
/// # Errors
/// [`HandError`] where somebody is twice, missing or out of place: such a pairing is refused.
pub fn compare_hand_pairing(
    event: &Event,
    stage: usize,
    round: u32,
    hand: &HandPairing,
) -> Result<Comparison, HandError> {
    let state = state::before_round(event, stage, round)?;
    compare(&state, hand)
}

/// As [`compare_hand_pairing`], from a state.
pub(super) fn compare(state: &State, hand: &HandPairing) -> Result<Comparison, HandError> {
    accept(state, hand)?;
    let engine = match pair_state(state) {
        Ok(pairing) => Ok(pairing),
        Err(PairingError::Infeasible { round, numbers }) => {
            Err(PairingError::Infeasible { round, numbers })
        }
        Err(other) => return Err(other.into()),
    };
    let deviations = deviations(state, engine.as_ref(), hand);
    let engine = engine.ok();
    Ok(Comparison {
        pairing: explained(state, engine.as_ref(), hand),
        engine,
        deviations,
    })
}

/// Refuses what may never be.
fn accept(state: &State, hand: &HandPairing) -> Result<(), HandError> {
    let mut seen = BTreeSet::new();
    let mut tables = BTreeSet::new();
    let mut take = |number: Number| {
        let plays = state
            .index_of(number)
            .is_some_and(|i| state.players[i].plays);
        if !plays {
            Err(HandError::NotPlaying { number })
        } else if !seen.insert(number) {
            Err(HandError::Twice { number })
        } else {
            Ok(())
        }
    };
    for game in &hand.games {
        if game.red == game.black {
            return Err(HandError::Itself { number: game.red });
        }
        take(game.red)?;
        take(game.black)?;
        if game.table == 0 || game.table as usize > hand.games.len() || !tables.insert(game.table) {
            return Err(HandError::Table { table: game.table });
        }
    }
    for &number in &hand.byes {
        take(number)?;
    }
    let missing: Vec<Number> = state
        .players
        .iter()
        .filter(|p| p.plays && !seen.contains(&p.number))
        .map(|p| p.number)
        .collect();
    if !missing.is_empty() {
        return Err(HandError::Missing { numbers: missing });
    }
    if hand.byes.len() > 1 {
        return Err(HandError::Byes);
    }
    Ok(())
}

/// The pairing with reasons: the engine's where it is the same, otherwise by hand.
fn explained(state: &State, engine: Option<&Pairing>, hand: &HandPairing) -> Pairing {
    let of_engine: HashMap<(Number, Number), &PairedGame> = engine
        .iter()
        .flat_map(|p| &p.games)
        .map(|g| ((g.red, g.black), g))
        .collect();
    let mut games: Vec<PairedGame> = hand
        .games
        .iter()
        .map(|g| {
            let reasons = match of_engine.get(&(g.red, g.black)) {
                Some(same) => same.reasons.clone(),
                None => by_hand(state, g),
            };
            PairedGame {
                table: g.table,
                red: g.red,
                black: g.black,
                reasons,
            }
        })
        .collect();
    games.sort_by_key(|g| g.table);
    let bye_reasons = hand
        .byes
        .iter()
        .map(|&number| {
            let same = engine
                .iter()
                .flat_map(|p| &p.bye_reasons)
                .find(|b| b.number == number);
            same.cloned()
                .unwrap_or_else(|| ByeReason::by_hand(state, number))
        })
        .collect();
    Pairing {
        round: state.round,
        games,
        byes: hand.byes.clone(),
        provisional: state.provisional.clone(),
        segments: Vec::new(),
        bye_reasons,
    }
}

fn by_hand(state: &State, game: &HandGame) -> PairReasons {
    let mut reasons = PairReasons::new(
        state,
        game.red,
        None,
        Form::ByHand,
        Vec::new(),
        ColourRule::Hand,
        false,
    );
    if let (Some(red), Some(black)) = (state.index_of(game.red), state.index_of(game.black))
        && state.players[red].score != state.players[black].score
    {
        let (a, b) = (state.players[red].score, state.players[black].score);
        reasons.segment = a.max(b);
        for (i, down) in [(red, a > b), (black, b > a)] {
            reasons.floats.push(FloatMark {
                number: state.players[i].number,
                down,
                forced: alone(state, i),
            });
        }
    }
    reasons.worded(game.red, game.black)
}

/// Everything in which a pairing differs from the engine's, and the rules its pairs break by
/// themselves. The pairing may be of any kind: rounds of a file are held against this too.
pub fn deviations(
    state: &State,
    engine: Result<&Pairing, &PairingError>,
    hand: &HandPairing,
) -> Vec<Deviation> {
    let mut found = Vec::new();
    people(state, hand, &mut found);
    byes(state, engine.ok(), hand, &mut found);
    match engine {
        Ok(engine) => pairs(state, engine, hand, &mut found),
        Err(error) => {
            let numbers = match error {
                PairingError::Infeasible { numbers, .. } => numbers.clone(),
                _ => Vec::new(),
            };
            found.push(Deviation {
                kind: DeviationKind::Infeasible,
                table: None,
                numbers,
                clause: "附录二.一.6".to_owned(),
                zh: error.zh(),
                en: error.en(),
            });
            for game in &hand.games {
                own_breaches(state, game, &mut found);
            }
        }
    }
    found
}

/// Principle 3: everyone once.
fn people(state: &State, hand: &HandPairing, found: &mut Vec<Deviation>) {
    let mut times: BTreeMap<Number, u32> = BTreeMap::new();
    for game in &hand.games {
        *times.entry(game.red).or_default() += 1;
        *times.entry(game.black).or_default() += 1;
    }
    for number in &hand.byes {
        *times.entry(*number).or_default() += 1;
    }
    let mut add = |kind, number: Number, clause: &str, zh: String, en: String| {
        found.push(Deviation {
            kind,
            table: None,
            numbers: vec![number],
            clause: clause.to_owned(),
            zh,
            en,
        });
    };
    for (&number, &count) in &times {
        let plays = state
            .index_of(number)
            .is_some_and(|i| state.players[i].plays);
        if count > 1 {
            add(
                DeviationKind::Twice,
                number,
                "附录二.一.3",
                format!("序号 {number} 在一轮中编排 {count} 次"),
                format!("number {number} is paired {count} times in one round"),
            );
        }
        if !plays {
            add(
                DeviationKind::NotPlaying,
                number,
                "19.3",
                format!("序号 {number} 不参加本轮, 却有编排"),
                format!("number {number} does not play in this round but is paired"),
            );
        }
    }
    for player in state.players.iter().filter(|p| p.plays) {
        let number = player.number;
        if !times.contains_key(&number) {
            add(
                DeviationKind::Missing,
                number,
                "附录二.一.3",
                format!("序号 {number} 本轮没有编排"),
                format!("number {number} is not paired in this round"),
            );
        }
    }
}

/// Principle 5: who rests.
fn byes(state: &State, engine: Option<&Pairing>, hand: &HandPairing, found: &mut Vec<Deviation>) {
    let rightful: &[Number] = engine.map_or(&[], |p| &p.byes);
    for &number in &hand.byes {
        let had = state.index_of(number).map_or(0, |i| state.players[i].byes);
        let mut add = |kind, zh: String, en: String| {
            found.push(Deviation {
                kind,
                table: None,
                numbers: vec![number],
                clause: "附录二.一.5".to_owned(),
                zh,
                en,
            });
        };
        if engine.is_some() && !rightful.contains(&number) {
            let (zh, en) = match rightful.first() {
                Some(other) => (
                    format!("轮空者应为 {other}, 不是 {number}"),
                    format!("the bye belongs to {other}, not to {number}"),
                ),
                None => (
                    format!("人数为双, {number} 不应轮空"),
                    format!("the field is even, number {number} has no bye"),
                ),
            };
            add(DeviationKind::Bye, zh, en);
        }
        if had > 0 && !rightful.contains(&number) {
            add(
                DeviationKind::SecondBye,
                format!("{number} 已轮空 {had} 次"),
                format!("number {number} has had {had} byes"),
            );
        }
    }
    if hand.byes.is_empty()
        && let Some(&number) = rightful.first()
    {
        found.push(Deviation {
            kind: DeviationKind::Bye,
            table: None,
            numbers: vec![number],
            clause: "附录二.一.5".to_owned(),
            zh: format!("人数逢单, {number} 应轮空"),
            en: format!("the field is odd, number {number} has the bye"),
        });
    }
}

/// Pairs, colours and tables.
fn pairs(state: &State, engine: &Pairing, hand: &HandPairing, found: &mut Vec<Deviation>) {
    let of_engine: HashMap<Number, &PairedGame> = engine
        .games
        .iter()
        .flat_map(|g| [(g.red, g), (g.black, g)])
        .collect();
    for game in &hand.games {
        let numbers = vec![game.red, game.black];
        let mut add = |kind, clause: &str, zh: String, en: String| {
            found.push(Deviation {
                kind,
                table: Some(game.table),
                numbers: numbers.clone(),
                clause: clause.to_owned(),
                zh,
                en,
            });
        };
        let rightful = of_engine.get(&game.red).copied();
        match rightful {
            Some(g) if g.red == game.red && g.black == game.black => {
                if g.table != game.table {
                    add(
                        DeviationKind::Table,
                        "附录二.二.2",
                        format!("{}-{} 应在第 {} 台", g.red, g.black, g.table),
                        format!("{}-{} belongs on table {}", g.red, g.black, g.table),
                    );
                }
            }
            Some(g) if g.red == game.black && g.black == game.red => {
                add(
                    DeviationKind::Colours,
                    &g.reasons.colour_clause,
                    format!("应由 {} 执红: {}", g.red, g.reasons.zh),
                    format!("{} should be red: {}", g.red, g.reasons.en),
                );
            }
            _ => {
                let (zh, en) = rightful_opponents(&of_engine, game);
                let clause = rightful.map_or("附录二.二.3", |g| g.reasons.form.clause());
                add(DeviationKind::Pair, clause, zh, en);
                own_breaches(state, game, found);
            }
        }
    }
}

fn rightful_opponents(
    of_engine: &HashMap<Number, &PairedGame>,
    game: &HandGame,
) -> (String, String) {
    let (mut zh, mut en) = (
        format!("{}-{} 不是规定的配对", game.red, game.black),
        format!("{}-{} is not the pair of the rules", game.red, game.black),
    );
    for number in [game.red, game.black] {
        if let Some(g) = of_engine.get(&number) {
            let other = if g.red == number { g.black } else { g.red };
            zh.push_str(&format!("; {number} 应配 {other}({})", g.reasons.zh));
            en.push_str(&format!("; {number} meets {other} ({})", g.reasons.en));
        }
    }
    (zh, en)
}

/// Whether somebody is the only one of his score who plays: his floats are forced (principle 9).
fn alone(state: &State, i: usize) -> bool {
    let score = state.players[i].score;
    let same = |p: &&state::Player| p.plays && p.score == score;
    state.players.iter().filter(same).count() == 1
}

/// Rules that a pair breaks whatever else is paired.
fn own_breaches(state: &State, game: &HandGame, found: &mut Vec<Deviation>) {
    let (Some(red), Some(black)) = (state.index_of(game.red), state.index_of(game.black)) else {
        return;
    };
    if red == black {
        return;
    }
    let mut add = |kind, numbers: Vec<Number>, clause: &str, zh: String, en: String| {
        found.push(Deviation {
            kind,
            table: Some(game.table),
            numbers,
            clause: clause.to_owned(),
            zh,
            en,
        });
    };
    let both = vec![game.red, game.black];
    if state.met.contains(red, black) {
        add(
            DeviationKind::Rematch,
            both.clone(),
            "附录二.一.6",
            format!("{} 与 {} 已相遇过", game.red, game.black),
            format!("{} and {} have met", game.red, game.black),
        );
    }
    if state.avoids_units() && state.same_unit(red, black) {
        add(
            DeviationKind::SameUnit,
            both,
            "附录二.一.7",
            format!("{} 与 {} 同单位, 本轮应回避", game.red, game.black),
            format!(
                "{} and {} are of one unit, kept apart in this round",
                game.red, game.black
            ),
        );
    }
    for (i, is_red) in [(red, true), (black, false)] {
        let player = &state.players[i];
        if !state.is_last_round() && colours::makes_three(player, is_red) {
            let (zh, en) = if is_red {
                ("红", "red")
            } else {
                ("黑", "black")
            };
            add(
                DeviationKind::Three,
                vec![player.number],
                "附录二.一.11(3)",
                format!("{} 再执{zh}即多三或连三", player.number),
                format!("number {} gets a third {en}", player.number),
            );
        }
    }
    let (a, b) = (&state.players[red], &state.players[black]);
    if a.score != b.score {
        let (high, low) = if a.score > b.score {
            (red, black)
        } else {
            (black, red)
        };
        let limit = state.regulations.float_limit;
        for (i, count, zh, en) in [
            (high, state.players[high].downs, "下调", "down"),
            (low, state.players[low].ups, "上调", "up"),
        ] {
            let player = &state.players[i];
            if count >= limit && !alone(state, i) {
                add(
                    DeviationKind::FloatLimit,
                    vec![player.number],
                    "附录二.一.9",
                    format!("{} 已{zh} {count} 次", player.number),
                    format!("number {} has floated {en} {count} times", player.number),
                );
            }
        }
    }
}
