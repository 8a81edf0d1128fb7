//! Registers everyone on a list: CSV, spreadsheet or JSON. Nobody is taken for somebody else unless
//! the caller asks for it: look-alikes are flagged.
use super::NewPlayer;
use crate::exchange::duplicates::{Identity, Likeness, Namesakes};
use crate::exchange::people::{self, PeopleList, PersonRow, RowFault};
use crate::open;
use crate::service::command::{Answer, Command};
use crate::service::{Caller, Error, Office, Permission, Reply, Result};
use crate::store::players::{self, ExternalId, Player};
use crate::store::players_many as many;
use crate::tournament::event_file::Fault;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// Most faults named in a refusal.
const FAULTS_NAMED: usize = 1_000;

/// What becomes of a row that is surely somebody registered already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnDuplicate {
    /// Registered as another person of the name, and flagged.
    #[default]
    Create,
    /// Left out, and flagged.
    Skip,
    /// The row's fields go to the player who is there.
    Merge,
}

/// How to import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Report only.
    pub dry_run: bool,
    /// Register the good rows even where others are faulty.
    pub best_effort: bool,
    /// What becomes of somebody registered already.
    pub duplicates: OnDuplicate,
}

/// What an import of players did, or would do.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct RegisterReport {
    /// The encoding found.
    pub encoding: String,
    /// Whether anything was stored.
    pub committed: bool,
    /// Rows that are (or would be) registered, changed, found unchanged or left out.
    pub accepted: u32,
    /// New players.
    pub created: u32,
    /// Players changed.
    pub updated: u32,
    /// Players found as they are.
    pub unchanged: u32,
    /// Rows left out because the person is registered already.
    pub skipped: u32,
    /// Everything wrong, by row and column.
    pub faults: Vec<RowFault>,
    /// Columns nobody asked for.
    pub ignored_columns: Vec<String>,
    /// Rows that look like somebody registered, or like an earlier row: look at them.
    pub duplicates: Vec<LookAlike>,
    /// Which player each row is; without an id in a dry run, where nobody is registered.
    pub players: Vec<RowPlayer>,
}

/// A row that looks like somebody else.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LookAlike {
    /// Row in the file, from 1.
    pub row: u32,
    /// The name both bear.
    pub name: String,
    /// The player it looks like, when he is registered.
    pub player: Option<Uuid>,
    /// The earlier row it looks like, when it is on the list.
    pub like_row: Option<u32>,
    /// How sure that is.
    pub likeness: Likeness,
}

/// Which player a row is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RowPlayer {
    /// Row in the file, from 1.
    pub row: u32,
    /// The player.
    pub player: Option<Uuid>,
    /// What was done.
    pub did: Did,
}

/// What was done with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Did {
    /// A new player.
    Created,
    /// A player changed.
    Updated,
    /// The player is as the row says.
    Unchanged,
    /// Left out: registered already.
    Skipped,
}

/// Registers everyone on a list.
///
/// # Errors
/// A list that cannot be read, its faults when it is all or nothing, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    file: impl AsRef<[u8]> + Send + 'static,
    mode: Mode,
) -> Result<Answer> {
    caller.actor.require(Permission::EditPlayers, None)?;
    // Before the register is locked: a long list takes a while.
    let reading = tokio::task::spawn_blocking(move || {
        let digest = hex::encode(Sha256::digest(file.as_ref()));
        (people::read(file.as_ref()), digest)
    });
    let (list, digest) = reading
        .await
        .map_err(|e| Error::Fault(format!("reading a list failed: {e}")))?;
    let mut command = open!(office.on_register(caller, Permission::EditPlayers).await?);
    let list = list.map_err(|e| Error::invalid("", e.zh(), e.to_string()))?;
    let (mut report, pending) = weigh(&mut command, list, mode).await?;
    if mode.dry_run {
        // The transaction is dropped: nothing was done.
        for row in report.players.iter_mut().filter(|r| r.did == Did::Created) {
            row.player = None;
        }
        return Answer::unsaved(&report);
    }
    if !report.faults.is_empty() && !mode.best_effort {
        let faults = report.faults.into_iter().take(FAULTS_NAMED);
        return Err(Error::Invalid(faults.map(as_fault).collect()));
    }
    let (new, changed): (Vec<&Pending>, Vec<&Pending>) = pending
        .iter()
        .filter(|p| p.is_change())
        .partition(|p| p.before.is_none());
    let after = |some: &[&Pending]| some.iter().map(|p| p.after.clone()).collect::<Vec<_>>();
    let (new, changed_after) = (after(&new), after(&changed));
    many::insert(command.conn(), &new.iter().collect::<Vec<_>>()).await?;
    many::update(command.conn(), &changed_after.iter().collect::<Vec<_>>()).await?;
    if !new.is_empty() || !changed.is_empty() {
        let changed: Vec<_> = changed
            .iter()
            .map(|p| json!({"before": p.before, "after": p.after}))
            .collect();
        command.private(json!({"created": new, "changed": changed}));
    }
    report.committed = true;
    let subject = json!({"created": report.created, "updated": report.updated, "sha256": digest});
    let reply = Reply::listed("/players".to_owned(), &report)?;
    command.finish("player.import", subject, None, reply).await
}

/// A player as he will be.
#[derive(Clone, Debug)]
struct Pending {
    before: Option<Player>,
    after: Player,
}

impl Pending {
    fn is_change(&self) -> bool {
        self.before
            .as_ref()
            .is_none_or(|before| NewPlayer::of(before) != NewPlayer::of(&self.after))
    }
}

/// Whom a row may look like: a player, and the earlier row when he comes from one.
#[derive(Clone, Copy, Debug)]
struct Key {
    player: Uuid,
    row: Option<u32>,
}

/// Decides row by row; writes nothing.
async fn weigh(
    command: &mut Command,
    list: PeopleList,
    mode: Mode,
) -> Result<(RegisterReport, Vec<Pending>)> {
    let now = command.now();
    let mut report = RegisterReport {
        encoding: list.encoding,
        faults: list.faults,
        ignored_columns: list.ignored_columns,
        ..RegisterReport::default()
    };
    let wishes: Vec<(PersonRow, NewPlayer)> = list
        .rows
        .into_iter()
        .filter_map(|row| {
            let wish = wish(&row);
            let faults = wish.faults().0;
            let good = faults.is_empty();
            report
                .faults
                .extend(faults.into_iter().map(|f| in_row(row.row, f)));
            let (system, id) = (&row.external_system, &row.external_id);
            if system.is_some() != id.is_some() {
                report.faults.push(fault(
                    row.row,
                    "external_id",
                    "外部编号须与系统名一起给出",
                    "an external id goes with its system",
                ));
                return None;
            }
            good.then_some((row, wish))
        })
        .collect();
    let ids: Vec<&ExternalId> = wishes.iter().flat_map(|(_, w)| &w.external_ids).collect();
    let known_ids = many::by_external_ids(command.conn(), &ids).await?;
    let mut names: Vec<String> = wishes.iter().map(|(_, w)| w.name.clone()).collect();
    names.sort();
    names.dedup();
    let namesakes = many::namesakes(command.conn(), &names).await?;
    let mut near: Vec<Uuid> = known_ids.values().copied().collect();
    near.extend(namesakes.iter().map(|n| n.id));
    near.sort();
    near.dedup();
    let known: HashMap<Uuid, Player> = players::several(command.conn(), &near)
        .await?
        .into_iter()
        .map(|p| (p.id, p))
        .collect();
    let mut alike: Namesakes<'_, Key> = Namesakes::default();
    for n in &namesakes {
        let person = Identity {
            name: &n.name,
            unit: n.unit.as_deref(),
            birth_year: n.birth_year,
        };
        alike.add(
            Key {
                player: n.id,
                row: None,
            },
            person,
        );
    }
    let mut pending: Vec<Pending> = Vec::new();
    let mut place: HashMap<Uuid, usize> = HashMap::new();
    let mut ids_seen: HashMap<&ExternalId, u32> = HashMap::new();
    for (row, wish) in &wishes {
        let external = wish.external_ids.first();
        if let Some(earlier) = external.and_then(|x| ids_seen.insert(x, row.row)) {
            report.faults.push(fault(
                row.row,
                "external_id",
                format!("与第 {earlier} 行的外部编号相同"),
                format!("row {earlier} has the same external id"),
            ));
            continue;
        }
        let by_id = external.and_then(|x| known_ids.get(x)).copied();
        let like = match by_id {
            // The federation's number settles who it is.
            Some(_) => Vec::new(),
            None => alike.like(row.identity()),
        };
        report
            .duplicates
            .extend(like.iter().map(|(key, likeness)| LookAlike {
                row: row.row,
                name: row.name.clone(),
                player: key.row.is_none().then_some(key.player),
                like_row: key.row,
                likeness: *likeness,
            }));
        let same: Vec<Uuid> = like
            .iter()
            .filter(|(_, likeness)| *likeness == Likeness::Same)
            .map(|(key, _)| key.player)
            .collect();
        let target = match (by_id, mode.duplicates, &same[..]) {
            (Some(id), ..) => Some(id),
            (None, OnDuplicate::Create, _) | (None, _, []) => None,
            (None, OnDuplicate::Skip, [first, ..]) => {
                report.done(row.row, *first, Did::Skipped);
                continue;
            }
            (None, OnDuplicate::Merge, [only]) => Some(*only),
            (None, OnDuplicate::Merge, several) => {
                report.faults.push(fault(
                    row.row,
                    "name",
                    format!("与 {} 名棋手相同, 请以外部编号指明", several.len()),
                    format!(
                        "is the same as {} players: name one by an external id",
                        several.len()
                    ),
                ));
                continue;
            }
        };
        let Some(id) = target else {
            let player = wish.clone().into_player(Uuid::now_v7(), 1, now);
            alike.add(
                Key {
                    player: player.id,
                    row: Some(row.row),
                },
                row.identity(),
            );
            report.done(row.row, player.id, Did::Created);
            place.insert(player.id, pending.len());
            pending.push(Pending {
                before: None,
                after: player,
            });
            continue;
        };
        let index = *place.entry(id).or_insert(pending.len());
        if index == pending.len() {
            let Some(player) = known.get(&id) else {
                return Err(Error::Fault(format!(
                    "player {id} was found and is not there"
                )));
            };
            pending.push(Pending {
                before: Some(player.clone()),
                after: player.clone(),
            });
        }
        let one = &mut pending[index];
        let changed = fill(&mut one.after, wish, now);
        if changed
            && one
                .before
                .as_ref()
                .is_some_and(|b| b.version == one.after.version)
        {
            one.after.version += 1;
        }
        let did = if changed {
            Did::Updated
        } else {
            Did::Unchanged
        };
        report.done(row.row, id, did);
    }
    report.faults.sort_by_key(|f| f.row);
    Ok((report, pending))
}

impl RegisterReport {
    fn done(&mut self, row: u32, player: Uuid, did: Did) {
        self.accepted += 1;
        *match did {
            Did::Created => &mut self.created,
            Did::Updated => &mut self.updated,
            Did::Unchanged => &mut self.unchanged,
            Did::Skipped => &mut self.skipped,
        } += 1;
        let player = Some(player);
        self.players.push(RowPlayer { row, player, did });
    }
}

/// What a row says goes to the player; what it does not say stays. Whether anything changed.
fn fill(player: &mut Player, row: &NewPlayer, now: OffsetDateTime) -> bool {
    let before = NewPlayer::of(player);
    player.name = row.name.trim().to_owned();
    let text = |old: &mut Option<String>, new: &Option<String>| {
        if new.is_some() {
            old.clone_from(new);
        }
    };
    text(&mut player.latin_name, &row.latin_name);
    text(&mut player.unit, &row.unit);
    text(&mut player.title, &row.title);
    player.sex = row.sex.or(player.sex);
    player.birth_year = row.birth_year.or(player.birth_year);
    player.rating = row.rating.or(player.rating);
    for id in &row.external_ids {
        if !player.external_ids.contains(id) {
            player.external_ids.push(id.clone());
        }
    }
    player.external_ids.sort();
    let changed = before != NewPlayer::of(player);
    if changed {
        player.updated_at = now;
    }
    changed
}

fn wish(row: &PersonRow) -> NewPlayer {
    let external = row.external_system.clone().zip(row.external_id.clone());
    NewPlayer {
        name: row.name.clone(),
        latin_name: row.latin_name.clone(),
        sex: row.sex,
        birth_year: row.birth_year,
        unit: row.unit.clone(),
        rating: row.rating,
        title: row.title.clone(),
        external_ids: external
            .map(|(system, id)| ExternalId { system, id })
            .into_iter()
            .collect(),
    }
}

fn fault(row: u32, column: &str, zh: impl Into<String>, en: impl Into<String>) -> RowFault {
    RowFault {
        row,
        column: column.to_owned(),
        zh: zh.into(),
        en: en.into(),
    }
}

fn in_row(row: u32, f: Fault) -> RowFault {
    fault(row, f.pointer.trim_start_matches('/'), f.zh, f.en)
}

fn as_fault(f: RowFault) -> Fault {
    let column = f.column.replace('~', "~0").replace('/', "~1");
    Fault {
        pointer: format!("/rows/{}/{column}", f.row),
        en: f.en,
        zh: f.zh,
    }
}
