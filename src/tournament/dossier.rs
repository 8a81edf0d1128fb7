//! One tournament's facts with the identity and version of every thing in them.
//!
//! An [`Event`] holds what pairing and standings need; a [`Dossier`] adds the ids and versions by
//! which the outside names and changes things. The [`Change`]s of the audit log move a dossier
//! forward (a reader keeps up with the writers) and back (every published revision stays readable).
use super::event_file;
use super::lots::Lots;
use super::model::{Entry, Event, Game, Number, Round, Stage, Tournament};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

/// One tournament's facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    /// Which tournament.
    pub id: Uuid,
    /// The public revision these facts are of.
    pub revision: i64,
    /// Name, regulations, status.
    pub frame: Frame,
    /// Everyone who entered, by number.
    pub entries: Vec<EntryFacts>,
    /// The stages in sequence.
    pub stages: Vec<StageFacts>,
    /// The draws of lots, oldest first.
    #[serde(default)]
    pub draws: Vec<Lots>,
}

/// The frame of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// What If-Match on the tournament takes.
    pub version: i64,
    /// How far it is.
    pub status: Status,
    /// Name, dates, regulations.
    pub tournament: Tournament,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// No round published yet.
    Scheduled,
    /// A round is published.
    Running,
    /// Over: nothing changes any more except by a correction.
    Finished,
}

/// An entry with its identity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryFacts {
    /// Its id.
    pub id: Uuid,
    /// What If-Match on the entry takes.
    pub version: i64,
    /// The player it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<Uuid>,
    /// The facts.
    pub entry: Entry,
}

/// A stage with its identity; its rounds stand beside it, not in `stage.rounds`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageFacts {
    /// Its id.
    pub id: Uuid,
    /// Raised by each change of the stage's settings.
    pub version: i64,
    /// Format, field, settings; `rounds` is empty here.
    pub stage: Stage,
    /// The rounds in order.
    #[serde(default)]
    pub rounds: Vec<RoundFacts>,
}

/// A round with its identity; its games stand beside it, not in `round.games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundFacts {
    /// Its id.
    pub id: Uuid,
    /// What If-Match on the round takes.
    pub version: i64,
    /// Draft, published, locked.
    pub state: RoundState,
    /// When it was published, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<String>,
    /// Number, byes, provisional; `games` is empty here.
    pub round: Round,
    /// The engine's pairing with its reasons, as it was made. Large and never changed: revisions share
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Arc<Value>>,
    /// The games by table.
    #[serde(default)]
    pub games: Vec<GameFacts>,
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// Seen by the office only.
    Draft,
    /// Public; results come in.
    Published,
    /// Public; results change only by reopening it.
    Locked,
}

/// A game with its identity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameFacts {
    /// Its id.
    pub id: Uuid,
    /// What If-Match on the game takes.
    pub version: i64,
    /// How far it is.
    pub state: GameState,
    /// Team match: what If-Match on a board takes, by board; 1 where none is named.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "by_number"
    )]
    pub board_versions: BTreeMap<u32, i64>,
    /// The facts.
    pub game: Game,
}

/// Numbers are text where JSON names fields; inside a tagged change serde does not see through it.
fn by_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u32, i64>, D::Error> {
    BTreeMap::<String, i64>::deserialize(deserializer)?
        .into_iter()
        .map(|(number, version)| match number.parse() {
            Ok(number) => Ok((number, version)),
            Err(_) => Err(D::Error::custom(format!("{number} is no number"))),
        })
        .collect()
}

impl GameFacts {
    /// What If-Match on a board takes.
    pub fn board_version(&self, board: u32) -> i64 {
        self.board_versions.get(&board).copied().unwrap_or(1)
    }

    /// Gives every board that differs from what it was before a new version.
    pub fn raise_boards(&mut self, before: &GameFacts) {
        let find = |facts: &GameFacts, board| {
            let mut boards = facts.game.boards.iter();
            boards.find(|b| b.board == board).cloned()
        };
        let mut versions = before.board_versions.clone();
        for board in &self.game.boards {
            if find(before, board.board).as_ref() != Some(board) {
                versions.insert(board.board, before.board_version(board.board) + 1);
            }
        }
        self.board_versions = versions;
    }

    /// Whether its result is still to come.
    pub const fn is_open(&self) -> bool {
        matches!(self.state, GameState::Scheduled | GameState::Playing)
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// Paired.
    Scheduled,
    /// Moves are coming in.
    Playing,
    /// Has a result.
    Finished,
    /// The result is confirmed by Red, Black and an arbiter (9).
    Confirmed,
}

/// Before and after of one public thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "thing", rename_all = "snake_case")]
pub enum Change {
    /// The frame.
    Frame {
        /// Before.
        before: Box<Frame>,
        /// After.
        after: Box<Frame>,
    },
    /// One entry came, changed or went.
    Entry {
        /// Before; nothing when it came.
        before: Option<Box<EntryFacts>>,
        /// After; nothing when it went.
        after: Option<Box<EntryFacts>>,
    },
    /// All entries at once: a draw renumbers them.
    Entries {
        /// Before.
        before: Vec<EntryFacts>,
        /// After.
        after: Vec<EntryFacts>,
    },
    /// Lots were drawn.
    Draw {
        /// The record.
        draw: Box<Lots>,
    },
    /// One stage's own settings came, changed or went; its rounds are not touched.
    Stage {
        /// Before.
        before: Option<Box<StageFacts>>,
        /// After.
        after: Option<Box<StageFacts>>,
    },
    /// One round was published, locked, reopened, undone.
    Round {
        /// Which stage, by id.
        stage: Uuid,
        /// Before.
        before: Option<Box<RoundFacts>>,
        /// After.
        after: Option<Box<RoundFacts>>,
    },
    /// One game of a published round changed.
    Game {
        /// Before.
        before: Box<GameFacts>,
        /// After.
        after: Box<GameFacts>,
    },
}

/// Which way a change is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the newer facts.
    Forward,
    /// To the older facts.
    Back,
}

impl Dossier {
    /// The facts as pairing, standings and the event file read them.
    pub fn event(&self) -> Event {
        Event {
            format: event_file::FORMAT.to_owned(),
            tournament: self.frame.tournament.clone(),
            entries: self.entries.iter().map(|e| e.entry.clone()).collect(),
            stages: self.stages.iter().map(StageFacts::full).collect(),
            draws: self.draws.clone(),
        }
    }

    /// Without drafts: what the public may see.
    pub fn published(mut self) -> Dossier {
        for stage in &mut self.stages {
            stage.rounds.retain(|r| r.state != RoundState::Draft);
        }
        self
    }

    /// The entry with this number.
    pub fn entry(&self, number: Number) -> Option<&EntryFacts> {
        // Numbers are places, as a rule.
        let place = (number as usize).wrapping_sub(1);
        let there = self.entries.get(place).filter(|e| e.entry.number == number);
        there.or_else(|| self.entries.iter().find(|e| e.entry.number == number))
    }

    /// The stage with this number, counted from 1.
    pub fn stage(&self, number: u32) -> Option<&StageFacts> {
        self.stages.get((number as usize).checked_sub(1)?)
    }

    /// A game by its id, with the numbers of its stage and round.
    pub fn game(&self, id: Uuid) -> Option<(u32, u32, &GameFacts)> {
        self.stages.iter().zip(1..).find_map(|(stage, s)| {
            stage.rounds.iter().find_map(|round| {
                let game = round.games.iter().find(|g| g.id == id)?;
                Some((s, round.round.number, game))
            })
        })
    }

    /// Applies one change. A change that does not fit (its thing is not there) leaves the rest be:
    /// the caller compares revisions and reloads when in doubt.
    pub fn apply(&mut self, change: &Change, direction: Direction) {
        let forward = direction == Direction::Forward;
        match change {
            Change::Frame { before, after } => {
                self.frame = (**if forward { after } else { before }).clone();
            }
            Change::Entry { before, after } => {
                let (old, new) = if forward {
                    (before, after)
                } else {
                    (after, before)
                };
                replace(&mut self.entries, old.as_deref(), new.as_deref(), |e| e.id);
                self.entries.sort_by_key(|e| e.entry.number);
            }
            Change::Entries { before, after } => {
                self.entries
                    .clone_from(if forward { after } else { before });
            }
            Change::Draw { draw } if forward => self.draws.push((**draw).clone()),
            Change::Draw { .. } => {
                self.draws.pop();
            }
            Change::Stage { before, after } => {
                let (old, new) = if forward {
                    (before, after)
                } else {
                    (after, before)
                };
                let mut new = new.as_deref().cloned();
                if let Some(new) = &mut new
                    && let Some(known) = self.stages.iter_mut().find(|s| s.id == new.id)
                {
                    new.rounds = std::mem::take(&mut known.rounds);
                }
                // A new stage is the last one; one that goes was the last one.
                replace(&mut self.stages, old.as_deref(), new.as_ref(), |s| s.id);
            }
            Change::Round {
                stage,
                before,
                after,
            } => {
                let (old, new) = if forward {
                    (before, after)
                } else {
                    (after, before)
                };
                if let Some(stage) = self.stages.iter_mut().find(|s| s.id == *stage) {
                    replace(&mut stage.rounds, old.as_deref(), new.as_deref(), |r| r.id);
                    stage.rounds.sort_by_key(|r| r.round.number);
                }
            }
            Change::Game { before, after } => {
                let new = if forward { after } else { before };
                let games = self
                    .stages
                    .iter_mut()
                    .flat_map(|s| &mut s.rounds)
                    .flat_map(|r| &mut r.games);
                for game in games.filter(|g| g.id == new.id) {
                    *game = (**new).clone();
                }
            }
        }
    }
}

impl StageFacts {
    /// The stage with its rounds and games inside.
    pub fn full(&self) -> Stage {
        let mut stage = self.stage.clone();
        stage.rounds = self.rounds.iter().map(RoundFacts::full).collect();
        stage
    }

    /// The round with this number.
    pub fn round(&self, number: u32) -> Option<&RoundFacts> {
        self.rounds.iter().find(|r| r.round.number == number)
    }

    /// The stage's own settings, without its rounds: what a [`Change::Stage`] carries.
    pub fn settings(&self) -> StageFacts {
        StageFacts {
            rounds: Vec::new(),
            ..self.clone()
        }
    }
}

impl RoundFacts {
    /// The round with its games inside.
    pub fn full(&self) -> Round {
        let mut round = self.round.clone();
        round.games = self.games.iter().map(|g| g.game.clone()).collect();
        round
    }
}

fn replace<T: Clone>(list: &mut Vec<T>, old: Option<&T>, new: Option<&T>, id: impl Fn(&T) -> Uuid) {
    let place = old
        .or(new)
        .and_then(|x| list.iter().position(|y| id(y) == id(x)));
    match (place, new) {
        (Some(i), Some(new)) => list[i] = new.clone(),
        (Some(i), None) => {
            list.remove(i);
        }
        (None, Some(new)) => list.push(new.clone()),
        (None, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::GameResult;

    fn dossier() -> Dossier {
        let id = Uuid::from_u128;
        let entries = (1..=2).map(|n| EntryFacts {
            id: id(n),
            version: 1,
            player_id: None,
            entry: Entry {
                number: n as u32,
                name: format!("选手{n}"),
                ..Entry::default()
            },
        });
        let game = GameFacts {
            id: id(30),
            version: 1,
            state: GameState::Scheduled,
            board_versions: BTreeMap::new(),
            game: Game {
                table: 1,
                red: 1,
                black: 2,
                game: 1,
                ..Game::default()
            },
        };
        let round = RoundFacts {
            id: id(20),
            version: 1,
            state: RoundState::Published,
            published_at: None,
            round: Round {
                number: 1,
                ..Round::default()
            },
            pairing: None,
            games: vec![game],
        };
        let event: Event = serde_json::from_value(serde_json::json!({
            "format": "saiwu-event/1", "tournament": {"name": "测试"}, "stages": [{"format": "swiss"}]
        }))
        .unwrap();
        Dossier {
            id: id(9),
            revision: 1,
            frame: Frame {
                version: 1,
                status: Status::Running,
                tournament: event.tournament,
            },
            entries: entries.collect(),
            stages: vec![StageFacts {
                id: id(10),
                version: 1,
                stage: event.stages[0].clone(),
                rounds: vec![round],
            }],
            draws: Vec::new(),
        }
    }

    #[test]
    fn what_goes_forward_comes_back() {
        let start = dossier();
        let game = start.stages[0].rounds[0].games[0].clone();
        let mut won = game.clone();
        won.game.result = Some(GameResult::Red);
        let mut second = start.stages[0].rounds[0].clone();
        second.id = Uuid::from_u128(21);
        second.round.number = 2;
        let mut renamed = start.stages[0].settings();
        renamed.stage.name = Some("预赛".into());
        let mut late = start.entries[0].clone();
        late.id = Uuid::from_u128(3);
        late.entry.number = 3;
        let stage = start.stages[0].id;
        let changes = [
            Change::Game {
                before: Box::new(game),
                after: Box::new(won),
            },
            Change::Round {
                stage,
                before: None,
                after: Some(Box::new(second)),
            },
            Change::Stage {
                before: Some(Box::new(start.stages[0].settings())),
                after: Some(Box::new(renamed)),
            },
            Change::Entry {
                before: None,
                after: Some(Box::new(late)),
            },
        ];
        let mut now = start.clone();
        for change in &changes {
            let before = now.clone();
            now.apply(change, Direction::Forward);
            assert_ne!(now, before, "{change:?} changes something");
        }
        assert_eq!(
            now.stages[0].rounds.len(),
            2,
            "a stage's settings keep its rounds"
        );
        for change in changes.iter().rev() {
            now.apply(change, Direction::Back);
        }
        assert_eq!(now, start);
    }

    #[test]
    fn a_draft_is_not_public() {
        let mut all = dossier();
        let public = all.clone();
        let mut draft = all.stages[0].rounds[0].clone();
        draft.id = Uuid::from_u128(22);
        draft.round.number = 2;
        draft.state = RoundState::Draft;
        all.stages[0].rounds.push(draft);
        assert_eq!(all.published(), public);
    }
}
