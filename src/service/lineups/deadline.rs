//! Until when line-ups of a round are handed in; a time that has passed opens them.
use super::{MatchesChanged, asked, open_due, placed, waits};
use crate::open;
use crate::service::games::save;
use crate::service::rounds::find;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::facts;
use crate::tournament::dossier::RoundState;
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;
use uuid::Uuid;

/// The deadline of a round's line-ups.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DeadlineWish {
    /// RFC 3339 with its offset from UTC (`2026-10-01T08:30:00+08:00`); null takes it away. A time
    /// that has passed opens the line-ups at once: who has handed in none plays in registered order.
    pub deadline: Option<String>,
}

/// Sets the deadline of every match of a round that still waits for line-ups.
///
/// # Errors
/// `no_lineups` in modes without line-ups, `round_not_published`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    wish: DeadlineWish,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let deadline = match wish.deadline.as_deref().map(parse) {
        Some(None) => {
            return Err(Error::invalid(
                "/deadline",
                "时间须如 2026-10-01T08:30:00+08:00",
                "a time is written 2026-10-01T08:30:00+08:00",
            ));
        }
        Some(Some(time)) => Some(time.format(&Rfc3339).unwrap_or_default()),
        None => None,
    };
    let dossier = command.dossier().await?;
    let (_, round) = find(
        &command,
        &dossier,
        place,
        crate::service::command::Seen::Unsaid,
    )?;
    published(round.state)?;
    let regulations = dossier.event().regulations(place.0 as usize - 1);
    if !asked(&regulations) {
        return Err(Error::refused(
            "no_lineups",
            "本赛制不提交出场阵容",
            "no line-ups are handed in for these matches",
        ));
    }
    let mut matches = Vec::new();
    for game in round.games.iter().filter(|g| waits(&regulations, g)) {
        let placed = placed(&mut command, game.id).await?;
        let mut after = game.clone();
        if after.game.line_ups.deadline == deadline {
            continue;
        }
        after.version += 1;
        after.game.line_ups.deadline.clone_from(&deadline);
        matches.push(save(&mut command, &placed, after, None, Vec::new()).await?);
    }
    let dossier = command.dossier().await?;
    for opened in open_due(&mut command, &dossier, place, None).await? {
        matches.retain(|m| m.game.id != opened.game.id);
        matches.push(opened);
    }
    let revision = command.revision();
    for changed in &mut matches {
        changed.revision = revision;
    }
    let answer = MatchesChanged { matches, revision };
    let subject = json!({"stage": place.0, "round": place.1, "deadline": deadline});
    command
        .finish("lineup.deadline", subject, None, Reply::done(&answer)?)
        .await
}

/// Opens the matches of a round whose time has passed; nothing to do is nothing done. The revision
/// afterwards, where something was opened.
///
/// # Errors
/// Those of every command.
pub async fn open_passed(
    office: &Office,
    tournament: Uuid,
    place: (u32, u32),
) -> Result<Option<Answer>> {
    let caller = Caller::machine("deadline");
    let opened = office
        .on_tournament(&caller, Permission::ManageRounds, tournament)
        .await?;
    let mut command = match opened {
        crate::service::Opened::Again(answer) => return Ok(Some(answer)),
        crate::service::Opened::Fresh(command) => command,
    };
    let dossier = facts::load(command.conn(), tournament)
        .await?
        .ok_or(Error::NotFound)?;
    let matches = open_due(&mut command, &dossier, place, None).await?;
    if matches.is_empty() {
        return Ok(None);
    }
    let answer = MatchesChanged {
        matches,
        revision: command.revision(),
    };
    let subject = json!({"stage": place.0, "round": place.1});
    let answer = command
        .finish("lineup.open", subject, None, Reply::done(&answer)?)
        .await?;
    Ok(Some(answer))
}

fn parse(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()
}

/// Line-ups belong to a round that is out and not locked.
pub(super) fn published(state: RoundState) -> Result<()> {
    match state {
        RoundState::Published => Ok(()),
        RoundState::Draft => Err(Error::refused(
            "round_not_published",
            "该轮尚未公布",
            "this round is not published yet",
        )),
        RoundState::Locked => Err(Error::refused(
            "round_locked",
            "该轮已锁定, 请先解锁",
            "this round is locked: reopen it first",
        )),
    }
}
