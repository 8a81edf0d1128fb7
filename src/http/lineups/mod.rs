//! Routes of the line-ups of team matches.

pub mod allowed;
pub mod deadline;
pub mod draw;
pub mod round;
pub mod submit;
