//! PGN as xiangqi programs use it: `[Game "Chinese Chess"]`, Red and Black, three move formats.

mod read;
mod write;

pub(super) use read::{is_tag_line, read};
pub use write::write;

use crate::rules::notation::Notation;

/// The name of a move format in the `Format` tag; notations without one are written as ICCS.
pub const fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Chinese => "Chinese",
        Notation::Wxf => "WXF",
        _ => "ICCS",
    }
}
