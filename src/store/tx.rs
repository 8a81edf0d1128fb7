//! The one way to write: a transaction whose first statement takes the tournament's lock.
use super::{GONE, KEY_CHANNEL, Result, Store, TOURNAMENT_CHANNEL, shape};
use crate::tournament::dossier::{Frame, Status};
use sqlx::{PgConnection, Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;

/// A transaction that writes.
#[derive(Debug)]
pub struct Tx {
    inner: Transaction<'static, Postgres>,
}

/// A tournament under its lock.
#[derive(Clone, Debug)]
pub struct Locked {
    /// Which.
    pub id: Uuid,
    /// The public revision so far.
    pub revision: i64,
    /// The draft version so far.
    pub draft_version: i64,
    /// Its frame.
    pub frame: Frame,
    /// The last row of its audit chain.
    pub chain: Chain,
}

/// The end of an audit chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Rows so far.
    pub seq: i64,
    /// Hash of the last one.
    pub hash: Vec<u8>,
}

impl Store {
    /// Opens a transaction.
    ///
    /// # Errors
    /// [`super::Error::Busy`] when no connection is free in time.
    pub async fn write(&self) -> Result<Tx> {
        Ok(Tx {
            inner: self.pool.begin().await?,
        })
    }
}

impl Tx {
    /// The connection, for the functions of the nouns.
    pub fn conn(&mut self) -> &mut PgConnection {
        &mut self.inner
    }

    /// Locks a tournament against other writers until the end of the transaction.
    ///
    /// # Errors
    /// Of the database.
    pub async fn lock_tournament(&mut self, id: Uuid) -> Result<Option<Locked>> {
        let row = sqlx::query!(
            "select name, kind, edition, level, venue, start_date, end_date, time_zone, regulations,
                    status, revision, draft_version, version, audit_seq, audit_hash
             from tournaments where id = $1 and deleted_at is null for no key update",
            id
        )
        .fetch_optional(self.conn())
        .await?;
        row.map(|r| {
            Ok(Locked {
                id,
                revision: r.revision,
                draft_version: r.draft_version,
                frame: Frame {
                    version: r.version,
                    status: shape::named::<Status>(&r.status)?,
                    tournament: super::tournaments::model(
                        r.name,
                        &r.kind,
                        &r.edition,
                        &r.level,
                        r.venue,
                        r.start_date,
                        r.end_date,
                        r.time_zone,
                        r.regulations,
                    )?,
                },
                chain: Chain {
                    seq: r.audit_seq,
                    hash: r.audit_hash,
                },
            })
        })
        .transpose()
    }

    /// Locks the chain of what belongs to no tournament: players and keys.
    ///
    /// # Errors
    /// Of the database.
    pub async fn lock_register(&mut self) -> Result<Chain> {
        let row = sqlx::query!("select seq, hash from audit_head for update")
            .fetch_one(self.conn())
            .await?;
        Ok(Chain {
            seq: row.seq,
            hash: row.hash,
        })
    }

    /// Stores a locked tournament's new revision, draft version and end of chain.
    ///
    /// # Errors
    /// Of the database.
    pub async fn advance(&mut self, locked: &Locked, now: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "update tournaments set revision = $2, draft_version = $3, audit_seq = $4,
                    audit_hash = $5, updated_at = $6 where id = $1",
            locked.id,
            locked.revision,
            locked.draft_version,
            locked.chain.seq,
            locked.chain.hash,
            now
        )
        .execute(self.conn())
        .await?;
        Ok(())
    }

    /// Stores the end of the chain of players and keys.
    ///
    /// # Errors
    /// Of the database.
    pub async fn advance_register(&mut self, chain: &Chain) -> Result<()> {
        sqlx::query!(
            "update audit_head set seq = $1, hash = $2",
            chain.seq,
            chain.hash
        )
        .execute(self.conn())
        .await?;
        Ok(())
    }

    /// Tells every server about a tournament's new state once this transaction commits.
    ///
    /// # Errors
    /// Of the database.
    pub async fn notify(&mut self, locked: &Locked) -> Result<()> {
        let payload = format!("{} {} {}", locked.id, locked.revision, locked.draft_version);
        sqlx::query!("select pg_notify($1, $2)", TOURNAMENT_CHANNEL, payload)
            .execute(self.conn())
            .await?;
        Ok(())
    }

    /// Tells every server that a tournament was deleted, once this transaction commits.
    ///
    /// # Errors
    /// Of the database.
    pub async fn notify_gone(&mut self, tournament: Uuid) -> Result<()> {
        let payload = format!("{tournament} {GONE} 0");
        sqlx::query!("select pg_notify($1, $2)", TOURNAMENT_CHANNEL, payload)
            .execute(self.conn())
            .await?;
        Ok(())
    }

    /// Tells every server that a key ends, once this transaction commits.
    ///
    /// # Errors
    /// Of the database.
    pub async fn notify_key(&mut self, key: Uuid) -> Result<()> {
        sqlx::query!("select pg_notify($1, $2)", KEY_CHANNEL, key.to_string())
            .execute(self.conn())
            .await?;
        Ok(())
    }

    /// Makes everything written so far durable.
    ///
    /// # Errors
    /// Of the database; deferred constraints speak here.
    pub async fn commit(self) -> Result<()> {
        Ok(self.inner.commit().await?)
    }
}
