//! Values of an event file, held against the bounds that the other routes and the columns of the
//! database have: a file must not bring in what no command would take.
use crate::service::check::Faults;
use crate::tournament::conduct::KeptLog;
use crate::tournament::model::{BoardGame, Entry, Event, Fouls, Game, MemberRef, Stage};

/// Most of what counts upwards: numbers, seeds, tables.
const NUMBERS: i64 = 1_000_000;
/// Most rounds, games of a pairing, boards, fouls.
const FEW: i64 = 1000;
/// The longest note.
const NOTE: usize = 2000;
/// The longest name.
const NAME: usize = 200;
/// The longest position: what the column takes.
const POSITION: usize = 120;

/// Every value out of bounds, by pointer. What the shape of an event forbids (a blank name, a
/// number 0 or given twice) is found by its own check.
pub(super) fn faults(event: &Event) -> Faults {
    let mut faults = Faults::default();
    for (i, e) in event.entries.iter().enumerate() {
        entry(&mut faults, &format!("/entries/{i}"), e);
    }
    for (s, it) in event.stages.iter().enumerate() {
        stage(&mut faults, &format!("/stages/{s}"), it);
        for (r, round) in it.rounds.iter().enumerate() {
            for (g, it) in round.games.iter().enumerate() {
                let at = format!("/stages/{s}/rounds/{r}/games/{g}");
                game(&mut faults, &at, it);
            }
        }
    }
    faults
}

fn entry(faults: &mut Faults, at: &str, entry: &Entry) {
    faults.length(&format!("{at}/name"), Some(&entry.name), NAME);
    faults.length(&format!("{at}/unit"), entry.unit.as_deref(), 200);
    faults.length(&format!("{at}/title"), entry.title.as_deref(), 100);
    for (field, value, least, most) in [
        ("rating", entry.rating.map(i64::from), 0, 10_000),
        ("birth_year", entry.birth_year.map(i64::from), 1850, 2200),
        ("number", Some(entry.number.into()), 0, NUMBERS),
        ("seed", entry.seed.map(i64::from), 1, NUMBERS),
        ("first_round", entry.first_round.map(i64::from), 0, FEW),
        (
            "withdrawn_after",
            entry.withdrawn_after.map(i64::from),
            0,
            FEW,
        ),
        (
            "withdrawn_in_stage",
            entry.withdrawn_in_stage.map(i64::from),
            1,
            FEW,
        ),
    ] {
        faults.range(&format!("{at}/{field}"), value, least, most);
    }
    for (i, penalty) in entry.penalties.iter().enumerate() {
        let at = format!("{at}/penalties/{i}");
        faults.length(&format!("{at}/note"), penalty.note.as_deref(), NOTE);
        for (field, value) in [
            ("round", penalty.round),
            ("stage", penalty.stage),
            ("member", penalty.member),
        ] {
            faults.range(&format!("{at}/{field}"), value.map(i64::from), 1, FEW);
        }
    }
    for (i, member) in entry.members.iter().enumerate() {
        let at = format!("{at}/members/{i}");
        faults.name(&format!("{at}/name"), &member.name, NAME);
        faults.length(&format!("{at}/title"), member.title.as_deref(), 100);
        let rating = member.rating.map(i64::from);
        faults.range(&format!("{at}/rating"), rating, 0, 10_000);
        let number = member.entry.map(i64::from);
        faults.range(&format!("{at}/entry"), number, 1, NUMBERS);
    }
}

fn stage(faults: &mut Faults, at: &str, stage: &Stage) {
    faults.length(&format!("{at}/name"), stage.name.as_deref(), 200);
    faults.length(&format!("{at}/group"), stage.group.as_deref(), 200);
    let planned = stage.rounds_planned.map(i64::from);
    faults.range(&format!("{at}/rounds_planned"), planned, 1, FEW);
    faults.range(
        &format!("{at}/phase"),
        stage.phase.map(i64::from),
        0,
        NUMBERS,
    );
}

fn game(faults: &mut Faults, at: &str, game: &Game) {
    faults.range(&format!("{at}/table"), Some(game.table.into()), 0, NUMBERS);
    faults.range(&format!("{at}/game"), Some(game.game.into()), 1, FEW);
    faults.length(&format!("{at}/match"), game.match_code.as_deref(), 32);
    faults.length(&format!("{at}/fen"), game.fen.as_deref(), POSITION);
    fouls(faults, at, &game.fouls);
    if game.reason.is_some() && game.result.is_none() {
        unreasonable(faults, at);
    }
    for (b, it) in game.boards.iter().enumerate() {
        board(faults, &format!("{at}/boards/{b}"), it);
    }
    for (i, signature) in game.signatures.iter().enumerate() {
        let at = format!("{at}/signatures/{i}");
        faults.length(&format!("{at}/note"), signature.note.as_deref(), NOTE);
        faults.length(&format!("{at}/by"), Some(&signature.by), NAME);
    }
    if let Some(log) = &game.log {
        entries(faults, at, log);
    }
}

fn board(faults: &mut Faults, at: &str, board: &BoardGame) {
    faults.range(&format!("{at}/board"), Some(board.board.into()), 0, FEW);
    let sitting = board.sitting.map(i64::from);
    faults.range(&format!("{at}/sitting"), sitting, 1, FEW);
    for (side, member) in [("red", &board.red), ("black", &board.black)] {
        let at = format!("{at}/{side}");
        match member {
            Some(MemberRef::Place(place)) => faults.range(&at, Some((*place).into()), 0, FEW),
            Some(MemberRef::Name(name)) => faults.length(&at, Some(name), NAME),
            None => {}
        }
    }
    fouls(faults, at, &board.fouls);
    if board.reason.is_some() && board.result.is_none() {
        unreasonable(faults, at);
    }
    if let Some(log) = &board.log {
        entries(faults, at, log);
    }
}

fn fouls(faults: &mut Faults, at: &str, fouls: &Fouls) {
    for (side, count) in [("red", fouls.red), ("black", fouls.black)] {
        faults.range(&format!("{at}/fouls/{side}"), Some(count.into()), 0, FEW);
    }
}

fn unreasonable(faults: &mut Faults, at: &str) {
    faults.add(
        format!("{at}/reason"),
        "没有结果便没有理由",
        "a reason goes with a result",
    );
}

fn entries(faults: &mut Faults, at: &str, log: &KeptLog) {
    for (i, entry) in log.entries.iter().enumerate() {
        let at = format!("{at}/log/entries/{i}");
        faults.range(&format!("{at}/ply"), Some(entry.ply.into()), 0, NUMBERS);
        faults.length(&format!("{at}/by/id"), entry.by.id.as_deref(), NAME);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_out_of_bounds_is_named() {
        let event = Event {
            entries: vec![Entry {
                number: u32::MAX,
                name: "甲".repeat(5000),
                birth_year: Some(i16::MIN),
                seed: Some(u32::MAX),
                ..Entry::default()
            }],
            stages: vec![Stage {
                rounds_planned: Some(u32::MAX),
                ..Stage::default()
            }],
            ..Event::default()
        };
        let found: Vec<_> = faults(&event).0.into_iter().map(|f| f.pointer).collect();
        assert_eq!(
            found,
            [
                "/entries/0/name",
                "/entries/0/birth_year",
                "/entries/0/number",
                "/entries/0/seed",
                "/stages/0/rounds_planned"
            ]
        );
    }
}
