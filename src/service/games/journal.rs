//! The log of a game under its tournament's lock: read, continued, stored, and what follows from it
//! for the facts of the tournament.
use super::refusals::refused;
use super::result::{Proposed, ProposedGame};
use super::signed::with_what_waits;
use crate::service::{Actor, Caller, Command, Error, Result};
use crate::store::games::Placed;
use crate::store::keys;
use crate::store::log;
use crate::tournament::conduct::facts::Facts;
use crate::tournament::conduct::{
    Act, Author, ConductError, Entry, GameState, Phase, Role, Settings,
};
use crate::tournament::dossier;
use crate::tournament::model::{BoardGame, Game, Kind, PenaltyClause};
use crate::tournament::regulations::Regulations;
use time::OffsetDateTime;
use uuid::Uuid;

/// Who enters what is known from before the log was kept.
pub(crate) const BEFORE: &str = "赛事文件";

/// A game's log.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// 0 for a game of its own, the board's number in a team match.
    pub board: u32,
    /// What the log says.
    pub state: GameState,
    /// Entries that are stored.
    stored: usize,
    /// Entries that were there when the command began.
    known: usize,
    /// Who entered each entry, by name.
    names: Vec<String>,
    /// The settings are stored as they are here.
    fixed: bool,
}

impl Journal {
    /// The log of a game, or of a board of a team match.
    ///
    /// # Errors
    /// [`Error::Invalid`] at `/board` when there is no such board; of the database.
    pub async fn open(
        command: &mut Command,
        placed: &Placed,
        regulations: &Regulations,
        board: u32,
    ) -> Result<Journal> {
        let game = &with_what_waits(placed)?.facts.game;
        let fixed = log::settings(command.conn(), placed.facts.id, board).await?;
        let logged = log::of_game(command.conn(), placed.facts.id, board, i64::MAX).await?;
        Journal::of(game, board, regulations, fixed, logged, command.now())
    }

    /// The same from what is stored.
    ///
    /// # Errors
    /// [`Error::Fault`] when the log cannot be what was stored.
    pub fn of(
        game: &Game,
        board: u32,
        regulations: &Regulations,
        fixed: Option<Settings>,
        logged: Vec<log::Logged>,
        now: OffsetDateTime,
    ) -> Result<Journal> {
        let is_fixed = fixed.is_some();
        let settings = fixed.unwrap_or_else(|| Settings {
            fen: if board == 0 { game.fen.clone() } else { None },
            // A team match waits for its second person as a whole.
            double_confirmation: regulations.double_confirmation && board == 0,
            ..Settings::of(regulations, game)
        });
        if logged.is_empty() {
            return Journal::standing_for(&facts_of(game, board), board, settings, now);
        }
        let (entries, names): (Vec<Entry>, Vec<String>) = logged
            .into_iter()
            .map(|logged| (logged.entry, logged.name))
            .unzip();
        let state = GameState::replay(&entries, &settings).map_err(|(index, error)| {
            Error::Fault(format!("entry {index} of a stored log is refused: {error}"))
        })?;
        let mut journal = Journal {
            board,
            stored: entries.len(),
            known: entries.len(),
            state,
            names,
            fixed: is_fixed,
        };
        if board > 0 {
            journal.follow(&facts_of(game, board), now);
        }
        Ok(journal)
    }

    /// A board's result may also be entered with its whole match: the log follows it.
    fn follow(&mut self, facts: &Facts, now: OffsetDateTime) {
        let own = self.state.facts();
        let by = || Author {
            role: Role::ChiefArbiter,
            id: Some(BEFORE.to_owned()),
        };
        let mut acts = Vec::new();
        if facts.fouls != own.fouls {
            acts.push(Act::FoulCount { fouls: facts.fouls });
        }
        if let Some(result) = facts.result
            && (facts.result, facts.reason) != (own.result, own.reason)
        {
            let swapped = self.state.colours_swapped();
            acts.push(Act::Result {
                result: if swapped { result.swapped() } else { result },
                reason: facts.reason,
                word: None,
                settled: true,
            });
        }
        for act in acts {
            // What the log cannot say stays as the facts have it.
            let _ = self.append(now, by(), BEFORE, None, act);
        }
        self.known = self.state.log().len();
    }

    /// The log that stands for a game of which only the facts are known.
    fn standing_for(
        facts: &Facts,
        board: u32,
        settings: Settings,
        now: OffsetDateTime,
    ) -> Result<Journal> {
        let mut journal = Journal {
            board,
            state: GameState::new(settings).map_err(|error| refused(&error, "/fen"))?,
            stored: 0,
            known: 0,
            names: Vec::new(),
            fixed: false,
        };
        for act in facts.log() {
            let by = Author {
                role: Role::ChiefArbiter,
                id: Some(BEFORE.to_owned()),
            };
            // What contradicts itself in the facts stands there all the same.
            if journal.append(now, by, BEFORE, None, act).is_err() {
                break;
            }
        }
        journal.known = journal.state.log().len();
        Ok(journal)
    }

    fn append(
        &mut self,
        at: OffsetDateTime,
        by: Author,
        name: &str,
        ply: Option<u32>,
        act: Act,
    ) -> std::result::Result<(), ConductError> {
        let ply = ply.unwrap_or_else(|| self.state.ply());
        self.state = self.state.apply(Entry { at, by, ply, act })?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Enters an act of the caller's.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn enter(
        &mut self,
        command: &Command,
        ply: Option<u32>,
        act: Act,
    ) -> std::result::Result<(), ConductError> {
        let caller = command.caller();
        let by = author(caller, &act);
        self.append(command.now(), by, caller.actor.name(), ply, act)
    }

    /// The start position, before the first move.
    ///
    /// # Errors
    /// It cannot be played from, or moves are on record.
    pub fn start_from(&mut self, fen: &str) -> Result<()> {
        if self.state.settings().fen.as_deref() == Some(fen) {
            return Ok(());
        }
        if self.state.ply() > 0 {
            return Err(Error::refused(
                "start_fixed",
                "起始局面已定",
                "the start position is fixed",
            ));
        }
        let settings = Settings {
            fen: Some(fen.to_owned()),
            ..self.state.settings().clone()
        };
        self.state = GameState::replay(self.state.log(), &settings)
            .map_err(|(_, error)| refused(&error, "/fen"))?;
        self.fixed = false;
        Ok(())
    }

    /// The number of the first entry that this command has made.
    pub fn first_new(&self) -> usize {
        self.known
    }

    /// Who entered an entry, by name.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(String::as_str)
    }

    /// Stores what is new, as part of a public revision.
    ///
    /// # Errors
    /// Of the database.
    pub async fn store(&mut self, command: &mut Command, game: Uuid, revision: i64) -> Result<()> {
        let log = self.state.log();
        if !self.fixed && !log.is_empty() {
            let settings = self.state.settings();
            log::fix_settings(command.conn(), game, self.board, settings).await?;
            self.fixed = true;
        }
        let new: Vec<(Entry, String)> = log[self.stored..]
            .iter()
            .cloned()
            .zip(self.names[self.stored..].iter().cloned())
            .collect();
        if !new.is_empty() {
            log::append(
                command.conn(),
                game,
                self.board,
                self.stored,
                &new,
                revision,
            )
            .await?;
            self.stored = log.len();
        }
        Ok(())
    }

    /// Writes what follows from the log into the game. Of a game whose result waits for its second
    /// person, only the moves.
    pub fn write(&self, game: &mut Game) {
        let settled = self.state.is_settled();
        let mut facts = self.state.facts();
        if !settled {
            let before = facts_of(game, self.board);
            facts.fouls = before.fouls;
            facts.times = before.times;
            facts.colours_swapped = before.colours_swapped;
        }
        match self.board {
            0 => facts.into_game(game),
            board => facts.into_board(board_of(game, board)),
        }
    }

    /// The result that waits for its second person.
    pub fn proposed(&self) -> Option<Proposed> {
        let ending = self.state.ending().filter(|_| !self.state.is_settled())?;
        let log = self.state.log();
        let reported = log.iter().enumerate().rev().find(|(number, entry)| {
            matches!(entry.act, Act::Result { .. }) && !self.state.is_void(*number as u32)
        });
        let number = reported.map_or(ending.entry as usize, |(number, _)| number);
        let by = log.get(number).and_then(|entry| entry.by.id.as_deref());
        // What the facts would be once it is settled.
        let mut after = self.state.facts();
        after.result = self.state.paired_result();
        after.reason = ending.reason;
        Some(Proposed {
            after: ProposedGame {
                result: after.result,
                reason: after.reason,
                fouls: after.fouls,
                colours_swapped: after.colours_swapped,
                boards: Vec::new(),
            },
            by: by.and_then(|id| id.parse().ok()),
            by_name: self.name(number).unwrap_or_default().to_owned(),
        })
    }

    /// How far the game is for everyone.
    pub fn phase(&self) -> dossier::GameState {
        phase(self.state.public_phase())
    }
}

/// A phase of a log as a state of a game.
pub(crate) fn phase(phase: Phase) -> dossier::GameState {
    match phase {
        Phase::Scheduled => dossier::GameState::Scheduled,
        Phase::Playing => dossier::GameState::Playing,
        Phase::Finished => dossier::GameState::Finished,
        Phase::Confirmed => dossier::GameState::Confirmed,
    }
}

/// The facts of a game, or of one board.
fn facts_of(game: &Game, board: u32) -> Facts {
    match board {
        0 => Facts::of_game(game),
        _ => game
            .boards
            .iter()
            .find(|known| known.board == board)
            .map(Facts::of_board)
            .unwrap_or_default(),
    }
}

/// A board of a match; it comes into being when it is first spoken of.
pub(crate) fn board_of(game: &mut Game, board: u32) -> &mut BoardGame {
    if !game.boards.iter().any(|known| known.board == board) {
        game.boards.push(BoardGame {
            board,
            ..BoardGame::default()
        });
        game.boards.sort_by_key(|known| known.board);
    }
    let place = game.boards.iter().position(|known| known.board == board);
    &mut game.boards[place.unwrap_or_default()]
}

/// The board a request is about: none in an individual event, one of the match's in a team event.
///
/// # Errors
/// [`Error::Invalid`] at `/board`.
pub(crate) fn board(wish: Option<u32>, regulations: &Regulations, boards: u32) -> Result<u32> {
    match (wish, regulations.kind) {
        (None | Some(0), Kind::Individual) => Ok(0),
        (None, Kind::Team) => Err(Error::invalid(
            "/board",
            "团体赛须以 board 指明台次",
            "in a team match `board` names the board",
        )),
        (Some(board), Kind::Team) if (1..=boards).contains(&board) => Ok(board),
        _ => Err(Error::invalid(
            "/board",
            "没有该台次",
            "there is no such board",
        )),
    }
}

/// In which role a caller speaks at the boards.
pub(super) fn role(caller: &Caller) -> Role {
    author(caller, &Act::Start {}).role
}

/// In which role a caller enters an act. The organizer's and the administrator's keys run the event:
/// at the boards they stand for the chief arbiter, and for themselves only where article 18 asks for
/// the organizer.
fn author(caller: &Caller, act: &Act) -> Author {
    let organizers = matches!(
        act,
        Act::Penalty {
            clause: PenaltyClause::Expulsion | PenaltyClause::RecommendedBan,
            ..
        } | Act::PenaltyOutcome { .. }
    );
    let runs_the_event = if organizers {
        Role::Organizer
    } else {
        Role::ChiefArbiter
    };
    let role = match &caller.actor {
        Actor::Key(key) => match key.role {
            keys::Role::Admin | keys::Role::Organizer => runs_the_event,
            keys::Role::ChiefArbiter => Role::ChiefArbiter,
            keys::Role::Arbiter => Role::Arbiter,
            _ => Role::Recorder,
        },
        Actor::Machine(_) => runs_the_event,
        Actor::Nobody => Role::Recorder,
    };
    let id = match caller.actor.key_id() {
        Some(id) => id.to_string(),
        None => caller.actor.name().to_owned(),
    };
    Author { role, id: Some(id) }
}
