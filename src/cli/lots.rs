//! `saiwu lots`: draws lots from a seed, and runs recorded draws again.
//!
//! * `saiwu lots FILE`: a draw as JSON, or an event file with its draws: each is run again and
//!   compared with what was recorded; exit code 1 where one differs.
//! * `saiwu lots --method M --names FILE [--seed HEX]`: draws and prints the record.
//! * `saiwu lots --commit --seed HEX`: what may be published before the draw.
use crate::tournament::event_file;
use crate::tournament::lots::{Lots, LotsMethod, OthersOrder, Seed, check};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `lots`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A recorded draw, a list of draws, or an event file: run again.
    #[arg(conflicts_with_all = ["method", "commit"])]
    pub file: Option<PathBuf>,
    /// How to draw.
    #[arg(long, value_enum, required_unless_present_any = ["file", "commit"])]
    pub method: Option<Method>,
    /// Participants in order of strength, one a line; a unit may follow behind a tab.
    #[arg(long, conflicts_with = "entries")]
    pub names: Option<PathBuf>,
    /// Instead of names: the numbers 1 to N.
    #[arg(long)]
    pub entries: Option<u32>,
    /// The seed: 64 hexadecimal digits; without it, 256 bits from the operating system.
    #[arg(long)]
    pub seed: Option<Seed>,
    /// Halves: how many of the first are seeds. Bracket: how many keep positions 1 to K.
    #[arg(long, default_value_t = 0)]
    pub seeds: u32,
    /// Halves: draw the order of those who are not seeded.
    #[arg(long)]
    pub draw_others: bool,
    /// Snake and pots: how many groups.
    #[arg(long, default_value_t = 0)]
    pub groups: u32,
    /// Pots: draw the first pot too, instead of seed k heading group k.
    #[arg(long)]
    pub draw_heads: bool,
    /// Groups and bracket: keep entries of one unit apart.
    #[arg(long)]
    pub apart: bool,
    /// Only print what the seed commits to.
    #[arg(long, requires = "seed")]
    pub commit: bool,
}

/// The methods by name.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Method {
    /// Numbers in one draw for all.
    Numbers,
    /// Numbers in two halves, the upper odd, the lower even.
    Halves,
    /// Groups by the snake; nothing is drawn.
    Snake,
    /// Groups, pot by pot.
    Pots,
    /// Positions in a bracket.
    Bracket,
    /// Red or black, one lot a line.
    Colours,
}

/// Draws, or runs draws again: exit code 0 good, 1 a draw that differs, 2 bad input.
pub fn run(args: &Args) -> ExitCode {
    let result = match (&args.file, args.commit, args.seed) {
        (_, true, Some(seed)) => {
            println!("{}", seed.commitment());
            Ok(ExitCode::SUCCESS)
        }
        (Some(file), _, _) => run_again(file),
        (None, _, _) => draw(args),
    };
    result.unwrap_or_else(|message| {
        eprintln!("saiwu: {message}");
        ExitCode::from(2)
    })
}

fn draw(args: &Args) -> Result<ExitCode, String> {
    let (participants, units) = participants(args)?;
    let method = match args.method {
        None | Some(Method::Numbers) => LotsMethod::Numbers,
        Some(Method::Halves) => LotsMethod::SeededHalves {
            seeds: args.seeds,
            others: if args.draw_others {
                OthersOrder::Drawn
            } else {
                OthersOrder::Ranked
            },
        },
        Some(Method::Snake) => LotsMethod::Snake {
            groups: args.groups,
        },
        Some(Method::Pots) => LotsMethod::Pots {
            groups: args.groups,
            seeds_fixed: !args.draw_heads,
        },
        Some(Method::Bracket) => LotsMethod::Bracket {
            protected: args.seeds,
        },
        Some(Method::Colours) => LotsMethod::Colours,
    };
    let lots = Lots {
        method,
        stage: None,
        participants,
        apart: if args.apart { units } else { Vec::new() },
        seed: Some(match args.seed {
            Some(seed) => seed,
            None => random_seed()?,
        }),
        purpose: None,
        commitment: None,
        committed_at: None,
        drawn_at: None,
        result: Vec::new(),
    };
    let lots = lots.drawn().map_err(|faults| {
        faults
            .iter()
            .map(|f| format!("{}: {} ({})", f.pointer, f.en, f.zh))
            .collect::<Vec<_>>()
            .join("\n")
    })?;
    println!("{}", json(&lots));
    Ok(ExitCode::SUCCESS)
}

fn json(lots: &Lots) -> String {
    serde_json::to_string_pretty(lots).expect("a draw has only string keys")
}

fn random_seed() -> Result<Seed, String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|e| format!("the operating system gives no random numbers: {e}"))?;
    Ok(Seed(bytes))
}

fn participants(args: &Args) -> Result<(Vec<String>, Vec<Option<String>>), String> {
    if let Some(n) = args.entries {
        let numbers: Vec<String> = (1..=n).map(|k| k.to_string()).collect();
        let none = vec![None; numbers.len()];
        return Ok((numbers, none));
    }
    let path = args
        .names
        .as_deref()
        .ok_or("say who takes part: --names FILE or --entries N")?;
    let text = read(path)?;
    let text = String::from_utf8(text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| match line.split_once('\t') {
            Some((name, unit)) => (name.trim().to_owned(), Some(unit.trim().to_owned())),
            None => (line.to_owned(), None),
        })
        .unzip())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn run_again(path: &Path) -> Result<ExitCode, String> {
    let text = read(path)?;
    let draws = draws_in(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    if draws.is_empty() {
        println!("no draws on record");
    }
    let mut all_good = true;
    for (i, lots) in draws.iter().enumerate() {
        let faults = check(lots);
        let kind = serde_json::to_value(&lots.method)
            .ok()
            .and_then(|m| m["kind"].as_str().map(str::to_owned))
            .unwrap_or_default();
        let seed = lots.seed.map_or("–".to_owned(), |s| s.to_string());
        let verdict = if faults.is_empty() {
            "same result"
        } else {
            "DIFFERS"
        };
        println!("{}: {kind}, seed {seed}: {verdict}", i + 1);
        for fault in &faults {
            all_good = false;
            println!("   {}: {} ({})", fault.pointer, fault.en, fault.zh);
        }
        for (result, participant) in lots.in_order() {
            println!("   {result:>4}  {participant}");
        }
    }
    Ok(if all_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// The draws of a file: one record, a list of records, or an event.
fn draws_in(text: &[u8]) -> Result<Vec<Lots>, String> {
    let value: serde_json::Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
    let draws = match &value {
        serde_json::Value::Array(_) => value,
        serde_json::Value::Object(fields)
            if fields
                .get("format")
                .is_some_and(|f| f == event_file::FORMAT) =>
        {
            value
                .get("draws")
                .cloned()
                .unwrap_or_else(|| serde_json::json!([]))
        }
        _ => serde_json::Value::Array(vec![value]),
    };
    serde_json::from_value(draws).map_err(|e| e.to_string())
}
