//! A team match after a wish: its boards, and what the absence of a whole team makes of them.
use super::result::{BoardResult, ResultWish};
use crate::service::check::Faults;
use crate::service::lineups::submit::clause;
use crate::service::{Error, Refusal, Result};
use crate::tournament::event_file::Fault;
use crate::tournament::model::{BoardGame, Event, Game, GameResult, Kind};
use crate::tournament::regulations::TeamMode;
use crate::tournament::scoring;
use crate::tournament::teams::check::of_match;

/// How many boards a match of a stage (counted from 0) has: where all play all, as many as it was
/// paired with.
pub fn board_count(event: &Event, stage: usize, game: &Game) -> u32 {
    let highest = game.boards.iter().map(|b| b.board).max();
    let roster = |number| event.entry(number).is_some_and(|e| !e.members.is_empty());
    let all_play_all = event.regulations(stage).team_mode == TeamMode::AllPlayAll;
    match highest {
        Some(highest) if all_play_all && roster(game.red) && roster(game.black) => highest,
        _ => scoring::boards_of_a_match(event, stage, &event.regulations(stage))
            .max(highest.unwrap_or(0)),
    }
}

/// Whether every board of a match has its result.
pub fn boards_done(game: &Game, boards: u32) -> bool {
    game.boards.len() as u32 == boards && game.boards.iter().all(|b| b.result.is_some())
}

/// Whether a wish changes a result that a board has already.
pub fn corrects_a_board(game: &Game, boards: &[BoardResult]) -> bool {
    boards.iter().any(|wished| {
        let known = game.boards.iter().find(|b| b.board == wished.board);
        known.is_some_and(|b| b.result.is_some() && b.result != wished.result)
    })
}

/// Faults of the boards of a wish in themselves.
pub fn faults(faults: &mut Faults, wish: &ResultWish, kind: Kind, boards: u32) {
    if kind == Kind::Individual {
        if !wish.boards.is_empty() {
            faults.add(
                "/boards",
                "只有团体赛才有台次成绩",
                "only a team match has boards",
            );
        }
        return;
    }
    if wish.result.is_some_and(|r| !r.is_forfeit()) {
        faults.add(
            "/result",
            "团体场次的成绩由各台给出",
            "a team match is given by its boards",
        );
    }
    for (i, board) in wish.boards.iter().enumerate() {
        if board.board == 0 || board.board > boards {
            faults.add(
                format!("/boards/{i}/board"),
                format!("台次为 1 至 {boards}"),
                format!("boards are 1 to {boards}"),
            );
        }
        if wish.boards[..i].iter().any(|b| b.board == board.board) {
            faults.add(
                format!("/boards/{i}/board"),
                "该台列出两次",
                "this board is listed twice",
            );
        }
        if board.reason.is_some() && board.result.is_none() {
            faults.add(
                format!("/boards/{i}/reason"),
                "没有成绩就没有理由",
                "a reason needs a result",
            );
        }
    }
}

/// Puts the boards of a wish into a match, and what a forfeit of the whole match makes of the
/// others: the team that came has "+" on every board (20.1, 20.3).
pub fn put(game: &mut Game, before: Option<GameResult>, wish: &ResultWish) {
    let on_board = |whole: GameResult, board: u32| match board % 2 {
        1 => whole,
        _ => whole.swapped(),
    };
    // A forfeit taken back takes back what it made of the boards.
    if let Some(whole) = before.filter(|r| r.is_forfeit() && game.result != Some(*r)) {
        for board in &mut game.boards {
            if board.result == Some(on_board(whole, board.board)) {
                board.result = None;
            }
        }
    }
    for wished in &wish.boards {
        let place = game.boards.iter().position(|b| b.board == wished.board);
        let place = place.unwrap_or_else(|| {
            game.boards.push(BoardGame {
                board: wished.board,
                ..BoardGame::default()
            });
            game.boards.len() - 1
        });
        let known = &mut game.boards[place];
        known.red = wished.red.clone().or_else(|| known.red.take());
        known.black = wished.black.clone().or_else(|| known.black.take());
        known.result = wished.result;
        known.reason = wished.reason;
        known.fouls = wished.fouls.unwrap_or(known.fouls);
        known.times = wished.times.unwrap_or(known.times);
    }
    game.boards.sort_by_key(|b| b.board);
    if let Some(whole) = game.result.filter(|r| r.is_forfeit()) {
        for board in game.boards.iter_mut().filter(|b| b.result.is_none()) {
            board.result = Some(on_board(whole, board.board));
        }
    }
}

/// Holds players named in a wish against the order of the mode (11.1–11.4).
///
/// # Errors
/// `lineup_refused` with its clause and the boards.
pub fn players(
    event: &Event,
    (stage, round): (usize, u32),
    game: &Game,
    wish: &ResultWish,
) -> Result<()> {
    if wish
        .boards
        .iter()
        .all(|b| b.red.is_none() && b.black.is_none())
    {
        return Ok(());
    }
    let regulations = event.regulations(stage);
    let found = of_match(event, stage, round, game, &regulations);
    if found.is_empty() {
        return Ok(());
    }
    let mut refusal = Refusal::new(
        "lineup_refused",
        "台次上的棋手不符合规则",
        "these players may not sit at these boards",
    )
    .clause(clause(regulations.team_mode));
    refusal.faults = found.into_iter().map(|f| in_wish(f, game, wish)).collect();
    Err(Error::AgainstRules(refusal))
}

/// A fault of a board of the match, pointing to the same board of the wish.
fn in_wish(fault: Fault, game: &Game, wish: &ResultWish) -> Fault {
    let place = fault
        .pointer
        .strip_prefix("/boards/")
        .and_then(|rest| rest.split_once('/'));
    let pointer = place.and_then(|(index, side)| {
        let board = game.boards.get(index.parse::<usize>().ok()?)?.board;
        let at = wish.boards.iter().position(|b| b.board == board)?;
        Some(format!("/boards/{at}/{side}"))
    });
    Fault {
        pointer: pointer.unwrap_or_else(|| "/boards".to_owned()),
        ..fault
    }
}
