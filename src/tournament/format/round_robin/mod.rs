//! Round robin (循环制, 10.1; colours 12.1, 12.2; withdrawals 14.4, 19.2).
pub mod table;
pub mod withdrawal;

pub use table::{BadSize, MAX_ENTRIES, OrderTable};
pub use withdrawal::{Fate, fate};

use super::paired::{PairReason, PairedGame, PairedRound, PairingError, Warning};
use crate::tournament::model::{Event, GameResult, Number, Stage};

/// Number of rounds of a round robin of `entries` over `cycles` cycles.
pub const fn rounds(entries: u32, cycles: u32) -> u32 {
    if entries < 2 {
        0
    } else {
        (entries + entries % 2 - 1) * cycles
    }
}

/// Number of rounds of a round-robin stage (counted from 0) as it is played; none without a field
/// of two.
pub fn rounds_of(event: &Event, stage: usize) -> Option<u32> {
    let this = event.stages.get(stage)?;
    let field = event.field(stage);
    let gone = withdrawal::gone_before_start(event, stage, &field);
    let places = places(&field, &gone, this).ok()?;
    Some(rounds(places.len() as u32, event.regulations(stage).cycles))
}

/// The colours of game `game` (from 1) of a pair whose first number is red in the order table:
/// games of one pairing alternate, and every second cycle is played with colours reversed.
pub const fn first_number_is_red(cycle: u32, game: u32) -> bool {
    (cycle + game).is_multiple_of(2)
}

/// The next round by the order table.
///
/// # Errors
/// [`PairingError::Finished`] after the last cycle; [`PairingError::TooFewEntries`].
pub fn pair_next(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let Some(this) = event.stages.get(stage) else {
        return Err(PairingError::NoSuchStage(stage));
    };
    let regulations = event.regulations(stage);
    let field = event.field(stage);
    let gone = withdrawal::gone_before_start(event, stage, &field);
    let places = places(&field, &gone, this)?;
    let table = OrderTable::new(places.len() as u32).map_err(|BadSize(n)| {
        if n < 2 {
            PairingError::TooFewEntries {
                entries: n as usize,
            }
        } else {
            PairingError::Invalid(vec![crate::tournament::event_file::Fault {
                pointer: format!("/stages/{stage}/entries"),
                en: BadSize(n).to_string(),
                zh: BadSize(n).zh(),
            }])
        }
    })?;
    let in_cycle = table.rounds.len() as u32;
    let total = in_cycle * regulations.cycles;
    let number = this.rounds.len() as u32 + 1;
    if number > total {
        return Err(PairingError::Finished { rounds: total });
    }
    let cycle = (number - 1) / in_cycle + 1;
    let row = ((number - 1) % in_cycle) as usize;

    let mut round = PairedRound {
        round: number,
        ..PairedRound::default()
    };
    if let Some(rest) = table.rests[row] {
        round.rests.push(places[rest as usize - 1]);
    }
    for &(first, second) in &table.rounds[row] {
        let pair = (places[first as usize - 1], places[second as usize - 1]);
        pair_up(event, stage, &gone, pair, cycle, &mut round);
    }
    if number == 1 && !gone.is_empty() && places.len() % 2 == 0 && places.len() < field.len() {
        round.warnings.push(Warning::new(
            "draw_again",
            format!("赛前退出后剩余 {} 人(队)为双数, 应重新抽签(14.4)", places.len()),
            format!(
                "after withdrawals before the start an even number of {} is left: the numbers should be drawn again (14.4)",
                places.len()
            ),
        ));
    }
    Ok(round)
}

/// The games of one pair in this round, or a rest where the opponent has left.
fn pair_up(
    event: &Event,
    stage: usize,
    gone: &[Number],
    (first, second): (Number, Number),
    cycle: u32,
    round: &mut PairedRound,
) {
    let absent = |number: Number| {
        if gone.contains(&number) {
            Some(Fate::Annulled)
        } else {
            fate(event, stage, number)
        }
    };
    let (a, b) = (absent(first), absent(second));
    if a == Some(Fate::Annulled) || b == Some(Fate::Annulled) {
        // 19.2: nothing is played against, or scored from, an entry whose results are annulled.
        round.rests.extend(
            [(first, a), (second, b)]
                .iter()
                .filter(|x| x.1.is_none())
                .map(|x| x.0),
        );
        return;
    }
    let table = round.games.last().map_or(1, |game| game.table + 1);
    for game in 1..=event.regulations(stage).games_per_pairing {
        let first_red = first_number_is_red(cycle, game);
        let (red, black) = if first_red {
            (first, second)
        } else {
            (second, first)
        };
        let (red_left, black_left) = if first_red { (a, b) } else { (b, a) };
        let result = match (red_left.is_some(), black_left.is_some()) {
            (false, false) => None,
            (true, false) => Some(GameResult::RedForfeit),
            (false, true) => Some(GameResult::BlackForfeit),
            (true, true) => Some(GameResult::DoubleForfeit),
        };
        let mut reasons = vec![reason(cycle, game)];
        if result.is_some() {
            reasons.push(PairReason::new(
                "withdrawn",
                "19.2",
                "退出者已赛过半, 成绩有效, 未赛对局作弃权",
                "an entry that left after half of its opponents: results stand, the rest are forfeits",
            ));
        }
        round.games.push(PairedGame {
            table,
            red,
            black,
            game,
            result,
            reasons,
            ..PairedGame::default()
        });
    }
}

fn reason(cycle: u32, game: u32) -> PairReason {
    if first_number_is_red(cycle, game) {
        PairReason::new(
            "order_table",
            "12.1",
            "按循环赛对局秩序表, 号码列前者执红先走",
            "by the order table: the number printed first has red",
        )
    } else {
        PairReason::new(
            "order_table_reversed",
            "附录一",
            "按循环赛对局秩序表, 本局互换先后走",
            "by the order table, colours reversed in this game",
        )
    }
}

/// Who stands on places 1…n of the order table. Whoever left before the start keeps an empty
/// place (his opponents rest) while the table does not get shorter without him; otherwise the
/// others move up (14.4).
fn places(field: &[Number], gone: &[Number], stage: &Stage) -> Result<Vec<Number>, PairingError> {
    let left: Vec<Number> = field
        .iter()
        .copied()
        .filter(|n| !gone.contains(n))
        .collect();
    if left.len() < 2 {
        return Err(PairingError::TooFewEntries {
            entries: left.len(),
        });
    }
    let shorter = left.len().div_ceil(2) < field.len().div_ceil(2);
    let compact = match stage.rounds.first() {
        None => shorter,
        // A round played already says which table is in use.
        Some(round) => {
            shorter && {
                OrderTable::new(left.len() as u32).is_ok_and(|table| {
                    round.games.iter().all(|game| {
                        table.rounds[0].iter().any(|&(a, b)| {
                            let (a, b) = (left[a as usize - 1], left[b as usize - 1]);
                            (game.red, game.black) == (a, b) || (game.red, game.black) == (b, a)
                        })
                    })
                })
            }
        }
    };
    Ok(if compact { left } else { field.to_vec() })
}
