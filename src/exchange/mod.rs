//! Players and results in and out of files: csv, xlsx, encodings.
