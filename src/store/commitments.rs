//! The secret seeds behind published commitments to draws of lots.
use super::{Error, Result};
use crate::tournament::lots::Seed;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Keeps the seed of a stage's next draw.
///
/// # Errors
/// Of the database.
pub async fn keep(
    conn: &mut PgConnection,
    stage: Uuid,
    seed: Seed,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query!(
        "insert into draw_commitments (stage_id, seed, committed_at) values ($1, $2, $3)
         on conflict (stage_id) do update set seed = $2, committed_at = $3",
        stage,
        &seed.0[..],
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes the seed of a stage's draw out: it becomes public with the draw.
///
/// # Errors
/// Of the database.
pub async fn take(conn: &mut PgConnection, stage: Uuid) -> Result<Option<Seed>> {
    let kept = sqlx::query_scalar!(
        "delete from draw_commitments where stage_id = $1 returning seed",
        stage
    )
    .fetch_optional(conn)
    .await?;
    kept.map(|bytes| {
        let bytes = <[u8; 32]>::try_from(bytes)
            .map_err(|_| Error::Fault("a kept seed has not 32 bytes".into()))?;
        Ok(Seed(bytes))
    })
    .transpose()
}
