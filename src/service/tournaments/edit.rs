//! Changes a tournament's frame: name, dates, regulations, status.
use crate::open;
use crate::service::command::Seen;
use crate::service::views::{TournamentView, Warning};
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result, check, patch};
use crate::store::tournaments;
use crate::tournament::dossier::{Change, Frame, Status};
use crate::tournament::model::{Edition, Kind, Level};
use crate::tournament::regulations::RegulationsPatch;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// What to change of a tournament; absent fields stay, null clears. Inside `regulations` likewise.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "the shape of a patch; the patch itself is merged as JSON"
)]
pub struct TournamentPatch {
    /// Its name.
    name: Option<String>,
    /// Players or teams; only before anyone entered.
    kind: Option<Kind>,
    /// Which rule text decides.
    edition: Option<Edition>,
    /// Its level.
    level: Option<Level>,
    /// Where it is played.
    venue: Option<String>,
    /// First day, `YYYY-MM-DD`.
    start_date: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    end_date: Option<String>,
    /// IANA time zone.
    time_zone: Option<String>,
    /// Settings; one given changes, null brings its default back.
    regulations: Option<RegulationsPatch>,
    /// `finished` closes the tournament; `running` opens it again.
    status: Option<Status>,
    /// Why; recorded.
    reason: Option<String>,
}

/// A changed tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentChanged {
    /// The tournament now.
    #[serde(flatten)]
    pub tournament: TournamentView,
    /// What to know about the change.
    pub warnings: Vec<Warning>,
}

/// Changes a tournament's frame.
///
/// # Errors
/// Faults of the patch, `kind_fixed`, `not_started`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: &Value,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditTournament, id)
            .await?
    );
    let before = command.tournament()?.frame.clone();
    command.expect(seen, before.version)?;
    let mut wish = wish.clone();
    let mut taken = |name: &str| wish.as_object_mut().and_then(|fields| fields.remove(name));
    let status = match taken("status") {
        None | Some(Value::Null) => before.status,
        Some(status) => serde_json::from_value(status)?,
    };
    let reason = taken("reason").and_then(|r| r.as_str().map(str::to_owned));
    let tournament = patch::merge(&before.tournament, &wish)?;
    check::frame(&tournament).done()?;
    let after = Frame {
        version: before.version + 1,
        status,
        tournament,
    };
    let mut warnings = Vec::new();
    if after.tournament.kind != before.tournament.kind
        && crate::store::entries::highest_number(command.conn(), id).await? > 0
    {
        return Err(Error::refused(
            "kind_fixed",
            "已有参赛者, 不能再改个人赛或团体赛",
            "there are entries: individual or team can no longer be changed",
        ));
    }
    if (before.status == Status::Scheduled) != (after.status == Status::Scheduled) {
        return Err(Error::refused(
            "not_started",
            "赛事自第一轮公布起为进行中",
            "a tournament runs from the moment its first round is published",
        ));
    }
    let rules = |f: &Frame| {
        (
            f.tournament.regulations.clone(),
            f.tournament.edition,
            f.tournament.level,
        )
    };
    if before.status != Status::Scheduled && rules(&before) != rules(&after) {
        warnings.push(Warning::new(
            "regulations_changed_after_start",
            "开赛后更改规程: 已记录, 名次与编排按新规程重新计算",
            "regulations changed after the start: recorded; tables and pairings follow the new ones",
        ));
    }
    tournaments::update(command.conn(), id, &after).await?;
    let version = after.version;
    let view = |revision| TournamentView::new(id, revision, &after);
    command.public(Change::Frame {
        before: Box::new(before),
        after: Box::new(after.clone()),
    });
    let answer = TournamentChanged {
        tournament: view(command.revision()),
        warnings,
    };
    let reply = Reply::changed(version, &answer)?;
    command
        .finish("tournament.edit", json!({"tournament": id}), reason, reply)
        .await
}
