//! The result slip of a single game (9): what it says is entered in the game's log.
use super::journal::Journal;
use super::refusals::refused;
use super::result::{ResultWish, later_rounds, reason_fits, told};
use super::{followed, keep, preview};
use crate::service::check::Faults;
use crate::service::{Answer, Command, Error, Reply, Result};
use crate::store::games::Placed;
use crate::tournament::conduct::facts::{TimesUsed, by_other_colours};
use crate::tournament::conduct::{Act, ConductError};
use crate::tournament::model::{Fouls, GameResult};
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::Regulations;
use serde_json::json;

/// Enters or corrects the result of a single game.
///
/// # Errors
/// As [`super::result::run`].
pub(super) async fn run(
    mut command: Box<Command>,
    placed: Placed,
    regulations: Regulations,
    wish: ResultWish,
) -> Result<Answer> {
    let corrects = !placed.facts.is_open();
    if corrects {
        command.caller().actor.require(
            crate::service::Permission::CorrectResult,
            Some(placed.tournament),
        )?;
    }
    check(&wish)?;
    let mut journal = Journal::open(&mut command, &placed, &regulations, 0).await?;
    let slip = Slip {
        result: wish.result,
        reason: wish.reason,
        fouls: wish.fouls,
        times: wish.times,
        colours_swapped: wish.colours_swapped,
        pointer: String::new(),
    };
    enter(&mut journal, &command, &slip, &wish, corrects)?;
    let mut journals = [journal];
    let after = followed(&placed, &regulations, &journals, 0);
    let same = after.game == placed.facts.game;
    let silent = wish.note.as_deref().is_none_or(|n| n.trim().is_empty());
    if corrects && !same && !wish.dry_run && silent {
        return Err(note_needed());
    }
    if wish.dry_run {
        let dossier = command.dossier().await?;
        let stage = placed.stage.1;
        let preview = tokio::task::spawn_blocking(move || preview::of(dossier, stage, after))
            .await
            .map_err(|e| Error::Fault(format!("a preview failed: {e}")))??;
        return Answer::unsaved(&preview);
    }
    let mut warnings = Vec::new();
    if corrects && !same {
        warnings = told(&mut command, &placed, &after).await?;
    }
    warnings.extend(later_rounds(&mut command, &placed, corrects).await?);
    let version = after.version;
    let subject = json!({
        "game": placed.facts.id, "stage": placed.stage.1, "round": placed.round.1,
        "table": after.game.table, "result": after.game.result,
    });
    let answer = keep(&mut command, &placed, &regulations, &mut journals, warnings).await?;
    let action = if corrects {
        "game.correct"
    } else if answer.proposed.is_some() {
        "game.propose"
    } else {
        "game.result"
    };
    command
        .finish(
            action,
            subject,
            wish.note,
            Reply::changed(version, &answer)?,
        )
        .await
}

/// What is wrong with a wish in itself.
fn check(wish: &ResultWish) -> Result<()> {
    let mut faults = Faults::default();
    if !wish.boards.is_empty() {
        faults.add(
            "/boards",
            "只有团体赛才有台次成绩",
            "only a team match has boards",
        );
    }
    if wish.reason.is_some() && wish.result.is_none() {
        faults.add("/reason", "没有成绩就没有理由", "a reason needs a result");
    }
    reason_fits(&mut faults, "/reason", wish.reason, wish.result);
    faults.done()
}

fn note_needed() -> Error {
    Error::invalid("/note", "更正成绩须说明理由", "a correction needs a reason")
}

/// What the slip says of one game or board, by the paired colours.
pub(super) struct Slip {
    pub(super) result: Option<GameResult>,
    pub(super) reason: Option<ResultReason>,
    pub(super) fouls: Option<Fouls>,
    pub(super) times: Option<TimesUsed>,
    pub(super) colours_swapped: Option<bool>,
    /// Where it stands in the wish.
    pub(super) pointer: String,
}

/// Continues the log by what the slip says.
pub(super) fn enter(
    journal: &mut Journal,
    command: &Command,
    slip: &Slip,
    wish: &ResultWish,
    corrects: bool,
) -> Result<()> {
    let at = |field: &str| format!("{}/{field}", slip.pointer);
    let put = |journal: &mut Journal, act: Act| {
        journal
            .enter(command, None, act)
            .map_err(|error| match error {
                ConductError::ReasonNeeded { .. } => note_needed(),
                error => refused(&error, &at("reason")),
            })
    };
    if let Some(swapped) = slip.colours_swapped
        && swapped != journal.state.colours_swapped()
    {
        let act = Act::ColoursSwapped {
            minutes: None,
            as_paired: !swapped,
            note: wish.note.clone(),
        };
        put(journal, act)?;
    }
    let swapped = journal.state.colours_swapped();
    if let Some(fouls) = slip.fouls {
        let fouls = by_other_colours(fouls, swapped);
        if fouls != journal.state.fouls().counts() {
            put(journal, Act::FoulCount { fouls })?;
        }
    }
    if let Some(TimesUsed { red, black }) = slip.times {
        let (red, black) = if swapped { (black, red) } else { (red, black) };
        put(journal, Act::TimesUsed { red, black })?;
    }
    // What would change may be asked before the reason is known.
    let why = match &wish.note {
        None if wish.dry_run => "试算".to_owned(),
        note => note.clone().unwrap_or_default(),
    };
    let reason = slip.reason;
    let played = slip
        .result
        .map(|result| if swapped { result.swapped() } else { result });
    let report = |result| Act::Result {
        result,
        reason,
        word: wish
            .against_record
            .then(|| wish.note.clone().unwrap_or_else(|| "裁判认定".to_owned())),
        settled: false,
    };
    // The log may end the game where the facts are still open: a result that waits for its second
    // person is entered anew, not corrected.
    let reported = last_report(journal);
    match (journal.state.ending().copied(), played) {
        (None, None) => Ok(()),
        (None, Some(result)) => put(journal, report(result)),
        (Some(ending), Some(result))
            if ending.result == result && (reason.is_none() || reason == ending.reason) =>
        {
            match (corrects, reported) {
                (false, None) => put(journal, report(result)),
                _ => Ok(()),
            }
        }
        (Some(ending), wanted) => match (corrects, reported) {
            (false, Some(number)) if ending.entry == number => {
                put(
                    journal,
                    Act::Void {
                        entry: number,
                        reason: "重新录入".to_owned(),
                    },
                )?;
                match wanted {
                    Some(result) => put(journal, report(result)),
                    None => Ok(()),
                }
            }
            _ => match wanted {
                None => put(journal, Act::ResultRemoved { why }),
                Some(result) => {
                    if !wish.against_record && journal.state.contradicts_moves(result, reason) {
                        let error = ConductError::ContradictsMoves { reason };
                        return Err(refused(&error, &at("reason")));
                    }
                    put(
                        journal,
                        Act::Correction {
                            result,
                            reason,
                            why,
                        },
                    )
                }
            },
        },
    }
}

/// The last report of a result that counts.
fn last_report(journal: &Journal) -> Option<u32> {
    let log = journal.state.log();
    (0u32..)
        .zip(log)
        .filter(|(number, entry)| {
            matches!(entry.act, Act::Result { .. }) && !journal.state.is_void(*number)
        })
        .last()
        .map(|(number, _)| number)
}
