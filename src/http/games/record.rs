//! `GET PUT /games/{game}/record`
use super::log::{BoardOf, about, public_log, version_of};
use crate::http::download::Medium;
use crate::http::extract::{Path, Query, Sheet};
use crate::http::reading::{Look, Make, Reading};
use crate::http::{App, Handled};
use crate::rules::notation::Notation;
use crate::service::Error;
use crate::service::games::record as command;
use crate::service::views::record::{RecordFormat, written};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// In what form a record is wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// The format; without it `Accept` decides, and PGN without either.
    #[param(inline)]
    pub format: Option<FormatName>,
    /// The notation of the moves: PGN is written in `chinese`, `wxf` and `iccs`, a list in all.
    #[param(inline)]
    pub notation: Option<NotationName>,
    /// The board of a team match, from 1.
    pub board: Option<u32>,
}

/// The name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormatName {
    /// PGN.
    Pgn,
    /// DhtmlXQ text.
    Dhtmlxq,
    /// A numbered list.
    List,
    /// JSON.
    Json,
}

/// The name of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotationName {
    /// 炮二平五
    Chinese,
    /// 炮25
    Short,
    /// C2.5
    Wxf,
    /// H2-E2
    Iccs,
    /// h2e2
    Uci,
    /// h3e3
    Uci10,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Notation {
        match name {
            NotationName::Chinese => Notation::Chinese,
            NotationName::Short => Notation::Short,
            NotationName::Wxf => Notation::Wxf,
            NotationName::Iccs => Notation::Iccs,
            NotationName::Uci => Notation::Uci,
            NotationName::Uci10 => Notation::Uci10,
        }
    }
}

/// Read a game's record
///
/// As PGN, DhtmlXQ, a list of moves, or JSON, by `format` or `Accept`; by the colours as played.
#[utoipa::path(get, path = "/games/{game}/record", tag = "games", params(("game" = Uuid, Path, description = "The game's id"), RecordQuery),
    responses((status = 200, description = "The record", content(
        (String = "application/vnd.chess-pgn"), (String = "application/x-dhtmlxq"), (String = "text/plain"), (serde_json::Value = "application/json")))))]
pub async fn read_record(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(query): Query<RecordQuery>,
    headers: HeaderMap,
    reading: Reading,
) -> Handled {
    let format = match query.format {
        Some(FormatName::Pgn) => RecordFormat::Pgn,
        Some(FormatName::Dhtmlxq) => RecordFormat::DhtmlXq,
        Some(FormatName::List) => RecordFormat::List,
        Some(FormatName::Json) => RecordFormat::Json,
        None => accepted(&headers),
    };
    let notation = query.notation.map_or(Notation::Chinese, Notation::from);
    let fits = format == RecordFormat::List
        || query.notation.is_none()
        || (format == RecordFormat::Pgn
            && matches!(notation, Notation::Chinese | Notation::Wxf | Notation::Iccs));
    if !fits {
        return Err(Error::invalid(
            "/notation",
            format!("{} 没有这种着法格式", format.name()),
            format!("{} has no such move format", format.name()),
        )
        .into());
    }
    let (tournament, public) = app.place_of(id).await?;
    if !public {
        return Err(Error::NotFound.into());
    }
    let board = query.board;
    let name = format!(
        "games/{id}/record/{}/{}/{}",
        format.name(),
        notation.name(),
        board.unwrap_or(0)
    );
    let by_accept = query.format.is_none();
    let version = version_of(id);
    let look = app.look(tournament, &reading, name, Medium::Json, version);
    let mut answer = match look.await? {
        Look::Unchanged(response) => response,
        Look::New(look) => {
            let revision = look.snapshot.dossier.revision;
            let stored = app.stored_log(id, board, revision).await?;
            let look = if by_accept { look.slowly() } else { *look };
            let make: Make = Box::new(move |s| {
                let (journal, facts) = public_log(&s.dossier, id, board, stored)?;
                written(&s.dossier, facts, &journal, format, notation)
            });
            app.tell(look, format.media(), make).await?
        }
    };
    if by_accept {
        answer.headers_mut().insert(
            header::VARY,
            HeaderValue::from_static("Accept, Authorization, Accept-Language, Accept-Encoding"),
        );
    }
    Ok(answer)
}

/// The format that `Accept` names first, by its weights.
fn accepted(headers: &HeaderMap) -> RecordFormat {
    let mut best = (0u32, RecordFormat::Pgn);
    let ranges = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    for range in ranges {
        let mut parts = range.split(';').map(str::trim);
        let format = match parts
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
            .as_str()
        {
            "application/vnd.chess-pgn" | "application/x-chess-pgn" => RecordFormat::Pgn,
            "application/x-dhtmlxq" => RecordFormat::DhtmlXq,
            "text/plain" => RecordFormat::List,
            "application/json" => RecordFormat::Json,
            _ => continue,
        };
        let weight = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(Some(1.0), |q| q.parse::<f32>().ok())
            .map_or(0, |q| (q.clamp(0.0, 1.0) * 1000.0) as u32);
        if weight > best.0 {
            best = (weight, format);
        }
    }
    best.1
}

/// Why moves on record are replaced.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SheetQuery {
    /// The board of a team match, from 1.
    pub board: Option<u32>,
    /// Needed where the file differs from moves on record.
    pub reason: Option<String>,
}

/// Give a game's record
///
/// PGN, DhtmlXQ, a list of moves or JSON, in UTF-8, GB18030 or Big5: the format and the encoding are
/// found. The first bad ply is named with its reason. What is on record stays where the file says the
/// same. A result in the file is not entered.
#[utoipa::path(put, path = "/games/{game}/record", tag = "games",
    request_body(content((String = "application/vnd.chess-pgn"), (String = "application/x-dhtmlxq"), (String = "text/plain"), (serde_json::Value = "application/json")), description = "The record of one game"),
    params(("game" = Uuid, Path, description = "The game's id"), SheetQuery),
    responses((status = 200, description = "The game now", body = command::RecordTaken)))]
pub async fn put_record(
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Query(SheetQuery { board, reason }): Query<SheetQuery>,
    sheet: Sheet,
) -> Handled {
    let about = about(id, &BoardOf { board }, sheet.seen);
    let file = sheet.bytes.to_vec();
    app.answer(command::run(&app.office, &sheet.caller, about, file, reason).await?)
        .await
}
