//! Team events (chapter 11; colours 12.2–12.4).
//!
//! * [`roster`]: ordered members, reserves, captain; the order by rating (11.1);
//! * [`lineup`]: who sits at which board in a match: the modes 11.1–11.3, hidden until both are in;
//! * [`allowed`](mod@allowed): the line-ups there are; [`drawn`](mod@drawn): the order drawn by lot (11.3);
//!   [`barred`](mod@barred): who may not play any more (18.3);
//! * [`boards`]: a match becomes games, with colours and forfeits;
//! * [`all_play_all`]: everyone of one team against everyone of the other (11.4);
//! * [`check`](mod@check): everything recorded, held against these rules.
//!
//! Match points and game points are in `scoring`, places of members (11.5) in `standings`.
pub mod all_play_all;
pub mod allowed;
pub mod barred;
pub mod boards;
pub mod check;
pub mod drawn;
pub mod lineup;
pub mod roster;

pub use boards::{boards_of, with_boards};
pub use lineup::{LineUp, LineUps, Viewer};
