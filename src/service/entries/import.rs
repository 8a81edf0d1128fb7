//! Enters everyone on a list: CSV, spreadsheet or JSON.
use super::{NewEntry, new};
use crate::exchange::duplicates::{Identity, Likeness, Namesakes};
use crate::exchange::people::{self, PersonRow, RowFault};
use crate::open;
use crate::service::command::Answer;
use crate::service::{Caller, Error, Office, Permission, Reply, Result, Text};
use crate::store::players::ExternalId;
use crate::tournament::dossier::EntryFacts;
use crate::tournament::event_file::Fault;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Report only.
    pub dry_run: bool,
    /// Enter the good rows even where others are faulty.
    pub best_effort: bool,
}

/// What an import did, or would do.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportReport {
    /// The encoding found.
    pub encoding: String,
    /// Whether anything was stored.
    pub committed: bool,
    /// Rows that are (or would be) entered.
    pub accepted: u32,
    /// Everything wrong, by row and column.
    pub faults: Vec<RowFault>,
    /// Columns nobody asked for.
    pub ignored_columns: Vec<String>,
    /// Rows that look like someone else on the list or among the entries: look at them.
    pub duplicates: Vec<Duplicate>,
    /// The numbers given, by row.
    pub numbers: Vec<NumberGiven>,
}

/// A row that looks like someone else.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Duplicate {
    /// Row in the file, from 1.
    pub row: u32,
    /// The name both bear.
    pub name: String,
    /// The entry it looks like, when there is one.
    pub number: Option<u32>,
    /// The earlier row it looks like, when it is on the list.
    pub like_row: Option<u32>,
    /// `same`, `perhaps` or `other_person`.
    pub likeness: String,
}

/// The number a row was given.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NumberGiven {
    /// Row in the file.
    pub row: u32,
    /// The entry's number.
    pub number: u32,
}

/// Enters everyone on a list.
///
/// # Errors
/// A list that cannot be read, its faults when it is all or nothing, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    file: &[u8],
    mode: Mode,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditEntries, tournament)
            .await?
    );
    let list = people::read(file).map_err(|e| Error::invalid("", e.zh(), e.to_string()))?;
    let dossier = command.dossier().await?;
    let duplicates = duplicates(&list.rows, &dossier.entries);
    let mut faults = list.faults;
    let mut numbers = Vec::new();
    for row in &list.rows {
        match new::enter(&mut command, wish(row)).await {
            Ok(facts) => numbers.push(NumberGiven {
                row: row.row,
                number: facts.entry.number,
            }),
            Err(Error::Invalid(found)) => faults.extend(found.into_iter().map(|f| in_row(row, f))),
            Err(Error::Refused(refusal)) if refusal.code != "external_id_taken" => {
                let Text { zh, en } = refusal.text;
                faults.push(RowFault {
                    row: row.row,
                    column: String::new(),
                    zh,
                    en,
                });
            }
            Err(other) => return Err(other),
        }
    }
    faults.sort_by_key(|f| f.row);
    let mut report = ImportReport {
        encoding: list.encoding,
        committed: false,
        accepted: numbers.len() as u32,
        faults,
        ignored_columns: list.ignored_columns,
        duplicates,
        numbers,
    };
    if mode.dry_run {
        // The transaction is dropped: nothing was done.
        return Answer::unsaved(&report);
    }
    if !report.faults.is_empty() && !mode.best_effort {
        let as_fault = |f: RowFault| Fault {
            pointer: format!(
                "/rows/{}/{}",
                f.row,
                f.column.replace('~', "~0").replace('/', "~1")
            ),
            en: f.en,
            zh: f.zh,
        };
        return Err(Error::Invalid(
            report.faults.into_iter().map(as_fault).collect(),
        ));
    }
    report.committed = true;
    let subject = json!({"entries": report.accepted});
    let location = format!("/tournaments/{tournament}/entries");
    let reply = Reply::listed(location, &report)?;
    command.finish("entry.import", subject, None, reply).await
}

fn wish(row: &PersonRow) -> NewEntry {
    let external = row.external_system.clone().zip(row.external_id.clone());
    NewEntry {
        name: Some(row.name.clone()),
        unit: row.unit.clone(),
        rating: row.rating,
        title: row.title.clone(),
        sex: row.sex,
        birth_year: row.birth_year,
        number: row.number,
        seed: row.seed,
        external_id: external.map(|(system, id)| ExternalId { system, id }),
        ..NewEntry::default()
    }
}

fn in_row(row: &PersonRow, fault: Fault) -> RowFault {
    let column = fault.pointer.trim_start_matches('/').to_owned();
    RowFault {
        row: row.row,
        column,
        zh: fault.zh,
        en: fault.en,
    }
}

/// Somebody of a name: the number of an entry, or the row of the list.
type Namesake = (Option<u32>, Option<u32>);

fn duplicates(rows: &[PersonRow], entries: &[EntryFacts]) -> Vec<Duplicate> {
    let word = |likeness| match likeness {
        Likeness::Same => "same",
        Likeness::Perhaps => "perhaps",
        Likeness::OtherPerson => "other_person",
    };
    let mut known: Namesakes<'_, Namesake> = Namesakes::default();
    for EntryFacts { entry, .. } in entries {
        let person = Identity {
            name: &entry.name,
            unit: entry.unit.as_deref(),
            birth_year: entry.birth_year,
        };
        known.add((Some(entry.number), None), person);
    }
    let mut found = Vec::new();
    for row in rows {
        let person = row.identity();
        for ((number, like_row), likeness) in known.like(person) {
            found.push(Duplicate {
                row: row.row,
                name: row.name.clone(),
                number,
                like_row,
                likeness: word(likeness).to_owned(),
            });
        }
        known.add((None, Some(row.row)), person);
    }
    found
}
