//! The tables of a tournament as CSV and XLSX, with Chinese headings.
//!
//! A spreadsheet runs what looks like a formula. Names, units and all other text that came from
//! outside is made harmless: in CSV by a leading apostrophe, in XLSX by cells of type text with the
//! quote prefix set.
use crate::tournament::model::Event;
use crate::tournament::scoring::Side;
use crate::tournament::standings::views::categories::CategoryTable;
use crate::tournament::standings::views::crosstable::CrossTable;
use crate::tournament::standings::views::played::{Ended, Played};
use crate::tournament::standings::views::players::{BoardTable, PlayerRow};
use crate::tournament::standings::views::progress::{EntryProgress, Progress, ProgressRow};
use crate::tournament::standings::views::units::UnitTable;
use crate::tournament::standings::{Mark, Table, Value};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use std::borrow::Cow;

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Text, shown as it is and never run.
    Text(String),
    /// A number; halves and quarters are exact.
    Number(f64),
}

/// A table ready to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Name of the sheet.
    pub title: String,
    /// First line.
    pub headings: Vec<String>,
    /// The lines below.
    pub rows: Vec<Vec<Cell>>,
}

impl Sheet {
    fn new(title: &str, headings: &[&str]) -> Sheet {
        Sheet {
            title: title.to_owned(),
            headings: headings.iter().map(|h| (*h).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// As CSV: UTF-8 with a byte order mark (spreadsheets know Chinese by it), commas, CRLF.
    pub fn to_csv(&self) -> Vec<u8> {
        let mut bytes = b"\xef\xbb\xbf".to_vec();
        {
            let mut writer = csv::WriterBuilder::new()
                .terminator(csv::Terminator::CRLF)
                .from_writer(&mut bytes);
            let headings = self.headings.iter().map(|h| harmless(h));
            let mut lines = vec![headings.collect::<Vec<_>>()];
            for row in &self.rows {
                lines.push(
                    row.iter()
                        .map(|cell| match cell {
                            Cell::Empty => Cow::Borrowed(""),
                            Cell::Text(text) => harmless(text),
                            Cell::Number(number) => Cow::Owned(number.to_string()),
                        })
                        .collect(),
                );
            }
            for line in lines {
                writer
                    .write_record(line.iter().map(|field| field.as_bytes()))
                    .expect("every line is as long as the headings and memory takes it");
            }
            writer.flush().expect("memory takes it");
        }
        bytes
    }

    /// As XLSX. The same table gives the same bytes: no time of writing is stored.
    ///
    /// # Errors
    /// A table larger than a sheet can be, or a text longer than a cell can be.
    pub fn to_xlsx(&self) -> Result<Vec<u8>, XlsxError> {
        let mut workbook = Workbook::new();
        let undated = ExcelDateTime::from_ymd(2000, 1, 1)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&undated));
        let bold = Format::new().set_bold();
        let quoted = Format::new().set_quote_prefix();
        let sheet = workbook.add_worksheet();
        sheet.set_name(&self.title)?;
        sheet.set_freeze_panes(1, 0)?;
        let too_wide = |_| XlsxError::RowColumnLimitError;
        for (column, heading) in self.headings.iter().enumerate() {
            let column = u16::try_from(column).map_err(too_wide)?;
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        for (line, row) in (1..).zip(&self.rows) {
            for (column, cell) in row.iter().enumerate() {
                let column = u16::try_from(column).map_err(too_wide)?;
                match cell {
                    Cell::Empty => {}
                    Cell::Number(number) => {
                        sheet.write_number(line, column, *number)?;
                    }
                    Cell::Text(text) if looks_like_a_formula(text) => {
                        sheet.write_string_with_format(line, column, text, &quoted)?;
                    }
                    Cell::Text(text) => {
                        sheet.write_string(line, column, text)?;
                    }
                }
            }
        }
        workbook.save_to_buffer()
    }
}

/// Text that a spreadsheet might run. A lone "+" (20.3) is none.
fn looks_like_a_formula(text: &str) -> bool {
    let shown = text.trim_start_matches([' ', '\u{3000}', '\u{a0}', '\u{feff}']);
    shown.chars().count() > 1
        && shown.starts_with([
            '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|', '%',
        ])
}

fn harmless(text: &str) -> Cow<'_, str> {
    if looks_like_a_formula(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn optional(text: Option<&String>) -> Cell {
    text.map_or(Cell::Empty, |text| Cell::Text(text.clone()))
}

fn number(number: impl Into<f64>) -> Cell {
    Cell::Number(number.into())
}

fn rank(rank: Option<u32>) -> Cell {
    rank.map_or(Cell::Empty, number)
}

fn value(value: &Value) -> Cell {
    match value {
        Value::None => Cell::Empty,
        Value::Points(points) => number(points.to_f64()),
        Value::Count(count) => number(*count as f64),
        Value::List(_) | Value::Penalties(_) => text(value.to_string()),
    }
}

fn marks(marks: &[Mark]) -> Cell {
    if marks.is_empty() {
        return Cell::Empty;
    }
    text(marks.iter().map(|m| m.zh()).collect::<Vec<_>>().join(" "))
}

/// 名次表
pub fn standings(event: &Event, table: &Table) -> Sheet {
    let mut sheet = Sheet::new("名次表", &["名次", "序号", "姓名", "单位"]);
    sheet
        .headings
        .extend(table.headings_zh().iter().map(|h| (*h).to_owned()));
    sheet.headings.push("备注".to_owned());
    let people: std::collections::HashMap<_, _> =
        event.entries.iter().map(|e| (e.number, e)).collect();
    for row in &table.rows {
        let entry = people.get(&row.number);
        let mut line = vec![
            rank(row.rank),
            number(row.number),
            entry.map_or(Cell::Empty, |e| text(&e.name)),
            optional(entry.and_then(|e| e.unit.as_ref())),
        ];
        line.extend(row.criteria.iter().map(|item| value(&item.value)));
        line.push(marks(&row.marks));
        sheet.rows.push(line);
    }
    sheet
}

const fn colour(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Red) => "红",
        Some(Side::Black) => "黑",
        None => "",
    }
}

/// A cell of a cross table: colour and points, "+" or "−".
fn crossed(played: &Played) -> String {
    format!("{}{}", colour(played.colour), played.symbol)
}

/// 循环赛成绩表
pub fn crosstable(cross: &CrossTable, table: &Table) -> Sheet {
    let mut sheet = Sheet::new("循环赛成绩表", &["序号", "姓名", "单位"]);
    sheet
        .headings
        .extend(cross.columns.iter().map(ToString::to_string));
    sheet
        .headings
        .extend(table.headings_zh().iter().map(|h| (*h).to_owned()));
    sheet.headings.push("名次".to_owned());
    sheet.headings.push("备注".to_owned());
    for row in &cross.rows {
        let mut line = vec![
            number(row.who.number),
            text(&row.who.name),
            optional(row.who.unit.as_ref()),
        ];
        for column in &cross.columns {
            let games: Vec<String> = row.against(*column).map(crossed).collect();
            line.push(match (games.is_empty(), *column == row.who.number) {
                (true, true) => text("■"),
                (true, false) => Cell::Empty,
                (false, _) => text(games.join(" ")),
            });
        }
        line.extend(row.values.iter().map(value));
        line.push(rank(row.rank));
        line.push(marks(&row.marks));
        sheet.rows.push(line);
    }
    sheet
}

/// A game of the progress table: opponent, colour and what it gave.
fn progressed(played: &Played) -> String {
    match (played.opponent, played.result) {
        (Some(opponent), Ended::Open) => format!("{opponent}{}", colour(played.colour)),
        (Some(opponent), _) => {
            format!("{opponent}{} {}", colour(played.colour), played.symbol)
        }
        (None, Ended::Missed) => "未参加".to_owned(),
        (None, _) => format!("{}{}", played.symbol, colour(played.colour)),
    }
}

fn progress_line(row: &ProgressRow) -> Vec<Cell> {
    let mut line = vec![
        rank(row.rank),
        number(row.who.number),
        text(&row.who.name),
        optional(row.who.unit.as_ref()),
    ];
    for round in &row.rounds {
        let games: Vec<String> = round.games.iter().map(progressed).collect();
        line.push(if games.is_empty() {
            Cell::Empty
        } else {
            text(games.join("; "))
        });
        line.push(number(round.total.to_f64()));
    }
    line.push(number(row.points.to_f64()));
    line.push(marks(&row.marks));
    line
}

/// 积分编排赛成绩表
pub fn progress(progress: &Progress) -> Sheet {
    let mut sheet = Sheet::new("积分编排赛成绩表", &["名次", "序号", "姓名", "单位"]);
    for round in 1..=progress.after_round {
        sheet.headings.push(format!("第{round}轮"));
        sheet.headings.push(format!("第{round}轮后"));
    }
    sheet.headings.push("总分".to_owned());
    sheet.headings.push("备注".to_owned());
    sheet.rows = progress.rows.iter().map(progress_line).collect();
    sheet
}

/// 个人成绩进程: one entry, a line a round.
pub fn entry(entry: &EntryProgress) -> Sheet {
    let mut sheet = Sheet::new("个人成绩进程", &["轮次", "对局", "累计", "名次"]);
    for (round, place) in entry.row.rounds.iter().zip(&entry.ranks) {
        let games: Vec<String> = round.games.iter().map(progressed).collect();
        sheet.rows.push(vec![
            number(round.round),
            text(games.join("; ")),
            number(round.total.to_f64()),
            rank(*place),
        ]);
    }
    sheet
}

/// 分类名次: prizes by category.
pub fn categories(categories: &[CategoryTable]) -> Sheet {
    let mut sheet = Sheet::new(
        "分类名次",
        &["类别", "类内名次", "总名次", "序号", "姓名", "单位", "积分"],
    );
    for category in categories {
        for row in &category.rows {
            sheet.rows.push(vec![
                text(&category.zh),
                rank(row.place),
                rank(row.rank),
                number(row.who.number),
                text(&row.who.name),
                optional(row.who.unit.as_ref()),
                number(row.points.to_f64()),
            ]);
        }
    }
    sheet
}

/// 单位名次 (11.5)
pub fn units(units: &UnitTable) -> Sheet {
    let mut sheet = Sheet::new(
        "单位名次",
        &["名次", "单位", "名次总和", "最高个人名次", "队员名次"],
    );
    for row in &units.rows {
        let members: Vec<String> = row
            .members
            .iter()
            .map(|member| {
                let place = member.rank.map_or("–".to_owned(), |rank| rank.to_string());
                if member.counted {
                    place
                } else {
                    format!("({place})")
                }
            })
            .collect();
        let count = |value: Option<i64>| value.map_or(Cell::Empty, |v| number(v as f64));
        sheet.rows.push(vec![
            rank(row.rank),
            text(&row.unit),
            count(row.places),
            count(row.best_place),
            text(members.join(" ")),
        ]);
    }
    sheet
}

const PLAYER_HEADINGS: [&str; 11] = [
    "名次",
    "队",
    "队员",
    "局数",
    "胜",
    "和",
    "负",
    "后走胜局",
    "犯规",
    "局分",
    "台次",
];

fn player_line(row: &PlayerRow, board: Option<u32>) -> Vec<Cell> {
    vec![
        number(row.rank),
        text(&row.team_name),
        text(&row.name),
        number(row.games),
        number(row.wins),
        number(row.draws),
        number(row.losses),
        number(row.black_wins),
        number(row.fouls),
        number(row.points.to_f64()),
        board.map_or(Cell::Empty, number),
    ]
}

/// 台次成绩: board by board.
pub fn boards(boards: &[BoardTable]) -> Sheet {
    let mut sheet = Sheet::new("台次成绩", &PLAYER_HEADINGS);
    for board in boards {
        for row in &board.rows {
            sheet.rows.push(player_line(row, Some(board.board)));
        }
    }
    sheet
}

/// 队员成绩: the players of a team event.
pub fn players(players: &[PlayerRow]) -> Sheet {
    let mut sheet = Sheet::new("队员成绩", &PLAYER_HEADINGS[..10]);
    for row in players {
        let mut line = player_line(row, None);
        line.pop();
        sheet.rows.push(line);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(name: &str) -> Sheet {
        let mut sheet = Sheet::new("名次表", &["名次", "姓名", "小分"]);
        sheet
            .rows
            .push(vec![number(1u32), text(name), Cell::Number(20.5)]);
        sheet
    }

    #[test]
    fn csv_is_utf_8_with_a_mark_and_chinese_headings() {
        let csv = String::from_utf8(sheet("徐天红, 甲").to_csv()).unwrap();
        assert_eq!(csv, "\u{feff}名次,姓名,小分\r\n1,\"徐天红, 甲\",20.5\r\n");
    }

    #[test]
    fn formulas_in_names_are_made_harmless() {
        for name in [
            "=1+2",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            " =1",
            "＝HYPERLINK(1)",
            "\r=1",
        ] {
            let csv = sheet(name).to_csv();
            let mut reader = csv::Reader::from_reader(&csv[3..]);
            let record = reader.records().next().unwrap().unwrap();
            assert_eq!(&record[1], &format!("'{name}"));
        }
        let plus = sheet("+").to_csv();
        assert!(String::from_utf8(plus).unwrap().contains(",+,"), "20.3");
    }

    #[test]
    fn xlsx_reads_back_as_text_and_is_the_same_every_time() {
        use calamine::{Data, Reader, Xlsx};
        let bytes = sheet("=1+2").to_xlsx().unwrap();
        assert_eq!(bytes, sheet("=1+2").to_xlsx().unwrap());
        let mut book = Xlsx::new(std::io::Cursor::new(bytes)).unwrap();
        let range = book.worksheet_range("名次表").unwrap();
        assert_eq!(range.get((0, 1)), Some(&Data::String("姓名".to_owned())));
        assert_eq!(range.get((1, 1)), Some(&Data::String("=1+2".to_owned())));
        assert_eq!(range.get((1, 2)), Some(&Data::Float(20.5)));
        assert!(book.worksheet_formula("名次表").unwrap().is_empty());
    }
}
