//! The encoding of a game: the one in which its moves read.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

use super::builder::Reading;
use super::remark::Remark;

/// The encodings tried, in the order in which they win when nothing else tells.
const CANDIDATES: [&Encoding; 3] = [UTF_8, GB18030, BIG5];

/// A file's bytes, after its byte order mark: what the mark says of its encoding.
pub(super) fn mark(bytes: &[u8]) -> Option<(&'static str, &'static Encoding, usize)> {
    let (encoding, length) = Encoding::for_bom(bytes)?;
    let name = if encoding == UTF_16LE {
        "UTF-16LE"
    } else if encoding == UTF_16BE {
        "UTF-16BE"
    } else {
        "UTF-8 BOM"
    };
    Some((name, encoding, length))
}

/// Games read from bytes, and the encoding in which they read.
pub(super) struct Decoded {
    pub(super) encoding: &'static str,
    pub(super) games: Vec<(usize, Reading)>,
}

/// How well a text reads in an encoding: plies read, whether to the end, then how likely the
/// words around the moves are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    plies: usize,
    all_read: bool,
    /// Text that is UTF-8 without a fault is hardly ever anything else.
    valid_utf8: bool,
    readable: std::cmp::Reverse<usize>,
    likely: usize,
    expected: bool,
}

/// Reads bytes in the encoding in which the moves read. `expected` is the encoding of the games
/// before in the same file, which breaks ties.
pub(super) fn read_in_best_encoding(
    bytes: &[u8],
    expected: Option<&'static str>,
    read: impl Fn(&str) -> Vec<(usize, Reading)>,
) -> Decoded {
    // Plain ASCII is the same in all of them, and UTF-8 is hardly ever met by chance.
    if let Ok(text) = std::str::from_utf8(bytes) {
        let games = read(text);
        if bytes.is_ascii() || games.iter().all(|(_, game)| game.refusal.is_none()) {
            return Decoded {
                encoding: UTF_8.name(),
                games,
            };
        }
    }
    let tries = CANDIDATES.into_iter().map(|encoding| {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        let mut games = read(&text);
        let undecodable = text
            .chars()
            .filter(|&c| c == char::REPLACEMENT_CHARACTER)
            .count();
        let merit = Merit {
            plies: games.iter().map(|(_, game)| game.plies()).sum(),
            all_read: !games.is_empty() && games.iter().all(|(_, game)| game.refusal.is_none()),
            valid_utf8: encoding == UTF_8 && undecodable == 0,
            readable: std::cmp::Reverse(undecodable),
            likely: likelihood(encoding, bytes, &text),
            expected: expected == Some(encoding.name()),
        };
        if undecodable > 0
            && let Some((_, first)) = games.first_mut()
        {
            first.remarks.push(Remark::Undecodable(undecodable));
        }
        (
            merit,
            Decoded {
                encoding: name(encoding),
                games,
            },
        )
    });
    let best = tries.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or(
        Decoded {
            encoding: UTF_8.name(),
            games: Vec::new(),
        },
        |(_, decoded)| decoded,
    )
}

/// Names as reports write them.
fn name(encoding: &'static Encoding) -> &'static str {
    if encoding == GB18030 {
        "GB18030"
    } else {
        encoding.name()
    }
}

/// Words around the moves of a record, in both scripts.
const WORDS: [&str; 24] = [
    "象棋", "红", "紅", "黑", "胜", "勝", "和棋", "比赛", "比賽", "锦标", "錦標", "全国", "全國",
    "杯", "盃", "联赛", "聯賽", "个人", "個人", "团体", "團體", "先", "年", "第",
];

/// How much the text looks like Chinese as people write it: the share, per mille, of characters
/// from the half of the set in everyday use, and telling words.
fn likelihood(encoding: &'static Encoding, bytes: &[u8], text: &str) -> usize {
    let everyday = |pair: [u8; 2]| match pair {
        // Level 1 of GB 2312.
        [0xb0..=0xd7, 0xa1..=0xff] if encoding == GB18030 => true,
        // Level 1 of Big5.
        [0xa4..=0xc6, 0x40..=0x7e | 0xa1..=0xff] if encoding == BIG5 => true,
        _ => false,
    };
    let (mut common, mut all, mut at) = (0, 0, 0);
    while let Some(&lead) = bytes.get(at) {
        let step = if lead < 0x80 { 1 } else { 2 };
        if step == 2 {
            all += 1;
            let trail = bytes.get(at + 1).copied().unwrap_or_default();
            common += usize::from(everyday([lead, trail]));
        }
        at += step;
    }
    let words = WORDS.iter().filter(|word| text.contains(**word)).count();
    let share = (common * 1000).checked_div(all).unwrap_or(0);
    share + 100 * words
}

/// Decodes a whole file that its mark says is UTF-16.
pub(super) fn decode_marked<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    encoding.decode_without_bom_handling(bytes).0
}
