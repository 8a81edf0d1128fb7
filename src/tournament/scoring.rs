//! Scores: what one game, one bye, one missed round and one team match give (13, 14.4, 20.3).
//!
//! Standings and the Swiss pairing both stand on these functions, so that a result means the same
//! to both.
use super::model::{Event, Game, GameResult, Kind};
use super::points::Points;
use super::regulations::{PointsTable, Regulations, SwissMethod, TeamMode};
use serde::Serialize;
use std::cmp::Ordering;
use utoipa::ToSchema;

/// One side of a game; of a team match: red means red on odd boards (12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Colour)]
pub enum Side {
    /// 先走
    Red,
    /// 后走
    Black,
}

impl Side {
    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySide<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// The value of one side.
    pub fn get(self, side: Side) -> T {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    /// The two values exchanged.
    pub fn swapped(self) -> BySide<T> {
        BySide {
            red: self.black,
            black: self.red,
        }
    }
}

/// A finished game as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Won over the board.
    Win,
    /// Drawn.
    Draw,
    /// Lost over the board.
    Loss,
    /// "+": won without playing (20.3).
    ForfeitWin,
    /// "−": lost without playing (20.3).
    ForfeitLoss,
    /// "−" for both (20.2).
    DoubleForfeit,
}

impl Outcome {
    /// The result of a game seen from one side.
    pub const fn of(result: GameResult, side: Side) -> Outcome {
        match (result, side) {
            (GameResult::Red, Side::Red) | (GameResult::Black, Side::Black) => Outcome::Win,
            (GameResult::Red, Side::Black) | (GameResult::Black, Side::Red) => Outcome::Loss,
            (GameResult::Draw, _) => Outcome::Draw,
            (GameResult::RedForfeit, Side::Red) | (GameResult::BlackForfeit, Side::Black) => {
                Outcome::ForfeitLoss
            }
            (GameResult::RedForfeit, Side::Black) | (GameResult::BlackForfeit, Side::Red) => {
                Outcome::ForfeitWin
            }
            (GameResult::DoubleForfeit, _) => Outcome::DoubleForfeit,
        }
    }

    /// Won, over the board or by "+": what 胜局 counts.
    pub const fn is_win(self) -> bool {
        matches!(self, Outcome::Win | Outcome::ForfeitWin)
    }

    /// Decided without a game (20.1, 20.2).
    pub const fn is_forfeit(self) -> bool {
        matches!(
            self,
            Outcome::ForfeitWin | Outcome::ForfeitLoss | Outcome::DoubleForfeit
        )
    }
}

/// Points of both sides for one game (13.1, 13.3; forfeits 20.3).
pub const fn game_points(result: GameResult, table: &PointsTable) -> BySide<Points> {
    let (red, black) = match result {
        GameResult::Red => (table.win, table.loss),
        GameResult::Black => (table.loss, table.win),
        GameResult::Draw => (table.draw_red, table.draw_black),
        GameResult::RedForfeit => (table.forfeit_loss, table.forfeit_win),
        GameResult::BlackForfeit => (table.forfeit_win, table.forfeit_loss),
        GameResult::DoubleForfeit => (table.forfeit_loss, table.forfeit_loss),
    };
    BySide { red, black }
}

/// The table with the values of rapid tie-break games in place of those of a slow game (13.3).
pub const fn rapid_table(table: &PointsTable) -> PointsTable {
    PointsTable {
        win: table.rapid_win,
        draw_red: table.rapid_draw,
        draw_black: table.rapid_draw,
        loss: table.rapid_loss,
        ..*table
    }
}

/// Points of the entries paired with red and black for one game of an individual event, or none
/// while it is not finished. A draw counts by the colours played (5.8.1), all else by the pairing.
pub fn paired_points(game: &Game, table: &PointsTable) -> Option<BySide<Points>> {
    let points = game_points(game.result?, table);
    let by_colour_played = game.colours_swapped && game.result == Some(GameResult::Draw);
    Some(if by_colour_played {
        points.swapped()
    } else {
        points
    })
}

/// What one team made of a match or a bye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamScore {
    /// 局分 of the finished boards.
    pub game_points: Points,
    /// Boards won, "+" included (胜局).
    pub wins: u32,
    /// Boards won with black (后走胜局).
    pub black_wins: u32,
    /// Boards with black, forfeits included (后走局数).
    pub black_games: u32,
    /// Fouls on record (犯规).
    pub fouls: u32,
}

/// A team match, as far as its boards are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    /// Both teams; red is the team with red on odd boards.
    pub score: BySide<TeamScore>,
    /// Boards without a result, or 1 while a match without boards has none.
    pub open: u32,
    /// How the match ended; none while a board is open.
    pub result: Option<GameResult>,
}

/// Adds up a team match from its boards (13.2).
///
/// A match forfeited as a whole (20.1) and without boards counts `boards` times "+". Teams that
/// are both absent, on the match or on every board, share nothing: double forfeit.
pub fn team_match(game: &Game, boards: u32, table: &PointsTable) -> TeamMatch {
    let mut score = BySide::<TeamScore>::default();
    let mut open = 0;
    let mut absent = BySide { red: 0, black: 0 };
    let mut add = |board: u32, result: Option<GameResult>, fouls: super::model::Fouls| {
        let red_team_side = if board % 2 == 1 {
            Side::Red
        } else {
            Side::Black
        };
        let Some(result) = result else {
            open += 1;
            return;
        };
        let points = game_points(result, table);
        let fouls = BySide {
            red: fouls.red,
            black: fouls.black,
        };
        for (team, gone, side) in [
            (&mut score.red, &mut absent.red, red_team_side),
            (&mut score.black, &mut absent.black, red_team_side.other()),
        ] {
            let outcome = Outcome::of(result, side);
            let black = u32::from(side == Side::Black);
            team.game_points += points.get(side);
            team.wins += u32::from(outcome.is_win());
            team.black_wins += u32::from(outcome.is_win()) * black;
            team.black_games += black;
            team.fouls += fouls.get(side);
            *gone += u32::from(matches!(
                outcome,
                Outcome::ForfeitLoss | Outcome::DoubleForfeit
            ));
        }
    };
    let forfeited = game.result.filter(|r| r.is_forfeit());
    // 20.1: an absent team forfeits every board that has no result of its own.
    let on_board = |board: u32| match board % 2 {
        1 => forfeited,
        _ => forfeited.map(GameResult::swapped),
    };
    for board in &game.boards {
        let result = board.result.or_else(|| on_board(board.board));
        add(board.board, result, board.fouls);
    }
    if game.boards.is_empty() && forfeited.is_some() {
        for board in 1..=boards {
            add(board, on_board(board), Default::default());
        }
    }
    let listed = game.boards.len() as u32;
    let both_absent = listed > 0 && absent.red == listed && absent.black == listed;
    let by_boards = match score.red.game_points.cmp(&score.black.game_points) {
        Ordering::Greater => GameResult::Red,
        Ordering::Less => GameResult::Black,
        Ordering::Equal if both_absent => GameResult::DoubleForfeit,
        Ordering::Equal => GameResult::Draw,
    };
    let result = match (forfeited, listed) {
        (Some(result), _) => Some(result),
        (None, 0) => game.result,
        (None, _) => (open == 0).then_some(by_boards),
    };
    if listed == 0 {
        open = u32::from(result.is_none());
    }
    // Fouls of the match as a whole are kept beside those of its boards.
    score.red.fouls += game.fouls.red;
    score.black.fouls += game.fouls.black;
    TeamMatch {
        score,
        open,
        result,
    }
}

/// Match points of both sides (13.2). A double forfeit gives nobody any.
pub const fn match_points(result: GameResult, table: &PointsTable) -> BySide<Points> {
    let (red, black) = match result {
        GameResult::Red | GameResult::BlackForfeit => (table.match_win, table.match_loss),
        GameResult::Black | GameResult::RedForfeit => (table.match_loss, table.match_win),
        GameResult::Draw => (table.match_draw, table.match_draw),
        GameResult::DoubleForfeit => (Points::ZERO, Points::ZERO),
    };
    BySide { red, black }
}

/// Match points of two teams that play several games for one match: the sum of all boards decides
/// (13.2). Red is the team with red in the first game; none while a board is open.
pub fn match_of_games<G: std::borrow::Borrow<Game>>(
    games: &[G],
    boards: u32,
    table: &PointsTable,
) -> Option<BySide<Points>> {
    let first = games.first()?.borrow();
    let mut sum = BySide::<Points>::default();
    let mut nobody_came = true;
    for game in games {
        let game = game.borrow();
        let played = team_match(game, boards, table);
        let result = played.result?;
        nobody_came &= result == GameResult::DoubleForfeit;
        let score = if game.red == first.red {
            played.score
        } else {
            played.score.swapped()
        };
        sum.red += score.red.game_points;
        sum.black += score.black.game_points;
    }
    let result = match sum.red.cmp(&sum.black) {
        _ if nobody_came => GameResult::DoubleForfeit,
        Ordering::Greater => GameResult::Red,
        Ordering::Less => GameResult::Black,
        Ordering::Equal => GameResult::Draw,
    };
    Some(match_points(result, table))
}

/// Boards of a match in a stage (counted from 0): the setting, otherwise the most that any match
/// of the stage lists, otherwise four. Where all play all (11.4) every player of one team meets
/// every player of the other.
pub fn boards_of_a_match(event: &Event, stage: usize, regulations: &Regulations) -> u32 {
    let played = event.stages.get(stage);
    let all_play_all = regulations.team_mode == TeamMode::AllPlayAll;
    let set = played
        .and_then(|s| s.regulations.boards)
        .or(event.tournament.regulations.boards)
        .filter(|_| !all_play_all);
    let listed = || {
        played
            .into_iter()
            .flat_map(|s| &s.rounds)
            .flat_map(|r| &r.games)
            .map(|g| g.boards.len() as u32)
            .max()
            .filter(|most| *most > 0)
    };
    let usual = || {
        if !all_play_all {
            return regulations.boards;
        }
        let members = event.entries.iter().map(|team| team.members.len() as u32);
        let most = members.max().filter(|most| *most > 0);
        most.unwrap_or(regulations.boards).pow(2)
    };
    set.or_else(listed).unwrap_or_else(usual)
}

/// What a team has from a bye: by default every board won by "+", or the set game points (14.4).
pub fn team_bye(boards: u32, regulations: &Regulations) -> TeamScore {
    TeamScore {
        game_points: regulations
            .bye_game_points
            .unwrap_or(regulations.points.forfeit_win * i64::from(boards)),
        wins: boards,
        ..TeamScore::default()
    }
}

/// Points of one entry in the paired stages of an event: what the Swiss pairing sorts by.
///
/// Individual: the points of the game. Team: match points or game points by `swiss_method`.
pub fn pairing_points(
    game: &Game,
    boards: u32,
    regulations: &Regulations,
) -> Option<BySide<Points>> {
    let table = &regulations.points;
    match regulations.kind {
        Kind::Individual => paired_points(game, table),
        Kind::Team => {
            let played = team_match(game, boards, table);
            let result = played.result?;
            Some(match regulations.swiss_method {
                SwissMethod::GamePoints => BySide {
                    red: played.score.red.game_points,
                    black: played.score.black.game_points,
                },
                _ => match_points(result, table),
            })
        }
    }
}

/// Points of a bye for the Swiss pairing: a win in each game of a pairing unless set otherwise
/// (14.4); teams by `swiss_method`.
pub fn pairing_bye(boards: u32, regulations: &Regulations) -> Points {
    let games = regulations.games_per_pairing;
    match (regulations.kind, regulations.swiss_method) {
        (Kind::Individual, _) => regulations.points.bye * i64::from(games),
        (Kind::Team, SwissMethod::GamePoints) => team_bye(boards * games, regulations).game_points,
        (Kind::Team, _) => regulations.points.match_win,
    }
}

/// Something odd, but allowed, in the points of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoringWarning {
    /// In Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

/// Settings of 13.3 that reward what a competition should not: two draws above a win and a loss,
/// a draw above a win, a loss above a draw.
pub fn warnings(table: &PointsTable) -> Vec<ScoringWarning> {
    let mut found = Vec::new();
    let draws = table.draw_red + table.draw_black;
    if draws > table.win + table.loss {
        found.push(ScoringWarning {
            zh: format!(
                "两盘和棋({draws}分)多于一胜一负({}分)",
                table.win + table.loss
            ),
            en: format!(
                "two draws ({draws}) give more than a win and a loss ({})",
                table.win + table.loss
            ),
        });
    }
    let best_draw = table.draw_red.max(table.draw_black);
    let worst_draw = table.draw_red.min(table.draw_black);
    if best_draw > table.win {
        found.push(ScoringWarning {
            zh: "和棋得分多于胜局".to_owned(),
            en: "a draw gives more than a win".to_owned(),
        });
    }
    if table.loss > worst_draw {
        found.push(ScoringWarning {
            zh: "负局得分多于和棋".to_owned(),
            en: "a loss gives more than a draw".to_owned(),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::model::{BoardGame, Tournament};
    use crate::tournament::regulations::{PointsPatch, RegulationsPatch};

    fn table(patch: PointsPatch) -> PointsTable {
        let event: Tournament = serde_json::from_value(serde_json::json!({"name": "x"})).unwrap();
        let patch = RegulationsPatch {
            points: Some(patch),
            ..Default::default()
        };
        Regulations::resolve(&event, Some(&patch)).points
    }

    fn boards(results: &[Option<GameResult>]) -> Game {
        Game {
            boards: results
                .iter()
                .enumerate()
                .map(|(i, result)| BoardGame {
                    board: i as u32 + 1,
                    result: *result,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        }
    }

    #[test]
    fn a_win_is_two_a_draw_one_13_1() {
        let table = table(PointsPatch::default());
        let win = game_points(GameResult::Black, &table);
        assert_eq!((win.red, win.black), (Points::ZERO, Points::whole(2)));
        let draw = game_points(GameResult::Draw, &table);
        assert_eq!((draw.red, draw.black), (Points::whole(1), Points::whole(1)));
    }

    #[test]
    fn draws_may_depend_on_the_colour_and_plus_is_the_win_value_13_3_20_3() {
        let table = table(PointsPatch {
            win: Some(Points::whole(3)),
            draw_black: Some(Points::whole(2)),
            ..Default::default()
        });
        let draw = game_points(GameResult::Draw, &table);
        assert_eq!((draw.red, draw.black), (Points::whole(1), Points::whole(2)));
        let plus = game_points(GameResult::RedForfeit, &table);
        assert_eq!((plus.red, plus.black), (Points::ZERO, Points::whole(3)));
        // 5.8.1: a game that stands with the colours exchanged; the draw is worth what was played.
        let game = Game {
            result: Some(GameResult::Draw),
            colours_swapped: true,
            ..Default::default()
        };
        assert_eq!(paired_points(&game, &table), Some(draw.swapped()));
    }

    #[test]
    fn the_rules_own_example_is_not_warned_about_and_one_step_further_is_13_3() {
        let mut patch = PointsPatch {
            win: Some(Points::whole(3)),
            draw_red: Some(Points::whole(1)),
            draw_black: Some(Points::whole(2)),
            ..Default::default()
        };
        assert!(warnings(&table(patch.clone())).is_empty());
        patch.draw_red = Some(Points::halves(3));
        assert_eq!(warnings(&table(patch)).len(), 1);
    }

    #[test]
    fn a_match_is_won_by_the_greater_sum_of_boards_13_2() {
        let table = table(PointsPatch::default());
        // The red team has red on boards 1 and 3: it wins board 1 and, with black, board 2.
        let game = boards(&[
            Some(GameResult::Red),
            Some(GameResult::Black),
            Some(GameResult::Draw),
            Some(GameResult::Red),
        ]);
        let played = team_match(&game, 4, &table);
        assert_eq!(played.score.red.game_points, Points::whole(5));
        assert_eq!(played.score.black.game_points, Points::whole(3));
        assert_eq!(played.result, Some(GameResult::Red));
        assert_eq!(
            (played.score.red.wins, played.score.red.black_wins),
            (2, 1),
            "won with red on board 1, with black on board 2"
        );
        assert_eq!(played.score.red.black_games, 2);
    }

    #[test]
    fn an_open_board_keeps_the_match_open_13_2() {
        let table = table(PointsPatch::default());
        let played = team_match(&boards(&[Some(GameResult::Red), None]), 2, &table);
        assert_eq!((played.open, played.result), (1, None));
        assert_eq!(played.score.red.game_points, Points::whole(2));
    }

    #[test]
    fn an_absent_team_forfeits_every_board_and_two_absent_teams_get_nothing_20_1_20_2() {
        let table = table(PointsPatch::default());
        let game = Game {
            result: Some(GameResult::RedForfeit),
            ..Default::default()
        };
        let played = team_match(&game, 3, &table);
        assert_eq!(played.score.black.game_points, Points::whole(6));
        assert_eq!(
            (played.score.black.wins, played.score.black.black_games),
            (3, 2)
        );
        assert_eq!(
            match_points(played.result.unwrap(), &table).black,
            Points::whole(2)
        );
        // The same where the boards were paired before the team failed to come.
        let listed = Game {
            boards: boards(&[None; 3]).boards,
            ..game
        };
        assert_eq!(team_match(&listed, 3, &table), played);
        let game = boards(&[Some(GameResult::DoubleForfeit); 2]);
        let played = team_match(&game, 2, &table);
        assert_eq!(played.result, Some(GameResult::DoubleForfeit));
        let points = match_points(GameResult::DoubleForfeit, &table);
        assert_eq!((points.red, points.black), (Points::ZERO, Points::ZERO));
    }
}
