//! Enters or corrects a result.
use super::journal::Journal;
use super::signed::{self, signed_is_the_chiefs, waiting_match, with_what_waits};
use super::slip::{self, Slip};
use super::{load, preview, regulations, save, team_match};
use crate::open;
use crate::service::check::Faults;
use crate::service::command::Seen;
use crate::service::views::Warning;
use crate::service::{
    Answer, Caller, Command, Error, Office, Permission, Reply, Result, downstream, lineups,
};
use crate::store::games::Placed;
use crate::tournament::conduct::facts::TimesUsed;
use crate::tournament::dossier::{Change, Direction, GameFacts, GameState};
use crate::tournament::model::{BoardGame, Event, Fouls, GameResult, Kind, MemberRef};
use crate::tournament::reason::ResultReason;
use crate::tournament::regulations::Regulations;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A result as entered.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResultWish {
    /// By the paired colours; null takes a result away. A team match is given by its boards, and
    /// by this only when a whole team is absent.
    pub result: Option<GameResult>,
    /// Why it ended so.
    pub reason: Option<ResultReason>,
    /// Fouls on record.
    pub fouls: Option<Fouls>,
    /// Seconds used (9).
    pub times: Option<TimesUsed>,
    /// Played with colours other than paired (5.8).
    pub colours_swapped: Option<bool>,
    /// Team match: these boards.
    pub boards: Vec<BoardResult>,
    /// Why it is entered or corrected so; needed for a correction, recorded.
    pub note: Option<String>,
    /// An arbiter's word against the moves on record: recorded as such.
    pub against_record: bool,
    /// Report only what would change.
    pub dry_run: bool,
}

/// A board's result.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardResult {
    /// The board, from 1.
    pub board: u32,
    /// Who has red on it: place in the roster, or name.
    #[serde(default)]
    pub red: Option<MemberRef>,
    /// Who has black on it.
    #[serde(default)]
    pub black: Option<MemberRef>,
    /// The result by the colours on this board.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// Why.
    #[serde(default)]
    pub reason: Option<ResultReason>,
    /// Fouls on record.
    #[serde(default)]
    pub fouls: Option<Fouls>,
    /// Seconds used (9).
    #[serde(default)]
    pub times: Option<TimesUsed>,
}

/// A result that waits for a second person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Proposed {
    /// The game as it would be.
    pub after: ProposedGame,
    /// The key that entered it.
    pub by: Option<Uuid>,
    /// Who entered it.
    pub by_name: String,
}

/// The facts of a proposed result.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProposedGame {
    /// The result.
    pub result: Option<GameResult>,
    /// Why.
    pub reason: Option<ResultReason>,
    /// Fouls.
    pub fouls: Fouls,
    /// Other colours than paired.
    pub colours_swapped: bool,
    /// Team match: its boards.
    #[serde(default)]
    pub boards: Vec<BoardGame>,
}

/// Whose version the caller saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game's, in a team event the whole match's.
    Game(Seen),
    /// A board's.
    Board(u32, Seen),
}

/// Enters or corrects a result.
///
/// # Errors
/// Faults of the wish, `reason_contradicts_result`, `contradicts_record`, `round_locked`,
/// `lineups_hidden`, `games_downstream`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    seen: Seen,
    wish: ResultWish,
) -> Result<Answer> {
    enter(office, caller, id, Claim::Game(seen), wish).await
}

/// Enters or corrects a result of a game, or of one board.
///
/// # Errors
/// As [`run`].
pub async fn enter(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    claim: Claim,
    wish: ResultWish,
) -> Result<Answer> {
    let mut command = open!(office.on_game(caller, Permission::EnterResult, id).await?);
    let mut placed = load(&mut command, id).await?;
    match claim {
        Claim::Game(seen) => command.expect(seen, placed.facts.version)?,
        Claim::Board(board, seen) => command.expect(seen, placed.facts.board_version(board))?,
    }
    let regulations = regulations(&mut command, &placed).await?;
    if regulations.kind == Kind::Individual {
        return slip::run(command, placed, regulations, wish).await;
    }
    placed = with_line_ups(&mut command, placed, &regulations).await?;
    signed_is_the_chiefs(caller, &placed.facts)?;
    // The match as its logs have it: what waits for its second person is entered all the same.
    let known = with_what_waits(&placed)?;
    let event = Some(command.dossier().await?.event());
    let corrects =
        !placed.facts.is_open() || team_match::corrects_a_board(&known.facts.game, &wish.boards);
    if corrects {
        caller
            .actor
            .require(Permission::CorrectResult, Some(placed.tournament))?;
    }
    let mut after = changed(&known, &wish, &regulations, event.as_ref())?;
    let silent = wish.note.as_deref().is_none_or(|n| n.trim().is_empty());
    if corrects && after.game != known.facts.game && !wish.dry_run && silent {
        return Err(Error::invalid(
            "/note",
            "更正成绩须说明理由",
            "a correction needs a reason",
        ));
    }
    let mut journals = into_logs(&mut command, &known, &mut after, &regulations, &wish).await?;
    let same = after.game == known.facts.game;
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
    let mut version = after.version;
    let subject = json!({
        "game": id, "stage": placed.stage.1, "round": placed.round.1, "table": after.game.table,
        "result": after.game.result,
    });
    let fell = signed::fall(&mut command, id, &known.facts.game, &after.game).await?;
    if !fell && placed.facts.state == GameState::Confirmed {
        after.state = GameState::Confirmed;
    }
    let (after, proposed) = waiting_match(caller, &placed, &known, after, &regulations)?;
    let waits = proposed.is_some();
    let answer = save(&mut command, &placed, after, proposed, warnings).await?;
    let revision = command.revision();
    for journal in &mut journals {
        journal.store(&mut command, id, revision).await?;
    }
    if let Claim::Board(board, _) = claim {
        let versions = &answer.game.boards;
        version = versions
            .iter()
            .find(|b| b.board.board == board)
            .map_or(version, |b| b.version);
    }
    let action = if waits {
        "game.propose"
    } else if corrects {
        "game.correct"
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

/// Enters in the log of each board what a wish makes of it; the boards are then what their logs say.
async fn into_logs(
    command: &mut Command,
    known: &Placed,
    after: &mut GameFacts,
    regulations: &Regulations,
    wish: &ResultWish,
) -> Result<Vec<Journal>> {
    let mut journals = Vec::new();
    for board in after.game.boards.clone() {
        let before = known.facts.game.boards.iter();
        let before = before.clone().find(|b| b.board == board.board);
        let before = before.cloned().unwrap_or_default();
        let slip = |b: &BoardGame| (b.result, b.reason, b.fouls, b.times);
        if slip(&before) == slip(&board) {
            continue;
        }
        let mut journal = Journal::open(command, known, regulations, board.board).await?;
        let place = wish.boards.iter().position(|b| b.board == board.board);
        let slip = Slip {
            result: board.result,
            reason: board.reason,
            fouls: Some(board.fouls),
            times: (board.times != before.times).then_some(board.times),
            colours_swapped: None,
            pointer: place.map_or(String::new(), |place| format!("/boards/{place}")),
        };
        slip::enter(&mut journal, command, &slip, wish, before.result.is_some())?;
        journal.write(&mut after.game);
        journals.push(journal);
    }
    Ok(journals)
}

fn changed(
    placed: &Placed,
    wish: &ResultWish,
    regulations: &Regulations,
    event: Option<&Event>,
) -> Result<GameFacts> {
    let mut after = placed.facts.clone();
    after.version += 1;
    let game = &mut after.game;
    let mut faults = Faults::default();
    let team = regulations.kind == Kind::Team;
    let place = (placed.stage.1 as usize - 1, placed.round.1);
    let boards = event.map_or(0, |e| team_match::board_count(e, place.0, game));
    team_match::faults(&mut faults, wish, regulations.kind, boards);
    if wish.reason.is_some() && wish.result.is_none() {
        faults.add("/reason", "没有成绩就没有理由", "a reason needs a result");
    }
    reason_fits(&mut faults, "/reason", wish.reason, wish.result);
    for (i, board) in wish.boards.iter().enumerate() {
        let pointer = format!("/boards/{i}/reason");
        reason_fits(&mut faults, &pointer, board.reason, board.result);
    }
    faults.done()?;
    game.fouls = wish.fouls.unwrap_or(game.fouls);
    game.colours_swapped = wish.colours_swapped.unwrap_or(game.colours_swapped);
    let before = game.result;
    if wish.boards.is_empty() || wish.result.is_some() {
        game.result = wish.result;
        game.reason = wish.reason;
    }
    if let Some(event) = event {
        team_match::put(game, before, wish);
        team_match::players(event, place, game, wish)?;
    }
    let over = game.result.is_some() || (team && team_match::boards_done(game, boards));
    after.state = match (over, game.moves.is_empty()) {
        (true, _) => GameState::Finished,
        (false, true) => GameState::Scheduled,
        (false, false) => GameState::Playing,
    };
    Ok(after)
}

pub(super) fn reason_fits(
    faults: &mut Faults,
    pointer: &str,
    reason: Option<ResultReason>,
    result: Option<GameResult>,
) {
    if let (Some(reason), Some(result)) = (reason, result)
        && !reason.fits(result)
    {
        let clause = reason.clause();
        faults.add(
            pointer,
            format!("该理由({clause})与成绩不符"),
            format!("this reason ({clause}) does not go with this result"),
        );
    }
}

/// A team match with the boards that follow from its line-ups. Boards are not entered over line-ups
/// that are still hidden.
pub(super) async fn with_line_ups(
    command: &mut Command,
    placed: Placed,
    regulations: &Regulations,
) -> Result<Placed> {
    if !lineups::waits(regulations, &placed.facts) {
        return Ok(placed);
    }
    let id = placed.facts.id;
    let dossier = command.dossier().await?;
    let place = (placed.stage.1, placed.round.1);
    if !lineups::open_due(command, &dossier, place, Some(id))
        .await?
        .is_empty()
    {
        return load(command, id).await;
    }
    let kept = crate::store::lineups::of_games(command.conn(), &[id]).await?;
    if kept.contains_key(&id) {
        return Err(Error::refused(
            "lineups_hidden",
            "一方已提交阵容, 另一方尚未提交: 请先设定截止时间",
            "one team has handed in its line-up and the other has not: let the deadline pass first",
        ));
    }
    Ok(placed)
}

/// What a correction changes downstream; refused where games played would stand nowhere.
pub(super) async fn told(
    command: &mut Command,
    placed: &Placed,
    after: &GameFacts,
) -> Result<Vec<Warning>> {
    let dossier = command.dossier().await?;
    let before = dossier.event();
    if !downstream::possible(&before, placed.stage.1 as usize - 1) {
        return Ok(Vec::new());
    }
    let mut then = dossier;
    then.apply(
        &Change::Game {
            before: Box::new(placed.facts.clone()),
            after: Box::new(after.clone()),
        },
        Direction::Forward,
    );
    let found = downstream::between(before, then.event()).await?;
    downstream::no_conflict(&found)?;
    Ok(downstream::warnings(&found))
}

/// A correction after later rounds were paired is told: those pairings stand.
pub(super) async fn later_rounds(
    command: &mut Command,
    placed: &Placed,
    corrects: bool,
) -> Result<Vec<Warning>> {
    if !corrects {
        return Ok(Vec::new());
    }
    let later =
        crate::store::rounds::numbers_after(command.conn(), placed.stage.0, placed.round.1).await?;
    Ok(match later.first() {
        None => Vec::new(),
        Some(first) => vec![Warning::new(
            "later_rounds_paired",
            format!("第 {first} 轮起已按原成绩编排, 编排不变"),
            format!("rounds from {first} on were paired by the old result; their pairings stand"),
        )],
    })
}
