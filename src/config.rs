//! The settings of the server: each is a flag and an environment variable, explained by
//! `saiwu serve --help`, and checked before anything starts.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, ValueEnum};
use sqlx::postgres::PgConnectOptions;

use crate::embedded::{Options, Search};

/// Everything `saiwu serve` can be told.
#[derive(Debug, Clone, Args)]
pub struct ServerConfig {
    /// Address and port to listen on
    #[arg(
        long,
        env = "SAIWU_LISTEN",
        value_name = "ADDR",
        default_value = "127.0.0.1:8080"
    )]
    pub listen: SocketAddr,

    /// The database.
    #[command(flatten)]
    pub database: DatabaseConfig,

    /// PostgreSQL to read from, when it is another one (a replica)
    #[arg(
        long,
        env = "DATABASE_READ_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = Unsaid(database_url)
    )]
    pub database_read_url: Option<PgConnectOptions>,

    /// Most connections to the database at once
    #[arg(
        long,
        env = "SAIWU_DB_CONNECTIONS",
        value_name = "N",
        default_value = "20"
    )]
    pub db_connections: NonZeroU32,

    /// The first administrator's key; without it, the first start makes one and prints it once
    #[arg(
        long,
        env = "SAIWU_ADMIN_KEY",
        value_name = "KEY",
        hide_env_values = true,
        value_parser = Unsaid(admin_key)
    )]
    pub admin_key: Option<Secret>,

    /// Limits on requests.
    #[command(flatten)]
    pub limits: Limits,

    /// Let webhooks use plain HTTP and private addresses: for a network of one's own
    #[arg(long, env = "SAIWU_WEBHOOKS_PRIVATE")]
    pub webhooks_private: bool,

    /// How long requests under way may take to finish at the end, in seconds
    #[arg(
        long,
        env = "SAIWU_SHUTDOWN_SECONDS",
        value_name = "SECONDS",
        default_value = "15",
        value_parser = seconds
    )]
    pub shutdown_seconds: Duration,

    /// Logs.
    #[command(flatten)]
    pub log: LogConfig,
}

/// Which database a command works on.
#[derive(Debug, Clone, Args)]
pub struct DatabaseConfig {
    /// PostgreSQL to use; without it, an embedded one in --data-dir
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = Unsaid(database_url)
    )]
    pub database_url: Option<PgConnectOptions>,

    /// Folder of the embedded PostgreSQL
    #[arg(
        long,
        env = "SAIWU_DATA_DIR",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    pub data_dir: PathBuf,

    /// Use an embedded PostgreSQL that leaves nothing behind, whatever --data-dir holds
    #[arg(long, env = "SAIWU_EPHEMERAL", conflicts_with = "database_url")]
    pub ephemeral: bool,

    /// Folder of the programs postgres and initdb; without it they are looked for
    #[arg(long, env = "PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,

    /// As root: the user the embedded PostgreSQL runs as [default: owner of the data, postgres, nobody]
    #[arg(long, env = "SAIWU_PG_USER", value_name = "USER")]
    pub pg_user: Option<String>,
}

impl DatabaseConfig {
    /// The embedded cluster this asks for.
    pub fn embedded(&self) -> Options {
        let options = if self.ephemeral {
            Options::ephemeral()
        } else {
            Options::at(&self.data_dir)
        };
        Options {
            search: Search {
                pg_bin: self.pg_bin.clone(),
                ..Search::default()
            },
            run_as: self.pg_user.clone(),
            ..options
        }
    }
}

/// What one request, or one client, may ask for.
#[derive(Debug, Clone, Args)]
pub struct Limits {
    /// Longest body of a request, in bytes
    #[arg(
        long,
        env = "SAIWU_BODY_LIMIT",
        value_name = "BYTES",
        default_value = "2097152",
        value_parser = bytes
    )]
    pub body_limit: usize,

    /// Longest body of an import, in bytes
    #[arg(
        long,
        env = "SAIWU_IMPORT_LIMIT",
        value_name = "BYTES",
        default_value = "33554432",
        value_parser = bytes
    )]
    pub import_limit: usize,

    /// Longest time for a request, in seconds
    #[arg(
        long,
        env = "SAIWU_REQUEST_SECONDS",
        value_name = "SECONDS",
        default_value = "10",
        value_parser = seconds
    )]
    pub request_seconds: Duration,

    /// Requests a second one key may make, on the average
    #[arg(
        long,
        env = "SAIWU_RATE_PER_SECOND",
        value_name = "N",
        default_value = "100"
    )]
    pub rate_per_second: NonZeroU32,

    /// Requests one key may make at once before the average counts
    #[arg(
        long,
        env = "SAIWU_RATE_BURST",
        value_name = "N",
        default_value = "1000"
    )]
    pub rate_burst: NonZeroU32,
}

impl Default for Limits {
    /// What the server does unless told otherwise.
    fn default() -> Limits {
        Limits {
            body_limit: 2 << 20,
            import_limit: 32 << 20,
            request_seconds: Duration::from_secs(10),
            rate_per_second: NonZeroU32::new(100).expect("100 is not 0"),
            rate_burst: NonZeroU32::new(1000).expect("1000 is not 0"),
        }
    }
}

/// Where the logs go and what is in them.
#[derive(Debug, Clone, Args)]
pub struct LogConfig {
    /// What to log: error, warn, info, debug, trace, or by module (saiwu=debug,sqlx=warn)
    #[arg(
        long,
        env = "SAIWU_LOG",
        value_name = "FILTER",
        default_value = "info,sqlx=warn",
        value_parser = log_filter
    )]
    pub log: String,

    /// One line of text or one JSON object an event, on standard error
    #[arg(
        long,
        env = "SAIWU_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    pub log_format: LogFormat,
}

/// The form of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// A value that never shows in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The value; None when it is empty.
    pub fn reveal(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&self.0)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// The shortest administrator's key accepted: 128 bits in hexadecimal.
const SHORTEST_KEY: usize = 32;

/// Reads a setting that holds a secret. What clap says of a bad value begins with the value, and ends
/// in a log: this names the setting and the reason only.
#[derive(Clone, Copy)]
struct Unsaid<T>(fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Unsaid<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        setting: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        read.and_then(self.0).map_err(|reason| {
            let flag = setting.and_then(Arg::get_long).unwrap_or_default();
            let variable = setting.and_then(Arg::get_env).unwrap_or_default();
            let variable = variable.to_string_lossy();
            let told = format!("the value of --{flag} ({variable}) is refused: {reason}\n");
            clap::Error::raw(ErrorKind::ValueValidation, told).with_cmd(command)
        })
    }
}

fn admin_key(text: &str) -> Result<Secret, String> {
    // Compose files pass on a variable that is not set as an empty one.
    if !text.is_empty() && text.len() < SHORTEST_KEY {
        return Err(format!(
            "{} characters are too few to be a secret; at least {SHORTEST_KEY}, as `openssl rand \
             -hex 32` makes (管理员密钥太短,至少 {SHORTEST_KEY} 个字符)",
            text.len()
        ));
    }
    if let Some(place) = text.chars().position(|c| !c.is_ascii_graphic()) {
        return Err(format!(
            "character {} cannot be sent in an HTTP header (密钥只能用可见的 ASCII 字符)",
            place + 1
        ));
    }
    Ok(Secret(text.into()))
}

fn database_url(text: &str) -> Result<PgConnectOptions, String> {
    if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
        return Err("an address starts with postgres:// or postgresql:// \
                    (地址应以 postgres:// 或 postgresql:// 开头)"
            .into());
    }
    // The parser's own words may quote the address, and with it the password.
    PgConnectOptions::from_str(text).map_err(|_| {
        "not an address like postgres://user:password@host:5432/database (地址不合格式)".into()
    })
}

/// The least a body may be limited to: less lets nothing through.
const LEAST_BODY: usize = 1 << 10;

fn bytes(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(bytes) if bytes >= LEAST_BODY => Ok(bytes),
        _ => Err(format!(
            "a whole number of bytes, at least {LEAST_BODY} (至少 {LEAST_BODY} 的整数字节)"
        )),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(seconds @ 1..=3600) => Ok(Duration::from_secs(seconds)),
        _ => Err("a whole number of seconds from 1 to 3600 (1 到 3600 的整数秒)".into()),
    }
}

fn log_filter(text: &str) -> Result<String, String> {
    match tracing_subscriber::EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.into()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        config: ServerConfig,
    }

    fn refused(flags: &[&str]) -> String {
        let all = ["saiwu"].iter().chain(flags);
        Only::try_parse_from(all).expect_err("refused").to_string()
    }

    #[test]
    fn every_setting_is_a_variable_and_explained() {
        for setting in Only::command().get_arguments() {
            let name = setting.get_id().as_str();
            assert!(setting.get_help().is_some(), "{name} is not explained");
            assert!(
                setting.get_env().is_some(),
                "{name} has no environment variable"
            );
        }
    }

    #[test]
    fn the_defaults_on_the_command_line_are_those_of_the_code() {
        let config = Only::try_parse_from(["saiwu"]).unwrap().config;
        let (told, own) = (config.limits, Limits::default());
        assert_eq!(
            (told.body_limit, told.import_limit, told.request_seconds),
            (own.body_limit, own.import_limit, own.request_seconds)
        );
        assert_eq!(
            (told.rate_per_second, told.rate_burst),
            (own.rate_per_second, own.rate_burst)
        );
    }

    #[test]
    fn a_bad_setting_is_named_with_the_reason() {
        assert!(refused(&["--listen", "8080"]).contains("--listen"));
        assert!(refused(&["--database-url", "mysql://x"]).contains("postgres://"));
        assert!(refused(&["--request-seconds", "0"]).contains("1 to 3600"));
        assert!(refused(&["--body-limit", "0"]).contains("at least 1024"));
        assert!(refused(&["--import-limit", "x"]).contains("--import-limit"));
        assert!(refused(&["--log", "saiwu=loud"]).contains("--log"));
        assert!(refused(&["--log-format", "xml"]).contains("json"));
        assert!(refused(&["--db-connections", "0"]).contains("--db-connections"));
        assert!(refused(&["--admin-key", "short"]).contains("at least 32"));
        assert!(Only::try_parse_from(["saiwu", "--admin-key", ""]).is_ok());
        assert!(refused(&["--admin-key", &"钥".repeat(32)]).contains("ASCII"));
        let both = ["--ephemeral", "--database-url", "postgres://h/d"];
        assert!(refused(&both).contains("--database-url"));
    }

    #[test]
    fn a_secret_does_not_show() {
        let key = "0123456789abcdef0123456789abcdef";
        let config = Only::try_parse_from(["saiwu", "--admin-key", key])
            .unwrap()
            .config;
        assert!(!format!("{config:?}").contains(key));
        for (flag, variable, value) in [
            ("--admin-key", "SAIWU_ADMIN_KEY", "hidden"),
            (
                "--admin-key",
                "SAIWU_ADMIN_KEY",
                "hidden hidden hidden hidden hidden",
            ),
            ("--database-url", "DATABASE_URL", "mysql://u:hidden@h/d"),
            (
                "--database-url",
                "DATABASE_URL",
                "postgres://u:hidden@h:port/d",
            ),
            ("--database-read-url", "DATABASE_READ_URL", "hidden"),
        ] {
            let told = refused(&[flag, value]);
            assert!(told.contains(flag) && told.contains(variable), "{told}");
            assert!(!told.contains("hidden"), "{told}");
        }
    }
}
