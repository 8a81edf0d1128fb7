//! The invariants of ARCHITECTURE.md, held by reading the source tree.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The longest a file may be, in lines. The house rule is 500; this leaves room for one more case.
const LONGEST_FILE: usize = 600;

/// Files that are longer because they answer one question that has many cases: their own limit.
const LONGER_FILES: [(&str, usize); 3] = [
    ("src/tournament/conduct/entry.rs", 640),
    ("src/tournament/format/knockout/progress.rs", 640),
    ("src/tournament/regulations.rs", 640),
];

/// A file of the source tree.
struct Source {
    /// Relative to the package, as `src/rules/board.rs`.
    path: String,
    text: String,
    /// The text with comments and the contents of strings blanked, line by line, without tests.
    code: String,
    /// The string literals outside tests, each with its line.
    strings: Vec<(usize, String)>,
}

impl Source {
    fn read(root: &Path, path: &Path) -> Source {
        let text = std::fs::read_to_string(path).expect("source files are readable text");
        let path = path.strip_prefix(root).expect("inside the package");
        let (code, strings) = blank(without_tests(&text));
        Source {
            path: path.to_string_lossy().into_owned(),
            text,
            code,
            strings,
        }
    }

    /// The layer: the first folder or file below `src`.
    fn layer(&self) -> &str {
        let inside = self.path.strip_prefix("src/").unwrap_or(&self.path);
        inside
            .split('/')
            .next()
            .unwrap_or(inside)
            .trim_end_matches(".rs")
    }

    /// The words (identifiers and numbers) of the code, each with its line.
    fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().flat_map(|(line, text)| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty())
                .map(move |word| (line + 1, word))
        })
    }

    /// The places where a phrase of code occurs.
    fn places<'a>(&'a self, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
        let lines = self.code.lines().enumerate();
        lines
            .filter(move |(_, text)| text.contains(phrase))
            .map(|(line, _)| line + 1)
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the package") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn sources(folders: &[&str]) -> Vec<Source> {
    let root = root();
    let mut paths = Vec::new();
    for folder in folders.iter().filter(|folder| root.join(folder).exists()) {
        rust_files(&root.join(folder), &mut paths);
    }
    paths.sort();
    paths.iter().map(|path| Source::read(&root, path)).collect()
}

/// Shipped code: `src` without the files that hold only tests.
fn shipped() -> Vec<Source> {
    let mut all = sources(&["src"]);
    all.retain(|s| !s.path.ends_with("/tests.rs") && !s.path.contains("/tests/"));
    assert!(all.len() > 20, "the source tree was not found");
    all
}

/// The text up to the test module, which ends a file.
fn without_tests(text: &str) -> &str {
    let start = ["\n#[cfg(test)]\nmod ", "\n#[cfg(test)]\npub(crate) mod "]
        .iter()
        .filter_map(|start| text.find(start))
        .filter(|start| {
            text[*start..]
                .lines()
                .nth(2)
                .is_some_and(|line| line.ends_with('{'))
        })
        .min();
    &text[..start.unwrap_or(text.len())]
}

/// Blanks comments and strings, keeping the lines; and the contents of the strings.
fn blank(text: &str) -> (String, Vec<(usize, String)>) {
    let (mut code, mut strings) = (String::new(), Vec::new());
    let mut rest = text;
    let mut line = 1;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((open, close)) = string_start(rest, &code) {
            let body = &rest[open..];
            let end = string_end(body, &close);
            strings.push((line, body[..end].to_owned()));
            (open + end + close.len()).min(rest.len())
        } else if c == '\''
            && let Some(length) = char_literal(rest)
        {
            length
        } else {
            code.push(c);
            line += usize::from(c == '\n');
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let lines = rest[..length].matches('\n').count();
        code.push(' ');
        code.extend(std::iter::repeat_n('\n', lines));
        line += lines;
        rest = &rest[length..];
    }
    (code, strings)
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Where the contents begin, and what ends them, if a string begins here.
fn string_start(text: &str, before: &str) -> Option<(usize, String)> {
    if text.starts_with('"') {
        return Some((1, "\"".into()));
    }
    // An `r` that ends a name starts no string.
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !before.ends_with('b') {
        return None;
    }
    let hashes = text
        .strip_prefix('r')?
        .chars()
        .take_while(|c| *c == '#')
        .count();
    text[1 + hashes..]
        .starts_with('"')
        .then(|| (2 + hashes, format!("\"{}", "#".repeat(hashes))))
}

fn string_end(body: &str, close: &str) -> usize {
    if close.len() > 1 {
        return body.find(close).unwrap_or(body.len());
    }
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    body.len()
}

/// The length of a character literal; None for a lifetime.
fn char_literal(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        let (escaped, _) = chars.next()?;
        let after = escaped + 1;
        return text[after..].find('\'').map(|end| after + end + 1);
    }
    let (at, close) = chars.next()?;
    (close == '\'').then_some(at + 1)
}

/// Fails with every finding, one a line.
fn none(what: &str, findings: impl IntoIterator<Item = String>) {
    let findings: Vec<String> = findings.into_iter().collect();
    let mut list = String::new();
    for finding in &findings {
        writeln!(list, "  {finding}").expect("writing to a string");
    }
    assert!(findings.is_empty(), "{what}:\n{list}");
}

#[test]
fn the_reader_of_sources_sees_code_and_strings_apart() {
    let text = "let a = \"SELECT \\\" 1\"; // tokio\nlet b = r#\"x\"y\"#; /* a /* b */ axum */ let c = 'x';\nfn f<'a>() { '\\'' }\n#[cfg(test)]\nmod tests {\n unsafe {}\n}\n";
    let (code, strings) = blank(without_tests(text));
    assert_eq!(
        strings,
        [(1, "SELECT \\\" 1".to_owned()), (2, "x\"y".to_owned())]
    );
    let words = ["tokio", "axum", "unsafe", "SELECT"];
    assert!(words.iter().all(|word| !code.contains(word)), "{code}");
    assert!(
        code.contains("let c") && code.contains("fn f<'a>() {"),
        "{code}"
    );
    assert_eq!(code.lines().count(), 3);
}

/// `rules/` and `tournament/` never name the web, the database, the runtime, the clock, chance, or
/// the machine they run on.
#[test]
fn the_pure_modules_are_pure() {
    const BANNED: [&str; 16] = [
        "axum",
        "sqlx",
        "tokio",
        "tower",
        "hyper",
        "reqwest",
        "SystemTime",
        "Instant",
        "now_utc",
        "now_local",
        "now_v7",
        "getrandom",
        "rand",
        "RandomState",
        "tracing",
        "metrics",
    ];
    const MACHINE: [&str; 7] = [
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "std::os",
        "::now(",
    ];
    let pure = shipped()
        .into_iter()
        .filter(|s| ["rules", "tournament"].contains(&s.layer()));
    none(
        "impure",
        pure.flat_map(|s| {
            let words = s.words().filter(|(_, word)| BANNED.contains(word));
            let mut found: Vec<String> = words
                .map(|(line, word)| format!("{}:{line} {word}", s.path))
                .collect();
            for machine in MACHINE {
                found.extend(
                    s.places(machine)
                        .map(|line| format!("{}:{line} {machine}", s.path)),
                );
            }
            found
        }),
    );
}

/// cli, http, live → service → store → tournament → rules.
#[test]
fn layers_point_one_way() {
    // What each part of the house may name besides itself.
    const MAY: &[(&str, &[&str])] = &[
        ("rules", &[]),
        ("tournament", &["rules"]),
        ("exchange", &["rules", "tournament"]),
        ("embedded", &[]),
        ("config", &["embedded"]),
        ("telemetry", &["config"]),
        ("store", &["rules", "tournament"]),
        ("service", &["rules", "tournament", "exchange", "store"]),
        (
            "live",
            &["rules", "tournament", "store", "service", "config"],
        ),
        (
            "http",
            &[
                "rules",
                "tournament",
                "exchange",
                "store",
                "service",
                "live",
                "config",
                "telemetry",
            ],
        ),
    ];
    let all = shipped();
    let layers: Vec<&str> = all.iter().map(Source::layer).collect();
    let mut found = Vec::new();
    for s in all
        .iter()
        .filter(|s| !["cli", "lib", "main"].contains(&s.layer()))
    {
        let may = MAY.iter().find(|(layer, _)| *layer == s.layer());
        let Some((layer, may)) = may else {
            found.push(format!("{} is in no layer of ARCHITECTURE.md", s.path));
            continue;
        };
        for (number, line) in s.code.lines().enumerate() {
            for named in line.split("crate::").skip(1) {
                let end = named.find(|c: char| !c.is_alphanumeric() && c != '_');
                let named = &named[..end.unwrap_or(named.len())];
                if named != *layer && layers.contains(&named) && !may.contains(&named) {
                    found.push(format!("{}:{} {layer} names {named}", s.path, number + 1));
                }
            }
        }
    }
    none("against the direction of the layers", found);
}

/// Only `store/` holds SQL.
#[test]
fn sql_is_in_the_store_only() {
    const CALLS: [&str; 6] = [
        "query",
        "query_as",
        "query_scalar",
        "query_unchecked",
        "raw_sql",
        "QueryBuilder",
    ];
    const VERBS: [&str; 9] = [
        "SELECT ",
        "INSERT INTO ",
        "UPDATE ",
        "DELETE FROM ",
        "CREATE ",
        "ALTER ",
        "DROP ",
        "LISTEN ",
        "NOTIFY ",
    ];
    let outside = shipped().into_iter().filter(|s| s.layer() != "store");
    none(
        "SQL outside src/store",
        outside.flat_map(|s| {
            let mut found = Vec::new();
            for call in CALLS {
                for path in [format!("sqlx::{call}"), format!("{call}!(")] {
                    found.extend(
                        s.places(&path)
                            .map(|line| format!("{}:{line} {path}", s.path)),
                    );
                }
            }
            for (line, text) in &s.strings {
                if VERBS.iter().any(|verb| text.trim_start().starts_with(verb)) {
                    found.push(format!("{}:{line} {text:?}", s.path));
                }
            }
            found
        }),
    );
}

/// Only `store/tx.rs` begins a transaction that writes, and only `service/command.rs` asks it to:
/// there the tournament is locked, the revision raised and the audit row written.
#[test]
fn transactions_begin_in_one_place() {
    let places = ["src/store/tx.rs", "src/service/command.rs"];
    let begins = shipped().into_iter().filter(|s| {
        !places.contains(&s.path.as_str()) && !["rules", "tournament"].contains(&s.layer())
    });
    none(
        "a transaction begun elsewhere",
        begins.flat_map(|s| {
            let places = s.places(".begin(").map(|line| format!("{}:{line}", s.path));
            places.collect::<Vec<_>>()
        }),
    );
}

/// Only `http/error.rs` knows error status codes.
#[test]
fn status_codes_of_errors_are_in_one_file() {
    const NAMES: [&str; 20] = [
        "BAD_REQUEST",
        "UNAUTHORIZED",
        "FORBIDDEN",
        "NOT_FOUND",
        "METHOD_NOT_ALLOWED",
        "NOT_ACCEPTABLE",
        "REQUEST_TIMEOUT",
        "CONFLICT",
        "GONE",
        "LENGTH_REQUIRED",
        "PRECONDITION_FAILED",
        "PRECONDITION_REQUIRED",
        "PAYLOAD_TOO_LARGE",
        "UNSUPPORTED_MEDIA_TYPE",
        "UNPROCESSABLE_ENTITY",
        "TOO_MANY_REQUESTS",
        "INTERNAL_SERVER_ERROR",
        "NOT_IMPLEMENTED",
        "SERVICE_UNAVAILABLE",
        "GATEWAY_TIMEOUT",
    ];
    let outside = shipped()
        .into_iter()
        .filter(|s| s.path != "src/http/error.rs");
    none(
        "an error status code outside src/http/error.rs",
        outside.flat_map(|s| {
            let mut found = Vec::new();
            for (number, line) in s.code.lines().enumerate() {
                let named = NAMES
                    .iter()
                    .any(|name| line.contains(&format!("StatusCode::{name}")));
                let bare: String = line.split_whitespace().collect();
                let numbered = bare.contains("status=4") || bare.contains("status=5");
                if named || numbered || bare.contains("StatusCode::from_u16(") {
                    found.push(format!("{}:{} {}", s.path, number + 1, line.trim()));
                }
            }
            found
        }),
    );
}

/// The routes are one list, in `http/router.rs`.
#[test]
fn routes_are_one_list() {
    let outside = shipped()
        .into_iter()
        .filter(|s| s.path != "src/http/router.rs");
    none(
        "a route outside src/http/router.rs",
        outside.flat_map(|s| {
            let mut found = Vec::new();
            for call in [".route(", "routes!(", ".route_service(", ".nest_service("] {
                found.extend(
                    s.places(call)
                        .map(|line| format!("{}:{line} {call}", s.path)),
                );
            }
            found
        }),
    );
}

/// The compiler forbids it; nothing may ask the compiler to look away.
#[test]
fn nothing_is_unsafe() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    assert!(
        manifest.contains("unsafe_code = \"forbid\""),
        "the lint is gone from Cargo.toml"
    );
    let all = sources(&["src", "tests", "benches"]);
    none(
        "unsafe",
        all.iter().flat_map(|s| {
            let words = s
                .words()
                .filter(|(_, word)| ["unsafe", "unsafe_code"].contains(word));
            words
                .map(|(line, _)| format!("{}:{line}", s.path))
                .collect::<Vec<_>>()
        }),
    );
}

#[test]
fn no_file_is_too_long_to_read() {
    let all = sources(&["src", "tests", "benches", "fuzz/fuzz_targets"]);
    let long = all.iter().map(|s| (s, s.text.lines().count()));
    let long = long.filter(|(s, lines)| {
        let own = LONGER_FILES.iter().find(|(path, _)| *path == s.path);
        *lines > own.map_or(LONGEST_FILE, |(_, limit)| *limit)
    });
    none(
        "too long",
        long.map(|(s, lines)| format!("{} has {lines} lines", s.path)),
    );
}

/// Nothing is left for later, in the code or in the tests.
#[test]
fn nothing_is_unfinished() {
    const MACROS: [&str; 3] = ["todo!", "unimplemented!", "dbg!"];
    // Written apart, so that this list does not find itself.
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|parts| parts.concat());
    let skipped = ["#[ig", "nore"].concat();
    let all = sources(&["src", "tests", "benches"]);
    none(
        "unfinished",
        all.iter().flat_map(|s| {
            let mut found = Vec::new();
            for (number, line) in s.text.lines().enumerate() {
                if marks.iter().any(|mark| line.contains(mark.as_str())) || line.contains(&skipped)
                {
                    found.push(format!("{}:{} {}", s.path, number + 1, line.trim()));
                }
            }
            for name in MACROS {
                found.extend(
                    s.places(name)
                        .map(|line| format!("{}:{line} {name}", s.path)),
                );
            }
            found
        }),
    );
}

/// Every migration has a number of its own. Tens are a topic: what is added to it later goes there.
#[test]
fn no_two_migrations_have_one_number() {
    let folder = std::fs::read_dir(root().join("migrations")).expect("migrations");
    let mut names: Vec<String> = folder
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".sql"))
        .collect();
    names.sort();
    let number = |name: &str| -> u32 {
        let (number, _) = name.split_once('_').expect("a number, then a name");
        assert_eq!(number.len(), 4, "{name}");
        number.parse().expect("a number")
    };
    for pair in names.windows(2) {
        assert!(number(&pair[0]) < number(&pair[1]), "{pair:?}");
    }
}

/// Standings are computed from facts, never stored as the truth.
#[test]
fn standings_are_not_stored() {
    let folder = std::fs::read_dir(root().join("migrations")).expect("migrations");
    for path in folder.map(|entry| entry.expect("an entry").path()) {
        let sql = std::fs::read_to_string(&path)
            .expect("readable")
            .to_lowercase();
        for table in ["standings", "crosstable", "ranking"] {
            let create = format!("create table {table}");
            assert!(!sql.contains(&create), "{} stores {table}", path.display());
        }
    }
}
