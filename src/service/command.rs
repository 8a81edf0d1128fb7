//! One command: a transaction under a lock, with its permission, retry key, audit row, new revision
//! and notification.
//!
//! The futures that every command awaits are boxed: the compiler then proves once that they can be
//! sent between threads, and not again for every handler, which took it minutes.
use super::{Caller, Error, Office, Permission, Result};
use crate::store::audit::{self, Record};
use crate::store::idempotency::{self, Kept};
use crate::store::tx::{Chain, Locked, Tx};
use crate::tournament::dossier::Change;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// A command that may go on, or the answer given to it before.
#[derive(Debug)]
pub enum Opened {
    /// The same request was done before: its answer.
    Again(Answer),
    /// Go on.
    Fresh(Box<Command>),
}

/// What a command answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What kind of answer, and what goes into its headers.
    pub head: Head,
    /// The body: JSON.
    pub body: Vec<u8>,
    /// Given to an earlier request with the same Idempotency-Key.
    pub again: bool,
}

/// The head of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Where the thing made can be read, below the API's prefix; nothing when nothing was made.
    pub location: Option<String>,
    /// Version of the one thing the command was about.
    pub version: Option<i64>,
    /// The tournament, and its revision after the command.
    pub revision: Option<(Uuid, i64)>,
    /// The tournament was deleted.
    #[serde(default)]
    pub gone: bool,
}

impl Answer {
    /// What would be done, by a command that was left unfinished.
    ///
    /// # Errors
    /// When the value cannot be JSON.
    pub fn unsaved<T: Serialize>(value: &T) -> Result<Answer> {
        Ok(Answer {
            head: Head::default(),
            body: serde_json::to_vec(value)?,
            again: false,
        })
    }
}

/// What a command wants to answer.
#[derive(Clone, Debug)]
pub struct Reply {
    location: Option<String>,
    version: Option<i64>,
    body: Value,
}

impl Reply {
    /// A thing was made; `location` is its path below the API's prefix.
    ///
    /// # Errors
    /// When the value cannot be JSON.
    pub fn created<T: Serialize>(location: String, version: i64, value: &T) -> Result<Reply> {
        let body = serde_json::to_value(value)?;
        Ok(Reply {
            location: Some(location),
            version: Some(version),
            body,
        })
    }

    /// A thing was changed.
    ///
    /// # Errors
    /// When the value cannot be JSON.
    pub fn changed<T: Serialize>(version: i64, value: &T) -> Result<Reply> {
        Ok(Reply {
            location: None,
            version: Some(version),
            body: serde_json::to_value(value)?,
        })
    }

    /// Several things were made; `location` lists them.
    ///
    /// # Errors
    /// When the value cannot be JSON.
    pub fn listed<T: Serialize>(location: String, value: &T) -> Result<Reply> {
        let body = serde_json::to_value(value)?;
        Ok(Reply {
            location: Some(location),
            version: None,
            body,
        })
    }

    /// Something was done that has no version.
    ///
    /// # Errors
    /// When the value cannot be JSON.
    pub fn done<T: Serialize>(value: &T) -> Result<Reply> {
        Ok(Reply {
            location: None,
            version: None,
            body: serde_json::to_value(value)?,
        })
    }
}

/// What the caller said he saw (If-Match).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing was said.
    Unsaid,
    /// Any version will do (`*`).
    Any,
    /// This version.
    Version(i64),
    /// Something that is no version: never matches.
    Other,
}

/// What a command holds locked.
#[derive(Debug)]
enum Target {
    Tournament(Box<Locked>),
    Register(Chain),
}

/// A command on its way.
#[derive(Debug)]
pub struct Command {
    tx: Tx,
    caller: Caller,
    target: Target,
    now: OffsetDateTime,
    changes: Vec<Change>,
    private: Vec<Value>,
    draft: bool,
    gone: bool,
}

/// The time now, to the microsecond: what PostgreSQL keeps.
pub fn now() -> OffsetDateTime {
    let now = OffsetDateTime::now_utc();
    now.replace_nanosecond(now.nanosecond() / 1000 * 1000)
        .unwrap_or(now)
}

impl Office {
    /// Opens a command on a tournament: takes its lock.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Unauthenticated`], [`Error::Forbidden`], those of retry keys,
    /// and those of the database.
    pub fn on_tournament<'a>(
        &'a self,
        caller: &'a Caller,
        permission: Permission,
        tournament: Uuid,
    ) -> BoxFuture<'a, Result<Opened>> {
        Box::pin(async move {
            caller.actor.require(permission, Some(tournament))?;
            let mut tx = self.store.write().await?;
            claim(&mut tx, caller).await?;
            let Some(locked) = tx.lock_tournament(tournament).await? else {
                // Deleted since, perhaps by this very request: a retry gets its answer all the same.
                let kept = again(&mut tx, caller, now()).await?;
                return kept.map(Opened::Again).ok_or(Error::NotFound);
            };
            open(tx, caller, Target::Tournament(Box::new(locked))).await
        })
    }

    /// Opens a command on the register: players and keys.
    ///
    /// # Errors
    /// As [`Office::on_tournament`].
    pub fn on_register<'a>(
        &'a self,
        caller: &'a Caller,
        permission: Permission,
    ) -> BoxFuture<'a, Result<Opened>> {
        Box::pin(async move {
            caller.actor.require(permission, None)?;
            let mut tx = self.store.write().await?;
            claim(&mut tx, caller).await?;
            let chain = tx.lock_register().await?;
            open(tx, caller, Target::Register(chain)).await
        })
    }

    /// Opens a command that makes a tournament: `insert` must be called by the command before
    /// anything else is stored. Nobody else can know the new id, so there is nothing to wait for.
    ///
    /// # Errors
    /// As [`Office::on_tournament`].
    pub async fn on_new_tournament(
        &self,
        caller: &Caller,
        id: Uuid,
        frame: crate::tournament::dossier::Frame,
    ) -> Result<Opened> {
        caller.actor.require(Permission::CreateTournament, None)?;
        let mut tx = self.store.write().await?;
        claim(&mut tx, caller).await?;
        let locked = Locked {
            id,
            revision: 0,
            draft_version: 0,
            frame,
            chain: Chain {
                seq: 0,
                hash: vec![0; 32],
            },
        };
        open(tx, caller, Target::Tournament(Box::new(locked))).await
    }
}

/// Claims the retry key before the lock is waited for, so that a second request learns at once
/// that the first one is in flight.
async fn claim(tx: &mut Tx, caller: &Caller) -> Result<()> {
    if let Some(retry) = &caller.retry
        && !idempotency::claim(tx.conn(), &caller.owner(), &retry.key).await?
    {
        return Err(Error::RetryKeyInFlight);
    }
    Ok(())
}

/// The answer given before to the same request.
async fn again(tx: &mut Tx, caller: &Caller, now: OffsetDateTime) -> Result<Option<Answer>> {
    let Some(retry) = &caller.retry else {
        return Ok(None);
    };
    let kept = idempotency::find(tx.conn(), &caller.owner(), &retry.key, now).await?;
    let Some(kept) = kept else {
        return Ok(None);
    };
    if kept.fingerprint != retry.fingerprint {
        return Err(Error::RetryKeyReused);
    }
    Ok(Some(Answer {
        head: serde_json::from_value(kept.answer)?,
        body: kept.body,
        again: true,
    }))
}

async fn open(mut tx: Tx, caller: &Caller, target: Target) -> Result<Opened> {
    let now = now();
    if let Some(answer) = again(&mut tx, caller, now).await? {
        return Ok(Opened::Again(answer));
    }
    Ok(Opened::Fresh(Box::new(Command {
        tx,
        caller: caller.clone(),
        target,
        now,
        changes: Vec::new(),
        private: Vec::new(),
        draft: false,
        gone: false,
    })))
}

impl Command {
    /// The connection, for the functions of the store.
    pub fn conn(&mut self) -> &mut PgConnection {
        self.tx.conn()
    }

    /// The time of the command.
    pub fn now(&self) -> OffsetDateTime {
        self.now
    }

    /// Who asks.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The locked tournament.
    ///
    /// # Errors
    /// [`Error::Fault`] in a command on the register.
    pub fn tournament(&self) -> Result<&Locked> {
        match &self.target {
            Target::Tournament(locked) => Ok(locked),
            Target::Register(_) => Err(Error::Fault("this command has no tournament".into())),
        }
    }

    /// Everything about the locked tournament, drafts included.
    ///
    /// # Errors
    /// Of the database.
    pub fn dossier(&mut self) -> BoxFuture<'_, Result<crate::tournament::dossier::Dossier>> {
        Box::pin(async move {
            let id = self.tournament()?.id;
            crate::store::facts::load(self.conn(), id)
                .await?
                .ok_or(Error::NotFound)
        })
    }

    /// Checks the version the caller saw against the thing's version now.
    ///
    /// # Errors
    /// [`Error::VersionMissing`], [`Error::Stale`].
    pub fn expect(&self, seen: Seen, version: i64) -> Result<()> {
        match seen {
            Seen::Any => Ok(()),
            Seen::Version(v) if v == version => Ok(()),
            Seen::Unsaid => Err(Error::VersionMissing),
            Seen::Version(_) | Seen::Other => Err(Error::Stale(version)),
        }
    }

    /// A public thing changed: the revision will be raised.
    pub fn public(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// A draft changed: the draft version will be raised. The value goes into the audit log.
    pub fn draft(&mut self, what: Value) {
        self.draft = true;
        self.private.push(what);
    }

    /// Something changed that is neither public nor a draft: a player, a key, a proposal. The value
    /// goes into the audit log.
    pub fn private(&mut self, what: Value) {
        self.private.push(what);
    }

    /// A key ends, or will end at another time: streams opened with it learn of it at the commit.
    ///
    /// # Errors
    /// Of the database.
    pub async fn key_ends(&mut self, key: Uuid) -> Result<()> {
        Ok(self.tx.notify_key(key).await?)
    }

    /// The tournament is deleted by this command.
    pub fn gone(&mut self) {
        self.gone = true;
    }

    /// The revision after this command, given what it has said so far.
    pub fn revision(&self) -> i64 {
        match &self.target {
            Target::Tournament(locked) => locked.revision + i64::from(!self.changes.is_empty()),
            Target::Register(_) => 0,
        }
    }

    /// Writes the audit row, keeps the answer, notifies, commits.
    ///
    /// # Errors
    /// Of the database; nothing is done then.
    pub fn finish<'a>(
        mut self: Box<Self>,
        action: &'a str,
        subject: Value,
        reason: Option<String>,
        reply: Reply,
    ) -> BoxFuture<'a, Result<Answer>> {
        Box::pin(async move {
            let revision = self.revision();
            let has_public = !self.changes.is_empty();
            let silent = !has_public && self.private.is_empty();
            let mut head = Head {
                location: reply.location,
                version: reply.version,
                revision: None,
                gone: self.gone,
            };
            let mut record = Record {
                tournament: None,
                revision: None,
                at: self.now,
                actor: self.caller.actor.name().to_owned(),
                actor_key: self.caller.actor.key_id(),
                action: action.to_owned(),
                subject,
                changes: self.changes,
                private: (!self.private.is_empty()).then_some(Value::Array(self.private)),
                reason,
                request_id: self.caller.request_id.clone(),
            };
            match &mut self.target {
                Target::Tournament(locked) => {
                    head.revision = Some((locked.id, revision));
                    if !silent {
                        locked.revision = revision;
                        locked.draft_version += i64::from(self.draft);
                        record.tournament = Some(locked.id);
                        record.revision = has_public.then_some(revision);
                        audit::append(self.tx.conn(), &mut locked.chain, &record).await?;
                        self.tx.advance(locked, self.now).await?;
                        match self.gone {
                            true => self.tx.notify_gone(locked.id).await?,
                            false => self.tx.notify(locked).await?,
                        }
                    }
                }
                Target::Register(chain) => {
                    if !silent {
                        audit::append(self.tx.conn(), chain, &record).await?;
                        self.tx.advance_register(chain).await?;
                    }
                }
            }
            let mut body = reply.body;
            if let (Some((_, revision)), Value::Object(fields)) = (head.revision, &mut body) {
                fields.entry("revision").or_insert(revision.into());
            }
            let body = serde_json::to_vec(&body)?;
            if let Some(retry) = &self.caller.retry {
                let kept = Kept {
                    fingerprint: retry.fingerprint.clone(),
                    answer: serde_json::to_value(&head)?,
                    body: body.clone(),
                };
                let owner = self.caller.owner();
                idempotency::keep(self.tx.conn(), &owner, &retry.key, &kept, self.now).await?;
            }
            self.tx.commit().await?;
            Ok(Answer {
                head,
                body,
                again: false,
            })
        })
    }
}

/// Returns early with the answer given before, or goes on with the open command.
#[macro_export]
macro_rules! open {
    ($opened:expr) => {
        match $opened {
            $crate::service::Opened::Again(answer) => return Ok(answer),
            $crate::service::Opened::Fresh(command) => command,
        }
    };
}
