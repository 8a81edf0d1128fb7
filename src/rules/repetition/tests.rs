//! What can only be seen from inside: the judge's board against the rules core, and the caps.

use super::arena::Ply;
use super::judge::arena;
use super::{Counting, Settings, judge};
use crate::rules::{Color, Move, Piece, PieceKind, Position, Square};

/// A small generator, so that the same positions come every time.
struct Lots(u64);

impl Lots {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below
    }
}

/// A position reached by chance from the start, captures preferred now and then.
fn wander(lots: &mut Lots, plies: usize) -> Position {
    let mut position = Position::startpos();
    for _ in 0..plies {
        let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        if moves.is_empty() {
            break;
        }
        let takes: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.captured(mv).is_some())
            .collect();
        let from = if !takes.is_empty() && lots.next(3) == 0 {
            &takes
        } else {
            &moves
        };
        position = position.play_unchecked(from[lots.next(from.len())]);
    }
    position
}

#[test]
fn the_judges_board_moves_as_the_rules_do() {
    let mut lots = Lots(1);
    for round in 0..400 {
        let position = wander(&mut lots, round % 120);
        let side = position.side_to_move();
        let mut board = arena(&position);
        let mut list: Vec<Ply> = Vec::new();
        board.moves(side.index(), false, &mut list);
        let mut ours: Vec<(usize, usize)> = Vec::new();
        for &ply in &list {
            let hash = board.hash();
            let safe = board.safe(ply, side.index());
            assert_eq!(board.hash(), hash, "taking {ply:?} back leaves a trace");
            if position.checkers().is_empty() && !board.may_expose(ply, side.index()) {
                assert!(safe, "{ply:?} in {}", position.to_fen());
            }
            if safe {
                ours.push((usize::from(ply.from), usize::from(ply.to)));
                let undo = board.make(ply);
                let checks = board.in_check(side.other().index());
                board.unmake(ply, undo);
                assert!(
                    !checks || board.may_check(ply, side.index()),
                    "{ply:?} in {}",
                    position.to_fen()
                );
                let text: Move = super::explain::text(ply).parse().expect("a move");
                let next = position.play(text).expect("legal");
                assert_eq!(next.in_check(), checks, "{text} in {}", position.to_fen());
            }
        }
        ours.sort_unstable();
        let mut theirs: Vec<(usize, usize)> = position
            .legal_moves()
            .iter()
            .map(|mv| (mv.from.index(), mv.to.index()))
            .collect();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}", position.to_fen());
        for color in Color::ALL {
            assert_eq!(
                board.in_check(color.index()),
                color == side && position.in_check(),
                "{}",
                position.to_fen()
            );
        }
    }
}

/// Moves that lead back after four plies, by chance; none of soldiers or captures.
fn cycle(position: &Position, lots: &mut Lots) -> Option<Vec<Move>> {
    let quiet = |position: &Position, lots: &mut Lots| {
        let moves: Vec<Move> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|&mv| position.captured(mv).is_none())
            .collect();
        (!moves.is_empty()).then(|| moves[lots.next(moves.len())])
    };
    let first = quiet(position, lots)?;
    let after = position.play(first).ok()?;
    let second = quiet(&after, lots)?;
    let back = |mv: Move| Move::new(mv.to, mv.from);
    let moves = vec![first, second, back(first), back(second)];
    let mut end = *position;
    for &mv in &moves {
        if end.captured(mv).is_some() {
            return None;
        }
        end = end.play(mv).ok()?;
    }
    (end.board() == position.board()).then_some(moves)
}

/// A wild position: from one of a game, piece after piece is carried to where it may stand, half of
/// them into the enemy's half, as long as the position stays possible.
fn scatter(lots: &mut Lots) -> Position {
    let plies = lots.next(60);
    let mut position = wander(lots, plies);
    for _ in 0..60 {
        let mut setup = position.setup();
        let pieces: Vec<(Square, Piece)> = setup.board.pieces().collect();
        let (from, piece) = pieces[lots.next(pieces.len())];
        if matches!(
            piece.kind,
            PieceKind::General | PieceKind::Advisor | PieceKind::Elephant
        ) {
            continue;
        }
        let ranks = 5 + 5 * lots.next(2);
        let (file, rank) = (lots.next(9), 9 - lots.next(ranks));
        let to = Square::new(file as u8, rank as u8).expect("on the board");
        let to = if piece.color == Color::Red {
            to
        } else {
            to.flip()
        };
        if setup.board.piece_at(to).is_some() {
            continue;
        }
        setup.board.set(from, None);
        setup.board.set(to, Some(piece));
        position = Position::try_from(setup).unwrap_or(position);
    }
    position
}

/// Cyclic sequences by chance, from games and from wild positions: every one gets an answer within
/// its caps, and few are left to the arbiter. The gate does a part of them; `scripts/judge-hostile`
/// sets `SAIWU_HOSTILE` to ten thousand.
#[test]
fn hostile_positions_end() {
    let wanted = std::env::var("SAIWU_HOSTILE").ok();
    let wanted = wanted.map(|text| text.parse::<usize>().expect("a number"));
    let (games, wild) = wanted.map_or((1_000, 2), |number| (number / 2, number / 2));
    chance_cycles("games", games, 40, |lots| {
        let plies = 10 + lots.next(110);
        wander(lots, plies)
    });
    chance_cycles("wild positions", wild, 2, scatter);
}

/// Judges `wanted` cycles by chance, at most `each` from one position.
fn chance_cycles(name: &str, wanted: usize, each: usize, position: impl Fn(&mut Lots) -> Position) {
    let settings = Settings {
        assume_repeated: true,
        counting: Counting::Cycles,
        ..Settings::default()
    };
    let mut lots = Lots(2);
    let (mut judged, mut doubtful) = (0, 0);
    let mut worst = (std::time::Duration::ZERO, String::new());
    while judged < wanted {
        let position = position(&mut lots);
        for _ in 0..each {
            let Some(moves) = cycle(&position, &mut lots) else {
                continue;
            };
            let begun = std::time::Instant::now();
            let answer = judge(position, &moves, settings);
            if begun.elapsed() > worst.0 {
                worst = (begun.elapsed(), format!("{} {moves:?}", position.to_fen()));
            }
            assert_eq!(answer.moves.len(), 4);
            doubtful += usize::from(answer.confidence == super::request::Confidence::Arbiter);
            judged += 1;
        }
    }
    println!("{name}: {doubtful} of {judged} left to the arbiter; longest {worst:?}");
    assert!(
        judged < 1_000 || doubtful * 4 < judged,
        "{name}: {doubtful} of {judged} left to the arbiter"
    );
}
