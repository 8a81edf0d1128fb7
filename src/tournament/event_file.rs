//! The event file `saiwu-event/1`: one JSON document that holds a whole tournament.
//!
//! Reading it checks everything that every later step relies on: numbers are unique, every number
//! named exists, nobody plays twice in a round, settings are in range. What only one format knows
//! (a bracket's shape, a line-up's order) is checked by that format.
use super::conduct::facts::Facts;
use super::model::{EntryStatus, Event, Format, Game, Kind, Number};
use super::points::Points;
use super::regulations::{PointsPatch, RegulationsPatch};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The value of the field `format`.
pub const FORMAT: &str = "saiwu-event/1";

/// One thing wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Fault {
    /// Where, as a JSON pointer (`/stages/0/rounds/2/games/1/red`).
    pub pointer: String,
    /// What, in English.
    pub en: String,
    /// What, in Chinese.
    pub zh: String,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventFileError {
    /// Not JSON of the right shape; the message names line and column, or the unknown field.
    Shape(String),
    /// Right shape, wrong content; every fault found.
    Content(Vec<Fault>),
}

impl fmt::Display for EventFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventFileError::Shape(message) => write!(f, "not a {FORMAT} file: {message}"),
            EventFileError::Content(faults) => {
                for (i, fault) in faults.iter().enumerate() {
                    let separator = if i == 0 { "" } else { "\n" };
                    write!(
                        f,
                        "{separator}{}: {} ({})",
                        fault.pointer, fault.en, fault.zh
                    )?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for EventFileError {}

/// Reads and checks an event file.
///
/// # Errors
/// [`EventFileError`] says what and where.
pub fn read(text: &[u8]) -> Result<Event, EventFileError> {
    let event = parse(text)?;
    let faults = check(&event);
    if faults.is_empty() {
        Ok(event)
    } else {
        Err(EventFileError::Content(faults))
    }
}

/// Reads an event file without checking what it says, for who checks more than [`check`] does.
///
/// # Errors
/// [`EventFileError::Shape`].
pub fn parse(text: &[u8]) -> Result<Event, EventFileError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    // Serde reads a structure out of a list too, field by field: nobody means that.
    if text.trim_ascii_start().starts_with(b"[") {
        return Err(EventFileError::Shape("a list, not an object".to_owned()));
    }
    serde_json::from_slice(text).map_err(|e| EventFileError::Shape(e.to_string()))
}

/// Writes an event file: indented JSON with a final line break.
pub fn write(event: &Event) -> String {
    let mut text = serde_json::to_string_pretty(event).expect("an event has only string keys");
    text.push('\n');
    text
}

/// Every fault in the content of an event.
pub fn check(event: &Event) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    if event.format != FORMAT {
        faults.add(
            "/format",
            format!("must be \"{FORMAT}\""),
            format!("必须是“{FORMAT}”"),
        );
    }
    if event.tournament.name.trim().is_empty() {
        faults.add(
            "/tournament/name",
            "a tournament needs a name",
            "赛事必须有名称",
        );
    }
    check_regulations(
        &event.tournament.regulations,
        "/tournament/regulations",
        &mut faults,
    );
    let numbers = check_entries(event, &mut faults);
    for (s, stage) in event.stages.iter().enumerate() {
        let pointer = format!("/stages/{s}");
        check_regulations(
            &stage.regulations,
            &format!("{pointer}/regulations"),
            &mut faults,
        );
        check_stage(event, s, &numbers, &mut faults);
    }
    faults.0.extend(super::format::stages::check::check(event));
    for (d, lots) in event.draws.iter().enumerate() {
        for fault in super::lots::check(lots) {
            faults.add(format!("/draws/{d}{}", fault.pointer), fault.en, fault.zh);
        }
    }
    faults.0
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, pointer: impl Into<String>, en: impl Into<String>, zh: impl Into<String>) {
        self.0.push(Fault {
            pointer: pointer.into(),
            en: en.into(),
            zh: zh.into(),
        });
    }

    fn unknown_number(&mut self, pointer: String, number: Number) {
        self.add(
            pointer,
            format!("there is no entry number {number}"),
            format!("没有序号 {number}"),
        );
    }
}

fn check_entries(event: &Event, faults: &mut Faults) -> BTreeSet<Number> {
    let mut numbers = BTreeSet::new();
    for (i, entry) in event.entries.iter().enumerate() {
        let pointer = format!("/entries/{i}");
        if entry.number == 0 {
            faults.add(
                format!("{pointer}/number"),
                "numbers start at 1",
                "序号从 1 开始",
            );
        }
        if !numbers.insert(entry.number) {
            faults.add(
                format!("{pointer}/number"),
                format!("number {} is given twice", entry.number),
                format!("序号 {} 重复", entry.number),
            );
        }
        if entry.name.trim().is_empty() {
            faults.add(
                format!("{pointer}/name"),
                "an entry needs a name",
                "参赛者必须有姓名",
            );
        }
        if entry.withdrawn_after.is_some() && entry.status == EntryStatus::Active {
            faults.add(
                format!("{pointer}/withdrawn_after"),
                "only a withdrawn or expelled entry has withdrawn_after",
                "只有退赛或除名者才有 withdrawn_after",
            );
        }
        if entry.first_round == Some(0) {
            faults.add(
                format!("{pointer}/first_round"),
                "rounds start at 1",
                "轮次从 1 开始",
            );
        }
        if !entry.members.is_empty() && event.tournament.kind == Kind::Individual {
            faults.add(
                format!("{pointer}/members"),
                "only a team event has rosters",
                "只有团体赛才有队员名单",
            );
        }
    }
    numbers
}

fn check_stage(event: &Event, s: usize, numbers: &BTreeSet<Number>, faults: &mut Faults) {
    let stage = &event.stages[s];
    let pointer = format!("/stages/{s}");
    let mut field = numbers.clone();
    if let Some(list) = &stage.entries {
        field.clear();
        for (i, number) in list.iter().enumerate() {
            if !numbers.contains(number) {
                faults.unknown_number(format!("{pointer}/entries/{i}"), *number);
            }
            if !field.insert(*number) {
                faults.add(
                    format!("{pointer}/entries/{i}"),
                    format!("number {number} is listed twice"),
                    format!("序号 {number} 列出两次"),
                );
            }
        }
    }
    for (r, round) in stage.rounds.iter().enumerate() {
        let pointer = format!("{pointer}/rounds/{r}");
        if round.number as usize != r + 1 {
            faults.add(
                format!("{pointer}/number"),
                format!("rounds stand in order: this is round {}", r + 1),
                format!("轮次须按顺序: 此处应为第 {} 轮", r + 1),
            );
        }
        check_round(stage.format, round, &pointer, &field, faults);
        for (g, game) in round.games.iter().enumerate() {
            let pointer = format!("{pointer}/games/{g}");
            check_logs(event.tournament.kind, game, &pointer, faults);
        }
    }
}

fn check_round(
    format: Format,
    round: &super::model::Round,
    pointer: &str,
    field: &BTreeSet<Number>,
    faults: &mut Faults,
) {
    // Several games of one pairing in a round share table and opponents; anything else is twice.
    let mut seen: BTreeMap<Number, (Number, u32)> = BTreeMap::new();
    let mut games_seen = BTreeSet::new();
    for (g, game) in round.games.iter().enumerate() {
        let pointer = format!("{pointer}/games/{g}");
        for (side, number, other) in [
            ("red", game.red, game.black),
            ("black", game.black, game.red),
        ] {
            if !field.contains(&number) {
                faults.unknown_number(format!("{pointer}/{side}"), number);
            }
            let first = *seen.entry(number).or_insert((other, game.table));
            let same_pairing = first == (other, game.table);
            if !same_pairing {
                faults.add(
                    format!("{pointer}/{side}"),
                    format!("number {number} is paired twice in round {}", round.number),
                    format!("第 {} 轮中序号 {number} 编排两次", round.number),
                );
            }
        }
        if game.red == game.black {
            faults.add(
                format!("{pointer}/black"),
                format!("number {} meets itself", game.red),
                format!("序号 {} 与自己对局", game.red),
            );
        }
        if game.table == 0 {
            faults.add(
                format!("{pointer}/table"),
                "tables start at 1",
                "台次从 1 开始",
            );
        }
        if !games_seen.insert((game.table, game.game)) {
            faults.add(
                format!("{pointer}/table"),
                format!("table {} has this game already; several games of a pair are numbered by \"game\"", game.table),
                format!("台次 {} 已有该局; 同一对的多局用 game 编号", game.table),
            );
        }
        if let (Some(reason), Some(result)) = (game.reason, game.result)
            && !reason.fits(result)
        {
            faults.add(
                format!("{pointer}/reason"),
                format!(
                    "this reason ({}) does not go with this result",
                    reason.clause()
                ),
                format!("该理由({})与结果不符", reason.clause()),
            );
        }
        let mut boards = BTreeSet::new();
        for (b, board) in game.boards.iter().enumerate() {
            if board.board == 0 || !boards.insert(board.board) {
                faults.add(
                    format!("{pointer}/boards/{b}/board"),
                    "boards are numbered from 1, each once",
                    "台次从 1 开始, 各出现一次",
                );
            }
        }
    }
    for (i, number) in round.byes.iter().enumerate() {
        let pointer = format!("{pointer}/byes/{i}");
        if format != Format::Swiss {
            faults.add(
                pointer.clone(),
                "byes are listed in a Swiss only",
                "只有积分编排制才列轮空",
            );
        }
        if !field.contains(number) {
            faults.unknown_number(pointer.clone(), *number);
        }
        if seen.insert(*number, (0, 0)).is_some() {
            faults.add(
                pointer,
                format!(
                    "number {number} has a bye and a game in round {}",
                    round.number
                ),
                format!("第 {} 轮中序号 {number} 既轮空又有对局", round.number),
            );
        }
    }
    for (i, number) in round.provisional.iter().enumerate() {
        if !field.contains(number) {
            faults.unknown_number(format!("{pointer}/provisional/{i}"), *number);
        }
    }
}

/// What a file carries of the conduct of a game leads to the facts beside it.
fn check_logs(kind: Kind, game: &Game, pointer: &str, faults: &mut Faults) {
    for (b, board) in game.boards.iter().enumerate() {
        let pointer = format!("{pointer}/boards/{b}");
        match (kind, &board.log) {
            (_, None) => {}
            (Kind::Team, Some(log)) => {
                let found = log.faults(&Facts::of_board(board), &pointer);
                faults.0.extend(found);
            }
            (Kind::Individual, Some(_)) => faults.add(
                format!("{pointer}/log"),
                "only the boards of a team match have logs",
                "只有团体赛的台次才有记录流水",
            ),
        }
    }
    match (kind, &game.log) {
        (_, None) => {}
        (Kind::Individual, Some(log)) => {
            faults.0.extend(log.faults(&Facts::of_game(game), pointer));
        }
        (Kind::Team, Some(_)) => faults.add(
            format!("{pointer}/log"),
            "in a team match every board has a log of its own",
            "团体赛的记录流水按台次分别给出",
        ),
    }
    let mut signed = Vec::new();
    for (i, signature) in game.signatures.iter().enumerate() {
        let pointer = format!("{pointer}/signatures/{i}");
        if kind == Kind::Individual {
            faults.add(
                pointer.clone(),
                "a single game is signed in its log",
                "个人赛的签字在对局的记录流水中",
            );
        }
        if signed.contains(&signature.signature) {
            faults.add(pointer, "each signs once (9)", "每方只签字一次 (第 9 条)");
        }
        signed.push(signature.signature);
    }
}

fn check_regulations(patch: &RegulationsPatch, pointer: &str, faults: &mut Faults) {
    if let Some(points) = &patch.points {
        check_points(points, pointer, faults);
    }
    let mut at_least_one = |name: &str, value: Option<u32>| {
        if value == Some(0) {
            faults.add(
                format!("{pointer}/{name}"),
                "must be at least 1",
                "至少为 1",
            );
        }
    };
    at_least_one("games_per_pairing", patch.games_per_pairing);
    at_least_one("cycles", patch.cycles);
    at_least_one("fouls_to_lose", patch.fouls_to_lose);
    at_least_one("illegal_moves_to_lose", patch.illegal_moves_to_lose);
    at_least_one("counted_members", patch.counted_members);
    at_least_one("boards", patch.boards);
    for (name, value, max) in [
        ("games_per_pairing", patch.games_per_pairing, 16),
        ("cycles", patch.cycles, 16),
        ("boards", patch.boards, 64),
        ("reserves", patch.reserves, 64),
    ] {
        if value.is_some_and(|v| v > max) {
            faults.add(
                format!("{pointer}/{name}"),
                format!("must be at most {max}"),
                format!("至多为 {max}"),
            );
        }
    }
    for (name, value) in [
        ("missed_round", patch.missed_round),
        ("bye_game_points", patch.bye_game_points),
    ] {
        check_step(name, value, pointer, faults);
    }
    if let Some(chain) = &patch.chain {
        let mut seen = Vec::new();
        if chain.is_empty() {
            faults.add(
                format!("{pointer}/chain"),
                "a chain has at least one criterion",
                "至少需要一项区分办法",
            );
        }
        for (i, criterion) in chain.iter().enumerate() {
            if seen.contains(criterion) {
                faults.add(
                    format!("{pointer}/chain/{i}"),
                    "this criterion stands in the chain already",
                    "该项重复",
                );
            }
            seen.push(*criterion);
        }
    }
    if let Some(control) = &patch.time_control
        && (control.periods.is_empty() || control.black_periods.as_ref().is_some_and(Vec::is_empty))
    {
        faults.add(
            format!("{pointer}/time_control"),
            "a time control has at least one period",
            "至少需要一个时段",
        );
    }
    if let Some(seed) = &patch.lots_seed
        && (seed.len() != 64 || !seed.bytes().all(|b| b.is_ascii_hexdigit()))
    {
        faults.add(
            format!("{pointer}/lots_seed"),
            "a seed has 64 hexadecimal digits",
            "种子须为 64 位十六进制数",
        );
    }
}

fn check_points(points: &PointsPatch, pointer: &str, faults: &mut Faults) {
    let values = [
        ("win", points.win),
        ("loss", points.loss),
        ("draw_red", points.draw_red),
        ("draw_black", points.draw_black),
        ("bye", points.bye),
        ("forfeit_win", points.forfeit_win),
        ("forfeit_loss", points.forfeit_loss),
        ("rapid_win", points.rapid_win),
        ("rapid_draw", points.rapid_draw),
        ("rapid_loss", points.rapid_loss),
        ("match_win", points.match_win),
        ("match_draw", points.match_draw),
        ("match_loss", points.match_loss),
    ];
    for (name, value) in values {
        check_step(&format!("points/{name}"), value, pointer, faults);
    }
}

/// Points settings are whole or half points between −1000 and 1000, so that sums stay exact.
fn check_step(name: &str, value: Option<Points>, pointer: &str, faults: &mut Faults) {
    if value.is_some_and(|v| {
        !v.is_multiple_of_half() || v > Points::whole(1000) || v < Points::whole(-1000)
    }) {
        faults.add(
            format!("{pointer}/{name}"),
            "points are whole or half points, at most 1000",
            "分值须为整分或半分, 且不超过 1000",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal() -> serde_json::Value {
        serde_json::json!({
            "format": "saiwu-event/1",
            "tournament": {"name": "测试", "kind": "individual", "edition": "2011-approved", "regulations": {}},
            "entries": [
                {"number": 1, "name": "甲", "unit": "A", "rating": 2400, "status": "active"},
                {"number": 2, "name": "乙"}, {"number": 3, "name": "丙"}
            ],
            "stages": [{"format": "swiss", "rounds_planned": 7, "rounds": [
                {"number": 1, "byes": [3], "games": [
                    {"table": 1, "red": 1, "black": 2, "result": "red", "reason": "checkmate", "moves": "h2e2 h9g7"}]}]}]
        })
    }

    fn faults_of(value: &serde_json::Value) -> Vec<String> {
        match read(value.to_string().as_bytes()) {
            Err(EventFileError::Content(faults)) => faults.into_iter().map(|f| f.pointer).collect(),
            other => panic!("expected faults, got {other:?}"),
        }
    }

    #[test]
    fn the_documented_example_reads_and_writes_back_the_same() {
        let event = read(minimal().to_string().as_bytes()).unwrap();
        assert_eq!(event.stages[0].rounds[0].games[0].moves, ["h2e2", "h9g7"]);
        assert_eq!(read(write(&event).as_bytes()).unwrap(), event);
    }

    #[test]
    fn unknown_fields_are_refused_by_name() {
        let mut value = minimal();
        value["entries"][0]["nickname"] = "x".into();
        let error = read(value.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("nickname"), "{error}");
    }

    /// The World rules are judged on request only; no tournament is played by them.
    #[test]
    fn an_edition_for_rulings_only_is_refused_by_name() {
        let mut value = minimal();
        value["tournament"]["edition"] = "wxf-2018".into();
        let error = read(value.to_string().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("wxf-2018"), "{error}");
        assert!(error.contains("2011-approved"), "{error}");
    }

    #[test]
    fn impossible_content_is_named_by_pointer() {
        let mut value = minimal();
        value["entries"][1]["number"] = 1.into();
        assert!(faults_of(&value).contains(&"/entries/1/number".to_owned()));

        let mut value = minimal();
        value["stages"][0]["rounds"][0]["byes"] = serde_json::json!([2]);
        assert_eq!(faults_of(&value), ["/stages/0/rounds/0/byes/0"]);

        let mut value = minimal();
        value["stages"][0]["rounds"][0]["games"][0]["result"] = "draw".into();
        assert_eq!(faults_of(&value), ["/stages/0/rounds/0/games/0/reason"]);

        let mut value = minimal();
        value["tournament"]["regulations"]["points"] = serde_json::json!({"win": 0.25});
        assert_eq!(faults_of(&value), ["/tournament/regulations/points/win"]);
    }

    #[test]
    fn the_editions_differ_in_what_a_bye_gives_14_4() {
        use crate::tournament::regulations::ByeOpponentsValue;
        let mut value = minimal();
        let event = read(value.to_string().as_bytes()).unwrap();
        assert_eq!(
            event.regulations(0).bye_opponents_value,
            ByeOpponentsValue::HalfLowest
        );
        value["tournament"]["edition"] = "2011-trial".into();
        let event = read(value.to_string().as_bytes()).unwrap();
        assert_eq!(
            event.regulations(0).bye_opponents_value,
            ByeOpponentsValue::Lowest
        );
    }
}
