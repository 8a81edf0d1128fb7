//! The program as a user meets it: the binary serves, everything else goes through HTTP or the
//! command line.

#[path = "../harness/mod.rs"]
mod harness;

mod container;
mod demo;
mod killed;
mod pages;
mod served;
mod settings;
mod walk_through;
