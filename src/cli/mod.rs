//! The command line: one file per command, each with its arguments (`Args`) and `run`.
//!
//! Answers go to standard output, everything else to standard error. The exit code is one of
//! [`GOOD`], [`FINDING`], [`BAD_INPUT`], [`INFEASIBLE`].

pub mod check;
mod database;
pub mod demo;
pub mod games;
pub mod generate;
pub mod healthcheck;
mod json_lines;
pub mod judge;
pub mod key;
pub mod lots;
pub mod migrate;
pub mod notation;
pub mod openapi;
pub mod order_table;
pub mod pair;
pub mod perft;
pub mod position;
mod progress;
pub mod serve;
pub mod standings;
pub mod with_database;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::service::Error;
use crate::tournament::event_file::Fault;

/// Exit code: done.
pub const GOOD: u8 = 0;
/// Exit code: done, and something was found that should not be; or the service is not healthy.
pub const FINDING: u8 = 1;
/// Exit code: the input or the settings cannot be used; the message says where.
pub const BAD_INPUT: u8 = 2;
/// Exit code: no pairing exists.
pub const INFEASIBLE: u8 = 3;

/// 赛务: the tournament office for xiangqi
#[derive(Debug, Parser)]
#[command(name = "saiwu", version, about, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Hold an event file against the rules of pairing and ranking
    Check(check::Args),
    /// The server with filled example events, in a database that is gone afterwards
    Demo(Box<demo::Args>),
    /// Read game records of any kind, report, write them in another
    Games(games::Args),
    /// Make a random event file
    Generate(generate::Args),
    /// Ask a running server whether it is ready
    Healthcheck(healthcheck::Args),
    /// Rulings on repetition, JSON lines in and out
    Judge(judge::Args),
    /// Make, list, rotate and revoke API keys
    Key(key::Args),
    /// Draw lots from a seed, or run recorded draws again
    Lots(lots::Args),
    /// Bring the schema of the database up to date
    Migrate(migrate::Args),
    /// Moves read and written in every notation, JSON lines in and out
    Notation(notation::Args),
    /// The description of the HTTP interface (openapi.yaml)
    Openapi(openapi::Args),
    /// The round-robin table for N entries
    OrderTable(order_table::Args),
    /// The next round of an event file
    Pair(pair::Args),
    /// Count the sequences of legal moves from a position
    Perft(perft::Args),
    /// Positions described, JSON lines in and out
    Position(position::Args),
    /// The server
    Serve(Box<serve::Args>),
    /// The table of an event file
    Standings(standings::Args),
    /// Run a command with DATABASE_URL set, such as pg_dump, psql or pg_restore
    WithDatabase(with_database::Args),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        leave_quietly_when_nobody_reads();
        match self.command {
            Command::Games(args) => games::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Demo(args) => demo::run(&args),
            Command::Generate(args) => generate::run(&args),
            Command::Healthcheck(args) => healthcheck::run(&args),
            Command::Judge(args) => judge::run(&args),
            Command::Key(args) => key::run(&args),
            Command::Lots(args) => lots::run(&args),
            Command::Migrate(args) => migrate::run(&args),
            Command::Notation(args) => notation::run(&args),
            Command::Openapi(args) => openapi::run(&args),
            Command::OrderTable(args) => order_table::run(&args),
            Command::Pair(args) => pair::run(&args),
            Command::Perft(args) => perft::run(&args),
            Command::Position(args) => position::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::Standings(args) => standings::run(&args),
            Command::WithDatabase(args) => with_database::run(&args),
        }
    }
}

/// `saiwu … | head` closes the pipe early. That ends the command, as it ends any other, but it is no
/// failure to make words about.
fn leave_quietly_when_nobody_reads() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        if message.starts_with("failed printing to stdout") && message.contains("Broken pipe") {
            std::process::exit(i32::from(GOOD));
        }
        usual(panic);
    }));
}

/// Says in both languages why the command ends here.
fn refuse(code: u8, chinese: &str, english: &str) -> ExitCode {
    eprintln!("saiwu: {chinese}");
    eprintln!("saiwu: {english}");
    ExitCode::from(code)
}

/// What a command of the service says, in Chinese and English.
fn words(error: &Error) -> (String, String) {
    let faults = |faults: &[Fault]| {
        let zh: Vec<_> = faults
            .iter()
            .map(|f| format!("{} {}", f.pointer, f.zh))
            .collect();
        let en: Vec<_> = faults
            .iter()
            .map(|f| format!("{} {}", f.pointer, f.en))
            .collect();
        (zh.join(";"), en.join("; "))
    };
    let same = |text: &str| (text.to_owned(), text.to_owned());
    match error {
        Error::NotFound => ("没有这一项".into(), "there is no such thing".into()),
        Error::Malformed(text) => (text.zh.clone(), text.en.clone()),
        Error::Invalid(found) => faults(found),
        Error::AgainstRules(refusal) | Error::Refused(refusal) => {
            (refusal.text.zh.clone(), refusal.text.en.clone())
        }
        Error::Busy(what) => (
            format!("数据库没有应答:{what}"),
            format!("the database does not answer: {what}"),
        ),
        Error::Fault(what) => same(what),
        other => same(&format!("{other:?}")),
    }
}

/// The runtime of a command that talks to the database or the network.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}
