//! Opens a locked round again, with a reason.
use super::{Reason, find, restate};
use crate::open;
use crate::service::command::Seen;
use crate::service::{Answer, Caller, Error, Office, Permission, Result};
use crate::tournament::dossier::RoundState;
use uuid::Uuid;

/// Opens a locked round again.
///
/// # Errors
/// `not_locked`, a missing reason, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
    wish: Reason,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, before) = find(&command, &dossier, place, seen)?;
    if before.state != RoundState::Locked {
        return Err(Error::refused(
            "not_locked",
            "该轮没有锁定",
            "this round is not locked",
        ));
    }
    if wish.reason.as_deref().is_none_or(|r| r.trim().is_empty()) {
        return Err(Error::invalid(
            "/reason",
            "须说明理由",
            "a reason is needed",
        ));
    }
    let from = (stage, before, place.0);
    restate(
        command,
        &dossier,
        from,
        RoundState::Published,
        "round.reopen",
        wish.reason,
    )
    .await
}
