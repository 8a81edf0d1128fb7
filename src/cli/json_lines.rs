//! JSON lines in, one answer a line out, in the order of the input, on all cores.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{BAD_INPUT, refuse};
use crate::rules::query::QueryError;

/// Arguments of a command that answers JSON lines.
#[derive(Clone, Debug, clap::Args)]
// Named apart from the `Args` of the commands that take these in.
#[group(id = "json_lines")]
pub struct Args {
    /// Files of JSON lines; standard input when none is given, or for `-`
    pub files: Vec<PathBuf>,
    /// Threads; all cores when not given
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// A line that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// A stable name.
    pub code: String,
    /// What is wrong, in English.
    pub detail: String,
    /// The same in Chinese.
    pub detail_zh: String,
    /// JSON pointer to what is wrong; empty for the whole line.
    pub pointer: String,
    /// What an ambiguous text can mean; only moves have any.
    pub readings: Vec<String>,
}

impl From<QueryError> for LineError {
    fn from(error: QueryError) -> LineError {
        LineError {
            code: error.code.into(),
            detail: error.en,
            detail_zh: error.zh,
            pointer: error.pointer,
            readings: error.readings,
        }
    }
}

/// An answer as JSON.
pub fn value(answer: &impl Serialize) -> Result<Value, LineError> {
    serde_json::to_value(answer).map_err(|error| LineError {
        code: "internal".into(),
        detail: error.to_string(),
        detail_zh: format!("无法写出：{error}"),
        pointer: String::new(),
        readings: Vec::new(),
    })
}

/// Answers every line of the input with `answer`. A line that cannot be answered gets
/// `{error: {code, detail, detail_zh, pointer}}`, with its `id` when it has one, and the rest goes on.
pub fn run(args: &Args, answer: impl Fn(Value) -> Result<Value, LineError> + Sync) -> ExitCode {
    let threads = args
        .threads
        .or_else(|| thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1)
        .max(1);
    // Bounded on both sides, so a long input never piles up in memory.
    let (line_in, lines) = mpsc::sync_channel::<(usize, Vec<u8>)>(threads * 8);
    let (answer_in, answers) = mpsc::sync_channel::<(usize, String)>(threads * 8);
    let lines = Mutex::new(lines);
    let result = thread::scope(|scope| {
        for _ in 0..threads {
            let answer_in = answer_in.clone();
            let (lines, answer) = (&lines, &answer);
            thread::Builder::new().spawn_scoped(scope, move || work(lines, &answer_in, answer))?;
        }
        drop(answer_in);
        let writer = scope.spawn(|| write_in_order(answers));
        let read = read_all(&args.files, &line_in);
        drop(line_in);
        let written = writer
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the writer stopped")));
        read.and(written)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(BAD_INPUT, &format!("读写失败：{error}"), &error.to_string()),
    }
}

fn read_all(files: &[PathBuf], lines: &SyncSender<(usize, Vec<u8>)>) -> io::Result<()> {
    let mut number = 0;
    let standard = [PathBuf::from("-")];
    for file in if files.is_empty() {
        &standard[..]
    } else {
        files
    } {
        let input: Box<dyn Read> = if file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            let open = std::fs::File::open(file);
            Box::new(open.map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", file.display()))
            })?)
        };
        for line in BufReader::new(input).split(b'\n') {
            let line = line?;
            if line.trim_ascii().is_empty() {
                continue;
            }
            if lines.send((number, line)).is_err() {
                return Ok(());
            }
            number += 1;
        }
    }
    Ok(())
}

fn work(
    lines: &Mutex<Receiver<(usize, Vec<u8>)>>,
    answers: &SyncSender<(usize, String)>,
    answer: &impl Fn(Value) -> Result<Value, LineError>,
) {
    loop {
        let next = match lines.lock() {
            Ok(lines) => lines.recv(),
            Err(_) => return,
        };
        let Ok((number, line)) = next else { return };
        if answers.send((number, answer_line(&line, answer))).is_err() {
            return;
        }
    }
}

/// The answer to one line, as JSON text.
fn answer_line(line: &[u8], answer: &impl Fn(Value) -> Result<Value, LineError>) -> String {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => {
            let bad = LineError {
                code: "bad_json".into(),
                detail: error.to_string(),
                detail_zh: format!("不是 JSON：{error}"),
                pointer: String::new(),
                readings: Vec::new(),
            };
            return error_value(bad, None).to_string();
        }
    };
    let id = request.get("id").cloned();
    answer(request)
        .unwrap_or_else(|error| error_value(error, id))
        .to_string()
}

fn error_value(error: LineError, id: Option<Value>) -> Value {
    let mut object = Map::new();
    if let Some(id) = id {
        object.insert("id".into(), id);
    }
    let mut inner = Map::new();
    inner.insert("code".into(), error.code.into());
    inner.insert("detail".into(), error.detail.into());
    inner.insert("detail_zh".into(), error.detail_zh.into());
    inner.insert("pointer".into(), error.pointer.into());
    if !error.readings.is_empty() {
        inner.insert("readings".into(), error.readings.into());
    }
    object.insert("error".into(), Value::Object(inner));
    Value::Object(object)
}

fn write_in_order(answers: Receiver<(usize, String)>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    while let Ok((number, text)) = answers.recv() {
        waiting.insert(number, text);
        while let Some(text) = waiting.remove(&next) {
            writeln!(out, "{text}")?;
            next += 1;
        }
        // Whoever waits for each answer before the next question must see it.
        out.flush()?;
    }
    out.flush()
}

/// Reads a request of a known shape and, when it does not fit, finds the field that is wrong by
/// trying each on its own; that others are then missing is no fault of it.
pub fn read<T: DeserializeOwned>(request: Value) -> Result<T, LineError> {
    // A list would be read as the fields in their order.
    if !request.is_object() {
        return Err(LineError {
            code: "bad_request".into(),
            detail: "a request is a JSON object".into(),
            detail_zh: "请求应为 JSON 对象".into(),
            pointer: String::new(),
            readings: Vec::new(),
        });
    }
    serde_json::from_value(request.clone()).map_err(|error| {
        let wrong = request.as_object().and_then(|object| {
            object.iter().find_map(|(key, value)| {
                let alone = json!({ key.as_str(): value });
                let error = serde_json::from_value::<T>(alone).err()?;
                if error.to_string().starts_with("missing field") {
                    return None;
                }
                Some((
                    format!("/{}", key.replace('~', "~0").replace('/', "~1")),
                    error,
                ))
            })
        });
        let (pointer, error) = wrong.unwrap_or((String::new(), error));
        LineError {
            code: "bad_request".into(),
            detail: error.to_string(),
            detail_zh: format!("请求不合格式：{error}"),
            pointer,
            readings: Vec::new(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shape {
        #[serde(default)]
        #[allow(dead_code)]
        count: u32,
    }

    #[test]
    fn the_wrong_field_is_named() {
        assert_eq!(
            read::<Shape>(json!({"count": "x"})).unwrap_err().pointer,
            "/count"
        );
        let unknown = read::<Shape>(json!({"count": 1, "a/b": 2})).unwrap_err();
        assert_eq!(unknown.pointer, "/a~1b");
        assert!(
            unknown.detail.contains("unknown field"),
            "{}",
            unknown.detail
        );
        assert_eq!(read::<Shape>(json!([1])).unwrap_err().code, "bad_request");
    }

    #[test]
    fn a_line_that_is_no_json_does_not_stop_the_rest() {
        let echo = |value: Value| -> Result<Value, LineError> { Ok(value) };
        assert!(answer_line(b"{", &echo).contains("bad_json"));
        assert_eq!(answer_line(b"{\"id\":1}", &echo), "{\"id\":1}");
    }
}
