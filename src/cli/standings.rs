//! `saiwu standings EVENT.json [--stage S] [--after-round N] [--explain]`: the table as JSON; with
//! `--view` another arrangement of the same facts, with `--csv` or `--xlsx` as a file.
use crate::exchange::tables::{self, Sheet};
use crate::tournament::event_file;
use crate::tournament::format::stages;
use crate::tournament::model::Event;
use crate::tournament::scoring;
use crate::tournament::standings::views::categories::{Categories, categories};
use crate::tournament::standings::views::{crosstable, players, progress, units};
use crate::tournament::standings::{self, StandingsError, Table, explain};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `standings`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The event file (`saiwu-event/1`); `-` reads standard input.
    pub event: PathBuf,
    /// The stage, counted from 1; by default the last one that has rounds.
    #[arg(long)]
    pub stage: Option<usize>,
    /// The table after this round; by default the last one paired.
    #[arg(long)]
    pub after_round: Option<u32>,
    /// Adds what separates neighbours and what every value is made of.
    #[arg(long)]
    pub explain: bool,
    /// Which table.
    #[arg(long, value_enum, default_value_t = View::Standings)]
    pub view: View,
    /// The entry whose progress is asked for (with --view entry).
    #[arg(long, required_if_eq("view", "entry"))]
    pub entry: Option<u32>,
    /// Limits of the classes: ages (with --view age) or ratings (with --view rating).
    #[arg(long, value_delimiter = ',')]
    pub bounds: Vec<i32>,
    /// The year in which ages are reached; by default the year of the first day.
    #[arg(long)]
    pub year: Option<i16>,
    /// The places across all stages instead of one stage's table.
    #[arg(long, conflicts_with_all = ["stage", "after_round", "explain", "view", "csv", "xlsx"])]
    pub r#final: bool,
    /// A team event of mode `members_places` (11.5): the event file of the individual event that its
    /// members play in. Stage and round are that event's then.
    #[arg(long, conflicts_with_all = ["explain", "view", "final"])]
    pub individual: Option<PathBuf>,
    /// Writes the table to this file as CSV instead.
    #[arg(long, conflicts_with = "explain")]
    pub csv: Option<PathBuf>,
    /// Writes the table to this file as XLSX instead.
    #[arg(long, conflicts_with = "explain")]
    pub xlsx: Option<PathBuf>,
}

/// The tables there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum View {
    /// The standings.
    Standings,
    /// Everybody against everybody.
    Crosstable,
    /// Round by round.
    Progress,
    /// One entry round by round.
    Entry,
    /// Units by the places of their members (11.5).
    Units,
    /// Men and women.
    Sex,
    /// Age classes.
    Age,
    /// Rating classes.
    Rating,
    /// Team events, board by board.
    Boards,
    /// Team events, the players.
    Players,
}

/// Prints or writes the table; exit code 2 for a file or a question that cannot be answered.
pub fn run(args: &Args) -> ExitCode {
    match table(args) {
        Ok(text) => {
            if let Some(text) = text {
                println!("{text}");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("saiwu: {}: {message}", args.event.display());
            ExitCode::from(2)
        }
    }
}

/// The answer to print, or none where it went into files.
fn table(args: &Args) -> Result<Option<String>, String> {
    let event = read(&args.event)?;
    if let Some(path) = &args.individual {
        return by_members(&event, path, args);
    }
    if args.r#final {
        return final_places(&event).map(Some);
    }
    let stage = stage_of(&event, args.stage)?;
    if stages::places::has_bracket(&event, stage) {
        return bracket_places(&event, stage, args).map(Some);
    }
    let table =
        standings::compute(&event, stage, args.after_round).map_err(|error| error.to_string())?;
    for warning in scoring::warnings(&event.regulations(stage).points) {
        eprintln!("saiwu: 13.3: {} ({})", warning.en, warning.zh);
    }
    if table.open > 0 {
        eprintln!(
            "saiwu: {} games are not finished (尚有 {} 局未结束)",
            table.open, table.open
        );
    }
    if args.view == View::Age && year(args, &event) == 0 {
        return Err("the event has no date: give --year (赛事没有日期, 请给出 --year)".to_owned());
    }
    let (mut answer, sheet) =
        view(args, &event, stage, &table).map_err(|error| error.to_string())?;
    if args.csv.is_some() || args.xlsx.is_some() {
        write(args, &sheet)?;
        return Ok(None);
    }
    if args.explain {
        let explanation =
            explain::explain(&event, stage, &table).map_err(|error| error.to_string())?;
        answer["explanation"] = json!(explanation);
    }
    serde_json::to_string_pretty(&answer)
        .map(Some)
        .map_err(|error| error.to_string())
}

/// Teams by the places of their members in another event (11.5).
fn by_members(teams: &Event, individual: &PathBuf, args: &Args) -> Result<Option<String>, String> {
    let event = read(individual).map_err(|e| format!("{}: {e}", individual.display()))?;
    let stage = stage_of(&event, args.stage)?;
    let table =
        standings::compute(&event, stage, args.after_round).map_err(|error| error.to_string())?;
    let ranked = units::teams(teams, &table).map_err(|error| error.to_string())?;
    if args.csv.is_some() || args.xlsx.is_some() {
        write(args, &tables::units(&ranked))?;
        return Ok(None);
    }
    serde_json::to_string_pretty(&ranked)
        .map(Some)
        .map_err(|error| error.to_string())
}

/// The places of a stage whose order comes from its bracket, in the shape of a table.
fn bracket_places(event: &Event, stage: usize, args: &Args) -> Result<String, String> {
    if args.view != View::Standings || args.csv.is_some() || args.xlsx.is_some() {
        return Err(
            "a bracket has places only, no such table (淘汰赛只有名次, 没有此表)".to_owned(),
        );
    }
    let places = stages::stage_places(event, stage, args.after_round)
        .map_err(|error| format!("{} ({})", error.en(), error.zh()))?;
    let rows: Vec<Value> = places
        .places
        .iter()
        .map(|place| {
            json!({"rank": place.from, "to": place.to, "number": place.number,
                "points": null, "criteria": []})
        })
        .collect();
    for note in &places.notes {
        eprintln!("saiwu: {} ({})", note.en, note.zh);
    }
    let answer = json!({"stage": stage + 1, "finished": places.finished, "rows": rows});
    serde_json::to_string_pretty(&answer).map_err(|error| error.to_string())
}

/// The places across all stages.
fn final_places(event: &Event) -> Result<String, String> {
    let places =
        stages::final_places(event).map_err(|error| format!("{} ({})", error.en(), error.zh()))?;
    let rows: Vec<Value> = places
        .iter()
        .map(|place| {
            json!({"rank": place.from, "to": place.to, "number": place.number,
                "stage": place.stage})
        })
        .collect();
    serde_json::to_string_pretty(&json!({ "rows": rows })).map_err(|error| error.to_string())
}

fn view(
    args: &Args,
    event: &Event,
    stage: usize,
    table: &Table,
) -> Result<(Value, Sheet), StandingsError> {
    let by = |by: Categories| {
        let found = categories(event, table, &by);
        (json!({ "categories": found }), tables::categories(&found))
    };
    Ok(match args.view {
        View::Standings => (json!(table), tables::standings(event, table)),
        View::Crosstable => {
            let cross = crosstable::crosstable(event, stage, table)?;
            (json!(cross), tables::crosstable(&cross, table))
        }
        View::Progress => {
            let progress = progress::progress(event, stage, table)?;
            (json!(progress), tables::progress(&progress))
        }
        View::Entry => {
            let number = args.entry.unwrap_or_default();
            match progress::of_entry(event, stage, table, number)? {
                Some(entry) => (json!(entry), tables::entry(&entry)),
                None => {
                    return Err(StandingsError::NotInField {
                        number,
                        round: table.after_round,
                    });
                }
            }
        }
        View::Units => {
            let units = units::units(event, table);
            (json!(units), tables::units(&units))
        }
        View::Sex => by(Categories::Sex),
        View::Age => by(Categories::Age {
            year: year(args, event),
            up_to: args
                .bounds
                .iter()
                .filter_map(|age| u8::try_from(*age).ok())
                .collect(),
        }),
        View::Rating => by(Categories::Rating {
            below: args.bounds.clone(),
        }),
        View::Boards => {
            let boards = players::boards(event, stage, args.after_round)?;
            (json!({ "boards": boards }), tables::boards(&boards))
        }
        View::Players => {
            let players = players::players(event, stage, args.after_round)?;
            (json!({ "players": players }), tables::players(&players))
        }
    })
}

/// The year in which ages are reached: as asked, otherwise that of the first or last day.
fn year(args: &Args, event: &Event) -> i16 {
    let of = |date: &Option<String>| date.as_ref()?.get(..4)?.parse().ok();
    args.year
        .or_else(|| of(&event.tournament.start_date))
        .or_else(|| of(&event.tournament.end_date))
        .unwrap_or_default()
}

fn write(args: &Args, sheet: &Sheet) -> Result<(), String> {
    let at = |path: &PathBuf, error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(path) = &args.csv {
        std::fs::write(path, sheet.to_csv()).map_err(|error| at(path, error))?;
    }
    if let Some(path) = &args.xlsx {
        let bytes = sheet.to_xlsx().map_err(|error| error.to_string())?;
        std::fs::write(path, bytes).map_err(|error| at(path, error))?;
    }
    Ok(())
}

fn read(path: &PathBuf) -> Result<Event, String> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    }
    .map_err(|error| error.to_string())?;
    event_file::read(&bytes).map_err(|error| error.to_string())
}

/// The stage asked for (counted from 1), otherwise the last one that has rounds, as an index.
fn stage_of(event: &Event, asked: Option<usize>) -> Result<usize, String> {
    match asked {
        Some(stage) if stage >= 1 && stage <= event.stages.len() => Ok(stage - 1),
        Some(stage) => Err(format!(
            "there is no stage {stage}, there are {} (没有第 {stage} 阶段)",
            event.stages.len()
        )),
        None => Ok(event
            .stages
            .iter()
            .rposition(|stage| !stage.rounds.is_empty())
            .unwrap_or(0)),
    }
}
