//! The judge of repetition (待判局面): articles 23–26.
//!
//! One question a file, in the order in which a ruling is reached:
//!
//! * [`cycle`]: has the game repeated often enough, and which moves are judged (23.1–23.4)?
//! * [`verdict`]: what is one move (24, 26.4)? It asks [`kill`] (24.2), [`exchange`] (24.4, 26.10,
//!   26.11), [`chase`] (24.3, 26.1–26.8), [`exception`] (26.2) and [`block`] (24.6).
//! * [`demonstration`]: the small game that decides whether a piece can be won, on the
//!   [`ground`] it starts from, by its [`terms`], without what was [`hanging`] already, in the
//!   currency of [`worth`].
//! * [`weight`]: how heavy is a chase (26.9)? It asks [`quality`] (24.15, 24.16) and [`joint`]
//!   (24.17).
//! * [`profile`] and [`ruling`]: what did each side do, and who must change (25, 26.9)?
//! * [`doubt`]: what does the text leave to the arbiter?
//! * [`explain`]: the reasons in words; [`request`]: the shapes on the wire.
//! * [`claim`]: a claim from its making to its end (23.5).
//! * [`effort`]: how much may be searched before a ruling is left to the arbiter.
//! * [`world`]: the World and Asian rules, a judge of its own behind the same request.
//! * [`arena`], [`geometry`]: the judge's own board, where pieces keep their identity.

mod arena;
mod block;
mod chase;
pub mod claim;
mod clause;
mod cycle;
mod demonstration;
mod doubt;
mod effort;
mod exception;
mod exchange;
mod explain;
mod geometry;
mod ground;
mod hanging;
mod joint;
mod judge;
mod kill;
mod label;
mod profile;
mod quality;
pub mod request;
mod ruling;
mod scene;
mod terms;
#[cfg(test)]
mod tests;
mod verdict;
mod weight;
mod world;
mod worth;

pub use clause::Edition;
pub use cycle::Counting;
pub use judge::Settings;
pub use label::Label;
pub use request::{Answer, Request, RequestError, judge, judge_request};
pub use ruling::{Profile, Ruling, rule};
