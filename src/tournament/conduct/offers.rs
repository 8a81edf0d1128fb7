//! Draw offers (22.1).

use crate::rules::Color;
use crate::tournament::reason::ResultReason;

use super::entry::FoulKind;
use super::error::ConductError;
use super::state::GameState;

/// Own offers less the opponent's that are a foul (8.1.3).
const FOUL_AT: u32 = 2;

impl GameState {
    /// An offer in one's own time. It cannot be taken back, and stands until the opponent refuses it
    /// or moves. The one that makes two more than the opponent's is a foul, and stands all the same.
    pub(super) fn offer_draw(&mut self, side: Color) -> Result<(), ConductError> {
        if side != self.side_to_move() {
            return Err(ConductError::NotOwnTime {
                side,
                clause: "22.1",
            });
        }
        if self.offer == Some(side.other()) {
            return Err(ConductError::OfferStands);
        }
        self.offers[side] += 1;
        self.offer = Some(side);
        if self.offers[side] >= self.offers[side.other()] + FOUL_AT {
            self.foul(side, FoulKind::DrawOffers);
        }
        Ok(())
    }

    pub(super) fn answer_draw(&mut self, side: Color, accept: bool) -> Result<(), ConductError> {
        if self.offer != Some(side.other()) {
            return Err(ConductError::NoOffer);
        }
        self.offer = None;
        if accept {
            self.drawn(Some(ResultReason::Agreement));
        }
        Ok(())
    }
}
