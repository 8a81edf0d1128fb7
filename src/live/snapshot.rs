//! A tournament's public facts at one revision, kept current.
use super::feed::Feeds;
use super::render::{self, Rendered, ViewKey};
use super::workshop::Workshop;
use crate::service::Result;
use crate::store::{Store, audit, facts, tournaments};
use crate::tournament::dossier::Dossier;
use crate::tournament::model::Event;
use arc_swap::ArcSwapOption;
use moka::future::Cache;
use sqlx::PgConnection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use tokio::sync::{Mutex, Notify, broadcast};
use uuid::Uuid;

/// Public facts of one revision.
#[derive(Debug)]
pub struct Snapshot {
    /// The facts with their ids.
    pub dossier: Dossier,
    /// The same as pairing and standings read them.
    pub event: Event,
    /// An earlier revision that was asked for: it never changes.
    pub past: bool,
}

impl Snapshot {
    fn new(dossier: Dossier, past: bool) -> Snapshot {
        let event = dossier.event();
        Snapshot {
            dossier,
            event,
            past,
        }
    }
}

/// Which revision a reader wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Not older than this: the reader has seen a notification of it.
    pub at_least: Option<i64>,
    /// Exactly this one.
    pub exactly: Option<i64>,
}

/// One tournament's place in memory.
#[derive(Debug, Default)]
struct Slot {
    /// The newest revision heard of.
    heard: AtomicI64,
    current: ArcSwapOption<Snapshot>,
    /// One refresh at a time; the others wait for it.
    refresh: Mutex<()>,
}

/// Proof that an answer of some revision is still the newest, checked without a lock or a query.
#[derive(Clone, Debug)]
pub struct Stamp {
    slot: Arc<Slot>,
    epoch: u64,
    revision: i64,
}

/// Everything kept in memory for readers.
#[derive(Debug)]
pub struct Live {
    pub(super) store: Store,
    slots: Cache<Uuid, Arc<Slot>>,
    past: Cache<(Uuid, i64), Arc<Snapshot>>,
    /// Where published games belong: it never changes.
    games: Cache<Uuid, Uuid>,
    pub(super) views: Cache<ViewKey, Arc<Rendered>>,
    /// Whether every commit is heard of.
    listening: AtomicBool,
    connected: Notify,
    /// Raised whenever everything is forgotten: stamps of before prove nothing any more.
    epoch: AtomicU64,
    news: broadcast::Sender<(Uuid, i64)>,
    pub(super) feeds: Feeds,
    pub(super) workshop: Workshop,
}

impl Live {
    /// Nothing in memory yet.
    pub fn new(store: Store) -> Live {
        Live {
            store,
            slots: Cache::builder()
                .max_capacity(2_000)
                // A place that is given up hears nothing more: its stamps must not count.
                .eviction_listener(|_, slot: Arc<Slot>, _| {
                    slot.heard.store(i64::MAX, Ordering::Release);
                })
                .build(),
            past: Cache::new(64),
            games: Cache::new(200_000),
            views: render::cache(),
            listening: AtomicBool::new(false),
            connected: Notify::new(),
            epoch: AtomicU64::new(0),
            news: broadcast::channel(4096).0,
            feeds: Feeds::default(),
            workshop: Workshop::open(),
        }
    }

    /// New revisions as they are heard of: tournament and revision.
    pub fn news(&self) -> broadcast::Receiver<(Uuid, i64)> {
        self.news.subscribe()
    }

    /// A tournament has a new revision: what is older is no longer shown.
    pub async fn heard(&self, tournament: Uuid, revision: i64) {
        self.at_least(tournament, revision).await;
        self.feeds.heard(tournament, revision).await;
        // Nobody listening is no fault.
        let _ = self.news.send((tournament, revision));
    }

    /// What is older than this revision is no longer shown.
    pub(super) async fn at_least(&self, tournament: Uuid, revision: i64) {
        if let Some(slot) = self.slots.get(&tournament).await {
            slot.heard.fetch_max(revision, Ordering::AcqRel);
        }
    }

    /// A key was revoked, or its end was moved.
    pub fn key_changed(&self, key: Uuid) {
        self.feeds.key_changed(key);
    }

    /// The listener is connected, or not: without it nothing in memory is trusted.
    pub fn set_listening(&self, listening: bool) {
        self.listening.store(listening, Ordering::Release);
        if listening {
            self.connected.notify_waiters();
            self.feeds.doubt();
        } else {
            self.forget();
        }
    }

    /// Ends when every commit is heard of.
    pub async fn until_listening(&self) {
        loop {
            let connected = self.connected.notified();
            if self.listening() {
                return;
            }
            connected.await;
        }
    }

    /// Whether every commit is heard of.
    pub fn listening(&self) -> bool {
        self.listening.load(Ordering::Acquire)
    }

    /// Drops everything kept of current revisions. Rendered bytes stay: a revision never changes.
    pub fn forget(&self) {
        self.epoch.fetch_add(1, Ordering::AcqRel);
        self.slots.invalidate_all();
    }

    /// A stamp for an answer made from the current revision; nothing when it is no longer current.
    pub async fn stamp(&self, tournament: Uuid, revision: i64) -> Option<Stamp> {
        // Before the place is looked up: when everything is forgotten in between, the stamp is void.
        let epoch = self.epoch.load(Ordering::Acquire);
        let slot = self.slots.get(&tournament).await?;
        let current = slot.current.load_full()?;
        let stamp = Stamp {
            slot,
            epoch,
            revision,
        };
        (current.dossier.revision == revision && self.holds(&stamp)).then_some(stamp)
    }

    /// Whether an answer with this stamp is still the newest.
    pub fn holds(&self, stamp: &Stamp) -> bool {
        self.listening()
            && self.epoch.load(Ordering::Acquire) == stamp.epoch
            && stamp.slot.heard.load(Ordering::Acquire) <= stamp.revision
    }

    /// The tournament of a game known to be published.
    pub async fn tournament_of(&self, game: Uuid) -> Option<Uuid> {
        self.games.get(&game).await
    }

    /// A game was found to be published in this tournament. Should its round be undone, the
    /// tournament's facts say so: this tells only where to look.
    pub async fn remember_game(&self, game: Uuid, tournament: Uuid) {
        self.games.insert(game, tournament).await;
    }

    /// A tournament was deleted.
    pub async fn gone(&self, tournament: Uuid) {
        if let Some(slot) = self.slots.get(&tournament).await {
            slot.heard.store(i64::MAX, Ordering::Release);
        }
        self.slots.invalidate(&tournament).await;
        self.feeds.heard(tournament, i64::MAX).await;
    }

    /// A tournament's public facts; nothing when it is not there, or never had that revision.
    ///
    /// # Errors
    /// Of the database.
    pub async fn at(&self, tournament: Uuid, wish: Wish) -> Result<Option<Arc<Snapshot>>> {
        let Some(current) = self
            .current(tournament, wish.at_least.max(wish.exactly))
            .await?
        else {
            return Ok(None);
        };
        match wish.exactly {
            Some(revision) if revision != current.dossier.revision => {
                self.earlier(tournament, revision).await
            }
            _ => Ok(Some(current)),
        }
    }

    async fn current(&self, id: Uuid, at_least: Option<i64>) -> Result<Option<Arc<Snapshot>>> {
        let slot = match self.slots.get(&id).await {
            Some(slot) => slot,
            None => {
                // Only tournaments that exist get a place, so that made-up ids cost no memory.
                let mut conn = self.store.primary().await?;
                if tournaments::revision(&mut conn, id).await?.is_none() {
                    return Ok(None);
                }
                drop(conn);
                self.slots.get_with(id, async { Arc::default() }).await
            }
        };
        let listening = self.listening();
        let fresh = |slot: &Slot| {
            let least = slot
                .heard
                .load(Ordering::Acquire)
                .max(at_least.unwrap_or(0));
            slot.current
                .load_full()
                .filter(|s| s.dossier.revision >= least)
        };
        if listening && let Some(current) = fresh(&slot) {
            return Ok(Some(current));
        }
        let _one = slot.refresh.lock().await;
        if listening && let Some(current) = fresh(&slot) {
            return Ok(Some(current));
        }
        let least = slot
            .heard
            .load(Ordering::Acquire)
            .max(at_least.unwrap_or(0));
        let Some(dossier) = self.newest(id, slot.current.load_full(), least).await? else {
            self.gone(id).await;
            return Ok(None);
        };
        let snapshot = match slot.current.load_full() {
            Some(known) if known.dossier.revision == dossier.revision => known,
            _ => {
                let made = self.workshop.make(move || Snapshot::new(dossier, false));
                Arc::new(made.await?)
            }
        };
        slot.current.store(Some(snapshot.clone()));
        Ok(Some(snapshot))
    }

    /// The newest public facts, from the replica when it is as far as was promised.
    async fn newest(
        &self,
        id: Uuid,
        known: Option<Arc<Snapshot>>,
        least: i64,
    ) -> Result<Option<Dossier>> {
        let mut tx = self.store.snapshot().await?;
        let found = newest(&mut tx, id, known.as_deref()).await?;
        let behind = found.as_ref().is_none_or(|d| d.revision < least);
        if self.store.has_replica() && (behind || !self.listening()) {
            drop(tx);
            let mut tx = self.store.primary_snapshot().await?;
            return newest(&mut tx, id, known.as_deref()).await;
        }
        Ok(found)
    }

    async fn earlier(&self, id: Uuid, revision: i64) -> Result<Option<Arc<Snapshot>>> {
        if let Some(known) = self.past.get(&(id, revision)).await {
            return Ok(Some(known));
        }
        let Some(dossier) = facts::at_revision(&self.store, id, revision).await? else {
            return Ok(None);
        };
        let snapshot = Arc::new(Snapshot::new(dossier, true));
        self.past.insert((id, revision), snapshot.clone()).await;
        Ok(Some(snapshot))
    }
}

/// The newest public facts: known ones moved forward by the changes since, or loaded.
async fn newest(
    conn: &mut PgConnection,
    id: Uuid,
    known: Option<&Snapshot>,
) -> Result<Option<Dossier>> {
    if let Some(known) = known {
        let Some(revision) = tournaments::revision(conn, id).await? else {
            return Ok(None);
        };
        let mut dossier = known.dossier.clone();
        if audit::catch_up(conn, &mut dossier).await? && dossier.revision == revision {
            return Ok(Some(dossier));
        }
    }
    Ok(facts::published(conn, id).await?)
}
