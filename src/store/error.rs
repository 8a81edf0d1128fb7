//! What the database said, in the words of the domain.
use std::fmt;

/// The result of a store function.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the store could not do it.
#[derive(Debug)]
pub enum Error {
    /// A constraint refused it; the rule it keeps.
    Constraint(&'static Rule),
    /// The database is away, full or slow, or the transaction lost a race: try again later.
    Busy(String),
    /// Anything else: a fault of this program.
    Fault(String),
}

/// What a constraint keeps, for people.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The constraint's name in the migrations.
    pub constraint: &'static str,
    /// Stable code of the problem.
    pub code: &'static str,
    /// In English.
    pub en: &'static str,
    /// In Chinese.
    pub zh: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        constraint: "player_external_ids_once",
        code: "external_id_taken",
        en: "this external id belongs to another player",
        zh: "该外部编号已属于另一名棋手",
    },
    Rule {
        constraint: "entry_external_ids_once",
        code: "external_id_taken",
        en: "this external id belongs to another entry",
        zh: "该外部编号已属于另一参赛者",
    },
    Rule {
        constraint: "entries_number_once",
        code: "number_taken",
        en: "this number is taken",
        zh: "该序号已被占用",
    },
    Rule {
        constraint: "entries_number_positive",
        code: "invalid_number",
        en: "numbers start at 1",
        zh: "序号从 1 开始",
    },
    Rule {
        constraint: "entries_player_once",
        code: "already_entered",
        en: "this player has entered already",
        zh: "该棋手已报名",
    },
    Rule {
        constraint: "entries_player_id_fkey",
        code: "player_not_found",
        en: "there is no such player",
        zh: "没有该棋手",
    },
    Rule {
        constraint: "seats_one_pairing",
        code: "paired_twice",
        en: "an entry is paired twice in this round",
        zh: "同一轮中同一参赛者被编排两次",
    },
    Rule {
        constraint: "games_once",
        code: "table_taken",
        en: "two games stand on one table",
        zh: "同一台次有两局棋",
    },
    Rule {
        constraint: "games_two_sides",
        code: "same_entry",
        en: "an entry cannot meet itself",
        zh: "参赛者不能与自己对局",
    },
    Rule {
        constraint: "rounds_one_draft",
        code: "draft_exists",
        en: "this stage has a draft round already",
        zh: "该阶段已有一轮草案",
    },
    Rule {
        constraint: "rounds_number_once",
        code: "round_exists",
        en: "this round exists already",
        zh: "该轮已存在",
    },
    Rule {
        constraint: "stages_number_once",
        code: "stage_exists",
        en: "this stage exists already",
        zh: "该阶段已存在",
    },
    Rule {
        constraint: "tournaments_dates_in_order",
        code: "dates_out_of_order",
        en: "the last day is before the first",
        zh: "结束日期早于开始日期",
    },
    Rule {
        constraint: "confirmations_once",
        code: "already_confirmed",
        en: "this side has confirmed already",
        zh: "该方已确认",
    },
    Rule {
        constraint: "lineups_once",
        code: "lineup_exists",
        en: "this team has submitted its line-up",
        zh: "该队已提交出场名单",
    },
    Rule {
        constraint: "api_keys_tournament_id_fkey",
        code: "tournament_not_found",
        en: "there is no such tournament",
        zh: "没有该赛事",
    },
    Rule {
        constraint: "api_keys_entry_id_fkey",
        code: "entry_not_found",
        en: "there is no such entry",
        zh: "没有该参赛者",
    },
];

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Constraint(rule) => write!(f, "{} ({})", rule.en, rule.constraint),
            Error::Busy(what) => write!(f, "the database is not available: {what}"),
            Error::Fault(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        match &error {
            sqlx::Error::Database(database) => {
                if let Some(rule) = database
                    .constraint()
                    .and_then(|name| RULES.iter().find(|r| r.constraint == name))
                {
                    return Error::Constraint(rule);
                }
                // 08 connection, 40 rollback (deadlock, serialisation), 53 resources (disk full),
                // 55P03 lock timeout, 57 operator (shutdown, statement timeout), 25006 read-only.
                let code = database.code().unwrap_or_default();
                let busy = ["08", "40", "53", "57"]
                    .iter()
                    .any(|class| code.starts_with(class))
                    || code == "55P03"
                    || code == "25006"
                    || code == "25P03";
                if busy {
                    Error::Busy(error.to_string())
                } else {
                    Error::Fault(error.to_string())
                }
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Error::Busy(error.to_string()),
            _ => Error::Fault(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Fault(format!("stored data does not have its shape: {error}"))
    }
}
