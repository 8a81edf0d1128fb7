//! Team events: what each player made, and board by board, for board prizes.
use super::places;
use crate::tournament::model::{Event, MemberRef, Number};
use crate::tournament::points::Points;
use crate::tournament::scoring::{self, Outcome, Side};
use crate::tournament::standings::error::StandingsError;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// One player's results, over all boards or on one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlayerRow {
    /// Place: points, then games won, then games won as black; shared where level.
    pub rank: u32,
    /// Number of the team.
    pub team: Number,
    /// Name of the team.
    pub team_name: String,
    /// Place in the team's roster, from 1, where he is in it.
    pub member: Option<u32>,
    /// Name as printed.
    pub name: String,
    /// Games finished, forfeits included.
    pub games: u32,
    /// Won, "+" included.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost, "−" included.
    pub losses: u32,
    /// Won as black.
    pub black_wins: u32,
    /// Fouls on record.
    pub fouls: u32,
    /// Points.
    pub points: Points,
}

/// The table of one board.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BoardTable {
    /// The board (台次).
    pub board: u32,
    /// Best first.
    pub rows: Vec<PlayerRow>,
}

/// Who sat at a board: by roster place, by name, or whoever the team had there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seat {
    Member(u32),
    Name(String),
}

fn seat(event: &Event, team: Number, given: Option<&MemberRef>, board: u32) -> Seat {
    let roster = event.entry(team).map(|t| &t.members[..]).unwrap_or(&[]);
    match given {
        Some(MemberRef::Place(place)) => Seat::Member(*place),
        Some(MemberRef::Name(name)) => roster
            .iter()
            .position(|member| member.name == *name)
            .map_or_else(|| Seat::Name(name.clone()), |i| Seat::Member(i as u32 + 1)),
        // 11.1: fixed boards, the roster's order is the order of the boards.
        None => Seat::Member(board),
    }
}

type Tally = BTreeMap<(Number, Seat), PlayerRow>;

fn tally(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
) -> Result<BTreeMap<u32, Tally>, StandingsError> {
    let played = event
        .stages
        .get(stage)
        .ok_or(StandingsError::NoStage { stage })?;
    let paired = played.rounds.len() as u32;
    let asked = after_round.unwrap_or(paired);
    if asked > paired {
        return Err(StandingsError::NoRound { asked, paired });
    }
    let table = event.regulations(stage).points;
    let mut boards: BTreeMap<u32, Tally> = BTreeMap::new();
    for game in played.rounds[..asked as usize]
        .iter()
        .flat_map(|r| &r.games)
    {
        for board in &game.boards {
            let Some(result) = board.result else { continue };
            let (red_team, black_team) = if board.red_team_has_red() {
                (game.red, game.black)
            } else {
                (game.black, game.red)
            };
            let points = scoring::game_points(result, &table);
            for (team, side, given, fouls) in [
                (red_team, Side::Red, &board.red, board.fouls.red),
                (black_team, Side::Black, &board.black, board.fouls.black),
            ] {
                let seat = seat(event, team, given.as_ref(), board.board);
                let row = boards
                    .entry(board.board)
                    .or_default()
                    .entry((team, seat.clone()))
                    .or_insert_with(|| empty(event, team, &seat));
                let outcome = Outcome::of(result, side);
                row.games += 1;
                row.points += points.get(side);
                row.fouls += fouls;
                row.wins += u32::from(outcome.is_win());
                row.black_wins += u32::from(outcome.is_win() && side == Side::Black);
                row.draws += u32::from(outcome == Outcome::Draw);
                row.losses += u32::from(!outcome.is_win() && outcome != Outcome::Draw);
            }
        }
    }
    Ok(boards)
}

fn empty(event: &Event, team: Number, seat: &Seat) -> PlayerRow {
    let entry = event.entry(team);
    let (member, name) = match seat {
        Seat::Name(name) => (None, name.clone()),
        Seat::Member(place) => {
            let listed = entry.and_then(|e| e.members.get((*place as usize).checked_sub(1)?));
            (
                Some(*place),
                listed.map_or_else(|| format!("{place} 台"), |member| member.name.clone()),
            )
        }
    };
    PlayerRow {
        rank: 0,
        team,
        team_name: entry.map_or_else(String::new, |e| e.name.clone()),
        member,
        name,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        black_wins: 0,
        fouls: 0,
        points: Points::ZERO,
    }
}

fn ranked(mut rows: Vec<PlayerRow>) -> Vec<PlayerRow> {
    let score = |row: &PlayerRow| (row.points, row.wins, row.black_wins);
    rows.sort_by(|a, b| {
        score(b)
            .cmp(&score(a))
            .then((a.team, a.member, &a.name).cmp(&(b.team, b.member, &b.name)))
    });
    let scores: Vec<_> = rows.iter().map(score).collect();
    let places = places(rows.len(), |i| scores[i] == scores[i - 1]);
    for (row, place) in rows.iter_mut().zip(places) {
        row.rank = place;
    }
    rows
}

/// The players of each board of a stage (counted from 0), for board prizes.
///
/// # Errors
/// No such stage, a round that is not paired.
pub fn boards(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
) -> Result<Vec<BoardTable>, StandingsError> {
    Ok(tally(event, stage, after_round)?
        .into_iter()
        .map(|(board, players)| BoardTable {
            board,
            rows: ranked(players.into_values().collect()),
        })
        .collect())
}

/// The players of a stage (counted from 0) over all boards.
///
/// # Errors
/// No such stage, a round that is not paired.
pub fn players(
    event: &Event,
    stage: usize,
    after_round: Option<u32>,
) -> Result<Vec<PlayerRow>, StandingsError> {
    let mut all = Tally::new();
    for players in tally(event, stage, after_round)?.into_values() {
        for (key, row) in players {
            match all.get_mut(&key) {
                None => {
                    all.insert(key, row);
                }
                Some(sum) => {
                    sum.games += row.games;
                    sum.wins += row.wins;
                    sum.draws += row.draws;
                    sum.losses += row.losses;
                    sum.black_wins += row.black_wins;
                    sum.fouls += row.fouls;
                    sum.points += row.points;
                }
            }
        }
    }
    Ok(ranked(all.into_values().collect()))
}
