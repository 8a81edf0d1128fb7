//! Tables as files: the same view as JSON, CSV or XLSX, by `?format=` or by `Accept`.
use super::extract::Query;
use super::reading::{Make, Reading};
use super::{App, Handled, Problem};
use crate::exchange::tables::Sheet;
use crate::live::{Coding, Snapshot};
use crate::service::{Error, Result};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

const CSV: &str = "text/csv";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The medium of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Medium {
    /// For programs.
    #[default]
    Json,
    /// A text file with Chinese headings (UTF-8 with a byte order mark).
    Csv,
    /// A spreadsheet with Chinese headings.
    Xlsx,
}

/// Which medium; without it, `Accept` decides.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MediumQuery {
    /// `json`, or a file with Chinese headings: `csv` or `xlsx`. Without it, `Accept` decides.
    #[param(inline)]
    format: Option<Medium>,
}

impl Medium {
    /// Its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Medium::Json => "application/json",
            Medium::Csv => "text/csv; charset=utf-8; header=present",
            Medium::Xlsx => XLSX,
        }
    }

    /// How its bytes are coded for the way: a spreadsheet is compressed already.
    pub const fn coding(self, wanted: Coding) -> Coding {
        match self {
            Medium::Xlsx => Coding::Identity,
            Medium::Json | Medium::Csv => wanted,
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Medium::Json => "json",
            Medium::Csv => "csv",
            Medium::Xlsx => "xlsx",
        }
    }

    /// The medium a client likes best; JSON among equals, and for a client that takes none of them.
    fn of(headers: &HeaderMap) -> Medium {
        let mut best = (0, Medium::Json);
        for range in ranges(headers) {
            let mut parts = range.split(';').map(str::trim);
            let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
            // Among equals, what is named beats what a wildcard covers.
            let (rank, medium) = match kind.as_str() {
                "application/json" => (2, Medium::Json),
                CSV => (1, Medium::Csv),
                XLSX => (1, Medium::Xlsx),
                "application/*" | "*/*" => (0, Medium::Json),
                _ => continue,
            };
            let quality = parts
                .find_map(|part| part.strip_prefix("q="))
                .map_or(Some(1.0), |q| q.parse::<f32>().ok())
                .map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32);
            if quality > 0 && quality * 4 + rank > best.0 {
                best = (quality * 4 + rank, medium);
            }
        }
        best.1
    }
}

fn ranges(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = headers.get_all(header::ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
}

/// Whether `Accept` names a file at all.
pub(super) fn accepts_a_file(headers: &HeaderMap) -> bool {
    ranges(headers).any(|range| {
        let range = range.trim_start();
        [CSV, XLSX].iter().any(|kind| {
            let start = range.as_bytes().get(..kind.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(kind.as_bytes()))
        })
    })
}

impl FromRequestParts<App> for Medium {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Medium, Problem> {
        let Query(asked) = Query::<MediumQuery>::from_request_parts(parts, app).await?;
        Ok(asked.format.unwrap_or_else(|| Medium::of(&parts.headers)))
    }
}

/// A view in the medium asked for.
#[derive(Debug)]
pub enum Made<T> {
    /// For programs.
    View(T),
    /// For a file.
    Sheet(Sheet),
}

impl App {
    /// As [`App::show`], for a table that can be downloaded. `name` becomes the file's name.
    ///
    /// # Errors
    /// As [`App::show`].
    pub async fn show_table<T, F>(
        &self,
        tournament: Uuid,
        reading: &Reading,
        medium: Medium,
        name: &str,
        view: &str,
        make: F,
    ) -> Handled
    where
        T: Serialize,
        F: FnOnce(&Snapshot) -> Result<Made<T>> + Send + 'static,
    {
        let view = match medium {
            Medium::Json => view.to_owned(),
            file => format!("{}:{view}", file.extension()),
        };
        let bytes: Make = Box::new(move |s| match (medium, make(s)?) {
            (Medium::Xlsx, Made::Sheet(sheet)) => sheet
                .to_xlsx()
                .map_err(|e| Error::Fault(format!("a spreadsheet failed: {e}"))),
            (_, Made::Sheet(sheet)) => Ok(sheet.to_csv()),
            (_, Made::View(view)) => Ok(serde_json::to_vec(&view)?),
        });
        let mut answer = self
            .show_bytes(
                tournament,
                reading,
                view,
                medium,
                Box::new(|_| Ok(None)),
                bytes,
            )
            .await?;
        let headers = answer.headers_mut();
        headers.insert(
            header::VARY,
            HeaderValue::from_static("Authorization, Accept, Accept-Language, Accept-Encoding"),
        );
        if medium != Medium::Json {
            let value = format!("attachment; filename=\"{name}.{}\"", medium.extension());
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(header::CONTENT_DISPOSITION, value);
            }
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accept: &'static str) -> Medium {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
        Medium::of(&headers)
    }

    #[test]
    fn the_form_a_client_likes_best() {
        assert_eq!(Medium::of(&HeaderMap::new()), Medium::Json);
        assert_eq!(of("*/*"), Medium::Json);
        assert_eq!(of("text/csv"), Medium::Csv);
        assert_eq!(of("text/csv, */*"), Medium::Csv);
        assert_eq!(of("text/csv, application/json"), Medium::Json);
        assert_eq!(of("text/csv;q=0.5, application/json;q=0.4"), Medium::Csv);
        assert_eq!(of("text/csv;q=0, */*"), Medium::Json);
        assert_eq!(of(XLSX), Medium::Xlsx);
        assert_eq!(of("text/html, image/png"), Medium::Json);
    }

    #[test]
    fn a_request_for_a_file_is_recognised() {
        let mut headers = HeaderMap::new();
        assert!(!accepts_a_file(&headers));
        headers.insert(
            header::ACCEPT,
            HeaderValue::from_static("*/*, Text/CSV;q=1"),
        );
        assert!(accepts_a_file(&headers));
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        assert!(!accepts_a_file(&headers));
    }
}
