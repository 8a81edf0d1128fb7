//! All SQL, one file per noun.
