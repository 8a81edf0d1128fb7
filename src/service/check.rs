//! Checks of single fields, shared by the commands that take them.
use super::{Error, Result};
use crate::store::players::ExternalId;
use crate::tournament::event_file::{self, Fault};
use crate::tournament::model::{Event, Tournament};
use serde_json::Value;

/// Collects faults; [`Faults::done`] turns them into an error.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// One more fault.
    pub fn add(
        &mut self,
        pointer: impl Into<String>,
        zh: impl Into<String>,
        en: impl Into<String>,
    ) {
        self.0.push(Fault {
            pointer: pointer.into(),
            zh: zh.into(),
            en: en.into(),
        });
    }

    /// No fault, or all of them as one error.
    ///
    /// # Errors
    /// [`Error::Invalid`].
    pub fn done(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::Invalid(self.0))
        }
    }

    /// A name: not blank, not too long.
    pub fn name(&mut self, pointer: &str, name: &str, longest: usize) {
        if name.trim().is_empty() {
            self.add(pointer, "不能为空", "must not be blank");
        }
        self.length(pointer, Some(name), longest);
    }

    /// A text that is not too long.
    pub fn length(&mut self, pointer: &str, text: Option<&str>, longest: usize) {
        if text.is_some_and(|t| t.chars().count() > longest) {
            self.add(
                pointer,
                format!("至多 {longest} 个字符"),
                format!("must have at most {longest} characters"),
            );
        }
    }

    /// A number within bounds.
    pub fn range(&mut self, pointer: &str, value: Option<i64>, least: i64, most: i64) {
        if value.is_some_and(|v| v < least || v > most) {
            self.add(
                pointer,
                format!("须在 {least} 与 {most} 之间"),
                format!("must be between {least} and {most}"),
            );
        }
    }

    /// An external id.
    pub fn external_id(&mut self, pointer: &str, id: &ExternalId) {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let shape = id.system.chars().next().is_some_and(good)
            && id.system.len() <= 64
            && id
                .system
                .chars()
                .all(|c| good(c) || matches!(c, '.' | '_' | '-'));
        if !shape {
            self.add(
                format!("{pointer}/system"),
                "系统名由小写字母、数字及 . _ - 组成, 至多 64 个字符",
                "a system's name has lower-case letters, digits and . _ -, at most 64",
            );
        }
        self.name(&format!("{pointer}/id"), &id.id, 200);
    }
}

/// Everything wrong with a tournament's frame; pointers are into the frame.
pub fn frame(tournament: &Tournament) -> Faults {
    let event = Event {
        format: event_file::FORMAT.to_owned(),
        tournament: tournament.clone(),
        ..Event::default()
    };
    let mut faults = Faults(event_file::check(&event));
    for fault in &mut faults.0 {
        if let Some(rest) = fault.pointer.strip_prefix("/tournament") {
            fault.pointer = rest.to_owned();
        }
    }
    frame_values(&mut faults, "", tournament);
    faults
}

/// What of a tournament's frame the database and the reader bound: lengths, dates, the time zone.
/// Pointers begin with `at`.
pub fn frame_values(faults: &mut Faults, at: &str, tournament: &Tournament) {
    faults.length(&format!("{at}/name"), Some(&tournament.name), 300);
    faults.length(&format!("{at}/venue"), tournament.venue.as_deref(), 300);
    let mut days = Vec::new();
    for (pointer, day) in [
        ("/start_date", &tournament.start_date),
        ("/end_date", &tournament.end_date),
    ] {
        match day.as_deref().map(crate::store::tournaments::parse_day) {
            Some(None) => faults.add(
                format!("{at}{pointer}"),
                "日期格式为 YYYY-MM-DD, 年份 0001 至 9999",
                "a date is written YYYY-MM-DD, in the years 0001 to 9999",
            ),
            Some(Some(day)) => days.push(day),
            None => {}
        }
    }
    if let [first, last] = days[..]
        && last < first
    {
        faults.add(
            format!("{at}/end_date"),
            "结束日期早于开始日期",
            "the last day is before the first",
        );
    }
    if let Some(zone) = &tournament.time_zone {
        let good = zone.len() <= 64
            && zone
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '+' | '-'))
            && zone.starts_with(|c: char| c.is_ascii_alphabetic());
        if !good {
            faults.add(
                format!("{at}/time_zone"),
                "时区须为 IANA 名称, 如 Asia/Shanghai",
                "a time zone is an IANA name, for example Asia/Shanghai",
            );
        }
    }
}

/// Every NUL character of a JSON value by pointer: PostgreSQL cannot keep them.
pub fn no_nul(value: &Value) -> Faults {
    let mut faults = Faults::default();
    nul(value, &mut String::new(), &mut faults);
    faults
}

fn nul(value: &Value, at: &mut String, faults: &mut Faults) {
    // A hostile file has millions; the first of them say enough.
    if faults.0.len() >= 100 {
        return;
    }
    let length = at.len();
    match value {
        Value::String(text) if text.contains('\0') => refuse_nul(faults, at),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                at.push_str(&format!("/{i}"));
                nul(item, at, faults);
                at.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                if name.contains('\0') {
                    // Its name cannot be told: the object it stands in is.
                    refuse_nul(faults, at);
                    continue;
                }
                at.push('/');
                at.push_str(&name.replace('~', "~0").replace('/', "~1"));
                nul(field, at, faults);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

fn refuse_nul(faults: &mut Faults, at: &str) {
    faults.add(at, "不允许 NUL 字符", "NUL characters are not allowed");
}
