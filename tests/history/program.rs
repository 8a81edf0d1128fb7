//! A running `saiwu serve`, seen from outside.
use reqwest::{Client, Method, RequestBuilder, Response};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The admin key of every server here.
pub const ADMIN: &str = "0123456789abcdef0123456789abcdef";
/// How long a test waits for what must come, before it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Where a server finds its database.
#[derive(Clone, Debug)]
pub enum Place {
    /// An embedded cluster in a folder.
    Folder(PathBuf),
    /// A database by its address, and a replica.
    Url(String, Option<String>),
}

/// A running server.
pub struct Program {
    child: Option<Child>,
    place: Place,
    address: SocketAddr,
    pub client: Client,
}

/// An address nobody listens on now.
fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// A folder that PostgreSQL's own user may reach.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), mode).unwrap();
    folder
}

/// The program with the settings of a place.
pub fn saiwu(place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saiwu"));
    command
        .env_remove("DATABASE_URL")
        .env_remove("DATABASE_READ_URL")
        .stdin(Stdio::null());
    match place {
        Place::Folder(folder) => command.env("SAIWU_DATA_DIR", folder),
        Place::Url(url, None) => command.env("DATABASE_URL", url),
        Place::Url(url, Some(replica)) => command
            .env("DATABASE_URL", url)
            .env("DATABASE_READ_URL", replica),
    };
    command
}

impl Program {
    /// Starts one; it may not be ready yet.
    pub fn start(place: Place) -> Program {
        let mut program = Program {
            child: None,
            place,
            address: free_address(),
            client: Client::builder()
                .no_proxy()
                .timeout(Duration::from_secs(20))
                .build()
                .unwrap(),
        };
        program.start_again();
        program
    }

    /// Starts it again, on the same address.
    pub fn start_again(&mut self) {
        let mut command = saiwu(&self.place);
        command
            .args(["serve", "--listen", &self.address.to_string()])
            .env("SAIWU_ADMIN_KEY", ADMIN)
            .env("SAIWU_RATE_PER_SECOND", "1000000")
            .env("SAIWU_RATE_BURST", "1000000")
            .stdout(Stdio::null());
        if std::env::var_os("SAIWU_TEST_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        self.child = Some(command.spawn().expect("the program starts"));
    }

    /// Kills it as nothing can be prepared for (kill -9), and sees it gone.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself: the test then fails elsewhere.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Kills the embedded PostgreSQL in the same way. False when none runs at the moment.
    pub fn kill_postgres(&self) -> bool {
        let Place::Folder(folder) = &self.place else {
            panic!("this one has no PostgreSQL of its own");
        };
        let file = folder.join("postgres/cluster/postmaster.pid");
        let process = std::fs::read_to_string(file)
            .ok()
            .and_then(|text| Pid::from_raw(text.lines().next()?.trim().parse().ok()?));
        process.is_some_and(|process| kill_process(process, Signal::KILL).is_ok())
    }

    /// A request to a path below the prefix.
    pub fn ask(&self, method: &str, path: &str) -> RequestBuilder {
        let method: Method = method.parse().unwrap();
        let url = format!("http://{}/api/v1{path}", self.address);
        self.client.request(method, url)
    }

    /// Waits until it can serve.
    pub async fn ready(&self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let asked = self.client.get(format!("http://{}/readyz", self.address));
            if asked.send().await.is_ok_and(|a| a.status() == 200) {
                return;
            }
            assert!(Instant::now() < end, "the server does not get ready");
            pause().await;
        }
    }

    /// A read that must succeed.
    pub async fn get(&self, path: &str) -> Value {
        let ask = self.ask("GET", path).bearer_auth(ADMIN);
        let answer = ask.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.unwrap()
    }

    /// A POST that must succeed.
    pub async fn post(&self, path: &str, body: Value) -> Value {
        let key = uuid::Uuid::now_v7().to_string();
        let ask = self.ask("POST", path).bearer_auth(ADMIN);
        let ask = ask.header("idempotency-key", key).json(&body);
        let answer = ask.send().await.unwrap();
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {body}");
        body
    }

    /// Raises the revision of a tournament; the answer.
    pub async fn touch(&self, tournament: &str, venue: &str) -> Response {
        let ask = self.ask("PATCH", &format!("/tournaments/{tournament}"));
        let ask = ask.bearer_auth(ADMIN).header("if-match", "*");
        ask.json(&json!({"venue": venue})).send().await.unwrap()
    }

    /// A round-robin event of so many entries with its first round published; its id and games.
    pub async fn event(&self, entries: usize) -> (String, Vec<String>) {
        let made = self.post("/tournaments", json!({"name": "历史赛"})).await;
        let id = made["id"].as_str().unwrap().to_owned();
        let rows: Vec<Value> = (1..=entries)
            .map(|n| json!({"name": format!("选手{n}"), "unit": "广东"}))
            .collect();
        let stages = format!("/tournaments/{id}/stages");
        self.post(&format!("/tournaments/{id}/entries/import"), json!(rows))
            .await;
        self.post(&stages, json!({"format": "round_robin"})).await;
        let rounds = format!("{stages}/1/rounds");
        self.post(&rounds, json!({})).await;
        let out = self.post(&format!("{rounds}/1/publish"), json!({})).await;
        let games = out["games"].as_array().unwrap().iter();
        let games = games.map(|g| g["id"].as_str().unwrap().to_owned());
        (id, games.collect())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Lets others have the processor before the next look or retry.
pub async fn pause() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}

/// Runs a command on the database of a place, its output into a file or from one.
pub fn with_database(place: &Place, script: &str, file: &Path) {
    let mut command = saiwu(place);
    command
        .args(["with-database", "sh", "-c", script])
        .arg(file);
    assert!(command.status().unwrap().success(), "{script}");
}
