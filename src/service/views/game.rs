//! A game as answers show it.
use crate::tournament::dossier::{Dossier, EntryFacts, GameFacts, GameState};
use crate::tournament::model::{BoardGame, Game, MemberRef, Number};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// A game, or in a team event a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: Uuid,
    /// What If-Match takes.
    pub version: i64,
    /// Its stage, from 1.
    pub stage: u32,
    /// Its round, from 1.
    pub round: u32,
    /// How far it is.
    pub state: GameState,
    /// Who has red.
    pub red_entry: Side,
    /// Who has black.
    pub black_entry: Side,
    /// Plies on record.
    pub plies: u32,
    /// Why these two meet, with these colours.
    #[schema(value_type = Vec<Object>)]
    pub reasons: Value,
    /// Team match: its boards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardView>,
    /// Table, numbers, result, reason, fouls, boards.
    #[serde(flatten)]
    pub game: Game,
}

/// A board of a team match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// What If-Match on the board takes.
    pub version: i64,
    /// Name of the player with red, where known.
    pub red_name: Option<String>,
    /// Name of the player with black, where known.
    pub black_name: Option<String>,
    /// Plies on record.
    pub plies: u32,
    /// Board, players by place in their rosters, result, reason, fouls.
    #[serde(flatten)]
    pub board: BoardGame,
}

impl BoardView {
    fn of(entries: &[EntryFacts], facts: &GameFacts, board: &BoardGame) -> BoardView {
        let (red_team, black_team) = match board.red_team_has_red() {
            true => (facts.game.red, facts.game.black),
            false => (facts.game.black, facts.game.red),
        };
        BoardView {
            version: facts.board_version(board.board),
            red_name: name(entries, red_team, board.red.as_ref()),
            black_name: name(entries, black_team, board.black.as_ref()),
            plies: board.moves.len() as u32,
            board: BoardGame {
                moves: Vec::new(),
                ..board.clone()
            },
        }
    }
}

fn name(entries: &[EntryFacts], team: Number, member: Option<&MemberRef>) -> Option<String> {
    match member? {
        MemberRef::Name(name) => Some(name.clone()),
        MemberRef::Place(place) => {
            let team = entries.iter().find(|e| e.entry.number == team)?;
            let member = team.entry.members.get((*place as usize).checked_sub(1)?)?;
            Some(member.name.clone())
        }
    }
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Side {
    /// The entry's id.
    pub id: Option<Uuid>,
    /// Its number.
    pub number: Number,
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: Option<String>,
}

impl Side {
    /// The side played by this number.
    pub fn of(entries: &[EntryFacts], number: Number) -> Side {
        let facts = entries.iter().find(|e| e.entry.number == number);
        Side {
            id: facts.map(|e| e.id),
            number,
            name: facts.map_or_else(|| number.to_string(), |e| e.entry.name.clone()),
            unit: facts.and_then(|e| e.entry.unit.clone()),
        }
    }
}

impl GameView {
    /// The view of a game without its moves and reasons.
    pub fn new(dossier: &Dossier, stage: u32, round: u32, facts: &GameFacts) -> GameView {
        GameView::of_entries(&dossier.entries, stage, round, facts)
    }

    /// The same with only the entries at hand that play it.
    pub fn of_entries(
        entries: &[EntryFacts],
        stage: u32,
        round: u32,
        facts: &GameFacts,
    ) -> GameView {
        let plies = facts.game.moves.len() as u32;
        GameView {
            id: facts.id,
            version: facts.version,
            stage,
            round,
            state: facts.state,
            red_entry: Side::of(entries, facts.game.red),
            black_entry: Side::of(entries, facts.game.black),
            plies,
            reasons: Value::Array(Vec::new()),
            boards: facts
                .game
                .boards
                .iter()
                .map(|b| BoardView::of(entries, facts, b))
                .collect(),
            game: Game {
                moves: Vec::new(),
                boards: Vec::new(),
                ..facts.game.clone()
            },
        }
    }
}
