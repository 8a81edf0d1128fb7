//! Opens a locked round again, with a reason.
use super::{Reason, RoundChanged, find};
use crate::open;
use crate::service::command::Seen;
use crate::service::views::RoundView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::rounds;
use crate::tournament::dossier::{Change, RoundState};
use serde_json::json;
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
    let mut after = before.clone();
    after.version += 1;
    after.state = RoundState::Published;
    rounds::update(command.conn(), &after, None).await?;
    let view = RoundView::new(&dossier, place.0, &after);
    let (stage, version) = (stage.id, after.version);
    let before = Some(Box::new(before.clone()));
    command.public(Change::Round {
        stage,
        before,
        after: Some(Box::new(after)),
    });
    let answer = RoundChanged {
        round: view,
        revision: command.revision(),
    };
    let subject = json!({"stage": place.0, "round": place.1});
    command
        .finish(
            "round.reopen",
            subject,
            wish.reason,
            Reply::changed(version, &answer)?,
        )
        .await
}
