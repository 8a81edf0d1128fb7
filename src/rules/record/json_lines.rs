//! Games as lines of JSON: one object a line with `moves` and whatever else is known.

use serde::Serialize;
use serde_json::{Map, Value};

use super::builder::{Builder, Hints, Reading, Way, in_the_best_way};
use super::remark::{RefusalReason, Remark};
use super::{GameResult, Record};
use crate::rules::Position;
use crate::rules::square::excerpt;

/// Members that are tags under another name; tags may also stand in `tags`.
const TAGS: [(&str, &str); 9] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("red_team", "RedTeam"),
    ("black", "Black"),
    ("black_team", "BlackTeam"),
    ("id", "Id"),
];

/// Reads one line: `moves` is a list or a text, in any notation; `start_fen` or `fen` is where
/// they start; members that are not known are passed over.
pub(super) fn read(text: &str) -> Reading {
    match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(object) => in_the_best_way(|way| read_in(&object, way)),
        Err(error) => Reading::refused(RefusalReason::Malformed {
            zh: format!("不是 JSON 对象：{error}"),
            en: format!("not a JSON object: {error}"),
        }),
    }
}

fn read_in(object: &Map<String, Value>, way: Way) -> (Reading, Hints) {
    let fen = object
        .get("start_fen")
        .or(object.get("fen"))
        .and_then(Value::as_str);
    let start = match fen.map(Position::from_fen) {
        None => Position::startpos(),
        Some(Ok(start)) => start,
        Some(Err(error)) => {
            return (
                Reading::refused(RefusalReason::Position(error)),
                Hints::default(),
            );
        }
    };
    let mut builder = Builder::new(start, way);
    for (member, tag) in TAGS {
        match object.get(member) {
            Some(Value::String(value)) => builder.record().set_tag(tag, value),
            Some(Value::Number(value)) => builder.record().set_tag(tag, &value.to_string()),
            _ => {}
        }
    }
    if let Some(tags) = object.get("tags").and_then(Value::as_object) {
        for (tag, value) in tags.iter().take(200) {
            if let Some(value) = value.as_str() {
                builder.record().set_tag(tag, value);
            }
        }
    }
    let result = match object.get("moves") {
        Some(Value::String(moves)) => builder.movetext(moves),
        Some(Value::Array(moves)) => {
            for text in moves {
                let text = text.as_str().unwrap_or_default();
                if let Err(error) = builder.play(text) {
                    builder.refuse_game(excerpt(text), error);
                    break;
                }
            }
            None
        }
        _ => {
            return (
                Reading::refused(RefusalReason::Malformed {
                    zh: "没有 moves（着法的文字或列表）".to_owned(),
                    en: "there is no `moves`, a text or a list of moves".to_owned(),
                }),
                Hints::default(),
            );
        }
    };
    let said = object.get("result").and_then(Value::as_str);
    builder.record().result = match said.map(|said| (said, GameResult::parse(said))) {
        Some((_, Some(said))) => said.or(result),
        Some((said, None)) => {
            builder.remark(Remark::ResultUnknown(excerpt(said)));
            result
        }
        None => result,
    };
    builder.finish()
}

/// A game as a line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameLine {
    /// Tags under the names of PGN.
    pub tags: Map<String, Value>,
    /// Where the moves start.
    pub start_fen: String,
    /// The moves of the game, as `h2e2`.
    pub moves: Vec<String>,
    /// The result, as the record says it.
    pub result: Option<GameResult>,
    /// Where the moves end.
    pub final_fen: String,
}

impl GameLine {
    /// The game of a record, without its comments and variations.
    pub fn of(record: &Record) -> GameLine {
        let tags = record.tags.iter();
        GameLine {
            tags: tags
                .map(|(tag, value)| (tag.clone(), Value::from(value.as_str())))
                .collect(),
            start_fen: record.start.to_fen(),
            moves: record.moves().map(|mv| mv.to_string()).collect(),
            result: record.result,
            final_fen: record.end().to_fen(),
        }
    }
}
