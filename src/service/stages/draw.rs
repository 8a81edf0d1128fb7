//! Draws the numbers (抽签): from a recorded seed, or as drawn by hand in the hall.
use super::find;
use crate::open;
use crate::service::check::Faults;
use crate::service::views::EntryView;
use crate::service::{Answer, Caller, Error, Office, Permission, Reply, Result};
use crate::store::rounds::rfc3339;
use crate::store::{entries, facts, stages};
use crate::tournament::dossier::{Change, Dossier, EntryFacts};
use crate::tournament::lots::{Lots, LotsMethod, Seed};
use crate::tournament::model::Number;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to draw.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DrawWish {
    /// How; `numbers` when absent, `by_hand` when `drawn` is given.
    pub method: Option<LotsMethod>,
    /// The seed, 64 hexadecimal digits; from the operating system when absent.
    pub seed: Option<Seed>,
    /// By hand: who drew which number.
    pub drawn: Vec<Drawn>,
}

/// Who drew which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The entry, by id.
    pub entry_id: Uuid,
    /// The number drawn.
    pub number: Number,
}

/// A draw with what came of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawDone {
    /// The record: anyone can run it again.
    pub draw: Lots,
    /// The entries with their new numbers, by number.
    pub entries: Vec<EntryView>,
    /// The tournament's revision.
    pub revision: i64,
}

/// Draws the numbers of a stage's field. Before the first round is paired it can be done again;
/// every draw stays on record.
///
/// # Errors
/// Faults of the wish, `stage_started`, `nobody_to_draw`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    number: u32,
    wish: DrawWish,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::Draw, tournament)
            .await?
    );
    let before = command.dossier().await?;
    find(&before, number)?;
    if before.stages.iter().any(|s| !s.rounds.is_empty()) {
        return Err(Error::refused(
            "stage_started",
            "已编排后不能再抽序号",
            "numbers are drawn before the first round is paired",
        ));
    }
    let field = field(&before, number);
    if field.is_empty() {
        return Err(Error::refused(
            "nobody_to_draw",
            "没有参赛者",
            "nobody has entered",
        ));
    }
    let lots = lots(&field, number, &wish, rfc3339(command.now()))?;
    let given: HashMap<Uuid, Number> = field
        .iter()
        .zip(&lots.result)
        .map(|(e, n)| (e.id, *n))
        .collect();
    renumber(&mut command, &before, &given).await?;
    let now = command.now();
    stages::insert_draw(command.conn(), tournament, &lots, now).await?;
    let after = facts::load(command.conn(), tournament)
        .await?
        .ok_or(Error::NotFound)?;
    command.public(Change::Entries {
        before: before.entries.clone(),
        after: after.entries.clone(),
    });
    // A stage that names its field names it by the new numbers now.
    for (old, new) in before.stages.iter().zip(&after.stages) {
        if old.stage != new.stage {
            command.public(Change::Stage {
                before: Some(Box::new(old.settings())),
                after: Some(Box::new(new.settings())),
            });
        }
    }
    command.public(Change::Draw {
        draw: Box::new(lots.clone()),
    });
    let mut shown: Vec<EntryView> = after.entries.iter().map(EntryView::from).collect();
    shown.sort_by_key(|e| e.entry.number);
    let answer = DrawDone {
        draw: lots,
        entries: shown,
        revision: command.revision(),
    };
    let subject = json!({"stage": number, "method": answer.draw.method});
    command
        .finish("stage.draw", subject, None, Reply::done(&answer)?)
        .await
}

/// Who draws, in order of strength: seeds, then rating, then the number so far.
fn field(dossier: &Dossier, number: u32) -> Vec<EntryFacts> {
    let named = dossier.stage(number).and_then(|s| s.stage.entries.clone());
    let mut field: Vec<EntryFacts> = dossier
        .entries
        .iter()
        .filter(|e| named.as_ref().is_none_or(|n| n.contains(&e.entry.number)))
        .filter(|e| !e.entry.status.has_left())
        .cloned()
        .collect();
    field.sort_by_key(|e| {
        let e = &e.entry;
        (
            e.seed.unwrap_or(u32::MAX),
            std::cmp::Reverse(e.rating.unwrap_or(i32::MIN)),
            e.number,
        )
    });
    field
}

fn lots(field: &[EntryFacts], stage: u32, wish: &DrawWish, at: String) -> Result<Lots> {
    let by_hand = !wish.drawn.is_empty();
    let method = match &wish.method {
        Some(method) => method.clone(),
        None if by_hand => LotsMethod::ByHand,
        None => LotsMethod::Numbers,
    };
    let mut faults = Faults::default();
    let kinds = matches!(
        method,
        LotsMethod::Numbers | LotsMethod::SeededHalves { .. } | LotsMethod::ByHand
    );
    if !kinds {
        faults.add(
            "/method",
            "序号抽签只有 numbers、seeded_halves、by_hand",
            "numbers are drawn by numbers, seeded_halves or by_hand",
        );
    }
    if by_hand != (method == LotsMethod::ByHand) {
        faults.add(
            "/drawn",
            "by_hand 须给出 drawn, 其他方法不给",
            "by_hand needs drawn, other methods take none",
        );
    }
    let mut result = Vec::new();
    if by_hand {
        let given: HashMap<Uuid, Number> =
            wish.drawn.iter().map(|d| (d.entry_id, d.number)).collect();
        for (i, drawn) in wish.drawn.iter().enumerate() {
            if !field.iter().any(|e| e.id == drawn.entry_id) {
                faults.add(
                    format!("/drawn/{i}/entry_id"),
                    "不在本阶段",
                    "is not in this stage",
                );
            }
        }
        for entry in field {
            match given.get(&entry.id) {
                Some(number) => result.push(*number),
                None => faults.add(
                    "/drawn",
                    format!("缺少 {}", entry.entry.name),
                    format!("{} is missing", entry.entry.name),
                ),
            }
        }
    }
    faults.done()?;
    let seed = match (method == LotsMethod::ByHand, wish.seed) {
        (true, _) => None,
        (false, Some(seed)) => Some(seed),
        (false, None) => Some(fresh_seed()?),
    };
    let lots = Lots {
        method,
        stage: Some(stage),
        participants: field.iter().map(|e| e.entry.name.clone()).collect(),
        apart: Vec::new(),
        seed,
        commitment: None,
        committed_at: None,
        drawn_at: Some(at),
        result,
    };
    lots.drawn().map_err(Error::Invalid)
}

/// 256 bits from the operating system.
pub(crate) fn fresh_seed() -> Result<Seed> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| Error::Fault(format!("no random bytes: {e}")))?;
    Ok(Seed(bytes))
}

/// Gives the drawn numbers; whoever did not draw and holds one of them moves behind everyone.
async fn renumber(
    command: &mut crate::service::Command,
    dossier: &Dossier,
    given: &HashMap<Uuid, Number>,
) -> Result<()> {
    let mut next = given
        .values()
        .chain(dossier.entries.iter().map(|e| &e.entry.number))
        .max()
        .copied()
        .unwrap_or(0);
    let drawn: std::collections::HashSet<Number> = given.values().copied().collect();
    let now = command.now();
    for before in &dossier.entries {
        let mut after = before.clone();
        after.entry.number = match given.get(&before.id) {
            Some(number) => *number,
            None if drawn.contains(&before.entry.number) => {
                next += 1;
                next
            }
            None => continue,
        };
        if after != *before {
            after.version += 1;
            entries::update(command.conn(), before, &after, now).await?;
        }
    }
    Ok(())
}
