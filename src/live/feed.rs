//! The feed: what happened, told to everyone who follows a tournament, as Server-Sent Events.
//!
//! However many follow a tournament, its changes are read from the database once, rendered once,
//! and the same bytes go to all. The last [`KEPT`] are kept, so that a thousand phones that lost
//! their connection together cost no query when they come back.
use super::render::shared;
use super::snapshot::Live;
use crate::service::{Error, Result};
use crate::store::audit::{self, Published};
use crate::store::tournaments;
use bytes::Bytes;
use moka::future::Cache;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, broadcast};
use tokio::time::{Instant, MissedTickBehavior};
use uuid::Uuid;

/// How often a follower hears something even when nothing happens, so that neither he nor anything
/// between takes the connection for dead.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// Changes kept for followers who come back, and how far one may lag behind: whoever missed more
/// reads everything anew.
pub const KEPT: usize = 256;
/// What a browser waits before it connects again, in milliseconds.
const RETRY_MS: u32 = 2_000;
/// Changes read from the database at once.
const AT_ONCE: i64 = 500;
/// Pause before the database is asked again after it failed.
const PAUSE: Duration = Duration::from_millis(250);

/// Where a follower takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// From now on.
    Now,
    /// After this revision (`Last-Event-ID`).
    After(i64),
    /// He named something that was never a revision of ours.
    Unknown,
}

/// One thing for all followers.
#[derive(Clone, Debug)]
struct Item {
    /// Of a change; 0 for a heartbeat.
    revision: i64,
    bytes: Bytes,
}

/// The hub of one tournament.
#[derive(Debug)]
struct Hub {
    tournament: Uuid,
    /// There may be something newer in the database.
    poked: Notify,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The newest revision told.
    newest: i64,
    kept: VecDeque<Item>,
    /// Nothing when nobody followed any more, or the tournament is gone.
    sender: Option<broadcast::Sender<Item>>,
}

/// All hubs, and the news about keys.
#[derive(Debug)]
pub(super) struct Feeds {
    hubs: Cache<Uuid, Arc<Hub>>,
    heartbeat_ms: AtomicU64,
    keys: broadcast::Sender<Option<Uuid>>,
}

impl Default for Feeds {
    fn default() -> Feeds {
        Feeds {
            hubs: Cache::builder().build(),
            heartbeat_ms: AtomicU64::new(HEARTBEAT.as_millis() as u64),
            keys: broadcast::channel(256).0,
        }
    }
}

/// A follower's place in the feed.
#[derive(Debug)]
pub struct Following {
    hub: Arc<Hub>,
    backlog: VecDeque<Bytes>,
    receiver: broadcast::Receiver<Item>,
    /// The newest revision he has been told.
    told: i64,
}

impl Hub {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs under the lock; were it poisoned, the state would be whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn newest(&self) -> i64 {
        self.state().newest
    }

    /// Tells everyone. Rendered before the lock is taken.
    fn publish(&self, changes: &[Published]) -> Result<()> {
        let mut items = Vec::with_capacity(changes.len());
        for change in changes {
            items.push(Item {
                revision: change.revision,
                bytes: block("change", change.revision, &serde_json::to_string(change)?),
            });
        }
        let mut state = self.state();
        for item in items {
            // Two readings of the log may overlap.
            if item.revision <= state.newest {
                continue;
            }
            state.newest = item.revision;
            if state.kept.len() == KEPT {
                state.kept.pop_front();
            }
            state.kept.push_back(item.clone());
            if let Some(sender) = &state.sender {
                // Nobody following at the moment is no fault.
                let _ = sender.send(item);
            }
        }
        Ok(())
    }

    /// A sign of life for all; false when nobody follows any more, and the hub is closed.
    fn beat(&self) -> bool {
        let mut state = self.state();
        match &state.sender {
            Some(sender) if sender.receiver_count() > 0 => {
                let _ = sender.send(Item {
                    revision: 0,
                    bytes: Bytes::from_static(b":\n\n"),
                });
                true
            }
            _ => {
                state.sender = None;
                false
            }
        }
    }

    /// Ends every stream, after what has been told.
    fn close(&self) {
        self.state().sender = None;
    }

    /// A place for a new follower; nothing when the hub was closed a moment ago.
    fn follow(self: &Arc<Hub>, from: Resume) -> Option<Following> {
        let state = self.state();
        let receiver = state.sender.as_ref()?.subscribe();
        let newest = state.newest;
        let mut backlog = VecDeque::new();
        let greeting = match from {
            // Without this a client that is cut off before the first change could not resume.
            Resume::Now => format!("retry: {RETRY_MS}\nid: {newest}\n\n"),
            Resume::After(_) | Resume::Unknown => format!("retry: {RETRY_MS}\n\n"),
        };
        backlog.push_back(greeting.into());
        let oldest = state.kept.front().map_or(newest + 1, |item| item.revision);
        match from {
            Resume::Now => {}
            Resume::After(last) if last <= newest && last >= oldest - 1 => {
                let missed = state.kept.iter().filter(|item| item.revision > last);
                backlog.extend(missed.map(|item| item.bytes.clone()));
            }
            Resume::After(_) | Resume::Unknown => backlog.push_back(resync(newest)),
        }
        Some(Following {
            hub: self.clone(),
            backlog,
            receiver,
            told: newest,
        })
    }
}

fn block(event: &str, revision: i64, data: &str) -> Bytes {
    // JSON on one line: serde_json escapes line ends inside strings.
    format!("id: {revision}\nevent: {event}\ndata: {data}\n\n").into()
}

/// Read everything anew: what was missed is not told one by one.
fn resync(newest: i64) -> Bytes {
    block("resync", newest, &format!("{{\"revision\":{newest}}}"))
}

impl Following {
    /// The next bytes to send; nothing when the feed has ended. May be dropped while it waits.
    pub async fn next(&mut self) -> Option<Bytes> {
        if let Some(bytes) = self.backlog.pop_front() {
            return Some(bytes);
        }
        loop {
            match self.receiver.recv().await {
                Ok(item) if item.revision == 0 => return Some(item.bytes),
                // Told in the backlog, or left out by a resync.
                Ok(item) if item.revision <= self.told => {}
                Ok(item) => {
                    self.told = item.revision;
                    return Some(item.bytes);
                }
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    let newest = self.catch_up();
                    // Only heartbeats were missed.
                    if newest == self.told {
                        continue;
                    }
                    self.told = newest;
                    return Some(resync(newest));
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }

    /// Gives up what is still waiting for a follower who lags, and answers the newest revision:
    /// what comes after it he will get. Were the rest left standing, the very next change would
    /// push out its oldest and make him lag again.
    fn catch_up(&mut self) -> i64 {
        let state = self.hub.state();
        if let Some(sender) = &state.sender {
            self.receiver = sender.subscribe();
        }
        state.newest
    }
}

impl Feeds {
    /// A tournament has (or may have) a revision newer than those told.
    pub(super) async fn heard(&self, tournament: Uuid, revision: i64) {
        if let Some(hub) = self.hubs.get(&tournament).await
            && hub.newest() < revision
        {
            hub.poked.notify_one();
        }
    }

    /// Something may have been missed everywhere.
    pub(super) fn doubt(&self) {
        for (_, hub) in &self.hubs {
            hub.poked.notify_one();
        }
        let _ = self.keys.send(None);
    }

    /// A key was revoked, or its end was moved.
    pub(super) fn key_changed(&self, key: Uuid) {
        // No stream was opened with any key: nobody to tell.
        let _ = self.keys.send(Some(key));
    }
}

impl Live {
    /// Follows a tournament.
    ///
    /// # Errors
    /// [`Error::NotFound`] when it is not there, and those of the database.
    pub async fn follow(self: &Arc<Live>, tournament: Uuid, from: Resume) -> Result<Following> {
        loop {
            let open = self.open(tournament);
            let hub = self.feeds.hubs.try_get_with(tournament, open).await;
            let hub = hub.map_err(shared)?;
            if let Some(following) = hub.follow(from) {
                return Ok(following);
            }
            // Closed between the two: the next round opens a new one.
            self.retire(&hub).await;
        }
    }

    /// News of keys: the key's id, or nothing when any may have changed unheard.
    pub fn key_news(&self) -> broadcast::Receiver<Option<Uuid>> {
        self.feeds.keys.subscribe()
    }

    /// Sets another time between signs of life, for feeds opened from now on.
    pub fn set_heartbeat(&self, every: Duration) {
        let ms = u64::try_from(every.as_millis()).unwrap_or(u64::MAX).max(1);
        self.feeds.heartbeat_ms.store(ms, Ordering::Relaxed);
    }

    async fn open(self: &Arc<Live>, tournament: Uuid) -> Result<Arc<Hub>> {
        let mut conn = self.store.primary().await?;
        let newest = tournaments::revision(&mut conn, tournament).await?;
        let newest = newest.ok_or(Error::NotFound)?;
        let start = (newest - KEPT as i64).max(0);
        let changes = audit::published_since(&mut conn, tournament, start, AT_ONCE).await?;
        drop(conn);
        let hub = Arc::new(Hub {
            tournament,
            poked: Notify::new(),
            state: Mutex::new(State {
                newest: start,
                kept: VecDeque::with_capacity(KEPT),
                sender: Some(broadcast::channel(KEPT).0),
            }),
        });
        hub.publish(&changes)?;
        if let Some(last) = changes.last() {
            self.at_least(tournament, last.revision).await;
        }
        // What was committed before this hub could be told of it.
        hub.poked.notify_one();
        let every = Duration::from_millis(self.feeds.heartbeat_ms.load(Ordering::Relaxed));
        tokio::spawn(pump(Arc::downgrade(self), hub.clone(), every));
        Ok(hub)
    }

    /// Tells what is new; false when the tournament is gone.
    async fn advance(&self, hub: &Hub) -> Result<bool> {
        loop {
            let after = hub.newest();
            let mut conn = self.store.primary().await?;
            let there = tournaments::revision(&mut conn, hub.tournament).await?;
            let changes = audit::published_since(&mut conn, hub.tournament, after, AT_ONCE).await?;
            drop(conn);
            if let Some(last) = changes.last() {
                // Whoever reads after he was told must not read anything older.
                self.at_least(hub.tournament, last.revision).await;
            }
            hub.publish(&changes)?;
            if there.is_none() {
                return Ok(false);
            }
            if (changes.len() as i64) < AT_ONCE {
                return Ok(true);
            }
        }
    }

    async fn retire(&self, hub: &Arc<Hub>) {
        let mine = self.feeds.hubs.get(&hub.tournament).await;
        if mine.is_some_and(|kept| Arc::ptr_eq(&kept, hub)) {
            self.feeds.hubs.invalidate(&hub.tournament).await;
        }
    }
}

/// Keeps one hub going until nobody follows it, its tournament is gone, or the server is.
async fn pump(live: Weak<Live>, hub: Arc<Hub>, every: Duration) {
    let mut beats = tokio::time::interval_at(Instant::now() + every, every);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let poked = tokio::select! {
            () = hub.poked.notified() => true,
            _ = beats.tick() => false,
        };
        let Some(live) = live.upgrade() else { break };
        let goes_on = if poked {
            match live.advance(&hub).await {
                Ok(goes_on) => goes_on,
                Err(error) => {
                    tracing::warn!(?error, "a feed waits for the database");
                    drop(live);
                    tokio::time::sleep(PAUSE).await;
                    hub.poked.notify_one();
                    continue;
                }
            }
        } else {
            hub.beat()
        };
        if !goes_on {
            hub.close();
            live.retire(&hub).await;
            return;
        }
    }
    hub.close();
}
