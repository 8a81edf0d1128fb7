//! DhtmlXQ text, `[DhtmlXQ_name]value[/DhtmlXQ_name]`, as Chinese record sites publish it.
//!
//! A point is two digits: file from Red's left, rank from Black's side. `binit` places the 32
//! pieces (Red's sixteen, then Black's; 99 is off the board), `movelist` has four digits a ply,
//! `move_P_N_B` is branch B, which leaves branch P in place of ply N, and `commentB_N` is said of
//! ply N of branch B (without `B_`: of the game itself).

use std::collections::BTreeMap;
use std::fmt::Write;

use super::builder::Reading;
use super::remark::{Refusal, RefusalReason, Remark};
use super::{Aside, GameResult, Line, Ply, Record};
use crate::rules::notation::{Fault, ReadError, Unreadable};
use crate::rules::square::excerpt;
use crate::rules::{Board, Color, Move, Piece, PieceKind, Position, Setup, Square};

/// The pieces in the order of `binit`, one side.
const ORDER: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, General, Horse, Rook, Soldier};
    [
        Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook, Cannon, Cannon,
        Soldier, Soldier, Soldier, Soldier, Soldier,
    ]
};

/// Plies replayed to find where the branches of one game begin: more than any annotated game
/// needs, few enough that a hostile one is soon done with.
const REPLAYED: usize = 2_000_000;

/// Fields and the tags of PGN they correspond to.
const TAGS: [(&str, &str); 13] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("table", "Table"),
    ("redteam", "RedTeam"),
    ("red", "Red"),
    ("blackteam", "BlackTeam"),
    ("black", "Black"),
    ("timerule", "TimeControl"),
    ("open", "Opening"),
    ("author", "Annotator"),
];

/// Reads one game.
pub(super) fn read(text: &str) -> Reading {
    let fields = Fields::read(text);
    let moves = fields.value("movelist").or(fields.value("move_0_1_0"));
    if moves.is_none() && fields.value("binit").is_none() {
        return Reading::refused(RefusalReason::Malformed {
            zh: "既没有 movelist 也没有 binit".to_owned(),
            en: "there is neither a movelist nor a binit".to_owned(),
        });
    }
    let moves = moves.unwrap_or_default();
    let start = match start(fields.value("binit"), moves) {
        Ok(start) => start,
        Err(reason) => return Reading::refused(reason),
    };
    let mut reading = Reading {
        record: Record::new(start),
        remarks: Vec::new(),
        refusal: None,
        notation: None,
    };
    for (field, tag) in TAGS {
        if let Some(value) = fields.value(field).filter(|value| !value.is_empty()) {
            reading.record.tags.push((tag.to_owned(), value.to_owned()));
        }
    }
    if let Some(said) = fields.value("result").filter(|said| !said.is_empty()) {
        match GameResult::parse(said) {
            Some(result) => reading.record.result = result,
            None => reading.remarks.push(Remark::ResultUnknown(excerpt(said))),
        }
    }
    let (plies, bad) = plies(&start, moves);
    if let Some((text, error)) = bad {
        let ply = plies.len() + 1;
        let end = plies
            .iter()
            .fold(start, |position, ply| position.play_unchecked(ply.mv));
        let reason = match end.outcome() {
            Some(outcome) => RefusalReason::AfterEnd { outcome, error },
            None => RefusalReason::Move(error),
        };
        reading.refusal = Some(Refusal { ply, text, reason });
    }
    reading.record.lines = vec![Line {
        intro: Vec::new(),
        plies,
    }];
    if reading.refusal.is_none() {
        Branches::new(&fields).hang(&mut reading);
    }
    reading
}

/// The fields of one game by name, in lower case.
struct Fields<'a> {
    values: BTreeMap<String, &'a str>,
}

impl<'a> Fields<'a> {
    /// Looks at each character once: a field without its end is closed by the next field.
    fn read(text: &'a str) -> Fields<'a> {
        const OPEN: &str = "[DhtmlXQ_";
        let mut values = BTreeMap::new();
        let mut rest = text;
        while let Some(at) = rest.find(OPEN) {
            rest = &rest[at + OPEN.len()..];
            let name_end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            let Some((name, after)) = name_end.map(|end| rest.split_at(end)) else {
                break;
            };
            let Some(after) = after.strip_prefix(']') else {
                rest = after;
                continue;
            };
            let boundary = after.match_indices('[').map(|(at, _)| at).find(|&at| {
                let ahead = &after[at..];
                ahead.starts_with("[/DhtmlXQ") || ahead.starts_with(OPEN)
            });
            let end = boundary.unwrap_or(after.len());
            let value = after[..end].trim();
            values.entry(name.to_ascii_lowercase()).or_insert(value);
            rest = &after[end..];
        }
        Fields { values }
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.values.get(name).copied()
    }
}

/// The starting position. DhtmlXQ does not say whose move it is: the first move tells.
fn start(binit: Option<&str>, moves: &str) -> Result<Position, RefusalReason> {
    let digits = binit.map(digits).unwrap_or_default();
    if digits.is_empty() {
        return Ok(Position::startpos());
    }
    if digits.len() != 64 {
        return Err(RefusalReason::Malformed {
            zh: format!("binit 应有 64 个数字，此处有 {} 个", digits.len()),
            en: format!("binit has {} digits instead of 64", digits.len()),
        });
    }
    let mut board = Board::empty();
    for (index, point) in digits.chunks_exact(2).enumerate() {
        let color = if index < ORDER.len() {
            Color::Red
        } else {
            Color::Black
        };
        let kind = ORDER[index % ORDER.len()];
        if let Some(square) = square(point) {
            board.set(square, Some(Piece::new(color, kind)));
        }
    }
    let first = self::digits(moves.get(..16).unwrap_or(moves));
    let mover = first
        .get(..2)
        .and_then(square)
        .and_then(|from| board.piece_at(from));
    let side_to_move = mover.map_or(Color::Red, |piece| piece.color);
    let setup = Setup {
        board,
        side_to_move,
        halfmove: 0,
        fullmove: 1,
    };
    Position::try_from(setup).map_err(|error| RefusalReason::Position(error.into()))
}

/// The digits of a text; other characters are passed over.
fn digits(text: &str) -> Vec<u8> {
    text.bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect()
}

fn square(point: &[u8]) -> Option<Square> {
    match *point {
        [file, rank] => Square::new(file, 9u8.checked_sub(rank)?),
        _ => None,
    }
}

/// The plies of a move list up to the first that is none, and what is wrong with that one.
fn plies(start: &Position, moves: &str) -> (Vec<Ply>, Option<(String, ReadError)>) {
    let digits = digits(moves);
    let mut plies = Vec::with_capacity(digits.len() / 4);
    let mut position = *start;
    for ply in digits.chunks(4) {
        let text: String = ply.iter().map(|digit| char::from(b'0' + digit)).collect();
        let points = ply
            .get(..2)
            .and_then(square)
            .zip(ply.get(2..).and_then(square));
        let Some((from, to)) = points else {
            let error = ReadError::Unreadable(Unreadable::Shape(text.clone()));
            return (plies, Some((text, error)));
        };
        let mv = Move::new(from, to);
        if let Some(reason) = position.why_illegal(mv) {
            let faults = vec![Fault::Refused { mv, reason }];
            return (plies, Some((text, ReadError::Illegal { faults })));
        }
        position = position.play_unchecked(mv);
        plies.push(Ply {
            mv,
            glyphs: Vec::new(),
            asides: Vec::new(),
        });
    }
    (plies, None)
}

/// Branches and comments on their way to the lines they belong to.
struct Branches<'a> {
    /// Parent, first ply, number, moves.
    branches: Vec<(usize, usize, usize, &'a str)>,
    /// Branch, ply, text.
    comments: Vec<(usize, usize, &'a str)>,
}

/// A line already hung: its index, the ply before it (counted from the start of the game), and
/// the position it starts in.
struct Hung {
    line: usize,
    before: usize,
    start: Position,
    depth: usize,
}

impl<'a> Branches<'a> {
    fn new(fields: &Fields<'a>) -> Branches<'a> {
        let mut found = Branches {
            branches: Vec::new(),
            comments: Vec::new(),
        };
        for (name, &value) in &fields.values {
            if let Some(numbers) = name.strip_prefix("move_") {
                if let [Some(parent), Some(ply), Some(branch)] = numbers_of(numbers)[..] {
                    // `move_0_1_0` is another name of the game itself.
                    if branch > 0 {
                        found.branches.push((parent, ply, branch, value));
                    }
                }
            } else if let Some(numbers) = name.strip_prefix("comment") {
                match numbers_of(numbers)[..] {
                    [Some(ply)] => found.comments.push((0, ply, value)),
                    [Some(branch), Some(ply)] => found.comments.push((branch, ply, value)),
                    _ => {}
                }
            }
        }
        // A branch comes after the one it leaves.
        found.branches.sort_by_key(|&(_, _, branch, _)| branch);
        found
            .comments
            .sort_unstable_by_key(|&(branch, ply, _)| (branch, ply));
        found
    }

    fn hang(&self, reading: &mut Reading) {
        let start = reading.record.start;
        let mut hung = BTreeMap::from([(
            0,
            Hung {
                line: 0,
                before: 0,
                start,
                depth: 0,
            },
        )]);
        // Comments of the game go before the branches that leave the same ply.
        let mut comments = self.comments.iter().peekable();
        let mut say = |branch: usize, reading: &mut Reading, hung: &BTreeMap<usize, Hung>| {
            while let Some(&(at, ply, text)) = comments.next_if(|comment| comment.0 <= branch) {
                let placed = hung
                    .get(&at)
                    .is_some_and(|line| comment(reading, line, ply, text));
                if !placed && !text.is_empty() {
                    reading.remarks.push(Remark::Orphan(excerpt(text)));
                }
            }
        };
        say(0, reading, &hung);
        let mut budget = REPLAYED;
        for &(parent, ply, branch, moves) in &self.branches {
            match branch_off(reading, hung.get(&parent), ply, moves, &mut budget) {
                Some(line) => {
                    hung.entry(branch).or_insert(line);
                }
                None => reading
                    .remarks
                    .push(Remark::Orphan(format!("move_{parent}_{ply}_{branch}"))),
            }
            say(branch, reading, &hung);
            reading.remarks.truncate(100);
        }
        say(usize::MAX, reading, &hung);
        reading.remarks.truncate(100);
        reading.record.settle_lines();
    }
}

fn numbers_of(text: &str) -> Vec<Option<usize>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}

/// Puts a comment where it belongs; false where there is no such ply.
fn comment(reading: &mut Reading, hung: &Hung, ply: usize, text: &str) -> bool {
    let Some(text) = super::comment(&text.replace("||", "\n")) else {
        return true;
    };
    let Some(line) = reading.record.lines.get_mut(hung.line) else {
        return false;
    };
    match ply.checked_sub(hung.before) {
        Some(0) => line.intro.push(text),
        Some(index) => match line.plies.get_mut(index - 1) {
            Some(ply) => ply.asides.push(Aside::Comment(text)),
            None => return false,
        },
        None => return false,
    }
    true
}

/// Hangs a branch on the ply of its parent that it stands in place of.
fn branch_off(
    reading: &mut Reading,
    parent: Option<&Hung>,
    ply: usize,
    moves: &str,
    budget: &mut usize,
) -> Option<Hung> {
    let parent = parent?;
    let lines = reading.record.lines.len();
    let index = ply.checked_sub(parent.before + 1)?;
    if lines > Record::MOST_VARIATIONS || parent.depth >= Record::DEEPEST {
        return None;
    }
    *budget = budget.checked_sub(index)?;
    let line = reading.record.lines.get_mut(parent.line)?;
    let before = line.plies.get(..index)?;
    let start = before.iter().fold(parent.start, |position, ply| {
        position.play_unchecked(ply.mv)
    });
    let hook = line.plies.get_mut(index)?;
    hook.asides.push(Aside::Variation(lines));
    let (plies, bad) = plies(&start, moves);
    if let Some((text, error)) = bad {
        let ply = ply + plies.len();
        reading
            .remarks
            .push(Remark::VariationUnread { ply, text, error });
    }
    reading.record.lines.push(Line {
        intro: Vec::new(),
        plies,
    });
    Some(Hung {
        line: lines,
        before: ply - 1,
        start,
        depth: parent.depth + 1,
    })
}

/// Writes a record as DhtmlXQ text: its branches and comments too.
pub fn write(record: &Record) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut field = |name: &str, value: &str| {
        // A value cannot hold what looks like a field, nor a line break.
        let value = value
            .replace("[DhtmlXQ", "(DhtmlXQ")
            .replace("[/DhtmlXQ", "(/DhtmlXQ");
        let value = value.replace('\r', "").replace('\n', "||");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    field("ver", "www_dpxq_com");
    for (name, tag) in TAGS {
        field(name, record.tag(tag).unwrap_or_default());
    }
    field("result", record.result.map_or("未知", GameResult::zh));
    field("binit", &binit(&record.start));
    let mut branches = 0;
    // The line, its number, its parent's number, the ply it begins with.
    let mut lines = vec![(0, 0, 0, 1)];
    while let Some((index, branch, parent, first)) = lines.pop() {
        let Some(line) = record.lines.get(index) else {
            continue;
        };
        let moves: String = line.plies.iter().map(|ply| digits_of(ply.mv)).collect();
        match branch {
            0 => field("movelist", &moves),
            _ => field(&format!("move_{parent}_{first}_{branch}"), &moves),
        }
        let comment_name = |ply: usize| match branch {
            0 => format!("comment{ply}"),
            _ => format!("comment{branch}_{ply}"),
        };
        if !line.intro.is_empty() {
            field(&comment_name(first - 1), &line.intro.join("\n"));
        }
        for (offset, ply) in line.plies.iter().enumerate() {
            let number = first + offset;
            let said: Vec<&str> = ply.asides.iter().filter_map(comment_text).collect();
            if !said.is_empty() {
                field(&comment_name(number), &said.join("\n"));
            }
            for aside in &ply.asides {
                if let Aside::Variation(other) = aside
                    && branches < record.lines.len()
                {
                    branches += 1;
                    lines.push((*other, branches, branch, number));
                }
            }
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    text
}

fn comment_text(aside: &Aside) -> Option<&str> {
    match aside {
        Aside::Comment(text) => Some(text),
        Aside::Variation(_) => None,
    }
}

fn digits_of(mv: Move) -> String {
    let point = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    point(mv.from) + &point(mv.to)
}

/// The pieces of a position in the order of `binit`, each from Red's right to its left.
fn binit(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    for color in [Color::Red, Color::Black] {
        let mut left: Vec<(Square, PieceKind)> = position
            .board()
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .map(|(square, piece)| (square, piece.kind))
            .collect();
        left.sort_by_key(|(square, _)| match color {
            Color::Red => (square.rank(), 8 - square.file()),
            Color::Black => (9 - square.rank(), square.file()),
        });
        for kind in ORDER {
            match left.iter().position(|(_, other)| *other == kind) {
                Some(at) => {
                    let (square, _) = left.remove(at);
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{}{}", square.file(), 9 - square.rank());
                }
                None => text.push_str("99"),
            }
        }
    }
    text
}
