//! The conduct of a game: articles 4 to 9, 16, 18 and 20 to 23.
//!
//! A game is its log: a list of [`Entry`]s, each with its time, author and ply. Everything else (the
//! position, whose turn it is, fouls, clocks, what was claimed and what became of it, the result and
//! its clause) is derived from the log by [`GameState::replay`], and the same log always gives the
//! same state. What an entry brings about by the rules (a foul, minutes off a clock, the end of the
//! game) is not written into the log again but listed as an [`Effect`] of the state.
//!
//! One question a file:
//! * [`entry`] and its [`terms`], [`settings`], [`error`], [`effect`]: what can be said, under which regulations, why
//!   it is refused, and what follows from it.
//! * [`state`]: the state and the one way from entry to state; [`ask`] and [`view`]: what others ask of
//!   it and how it is shown; [`play`]: moves and illegal moves;
//!   [`touch`]: touched pieces; [`undo`]: take-backs, colours swapped, entries made void.
//! * [`offers`] (22.1), [`claims`] (22.2, 22.3, 23), [`fouls`] (7, 8), [`clock`] (6, 21).
//! * [`ending`]: results with their reason (4, 20, 21.6, appendix 3); [`discipline`]: penalties,
//!   disputes, appeals (15, 16.3, 18); [`signing`]: confirmations and corrections (9).
//! * [`facts`]: what a tournament keeps of a game, and the log that stands for a game that came with
//!   no other; [`kept`]: the log as an event file carries it.
//! * [`proposal`]: positions that neither side can win (4.2.2).

mod ask;
pub mod claims;
pub mod clock;
mod discipline;
pub mod effect;
mod ending;
pub mod entry;
pub mod error;
pub mod facts;
pub mod fouls;
pub mod kept;
mod offers;
mod play;
pub mod proposal;
pub mod settings;
mod signing;
pub mod state;
mod terms;
mod touch;
mod undo;
mod view;

pub use claims::{JudgeOpinion, adjudicate};
pub use effect::{Effect, What};
pub use entry::{Act, Author, Entry, FoulKind, Role};
pub use error::ConductError;
pub use kept::KeptLog;
pub use settings::Settings;
pub use state::{Ending, GameState, PerSide, Phase};
pub use view::GameView;
