//! 自然限着: the draw by full moves without a capture (4.2.4), audited from the record (22.2).

use serde::Serialize;

use super::illegal::IllegalMove;
use super::piece::Color;
use super::position::Position;
use super::square::Move;

/// What the audit of a claim found. Full moves are 回合: both sides one move each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Audit {
    /// Whether the draw stands: `counted` has reached the limit.
    pub claim_holds: bool,
    /// Complete full moves since the last capture, or since the start of the record.
    pub full_moves: u32,
    /// The claimant's checking moves in that span (22.2 counts the claimant's alone).
    pub checks: u32,
    /// Full moves less the claimant's checks above the cap.
    pub counted: u32,
}

/// A move of the record that cannot have been played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply} (counted from 0): {error}")]
pub struct IllegalPly {
    /// Which move, counted from 0.
    pub ply: usize,
    /// What is wrong with it.
    pub error: IllegalMove,
}

/// The stretch of a game since the last capture, as an audit needs it. Grows ply by ply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Plies since the last capture.
    plies: u32,
    /// Checking moves since then, Red's and Black's.
    checks: [u32; 2],
}

impl Stretch {
    /// The stretch at the start of a record. Plies that a FEN counts before it belong to it; checks
    /// among them are not on record and count for neither side.
    pub fn at_start_of(position: &Position) -> Stretch {
        Stretch {
            plies: position.plies_since_capture(),
            checks: [0, 0],
        }
    }

    /// The stretch after a move that led to `after`.
    #[must_use]
    pub fn then(mut self, mover: Color, captured: bool, after: &Position) -> Stretch {
        if captured {
            return Stretch::default();
        }
        self.plies += 1;
        self.checks[mover.index()] += u32::from(after.in_check());
        self
    }

    /// Plies since the last capture, or since the game began. Those that the FEN of the start counts
    /// are among them.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Audits a claim of `claimant`: R − max(0, K − C) ≥ L, with R the complete full moves, K the
    /// claimant's checking moves, `check_cap` = C (`None`: all checks count) and `limit` = L.
    pub fn audit(&self, claimant: Color, limit: u32, check_cap: Option<u32>) -> Audit {
        let full_moves = self.plies / 2;
        let checks = self.checks[claimant.index()];
        let excess = check_cap.map_or(0, |cap| checks.saturating_sub(cap));
        let counted = full_moves.saturating_sub(excess);
        Audit {
            claim_holds: counted >= limit,
            full_moves,
            checks,
            counted,
        }
    }
}

/// Audits a claim at the end of a record: a game from `start` by `moves`.
///
/// # Errors
/// A move of the record is illegal.
pub fn audit(
    start: &Position,
    moves: &[Move],
    claimant: Color,
    limit: u32,
    check_cap: Option<u32>,
) -> Result<Audit, IllegalPly> {
    let mut position = *start;
    let mut stretch = Stretch::at_start_of(start);
    for (ply, &mv) in moves.iter().enumerate() {
        let mover = position.side_to_move();
        let captured = position.captured(mv).is_some();
        position = position
            .play(mv)
            .map_err(|error| IllegalPly { ply, error })?;
        stretch = stretch.then(mover, captured, &position);
    }
    Ok(stretch.audit(claimant, limit, check_cap))
}
