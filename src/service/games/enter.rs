//! One entry in a game's log, of whatever kind: offers, claims, rulings, fouls, clocks, take-backs …
use super::journal::{self, Journal};
use super::refusals::refused;
use super::result::with_line_ups;
use super::{GameChanged, boards_of, keep, load_late, regulations, unlocked};
use crate::open;
use crate::rules::repetition::{self, Ruling, request::Answer as Judgement};
use crate::rules::{Color, Move, Position};
use crate::service::command::Seen;
use crate::service::entries::{self, penalise};
use crate::service::views::LogItem;
use crate::service::views::log::items_from;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result};
use crate::store::games::Placed;
use crate::store::log;
use crate::tournament::conduct::claims::settings_of_judge;
use crate::tournament::conduct::entry::ClaimKind;
use crate::tournament::conduct::{self, Act, ConductError, Entry, GameState, JudgeOpinion, Phase};
use crate::tournament::dossier::{self, EntryFacts};
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
    let claims_repetition = matches!(
        wanted,
        Wanted::Act(Act::Claim {
            claim: ClaimKind::Repetition,
            ..
        })
    );
    // The judge searches: before the tournament is locked, wherever what he is to judge is known.
    let ready = match claims_repetition || matches!(wanted, Wanted::Ruling { .. }) {
        true => {
            let tournament = office.tournament_of(caller, about.game).await?;
            caller.actor.require(permission, Some(tournament))?;
            beforehand(office, about, claims_repetition.then_some(ply)).await?
        }
        false => None,
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
        Wanted::Ruling { ruling, reason } => {
            ruling_act(&journal, ready.clone(), ruling, reason).await?
        }
    };
    let still = matches!(
        act,
        Act::Penalty { .. }
            | Act::PenaltyOutcome { .. }
            | Act::Dispute { .. }
            | Act::Decision { .. }
    );
    // A match is signed as a whole: its boards' logs do not know it.
    if board > 0 && placed.facts.state == dossier::GameState::Confirmed && !still {
        let phase = Phase::Confirmed;
        return Err(refused(&ConductError::WrongPhase { phase }, ""));
    }
    let (kind, clause) = (kind(&act)?, act.clause());
    let reason = said(&act);
    journal
        .enter(&command, ply, act.clone())
        .map_err(|error| refused(&error, pointer(&error)))?;
    if let Act::Penalty { .. } = &act {
        penalty(&mut command, &placed, &journal, &act).await?;
    }
    if let Act::Void { entry, .. } = &act {
        let voided = journal.state.log().get(*entry as usize);
        if let Some(Entry { act, .. }) = voided {
            penalty_taken_back(&mut command, &placed, &journal, act).await?;
        }
    }
    let judge = match claims_repetition {
        true => Some(judged(Question::of(&journal.state), ready).await?.1),
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
    ready: Option<Judged>,
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
    let (_, judgement) = judged(Question::of(&journal.state), ready).await?;
    let judge = JudgeOpinion::of(&judgement);
    Ok(Act::RepetitionRuling {
        ruling: ruling.unwrap_or(judge.ruling),
        judge: Some(judge),
        reason,
    })
}

/// What the judge is asked: the moves up to the claim, or all there are before one is made.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    start: Position,
    moves: Vec<Move>,
    settings: repetition::Settings,
}

/// A question and its answer.
type Judged = (Question, Judgement);

impl Question {
    fn of(state: &GameState) -> Question {
        let claim = state.repetition().map(|claim| claim.ply);
        Question::until(state, claim.unwrap_or(state.ply()))
    }

    fn until(state: &GameState, until: u32) -> Question {
        Question {
            start: *state.start(),
            moves: state
                .moves()
                .get(..until as usize)
                .unwrap_or_default()
                .to_vec(),
            settings: settings_of_judge(state.settings()),
        }
    }
}

/// What will be asked, as far as the stored log tells, with its answer: of a new claim (at a ply, if it
/// names one), or of the one that waits.
async fn beforehand(
    office: &Office,
    about: About,
    claim: Option<Option<u32>>,
) -> Result<Option<Judged>> {
    let mut conn = office.store.primary().await?;
    let board = about.board.unwrap_or(0);
    let Some(settings) = log::settings(&mut conn, about.game, board).await? else {
        return Ok(None);
    };
    let logged = log::of_game(&mut conn, about.game, board, i64::MAX).await?;
    drop(conn);
    let entries: Vec<Entry> = logged.into_iter().map(|logged| logged.entry).collect();
    match GameState::replay(&entries, &settings) {
        Ok(state) => {
            let question = match claim {
                Some(ply) => Question::until(&state, ply.unwrap_or(state.ply())),
                None => Question::of(&state),
            };
            judged(question, None).await.map(Some)
        }
        // The command will say what is wrong with it.
        Err(_) => Ok(None),
    }
}

/// What the judge says, unless it was said already. He searches: beside the runtime.
async fn judged(question: Question, ready: Option<Judged>) -> Result<Judged> {
    if let Some(ready) = ready.filter(|(asked, _)| *asked == question) {
        return Ok(ready);
    }
    tokio::task::spawn_blocking(move || {
        let Question {
            start,
            moves,
            settings,
        } = &question;
        let judgement = repetition::judge(*start, moves, *settings);
        (question, judgement)
    })
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
    let Some((entry, penalty)) = of_entry(command, placed, journal, act).await? else {
        return Ok(());
    };
    let after = penalise::penalised(&entry, &penalty, (placed.stage.1, placed.round.1))?;
    entries::save(command, entry, after).await?;
    Ok(())
}

/// A penalty entered by mistake does not stand on the entry either.
async fn penalty_taken_back(
    command: &mut Command,
    placed: &Placed,
    journal: &Journal,
    act: &Act,
) -> Result<()> {
    let Some((entry, penalty)) = of_entry(command, placed, journal, act).await? else {
        return Ok(());
    };
    if let Some(after) = penalise::unpenalised(&entry, &penalty) {
        entries::save(command, entry, after).await?;
    }
    Ok(())
}

/// The entry whose penalty this is, and the penalty as it stands there.
async fn of_entry(
    command: &mut Command,
    placed: &Placed,
    journal: &Journal,
    act: &Act,
) -> Result<Option<(EntryFacts, Penalty)>> {
    let Act::Penalty {
        side,
        clause,
        reason,
    } = act
    else {
        return Ok(None);
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
    Ok(Some((entry, penalty)))
}
