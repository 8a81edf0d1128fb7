//! What has to be done from time to time: forgetting what nobody needs any more.
use crate::store::{self, Store, idempotency, webhooks};
use std::future::Future;
use std::time::Duration;
use time::OffsetDateTime;

/// How often.
const EVERY: Duration = Duration::from_secs(3600);

/// Forgets every hour until `stop` ends. Several servers may do so at once.
pub async fn run(store: Store, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if let Err(error) = forget(&store).await {
            tracing::warn!(%error, "nothing was forgotten this hour");
        }
    }
}

/// Forgets answers kept for retries and deliveries that are done with.
///
/// # Errors
/// Of the database.
pub async fn forget(store: &Store) -> store::Result<u64> {
    let mut conn = store.primary().await?;
    let answers = idempotency::forget_old(&mut conn, OffsetDateTime::now_utc()).await?;
    Ok(answers + webhooks::forget_old(&mut conn).await?)
}
