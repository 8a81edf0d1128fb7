//! The express lane on the wire: what a connection gets whose requests take both lanes.
use crate::client::ADMIN;
use crate::running::{PATIENCE, Running};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// One connection, by hand.
struct Wire {
    stream: TcpStream,
    unread: Vec<u8>,
}

/// An answer as it came.
#[derive(Debug)]
struct Came {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Came {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut same = lines.filter(|(known, _)| known.eq_ignore_ascii_case(name));
        same.next().map(|(_, value)| value.trim())
    }

    /// The names of its headers, sorted.
    fn names(&self) -> Vec<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut names: Vec<_> = lines.map(|(name, _)| name.to_ascii_lowercase()).collect();
        names.sort();
        names
    }
}

impl Wire {
    async fn to(running: &Running) -> Wire {
        let rest = running.base.strip_prefix("http://").unwrap();
        let address = rest.split('/').next().unwrap();
        Wire {
            stream: TcpStream::connect(address).await.unwrap(),
            unread: Vec::new(),
        }
    }

    async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    async fn more(&mut self) -> usize {
        let mut piece = [0; 16 << 10];
        let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut piece)).await;
        let length = read.expect("bytes in time").unwrap();
        self.unread.extend(&piece[..length]);
        length
    }

    async fn answer(&mut self) -> Came {
        let end = loop {
            match self.unread.windows(4).position(|w| w == b"\r\n\r\n") {
                Some(end) => break end + 4,
                None => assert_ne!(self.more().await, 0, "the connection ended"),
            }
        };
        let head = String::from_utf8(self.unread.drain(..end).collect()).unwrap();
        let mut came = Came {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: Vec::new(),
        };
        let length = came
            .header("content-length")
            .map_or(0, |n| n.parse().unwrap());
        while self.unread.len() < length {
            assert_ne!(self.more().await, 0, "the connection ended");
        }
        came.body = self.unread.drain(..length).collect();
        came
    }

    async fn ask(&mut self, text: &str) -> Came {
        self.send(text).await;
        self.answer().await
    }

    /// Nothing more comes.
    async fn ended(&mut self) -> bool {
        self.unread.is_empty() && self.more().await == 0
    }
}

fn get(path: &str, headers: &str) -> String {
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: saiwu\r\n{headers}\r\n")
}

#[tokio::test]
async fn both_lanes_give_the_same_answer_on_one_connection() {
    let running = Running::start().await;
    // Large enough to be sent from a file, small enough to be written.
    for entries in [6, 300] {
        let id = running.server.tournament(json!({}), entries).await;
        let path = format!("/tournaments/{id}/entries?limit=500");
        let mut wire = Wire::to(&running).await;
        let first = wire.ask(&get(&path, "")).await;
        assert_eq!(first.status, 200);
        for _ in 0..3 {
            let again = wire.ask(&get(&path, "")).await;
            assert_eq!((again.status, &again.body), (200, &first.body));
            let without = |came: &Came| {
                let mut names = came.names();
                names.retain(|name| name != "x-request-id");
                names
            };
            assert_eq!(without(&again), without(&first));
        }
        let tag = first.header("etag").unwrap().to_owned();
        let known = format!("If-None-Match: {tag}\r\n");
        let unchanged = wire.ask(&get(&path, &known)).await;
        assert_eq!((unchanged.status, unchanged.body.len()), (304, 0));
        assert_eq!(unchanged.header("etag"), Some(&*tag));
        assert!(unchanged.header("date").unwrap().ends_with(" GMT"));
        let named = wire.ask(&get(&path, "X-Request-Id: board-12\r\n")).await;
        assert_eq!(named.header("x-request-id"), Some("board-12"));
    }
}

#[tokio::test]
async fn a_connection_that_polls_writes_and_polls_again_sees_its_own_write() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}");
    let mut wire = Wire::to(&running).await;
    for (version, venue) in (1..).zip(["广州", "北京", "上海"]) {
        wire.ask(&get(&path, "")).await;
        let before = wire.ask(&get(&path, "")).await;
        assert!(!String::from_utf8_lossy(&before.body).contains(venue));
        let body = json!({ "venue": venue }).to_string();
        let changed = wire
            .ask(&format!(
                "PATCH /api/v1{path} HTTP/1.1\r\nHost: saiwu\r\nAuthorization: Bearer {ADMIN}\r\n\
                 If-Match: \"{version}\"\r\nContent-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            ))
            .await;
        assert_eq!(changed.status, 200, "{changed:?}");
        let after = wire.ask(&get(&path, "")).await;
        assert!(String::from_utf8_lossy(&after.body).contains(venue));
    }
}

#[tokio::test]
async fn requests_sent_together_are_answered_in_order_and_a_slow_head_is_waited_for() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let (poll, other) = (format!("/tournaments/{id}/entries"), "/tournaments?limit=3");
    let mut wire = Wire::to(&running).await;
    let body = wire.ask(&get(&poll, "")).await.body;
    let together = [&poll, &poll, other, &poll, other, other, &poll];
    let text: String = together.iter().map(|path| get(path, "")).collect();
    wire.send(&text).await;
    for path in together {
        let came = wire.answer().await;
        assert_eq!(came.status, 200, "{path}");
        assert_eq!(came.body == body, path == poll, "{path}");
    }
    // In the pieces in which a bad line delivers it.
    let text = get(&poll, "Accept-Language: zh\r\n");
    for at in [1, 4, 17, text.len() - 1] {
        let (a, b) = text.split_at(at);
        wire.send(a).await;
        let piece = wire.ask(&format!("{b}{}", get(other, ""))).await;
        assert_eq!(piece.body, body);
        assert_eq!(wire.answer().await.status, 200);
    }
}

#[tokio::test]
async fn what_asks_something_of_the_connection_is_left_to_the_http_library() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}/entries");
    let mut wire = Wire::to(&running).await;
    wire.ask(&get(&path, "")).await;
    wire.ask(&get(&path, "Connection: keep-alive\r\n")).await;
    let last = wire.ask(&get(&path, "Connection: close\r\n")).await;
    assert_eq!(last.status, 200);
    assert!(wire.ended().await);
    let mut old = Wire::to(&running).await;
    let came = old
        .ask(&format!("GET /api/v1{path} HTTP/1.0\r\n\r\n"))
        .await;
    assert_eq!(came.status, 200);
    assert!(old.ended().await);
    // No body can be hidden behind a poll: what follows is read as its body, not as a request.
    let mut sly = Wire::to(&running).await;
    sly.ask(&get(&path, "")).await;
    let inside = get("/tournaments?limit=3", "");
    let length = inside.len();
    let outside = get(&path, &format!("Content-Length: {length}\r\n"));
    sly.send(&format!("{outside}{inside}{}", get(&path, "")))
        .await;
    let (first, second) = (sly.answer().await, sly.answer().await);
    assert_eq!(first.body, second.body);
    // Both lengths at once, and none that is a number, are refused.
    for doubtful in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: five\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
    ] {
        let mut sly = Wire::to(&running).await;
        sly.ask(&get(&path, "")).await;
        sly.send(&get(&path, doubtful)).await;
        sly.send("0\r\n\r\n").await;
        let came = sly.answer().await;
        assert!(came.status == 400 || came.status == 200, "{came:?}");
        assert!(
            came.status == 400 || doubtful.contains("chunked"),
            "{came:?}"
        );
    }
}

#[tokio::test]
async fn an_idle_connection_ends_with_the_server() {
    let running = Running::start().await;
    let id = running.server.tournament(json!({}), 6).await;
    let path = format!("/tournaments/{id}/entries");
    let mut wire = Wire::to(&running).await;
    for _ in 0..2 {
        assert_eq!(wire.ask(&get(&path, "")).await.status, 200);
    }
    running.stop.send(()).unwrap();
    assert!(wire.ended().await);
    running.serving.await.unwrap().unwrap();
}

#[tokio::test]
async fn answers_given_before_or_beside_the_router_carry_the_request_id() {
    let running = Running::start().await;
    let mut wire = Wire::to(&running).await;
    let preflight = |more: &str| {
        format!(
            "OPTIONS /api/v1/tournaments HTTP/1.1\r\nHost: saiwu\r\nOrigin: https://club.example\r\n\
             Access-Control-Request-Method: GET\r\n{more}\r\n"
        )
    };
    let asked = wire.ask(&preflight("")).await;
    assert_eq!(asked.status, 200);
    assert!(!asked.header("x-request-id").unwrap().is_empty());
    let named = wire.ask(&preflight("X-Request-Id: page-3\r\n")).await;
    assert_eq!(named.header("x-request-id"), Some("page-3"));
    // Too many headers, and a target that is too long: our own answer comes before the library's.
    let many: String = (0..200).map(|n| format!("X-{n}: y\r\n")).collect();
    let long = format!("/players?name={}", "z".repeat(65_400));
    for text in [
        get("/players", &many),
        get(&long, &format!("X-Long: {}\r\n", "y".repeat(200))),
    ] {
        let mut wire = Wire::to(&running).await;
        let came = wire.ask(&text).await;
        assert_eq!(came.status, 431);
        assert_eq!(
            came.header("content-type"),
            Some("application/problem+json")
        );
        let body: serde_json::Value = serde_json::from_slice(&came.body).unwrap();
        assert_eq!(body["request_id"].as_str(), came.header("x-request-id"));
    }
}
