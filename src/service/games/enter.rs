//! One entry in a game's log, of whatever kind: offers, claims, rulings, fouls, clocks, take-backs …
use super::journal::{self, Journal};
use super::refusals::refused;
use super::result::with_line_ups;
use super::{GameChanged, boards_of, keep, load_late, regulations, unlocked};
use crate::open;
use crate::rules::Color;
use crate::rules::repetition::{self, Ruling, request::Answer as Judgement};
use crate::service::command::Seen;
use crate::service::entries::{self, penalise};
use crate::service::views::LogItem;
use crate::service::views::log::items_from;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::games::Placed;
use crate::tournament::conduct::claims::settings_of_judge;
use crate::tournament::conduct::entry::ClaimKind;
use crate::tournament::conduct::{self, Act, JudgeOpinion};
use crate::tournament::model::{MemberRef, Penalty};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry of a kind that has no path of its own.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryWish {
    /// Plies on record when it happened: refused when it is not so.
    #[serde(default)]
    pub ply: Option<u32>,
    /// What happened.
    pub act: Act,
}

/// A game after an entry in its log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Entered {
    /// The game now.
    #[serde(flatten)]
    pub game: GameChanged,
    /// The entries made, with what followed from them.
    pub entries: Vec<LogItem>,
    /// What follows from the whole log.
    pub conduct: conduct::GameView,
    /// What the judge of repetition says of a claim that waits; the ruling is the arbiter's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<Judgement>,
}

/// Which game is spoken of, and what was seen of it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The game.
    pub game: Uuid,
    /// The board of a team match.
    pub board: Option<u32>,
    /// The version seen.
    pub seen: Seen,
}

/// What is to be entered.
#[derive(Debug)]
pub enum Wanted {
    /// Nothing that could be: what is wrong, told to those who may enter such a thing at all.
    Wrong(Permission, Error),
    /// This.
    Act(Act),
    /// A ruling on the repetition claimed; without one of the arbiter's own, the judge's.
    Ruling {
        /// The arbiter's ruling.
        ruling: Option<Ruling>,
        /// Why, where it is not the judge's.
        reason: Option<String>,
    },
}

/// Makes an entry. The future is boxed, so that the compiler looks into it once and not for every
/// handler.
///
/// # Errors
/// Why the rules refuse it; those of every command.
pub fn run<'a>(
    office: &'a Office,
    caller: &'a Caller,
    about: About,
    ply: Option<u32>,
    wanted: Wanted,
) -> BoxFuture<'a, Result<Answer>> {
    Box::pin(one(office, caller, about, ply, wanted))
}

async fn one(
    office: &Office,
    caller: &Caller,
    about: About,
    ply: Option<u32>,
    wanted: Wanted,
) -> Result<Answer> {
    let permission = match &wanted {
        Wanted::Act(act) => permission(act)?,
        Wanted::Ruling { .. } => Permission::Arbitrate,
        Wanted::Wrong(permission, _) => *permission,
    };
    let mut command = open!(office.on_game(caller, permission, about.game).await?);
    let placed = load_late(&mut command, about.game).await?;
    let comes_late = matches!(
        wanted,
        Wanted::Act(Act::Dispute { .. } | Act::Decision { .. } | Act::PenaltyOutcome { .. })
    );
    if !comes_late {
        unlocked(&placed)?;
    }
    if about.seen != Seen::Unsaid {
        command.expect(about.seen, placed.facts.version)?;
    }
    let regulations = regulations(&mut command, &placed).await?;
    let placed = with_line_ups(&mut command, placed, &regulations).await?;
    let boards = boards_of(&mut command, &placed, &regulations).await?;
    let board = journal::board(about.board, &regulations, boards)?;
    let mut journal = Journal::open(&mut command, &placed, &regulations, board).await?;
    let act = match wanted {
        Wanted::Act(act) => act,
        Wanted::Wrong(_, error) => return Err(error),
        Wanted::Ruling { ruling, reason } => ruling_act(&journal, ruling, reason).await?,
    };
    let claims_repetition = matches!(
        act,
        Act::Claim {
            claim: ClaimKind::Repetition,
            ..
        }
    );
    let (kind, clause) = (kind(&act)?, act.clause());
    let reason = said(&act);
    journal
        .enter(&command, ply, act.clone())
        .map_err(|error| refused(&error, pointer(&error)))?;
    if let Act::Penalty { .. } = &act {
        penalty(&mut command, &placed, &journal, &act).await?;
    }
    let judge = match claims_repetition {
        true => Some(judged(&journal).await?),
        false => None,
    };
    let subject = json!({"game": about.game, "stage": placed.stage.1, "round": placed.round.1,
        "table": placed.facts.game.table, "board": (board > 0).then_some(board),
        "kind": kind, "clause": clause, "side": act.side()});
    let answer = entered(&mut command, &placed, &regulations, journal, judge).await?;
    let version = answer.game.game.version;
    command
        .finish(
            "game.entry",
            subject,
            reason,
            Reply::changed(version, &answer)?,
        )
        .await
}

/// Stores the log and makes the answer.
pub(super) async fn entered(
    command: &mut Command,
    placed: &Placed,
    regulations: &crate::tournament::regulations::Regulations,
    journal: Journal,
    judge: Option<Judgement>,
) -> Result<Entered> {
    let mut journals = [journal];
    let game = keep(command, placed, regulations, &mut journals, Vec::new()).await?;
    let [journal] = journals;
    Ok(Entered {
        game,
        entries: items_from(&journal, journal.first_new(), true)?,
        conduct: journal.state.view(),
        judge,
    })
}

/// Who may make an entry: what has a path of its own is entered there.
fn permission(act: &Act) -> Result<Permission> {
    Ok(match act {
        Act::Start {} | Act::Clock { .. } => Permission::EnterMoves,
        Act::Penalty { clause, .. } => penalise::permission(*clause),
        Act::PenaltyOutcome { .. } => Permission::Expel,
        Act::Move { .. } | Act::Sheet { .. } => return Err(elsewhere("POST …/moves")),
        Act::Result { .. }
        | Act::ResultRemoved { .. }
        | Act::Correction { .. }
        | Act::FoulCount { .. }
        | Act::TimesUsed { .. } => return Err(elsewhere("PUT …/result")),
        Act::Confirm { .. } => return Err(elsewhere("POST …/confirmations")),
        Act::RepetitionRuling { .. } => return Err(elsewhere("POST …/rulings")),
        Act::Undone { .. } => return Err(elsewhere("POST /tournaments/{tournament}/undo")),
        _ => Permission::Arbitrate,
    })
}

fn elsewhere(path: &str) -> Error {
    Error::invalid(
        "/act/kind",
        format!("此类登记请用 {path}"),
        format!("an entry of this kind is made by {path}"),
    )
}

fn kind(act: &Act) -> Result<String> {
    let value = serde_json::to_value(act)?;
    Ok(value["kind"].as_str().unwrap_or_default().to_owned())
}

/// What was said in words: the audit's reason.
fn said(act: &Act) -> Option<String> {
    match act {
        Act::TakeBack { reason, .. }
        | Act::Adjust { reason, .. }
        | Act::ChangeRuling { reason, .. }
        | Act::Misconduct { reason, .. }
        | Act::Penalty { reason, .. }
        | Act::Void { reason, .. } => Some(reason.clone()),
        Act::RepetitionRuling { reason, .. } | Act::DrawRuling { reason, .. } => reason.clone(),
        Act::Foul { note, .. } => note.clone(),
        _ => None,
    }
}

/// Where in a wish a refusal points to.
pub(super) fn pointer(error: &conduct::ConductError) -> &'static str {
    match error {
        conduct::ConductError::ReasonNeeded { .. } => "/reason",
        conduct::ConductError::AdjustmentTooLarge { .. } => "/adjust/seconds",
        conduct::ConductError::NotAgreed => "/adjust/agreed",
        conduct::ConductError::NotOwnTime { .. } | conduct::ConductError::MayNotClaim(_) => "/side",
        conduct::ConductError::NotLate { .. } => "/minutes",
        _ => "",
    }
}

/// The ruling as an entry, beside what the judge says.
async fn ruling_act(
    journal: &Journal,
    ruling: Option<Ruling>,
    reason: Option<String>,
) -> Result<Act> {
    if !journal
        .state
        .repetition()
        .is_some_and(|claim| claim.waits())
    {
        return Err(refused(&conduct::ConductError::NoClaim, ""));
    }
    let judgement = judged(journal).await?;
    let judge = JudgeOpinion::of(&judgement);
    Ok(Act::RepetitionRuling {
        ruling: ruling.unwrap_or(judge.ruling),
        judge: Some(judge),
        reason,
    })
}

/// What the judge says of the moves up to the claim. It searches: beside the runtime.
async fn judged(journal: &Journal) -> Result<Judgement> {
    let state = &journal.state;
    let settings = settings_of_judge(state.settings());
    let start = *state.start();
    let until = state.repetition().map_or(state.ply(), |claim| claim.ply);
    let moves = state
        .moves()
        .get(..until as usize)
        .unwrap_or_default()
        .to_vec();
    tokio::task::spawn_blocking(move || repetition::judge(start, &moves, settings))
        .await
        .map_err(|e| Error::Fault(format!("judging failed: {e}")))
}

/// A penalty given in a game stands on the entry too: it reaches the standings (18.5), and an
/// expulsion the roster (18.3).
async fn penalty(
    command: &mut Command,
    placed: &Placed,
    journal: &Journal,
    act: &Act,
) -> Result<()> {
    let Act::Penalty {
        side,
        clause,
        reason,
    } = act
    else {
        return Ok(());
    };
    let game = &placed.facts.game;
    // By the colours as played on this board: 12.2 gives the red team red on odd boards only.
    let crossed = journal.board > 0 && journal.board.is_multiple_of(2);
    let with_red = (*side == Color::Red) != (journal.state.colours_swapped() ^ crossed);
    let number = if with_red { game.red } else { game.black };
    let dossier = command.dossier().await?;
    let entry = dossier.entry(number).ok_or(Error::NotFound)?.clone();
    let member = game
        .boards
        .iter()
        .find(|board| board.board == journal.board)
        .and_then(|board| {
            let swapped = journal.state.colours_swapped();
            let red = (*side == Color::Red) != swapped;
            if red {
                board.red.clone()
            } else {
                board.black.clone()
            }
        })
        .and_then(|member| match member {
            MemberRef::Place(place) => Some(place),
            MemberRef::Name(name) => {
                let members = &entry.entry.members;
                let place = members.iter().position(|known| known.name == name)?;
                Some(place as u32 + 1)
            }
        });
    let penalty = Penalty {
        clause: *clause,
        round: Some(placed.round.1),
        stage: (placed.stage.1 > 1).then_some(placed.stage.1),
        member,
        note: Some(reason.clone()),
    };
    let after = penalise::penalised(&entry, &penalty, (placed.stage.1, placed.round.1))?;
    entries::save(command, entry, after).await?;
    Ok(())
}
