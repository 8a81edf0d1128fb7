//! Knock-outs (淘汰制, 10.4; colours 12.4; appendix 3), single and double.
//!
//! * [`layout`]: positions and slots of a seeded bracket;
//! * [`bracket`](mod@bracket): the plan of the matches, places included;
//! * [`tie`]: who wins a match, and what is played while it is level; the four-game final;
//! * [`progress`]: the plan filled with what was played, the structure a client draws;
//! * [`places`]: final places; [`pairing`]: the next session.
pub mod bracket;
pub mod layout;
mod lots_seed;
pub mod pairing;
pub mod places;
pub mod progress;
pub mod tie;
mod titles;

pub use pairing::pair_next;
pub use places::Place;
pub use progress::{Bracket, MatchState, MatchStatus, Seat, bracket as bracket_of};

/// Most entries of a single knock-out.
pub const MAX_ENTRIES: u32 = 4096;
