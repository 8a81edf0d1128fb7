//! What must hold whatever happens to the machine: the history check under kill -9, a full disk, a
//! standby, backup and upgrade. With the built program, over sockets, on clusters of its own.

#[path = "../harness/mod.rs"]
mod harness;

mod disk;
mod kills;
mod moved;
mod program;
mod standby;
