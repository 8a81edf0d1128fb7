//! Undoes the last public change of a tournament, where that is safe.
//!
//! Safe are changes of things that exist: a result, moves, an entry's data, a withdrawal, a penalty,
//! a lock, the frame. What made or took away things (a draw, a publication, an import) has its own
//! way back, with its own checks.
use crate::open;
use crate::service::games::journal::Journal;
use crate::service::games::refusals::refused;
use crate::service::games::signed::signed_is_the_chiefs;
use crate::service::games::{keep, regulations};
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::games::Placed;
use crate::store::{audit, entries, games, log, rounds, stages, tournaments};
use crate::tournament::conduct::Act;
use crate::tournament::dossier::Change;
use crate::tournament::regulations::Regulations;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// What to undo, and why.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoWish {
    /// The revision whose change is undone: refused when it is not the newest, so that nobody
    /// undoes another one's command unseen.
    pub revision: i64,
    /// Why; recorded.
    pub reason: String,
}

/// What was undone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Undone {
    /// The command undone.
    pub action: String,
    /// Its revision.
    pub undone: i64,
    /// The revision now: an undo is a change of its own.
    pub revision: i64,
}

/// Undoes the last public change.
///
/// # Errors
/// `not_the_last_change`, `not_undoable`, a missing reason, and those of every command.
pub async fn run(office: &Office, caller: &Caller, id: Uuid, wish: UndoWish) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::CorrectResult, id)
            .await?
    );
    if wish.reason.trim().is_empty() {
        return Err(Error::invalid(
            "/reason",
            "须说明理由",
            "a reason is needed",
        ));
    }
    let newest = command.tournament()?.revision;
    if wish.revision != newest {
        return Err(Error::refused(
            "not_the_last_change",
            format!("最新版本为 {newest}"),
            format!("the newest revision is {newest}"),
        ));
    }
    let last = audit::changes_of(command.conn(), id, newest)
        .await?
        .ok_or(Error::NotFound)?;
    let needs_more = last
        .changes
        .iter()
        .any(|c| !matches!(c, Change::Game { .. }));
    if needs_more {
        caller.actor.require(Permission::ManageRounds, Some(id))?;
    }
    for change in last.changes.iter().rev() {
        back(&mut command, id, change, newest, &wish.reason).await?;
    }
    let answer = Undone {
        action: last.action.clone(),
        undone: newest,
        revision: command.revision(),
    };
    let subject = json!({"undone": newest, "action": last.action});
    command
        .finish(
            "tournament.undo",
            subject,
            Some(wish.reason),
            Reply::done(&answer)?,
        )
        .await
}

/// Puts one thing back as it was, in a new version.
async fn back(
    command: &mut Command,
    tournament: Uuid,
    change: &Change,
    newest: i64,
    reason: &str,
) -> Result<()> {
    let now = command.now();
    match change {
        Change::Game { before, after } => {
            for facts in [before, after] {
                signed_is_the_chiefs(command.caller(), facts)?;
            }
            let mut restored = before.clone();
            restored.version = after.version + 1;
            let placed = games::get(command.conn(), after.id)
                .await?
                .ok_or(Error::NotFound)?;
            let regulations = regulations(command, &placed).await?;
            let mut journals = undone(command, &placed, &regulations, newest, reason).await?;
            // The facts of a single game follow from its log. A match has more than the logs of its
            // boards: a whole team's absence, who sits where.
            if journals.iter().any(|journal| journal.board == 0) {
                keep(command, &placed, &regulations, &mut journals, Vec::new()).await?;
                return Ok(());
            }
            restored.raise_boards(after);
            games::clear_confirmations(command.conn(), after.id).await?;
            games::update(command.conn(), after, &restored, None, now).await?;
            command.public(Change::Game {
                before: after.clone(),
                after: restored,
            });
            let revision = command.revision();
            for journal in &mut journals {
                journal.store(command, after.id, revision).await?;
            }
        }
        Change::Entry {
            before: Some(before),
            after: Some(after),
        } => {
            let mut restored = before.clone();
            restored.version = after.version + 1;
            entries::update(command.conn(), after, &restored, now).await?;
            command.public(Change::Entry {
                before: Some(after.clone()),
                after: Some(restored),
            });
        }
        Change::Round {
            stage,
            before: Some(before),
            after: Some(after),
        } => {
            let mut restored = before.clone();
            restored.version = after.version + 1;
            rounds::update(command.conn(), &restored, None).await?;
            command.public(Change::Round {
                stage: *stage,
                before: Some(after.clone()),
                after: Some(restored),
            });
        }
        Change::Stage {
            before: Some(before),
            after: Some(after),
        } => {
            let mut restored = before.clone();
            restored.version = after.version + 1;
            stages::update(command.conn(), tournament, &restored).await?;
            command.public(Change::Stage {
                before: Some(after.clone()),
                after: Some(restored),
            });
        }
        Change::Frame { before, after } if before.version < after.version => {
            let mut restored = before.clone();
            restored.version = after.version + 1;
            tournaments::update(command.conn(), tournament, &restored).await?;
            command.public(Change::Frame {
                before: after.clone(),
                after: restored,
            });
        }
        _ => {
            return Err(Error::refused(
                "not_undoable",
                "该操作不能这样撤销, 请用其自身的撤销办法",
                "this command has its own way back",
            ));
        }
    }
    Ok(())
}

/// What a revision entered in the logs of a game, undone: the entries stay, and are left out. Nothing
/// is stored yet.
async fn undone(
    command: &mut Command,
    placed: &Placed,
    regulations: &Regulations,
    revision: i64,
    reason: &str,
) -> Result<Vec<Journal>> {
    let firsts = log::first_of_revision(command.conn(), placed.facts.id, revision).await?;
    let mut journals = Vec::new();
    for (board, from) in firsts {
        let mut journal = Journal::open(command, placed, regulations, board).await?;
        let undone = Act::Undone {
            from,
            reason: reason.to_owned(),
        };
        journal
            .enter(command, None, undone)
            .map_err(|error| refused(&error, "/revision"))?;
        journals.push(journal);
    }
    Ok(journals)
}
