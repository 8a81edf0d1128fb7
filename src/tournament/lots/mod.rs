//! Draws of lots (抽签): from a recorded seed, re-run by anyone with the same numbers.
//!
//! A draw is a pure function of its seed, its method and the list of participants. Where the seed
//! comes from (the operating system, the caller, the hall) is not known here. A *draw* in this
//! sense is always called lots; a draw as a result is another thing.
pub mod bracket;
pub mod groups;
pub mod numbers;
pub mod record;
pub mod seed;

pub use record::{Commitment, Lots, LotsMethod, OthersOrder, check};
pub use seed::{BadSeed, Seed, Sequence};
