//! A table of text cells out of CSV (any usual separator), XLSX or JSON.
use super::text;
use calamine::{Data, Reader};
use std::fmt;
use std::io::{Cursor, Read};

/// The most rows one import takes.
pub const MAX_ROWS: usize = 100_000;
/// The most columns one import takes.
pub const MAX_COLUMNS: usize = 200;

/// Cells as text, row by row, with how they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Each row with its number in the file (from 1), cells trimmed.
    pub rows: Vec<(u32, Vec<String>)>,
    /// The encoding found; `XLSX` and `UTF-8` for the other kinds.
    pub encoding: &'static str,
    /// The separator found, where there is one.
    pub separator: Option<char>,
    /// What cannot be a cell or a row.
    pub faults: Vec<BadCell>,
}

/// A cell or a row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCell {
    /// The row's number in the file, from 1.
    pub row: u32,
    /// The heading of the cell; none for a whole row.
    pub column: Option<String>,
    /// What is wrong, in Chinese.
    pub zh: String,
    /// What is wrong, in English.
    pub en: String,
}

/// Why a file is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// Nothing in it.
    Empty,
    /// It claims to be a spreadsheet but cannot be opened.
    Spreadsheet(String),
    /// It begins like JSON but is not a list of objects.
    Json(String),
    /// A quoted field or row that cannot be read.
    Csv {
        /// Line of the file, from 1.
        line: u64,
        /// What the reader says.
        message: String,
    },
    /// Bytes no encoding explains.
    Unreadable {
        /// Line of the file, from 1.
        line: usize,
    },
    /// A NUL character, which no database text can hold.
    Nul {
        /// Line of the file, from 1.
        line: usize,
    },
    /// More rows or columns than an import takes.
    TooLarge,
}

impl GridError {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            GridError::Empty => "文件为空".into(),
            GridError::Spreadsheet(m) => format!("无法打开电子表格: {m}"),
            GridError::Json(m) => format!("JSON 应为对象列表: {m}"),
            GridError::Csv { line, message } => format!("第 {line} 行无法读取: {message}"),
            GridError::Unreadable { line } => {
                format!("第 {line} 行有无法识别的字符; 请用 UTF-8、GB18030 或 Big5")
            }
            GridError::Nul { line } => format!("第 {line} 行含有 NUL 字符"),
            GridError::TooLarge => format!("至多 {MAX_ROWS} 行、{MAX_COLUMNS} 列"),
        }
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Empty => write!(f, "the file is empty"),
            GridError::Spreadsheet(m) => write!(f, "the spreadsheet cannot be opened: {m}"),
            GridError::Json(m) => write!(f, "JSON must be a list of objects: {m}"),
            GridError::Csv { line, message } => write!(f, "line {line} cannot be read: {message}"),
            GridError::Unreadable { line } => {
                write!(
                    f,
                    "line {line} has characters that are neither UTF-8, GB18030 nor Big5"
                )
            }
            GridError::Nul { line } => write!(f, "line {line} contains a NUL character"),
            GridError::TooLarge => write!(f, "at most {MAX_ROWS} rows and {MAX_COLUMNS} columns"),
        }
    }
}

impl std::error::Error for GridError {}

/// Reads a table, whatever its kind: the content decides, not a file name.
///
/// # Errors
/// [`GridError`] says why it is no table.
pub fn read(bytes: &[u8]) -> Result<Grid, GridError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return read_xlsx(bytes);
    }
    let decoded = text::decode(bytes);
    // Lines are counted by their line feeds; old spreadsheets end them with a carriage return.
    let text = decoded.text.replace("\r\n", "\n").replace('\r', "\n");
    let body = text.trim_start_matches('\u{feff}');
    if body.trim().is_empty() {
        return Err(GridError::Empty);
    }
    for (i, line) in body.lines().enumerate() {
        if line.contains('\0') {
            return Err(GridError::Nul { line: i + 1 });
        }
        if line.contains(char::REPLACEMENT_CHARACTER) {
            return Err(GridError::Unreadable { line: i + 1 });
        }
    }
    if body.trim_start().starts_with('[') || body.trim_start().starts_with('{') {
        return read_json(body, decoded.encoding);
    }
    read_csv(body, decoded.encoding)
}

const SEPARATORS: [char; 6] = ['\t', ',', ';', '，', '；', '|'];
/// Stands for a full-width separator while the CSV reader works: it takes one byte only.
const STAND_IN: char = '\u{1f}';
/// A row of one cell put after the last one; no file has it.
const LAST_ROW: &str = "\u{1e}\u{1d}\u{1e}";

fn read_csv(body: &str, encoding: &'static str) -> Result<Grid, GridError> {
    let first = body
        .lines()
        .find(|l| !l.trim().is_empty())
        .unwrap_or_default();
    let count = |c: char| first.chars().filter(|x| *x == c).count();
    // The first of equals wins, so the order of SEPARATORS is the order of preference.
    let mut separator = ',';
    let mut most = 0;
    for candidate in SEPARATORS {
        if count(candidate) > most {
            (separator, most) = (candidate, count(candidate));
        }
    }
    let (body, delimiter) = if separator.is_ascii() {
        (body.to_owned(), separator as u8)
    } else {
        (
            body.replace(separator, &STAND_IN.to_string()),
            STAND_IN as u8,
        )
    };
    // The reader takes the end of the file for the end of a quoted cell. A last row of one's own that
    // does not come back has gone into a quote that was never closed.
    let body = format!("{body}\n{LAST_ROW}\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(body.as_bytes());
    let mut rows = Vec::new();
    let mut faults = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| GridError::Csv {
            line: e.position().map_or(0, csv::Position::line),
            message: e.to_string(),
        })?;
        let line = record.position().map_or(0, csv::Position::line) as u32;
        if record.iter().eq([LAST_ROW]) {
            break;
        }
        if record
            .get(record.len().saturating_sub(1))
            .is_some_and(|c| c.contains(LAST_ROW))
        {
            let message = "the quote is never closed: nothing from here on is read";
            if rows.is_empty() {
                return Err(GridError::Csv {
                    line: line.into(),
                    message: message.to_owned(),
                });
            }
            faults.push(BadCell {
                row: line,
                column: None,
                zh: "引号没有闭合: 自此行起均未读入".to_owned(),
                en: message.to_owned(),
            });
            break;
        }
        let restored = |cell: &str| {
            if separator.is_ascii() {
                cell.trim().to_owned()
            } else {
                cell.replace(STAND_IN, &separator.to_string())
                    .trim()
                    .to_owned()
            }
        };
        push_row(&mut rows, line, record.iter().map(restored).collect())?;
    }
    let separator = (most > 0).then_some(separator);
    Ok(Grid {
        rows,
        encoding,
        separator,
        faults,
    })
}

/// Unpacked bytes of a spreadsheet an import takes: a small file may unpack to anything.
const MAX_UNPACKED: u64 = 256 << 20;

fn read_xlsx(bytes: &[u8]) -> Result<Grid, GridError> {
    let spreadsheet = |e: calamine::XlsxError| GridError::Spreadsheet(e.to_string());
    refuse_bomb(bytes)?;
    let mut book = calamine::Xlsx::new(Cursor::new(bytes)).map_err(spreadsheet)?;
    let name = book
        .sheet_names()
        .first()
        .cloned()
        .ok_or(GridError::Empty)?;
    // Cell by cell: a sheet may claim a million rows and thousands of columns for two cells.
    let mut cells = book.worksheet_cells_reader(&name).map_err(spreadsheet)?;
    let mut rows = Vec::new();
    let mut line = 0;
    let mut row: Vec<String> = Vec::new();
    while let Some(cell) = cells.next_cell().map_err(spreadsheet)? {
        let (at, column) = cell.get_position();
        let column = column as usize;
        if column >= MAX_COLUMNS {
            return Err(GridError::TooLarge);
        }
        if at + 1 != line {
            push_row(&mut rows, line, std::mem::take(&mut row))?;
            line = at + 1;
        }
        let text = cell_text(&Data::from(cell.get_value().clone()));
        if text.contains('\0') {
            return Err(GridError::Nul {
                line: line as usize,
            });
        }
        if row.len() <= column {
            row.resize(column + 1, String::new());
        }
        row[column] = text;
    }
    push_row(&mut rows, line, row)?;
    if rows.is_empty() {
        return Err(GridError::Empty);
    }
    Ok(Grid {
        rows,
        encoding: "XLSX",
        separator: None,
        faults: Vec::new(),
    })
}

/// Unpacks every part into nothing, counting: the sizes a file declares may lie.
fn refuse_bomb(bytes: &[u8]) -> Result<(), GridError> {
    let broken = |e: String| GridError::Spreadsheet(e);
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| broken(e.to_string()))?;
    let mut left = MAX_UNPACKED;
    for i in 0..archive.len() {
        let part = archive.by_index(i).map_err(|e| broken(e.to_string()))?;
        let unpacked = std::io::copy(&mut part.take(left + 1), &mut std::io::sink())
            .map_err(|e| broken(e.to_string()))?;
        left = left.checked_sub(unpacked).ok_or(GridError::TooLarge)?;
    }
    Ok(())
}

fn cell_text(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        // Spreadsheets hold whole numbers as floating point: 2400 must not read 2400.0.
        Data::Float(f) if f.fract() == 0.0 && f.abs() < 1e15 => format!("{f:.0}"),
        Data::DateTime(d) => d
            .as_f64()
            .is_finite()
            .then(|| d.to_ymd_hms_milli())
            .map_or_else(String::new, |(y, m, d, ..)| format!("{y:04}-{m:02}-{d:02}")),
        other => other.to_string().trim().to_owned(),
    }
}

fn read_json(body: &str, encoding: &'static str) -> Result<Grid, GridError> {
    let objects: Vec<serde_json::Map<String, serde_json::Value>> =
        serde_json::from_str(body).map_err(|e| GridError::Json(e.to_string()))?;
    let mut head: Vec<String> = Vec::new();
    for object in &objects {
        for key in object.keys() {
            if !head.contains(key) {
                head.push(key.clone());
            }
            if head.len() > MAX_COLUMNS {
                return Err(GridError::TooLarge);
            }
        }
    }
    let mut rows = Vec::new();
    push_row(&mut rows, 1, head.clone())?;
    let mut faults = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        let cells = head
            .iter()
            .map(|key| match object.get(key) {
                None | Some(serde_json::Value::Null) => String::new(),
                Some(serde_json::Value::String(s)) => s.trim().to_owned(),
                Some(other) => other.to_string(),
            })
            .collect::<Vec<_>>();
        if cells.iter().any(|c| c.contains('\0')) {
            return Err(GridError::Nul { line: i + 1 });
        }
        let row = i as u32 + 2;
        faults.extend(
            object
                .iter()
                .filter(|(_, value)| value.is_object() || value.is_array() || value.is_boolean())
                .map(|(name, _)| BadCell {
                    row,
                    column: Some(name.clone()),
                    zh: "应为文字或数字".to_owned(),
                    en: "must be a text or a number".to_owned(),
                }),
        );
        push_row(&mut rows, row, cells)?;
    }
    if rows.is_empty() {
        return Err(GridError::Empty);
    }
    Ok(Grid {
        rows,
        encoding,
        separator: None,
        faults,
    })
}

fn push_row(
    rows: &mut Vec<(u32, Vec<String>)>,
    line: u32,
    cells: Vec<String>,
) -> Result<(), GridError> {
    if cells.iter().all(String::is_empty) {
        return Ok(());
    }
    if rows.len() >= MAX_ROWS || cells.len() > MAX_COLUMNS {
        return Err(GridError::TooLarge);
    }
    rows.push((line, cells));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_separator_is_found_and_quoted_ones_stay() {
        for separator in SEPARATORS {
            let text = format!("姓名{separator}单位\n甲{separator}\"北京{separator}东\"\n");
            let grid = read(text.as_bytes()).unwrap();
            assert_eq!(grid.separator, Some(separator));
            assert_eq!(
                grid.rows[1],
                (2, vec!["甲".to_owned(), format!("北京{separator}东")])
            );
        }
    }

    #[test]
    fn a_spreadsheet_reads_like_the_csv() {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        sheet.write(0, 0, "姓名").unwrap();
        sheet.write(0, 1, "等级分").unwrap();
        sheet.write(1, 0, "甲").unwrap();
        sheet.write(1, 1, 2400).unwrap();
        let grid = read(&book.save_to_buffer().unwrap()).unwrap();
        assert_eq!(grid.rows[1].1, ["甲", "2400"]);
    }

    #[test]
    fn two_cells_at_the_far_corner_take_no_memory() {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        sheet.write(0, 0, "姓名").unwrap();
        sheet.write(1_048_575, 0, "甲").unwrap();
        let grid = read(&book.save_to_buffer().unwrap()).unwrap();
        assert_eq!(grid.rows[1], (1_048_576, vec!["甲".to_owned()]));
        let sheet = book.add_worksheet();
        sheet.write(0, 16_383, "far").unwrap();
        book.worksheet_from_index(0)
            .unwrap()
            .write(0, 16_383, "far")
            .unwrap();
        assert_eq!(
            read(&book.save_to_buffer().unwrap()),
            Err(GridError::TooLarge)
        );
    }

    #[test]
    fn json_objects_become_rows() {
        let grid = read(r#"[{"name":"甲","rating":2400},{"name":"乙","unit":"北京"}]"#.as_bytes())
            .unwrap();
        let head = &grid.rows[0].1;
        let unit = head.iter().position(|h| h == "unit").unwrap();
        assert_eq!(grid.rows[2].1[unit], "北京");
    }

    #[test]
    fn hostile_files_are_refused_with_a_reason() {
        assert_eq!(read(b""), Err(GridError::Empty));
        assert_eq!(read(b"name\nA\0B\n"), Err(GridError::Nul { line: 2 }));
        assert!(matches!(
            read(b"PK\x03\x04nonsense"),
            Err(GridError::Spreadsheet(_))
        ));
        assert!(matches!(read(b"[1,2]"), Err(GridError::Json(_))));
        assert!(matches!(
            read(b"\xff\xff\xff\xff"),
            Err(GridError::Unreadable { line: 1 })
        ));
    }

    #[test]
    fn a_quote_never_closed_is_told_by_its_row() {
        let grid = read("姓名,单位\n王五,广东\n\"张三,北京\n李四,上海\n".as_bytes()).unwrap();
        assert_eq!(grid.rows.len(), 2);
        let rows: Vec<_> = grid.faults.iter().map(|f| f.row).collect();
        assert_eq!(rows, [3]);
        let head = read("\"姓名,单位\n张三,北京\n".as_bytes());
        assert!(matches!(head, Err(GridError::Csv { line: 1, .. })));
        let closed = read("姓名,单位\n张三,\"北京\n东\"".as_bytes()).unwrap();
        assert_eq!((closed.rows.len(), closed.faults.len()), (2, 0));
    }

    #[test]
    fn rows_are_numbered_whatever_ends_their_lines() {
        for end in ["\n", "\r\n", "\r"] {
            let grid = read(format!("姓名{end}甲{end}乙{end}").as_bytes()).unwrap();
            let rows: Vec<u32> = grid.rows.iter().map(|(row, _)| *row).collect();
            assert_eq!(rows, [1, 2, 3], "{end:?}");
        }
    }

    #[test]
    fn a_json_cell_is_a_text_or_a_number() {
        let grid = read(br#"[{"name":{"a":1},"rating":2400}]"#).unwrap();
        let cells: Vec<_> = grid.faults.iter().map(|f| (f.row, &f.column)).collect();
        assert_eq!(cells, [(2, &Some("name".to_owned()))]);
    }
}
