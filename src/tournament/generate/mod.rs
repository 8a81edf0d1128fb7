//! Random events: paired, played by rating, with everything a checker has to cope with.
//!
//! The same options and seed give the same event on every machine: the numbers come from
//! [`dice`], which counts in whole numbers only.
//!
//! * [`dice`]: pseudo-random numbers; `play`: results by rating; `deviate`: pairings other than the
//!   engine's; `teams`: rosters and matches board by board.

mod deviate;
pub mod dice;
pub mod play;
mod teams;

use super::event_file;
use super::format::swiss::{self, PairingError};
use super::model::{Entry, EntryStatus, Event, Format, Game, Number, Round, Stage, Tournament};
use super::regulations::RegulationsPatch;
use dice::Dice;
use std::fmt;

pub use teams::Teams;

/// How many of something: a share of all, or a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amount {
    /// None at all.
    #[default]
    None,
    /// So many in a thousand.
    PerMille(u32),
    /// So many.
    Count(u32),
}

impl Amount {
    fn of(self, total: u32) -> u32 {
        match self {
            Amount::None => 0,
            Amount::PerMille(share) => {
                let exact = u64::from(total) * u64::from(share);
                exact.div_ceil(1000).min(u64::from(total)) as u32
            }
            Amount::Count(count) => count.min(total),
        }
    }
}

/// How rounds are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingMode {
    /// By the rules.
    #[default]
    Engine,
    /// Anyhow, but nobody twice against the same opponent.
    Random,
    /// By the rules with known deviations, for testing checkers.
    Bad,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of entries.
    pub entries: u32,
    /// Rounds played.
    pub rounds: u32,
    /// Rounds planned; default two more than played.
    pub planned: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// Drawn games in a thousand.
    pub draws_per_mille: u32,
    /// Forfeited games, of all games.
    pub forfeits: Amount,
    /// Entries that leave during the event.
    pub withdrawals: Amount,
    /// Entries that come after round 1.
    pub late_entries: Amount,
    /// Number of units; 0: entries have none. Units are kept apart in round 1.
    pub units: u32,
    /// An odd field from the start, so that somebody rests.
    pub byes: bool,
    /// How rounds are paired.
    pub pairing: PairingMode,
    /// Entries are teams.
    pub teams: Option<Teams>,
}

impl Options {
    /// A plain event: every option at its default.
    pub fn new(entries: u32, rounds: u32, seed: u64) -> Options {
        Options {
            entries,
            rounds,
            planned: None,
            seed,
            draws_per_mille: 300,
            forfeits: Amount::None,
            withdrawals: Amount::None,
            late_entries: Amount::None,
            units: 0,
            byes: false,
            pairing: PairingMode::Engine,
            teams: None,
        }
    }
}

/// A deviation that the generator made on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The round.
    pub round: u32,
    /// What was done.
    pub what: &'static str,
    /// To whom.
    pub numbers: Vec<Number>,
}

/// An event and the deviations in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The event.
    pub event: Event,
    /// Deviations made on purpose, in order.
    pub made: Vec<Made>,
}

/// Why no event can be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// Options out of range.
    Options {
        /// In Chinese.
        zh: String,
        /// In English.
        en: String,
    },
    /// A round has no pairing.
    Pairing(PairingError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Options { zh, en } => write!(f, "{en} ({zh})"),
            GenerateError::Pairing(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

/// Generates an event.
///
/// # Errors
/// [`GenerateError`]: options out of range, or more rounds than the field can be paired for.
pub fn generate(options: &Options) -> Result<Generated, GenerateError> {
    check(options)?;
    let mut dice = Dice::new(options.seed);
    let mut event = empty(options, &mut dice);
    let mut made = Vec::new();
    let games_in_all = u64::from(options.entries / 2) * u64::from(options.rounds);
    let mut forfeits = play::Forfeits::new(options.forfeits, games_in_all as u32);
    for number in 1..=options.rounds {
        let mut pairs = match options.pairing {
            PairingMode::Random => deviate::random(&event, &mut dice),
            _ => swiss::pair_next(&event, 0).map(|p| deviate::Paired {
                games: p.games.iter().map(|g| (g.red, g.black)).collect(),
                byes: p.byes,
                provisional: p.provisional,
            }),
        }
        .map_err(GenerateError::Pairing)?;
        let last_chance = number == options.rounds && made.is_empty();
        if options.pairing == PairingMode::Bad && (last_chance || dice.chance(600)) {
            made.extend(deviate::spoil(&event, number, &mut pairs, &mut dice));
        }
        let round = played(&event, number, pairs, options, &mut forfeits, &mut dice);
        event.stages[0].rounds.push(round);
    }
    Ok(Generated { event, made })
}

fn check(options: &Options) -> Result<(), GenerateError> {
    let refuse = |zh: &str, en: &str| {
        Err(GenerateError::Options {
            zh: zh.to_owned(),
            en: en.to_owned(),
        })
    };
    if options.entries < 2 || options.entries > 100_000 {
        return refuse("参赛人数须为 2 至 100000", "entries: from 2 to 100000");
    }
    if options.rounds > 1000 {
        return refuse("轮数至多 1000", "rounds: at most 1000");
    }
    if options.planned.is_some_and(|p| p == 0) {
        return refuse("原定轮数至少为 1", "planned: at least 1");
    }
    if let Some(teams) = &options.teams
        && (teams.boards == 0 || teams.boards > 64 || teams.reserves > 64)
    {
        return refuse(
            "台数须为 1 至 64, 替补至多 64",
            "boards: from 1 to 64, reserves: at most 64",
        );
    }
    if options.draws_per_mille > 1000 {
        return refuse("和棋率须在 0 与 1 之间", "draw rate: between 0 and 1");
    }
    Ok(())
}

/// The event before its first round.
fn empty(options: &Options, dice: &mut Dice) -> Event {
    // Units of equal size, so that they can be kept apart.
    let mut units: Vec<u32> = (0..options.entries)
        .map(|k| 1 + k % options.units.max(1))
        .collect();
    dice.shuffle(&mut units);
    let mut entries: Vec<Entry> = (1..=options.entries)
        .zip(units)
        .map(|(number, unit)| Entry {
            number,
            name: format!("棋手{number}"),
            unit: (options.units > 0).then(|| format!("单位{unit}")),
            rating: Some(play::rating(dice)),
            ..Entry::default()
        })
        .collect();
    come_and_go(options, &mut entries, dice);
    let mut regulations = RegulationsPatch::default();
    if options.units > 1 {
        regulations.avoid_unit_rounds = Some(vec![1]);
    }
    let mut event = Event {
        format: event_file::FORMAT.to_owned(),
        tournament: Tournament {
            name: format!("随机赛事 {}", options.seed),
            regulations,
            ..Tournament::default()
        },
        entries,
        stages: vec![Stage {
            format: Format::Swiss,
            rounds_planned: Some(options.planned.unwrap_or(options.rounds + 2)),
            ..Stage::default()
        }],
        ..Event::default()
    };
    if let Some(teams) = &options.teams {
        teams::fill(&mut event, teams, dice);
    }
    // Late entries can leave one unit with more than half of round 1.
    if options.rounds > 0 && swiss::pair_next(&event, 0).is_err() {
        event.tournament.regulations.avoid_unit_rounds = None;
    }
    event
}

/// Late entries and withdrawals, each of somebody else.
fn come_and_go(options: &Options, entries: &mut [Entry], dice: &mut Dice) {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    dice.shuffle(&mut order);
    // Two entries always play from the start to the end.
    order.truncate(entries.len().saturating_sub(2));
    let mut next = order.into_iter();
    if options.rounds > 1 {
        for _ in 0..options.late_entries.of(options.entries) {
            let Some(i) = next.next() else { break };
            let latest = options.rounds.min(3);
            entries[i].first_round = Some(2 + dice.below(u64::from(latest - 1)) as u32);
        }
        for _ in 0..options.withdrawals.of(options.entries) {
            let Some(i) = next.next() else { break };
            entries[i].status = EntryStatus::Withdrawn;
            entries[i].withdrawn_after = Some(1 + dice.below(u64::from(options.rounds - 1)) as u32);
        }
    }
    let at_the_start = entries.iter().filter(|e| e.first_round.is_none()).count();
    if options.byes
        && at_the_start % 2 == 0
        && let Some(i) = next.next()
    {
        entries[i].status = EntryStatus::Withdrawn;
        entries[i].withdrawn_after = Some(0);
    }
}

fn played(
    event: &Event,
    number: u32,
    paired: deviate::Paired,
    options: &Options,
    forfeits: &mut play::Forfeits,
    dice: &mut Dice,
) -> Round {
    let rating = |number: Number| {
        event
            .entries
            .get(number as usize - 1)
            .and_then(|e| e.rating)
            .unwrap_or(play::MEAN_RATING)
    };
    let games = paired
        .games
        .into_iter()
        .enumerate()
        .map(|(k, (red, black))| {
            let forfeit = forfeits.next(dice);
            if let (Some(teams), None) = (&options.teams, forfeit) {
                let mut game = Game {
                    table: k as u32 + 1,
                    red,
                    black,
                    game: 1,
                    ..Game::default()
                };
                let terms = (number, options.draws_per_mille);
                teams::play_match(event, teams, terms, &mut game, dice);
                return game;
            }
            let (result, reason) = match forfeit {
                Some(forfeit) => forfeit,
                None => (
                    play::result(rating(red), rating(black), options.draws_per_mille, dice),
                    None,
                ),
            };
            Game {
                table: k as u32 + 1,
                red,
                black,
                game: 1,
                result: Some(result),
                reason,
                ..Game::default()
            }
        })
        .collect();
    Round {
        number,
        byes: paired.byes,
        provisional: paired.provisional,
        games,
        ..Round::default()
    }
}
