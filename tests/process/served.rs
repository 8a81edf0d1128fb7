//! A `saiwu` process that serves, and a client that speaks to it over a socket.
use reqwest::Method;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The administrator's key of every server here.
pub const ADMIN: &str = "0123456789abcdef0123456789abcdef";

/// The binary, in surroundings that say nothing about databases.
pub fn saiwu() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saiwu"));
    for (name, _) in std::env::vars() {
        if name.starts_with("SAIWU_") || name.starts_with("DATABASE_") {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null());
    command
}

/// A folder that the embedded PostgreSQL may reach, whoever it runs as.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    folder
}

/// A running server.
pub struct Served {
    process: Child,
    /// `http://127.0.0.1:port`
    pub address: String,
    /// What it printed at its start.
    pub printed: Vec<String>,
    client: reqwest::Client,
}

impl Served {
    /// Starts the command (a `serve` or `demo` with its settings) on a free port, and waits until it
    /// has printed everything.
    pub fn start(mut command: Command) -> Served {
        command
            .args(["--listen", "127.0.0.1:0", "--log", "warn"])
            .stdout(Stdio::piped());
        Served::listening(command)
    }

    /// As `start`, for a command that says itself where to listen.
    pub fn listening(mut command: Command) -> Served {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let first = lines
            .next()
            .expect("the server prints its address, or its reason on standard error")
            .unwrap();
        let address = first
            .strip_prefix("saiwu: ")
            .and_then(|line| line.strip_suffix("/api/docs"))
            .unwrap_or_else(|| panic!("{first}"))
            .to_owned();
        let mut printed = vec![first];
        // A key given is not printed: the address is then the last line of `serve`.
        if command.get_args().any(|arg| arg == "demo") {
            printed.extend(up_to_the_key(lines.by_ref().map(Result::unwrap)));
        }
        // Keeps the pipe open and empty, whatever is printed later.
        std::thread::spawn(move || {
            let _ = lines.map_while(Result::ok).count();
        });
        Served {
            process,
            address,
            printed,
            client: reqwest::Client::new(),
        }
    }

    /// `serve` on a database of the tests.
    pub fn on(url: &str) -> Served {
        let mut command = saiwu();
        command
            .args(["serve", "--admin-key", ADMIN])
            .env("DATABASE_URL", url);
        Served::start(command)
    }

    /// `serve` on an embedded PostgreSQL in this folder.
    pub fn embedded_in(data: &Path) -> Served {
        let mut command = saiwu();
        command
            .args(["serve", "--admin-key", ADMIN, "--data-dir"])
            .arg(data);
        Served::start(command)
    }

    /// The process is killed: it has no chance to say anything.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// The process.
    pub fn pid(&self) -> Pid {
        Pid::from_raw(i32::try_from(self.process.id()).unwrap()).unwrap()
    }

    /// Asks the process to end, and waits for it.
    pub fn terminate(mut self) -> ExitStatus {
        kill_process(self.pid(), Signal::TERM).unwrap();
        self.process.wait().unwrap()
    }

    /// A request below `/api/v1`, or from the root for a path that starts with `//`.
    pub fn ask(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = match path.strip_prefix('/') {
            Some(root) if root.starts_with('/') => format!("{}{root}", self.address),
            _ => format!("{}/api/v1{path}", self.address),
        };
        self.client.request(method, url)
    }

    /// A read without a key that must succeed.
    pub async fn get(&self, path: &str) -> Value {
        let answer = self.ask(Method::GET, path).send().await.unwrap();
        json(answer, 200).await
    }

    /// A write by the administrator that must succeed with this status.
    pub async fn send(&self, method: Method, path: &str, body: &Value, status: u16) -> Value {
        let request = self.ask(method, path).bearer_auth(ADMIN).json(body);
        let request = request.header("idempotency-key", uuid::Uuid::now_v7().to_string());
        json(request.send().await.unwrap(), status).await
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The body of an answer with this status.
pub async fn json(answer: reqwest::Response, status: u16) -> Value {
    let (got, url) = (answer.status().as_u16(), answer.url().clone());
    let body = answer.text().await.unwrap();
    assert_eq!(got, status, "{url}: {body}");
    serde_json::from_str(&body).unwrap_or_else(|e| panic!("{url}: {e}: {body}"))
}

/// Lines up to the administrator's key, with it.
fn up_to_the_key(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut printed: Vec<String> = Vec::new();
    for line in lines {
        let is_the_key = printed.last().is_some_and(|l| l.contains("管理员密钥"));
        printed.push(line);
        if is_the_key {
            break;
        }
    }
    printed
}

/// Runs a command to its end: exit code, standard output, standard error.
pub fn run(mut command: Command) -> (Option<i32>, String, String) {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = child.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        errors.read_to_string(&mut text).unwrap();
        text
    });
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    let code = child.wait().unwrap().code();
    (code, out, reading.join().unwrap())
}
