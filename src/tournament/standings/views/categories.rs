//! Prizes by category: the table again, for one sex, age class or rating class at a time.
use super::{Who, people, places};
use crate::tournament::model::{Entry, Event, Sex};
use crate::tournament::points::Points;
use crate::tournament::standings::Table;
use serde::Serialize;
use utoipa::ToSchema;

/// How entries are put into categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Categories {
    /// 男, 女.
    Sex,
    /// By the age reached in a year: up to each of the ages, then older. `[12, 16]` makes three.
    Age {
        /// The year in which ages are reached.
        year: i16,
        /// Highest age of each class.
        up_to: Vec<u8>,
    },
    /// By rating: below each bound, then the rest. `[1800, 2200]` makes three.
    Rating {
        /// Each class is below its bound.
        below: Vec<i32>,
    },
    /// By unit (单位).
    Unit,
}

/// The table of one category.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CategoryTable {
    /// Its name in Chinese.
    pub zh: String,
    /// Its name in English.
    pub en: String,
    /// Best first.
    pub rows: Vec<CategoryRow>,
}

/// One row of a category.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CategoryRow {
    /// Place in the category; shared where the places in the table are shared.
    pub place: Option<u32>,
    /// Place in the whole table.
    pub rank: Option<u32>,
    /// Who.
    #[serde(flatten)]
    pub who: Who,
    /// The score that ranks first.
    pub points: Points,
}

/// A category: where it stands in the list, and its names.
type Key = (usize, String, String);

fn key(entry: &Entry, by: &Categories) -> Key {
    let unknown = || (usize::MAX, "未登记".to_owned(), "not registered".to_owned());
    match by {
        Categories::Sex => match entry.sex {
            Some(Sex::Male) => (0, "男子".to_owned(), "men".to_owned()),
            Some(Sex::Female) => (1, "女子".to_owned(), "women".to_owned()),
            None => unknown(),
        },
        Categories::Age { year, up_to } => {
            let Some(born) = entry.birth_year else {
                return unknown();
            };
            let age = i32::from(*year) - i32::from(born);
            let mut ages = up_to.clone();
            ages.sort_unstable();
            match ages.iter().position(|limit| age <= i32::from(*limit)) {
                Some(i) => (
                    i,
                    format!("{} 岁及以下", ages[i]),
                    format!("up to {}", ages[i]),
                ),
                None => match ages.last() {
                    Some(last) => (ages.len(), format!("{last} 岁以上"), format!("over {last}")),
                    None => (0, "全部年龄".to_owned(), "all ages".to_owned()),
                },
            }
        }
        Categories::Rating { below } => {
            let Some(rating) = entry.rating else {
                return (usize::MAX, "无等级分".to_owned(), "unrated".to_owned());
            };
            let mut bounds = below.clone();
            bounds.sort_unstable();
            match bounds.iter().position(|bound| rating < *bound) {
                Some(i) => (
                    i,
                    format!("等级分低于 {}", bounds[i]),
                    format!("rated below {}", bounds[i]),
                ),
                None => match bounds.last() {
                    Some(last) => (
                        bounds.len(),
                        format!("等级分 {last} 及以上"),
                        format!("rated {last} and above"),
                    ),
                    None => (0, "有等级分".to_owned(), "rated".to_owned()),
                },
            }
        }
        Categories::Unit => match &entry.unit {
            Some(unit) => (0, unit.clone(), unit.clone()),
            None => unknown(),
        },
    }
}

/// Cuts a table into categories; each in the order of the table.
pub fn categories(event: &Event, table: &Table, by: &Categories) -> Vec<CategoryTable> {
    let people = people(event);
    let mut found: std::collections::BTreeMap<Key, Vec<CategoryRow>> = Default::default();
    for row in &table.rows {
        let Some(entry) = people.get(&row.number) else {
            continue;
        };
        found.entry(key(entry, by)).or_default().push(CategoryRow {
            place: None,
            rank: row.rank,
            who: Who::of(entry),
            points: row.points,
        });
    }
    found
        .into_iter()
        .map(|((_, zh, en), mut rows)| {
            let ranks: Vec<Option<u32>> = rows.iter().map(|row| row.rank).collect();
            let places = places(rows.len(), |i| ranks[i] == ranks[i - 1]);
            for (row, place) in rows.iter_mut().zip(places) {
                row.place = row.rank.map(|_| place);
            }
            CategoryTable { zh, en, rows }
        })
        .collect()
}
