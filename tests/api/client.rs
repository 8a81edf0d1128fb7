//! A server of its own for each test, and a client that speaks to it without a socket.
use crate::harness::TestDatabase;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use saiwu::config::Limits;
use saiwu::http::{App, router};
use saiwu::service::keys::first;
use saiwu::store::{Settings, Store};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tower::ServiceExt;

/// The admin key of every test server.
pub const ADMIN: &str = "an-admin-key-for-tests";

/// A server on a database of its own.
pub struct Server {
    pub app: App,
    pub router: Router,
    // Dropped last: the database goes when the test is over.
    pub database: Arc<TestDatabase>,
}

/// An answer.
#[derive(Debug)]
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Got {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.bytes)))
    }

    /// The same, when the status is as expected.
    #[track_caller]
    pub fn is(self, status: u16) -> Got {
        let body = String::from_utf8_lossy(&self.bytes);
        assert_eq!(self.status.as_u16(), status, "{body}");
        self
    }

    /// A header.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |v| v.to_str().expect("a header of text"))
    }

    /// The code at the end of a problem's type.
    pub fn problem(&self) -> String {
        let body = self.json();
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{body}"
        );
        let kind = body["type"].as_str().expect("a type").to_owned();
        kind.strip_prefix("urn:saiwu:problem:")
            .expect("a type of ours")
            .to_owned()
    }
}

/// A request being made.
pub struct Ask<'a> {
    server: &'a Server,
    request: axum::http::request::Builder,
    body: Body,
}

static COUNT: AtomicU64 = AtomicU64::new(0);

impl Server {
    /// A fresh one, with an admin.
    pub async fn new() -> Server {
        // A fault's cause is told to the log only: a failing test shows it.
        let _ = tracing_subscriber::fmt()
            .with_test_writer()
            .with_env_filter("saiwu=error")
            .try_init();
        let database = Arc::new(TestDatabase::new().await);
        let options = database.options();
        let server = Server::at(options, database);
        first::run(&server.app.office, Some(ADMIN))
            .await
            .expect("the first key");
        server
    }

    /// Another one on the same database.
    pub fn twin(&self) -> Server {
        Server::at(self.database.options(), self.database.clone())
    }

    /// One that reaches the database by these options.
    pub fn at(options: PgConnectOptions, database: Arc<TestDatabase>) -> Server {
        let settings = Settings {
            options,
            max_connections: 6,
        };
        // One key does everything here, faster than an office would.
        let limits = Limits {
            rate_per_second: NonZeroU32::MAX,
            rate_burst: NonZeroU32::MAX,
            ..Limits::default()
        };
        let app = App::with(Store::lazy(settings), limits, Duration::from_secs(15));
        Server {
            router: router(app.clone()),
            app,
            database,
        }
    }

    /// A request to a path below the prefix (or from the root, when it names the prefix or `/`).
    pub fn ask<'a>(&'a self, method: &str, path: &str) -> Ask<'a> {
        let path = if path.starts_with("//") {
            path[1..].to_owned()
        } else {
            format!("/api/v1{path}")
        };
        Ask {
            server: self,
            request: Request::builder().method(method).uri(path),
            body: Body::empty(),
        }
    }

    /// A read without a key.
    pub async fn get(&self, path: &str) -> Got {
        self.ask("GET", path).go().await
    }

    /// A POST by the admin with a fresh Idempotency-Key.
    pub async fn post(&self, path: &str, body: Value) -> Got {
        self.ask("POST", path)
            .key(ADMIN)
            .fresh()
            .json(&body)
            .go()
            .await
    }

    /// A change by the admin that saw a version.
    pub async fn change(&self, method: &str, path: &str, version: i64, body: Value) -> Got {
        self.ask(method, path)
            .key(ADMIN)
            .saw(version)
            .json(&body)
            .go()
            .await
    }

    /// A tournament with this many entries named 选手1 …; its id.
    pub async fn tournament(&self, more: Value, entries: u32) -> String {
        let mut body = json!({"name": "测试赛"});
        for (name, value) in more.as_object().expect("an object") {
            body[name] = value.clone();
        }
        let made = self.post("/tournaments", body).await.is(201).json();
        let id = made["id"].as_str().expect("an id").to_owned();
        if entries > 0 {
            let rows: Vec<Value> = (1..=entries)
                .map(|n| json!({"name": format!("选手{n}")}))
                .collect();
            let path = format!("/tournaments/{id}/entries/import");
            self.post(&path, Value::Array(rows)).await.is(201);
        }
        id
    }

    /// A key with this role; the secret.
    pub async fn made_key(&self, role: &str, tournament: Option<&str>) -> String {
        let body = json!({"name": role, "role": role, "tournament_id": tournament});
        let made = self.post("/keys", body).await.is(201).json();
        made["secret"].as_str().expect("a secret").to_owned()
    }
}

impl Ask<'_> {
    /// With a key.
    pub fn key(self, key: &str) -> Self {
        self.header("authorization", &format!("Bearer {key}"))
    }

    /// With a fresh Idempotency-Key.
    pub fn fresh(self) -> Self {
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        self.header("idempotency-key", &format!("test-{n}"))
    }

    /// With If-Match.
    pub fn saw(self, version: i64) -> Self {
        self.header("if-match", &format!("\"{version}\""))
    }

    /// With a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    /// With a JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.bytes("application/json", body.to_string().into_bytes())
    }

    /// With a body.
    pub fn bytes(mut self, kind: &str, bytes: Vec<u8>) -> Self {
        self.request = self.request.header("content-type", kind);
        self.body = Body::from(bytes);
        self
    }

    /// Sends it.
    pub async fn go(self) -> Got {
        let request = self.request.body(self.body).expect("a request");
        let response = self
            .server
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX)
            .await
            .expect("a body")
            .to_vec();
        Got {
            status: parts.status,
            headers: parts.headers,
            bytes,
        }
    }
}
