//! `saiwu generate --entries N --rounds R --seed S …`: a random event file.
use super::{BAD_INPUT, GOOD, INFEASIBLE};
use crate::tournament::event_file;
use crate::tournament::format::swiss::PairingError;
use crate::tournament::generate::{Amount, GenerateError, Options, PairingMode, Teams, generate};
use crate::tournament::regulations::TeamMode;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `generate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Number of entries.
    #[arg(long)]
    pub entries: u32,
    /// Rounds played.
    #[arg(long)]
    pub rounds: u32,
    /// The seed: the same seed gives the same file.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Rounds planned; default two more than played.
    #[arg(long)]
    pub planned: Option<u32>,
    /// Share of drawn games, 0 to 1 (above 1: percent).
    #[arg(long, default_value = "0.3", value_parser = share)]
    pub draw_rate: u32,
    /// Forfeited games: a share below 1 or a number; without a value a fiftieth.
    #[arg(long, num_args = 0..=1, default_missing_value = "0.02", value_parser = amount)]
    pub forfeits: Option<Amount>,
    /// Entries that leave during the event: a share below 1 or a number; without a value a
    /// twentieth.
    #[arg(long, num_args = 0..=1, default_missing_value = "0.05", value_parser = amount)]
    pub withdrawals: Option<Amount>,
    /// Entries that come after round 1: a share below 1 or a number; without a value a twentieth.
    #[arg(long, num_args = 0..=1, default_missing_value = "0.05", value_parser = amount)]
    pub late_entries: Option<Amount>,
    /// Number of units; they are kept apart in round 1. Without a value a fifth of the entries.
    #[arg(long, num_args = 0..=1, default_missing_value = "0")]
    pub units: Option<u32>,
    /// An odd field from the start, so that somebody rests in every round.
    #[arg(long, num_args = 0..=1, default_missing_value = "1")]
    pub byes: Option<u32>,
    /// How rounds are paired; `bad` makes known deviations and lists them on standard error.
    #[arg(long, value_enum, default_value_t = Pairing::Engine)]
    pub pairing: Pairing,
    /// Entries are teams with rosters; matches are played board by board.
    #[arg(long)]
    pub teams: bool,
    /// Boards of a match; where all play all, members of a team.
    #[arg(long, default_value_t = 4, requires = "teams")]
    pub boards: u32,
    /// Reserves of a team (11.2).
    #[arg(long, default_value_t = 0, requires = "teams")]
    pub reserves: u32,
    /// How players come to their boards; reserves where there are any, otherwise fixed.
    #[arg(long, value_enum, requires = "teams")]
    pub team_mode: Option<Mode>,
}

/// How players come to their boards (11.1–11.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// Fixed boards (11.1).
    Fixed,
    /// A choice in registered order (11.2).
    Reserves,
    /// Any order for each match (11.3).
    Order,
    /// All of one team against all of the other (11.4).
    All,
}

impl Args {
    fn teams(&self) -> Option<Teams> {
        self.teams.then_some(Teams {
            boards: self.boards,
            reserves: self.reserves,
            mode: match self.team_mode {
                Some(Mode::Fixed) => TeamMode::FixedBoards,
                Some(Mode::Order) => TeamMode::OrderPerMatch,
                Some(Mode::All) => TeamMode::AllPlayAll,
                Some(Mode::Reserves) => TeamMode::Reserves,
                None if self.reserves > 0 => TeamMode::Reserves,
                None => TeamMode::FixedBoards,
            },
        })
    }
}

/// How rounds are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Pairing {
    /// By the rules.
    Engine,
    /// At random, without rematches.
    Random,
    /// By the rules, with known deviations.
    Bad,
}

/// A share in a thousand, from a decimal number; exact to the thousandth.
fn share(text: &str) -> Result<u32, String> {
    let per_mille = thousandths(text)?;
    let per_mille = if per_mille > 1000 {
        per_mille / 100
    } else {
        per_mille
    };
    if per_mille > 1000 {
        return Err("a share is between 0 and 1 (比例须在 0 与 1 之间)".to_owned());
    }
    Ok(per_mille)
}

fn amount(text: &str) -> Result<Amount, String> {
    let per_mille = thousandths(text)?;
    Ok(if per_mille == 0 {
        Amount::None
    } else if per_mille < 1000 {
        Amount::PerMille(per_mille)
    } else if per_mille % 1000 == 0 {
        Amount::Count(per_mille / 1000)
    } else {
        return Err("a share below 1, or a whole number (小于 1 的比例或整数)".to_owned());
    })
}

/// A decimal number in thousandths, without floating point.
fn thousandths(text: &str) -> Result<u32, String> {
    let refused = || format!("{text:?} is not a number with at most three decimals (数字有误)");
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 3 || text.is_empty() {
        return Err(refused());
    }
    let whole: u32 = if whole.is_empty() {
        0
    } else {
        whole.parse().map_err(|_| refused())?
    };
    let padded = format!("{fraction:0<3}");
    let fraction: u32 = padded.parse().map_err(|_| refused())?;
    whole
        .checked_mul(1000)
        .and_then(|w| w.checked_add(fraction))
        .ok_or_else(refused)
}

/// Prints the event file.
///
/// Exit code 2 for options out of range, 3 where the field cannot be paired for so many rounds.
pub fn run(args: &Args) -> ExitCode {
    let options = Options {
        entries: args.entries,
        rounds: args.rounds,
        planned: args.planned,
        seed: args.seed,
        draws_per_mille: args.draw_rate,
        forfeits: args.forfeits.unwrap_or_default(),
        withdrawals: args.withdrawals.unwrap_or_default(),
        late_entries: args.late_entries.unwrap_or_default(),
        units: match args.units {
            None => 0,
            Some(0) => (args.entries / 5).max(2),
            Some(units) => units,
        },
        byes: args.byes.is_some_and(|b| b > 0),
        pairing: match args.pairing {
            Pairing::Engine => PairingMode::Engine,
            Pairing::Random => PairingMode::Random,
            Pairing::Bad => PairingMode::Bad,
        },
        teams: args.teams(),
    };
    let generated = match generate(&options) {
        Ok(generated) => generated,
        Err(GenerateError::Pairing(PairingError::Infeasible { round, numbers })) => {
            let error = PairingError::Infeasible {
                round,
                numbers: numbers.clone(),
            };
            eprintln!("saiwu: {error}");
            println!("{}", json!({ "infeasible": numbers }));
            return ExitCode::from(INFEASIBLE);
        }
        Err(error) => {
            eprintln!("saiwu: {error}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    for made in &generated.made {
        eprintln!(
            "saiwu: round {}: {} {:?}",
            made.round, made.what, made.numbers
        );
    }
    let text = event_file::write(&generated.event);
    if std::io::stdout().write_all(text.as_bytes()).is_err() {
        return ExitCode::from(BAD_INPUT);
    }
    ExitCode::from(GOOD)
}
