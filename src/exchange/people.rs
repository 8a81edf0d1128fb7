//! Rows of an entry list or player list: which column is which, and what each cell means.
use super::duplicates::Identity;
use super::grid::{self, BadCell, Grid, GridError};
use crate::tournament::model::Sex;
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// One person (or team) as a row of a file names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonRow {
    /// Row in the file, from 1.
    pub row: u32,
    /// Name as printed.
    pub name: String,
    /// Name in Latin letters.
    pub latin_name: Option<String>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Year of birth.
    pub birth_year: Option<i16>,
    /// Unit (单位).
    pub unit: Option<String>,
    /// Rating (等级分).
    pub rating: Option<i32>,
    /// Title (等级称号).
    pub title: Option<String>,
    /// Drawn number (序号).
    pub number: Option<u32>,
    /// Seed rank (种子).
    pub seed: Option<u32>,
    /// Which register an external id belongs to.
    pub external_system: Option<String>,
    /// Id in that register.
    pub external_id: Option<String>,
}

impl PersonRow {
    /// What tells the person from others of the name.
    pub fn identity(&self) -> Identity<'_> {
        Identity {
            name: &self.name,
            unit: self.unit.as_deref(),
            birth_year: self.birth_year,
        }
    }
}

/// Something wrong in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowFault {
    /// Row in the file, from 1.
    pub row: u32,
    /// Heading of the column.
    pub column: String,
    /// What is wrong, in Chinese.
    pub zh: String,
    /// What is wrong, in English.
    pub en: String,
}

/// A list read from a file: good rows and faults side by side, so that the caller decides between
/// all-or-nothing and best effort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PeopleList {
    /// Encoding found.
    pub encoding: String,
    /// Rows without a fault.
    pub rows: Vec<PersonRow>,
    /// Everything wrong.
    pub faults: Vec<RowFault>,
    /// Headings nobody asked for; they are left out and named.
    pub ignored_columns: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Name,
    LatinName,
    Sex,
    BirthYear,
    Unit,
    Rating,
    Title,
    Number,
    Seed,
    ExternalSystem,
    ExternalId,
}

/// Headings seen in entry lists. Compared after removing spaces and lowering case.
const HEADINGS: [(&str, Column); 48] = [
    ("姓名", Column::Name),
    ("名字", Column::Name),
    ("选手", Column::Name),
    ("選手", Column::Name),
    ("棋手", Column::Name),
    ("队名", Column::Name),
    ("隊名", Column::Name),
    ("name", Column::Name),
    ("player", Column::Name),
    ("team", Column::Name),
    ("英文名", Column::LatinName),
    ("拼音", Column::LatinName),
    ("latinname", Column::LatinName),
    ("latin_name", Column::LatinName),
    ("性别", Column::Sex),
    ("性別", Column::Sex),
    ("sex", Column::Sex),
    ("gender", Column::Sex),
    ("出生年份", Column::BirthYear),
    ("出生年", Column::BirthYear),
    ("出生日期", Column::BirthYear),
    ("出生年月", Column::BirthYear),
    ("birthyear", Column::BirthYear),
    ("birth_year", Column::BirthYear),
    ("birthdate", Column::BirthYear),
    ("单位", Column::Unit),
    ("單位", Column::Unit),
    ("代表队", Column::Unit),
    ("代表隊", Column::Unit),
    ("参赛单位", Column::Unit),
    ("unit", Column::Unit),
    ("club", Column::Unit),
    ("等级分", Column::Rating),
    ("等級分", Column::Rating),
    ("rating", Column::Rating),
    ("elo", Column::Rating),
    ("等级称号", Column::Title),
    ("称号", Column::Title),
    ("稱號", Column::Title),
    ("title", Column::Title),
    ("序号", Column::Number),
    ("序號", Column::Number),
    ("number", Column::Number),
    ("种子", Column::Seed),
    ("種子", Column::Seed),
    ("seed", Column::Seed),
    ("external_system", Column::ExternalSystem),
    ("external_id", Column::ExternalId),
];

const MORE_HEADINGS: [(&str, Column); 8] = [
    ("注册系统", Column::ExternalSystem),
    ("externalsystem", Column::ExternalSystem),
    ("注册号", Column::ExternalId),
    ("註冊號", Column::ExternalId),
    ("externalid", Column::ExternalId),
    ("编号", Column::ExternalId),
    ("签号", Column::Number),
    ("no.", Column::Number),
];

/// Longest text a cell may hold, in characters.
pub const MAX_TEXT: usize = 200;

/// Why a file is no list of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleError {
    /// It is no table at all.
    Grid(GridError),
    /// No column is headed 姓名 or name.
    NoNameColumn {
        /// The headings found.
        headings: Vec<String>,
    },
    /// Two columns mean the same.
    ColumnTwice {
        /// The second heading.
        heading: String,
    },
}

impl PeopleError {
    /// The message in Chinese.
    pub fn zh(&self) -> String {
        match self {
            PeopleError::Grid(e) => e.zh(),
            PeopleError::NoNameColumn { headings } => {
                format!("没有“姓名”列; 表头为: {}", headings.join("、"))
            }
            PeopleError::ColumnTwice { heading } => format!("列“{heading}”与前面的列含义相同"),
        }
    }
}

impl std::fmt::Display for PeopleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PeopleError::Grid(e) => write!(f, "{e}"),
            PeopleError::NoNameColumn { headings } => {
                write!(
                    f,
                    "no column is headed 姓名 or \"name\"; the headings are: {}",
                    headings.join(", ")
                )
            }
            PeopleError::ColumnTwice { heading } => {
                write!(f, "column \"{heading}\" means the same as an earlier one")
            }
        }
    }
}

impl std::error::Error for PeopleError {}

/// Reads a list of people from CSV, XLSX or JSON bytes.
///
/// # Errors
/// [`PeopleError`] when there is no usable table; faults of single rows are in the list.
pub fn read(bytes: &[u8]) -> Result<PeopleList, PeopleError> {
    from_grid(grid::read(bytes).map_err(PeopleError::Grid)?)
}

fn from_grid(grid: Grid) -> Result<PeopleList, PeopleError> {
    let mut lines = grid.rows.into_iter();
    let (_, head) = lines.next().ok_or(PeopleError::Grid(GridError::Empty))?;
    let mut columns: Vec<Option<Column>> = Vec::new();
    let mut ignored_columns = Vec::new();
    for heading in &head {
        let column = column_of(heading);
        if column.is_some() && columns.contains(&column) {
            return Err(PeopleError::ColumnTwice {
                heading: heading.clone(),
            });
        }
        if column.is_none() && !heading.is_empty() {
            ignored_columns.push(heading.clone());
        }
        columns.push(column);
    }
    if !columns.contains(&Some(Column::Name)) {
        return Err(PeopleError::NoNameColumn { headings: head });
    }
    let mut list = PeopleList {
        encoding: grid.encoding.to_owned(),
        rows: Vec::new(),
        faults: Vec::new(),
        ignored_columns,
    };
    // What stands under a heading nobody knows is not read, so it cannot be faulty.
    let known = |f: &BadCell| f.column.as_deref().is_none_or(|c| column_of(c).is_some());
    let bad: Vec<BadCell> = grid.faults.into_iter().filter(known).collect();
    let bad_rows: HashSet<u32> = bad.iter().map(|f| f.row).collect();
    list.faults.extend(bad.into_iter().map(|f| RowFault {
        row: f.row,
        column: f.column.unwrap_or_default(),
        zh: f.zh,
        en: f.en,
    }));
    for (row, cells) in lines.filter(|(row, _)| !bad_rows.contains(row)) {
        read_row(row, &cells, &columns, &head, &mut list);
    }
    Ok(list)
}

fn column_of(heading: &str) -> Option<Column> {
    let plain: String = heading
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    HEADINGS
        .iter()
        .chain(&MORE_HEADINGS)
        .find(|(word, _)| *word == plain)
        .map(|(_, column)| *column)
}

fn read_row(
    row: u32,
    cells: &[String],
    columns: &[Option<Column>],
    head: &[String],
    list: &mut PeopleList,
) {
    let mut person = PersonRow {
        row,
        ..PersonRow::default()
    };
    let before = list.faults.len();
    for (i, cell) in cells.iter().enumerate() {
        let Some(column) = columns.get(i).copied().flatten() else {
            if i >= columns.len() && !cell.is_empty() {
                list.faults.push(RowFault {
                    row,
                    column: format!("{}", i + 1),
                    zh: "该格没有表头".into(),
                    en: "this cell stands under no heading".into(),
                });
            }
            continue;
        };
        if let Err((zh, en)) = fill(&mut person, column, &half_width(cell)) {
            list.faults.push(RowFault {
                row,
                column: head[i].clone(),
                zh,
                en,
            });
        }
    }
    if person.name.is_empty() && list.faults.len() == before {
        let column = columns
            .iter()
            .position(|c| *c == Some(Column::Name))
            .unwrap_or_default();
        list.faults.push(RowFault {
            row,
            column: head[column].clone(),
            zh: "姓名为空".into(),
            en: "the name is missing".into(),
        });
    }
    if list.faults.len() == before {
        list.rows.push(person);
    }
}

fn fill(person: &mut PersonRow, column: Column, cell: &str) -> Result<(), (String, String)> {
    if cell.chars().count() > MAX_TEXT {
        return Err((
            format!("超过 {MAX_TEXT} 字"),
            format!("longer than {MAX_TEXT} characters"),
        ));
    }
    if cell.is_empty() {
        return Ok(());
    }
    let some = || Some(cell.to_owned());
    match column {
        Column::Name => person.name = tidy_name(cell),
        Column::LatinName => person.latin_name = some(),
        Column::Unit => person.unit = some(),
        Column::Title => person.title = some(),
        Column::ExternalSystem => person.external_system = some(),
        Column::ExternalId => person.external_id = some(),
        Column::Sex => person.sex = Some(sex(cell)?),
        Column::BirthYear => person.birth_year = Some(birth_year(cell)?),
        Column::Rating => person.rating = Some(whole(cell, 0, 10_000)? as i32),
        Column::Number => person.number = Some(whole(cell, 1, 100_000)? as u32),
        Column::Seed => person.seed = Some(whole(cell, 1, 100_000)? as u32),
    }
    Ok(())
}

fn whole(cell: &str, least: i64, most: i64) -> Result<i64, (String, String)> {
    match cell.parse::<i64>() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => Err((
            format!("“{cell}”应为 {least} 到 {most} 的整数"),
            format!("\"{cell}\" is not a whole number from {least} to {most}"),
        )),
    }
}

fn sex(cell: &str) -> Result<Sex, (String, String)> {
    match cell.to_lowercase().as_str() {
        "男" | "m" | "male" => Ok(Sex::Male),
        "女" | "f" | "w" | "female" => Ok(Sex::Female),
        _ => Err((
            format!("“{cell}”应为男或女"),
            format!("\"{cell}\" is neither 男/male nor 女/female"),
        )),
    }
}

/// The year out of `1990`, `1990-05-01`, `1990/5/1`, `1990年5月`, `19900501`.
fn birth_year(cell: &str) -> Result<i16, (String, String)> {
    let digits: String = cell.chars().take_while(char::is_ascii_digit).collect();
    let year = match digits.len() {
        4 | 6 | 8 => digits[..4].parse().ok(),
        _ => None,
    };
    match year {
        Some(year @ 1900..=2100) => Ok(year),
        _ => Err((
            format!("“{cell}”不是年份"),
            format!("\"{cell}\" is not a year from 1900 to 2100"),
        )),
    }
}

/// Full-width digits and letters, as typed by Chinese input methods, read as plain ones.
fn half_width(cell: &str) -> String {
    let plain: String = cell
        .chars()
        .map(|c| match c {
            '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
                char::from_u32(c as u32 - 0xfee0).unwrap_or(c)
            }
            '\u{3000}' => ' ',
            _ => c,
        })
        .collect();
    plain.trim().to_owned()
}

/// Two-character names are often padded to three (`吕  钦`): spaces between Chinese characters are
/// layout, not part of the name.
pub fn tidy_name(name: &str) -> String {
    let is_chinese = |c: char| ('\u{3400}'..='\u{9fff}').contains(&c) || c as u32 >= 0x20000;
    let mut tidy = String::new();
    for word in name.split_whitespace() {
        let joins = tidy.chars().last().is_some_and(is_chinese)
            && word.chars().next().is_some_and(is_chinese);
        if !tidy.is_empty() && !joins {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_entry_list_reads() {
        let text = "序号，姓 名，性别，单位，等级分，出生日期，备注\n１，吕　钦，男，广东，２６００，1962-08-01，x\n2，John  Smith，F，英国，，1990年，\n";
        let list = read(text.as_bytes()).unwrap();
        assert_eq!(list.faults, []);
        assert_eq!(list.ignored_columns, ["备注"]);
        assert_eq!(
            list.rows[0],
            PersonRow {
                row: 2,
                name: "吕钦".into(),
                sex: Some(Sex::Male),
                unit: Some("广东".into()),
                rating: Some(2600),
                birth_year: Some(1962),
                number: Some(1),
                ..PersonRow::default()
            }
        );
        assert_eq!(list.rows[1].name, "John Smith");
        assert_eq!(list.rows[1].sex, Some(Sex::Female));
    }

    #[test]
    fn faults_name_row_and_column_and_leave_the_good_rows() {
        let text = "姓名,性别,等级分\n甲,x,2400\n,男,2300\n丙,女,二千\n丁,女,2200\n";
        let list = read(text.as_bytes()).unwrap();
        let places: Vec<(u32, &str)> = list
            .faults
            .iter()
            .map(|f| (f.row, f.column.as_str()))
            .collect();
        assert_eq!(places, [(2, "性别"), (3, "姓名"), (4, "等级分")]);
        assert_eq!(list.rows.len(), 1);
    }

    #[test]
    fn a_list_without_names_is_refused() {
        assert!(matches!(
            read("单位,等级分\n北京,1\n".as_bytes()),
            Err(PeopleError::NoNameColumn { .. })
        ));
        assert!(matches!(
            read("姓名,name\n甲,乙\n".as_bytes()),
            Err(PeopleError::ColumnTwice { .. })
        ));
    }
}
