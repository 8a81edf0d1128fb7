//! `saiwu games FILE…`: game records of any kind in, checked; JSON lines or another format out.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use serde_json::{Map, Value};

use super::progress::Progress;
use super::{BAD_INPUT, FINDING, GOOD};
use crate::rules::notation::Notation;
use crate::rules::record::json_lines::GameLine;
use crate::rules::record::{Import, Record, dhtmlxq, import, list, pgn};

/// Arguments of `games`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Files of games: PGN, DhtmlXQ, plain lists, JSON lines, in UTF-8, GB18030 or Big5; `-` for
    /// standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the good games are written as
    #[arg(long, value_enum, default_value_t = Output::Jsonl)]
    to: Output,
    /// The notation of the moves in PGN and lists
    #[arg(long, value_enum, default_value_t = Moves::Chinese)]
    notation: Moves,
    /// Where to write the good games; standard output when not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report of every game, good or bad, as JSON lines
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// What games are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// One JSON object a game
    Jsonl,
    /// PGN, comments and variations included
    Pgn,
    /// DhtmlXQ text, comments and variations included
    Dhtmlxq,
    /// Numbered moves
    List,
    /// Nothing: only check
    None,
}

/// The notations games are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    Chinese,
    Short,
    Wxf,
    Iccs,
    Uci,
    Uci10,
}

impl From<Moves> for Notation {
    fn from(moves: Moves) -> Notation {
        match moves {
            Moves::Chinese => Notation::Chinese,
            Moves::Short => Notation::Short,
            Moves::Wxf => Notation::Wxf,
            Moves::Iccs => Notation::Iccs,
            Moves::Uci => Notation::Uci,
            Moves::Uci10 => Notation::Uci10,
        }
    }
}

/// What was found over all files.
#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
    warned: usize,
    /// Files that hold no game.
    empty: usize,
    /// Files that could not be opened.
    unread: usize,
}

/// Reads all files. Exit code 1 when a game is bad or a file holds none, 2 when a file cannot be
/// read; the good games are written all the same.
pub fn run(args: &Args) -> ExitCode {
    // PGN has three move formats: another one is not quietly made one of them.
    if args.to == Output::Pgn && !matches!(args.notation, Moves::Chinese | Moves::Wxf | Moves::Iccs)
    {
        return super::refuse(
            BAD_INPUT,
            "PGN 的着法格式只有 chinese、wxf、iccs（--notation）",
            "PGN has the move formats chinese, wxf and iccs only (--notation)",
        );
    }
    let tally = match Run::new(args).and_then(|run| run.all()) {
        Ok(tally) => tally,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(GOOD),
        Err(error) => {
            return super::refuse(BAD_INPUT, &format!("读写失败：{error}"), &error.to_string());
        }
    };
    let Tally {
        good, bad, warned, ..
    } = tally;
    eprintln!(
        "saiwu: {} 局：{good} 局可用，{bad} 局有误，{warned} 局有提示",
        good + bad
    );
    eprintln!(
        "saiwu: {} games: {good} good, {bad} bad, {warned} with warnings",
        good + bad
    );
    ExitCode::from(match tally {
        Tally { unread: 1.., .. } => BAD_INPUT,
        Tally {
            bad: 0, empty: 0, ..
        } => GOOD,
        _ => FINDING,
    })
}

struct Run<'a> {
    args: &'a Args,
    out: Box<dyn Write>,
    report: Option<BufWriter<File>>,
    progress: Progress,
    tally: Tally,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args) -> io::Result<Run<'a>> {
        let create = |path: &PathBuf| File::create(path).map_err(|error| with_path(path, &error));
        let out: Box<dyn Write> = match &args.out {
            Some(path) => Box::new(BufWriter::new(create(path)?)),
            None => Box::new(BufWriter::new(io::stdout().lock())),
        };
        let report = args
            .report
            .as_ref()
            .map(create)
            .transpose()?
            .map(BufWriter::new);
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
        let total = args.files.iter().map(length).sum();
        // A bar between the games on one terminal would only be in their way.
        let shown = io::stderr().is_terminal()
            && (args.out.is_some() || args.to == Output::None || !io::stdout().is_terminal());
        let progress = Progress::new(total, shown);
        Ok(Run {
            args,
            out,
            report,
            progress,
            tally: Tally::default(),
        })
    }

    fn all(mut self) -> io::Result<Tally> {
        for path in &self.args.files {
            match read(path) {
                Ok(bytes) => self.file(path, &bytes)?,
                Err(error) => {
                    self.tally.unread += 1;
                    self.progress.clear();
                    eprintln!("saiwu: {}", with_path(path, &error));
                }
            }
        }
        self.progress.clear();
        self.out.flush()?;
        if let Some(report) = &mut self.report {
            report.flush()?;
        }
        Ok(self.tally)
    }

    fn file(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut imports = import(bytes);
        let mut games = 0;
        while let Some(game) = imports.next() {
            games += 1;
            self.game(path, &game)?;
            self.progress.at(
                imports.bytes_read() as u64,
                self.tally.good + self.tally.bad,
            );
        }
        self.progress.add(bytes.len() as u64);
        if games == 0 {
            self.tally.empty += 1;
            self.progress.clear();
            let path = path.display();
            eprintln!("saiwu: {path}: 没有找到对局 (no game found)");
        }
        Ok(())
    }

    fn game(&mut self, path: &Path, game: &Import) -> io::Result<()> {
        let place = format!("{}:{}: 第 {} 局", path.display(), game.line, game.number);
        if let Err(refusal) = &game.game {
            self.tally.bad += 1;
            self.progress.clear();
            eprintln!("{place}：{} ({refusal})", refusal.zh());
        } else {
            self.tally.good += 1;
        }
        if !game.remarks.is_empty() {
            self.tally.warned += 1;
            self.progress.clear();
        }
        for remark in &game.remarks {
            eprintln!("{place}：提示：{} ({remark})", remark.zh());
        }
        if let Some(report) = &mut self.report {
            writeln!(report, "{}", Value::Object(report_line(path, game)?))?;
        }
        match &game.game {
            Ok(record) => self.write(path, game, record),
            Err(_) => Ok(()),
        }
    }

    fn write(&mut self, path: &Path, game: &Import, record: &Record) -> io::Result<()> {
        let notation = self.args.notation.into();
        match self.args.to {
            Output::None => Ok(()),
            Output::Pgn => writeln!(self.out, "{}", pgn::write(record, notation)),
            Output::Dhtmlxq => writeln!(self.out, "{}", dhtmlxq::write(record)),
            Output::List => writeln!(self.out, "{}", list::write(record, notation)),
            Output::Jsonl => {
                let mut line = report_line(path, game)?;
                if let Value::Object(fields) = serde_json::to_value(GameLine::of(record))? {
                    line.extend(fields);
                }
                writeln!(self.out, "{}", Value::Object(line))
            }
        }
    }
}

/// The report of a game, with the file it stands in.
fn report_line(path: &Path, game: &Import) -> io::Result<Map<String, Value>> {
    let mut line = Map::new();
    line.insert("file".into(), path.display().to_string().into());
    if let Value::Object(fields) = serde_json::to_value(game.report())? {
        line.extend(fields);
    }
    Ok(line)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}

fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
