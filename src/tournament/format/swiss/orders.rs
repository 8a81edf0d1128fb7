//! The two columns 要先 and 要后 of a segment, and the one order that serves both (part 2.2).
use super::state::{Player, State};
use crate::tournament::model::Number;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use utoipa::ToSchema;

/// The column a player stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// 要先: wants red.
    WantsRed,
    /// 要后: wants black.
    WantsBlack,
}

/// The column that colours alone decide; none for a player without a game.
pub fn wanted(player: &Player) -> Option<Column> {
    match (player.difference().signum(), player.run.signum()) {
        (-1, _) | (0, 1) => Some(Column::WantsRed),
        (1, _) | (0, -1) => Some(Column::WantsBlack),
        _ => None,
    }
}

/// How strongly the last colours claim a change: the run seen from the wanted colour.
pub fn claim(player: &Player) -> i32 {
    match wanted(player) {
        Some(Column::WantsRed) => player.run,
        Some(Column::WantsBlack) => -player.run,
        None => 0,
    }
}

/// The key of the order: score, |d| and claim descending, then the number, ascending in odd
/// rounds, descending in even ones.
fn key(player: &Player, round: u32) -> impl Ord + use<> {
    let number = if round % 2 == 1 {
        i64::from(player.number)
    } else {
        -i64::from(player.number)
    };
    (
        Reverse(player.score),
        Reverse(player.difference().abs()),
        Reverse(claim(player)),
        number,
    )
}

/// Compares two players in the merged order.
pub fn compare(a: &Player, b: &Player, round: u32) -> Ordering {
    key(a, round).cmp(&key(b, round))
}

/// A segment in its merged order, each player with his column.
#[derive(Clone, Debug)]
pub struct Order {
    /// Player indices in merged order.
    pub players: Vec<usize>,
    /// The column of each, at the same place.
    pub columns: Vec<Column>,
}

/// Orders a segment and gives players without a game their columns: in ascending number, each to
/// the column that is shorter at that moment, on a tie to 要先.
pub fn order(state: &State, segment: &[usize]) -> Order {
    let mut players = segment.to_vec();
    players.sort_by_cached_key(|&i| key(&state.players[i], state.round));
    let mut columns = vec![Column::WantsRed; players.len()];
    let (mut reds, mut blacks) = (0usize, 0usize);
    let mut open: Vec<(Number, usize)> = Vec::new();
    for (place, &i) in players.iter().enumerate() {
        match wanted(&state.players[i]) {
            Some(column) => {
                columns[place] = column;
                match column {
                    Column::WantsRed => reds += 1,
                    Column::WantsBlack => blacks += 1,
                }
            }
            None => open.push((state.players[i].number, place)),
        }
    }
    open.sort_unstable();
    for (_, place) in open {
        if blacks < reds {
            columns[place] = Column::WantsBlack;
            blacks += 1;
        } else {
            columns[place] = Column::WantsRed;
            reds += 1;
        }
    }
    Order { players, columns }
}
