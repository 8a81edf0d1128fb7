//! Teams with rosters, and their matches board by board.
use super::dice::Dice;
use super::play;
use crate::tournament::model::{Event, Game, Kind, Member};
use crate::tournament::regulations::TeamMode;
use crate::tournament::teams::{LineUp, LineUps, boards_of, lineup};

/// What kind of team event to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teams {
    /// Boards of a match.
    pub boards: u32,
    /// Reserves beside them (11.2).
    pub reserves: u32,
    /// How players come to their boards.
    pub mode: TeamMode,
}

impl Teams {
    const fn members(&self) -> u32 {
        match self.mode {
            TeamMode::FixedBoards | TeamMode::AllPlayAll => self.boards,
            _ => self.boards + self.reserves,
        }
    }
}

/// Makes the entries teams: members rated around their team, in the order of 11.1.
pub(super) fn fill(event: &mut Event, teams: &Teams, dice: &mut Dice) {
    event.tournament.kind = Kind::Team;
    let regulations = &mut event.tournament.regulations;
    regulations.team_mode = Some(teams.mode);
    if teams.mode != TeamMode::AllPlayAll {
        regulations.boards = Some(teams.boards);
    }
    regulations.reserves = (teams.reserves > 0).then_some(teams.reserves);
    for entry in &mut event.entries {
        entry.name = format!("{}队", entry.number);
        let mean = entry.rating.take().unwrap_or(play::MEAN_RATING);
        let mut ratings: Vec<i32> = (0..teams.members())
            .map(|_| mean - 150 + dice.below(301) as i32)
            .collect();
        ratings.sort_unstable_by(|a, b| b.cmp(a));
        entry.members = ratings
            .into_iter()
            .zip(1..)
            .map(|(rating, place)| Member {
                name: format!("{}队{place}", entry.number),
                rating: Some(rating),
                reserve: teams.mode == TeamMode::Reserves && place > teams.boards,
                captain: place == 1,
                ..Member::default()
            })
            .collect();
    }
}

/// Plays a match: line-ups where the mode asks for them, now and then a player who does not come,
/// every board by rating.
pub(super) fn play_match(
    event: &Event,
    teams: &Teams,
    (round, draws_per_mille): (u32, u32),
    game: &mut Game,
    dice: &mut Dice,
) {
    let line_ups = LineUps {
        red: line_up(teams, dice),
        black: line_up(teams, dice),
        deadline: None,
    };
    let known = (0, round);
    game.boards = boards_of(event, known, game, &line_ups, true).unwrap_or_default();
    game.line_ups = line_ups;
    let rating = |team, member: &Option<crate::tournament::model::MemberRef>| {
        use crate::tournament::model::MemberRef::Place;
        let Some(Place(place)) = member else {
            return play::MEAN_RATING;
        };
        event
            .entry(team)
            .and_then(|t| t.members.get(*place as usize - 1)?.rating)
            .unwrap_or(play::MEAN_RATING)
    };
    let (red_team, black_team) = (game.red, game.black);
    for board in game.boards.iter_mut().filter(|b| b.result.is_none()) {
        let (red, black) = match board.red_team_has_red() {
            true => (red_team, black_team),
            false => (black_team, red_team),
        };
        let (red, black) = (rating(red, &board.red), rating(black, &board.black));
        board.result = Some(play::result(red, black, draws_per_mille, dice));
    }
}

/// A line-up of the mode; none where the rosters say it all and everybody comes.
fn line_up(teams: &Teams, dice: &mut Dice) -> Option<LineUp> {
    let (members, boards) = (teams.members(), teams.boards);
    let mut places: Vec<u32> = match teams.mode {
        TeamMode::FixedBoards => (1..=boards).collect(),
        TeamMode::Reserves => {
            let count = lineup::count(members, boards).min(5000) as u64;
            let pick = dice.below(count) as usize;
            lineup::choices(members, boards).nth(pick)?
        }
        TeamMode::OrderPerMatch => (1..=members).collect(),
        TeamMode::AllPlayAll | TeamMode::MembersPlaces => return None,
    };
    if teams.mode == TeamMode::OrderPerMatch {
        dice.shuffle(&mut places);
        places.truncate(boards as usize);
    }
    let mut line_up: LineUp = places.into_iter().map(Some).collect();
    if dice.chance(30) {
        let absent = dice.below(u64::from(boards)) as usize;
        line_up[absent] = None;
    } else if teams.mode == TeamMode::FixedBoards {
        return None;
    }
    Some(line_up)
}
