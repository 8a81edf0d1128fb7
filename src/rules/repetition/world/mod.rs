//! The World and Asian rules of repetition (世界象棋规则 2018), as a further edition: check outweighs a
//! chase of one and the same piece, a chase outweighs all the rest, and the heavier side loses.
//!
//! Kept apart from the Chinese judge, with which it shares only the count of repetitions, the board
//! and the shape of the answer. No search: a chase is a capture that could be made at once, so
//! every question is answered by looking at one or two moves. Threats of mate are free.
//!
//! * [`attack`]: which pieces can a side take with profit? It asks [`root`] (is a piece really
//!   protected?).
//! * [`pin`]: may a rook not leave because a horse would give check?
//! * [`reading`]: what the rules leave open, and how else it could be read.
//! * [`verdict`]: what is one move?
//! * [`conduct`]: what did each side do over the cycle, and who loses?
//! * [`section`]: the sections a ruling rests on; [`explain`]: the reasons in words.

mod attack;
mod conduct;
mod explain;
mod pin;
mod reading;
mod root;
mod section;
mod verdict;

use self::conduct::Decision;
use self::verdict::Verdict;
use super::cycle::{Count, Cycle, Record};
use super::judge::{Settings, arena};
use super::request::Answer;
use crate::rules::{Move, Position};

/// Judges a record of legal moves from `start` by the World rules.
pub(super) fn judge(start: Position, moves: &[Move], settings: Settings) -> Answer {
    let record = Record::new(start, moves);
    let nothing = Count::TooEarly {
        cycle: Cycle {
            start: moves.len(),
            length: 0,
            occurrences: 1,
        },
        rarest: 1,
    };
    let count = if settings.assume_repeated {
        record.assume_repeated().map_or(nothing, Count::Repeated)
    } else {
        record.count(settings.counting)
    };
    let decision = match count {
        Count::Repeated(cycle) => Decision::new(cycle, verdicts(&start, moves, cycle.start)),
        Count::TooEarly { cycle, rarest } => Decision::too_early(cycle, rarest),
    };
    explain::answer(&decision, moves)
}

/// The moves from ply `first` on, judged; pieces bear the same numbers throughout.
fn verdicts(start: &Position, moves: &[Move], first: usize) -> Vec<Verdict> {
    let mut board = arena(start);
    let mut verdicts = Vec::with_capacity(moves.len() - first);
    for (i, mv) in moves.iter().enumerate() {
        let ply = board.ply(board.piece_at(mv.from.index() as u8), mv.to.index() as u8);
        if i >= first {
            verdicts.push(Verdict::new(&board, ply));
        }
        board.make(ply);
    }
    verdicts
}
