//! The conduct of a game, clause by clause (articles 4 to 9, 16, 18, 20 to 23).

mod claims;
mod clocks;
mod endings;
mod fouls;
mod play;
mod signing;
mod state_machine;

use saiwu::rules::{Color, Move, Position};
use saiwu::tournament::conduct::entry::{ClaimKind, Signature};
use saiwu::tournament::conduct::{
    Act, Author, ConductError, Entry, FoulKind, GameState, Role, Settings, What,
};
use saiwu::tournament::model::{Event, GameResult};
use saiwu::tournament::reason::ResultReason;
use time::OffsetDateTime;

/// The settings of a tournament that says nothing about them.
pub fn settings() -> Settings {
    Settings::from(&Event::default().regulations(0))
}

/// The same for a position of one's own.
pub fn settings_from(fen: &str) -> Settings {
    Settings {
        fen: Some(fen.to_owned()),
        ..settings()
    }
}

/// A game as a test writes it: each entry follows the one before by a minute.
#[derive(Clone)]
pub struct Game {
    pub state: GameState,
}

impl Game {
    pub fn new(settings: Settings) -> Game {
        Game {
            state: GameState::new(settings).unwrap(),
        }
    }

    pub fn from(fen: &str) -> Game {
        Game::new(settings_from(fen))
    }

    pub fn entry(&self, role: Role, act: Act) -> Entry {
        let minutes = self.state.log().len() as i64;
        let at = OffsetDateTime::UNIX_EPOCH + time::Duration::minutes(minutes);
        let id = Some(format!("{role:?}"));
        Entry {
            at,
            by: Author { role, id },
            ply: self.state.ply(),
            act,
        }
    }

    pub fn try_by(&self, role: Role, act: Act) -> Result<Game, ConductError> {
        self.state
            .apply(self.entry(role, act))
            .map(|state| Game { state })
    }

    pub fn by(&mut self, role: Role, act: Act) -> &mut Game {
        self.state = self.try_by(role, act).unwrap().state;
        self
    }

    pub fn act(&mut self, act: Act) -> &mut Game {
        self.by(Role::Arbiter, act)
    }

    pub fn refused(&self, act: Act) -> ConductError {
        self.refused_by(Role::Arbiter, act)
    }

    pub fn refused_by(&self, role: Role, act: Act) -> ConductError {
        let error = self
            .try_by(role, act)
            .map(|game| game.state.view())
            .unwrap_err();
        assert!(!error.zh().is_ascii(), "{error}");
        error
    }

    pub fn play(&mut self, moves: &str) -> &mut Game {
        for text in moves.split_whitespace() {
            self.act(mv(text));
        }
        self
    }

    pub fn foul(&mut self, side: Color, foul: FoulKind) -> &mut Game {
        self.act(Act::Foul {
            side,
            foul,
            note: None,
        })
    }

    pub fn fouls(&self, side: Color) -> u32 {
        self.state.fouls().count(side)
    }

    /// Asserts how the game ended, and that the ending replays.
    pub fn ended(&self, result: GameResult, reason: ResultReason) {
        let ending = self.state.ending().expect("the game is over");
        assert_eq!((ending.result, ending.reason), (result, Some(reason)));
        assert!(reason.fits(result));
        assert_eq!(ending.clause, reason.clause());
        self.replays();
    }

    pub fn goes_on(&self) {
        assert_eq!(self.state.ending(), None);
        self.replays();
    }

    /// The same log gives the same state, through JSON too.
    pub fn replays(&self) {
        let json = serde_json::to_string(self.state.log()).unwrap();
        let log: Vec<Entry> = serde_json::from_str(&json).unwrap();
        assert_eq!(log, self.state.log());
        assert_eq!(
            GameState::replay(&log, self.state.settings()).unwrap(),
            self.state
        );
        serde_json::to_value(self.state.view()).unwrap();
    }

    pub fn has(&self, what: &What) -> bool {
        self.state
            .effects()
            .iter()
            .any(|effect| effect.what == *what)
    }
}

pub fn mv(text: &str) -> Act {
    Act::Move {
        mv: text.parse().unwrap(),
        clock: None,
        as_played: false,
    }
}

pub fn played(text: &str) -> Act {
    Act::Move {
        mv: text.parse().unwrap(),
        clock: None,
        as_played: true,
    }
}

pub fn claim(side: Color, claim: ClaimKind) -> Act {
    Act::Claim { side, claim }
}

pub fn sign(signature: Signature) -> Act {
    Act::Confirm {
        signature,
        agree: true,
        note: None,
    }
}

pub fn resign(side: Color) -> Act {
    Act::Resign { side }
}

pub fn report(result: GameResult, reason: ResultReason, word: Option<&str>) -> Act {
    Act::Result {
        result,
        reason: Some(reason),
        settled: false,
        word: word.map(str::to_owned),
    }
}

/// Shuttles that capture nothing and check nobody, from the start.
pub fn shuttle(plies: usize) -> String {
    ["h0g2", "h9g7", "g2h0", "g7h9"]
        .into_iter()
        .cycle()
        .take(plies)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A game that ends in mate: the red cannons on the general's file.
pub const MATE_IN_ONE: &str = "3aka3/9/9/4C4/9/9/9/4C4/9/3K5 b - - 0 1";

/// Any legal move, for walks.
pub fn some_move(position: &Position, choice: usize) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[choice % moves.len()])
}
