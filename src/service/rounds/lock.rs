//! Locks a round: its results change only by reopening it.
use super::{find, restate};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Result};
use crate::tournament::dossier::RoundState;
use uuid::Uuid;

/// Locks a round.
///
/// # Errors
/// `not_published`, `games_open`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, before) = find(&command, &dossier, place, seen)?;
    if before.state != RoundState::Published {
        return Err(Error::refused(
            "not_published",
            "该轮不在公布状态",
            "this round is not in the state published",
        ));
    }
    let open: Vec<String> = before
        .games
        .iter()
        .filter(|g| g.is_open())
        .map(|g| g.game.table.to_string())
        .collect();
    if !open.is_empty() {
        return Err(Error::refused(
            "games_open",
            format!("尚无成绩的台次: {}", open.join(", ")),
            format!("tables without a result: {}", open.join(", ")),
        ));
    }
    let from = (stage, before, place.0);
    restate(
        command,
        &dossier,
        from,
        RoundState::Locked,
        "round.lock",
        None,
    )
    .await
}
