//! Hears of every commit through PostgreSQL's LISTEN, from this server and all others.
use super::snapshot::Live;
use crate::store::{GONE, KEY_CHANNEL, Store, TOURNAMENT_CHANNEL};
use sqlx::postgres::PgListener;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// Listens until `stop` ends. A lost connection drops everything in memory; it is made again with
/// a pause that grows to two seconds.
pub async fn run(live: Arc<Live>, store: Store, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    let mut pause = Duration::from_millis(50);
    loop {
        tokio::select! {
            () = &mut stop => break,
            outcome = listen(&live, &store) => {
                live.set_listening(false);
                if let Err(error) = outcome {
                    tracing::warn!(%error, "the listener lost its connection");
                }
            }
        }
        tokio::select! {
            () = &mut stop => break,
            () = tokio::time::sleep(pause) => {}
        }
        pause = (pause * 2).min(Duration::from_secs(2));
    }
    live.set_listening(false);
}

async fn listen(live: &Live, store: &Store) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(store.pool()).await?;
    // The connection leaves the pool: the statement timeout does not bear on waiting.
    listener.ignore_pool_close_event(true);
    listener
        .listen_all([TOURNAMENT_CHANNEL, KEY_CHANNEL])
        .await?;
    // What was read before LISTEN took effect may have been overtaken.
    live.forget();
    live.set_listening(true);
    loop {
        // None: the connection was lost; the caller drops the cache and connects again.
        let Some(message) = listener.try_recv().await? else {
            return Ok(());
        };
        if message.channel() == KEY_CHANNEL
            && let Ok(key) = message.payload().parse()
        {
            live.key_changed(key);
        } else if let Some((tournament, revision)) = parse(message.payload()) {
            match revision {
                GONE => live.gone(tournament).await,
                revision => live.heard(tournament, revision).await,
            }
        } else {
            tracing::warn!(
                payload = message.payload(),
                "a notification that cannot be read"
            );
        }
    }
}

fn parse(payload: &str) -> Option<(Uuid, i64)> {
    let mut words = payload.split(' ');
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}
