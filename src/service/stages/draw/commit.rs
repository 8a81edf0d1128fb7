//! Promises the seed of a stage's draw beforehand: its SHA-256 is published, and the draw can only be
//! made from this seed.
use super::{fresh_seed, started};
use crate::open;
use crate::service::stages::{StageChanged, find};
use crate::service::views::StageView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::rounds::rfc3339;
use crate::store::{commitments, stages};
use crate::tournament::dossier::Change;
use crate::tournament::lots::Commitment;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// The promise.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CommitWish {
    /// SHA-256 of the 32 bytes of a seed that the caller keeps, 64 hexadecimal digits. When absent the
    /// server makes a seed and keeps it until the draw.
    pub sha256: Option<String>,
}

/// Publishes a commitment.
///
/// # Errors
/// `already_committed`, `stage_started`, faults of the wish, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    number: u32,
    wish: CommitWish,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::Draw, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let before = find(&dossier, number)?;
    if !before.rounds.is_empty() {
        return Err(started());
    }
    if before.stage.commitment.is_some() {
        return Err(Error::refused(
            "already_committed",
            "已公布承诺值, 抽签后才能另行承诺",
            "a commitment is published: the draw must come first",
        ));
    }
    let now = command.now();
    let sha256 = match wish.sha256 {
        Some(given) if given.len() == 64 && given.bytes().all(|b| b.is_ascii_hexdigit()) => {
            given.to_ascii_lowercase()
        }
        Some(_) => {
            return Err(Error::invalid(
                "/sha256",
                "须为 64 位十六进制数",
                "must have 64 hexadecimal digits",
            ));
        }
        None => {
            let seed = fresh_seed()?;
            commitments::keep(command.conn(), before.id, seed, now).await?;
            seed.commitment()
        }
    };
    let mut after = before.settings();
    after.version += 1;
    after.stage.commitment = Some(Commitment {
        sha256: sha256.clone(),
        committed_at: rfc3339(now),
    });
    stages::update(command.conn(), tournament, &after).await?;
    let version = after.version;
    let view = StageView::new(number, &after);
    command.public(Change::Stage {
        before: Some(Box::new(before.settings())),
        after: Some(Box::new(after)),
    });
    let answer = StageChanged {
        stage: view,
        consequences: Vec::new(),
        revision: command.revision(),
    };
    let subject = json!({"stage": number, "sha256": sha256});
    let reply = Reply::changed(version, &answer)?;
    command.finish("stage.commit", subject, None, reply).await
}
