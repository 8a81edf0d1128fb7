//! A game's record as records are kept elsewhere: with its tags, by the colours as played.
use crate::rules::notation::Notation;
use crate::rules::record::json_lines::GameLine;
use crate::rules::record::{GameResult as Said, Record, dhtmlxq, import, list, pgn};
use crate::service::games::journal::Journal;
use crate::service::{Error, Result};
use crate::tournament::conduct::Act;
use crate::tournament::dossier::{Dossier, EntryFacts, GameFacts};
use crate::tournament::model::{GameResult, Kind, MemberRef};

/// In what form a record is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// PGN, its moves in Chinese, WXF or ICCS.
    Pgn,
    /// DhtmlXQ text.
    DhtmlXq,
    /// A numbered list, in any notation.
    List,
    /// One object of JSON.
    Json,
}

impl RecordFormat {
    /// The name in a query: `pgn`, `dhtmlxq`, `list`, `json`.
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "pgn",
            RecordFormat::DhtmlXq => "dhtmlxq",
            RecordFormat::List => "list",
            RecordFormat::Json => "json",
        }
    }

    /// The media type.
    pub const fn media(self) -> &'static str {
        match self {
            RecordFormat::Pgn => "application/vnd.chess-pgn; charset=utf-8",
            RecordFormat::DhtmlXq => "application/x-dhtmlxq; charset=utf-8",
            RecordFormat::List => "text/plain; charset=utf-8",
            RecordFormat::Json => "application/json",
        }
    }
}

/// The bytes of a record.
///
/// # Errors
/// [`Error::Fault`] when the moves kept are none.
pub(crate) fn written(
    dossier: &Dossier,
    facts: &GameFacts,
    journal: &Journal,
    format: RecordFormat,
    notation: Notation,
) -> Result<Vec<u8>> {
    let record = record_of(dossier, facts, journal)?;
    Ok(match format {
        RecordFormat::Pgn => pgn::write(&record, notation).into_bytes(),
        RecordFormat::DhtmlXq => dhtmlxq::write(&record).into_bytes(),
        RecordFormat::List => list::write(&record, notation).into_bytes(),
        RecordFormat::Json => serde_json::to_vec(&GameLine::of(&record))?,
    })
}

fn record_of(dossier: &Dossier, facts: &GameFacts, journal: &Journal) -> Result<Record> {
    let state = &journal.state;
    let mut record = match with_comments(journal) {
        Some(record) => record,
        None => Record::from_moves(*state.start(), state.moves())
            .map_err(|(ply, error)| Error::Fault(format!("ply {ply} on record: {error}")))?,
    };
    let (_, round, _) = dossier.game(facts.id).ok_or(Error::NotFound)?;
    let tournament = &dossier.frame.tournament;
    record.set_tag("Event", &tournament.name);
    if let Some(venue) = &tournament.venue {
        record.set_tag("Site", venue);
    }
    if let Some(date) = &tournament.start_date {
        record.set_tag("Date", &date.replace('-', "."));
    }
    record.set_tag("Round", &round.to_string());
    for (side, tag, team_tag) in [(true, "Red", "RedTeam"), (false, "Black", "BlackTeam")] {
        let (name, team) = player(dossier, facts, journal, side);
        record.set_tag(tag, &name);
        if let Some(team) = team {
            record.set_tag(team_tag, &team);
        }
    }
    record.set_tag("Table", &facts.game.table.to_string());
    if journal.board > 0 {
        record.set_tag("Board", &journal.board.to_string());
    }
    record.result = match state.ending().map(|ending| ending.result) {
        Some(GameResult::Red | GameResult::BlackForfeit) => Some(Said::Red),
        Some(GameResult::Black | GameResult::RedForfeit) => Some(Said::Black),
        Some(GameResult::Draw) => Some(Said::Draw),
        _ => None,
    };
    Ok(record)
}

/// The record that was handed in with comments and variations, where it is of the moves as they stand.
fn with_comments(journal: &Journal) -> Option<Record> {
    let log = journal.state.log();
    let text = log
        .iter()
        .enumerate()
        .rev()
        .find_map(|(number, entry)| match &entry.act {
            Act::Sheet {
                text: Some(text), ..
            } if !journal.state.is_void(number as u32) => Some(text),
            _ => None,
        })?;
    let record = import(text.as_bytes()).next()?.game.ok()?;
    let same = record.start == *journal.state.start()
        && record.moves().eq(journal.state.moves().iter().copied());
    same.then_some(record)
}

/// Who sat on a side as it was played, and for whom.
fn player(
    dossier: &Dossier,
    facts: &GameFacts,
    journal: &Journal,
    red: bool,
) -> (String, Option<String>) {
    let game = &facts.game;
    let red = red != journal.state.colours_swapped();
    let board = game.boards.iter().find(|b| b.board == journal.board);
    let crossed = journal.board > 0 && journal.board.is_multiple_of(2);
    let number = if red != crossed { game.red } else { game.black };
    let entry = dossier.entry(number).map(|EntryFacts { entry, .. }| entry);
    let own = entry.map_or_else(|| number.to_string(), |entry| entry.name.clone());
    if dossier.frame.tournament.kind == Kind::Individual {
        return (own, entry.and_then(|entry| entry.unit.clone()));
    }
    let member = board.and_then(|b| if red { b.red.clone() } else { b.black.clone() });
    let name = match member {
        Some(MemberRef::Name(name)) => Some(name),
        Some(MemberRef::Place(place)) => entry
            .and_then(|entry| entry.members.get((place as usize).checked_sub(1)?))
            .map(|member| member.name.clone()),
        None => None,
    };
    (name.unwrap_or_else(|| "?".to_owned()), Some(own))
}
