//! All SQL, one file per noun.

pub mod database;
