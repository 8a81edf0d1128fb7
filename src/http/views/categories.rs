//! `GET /tournaments/{tournament}/categories`
use super::AtQuery;
use crate::exchange::tables;
use crate::http::download::{Made, Medium, MediumQuery};
use crate::http::extract::{Path, Query};
use crate::http::reading::Reading;
use crate::http::{App, Handled, Problem};
use crate::service::views::standings::{WithRevision, refusal};
use crate::service::{Error, Result};
use crate::tournament::model::Event;
use crate::tournament::standings;
use crate::tournament::standings::views::categories::{Categories, CategoryTable, categories};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// By what entries are put into categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Men and women.
    Sex,
    /// Age classes.
    Age,
    /// Rating classes.
    Rating,
    /// Units.
    Unit,
}

/// Which categories.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// `sex`, `age`, `rating` or `unit`.
    #[param(inline)]
    by: By,
    /// Limits of the classes, with commas: highest ages (`12,16`) or ratings below which (`1800,2200`).
    bounds: Option<String>,
    /// The year in which ages are reached; the year of the tournament's first day when absent.
    year: Option<i16>,
}

/// A table for each category.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategoryTables {
    /// After which round.
    pub after_round: u32,
    /// Games of these rounds that are not finished.
    pub open: u32,
    /// The categories in order.
    pub categories: Vec<CategoryTable>,
}

/// Most classes of a division.
const MOST_BOUNDS: usize = 50;

impl Which {
    fn bounds<T: std::str::FromStr>(&self, zh: &str, en: &str) -> Result<Vec<T>> {
        let text = self.bounds.as_deref().unwrap_or_default();
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let bounds: Option<Vec<T>> = parts.map(|part| part.parse().ok()).collect();
        bounds
            .filter(|bounds| bounds.len() <= MOST_BOUNDS)
            .ok_or_else(|| Error::invalid("/bounds", zh, en))
    }

    /// The categories asked for; the year may still be missing.
    fn read(&self) -> Result<Categories> {
        Ok(match self.by {
            By::Sex => Categories::Sex,
            By::Unit => Categories::Unit,
            By::Age => Categories::Age {
                year: self.year.unwrap_or_default(),
                up_to: self.bounds("须为年龄, 以逗号分隔", "ages with commas between them")?,
            },
            By::Rating => Categories::Rating {
                below: self.bounds("须为等级分, 以逗号分隔", "ratings with commas between them")?,
            },
        })
    }
}

/// The year of the first day.
fn first_year(event: &Event) -> Option<i16> {
    event.tournament.start_date.as_ref()?.get(..4)?.parse().ok()
}

/// Prizes by category: the standings of each sex, age class, rating class or unit
#[utoipa::path(get, path = "/tournaments/{tournament}/categories", tag = "views", params(("tournament" = Uuid, Path, description = "The tournament's id"), Which, AtQuery, MediumQuery),
    responses((status = 200, description = "The tables", body = WithRevision<CategoryTables>)))]
pub async fn by_category(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(which): Query<Which>,
    Query(at): Query<AtQuery>,
    medium: Medium,
    reading: Reading,
) -> Handled {
    let by = which.read().map_err(Problem::from)?;
    let view = format!("categories?{}&{by:?}", at.key());
    app.show_table(id, &reading, medium, "categories", &view, move |s| {
        let stage = at.stage(&s.dossier)? as usize - 1;
        let by = match by {
            Categories::Age { up_to, .. } => Categories::Age {
                year: which.year.or_else(|| first_year(&s.event)).ok_or_else(|| {
                    Error::invalid(
                        "/year",
                        "赛事没有日期, 请给出 year",
                        "the tournament has no date: give the year",
                    )
                })?,
                up_to,
            },
            other => other,
        };
        let table = standings::compute(&s.event, stage, at.after_round).map_err(refusal)?;
        let found = categories(&s.event, &table, &by);
        if medium != Medium::Json {
            return Ok(Made::Sheet(tables::categories(&found)));
        }
        Ok(Made::View(WithRevision {
            revision: s.dossier.revision,
            view: CategoryTables {
                after_round: table.after_round,
                open: table.open,
                categories: found,
            },
        }))
    })
    .await
}
