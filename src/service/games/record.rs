//! Takes a game's record as a file: any format, any encoding. What is on record already stays where
//! the file says the same; moves that differ are replaced with a reason.
use super::enter::{About, Entered, entered};
use super::journal::{self, Journal};
use super::moves::LONGEST;
use super::refusals::refused;
use super::result::with_line_ups;
use super::{boards_of, load_late, regulations, unlocked};
use crate::open;
use crate::rules::notation::Notation;
use crate::rules::record::remark::RefusalReason;
use crate::rules::record::{Import, Record, import, pgn};
use crate::rules::{Move, START_FEN};
use crate::service::views::Warning;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::tournament::conduct::Act;
use crate::tournament::model::GameResult;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Longest text kept of a record's comments and variations, in bytes.
const LONGEST_TEXT: usize = 256 << 10;

/// A game after its record was taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordTaken {
    /// The game now.
    #[serde(flatten)]
    pub entered: Entered,
    /// How the file was read: format, encoding, notation, plies, comments, what is odd.
    #[schema(value_type = Object)]
    pub report: Value,
}

/// Takes a record.
///
/// # Errors
/// The file's first bad ply, by pointer `/moves/<ply from 0>`, with the reason; `start_fixed`,
/// `contradicts_record`, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    about: About,
    file: Vec<u8>,
    reason: Option<String>,
) -> Result<Answer> {
    let tournament = office.tournament_of(caller, about.game).await?;
    caller
        .actor
        .require(Permission::EnterMoves, Some(tournament))?;
    // Reading tries encodings and notations: beside the runtime, and before the lock is taken.
    let read = tokio::task::spawn_blocking(move || one_game(&file))
        .await
        .map_err(|e| Error::Fault(format!("reading a record failed: {e}")))??;
    let (record, report) = read;
    let mut command = open!(
        office
            .on_game(caller, Permission::EnterMoves, about.game)
            .await?
    );
    let placed = load_late(&mut command, about.game).await?;
    if placed.facts.is_open() {
        unlocked(&placed)?;
    }
    command.expect(about.seen, placed.facts.version)?;
    let regulations = regulations(&mut command, &placed).await?;
    let placed = with_line_ups(&mut command, placed, &regulations).await?;
    let boards = boards_of(&mut command, &placed, &regulations).await?;
    let board = journal::board(about.board, &regulations, boards)?;
    let mut journal = Journal::open(&mut command, &placed, &regulations, board).await?;
    start(&mut journal, &record, board)?;
    let moves: Vec<Move> = record.moves().collect();
    let known = journal.state.moves();
    let same = known.iter().zip(&moves).take_while(|(a, b)| a == b).count();
    if same < known.len() {
        caller
            .actor
            .require(Permission::Arbitrate, Some(placed.tournament))?;
    }
    let sheet = Act::Sheet {
        from_ply: same as u32,
        moves: moves[same..].to_vec(),
        text: text(&record),
        reason: reason.clone(),
    };
    journal
        .enter(&command, None, sheet)
        .map_err(|error| refused(&error, "/reason"))?;
    let warnings = result_said(&record, &journal);
    let subject = json!({"game": about.game, "stage": placed.stage.1, "round": placed.round.1,
        "table": placed.facts.game.table, "board": (board > 0).then_some(board),
        "plies": moves.len(), "kept": same});
    let mut entered = entered(&mut command, &placed, &regulations, journal, None).await?;
    entered.game.warnings.extend(warnings);
    let version = entered.game.game.version;
    let answer = RecordTaken { entered, report };
    command
        .finish(
            "game.record",
            subject,
            reason,
            Reply::changed(version, &answer)?,
        )
        .await
}

/// The one game of a file.
fn one_game(file: &[u8]) -> Result<(Record, Value)> {
    // JSON written over several lines is one game all the same.
    let line = serde_json::from_slice::<Value>(file)
        .ok()
        .filter(Value::is_object)
        .map(|value| value.to_string().into_bytes());
    let mut games = import(line.as_deref().unwrap_or(file));
    let first = games.next();
    if games.next().is_some() {
        return Err(Error::invalid(
            "",
            "文件中不止一局",
            "there is more than one game in the file",
        ));
    }
    let Some(game) = first else {
        return Err(Error::invalid(
            "",
            "文件中没有对局",
            "there is no game in the file",
        ));
    };
    let report = serde_json::to_value(game.report())?;
    match game {
        Import {
            game: Ok(record), ..
        } if record.moves().len() > LONGEST => Err(Error::invalid(
            "/moves",
            format!("至多 {LONGEST} 着"),
            format!("at most {LONGEST} plies"),
        )),
        Import {
            game: Ok(record), ..
        } if record.moves().len() == 0 => Err(Error::invalid(
            "/moves",
            "文件中没有着法",
            "there are no moves in the file",
        )),
        Import {
            game: Ok(record), ..
        } => Ok((record, report)),
        Import {
            game: Err(refusal), ..
        } => {
            let (zh, en) = (refusal.zh(), refusal.to_string());
            let pointer = match refusal.ply.checked_sub(1) {
                Some(ply) => format!("/moves/{ply}"),
                None => String::new(),
            };
            let code = match (&refusal.reason, refusal.code()) {
                (RefusalReason::AfterEnd { .. }, _) => "game_over",
                (_, "illegal") => "illegal_move",
                (_, code) => code,
            };
            let against = Refusal::new(code, zh, en).at(pointer);
            Err(Error::AgainstRules(match code {
                "illegal_move" => against.clause("4.1.8"),
                _ => against,
            }))
        }
    }
}

/// The record starts where the game does.
fn start(journal: &mut Journal, record: &Record, board: u32) -> Result<()> {
    let fen = record.start.to_fen();
    let usual = fen == START_FEN;
    if journal.state.start() == &record.start {
        return Ok(());
    }
    if board > 0 || (usual && journal.state.settings().fen.is_some()) {
        return Err(Error::refused(
            "start_fixed",
            "起始局面已定",
            "the start position is fixed",
        ));
    }
    journal.start_from(&fen)
}

/// Comments and variations are kept as text beside the moves.
fn text(record: &Record) -> Option<String> {
    let speaks = record.comments() > 0 || record.variations() > 0;
    let text = speaks.then(|| pgn::write(record, Notation::Iccs))?;
    (text.len() <= LONGEST_TEXT && !text.contains('\0')).then_some(text)
}

/// What the file says of the result: a record enters none.
fn result_said(record: &Record, journal: &Journal) -> Vec<Warning> {
    use crate::rules::record::GameResult as Said;
    let Some(said) = record.result else {
        return Vec::new();
    };
    let same = match journal.state.ending().map(|ending| ending.result) {
        None => {
            return vec![Warning::new(
                "result_not_entered",
                format!("棋谱记为{}, 成绩须另行录入", said.zh()),
                format!(
                    "the record says {}: a result is entered for itself",
                    said.pgn()
                ),
            )];
        }
        Some(GameResult::Red | GameResult::BlackForfeit) => said == Said::Red,
        Some(GameResult::Black | GameResult::RedForfeit) => said == Said::Black,
        Some(GameResult::Draw) => said == Said::Draw,
        Some(GameResult::DoubleForfeit) => false,
    };
    if same {
        return Vec::new();
    }
    vec![Warning::new(
        "result_differs",
        format!("棋谱记为{}, 与已录入的成绩不同", said.zh()),
        format!(
            "the record says {}, the result entered is another",
            said.pgn()
        ),
    )]
}
