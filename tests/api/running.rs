//! A server that is reached over a socket.
use crate::client::{ADMIN, Server};
use reqwest::header::HeaderName;
use reqwest::{Client, RequestBuilder, Response};
use saiwu::http::serve;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How long a test waits for what must come, before it fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server that is reached over a socket, and by the router too.
pub struct Running {
    pub server: Server,
    /// `http://…/api/v1`
    pub base: String,
    pub client: Client,
    pub stop: oneshot::Sender<()>,
    pub serving: JoinHandle<std::io::Result<()>>,
}

impl Running {
    /// A fresh one on a database of its own.
    pub async fn start() -> Running {
        Running::of(Server::new().await).await
    }

    /// The given one, listening.
    pub async fn of(server: Server) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/api/v1", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(serve(listener, server.app.clone(), async {
            let _ = stopped.await;
        }));
        server.app.live.until_listening().await;
        let client = Client::builder().no_proxy().build().unwrap();
        Running {
            server,
            base,
            client,
            stop,
            serving,
        }
    }

    /// A request being made.
    pub fn ask(&self, method: &str, path: &str) -> RequestBuilder {
        let method = method.parse().unwrap();
        self.client.request(method, format!("{}{path}", self.base))
    }

    /// A read with these headers.
    pub async fn get(&self, path: &str, headers: &[(HeaderName, &str)]) -> Response {
        let mut request = self.ask("GET", path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        request.send().await.unwrap()
    }

    /// Raises the revision once: the venue changes. The new revision.
    pub async fn touch(&self, tournament: &str, venue: &str) -> i64 {
        let request = self.ask("PATCH", &format!("/tournaments/{tournament}"));
        let request = request.bearer_auth(ADMIN).header("if-match", "*");
        let changed = request.json(&json!({"venue": venue})).send().await.unwrap();
        assert_eq!(changed.status(), 200);
        let changed: Value = changed.json().await.unwrap();
        changed["revision"].as_i64().unwrap()
    }

    /// Follows a tournament, with a key and from a revision.
    pub async fn follow(&self, tournament: &str, key: Option<&str>, last: Option<&str>) -> Stream {
        let mut request = self.ask("GET", &format!("/tournaments/{tournament}/events"));
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(
            response.headers()["content-type"],
            "text/event-stream; charset=utf-8"
        );
        Stream {
            response,
            buffer: Vec::new(),
        }
    }
}

/// An open stream of events.
pub struct Stream {
    response: Response,
    buffer: Vec<u8>,
}

/// One block of a stream, as a browser reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub id: Option<i64>,
    pub event: Option<String>,
    pub data: Option<Value>,
    pub retry: Option<u32>,
    pub comments: usize,
}

impl Stream {
    /// The next block; nothing when the stream has ended.
    pub async fn block(&mut self) -> Option<Block> {
        tokio::time::timeout(PATIENCE, async {
            loop {
                if let Some(end) = self.buffer.windows(2).position(|w| w == b"\n\n") {
                    let block: Vec<u8> = self.buffer.drain(..end + 2).collect();
                    return Some(read(std::str::from_utf8(&block).unwrap()));
                }
                self.buffer.extend(self.response.chunk().await.unwrap()?);
            }
        })
        .await
        .expect("the stream goes on or ends")
    }

    /// The next event, comments and settings left out.
    pub async fn event(&mut self) -> Option<Block> {
        loop {
            let block = self.block().await?;
            if block.data.is_some() {
                return Some(block);
            }
        }
    }
}

fn read(text: &str) -> Block {
    let mut block = Block::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (field, value) = line.split_once(':').unwrap();
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" => block.comments += 1,
            "id" => block.id = Some(value.parse().unwrap()),
            "event" => block.event = Some(value.to_owned()),
            "data" => block.data = Some(serde_json::from_str(value).unwrap()),
            "retry" => block.retry = Some(value.parse().unwrap()),
            other => panic!("{other} is no field of the standard"),
        }
    }
    block
}
