//! Players and results in and out of files: csv, xlsx, json, and the encodings Chinese offices use.

pub mod duplicates;
pub mod grid;
pub mod people;
pub mod tables;
pub mod text;
