//! Takes a whole tournament out with what its office keeps of the conduct of the games.
use crate::service::games::journal::Journal;
use crate::service::{Error, Result};
use crate::store::games::Confirmation;
use crate::store::log::StoredLog;
use crate::store::{facts, games, log, shape};
use crate::tournament::conduct::KeptLog;
use crate::tournament::conduct::facts::Facts;
use crate::tournament::conduct::kept::MatchSignature;
use crate::tournament::model::{Event, Game, Kind};
use crate::tournament::regulations::Regulations;
use sqlx::PgConnection;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

/// The published tournament as an event file, with the log of every game that has one: offers,
/// rulings, readings, signatures. A log is taken as far as the facts beside it go: the result of a team
/// match that waits for its second person is none yet.
///
/// # Errors
/// [`Error::NotFound`]; of the database.
pub async fn with_logs(
    conn: &mut PgConnection,
    tournament: Uuid,
    now: OffsetDateTime,
) -> Result<Event> {
    let dossier = facts::load(&mut *conn, tournament)
        .await?
        .ok_or(Error::NotFound)?
        .published();
    let mut logs: HashMap<Uuid, Vec<StoredLog>> = HashMap::new();
    for stored in log::of_tournament(&mut *conn, tournament).await? {
        logs.entry(stored.game).or_default().push(stored);
    }
    let mut signed = games::confirmations_of_tournament(conn, tournament).await?;
    let mut event = dossier.event();
    for (s, kept) in dossier.stages.iter().enumerate() {
        let regulations = event.regulations(s);
        for (round, kept) in event.stages[s].rounds.iter_mut().zip(&kept.rounds) {
            for (game, kept) in round.games.iter_mut().zip(&kept.games) {
                for stored in logs.remove(&kept.id).unwrap_or_default() {
                    put(game, &regulations, stored, now)?;
                }
                if regulations.kind == Kind::Team {
                    let signatures = signed.remove(&kept.id).unwrap_or_default();
                    game.signatures = signatures
                        .into_iter()
                        .map(signature)
                        .collect::<Result<_>>()?;
                }
            }
        }
    }
    Ok(event)
}

/// Puts one log beside the facts that follow from it.
fn put(
    game: &mut Game,
    regulations: &Regulations,
    stored: StoredLog,
    now: OffsetDateTime,
) -> Result<()> {
    let StoredLog {
        board,
        settings,
        entries,
        ..
    } = stored;
    let open = |entries| {
        let settings = Some(settings.clone());
        Journal::of(game, board, regulations, settings, entries, now)
    };
    let facts = match board {
        0 => Facts::of_game(game),
        _ => match game.boards.iter().find(|known| known.board == board) {
            Some(known) => Facts::of_board(known),
            None => return Ok(()),
        },
    };
    let mut kept = kept(&open(entries)?);
    // What a match that waits for its second person was entered with last is no fact yet.
    while !kept.entries.is_empty() && !kept.faults(&facts, "").is_empty() {
        kept.entries.pop();
    }
    if kept.entries.is_empty() {
        return Ok(());
    }
    let place = game.boards.iter().position(|known| known.board == board);
    match place {
        Some(place) => game.boards[place].log = Some(Box::new(kept)),
        None => game.log = Some(Box::new(kept)),
    }
    Ok(())
}

/// A log with names in place of keys. Two keys of one name stay two people.
fn kept(journal: &Journal) -> KeptLog {
    let mut people: Vec<(Option<String>, String)> = Vec::new();
    let mut entries = journal.state.log().to_vec();
    for (number, entry) in entries.iter_mut().enumerate() {
        let key = entry.by.id.take();
        let known = people.iter().find(|(id, _)| *id == key);
        let name = match known {
            Some((_, name)) => name.clone(),
            None => {
                let own = journal.name(number).unwrap_or_default();
                let name = (1..)
                    .map(|n| match n {
                        1 => own.to_owned(),
                        n => format!("{own} ({n})"),
                    })
                    .find(|name| people.iter().all(|(_, taken)| taken != name))
                    .unwrap_or_default();
                people.push((key, name.clone()));
                name
            }
        };
        entry.by.id = Some(name);
    }
    KeptLog {
        settings: journal.state.settings().clone(),
        entries,
    }
}

fn signature(said: Confirmation) -> Result<MatchSignature> {
    Ok(MatchSignature {
        signature: shape::named(&said.role)?,
        agree: said.agrees,
        note: said.note,
        by: said.by_name,
        at: said.at,
    })
}
